"""Joints of a crowd of puppets in the plane y = 0, a vector of figures at a time.

The equations are those of `physics.rods.constraints` and `physics.rods.mended`. With a the way from
the point before a hinge to it, b the way on from it, and n the axis of the bend, here -y, its
gradient is n x a / a.a at the point before, n x b / b.b at the point behind, and at the hinge what
is left to zero. No sine, cosine or root is taken of an angle: what it needs
is one quotient and a polynomial.
"""

from __future__ import annotations

import math
from typing import Any, Final

from numba.extending import register_jitable

from motorium.compiled import inlined
from motorium.physics.rods.crowd_layout import DT, GOALS, JOINT_ROWS, WAY, WRONG, Array, constant
from motorium.physics.rods.mended import FULL_AGREEMENT, LARGEST_TURN
from motorium.physics.rods.table import ANGLE_RECOVERY, RECOVERY
from motorium.physics.simd import (
    Lanes,
    choose,
    inverse_sqrt,
    load,
    maximum,
    minimum,
    nearest,
    splat,
    store,
    where_positive,
)

__all__ = [
    "add_wrong",
    "angle_goals",
    "arctangent",
    "missing_angle",
    "newton_push",
    "per_square",
    "prepare_bends_in_plane",
    "see_to_bends_in_plane",
]

LEAST_SQUARE: Final = 1e-14
"""Of what has a direction, in figures' units."""
ARCTANGENT: Final = (
    -0.00174370114,
    0.0106807194,
    -0.0307175089,
    0.0574635578,
    -0.0837206395,
    0.10940199,
    -0.142615737,
    0.199982306,
    -0.333332823,
    0.999999998,
)
"""Of arctan(t) / t in powers of t^2, the highest first: exact to 2e-9 for t from 0 to 1 (Chebyshev
interpolation)."""


@register_jitable
def arctangent(lanes: Lanes, like: Array, y: Any, x: Any) -> Any:
    """Angle of (x, y) from -pi to pi [rad], to float32 rounding; 0 of (0, 0)."""
    zero = constant(lanes, like, 0.0)
    high, wide = maximum(y, zero - y), maximum(x, zero - x)
    t = minimum(high, wide) / maximum(maximum(high, wide), constant(lanes, like, 1e-30))
    square = t * t
    series = zero
    for factor in ARCTANGENT:
        series = series * square + constant(lanes, like, factor)
    angle = t * series
    angle = choose(high - wide, constant(lanes, like, math.pi / 2) - angle, angle)
    angle = choose(zero - x, constant(lanes, like, math.pi) - angle, angle)
    return choose(zero - y, zero - angle, angle)


@register_jitable
def _nearest_turn(lanes: Lanes, like: Array, angle: Any, middle: Any) -> Any:
    """The same angle, within half a turn of another one."""
    turns = nearest((angle - middle) * constant(lanes, like, 0.5 / math.pi))
    return angle - turns * constant(lanes, like, 2.0 * math.pi)


@register_jitable
def angle_goals(
    lanes: Lanes, width: int, p: int, bend: Any, least: Any, most: Any, scratch: Array
) -> tuple[Any, Any]:
    """Write what an angle is to be after this step; whether (positive) it is wrong before, and how
    far it is to be moved."""
    recovery = constant(lanes, scratch, ANGLE_RECOVERY) * load(lanes, scratch, DT * width)
    middle = constant(lanes, scratch, 0.5) * (least + most)
    bend = _nearest_turn(lanes, scratch, bend, middle)
    low, high = minimum(least, bend + recovery), maximum(most, bend - recovery)
    wrong = maximum(least - bend, bend - most)
    store(scratch, p + GOALS * width, low)
    store(scratch, p + (GOALS + 1) * width, high)
    store(scratch, p + (GOALS + 2) * width, choose(wrong, bend, middle))
    return wrong, maximum(low - bend, bend - high)


@register_jitable
def add_wrong(
    lanes: Lanes,
    width: int,
    wrong: Any,
    way: Any,
    gives: Any,
    largest: Any,
    longest: float,
    scratch: Array,
) -> None:
    """To what it takes to put right what is wrong: the square of the way over how far the value
    gives way to an impulse, at most as if the lightest point were put right by the longest rod."""
    tiny = constant(lanes, scratch, 1e-30)
    reach = constant(lanes, scratch, RECOVERY * longest) * load(lanes, scratch, DT * width)
    farthest = reach * reach / maximum(largest, tiny)
    takes = minimum(way * way / maximum(gives, tiny), farthest)
    takes = where_positive(wrong, where_positive(gives, takes))
    store(scratch, WRONG * width, load(lanes, scratch, WRONG * width) + takes)


@register_jitable
def missing_angle(lanes: Lanes, width: int, p: int, bend: Any, scratch: Array) -> Any:
    """What a bend lacks to its goal, a radian at most; 0 within its goals."""
    bend = _nearest_turn(lanes, scratch, bend, load(lanes, scratch, p + (GOALS + 2) * width))
    least = load(lanes, scratch, p + GOALS * width)
    most = load(lanes, scratch, p + (GOALS + 1) * width)
    lacks = minimum(maximum(bend, least), most) - bend
    largest = constant(lanes, scratch, LARGEST_TURN)
    return maximum(minimum(lacks, largest), constant(lanes, scratch, 0.0) - largest)


@register_jitable
def newton_push(
    lanes: Lanes, like: Array, left: Any, missing: Any, together: Any, of_old: Any, of_trial: Any
) -> Any:
    """missing / sum w g(n).g(r), less where old and trial gradients agree too little, and nothing
    where no iterations are left."""
    tiny = constant(lanes, like, 1e-30)
    square = maximum(of_old * of_trial, tiny)
    useful = together - constant(lanes, like, 1e-3) * (square * inverse_sqrt(square))
    whole = constant(lanes, like, 1.0) / maximum(together, tiny)
    less = constant(lanes, like, FULL_AGREEMENT**-2) * together / square
    return where_positive(left, where_positive(useful, missing * minimum(whole, less)))


@register_jitable
def per_square(lanes: Lanes, like: Array, square: Any) -> Any:
    return constant(lanes, like, 1.0) / maximum(square, constant(lanes, like, LEAST_SQUARE))


@register_jitable
def _load_flat(lanes: Lanes, width: int, array: Array, offset: int) -> Any:
    """x and z of three rows."""
    return load(lanes, array, offset), load(lanes, array, offset + 2 * width)


@register_jitable
def _across(lanes: Lanes, like: Array, a: Any) -> Any:
    """-y x a / a.a, x and z of it."""
    factor = per_square(lanes, like, a[0] * a[0] + a[1] * a[1])
    return (constant(lanes, like, 0.0) - a[1]) * factor, a[0] * factor


@register_jitable
def _flat_dot(a: Any, b: Any) -> Any:
    return a[0] * b[0] + a[1] * b[1]


@register_jitable
def _weighed(w_i: Any, w_j: Any, w_k: Any, first: Any, last: Any, old: Any, latter: Any) -> Any:
    """sum w g.h of gradients g, h, given before and behind the hinge, x and z."""
    middle = first[0] + last[0], first[1] + last[1]
    middle_old = old[0] + latter[0], old[1] + latter[1]
    outer = w_i * _flat_dot(first, old) + w_k * _flat_dot(last, latter)
    return outer + w_j * _flat_dot(middle, middle_old)


@inlined
def prepare_bends_in_plane(
    lanes: Lanes,
    width: int,
    start: int,
    points: int,
    begin: int,
    joints: Array,
    angles: Array,
    longest: float,
    state: Array,
    scratch: Array,
) -> None:
    """What joints know of the beginning of a step: along these gradients they bend.

    longest: of all rods.
    """
    for joint in range(len(joints)):
        i, j, k = joints[joint, 0], joints[joint, 1], joints[joint, 2]
        p = (begin + JOINT_ROWS * joint) * width
        before = _load_flat(lanes, width, state, start + 3 * i * width)
        hinge = _load_flat(lanes, width, state, start + 3 * j * width)
        behind = _load_flat(lanes, width, state, start + 3 * k * width)
        a = hinge[0] - before[0], hinge[1] - before[1]
        b = behind[0] - hinge[0], behind[1] - hinge[1]
        first, last = _across(lanes, state, a), _across(lanes, state, b)
        w_i = load(lanes, scratch, (WAY + 3 * points + i) * width)
        w_j = load(lanes, scratch, (WAY + 3 * points + j) * width)
        w_k = load(lanes, scratch, (WAY + 3 * points + k) * width)
        for row, pair in enumerate((a, b, first, last)):
            store(scratch, p + 2 * row * width, pair[0])
            store(scratch, p + (2 * row + 1) * width, pair[1])
        gives = _weighed(w_i, w_j, w_k, first, last, first, last)
        store(scratch, p + 8 * width, gives)
        bend = arctangent(lanes, scratch, a[0] * b[1] - a[1] * b[0], _flat_dot(a, b))
        least, most = splat(lanes, angles[joint, 0]), splat(lanes, angles[joint, 1])
        wrong, way = angle_goals(lanes, width, p, bend, least, most, scratch)
        largest = maximum(maximum(w_i, w_j), w_k)
        add_wrong(lanes, width, wrong, way, gives, largest, longest, scratch)


@inlined
def see_to_bends_in_plane(
    lanes: Lanes,
    width: int,
    points: int,
    begin: int,
    joints: Array,
    left: Any,
    scratch: Array,
) -> None:
    """Correct the ways of joints' points, one joint after the other, by one Newton step each."""
    for joint in range(len(joints)):
        i, j, k = joints[joint, 0], joints[joint, 1], joints[joint, 2]
        p = (begin + JOINT_ROWS * joint) * width
        before = _load_flat(lanes, width, scratch, (WAY + 3 * i) * width)
        hinge = _load_flat(lanes, width, scratch, (WAY + 3 * j) * width)
        behind = _load_flat(lanes, width, scratch, (WAY + 3 * k) * width)
        a = (
            load(lanes, scratch, p) + (hinge[0] - before[0]),
            load(lanes, scratch, p + width) + (hinge[1] - before[1]),
        )
        b = (
            load(lanes, scratch, p + 2 * width) + (behind[0] - hinge[0]),
            load(lanes, scratch, p + 3 * width) + (behind[1] - hinge[1]),
        )
        old = load(lanes, scratch, p + 4 * width), load(lanes, scratch, p + 5 * width)
        latter = load(lanes, scratch, p + 6 * width), load(lanes, scratch, p + 7 * width)
        w_i = load(lanes, scratch, (WAY + 3 * points + i) * width)
        w_j = load(lanes, scratch, (WAY + 3 * points + j) * width)
        w_k = load(lanes, scratch, (WAY + 3 * points + k) * width)
        bend = arctangent(lanes, scratch, a[0] * b[1] - a[1] * b[0], _flat_dot(a, b))
        first, last = _across(lanes, scratch, a), _across(lanes, scratch, b)
        push = newton_push(
            lanes,
            scratch,
            left,
            missing_angle(lanes, width, p, bend, scratch),
            _weighed(w_i, w_j, w_k, first, last, old, latter),
            load(lanes, scratch, p + 8 * width),
            _weighed(w_i, w_j, w_k, first, last, first, last),
        )
        of_i, of_j, of_k = push * w_i, push * w_j, push * w_k
        for row in range(2):
            axis = 2 * row * width
            middle = old[row] + latter[row]
            store(scratch, (WAY + 3 * i) * width + axis, before[row] + of_i * old[row])
            store(scratch, (WAY + 3 * j) * width + axis, hinge[row] - of_j * middle)
            store(scratch, (WAY + 3 * k) * width + axis, behind[row] + of_k * latter[row])
