"""Between kernels and the world: body frames, nodes and health of simulated fishes."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from motorium.bodies.fish import CENTIMETRE, NODES, UNIT_NODES, UNITS
from motorium.compiled import kernel
from motorium.contracts.frames import Floats, quaternion_from_axes
from motorium.physics.fish_kernel import Array, Row
from motorium.physics.simd import (
    Lanes,
    inverse_sqrt,
    load,
    nearest,
    splat,
    store,
    where_between,
    where_positive,
    widened,
)
from motorium.physics.triples import cross, dot, load3, minus, plus, store3, times

__all__ = [
    "KNOT_FRAMES",
    "KNOT_LOOKS",
    "LONGEST",
    "LOOK_ROWS",
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

Quaternion = tuple[float, float, float, float]

_I = UNIT_NODES[:, 0].astype(np.int64)
_J = UNIT_NODES[:, 1].astype(np.int64)
_X: Final = Row.POSITION
_ROWS: Final = Row.COUNT

# Rows of the work space of one look, each with one number a lane.
_NODES: Final = 0
"""Nodes [m] in the body frame."""
_AXES: Final = 3 * NODES
"""Of the body in the world: forward, left, up."""
_SHIFT: Final = _AXES + 9
"""By how many whole units the origin moves."""
_MIDDLE: Final = _SHIFT + 3
"""Between n5 and n7, from the origin that has moved."""
_UNIT: Final = _MIDDLE + 3
"""[m]"""
_WHOLE: Final = _UNIT + 1
"""1; 0 if the fish is broken, or none of those that are looked at."""
LOOK_ROWS: Final = _WHOLE + 1


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
    lanes: Lanes,
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
    look: Floats,
) -> int:
    """Write what the fishes of lanes [first, last) look like from outside; returns how many broke.

    Lane n belongs to population slot slots[n] and is scales[n] times as long as 20 cm. A broken
    fish (not finite, a unit beyond its bounds, or turned inside out for long) is marked, and its
    outputs keep what they were. A healthy one that has moved from its float64 origin [m] takes the
    origin along by whole units, so that float32 nodes never lose digits far from home. knots_out
    counts how often in a row a lane was seen knotted; an empty one leaves knots alone. look: work
    space of LOOK_ROWS * width. Only one thread at a time may look at a block.
    """
    broken = 0
    for block in range(first // width, -(-last // width)):
        start = block * _ROWS * width
        zeroth = block * width
        begin, end = max(first, zeroth), min(last, zeroth + width)
        _find_whole(lanes, rest_lengths, width, start, state, look)
        for lane in range(width):
            n = zeroth + lane
            if not begin <= n < end:
                look[_WHOLE * width + lane] = 0.0
                continue
            look[_UNIT * width + lane] = CENTIMETRE * scales[n]
            if len(knots_out) > 0 and (n + frame) % KNOT_FRAMES == 0:
                _look_for_knot(width, n, lane, start, state, knots_out, look)
            broken_out[n] = look[_WHOLE * width + lane] == 0.0
            broken += broken_out[n]
        _turn_into_frames(lanes, width, start, state, look)
        for n in range(begin, end):
            if broken_out[n]:
                continue
            lane, slot = n - zeroth, slots[n]
            unit = look[_UNIT * width + lane]
            for k in range(3):
                origins[n, k] += look[(_SHIFT + k) * width + lane] * unit
                place = origins[n, k] + look[(_MIDDLE + k) * width + lane] * unit
                velocities_out[slot, k] = (place - positions_out[slot, k]) / frame_seconds
                positions_out[slot, k] = place
            now = _quaternion_of(width, lane, look)
            spin = _angular_velocity(orientations_out, slot, now, frame_seconds)
            for k in range(3):
                angular_velocities_out[slot, k] = spin[k]
            for k in range(4):
                orientations_out[slot, k] = now[k]
        # A loop of its own: behind the long chain of an angular velocity copies would wait.
        for n in range(begin, end):
            if broken_out[n]:
                continue
            lane, slot = n - zeroth, slots[n]
            for i in range(NODES):
                for k in range(3):
                    nodes_out[slot, i, k] = look[(_NODES + 3 * i + k) * width + lane]
    return broken


@kernel
def _find_whole(
    lanes: Lanes, rest_lengths: Array, width: int, start: int, state: Array, look: Floats
) -> None:
    """Set the row of those that are whole: 1, or 0 if a unit is beyond its bounds or not finite."""
    x0 = start + _X * width
    whole = splat(lanes, state.dtype.type(1))
    for s in range(UNITS):
        r = minus(
            load3(lanes, width, state, x0 + 3 * width * _J[s]),
            load3(lanes, width, state, x0 + 3 * width * _I[s]),
        )
        rest = rest_lengths[s] * rest_lengths[s]
        shortest = splat(lanes, state.dtype.type(SHORTEST * SHORTEST * rest))
        longest = splat(lanes, state.dtype.type(LONGEST * LONGEST * rest))
        whole = where_between(shortest, dot(r, r), longest, whole)
    store(look, _WHOLE * width, whole)


@kernel
def _look_for_knot(
    width: int,
    n: int,
    lane: int,
    start: int,
    state: Array,
    knots_out: NDArray[np.int8],
    look: Floats,
) -> None:
    """Count on in lane n, or begin anew; one seen knotted often enough is no longer whole."""
    x = look[: 3 * NODES].reshape((NODES, 3))
    for i in range(NODES):
        for k in range(3):
            x[i, k] = state[start + (_X + 3 * i + k) * width + lane]
    knotted = look[_WHOLE * width + lane] > 0.0 and is_knotted(x)
    knots_out[n] = knots_out[n] + 1 if knotted else 0
    if knots_out[n] >= KNOT_LOOKS:
        look[_WHOLE * width + lane] = 0.0
        knots_out[n] = 0


@kernel
def _turn_into_frames(lanes: Lanes, width: int, start: int, state: Array, look: Floats) -> None:
    """Find the frames of whole fishes, turn their nodes into them, and bring them back home."""
    left_side = _node(lanes, width, start, state, 5)
    middle = times(splat(lanes, 0.5), plus(left_side, _node(lanes, width, start, state, 7)))
    forward = _unit_vector(minus(_node(lanes, width, start, state, 0), middle))
    across = minus(left_side, _node(lanes, width, start, state, 6))
    up = _unit_vector(cross(forward, across))
    left = cross(up, forward)
    store3(width, look, _AXES * width, forward)
    store3(width, look, (_AXES + 3) * width, left)
    store3(width, look, (_AXES + 6) * width, up)
    whole = load(lanes, look, _WHOLE * width)
    shift = (
        where_positive(whole, nearest(middle[0])),
        where_positive(whole, nearest(middle[1])),
        where_positive(whole, nearest(middle[2])),
    )
    store3(width, look, _SHIFT * width, shift)
    store3(width, look, _MIDDLE * width, minus(middle, shift))
    unit = load(lanes, look, _UNIT * width)
    forward, left, up = times(unit, forward), times(unit, left), times(unit, up)
    for i in range(NODES):
        x = _node(lanes, width, start, state, i)
        store3(width, state, start + (_X + 3 * i) * width, minus(x, shift))
        r = minus(x, middle)
        turned = (dot(forward, r), dot(left, r), dot(up, r))
        store3(width, look, (_NODES + 3 * i) * width, turned)


@register_jitable
def _node(lanes: Lanes, width: int, start: int, state: Array, node: int) -> Any:
    x = load3(lanes, width, state, start + (_X + 3 * node) * width)
    return widened(x[0]), widened(x[1]), widened(x[2])


@register_jitable
def _unit_vector(a: Any) -> Any:
    return times(inverse_sqrt(dot(a, a)), a)


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
def _quaternion_of(width: int, lane: int, look: Floats) -> Quaternion:
    """Of the rotation whose columns are the axes of this lane, by the largest pivot, w >= 0."""
    p = _AXES * width + lane
    xx, xy, xz = look[p], look[p + width], look[p + 2 * width]
    yx, yy, yz = look[p + 3 * width], look[p + 4 * width], look[p + 5 * width]
    zx, zy, zz = look[p + 6 * width], look[p + 7 * width], look[p + 8 * width]
    if xx + yy + zz > 0:
        w, x, y, z = 1 + xx + yy + zz, yz - zy, zx - xz, xy - yx
    elif xx >= yy and xx >= zz:
        w, x, y, z = yz - zy, 1 + xx - yy - zz, xy + yx, zx + xz
    elif yy >= zz:
        w, x, y, z = zx - xz, xy + yx, 1 - xx + yy - zz, yz + zy
    else:
        w, x, y, z = xy - yx, zx + xz, yz + zy, 1 - xx - yy + zz
    per_length = 1.0 / math.sqrt(w * w + x * x + y * y + z * z)
    if w < 0:
        per_length = -per_length
    return w * per_length, x * per_length, y * per_length, z * per_length


@kernel
def _angular_velocity(
    before: Floats, slot: int, now: Quaternion, seconds: float
) -> tuple[float, float, float]:
    """World-axes rotation vector of now * conjugate(before[slot]), over the time between."""
    a, b, c, d = now
    e, f, g, h = before[slot, 0], -before[slot, 1], -before[slot, 2], -before[slot, 3]
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
    return x * rate, y * rate, z * rate
