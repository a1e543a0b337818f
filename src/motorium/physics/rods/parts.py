"""A part of a step, whatever the scheme: how it begins and ends."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from motorium.compiled import inlined
from motorium.physics.rods.books import close_books, open_books, restrain
from motorium.physics.rods.motion import arrive, depart
from motorium.physics.rods.table import remember

__all__ = ["begin_part", "end_part"]

Array = NDArray[Any]


@inlined
def begin_part(
    links: Array,
    bounds: Array,
    held: Array,
    seconds: float,
    share: float,
    state_out: Array,
    old_out: Array,
) -> float:
    """Every point goes its way as if it were alone, held ones this share of the way to their
    places; returns what it takes to put right what was wrong before [kg m2]."""
    open_books(state_out, held)
    depart(state_out, held, seconds, share)
    return remember(links, bounds, state_out, seconds, old_out)


@inlined
def end_part(
    links: Array,
    bounds: Array,
    rods: int,
    held: Array,
    walls: Array,
    seconds: float,
    share: float,
    old: Array,
    to_put_right: float,
    state_out: Array,
) -> None:
    """With the ways that constraints have found: as far as there is energy for them, and as walls
    allow."""
    restrain(links, bounds, rods, held, old, seconds, to_put_right, state_out)
    arrive(state_out, held, walls, seconds, share)
    close_books(state_out, held, seconds)
