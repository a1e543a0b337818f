"""Fields of light and temperature, sampled anywhere."""

from __future__ import annotations

import numpy as np

from motorium.contracts.frames import Floats
from motorium.world.habitat.obstacles import Obstacles
from motorium.world.habitat.settings import HabitatSettings

__all__ = ["Light", "Temperature"]


class Light:
    """hour: of the day, 0 to 24; a person may change it."""

    def __init__(self, settings: HabitatSettings, obstacles: Obstacles) -> None:
        self.hour = settings.light.hour

    def advance(self) -> None:
        """A frame passes."""

    def at(self, points: Floats) -> Floats:
        """Brightness, 0 to 1, at points [m] of shape (n, 3)."""
        return np.ones(len(points))


class Temperature:
    """It does not change with time."""

    def __init__(self, settings: HabitatSettings) -> None:
        self._settings = settings

    def at(self, points: Floats) -> Floats:
        """Degrees Celsius at points [m] of shape (n, 3)."""
        return np.full(len(points), self._settings.temperature.surface)
