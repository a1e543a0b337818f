"""Who watches: cameras, and the levels of detail at which individuals are moved.

Levels change what a fish costs and how it looks, never what happens: cameras are inputs of a world
like commands, and minds see nothing of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import IntEnum

__all__ = ["Camera", "Level"]


class Level(IntEnum):
    """How much is calculated of an individual (Yu & Terzopoulos 1999, Table 1, and muscles)."""

    MUSCLES = 0
    """Simulated: muscles, body, water."""
    PLAYBACK = 1
    """Replayed, with all its nodes."""
    FRAME = 2
    """Replayed, but only where it is and how it is turned: nobody sees it."""


@dataclass(frozen=True)
class Camera:
    """A viewer's eye in the world.

    position [m]; ahead and up: directions, which are made of unit length and square to each other;
    field: the whole vertical angle of view [rad]; aspect: width over height; height [pixels].
    """

    position: tuple[float, float, float]
    ahead: tuple[float, float, float]
    up: tuple[float, float, float] = (0.0, 0.0, 1.0)
    field: float = math.radians(50.0)
    aspect: float = 16 / 9
    height: float = 1080.0
