"""Frames, units and rotations that every room agrees on.

World: right-handed, z up, metres, seconds, radians. Body frame of every character: x forward,
y left, z up; left turns and nose-up pitch are positive. Quaternions are (w, x, y, z), unit length,
and turn body coordinates into world coordinates.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel

__all__ = [
    "Floats",
    "body_to_world",
    "heading_pitch_roll",
    "multiply",
    "quaternion_from_axes",
    "quaternion_from_heading",
    "rotation_matrix",
    "rotation_vector",
    "turned",
    "world_to_body",
]

Floats = NDArray[np.float64]


def rotation_matrix(quaternion: Floats) -> Floats:
    """Matrix whose columns are the body axes in the world; shape (..., 3, 3) from (..., 4)."""
    w, x, y, z = np.moveaxis(np.asarray(quaternion, dtype=np.float64), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def quaternion_from_axes(matrix: Floats) -> Floats:
    """Quaternion of a rotation matrix; shape (..., 4) from (..., 3, 3), with w >= 0.

    Of the four equivalent formulas each row takes the one with the largest pivot, so that no
    orientation divides by a small number.
    """
    m = np.asarray(matrix, dtype=np.float64)
    xx, yy, zz = m[..., 0, 0], m[..., 1, 1], m[..., 2, 2]
    candidates = np.stack(
        [
            np.stack(
                [
                    1 + xx + yy + zz,
                    m[..., 2, 1] - m[..., 1, 2],
                    m[..., 0, 2] - m[..., 2, 0],
                    m[..., 1, 0] - m[..., 0, 1],
                ],
                axis=-1,
            ),
            np.stack(
                [
                    m[..., 2, 1] - m[..., 1, 2],
                    1 + xx - yy - zz,
                    m[..., 1, 0] + m[..., 0, 1],
                    m[..., 0, 2] + m[..., 2, 0],
                ],
                axis=-1,
            ),
            np.stack(
                [
                    m[..., 0, 2] - m[..., 2, 0],
                    m[..., 1, 0] + m[..., 0, 1],
                    1 - xx + yy - zz,
                    m[..., 2, 1] + m[..., 1, 2],
                ],
                axis=-1,
            ),
            np.stack(
                [
                    m[..., 1, 0] - m[..., 0, 1],
                    m[..., 0, 2] + m[..., 2, 0],
                    m[..., 2, 1] + m[..., 1, 2],
                    1 - xx - yy + zz,
                ],
                axis=-1,
            ),
        ],
        axis=-2,
    )
    pivots = np.diagonal(candidates, axis1=-2, axis2=-1)
    best = np.argmax(pivots, axis=-1)[..., None, None]
    q = np.take_along_axis(candidates, best, axis=-2)[..., 0, :]
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    upright: Floats = np.where(q[..., :1] < 0, -q, q)
    return upright


def quaternion_from_heading(heading: Floats | float) -> Floats:
    """Level orientation that looks along (cos heading, sin heading, 0)."""
    half = np.asarray(heading, dtype=np.float64) / 2
    zero = np.zeros_like(half)
    return np.stack([np.cos(half), zero, zero, np.sin(half)], axis=-1)


def multiply(first: Floats, second: Floats) -> Floats:
    """Hamilton product: `second` is applied first."""
    a, b, c, d = np.moveaxis(np.asarray(first, dtype=np.float64), -1, 0)
    e, f, g, h = np.moveaxis(np.asarray(second, dtype=np.float64), -1, 0)
    return np.stack(
        [
            a * e - b * f - c * g - d * h,
            a * f + b * e + c * h - d * g,
            a * g - b * h + c * e + d * f,
            a * h + b * g - c * f + d * e,
        ],
        axis=-1,
    )


def body_to_world(quaternion: Floats, vectors: Floats) -> Floats:
    """Turn vectors from body to world axes; `vectors` shape (..., 3) or (..., points, 3)."""
    return _apply(rotation_matrix(quaternion), np.asarray(vectors, dtype=np.float64))


def world_to_body(quaternion: Floats, vectors: Floats) -> Floats:
    """Turn vectors from world to body axes; `vectors` shape (..., 3) or (..., points, 3)."""
    inverse = np.swapaxes(rotation_matrix(quaternion), -1, -2)
    return _apply(inverse, np.asarray(vectors, dtype=np.float64))


def heading_pitch_roll(quaternion: Floats) -> Floats:
    """Heading (left positive), pitch (nose up positive), roll (left side up positive) [rad].

    Limitation: heading and roll are not separable when the nose points straight up or down.
    """
    m = rotation_matrix(quaternion)
    heading = np.arctan2(m[..., 1, 0], m[..., 0, 0])
    pitch = np.arcsin(np.clip(m[..., 2, 0], -1.0, 1.0))
    roll = np.arctan2(m[..., 2, 1], m[..., 2, 2])
    return np.stack([heading, pitch, roll], axis=-1)


def rotation_vector(quaternion: Floats) -> Floats:
    """Axis times angle [rad] of a rotation, the short way round; shape (..., 3)."""
    q = np.asarray(quaternion, dtype=np.float64)
    q = np.where(q[..., :1] < 0, -q, q)
    sine = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    angle = 2 * np.arctan2(sine, q[..., :1])
    scale = np.where(sine > 1e-12, angle / np.maximum(sine, 1e-12), 2.0)
    vector: Floats = q[..., 1:] * scale
    return vector


def _apply(matrix: Floats, vectors: Floats) -> Floats:
    if vectors.ndim == matrix.ndim:
        turned: Floats = np.einsum("...ij,...pj->...pi", matrix, vectors)
    else:
        turned = np.einsum("...ij,...j->...i", matrix, vectors)
    return turned


@kernel
def turned(
    w: float, a: float, b: float, c: float, x: float, y: float, z: float
) -> tuple[float, float, float]:
    """Turn (x, y, z) by the unit quaternion (w, a, b, c); for kernels."""
    p = 2.0 * (b * z - c * y)
    q = 2.0 * (c * x - a * z)
    r = 2.0 * (a * y - b * x)
    return (
        x + w * p + b * r - c * q,
        y + w * q + c * p - a * r,
        z + w * r + a * q - b * p,
    )
