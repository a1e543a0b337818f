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
    field: the whole vertical angle of view [rad]; aspect: width over height; height [pixels]; far
    [m]: beyond it nothing can be made out.
    """

    position: tuple[float, float, float]
    ahead: tuple[float, float, float]
    up: tuple[float, float, float] = (0.0, 0.0, 1.0)
    field: float = math.radians(50.0)
    aspect: float = 16 / 9
    height: float = 1080.0
    far: float = math.inf

    def __post_init__(self) -> None:
        for name in ("position", "ahead", "up"):
            parts = getattr(self, name)
            if len(parts) != 3 or not all(math.isfinite(part) for part in parts):
                raise ValueError(f"camera: {name} must be three finite numbers, not {parts}")
        across = [
            self.ahead[i - 2] * self.up[i - 1] - self.ahead[i - 1] * self.up[i - 2]
            for i in range(3)
        ]
        if math.hypot(*across) <= 1e-9 * math.hypot(*self.ahead) * math.hypot(*self.up):
            raise ValueError(
                f"camera: ahead {self.ahead} and up {self.up} must be two directions, "
                "neither zero nor along one line"
            )
        if not 0.0 < self.field < math.pi:
            raise ValueError(f"camera: field must be between 0 and pi rad, not {self.field}")
        for name in ("aspect", "height"):
            if not 0.0 < getattr(self, name) < math.inf:
                raise ValueError(f"camera: {name} must be above 0, not {getattr(self, name)}")
        if not self.far > 0.0:
            raise ValueError(f"camera: far must be above 0 m, not {self.far}")
