"""What can be eaten of what is in the water, in one list: plankton first, then food that was
dropped, then the bait of a fishing line."""

from __future__ import annotations

import numpy as np

from motorium.contracts.time import FRAME_SECONDS
from motorium.world.fishing.line import Line
from motorium.world.habitat.drifting import EDIBLE, Particles
from motorium.world.habitat.habitat import Habitat

__all__ = ["Edible", "bait_number"]


def bait_number(habitat: Habitat | None) -> int | None:
    """From which number on what can be eaten is the bait of a fishing line, if there is one."""
    if habitat is None:
        return None
    return len(habitat.plankton.there) + len(habitat.food.there)


class Edible:
    """places [m] and velocities [m/s], shape (n, 3); there: as `EDIBLE` where there is one, else 0,
    shape (n,). The bait is in it twice, once for who eats plankton and once for who eats food."""

    def __init__(self, habitat: Habitat | None, line: Line | None = None) -> None:
        self._sorts: list[tuple[Particles, int]] = (
            []
            if habitat is None
            else [(habitat.plankton, EDIBLE["plankton"]), (habitat.food, EDIBLE["food"])]
        )
        if line is not None:
            self._sorts += [(line.bait, sort) for sort in EDIBLE.values()]
        count = sum(len(particles.there) for particles, _ in self._sorts)
        self.places = np.zeros((count, 3))
        self.velocities = np.zeros((count, 3))
        self.there = np.zeros(count, dtype=np.uint8)

    def follow(self) -> None:
        """Look where it is now, a frame later."""
        self.velocities[:] = self.places
        begin = 0
        for particles, sort in self._sorts:
            end = begin + len(particles.there)
            appeared = (self.there[begin:end] == 0) & (particles.there > 0)
            self.places[begin:end] = particles.positions
            self.there[begin:end] = sort * particles.there
            self.velocities[begin:end][appeared] = particles.positions[appeared]
            begin = end
        self.velocities -= self.places
        self.velocities *= -1.0 / FRAME_SECONDS
