"""Where things stand on the ground that a scenario does not place: drawn between two circles."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np

__all__ = ["free_spot"]

TRIES: Final = 2000
"""For a free spot, before there is said to be none."""


def free_spot(
    around: tuple[float, float],
    most: float,
    chance: np.random.Generator,
    is_free: Callable[[float, float], bool],
) -> tuple[float, float] | None:
    """A free spot [m] between circles around the middle, at most so far out; all are as likely.
    None if none was found."""
    inner, outer = around[0], min(around[1], most)
    for _ in range(TRIES if inner <= outer else 0):
        far = math.sqrt(chance.uniform(inner**2, outer**2))
        angle = chance.uniform(-math.pi, math.pi)
        x, y = far * math.cos(angle), far * math.sin(angle)
        if is_free(x, y):
            return x, y
    return None
