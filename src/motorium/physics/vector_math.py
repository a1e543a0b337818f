"""Small functions of vectors, for kernels that are written in them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba.extending import register_jitable

from motorium.physics.simd import choose, maximum, minimum, nearest, splat

__all__ = ["calm", "clipped", "floor", "magnitude", "number", "sine_cosine", "spring_to", "wrapped"]


@register_jitable
def number(lanes: Any, value: float) -> Any:
    """One number in all lanes."""
    return splat(lanes, np.float32(value))


@register_jitable
def clipped(lanes: Any, value: Any, most: Any) -> Any:
    """Between -most and most."""
    return maximum(minimum(value, most), number(lanes, 0.0) - most)


@register_jitable
def magnitude(lanes: Any, value: Any) -> Any:
    return maximum(value, number(lanes, 0.0) - value)


@register_jitable
def floor(lanes: Any, value: Any) -> Any:
    """The largest whole number that is not larger."""
    whole = nearest(value)
    return whole - choose(whole - value, number(lanes, 1.0), number(lanes, 0.0))


@register_jitable
def calm(lanes: Any, value: Any) -> Any:
    """Nothing, where there is next to nothing: numbers that die away must not become denormal,
    which processors are slow with."""
    return choose(magnitude(lanes, value) - number(lanes, 1e-9), value, number(lanes, 0.0))


@register_jitable
def wrapped(lanes: Any, angle: Any) -> Any:
    """The same angle between -pi and pi."""
    turns = nearest(angle * number(lanes, 0.5 / math.pi))
    return angle - turns * number(lanes, 2.0 * math.pi)


@register_jitable
def sine_cosine(lanes: Any, x: Any) -> Any:
    """To float32 rounding between -pi/2 and pi/2, and to a thousandth between -pi and pi."""
    a = x * x
    sine = number(lanes, -2.5052108e-8)
    cosine = number(lanes, 2.0876757e-9)
    for odd, even in (
        (2.7557319e-6, -2.7557319e-7),
        (-1.9841270e-4, 2.4801587e-5),
        (8.3333333e-3, -1.3888889e-3),
        (-0.16666667, 4.1666667e-2),
        (1.0, -0.5),
    ):
        sine = sine * a + number(lanes, odd)
        cosine = cosine * a + number(lanes, even)
    return sine * x, cosine * a + number(lanes, 1.0)


@register_jitable
def spring_to(
    lanes: Any, off: Any, rate: Any, quickness: float, left: Any, dt: Any
) -> tuple[Any, Any]:
    """How far off, and how fast, what follows a goal critically damped is after a time.

    From rest it comes without overshooting. left: exp(-quickness * dt).
    """
    quick = number(lanes, quickness)
    off = calm(lanes, off)
    pull = rate + off * quick
    return left * (off + pull * dt), calm(lanes, left * (rate - pull * quick * dt))
