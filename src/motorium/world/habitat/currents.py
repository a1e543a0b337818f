"""Currents of a habitat: its flow primitives and the flow around its obstacles, together."""

from __future__ import annotations

import numpy as np

from motorium.contracts.frames import Floats
from motorium.world.habitat.obstacles import Obstacles
from motorium.world.habitat.settings import HabitatSettings

__all__ = ["Currents"]


class Currents:
    """The velocity of the water anywhere, at any time."""

    def __init__(self, settings: HabitatSettings, obstacles: Obstacles) -> None:
        self.strength = 1.0
        """A person's slider: all flow is multiplied by it."""

    def at(self, points: Floats, seconds: float) -> Floats:
        """Velocity of the water [m/s] at points [m], both of shape (n, 3)."""
        return np.zeros(np.shape(points))
