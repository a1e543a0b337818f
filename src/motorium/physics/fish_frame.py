"""Between kernels and the world: body frames, nodes and health of simulated fishes."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import CENTIMETRE, NODES, UNIT_NODES, UNITS
from motorium.compiled import kernel
from motorium.contracts.frames import Floats, quaternion_from_axes
from motorium.physics.fish_kernel import Array, Row

__all__ = [
    "KNOT_FRAMES",
    "KNOT_LOOKS",
    "LONGEST",
    "SHORTEST",
    "body_frame",
    "is_knotted",
    "observe_fishes",
]

SHORTEST: Final = 0.1
LONGEST: Final = 3.0
"""A unit shorter or longer than this share of its rest length belongs to a body that has broken."""

KNOT_FRAMES: Final = 16
"""A fish is looked through for knots once in so many frames."""
KNOT_LOOKS: Final = 3
"""A knot that is seen so often in a row will not undo itself."""

_I = UNIT_NODES[:, 0].astype(np.int64)
_J = UNIT_NODES[:, 1].astype(np.int64)
_X: Final = Row.POSITION
_ROWS: Final = Row.COUNT


def body_frame(nodes: Floats) -> tuple[Floats, Floats]:
    """Origin (..., 3) and orientation (..., 4) of fishes with these nodes (..., 23, 3).

    Yu & Terzopoulos, Eqs. 1-4, in our axes: x towards the nose, z dorsal, y to the left. Their Eq.
    3 forgets that a bent body's n5 - n6 is not square to x: z is normalised here.
    """
    origin = (nodes[..., 5, :] + nodes[..., 7, :]) / 2
    forward = nodes[..., 0, :] - origin
    forward = forward / np.linalg.norm(forward, axis=-1, keepdims=True)
    up = np.cross(forward, nodes[..., 5, :] - nodes[..., 6, :])
    up = up / np.linalg.norm(up, axis=-1, keepdims=True)
    left = np.cross(up, forward)
    return origin, quaternion_from_axes(np.stack([forward, left, up], axis=-1))


@kernel
def observe_fishes(
    rest_lengths: Array,
    width: int,
    first: int,
    last: int,
    slots: NDArray[np.intp],
    scales: Floats,
    frame_seconds: float,
    frame: int,
    state: Array,
    origins: Floats,
    positions_out: Floats,
    orientations_out: Floats,
    velocities_out: Floats,
    angular_velocities_out: Floats,
    nodes_out: Array,
    knots_out: NDArray[np.int8],
    broken_out: NDArray[np.bool_],
) -> int:
    """Write what the fishes of lanes [first, last) look like from outside; returns how many broke.

    Lane n belongs to population slot slots[n] and is scales[n] times as long as 20 cm. A broken
    fish (not finite, a unit beyond its bounds, or turned inside out for long) is marked, and its
    outputs keep what they were. A healthy one that has moved from its float64 origin [m] takes the
    origin along by whole units, so that float32 nodes never lose digits far from home. knots_out
    counts how often in a row a lane was seen knotted; an empty one leaves knots alone.
    """
    x = np.empty((NODES, 3))
    axes = np.empty((3, 3))
    q = np.empty(4)
    broken = 0
    for n in range(first, last):
        base = (n // width) * _ROWS * width + n % width
        slot = slots[n]
        unit = CENTIMETRE * scales[n]
        for i in range(NODES):
            for k in range(3):
                x[i, k] = state[base + (_X + 3 * i + k) * width]
        broken_out[n] = not _whole(x, rest_lengths)
        if len(knots_out) > 0 and (n + frame) % KNOT_FRAMES == 0:
            knots_out[n] = knots_out[n] + 1 if not broken_out[n] and is_knotted(x) else 0
            if knots_out[n] >= KNOT_LOOKS:
                broken_out[n] = True
                knots_out[n] = 0
        if broken_out[n]:
            broken += 1
            continue
        for k in range(3):
            middle = (x[5, k] + x[7, k]) / 2
            shift = np.round(middle)
            if shift != 0.0:
                for i in range(NODES):
                    x[i, k] -= shift
                    state[base + (_X + 3 * i + k) * width] = x[i, k]
                origins[n, k] += shift * unit
                middle -= shift
            place = origins[n, k] + middle * unit
            velocities_out[slot, k] = (place - positions_out[slot, k]) / frame_seconds
            positions_out[slot, k] = place
        _axes_of(x, axes)
        _quaternion_of(axes, q)
        _angular_velocity(orientations_out[slot], q, frame_seconds, angular_velocities_out[slot])
        for k in range(4):
            orientations_out[slot, k] = q[k]
        for i in range(NODES):
            for a in range(3):
                value = 0.0
                for k in range(3):
                    value += axes[a, k] * (x[i, k] - (x[5, k] + x[7, k]) / 2)
                nodes_out[slot, i, a] = value * unit
    return broken


@kernel
def _whole(x: Floats, rest_lengths: Array) -> bool:
    for s in range(UNITS):
        square = 0.0
        for k in range(3):
            square += (x[_J[s], k] - x[_I[s], k]) ** 2
        rest = rest_lengths[s] * rest_lengths[s]
        # Written so that NaN fails, and without a division: it is done for every unit and frame.
        if not (SHORTEST * SHORTEST * rest <= square <= LONGEST * LONGEST * rest):
            return False
    return True


@kernel
def is_knotted(x: Floats) -> bool:
    """Whether a corner of the body is inside out: its three edges turn the wrong way round.

    Or whether it is wrung: the left of one quad lies to the right of the one before it.
    """
    for quad in range(5):
        if quad > 0:
            along = 0.0
            for k in range(3):
                ahead = x[4 * quad - 3, k] - x[4 * quad - 2, k]
                along += ahead * (x[4 * quad + 1, k] - x[4 * quad + 2, k])
            if along <= 0.0:
                return True
        for corner in range(4):
            a = 1 + 4 * quad + corner
            b = 1 + 4 * quad + (corner + 1) % 4
            d = 1 + 4 * quad + (corner + 3) % 4
            if quad < 4 and _turn_of(x, a, b, d, a + 4) <= 0.0:
                return True
            if _turn_of(x, a, b, d, a - 4 if quad > 0 else 0) >= 0.0:
                return True
    return _turn_of(x, 17, 18, 20, 21) <= 0.0 or _turn_of(x, 19, 20, 18, 22) <= 0.0


@kernel
def _turn_of(x: Floats, a: int, b: int, d: int, beyond: int) -> float:
    """Volume of the edges from a corner to its neighbours in the quad and to a node beyond it.

    Positive for one behind the quad, negative for one before it.
    """
    volume = 0.0
    for k in range(3):
        k1, k2 = (k + 1) % 3, (k + 2) % 3
        across = (x[b, k1] - x[a, k1]) * (x[d, k2] - x[a, k2])
        across -= (x[b, k2] - x[a, k2]) * (x[d, k1] - x[a, k1])
        volume += across * (x[beyond, k] - x[a, k])
    return -volume


@kernel
def _axes_of(x: Floats, axes_out: Floats) -> None:
    """Rows forward, left, up: `body_frame` for one fish."""
    forward, left, up = axes_out[0], axes_out[1], axes_out[2]
    for k in range(3):
        forward[k] = x[0, k] - (x[5, k] + x[7, k]) / 2
        left[k] = x[5, k] - x[6, k]
    _normalise(forward)
    _cross(forward, left, up)
    _normalise(up)
    _cross(up, forward, left)


@kernel
def _normalise(v: Floats) -> None:
    length = math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    for k in range(3):
        v[k] /= length


@kernel
def _cross(a: Floats, b: Floats, out: Floats) -> None:
    out[0] = a[1] * b[2] - a[2] * b[1]
    out[1] = a[2] * b[0] - a[0] * b[2]
    out[2] = a[0] * b[1] - a[1] * b[0]


@kernel
def _quaternion_of(axes: Floats, q_out: Floats) -> None:
    """Of the rotation whose columns are the rows of `axes`, by the largest pivot, w >= 0."""
    xx, yy, zz = axes[0, 0], axes[1, 1], axes[2, 2]
    if xx + yy + zz > 0:
        q_out[0] = 1 + xx + yy + zz
        q_out[1] = axes[1, 2] - axes[2, 1]
        q_out[2] = axes[2, 0] - axes[0, 2]
        q_out[3] = axes[0, 1] - axes[1, 0]
    elif xx >= yy and xx >= zz:
        q_out[0] = axes[1, 2] - axes[2, 1]
        q_out[1] = 1 + xx - yy - zz
        q_out[2] = axes[0, 1] + axes[1, 0]
        q_out[3] = axes[2, 0] + axes[0, 2]
    elif yy >= zz:
        q_out[0] = axes[2, 0] - axes[0, 2]
        q_out[1] = axes[0, 1] + axes[1, 0]
        q_out[2] = 1 - xx + yy - zz
        q_out[3] = axes[1, 2] + axes[2, 1]
    else:
        q_out[0] = axes[0, 1] - axes[1, 0]
        q_out[1] = axes[2, 0] + axes[0, 2]
        q_out[2] = axes[1, 2] + axes[2, 1]
        q_out[3] = 1 - xx - yy + zz
    length = math.sqrt(q_out[0] ** 2 + q_out[1] ** 2 + q_out[2] ** 2 + q_out[3] ** 2)
    if q_out[0] < 0:
        length = -length
    for k in range(4):
        q_out[k] /= length


@kernel
def _angular_velocity(before: Floats, now: Floats, seconds: float, out: Floats) -> None:
    """World-axes rotation vector of now * conjugate(before), over the time between."""
    a, b, c, d = now[0], now[1], now[2], now[3]
    e, f, g, h = before[0], -before[1], -before[2], -before[3]
    w = a * e - b * f - c * g - d * h
    x = a * f + b * e + c * h - d * g
    y = a * g - b * h + c * e + d * f
    z = a * h + b * g - c * f + d * e
    if w < 0:
        w, x, y, z = -w, -x, -y, -z
    sine = math.sqrt(x * x + y * y + z * z)
    rate = 2.0 / seconds
    if sine > 1e-12:
        rate = 2.0 * math.atan2(sine, w) / sine / seconds
    out[0] = x * rate
    out[1] = y * rate
    out[2] = z * rate
