"""The seabed: a height field."""

from __future__ import annotations

import numpy as np

from motorium.contracts.frames import Floats
from motorium.world.habitat.settings import HabitatSettings

__all__ = ["Terrain"]


class Terrain:
    """heights [m], shape (n, n), of the points of a square grid around the origin: heights[i, j] is
    at x = i * step - reach, y = j * step - reach; beyond it, as at its edge."""

    def __init__(self, settings: HabitatSettings, chance: np.random.Generator) -> None:
        self.reach = settings.radius
        self.step = 2.0 * settings.radius
        self.heights = np.full((2, 2), settings.ground, dtype=np.float32)

    def height(self, x: Floats, y: Floats) -> Floats:
        """Of the ground [m] under these places [m]."""
        return np.full(np.shape(x), float(self.heights[0, 0]))
