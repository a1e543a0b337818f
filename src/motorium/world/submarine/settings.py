"""The table `[submarine]` of a scenario."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from pydantic import Field

from motorium.problems import Wrong
from motorium.settings import Number, Settings
from motorium.world.habitat.settings import Place

if TYPE_CHECKING:
    from motorium.world.scenario import Scenario

__all__ = ["LENGTH", "MOST", "RADIUS", "SubmarineSettings", "submarine_wrongs"]

LENGTH: Final = 3.0
RADIUS: Final = 0.7
"""Of the hull, a capsule [m]. Ours: two people fit in, and it still finds room in a reef."""

MOST: Final = 8
"""Submarines of a world: so many colours can be told apart by everybody."""


class SubmarineSettings(Settings):
    """The table `[submarine]`: where the [submarine](concepts/submarine.md) begins, at rest; left
    out, there is none."""

    place: Place = (0.0, 0.0, 0.0)
    """Of its middle [m]; where ground or a rock is in the way, it begins above that."""
    heading: Number = Field(default=0.0, ge=-6.3, le=6.3)
    """Where its bow points [rad], left of the x axis."""
    most: int = Field(default=MOST, ge=1, le=MOST)
    """How many there can be: who boards when the first is taken gets one of his own, near it."""


def submarine_wrongs(scenario: Scenario) -> Iterator[Wrong]:
    """What of it would begin where it cannot be."""
    if scenario.submarine is None:
        return
    x, y, z = scenario.submarine.place
    at = ("submarine", "place")
    yield from scenario.world.out_of_sight((x, y, z), at)
    habitat = scenario.habitat
    if habitat is None:
        return
    away = math.hypot(x, y) + LENGTH / 2
    if away > habitat.radius:
        far = f"reaches {away:g} m from the middle with its {LENGTH:g} m"
        yield Wrong(at, f"{far}; habitat.radius is {habitat.radius:g}", ("radius",))
    if z + RADIUS > habitat.surface:
        high = f"reaches up to {z + RADIUS:g} m with its {2 * RADIUS:g} m"
        yield Wrong(at, f"{high}; habitat.surface is {habitat.surface:g}", ("surface",))
