"""Walls: an elastic box around a puppet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined
from motorium.contracts.frames import Floats

__all__ = ["NO_WALLS", "Walls", "bounce_off"]

NO_WALLS: Final[Floats] = np.array([-np.inf] * 3 + [np.inf] * 3 + [1.0, 0.0])


@dataclass(frozen=True)
class Walls:
    """low, high [m], shape (3,): corners of the box; bounce: the share of its speed that a point
    keeps as it comes back, from 0 to 1; friction: the impulse along a wall, of that across it."""

    low: Floats
    high: Floats
    bounce: float = 0.9
    friction: float = 0.1
    numbers: Floats = field(init=False, repr=False, compare=False)
    """All of it, as the kernels take it, shape (8,)."""

    def __post_init__(self) -> None:
        low, high = (np.asarray(one, dtype=np.float64) for one in (self.low, self.high))
        if low.shape != (3,) or high.shape != (3,) or not np.all(low < high):
            raise ValueError(f"walls need three coordinates, low below high, not {low} and {high}")
        if not 0.0 <= self.bounce <= 1.0:
            raise ValueError(f"the bounce of walls is a share from 0 to 1, not {self.bounce}")
        if not 0.0 <= self.friction < np.inf:
            raise ValueError(f"the friction of walls is 0 or more, not {self.friction}")
        numbers = np.concatenate([low, high, [self.bounce, self.friction]])
        object.__setattr__(self, "numbers", numbers)


@inlined
def bounce_off(
    walls: NDArray[Any], seconds: float, force: Any, position_out: Any, momentum_out: Any
) -> None:
    """Position [m] and momentum [kg m/s] of a point, shape (3,) each, changed in place.

    Beyond a wall by x, it comes back to bounce * x inside; its momentum P across the wall is turned
    and keeps its share, and that along the wall loses friction * (1 + bounce) * |P|, at most all.
    What moves no faster than its force [N] makes it in two steps lies on the wall: else it would
    tremble there for ever.
    """
    for axis in range(3):
        wall = walls[axis]
        if position_out[axis] >= wall:
            wall = walls[3 + axis]
            if position_out[axis] <= wall:
                continue
        beyond = position_out[axis] - wall
        across = momentum_out[axis]
        bounce = walls[6] if abs(across) > 2.0 * seconds * abs(force[axis]) else 0.0
        # It must not fly out at the other side.
        position_out[axis] = min(max(wall - bounce * beyond, walls[axis]), walls[3 + axis])
        if across * beyond > 0.0:
            momentum_out[axis] = -bounce * across
            _rub(momentum_out, axis, walls[7] * (1.0 + bounce) * abs(across))


@inlined
def _rub(momentum_out: Any, axis: int, impulse: float) -> None:
    """Take an impulse from what a point has along a wall."""
    one, other = (axis + 1) % 3, (axis + 2) % 3
    along = np.sqrt(momentum_out[one] ** 2 + momentum_out[other] ** 2)
    if along > 0.0:
        kept = max(0.0, 1.0 - impulse / along)
        momentum_out[one] *= kept
        momentum_out[other] *= kept
