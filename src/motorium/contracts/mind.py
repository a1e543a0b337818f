"""Minds: they read senses and write commands, and know neither motors nor nodes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.commands import Commands
from motorium.contracts.frames import Floats
from motorium.contracts.population import Slots

__all__ = ["Mind", "Room", "Senses"]


@dataclass(frozen=True)
class Room:
    """How much room individuals have where they are, and at the tightest place on the way before
    them, as far as it is open.

    free [m], shape (capacity, 2): distance to the nearest of ground, surface, boundary and
    obstacles, negative inside of it; away: unit vectors from there, shape (capacity, 2, 3). open
    [m], shape (capacity, 2): where that is tight, how far ways to the left and to the right lead.

    along(slots, courses, far): how far level ways lead on courses [rad], at most so far [m]; one of
    each for every slot.
    """

    free: Floats
    away: Floats
    open: Floats
    along: Callable[[Slots, Floats, Floats], Floats]


@dataclass(frozen=True)
class Senses:
    """What minds are told of the individuals they command; arrays are indexed by slot.

    time [s]; slots: whom this is about; positions [m], shape (capacity, 3); orientations,
    shape (capacity, 4); lengths [m], shape (capacity,). Minds read and never write them. room: None
    in open water.
    """

    time: float
    slots: Slots
    positions: Floats
    orientations: Floats
    lengths: NDArray[np.float32]
    room: Room | None = None


class Mind(Protocol):
    """Decides for the individuals whose senses it is given."""

    @property
    def name(self) -> str:
        """What scenarios call it."""

    @property
    def speed(self) -> float:
        """What it cruises at [L/s]; a person may change it."""

    @speed.setter
    def speed(self, value: float) -> None: ...

    def decide(self, senses: Senses, commands: Commands) -> None:
        """Write commands for this frame."""
