"""Who watches: cameras, and the levels of detail at which individuals are moved.

Levels change what a fish costs and how it looks, never what happens: cameras are inputs of a world
like commands, and minds see nothing of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import IntEnum
from numbers import Real
from typing import Any

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
            # Of its own: whoever made it may go on with his array.
            object.__setattr__(self, name, _three(name, getattr(self, name)))
        for name in ("field", "aspect", "height", "far"):
            if not _is_number(getattr(self, name)):
                raise ValueError(f"camera: {name} must be a number, not {getattr(self, name)!r}")
        ahead, up = _scaled(self.ahead), _scaled(self.up)
        across = [ahead[i - 2] * up[i - 1] - ahead[i - 1] * up[i - 2] for i in range(3)]
        if math.hypot(*across) <= 1e-9 * math.hypot(*ahead) * math.hypot(*up):
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


def _three(name: str, given: Any) -> tuple[float, float, float]:
    parts = tuple(given) if hasattr(given, "__iter__") else ()
    if len(parts) != 3 or not all(_is_number(part) and math.isfinite(part) for part in parts):
        raise ValueError(f"camera: {name} must be three finite numbers, not {given!r}")
    return float(parts[0]), float(parts[1]), float(parts[2])


def _is_number(given: Any) -> bool:
    return isinstance(given, Real) and not isinstance(given, bool)


def _scaled(direction: tuple[float, float, float]) -> list[float]:
    """Its largest part 1, so that no product of parts is lost or boundless."""
    largest = max(abs(part) for part in direction)
    return [part / largest if largest else 0.0 for part in direction]
