"""What drifts: plankton, bubbles, and food that somebody dropped."""

from __future__ import annotations

import numpy as np

from motorium.contracts.frames import Floats
from motorium.contracts.population import Population
from motorium.world.habitat.currents import Currents
from motorium.world.habitat.obstacles import Obstacles
from motorium.world.habitat.settings import HabitatSettings
from motorium.world.habitat.terrain import Terrain

__all__ = ["Bubbles", "Food", "Particles", "Plankton"]


class Particles:
    """A fixed number of places for small things.

    positions [m], shape (capacity, 3); there: 1 where there is one, shape (capacity,); sizes:
    diameters [m], shape (capacity,).
    """

    def __init__(self, capacity: int) -> None:
        self.positions: Floats = np.zeros((capacity, 3))
        self.there = np.zeros(capacity, dtype=np.uint8)
        self.sizes = np.zeros(capacity, dtype=np.float32)

    def __len__(self) -> int:
        return int(self.there.sum())


class Plankton(Particles):
    """Drifts with the water, never into what is solid; who was eaten comes back elsewhere."""

    def __init__(
        self,
        settings: HabitatSettings,
        terrain: Terrain,
        obstacles: Obstacles,
        chance: np.random.Generator,
    ) -> None:
        super().__init__(settings.plankton.count)

    def advance(self, seconds: float, currents: Currents) -> None:
        """Drift for one frame."""


class Bubbles(Particles):
    """Rise from vents in the ground to the surface, and drift on their way."""

    def __init__(
        self, settings: HabitatSettings, terrain: Terrain, chance: np.random.Generator
    ) -> None:
        super().__init__(0)

    def advance(self, seconds: float, currents: Currents) -> None:
        """Rise for one frame."""


class Food(Particles):
    """Sinks slowly to the ground and lies there until it is eaten or gone."""

    def __init__(
        self,
        settings: HabitatSettings,
        terrain: Terrain,
        obstacles: Obstacles,
        chance: np.random.Generator,
    ) -> None:
        super().__init__(0)

    def drop(self, place: Floats) -> int:
        """Pieces around a place [m]; how many there was room for."""
        return 0

    def advance(self, seconds: float, currents: Currents) -> None:
        """Sink for one frame."""


def eaten(people: Population, plankton: Plankton, food: Food) -> list[tuple[int, str, int]]:
    """What comes into mouths in this frame, taken away: (slot, "plankton" or "food", which)."""
    return []
