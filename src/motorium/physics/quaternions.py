"""Turns (w, x, y, z) as four numbers; for kernels."""

from __future__ import annotations

import math

from motorium.compiled import borrowing_kernel, inlined

__all__ = [
    "Turn",
    "Vector",
    "about_y",
    "about_z",
    "between_turns",
    "between_vectors",
    "inverse",
    "log_of",
    "long_log_of",
    "power",
    "product",
    "rotated",
]

Turn = tuple[float, float, float, float]
Vector = tuple[float, float, float]


@borrowing_kernel
def product(p: Turn, q: Turn) -> Turn:
    """`q` is applied first."""
    return (
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    )


@inlined
def inverse(q: Turn) -> Turn:
    """Of a turn of unit length."""
    return (q[0], -q[1], -q[2], -q[3])


@inlined
def about_z(angle: float) -> Turn:
    return (math.cos(0.5 * angle), 0.0, 0.0, math.sin(0.5 * angle))


@inlined
def about_y(angle: float) -> Turn:
    return (math.cos(0.5 * angle), 0.0, math.sin(0.5 * angle), 0.0)


@borrowing_kernel
def log_of(q: Turn) -> Vector:
    """Its axis, as long as its angle [rad], the short way round."""
    sign = -1.0 if q[0] < 0.0 else 1.0
    sine = math.sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    if sine < 1e-9:
        return (2.0 * sign * q[1], 2.0 * sign * q[2], 2.0 * sign * q[3])
    scale = sign * 2.0 * math.atan2(sine, sign * q[0]) / sine
    return (scale * q[1], scale * q[2], scale * q[3])


@borrowing_kernel
def long_log_of(q: Turn) -> Vector:
    """The same up to a full turn: what was put together of short turns goes on the way it went
    where it comes to more than half a turn."""
    sine = math.sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    if sine < 1e-9:
        return (2.0 * q[1], 2.0 * q[2], 2.0 * q[3])
    scale = 2.0 * math.atan2(sine, q[0]) / sine
    return (scale * q[1], scale * q[2], scale * q[3])


@borrowing_kernel
def power(v: Vector, share: float) -> Turn:
    """About a vector, by a share of its length [rad]."""
    angle = math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    if angle < 1e-9:
        return (1.0, 0.0, 0.0, 0.0)
    scale = math.sin(0.5 * share * angle) / angle
    return (math.cos(0.5 * share * angle), scale * v[0], scale * v[1], scale * v[2])


@borrowing_kernel
def between_turns(p: Turn, q: Turn, share: float) -> Turn:
    """Straight from the one to the other, the short way."""
    sign = -1.0 if p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3] < 0.0 else 1.0
    kept, come = 1.0 - share, sign * share
    w, x = kept * p[0] + come * q[0], kept * p[1] + come * q[1]
    y, z = kept * p[2] + come * q[2], kept * p[3] + come * q[3]
    scale = 1.0 / math.sqrt(w * w + x * x + y * y + z * z)
    return (w * scale, x * scale, y * scale, z * scale)


@borrowing_kernel
def rotated(q: Turn, v: Vector) -> Vector:
    """A vector turned by a turn of unit length."""
    i = 2.0 * (q[2] * v[2] - q[3] * v[1])
    j = 2.0 * (q[3] * v[0] - q[1] * v[2])
    k = 2.0 * (q[1] * v[1] - q[2] * v[0])
    return (
        v[0] + q[0] * i + q[2] * k - q[3] * j,
        v[1] + q[0] * j + q[3] * i - q[1] * k,
        v[2] + q[0] * k + q[1] * j - q[2] * i,
    )


@borrowing_kernel
def between_vectors(u: Vector, v: Vector) -> Turn:
    """The shortest turn that brings one direction into another; none from the opposite one."""
    dot = u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
    size = math.sqrt(
        (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    )
    w = size + dot
    x = u[1] * v[2] - u[2] * v[1]
    y = u[2] * v[0] - u[0] * v[2]
    z = u[0] * v[1] - u[1] * v[0]
    length = math.sqrt(w * w + x * x + y * y + z * z)
    if length < 1e-12:
        return (1.0, 0.0, 0.0, 0.0)
    return (w / length, x / length, y / length, z / length)
