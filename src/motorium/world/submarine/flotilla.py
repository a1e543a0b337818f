"""A flotilla: submarines that move in one water, and never through each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from motorium.world.submarine.boat import Submarine
from motorium.world.submarine.fending import fend_off, gap
from motorium.world.submarine.motion import ahead_of

__all__ = ["Flotilla"]


class Flotilla:
    """Room for so many."""

    def __init__(self, most: int) -> None:
        self._positions = np.zeros((most, 3))
        self._velocities = np.zeros((most, 3))
        self._spins = np.zeros((most, 2))
        self._axes = np.zeros((most, 3))

    def advance(self, boats: Sequence[Submarine]) -> list[Submarine]:
        """One frame; who has bumped into something in it."""
        if len(boats) > 1:
            self._fend_off(boats)
        bumped = []
        for row, boat in enumerate(boats):
            place, angles = boat.position.copy(), boat.angles.copy()
            if boat.advance():
                bumped.append(boat)
            # A step that would lead into another all the same is not made.
            if len(boats) > 1 and self._meets(row, boats):
                boat.put(place, *angles)
                boat.room()
                self._follow(row, boat)
        return bumped

    def _fend_off(self, boats: Sequence[Submarine]) -> None:
        count = len(boats)
        for row, boat in enumerate(boats):
            self._follow(row, boat)
            self._velocities[row] = boat.velocity
            self._spins[row] = boat.spin
        velocities = self._velocities[:count]
        fend_off(self._positions[:count], self._axes, velocities, self._spins)
        for row, boat in enumerate(boats):
            boat.velocity[:] = velocities[row]

    def _meets(self, row: int, boats: Sequence[Submarine]) -> bool:
        """Whether one is in another, now that it has moved."""
        self._follow(row, boats[row])
        own, place = self._axes[row], self._positions[row]
        return any(
            gap(self._positions[other] - place, own, self._axes[other]) < 0.0
            for other in range(len(boats))
            if other != row
        )

    def _follow(self, row: int, boat: Submarine) -> None:
        self._positions[row] = boat.position
        self._axes[row] = ahead_of(*boat.angles)
