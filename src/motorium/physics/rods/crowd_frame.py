"""Between a crowd and the world: body frames, points and health of figures.

The body frame of a puppet has its origin in the centre of mass, and the orientation of the rotation
that brings its rest shape nearest to its points, weighed by their masses; that of a fish is Yu and
Terzopoulos' (`physics.fish_frame.body_frame`).
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel, inlined
from motorium.contracts.frames import Floats
from motorium.physics.rods.crowd_fit import axes_of, best_in_plane, best_in_space, of_axes
from motorium.physics.rods.crowd_layout import Array, constant
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

__all__ = ["FISH_FRAME", "IN_PLANE", "IN_SPACE", "look_rows", "observe_crowd"]

IN_PLANE: Final = 0
IN_SPACE: Final = 1
FISH_FRAME: Final = 2
"""How body frames are found."""

FARTHEST: Final = 1e4
"""[units], [units/s]: whose points are farther from home or faster has come apart."""

# Rows of the work space of one look, each with one number a lane.
_TURN: Final = 0
"""Quaternion of the body frame."""
_SHIFT: Final = 4
"""By how many whole units the origin moves."""
_MIDDLE: Final = 7
"""Origin of the body frame, from the figure's origin that has moved."""
_UNIT: Final = 10
"""[m]"""
_WHOLE: Final = 11
"""1; 0 if the figure has come apart, or is none of those that are looked at."""
_POINTS: Final = 12
"""[m] in the body frame."""


def look_rows(points: int) -> int:
    """Of the work space of one look at figures with so many points."""
    return _POINTS + 3 * points


@borrowing_kernel
def observe_crowd(
    lanes: Lanes,
    frame_of: int,
    masses: Floats,
    rest: Floats,
    width: int,
    first: int,
    last: int,
    slots: NDArray[np.intp],
    units: Floats,
    frame_seconds: float,
    state: Array,
    origins: Floats,
    positions_out: Floats,
    orientations_out: Floats,
    velocities_out: Floats,
    angular_velocities_out: Floats,
    nodes_out: Array,
    broken_out: NDArray[np.bool_],
    look: Floats,
) -> int:
    """Write what the figures of lanes [first, last) look like from outside; returns how many broke.

    frame_of: `IN_PLANE`, `IN_SPACE` or `FISH_FRAME`; masses [kg] (n,); rest (n, 3) from the centre
    of mass. Lane n belongs to population slot slots[n]. A broken figure is marked, and its outputs
    keep what they were. A healthy one takes its float64 origin [m] along by whole units, so that
    float32 points never lose digits far from home. look: work space of look_rows * width. Only one
    thread at a time may look at a block.
    """
    broken = 0
    points = len(masses)
    for block in range(first // width, -(-last // width)):
        start = block * (10 * points + 3) * width
        zeroth = block * width
        begin, end = max(first, zeroth), min(last, zeroth + width)
        _find_whole(lanes, width, start, points, state, look)
        for lane in range(width):
            n = zeroth + lane
            look[_UNIT * width + lane] = units[n]
            if not begin <= n < end:
                look[_WHOLE * width + lane] = 0.0
                continue
            broken_out[n] = look[_WHOLE * width + lane] == 0.0
            broken += broken_out[n]
            for k in range(4):
                look[(_TURN + k) * width + lane] = orientations_out[slots[n], k]
        _turn_into_frames(lanes, frame_of, masses, rest, width, start, points, state, look)
        for n in range(begin, end):
            if broken_out[n]:
                continue
            lane, slot = n - zeroth, slots[n]
            unit = units[n]
            for k in range(3):
                origins[n, k] += look[(_SHIFT + k) * width + lane] * unit
                place = origins[n, k] + look[(_MIDDLE + k) * width + lane] * unit
                velocities_out[slot, k] = (place - positions_out[slot, k]) / frame_seconds
                positions_out[slot, k] = place
            _write_turn(
                width, lane, slot, frame_seconds, look, orientations_out, angular_velocities_out
            )
        for n in range(begin, end):
            if broken_out[n]:
                continue
            lane, slot = n - zeroth, slots[n]
            for i in range(points):
                for k in range(3):
                    nodes_out[slot, i, k] = look[(_POINTS + 3 * i + k) * width + lane]
    return broken


@inlined
def _find_whole(
    lanes: Lanes, width: int, start: int, points: int, state: Array, look: Floats
) -> None:
    """Set the row of those that are whole: 1, or 0 if a number is beyond its bounds or none."""
    most = constant(lanes, state, FARTHEST)
    least = constant(lanes, state, -FARTHEST)
    whole = constant(lanes, state, 1.0)
    for row in range(6 * points):
        whole = where_between(least, load(lanes, state, start + row * width), most, whole)
    store(look, _WHOLE * width, whole)


@inlined
def _turn_into_frames(
    lanes: Lanes,
    frame_of: int,
    masses: Floats,
    rest: Floats,
    width: int,
    start: int,
    points: int,
    state: Array,
    look: Floats,
) -> None:
    """Find the frames of whole figures, turn their points into them, and bring them back home."""
    if frame_of == FISH_FRAME:
        left_side = _point(lanes, width, start, state, 5)
        middle = times(splat(lanes, 0.5), plus(left_side, _point(lanes, width, start, state, 7)))
        forward = _unit_vector(minus(_point(lanes, width, start, state, 0), middle))
        up = _unit_vector(cross(forward, minus(left_side, _point(lanes, width, start, state, 6))))
        turn = of_axes(lanes, forward, cross(up, forward), up)
    else:
        middle = _centre(lanes, masses, width, start, points, state)
        columns = _columns(lanes, masses, rest, width, start, points, middle, state)
        if frame_of == IN_PLANE:
            turn = best_in_plane(lanes, columns)
        else:
            before = (
                load(lanes, look, _TURN * width),
                load(lanes, look, (_TURN + 1) * width),
                load(lanes, look, (_TURN + 2) * width),
                load(lanes, look, (_TURN + 3) * width),
            )
            turn = best_in_space(lanes, columns, before)
    for k in range(4):
        store(look, (_TURN + k) * width, turn[k])
    whole = load(lanes, look, _WHOLE * width)
    shift = (
        where_positive(whole, nearest(middle[0])),
        where_positive(whole, nearest(middle[1])),
        where_positive(whole, nearest(middle[2])),
    )
    store3(width, look, _SHIFT * width, shift)
    store3(width, look, _MIDDLE * width, minus(middle, shift))
    unit = load(lanes, look, _UNIT * width)
    x_axis, y_axis, z_axis = axes_of(lanes, turn)
    x_axis, y_axis, z_axis = times(unit, x_axis), times(unit, y_axis), times(unit, z_axis)
    for i in range(points):
        x = _point(lanes, width, start, state, i)
        store3(width, state, start + 3 * i * width, minus(x, shift))
        place = start + 3 * (2 * points + i) * width
        store3(width, state, place, minus(_point(lanes, width, place, state, 0), shift))
        r = minus(x, middle)
        turned = (dot(x_axis, r), dot(y_axis, r), dot(z_axis, r))
        store3(width, look, (_POINTS + 3 * i) * width, turned)


@register_jitable
def _point(lanes: Lanes, width: int, start: int, state: Array, point: int) -> Any:
    x = load3(lanes, width, state, start + 3 * point * width)
    return widened(x[0]), widened(x[1]), widened(x[2])


@register_jitable
def _unit_vector(a: Any) -> Any:
    return times(inverse_sqrt(dot(a, a)), a)


@inlined
def _centre(lanes: Lanes, masses: Floats, width: int, start: int, points: int, state: Array) -> Any:
    """The centre of mass."""
    zero = splat(lanes, 0.0)
    x, y, z = zero, zero, zero
    mass = 0.0
    for i in range(points):
        here = _point(lanes, width, start, state, i)
        m = splat(lanes, masses[i])
        x, y, z = x + m * here[0], y + m * here[1], z + m * here[2]
        mass += masses[i]
    share = splat(lanes, 1.0 / mass)
    return x * share, y * share, z * share


@inlined
def _columns(
    lanes: Lanes,
    masses: Floats,
    rest: Floats,
    width: int,
    start: int,
    points: int,
    middle: Any,
    state: Array,
) -> Any:
    """Columns of the sum of mass times (where a point is) times (where it is at rest)^T."""
    zero = splat(lanes, 0.0)
    a, b, c = (zero, zero, zero), (zero, zero, zero), (zero, zero, zero)
    for i in range(points):
        arm = times(splat(lanes, masses[i]), minus(_point(lanes, width, start, state, i), middle))
        a = plus(a, times(splat(lanes, rest[i, 0]), arm))
        b = plus(b, times(splat(lanes, rest[i, 1]), arm))
        c = plus(c, times(splat(lanes, rest[i, 2]), arm))
    return a, b, c


@inlined
def _write_turn(
    width: int,
    lane: int,
    slot: int,
    seconds: float,
    look: Floats,
    orientations_out: Floats,
    angular_velocities_out: Floats,
) -> None:
    """An orientation, w >= 0, and the rotation from the last one to it over the time between."""
    a, b = look[_TURN * width + lane], look[(_TURN + 1) * width + lane]
    c, d = look[(_TURN + 2) * width + lane], look[(_TURN + 3) * width + lane]
    if a < 0.0:
        a, b, c, d = -a, -b, -c, -d
    e, f = orientations_out[slot, 0], -orientations_out[slot, 1]
    g, h = -orientations_out[slot, 2], -orientations_out[slot, 3]
    w = a * e - b * f - c * g - d * h
    x = a * f + b * e + c * h - d * g
    y = a * g - b * h + c * e + d * f
    z = a * h + b * g - c * f + d * e
    if w < 0.0:
        w, x, y, z = -w, -x, -y, -z
    sine = math.sqrt(x * x + y * y + z * z)
    rate = 2.0 / seconds
    if sine > 1e-12:
        rate = 2.0 * math.atan2(sine, w) / sine / seconds
    angular_velocities_out[slot, 0] = x * rate
    angular_velocities_out[slot, 1] = y * rate
    angular_velocities_out[slot, 2] = z * rate
    orientations_out[slot, 0] = a
    orientations_out[slot, 1] = b
    orientations_out[slot, 2] = c
    orientations_out[slot, 3] = d
