"""Things that stand, lie, roll or hang in a scene."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from motorium.physics.rigid.paths import Path

__all__ = ["FIXED", "Prop", "PropShape"]

PropShape = Literal["ball", "box", "bar"]
FIXED: Final = 0.0
"""The mass of what nobody can move [kg]."""
Triple = tuple[float, float, float]


@dataclass(frozen=True)
class Prop:
    """name; shape and size [m]: radius of a ball, half edges of a box, radius and half length of a
    bar, which is upright; mass [kg], 0: it stands fast; at [m]: its middle; turn (w, x, y, z);
    velocity [m/s] and spin [rad/s] to begin with. hangs [m]: how far above its middle it is hung up
    by a ball joint, None: it is not. ground: whether who touches it stands on it; grip: whether
    hands can hold it; path: the way it goes by itself whatever pushes it, None: none; color: red,
    green, blue, 0 to 1."""

    name: str
    shape: PropShape
    size: tuple[float, ...]
    mass: float
    at: Triple
    turn: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)
    velocity: Triple = (0.0, 0.0, 0.0)
    spin: Triple = (0.0, 0.0, 0.0)
    hangs: float | None = None
    friction: float = 0.8
    rolling: float = 0.005
    swing_damping: float = 2.0
    ground: bool = False
    grip: bool = False
    path: Path | None = None
    color: Triple = (0.6, 0.6, 0.6)

    @property
    def is_fixed(self) -> bool:
        """It never moves."""
        return self.mass == FIXED and self.path is None

    @property
    def lifts(self) -> bool:
        """Who walks on it walks so much higher: what can be pushed aside is no such ground."""
        return self.ground and (self.is_fixed or self.path is not None)
