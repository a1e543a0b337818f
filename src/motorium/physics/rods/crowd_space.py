"""Joints of a crowd of puppets in space, a vector of figures at a time.

The equations are those of `crowd_bends`; here the axis of a bend is a x b / |a x b|, and where a
and b are in line, so that there is none, the one that it has at the end or the beginning of the
step.
"""

from __future__ import annotations

from typing import Any, Final

from numba.extending import register_jitable

from motorium.compiled import inlined
from motorium.physics.rods.crowd_bends import (
    LEAST_SQUARE,
    add_wrong,
    angle_goals,
    arctangent,
    missing_angle,
    newton_push,
    per_square,
)
from motorium.physics.rods.crowd_layout import JOINT_ROWS, WAY, Array, constant
from motorium.physics.simd import (
    Lanes,
    choose,
    inverse_sqrt,
    load,
    maximum,
    splat,
    where_positive,
)
from motorium.physics.triples import cross, dot, load3, minus, plus, store3, times

__all__ = ["prepare_bends_in_space", "see_to_bends_in_space"]

COLLINEAR: Final = 1e-12
"""Squared sine below which two directions span no plane, in float32."""


@register_jitable
def _chosen(test: Any, a: Any, b: Any) -> Any:
    """Of two triples the first where the test is positive, else the second."""
    return choose(test, a[0], b[0]), choose(test, a[1], b[1]), choose(test, a[2], b[2])


@register_jitable
def _unit(lanes: Lanes, like: Array, a: Any) -> Any:
    return times(inverse_sqrt(maximum(dot(a, a), constant(lanes, like, 1e-30))), a)


@register_jitable
def _leaning(lanes: Lanes, like: Array, a: Any, side: Any) -> Any:
    """A unit vector at right angles to a, as near to the unit vector `side` as can be; any, where
    there is none or it lies along a."""
    zero, one = constant(lanes, like, 0.0), constant(lanes, like, 1.0)
    per_length = per_square(lanes, like, dot(a, a))
    near = minus(side, times(dot(side, a) * per_length, a))
    x, y, z = a[0] * a[0], a[1] * a[1], a[2] * a[2]
    # Across the axis that a is farthest from.
    least_y, least_z = (zero, one, zero), (zero, zero, one)
    axis = _chosen(y - z, least_z, least_y)
    axis = _chosen(x - maximum(choose(y - z, z, y), zero), axis, (one, zero, zero))
    any_ = minus(axis, times(dot(axis, a) * per_length, a))
    return _unit(lanes, like, _chosen(dot(near, near) - constant(lanes, like, 1e-6), near, any_))


@register_jitable
def _axis(lanes: Lanes, like: Array, a: Any, b: Any) -> Any:
    """a x b, its square, and whether (positive) a and b span a plane."""
    normal = cross(a, b)
    square = dot(normal, normal)
    least = constant(lanes, like, LEAST_SQUARE)
    sizes = maximum(dot(a, a), least) * maximum(dot(b, b), least)
    return normal, square, square - constant(lanes, like, COLLINEAR) * sizes


@register_jitable
def _weighed(w_i: Any, w_j: Any, w_k: Any, first: Any, last: Any, old: Any, latter: Any) -> Any:
    """sum w g.h of gradients g, h, given before and behind the hinge."""
    outer = w_i * dot(first, old) + w_k * dot(last, latter)
    return outer + w_j * dot(plus(first, last), plus(old, latter))


@register_jitable
def _gradients(lanes: Lanes, like: Array, axis: Any, a: Any, b: Any) -> Any:
    """Of a bend, before and behind the hinge."""
    return (
        times(per_square(lanes, like, dot(a, a)), cross(axis, a)),
        times(per_square(lanes, like, dot(b, b)), cross(axis, b)),
    )


@inlined
def prepare_bends_in_space(
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
    """What joints know of the beginning of a step: the ways to and from the hinge, and the axis.

    longest: of all rods.
    """
    zero = constant(lanes, state, 0.0)
    none = (zero, zero, zero)
    for joint in range(len(joints)):
        i, j, k = joints[joint, 0], joints[joint, 1], joints[joint, 2]
        p = (begin + JOINT_ROWS * joint) * width
        before = load3(lanes, width, state, start + 3 * i * width)
        hinge = load3(lanes, width, state, start + 3 * j * width)
        behind = load3(lanes, width, state, start + 3 * k * width)
        a, b = minus(hinge, before), minus(behind, hinge)
        normal, square, spans = _axis(lanes, state, a, b)
        axis = _chosen(spans, _unit(lanes, state, normal), none)
        store3(width, scratch, p, a)
        store3(width, scratch, p + 3 * width, b)
        store3(width, scratch, p + 6 * width, axis)
        size = square * inverse_sqrt(maximum(square, constant(lanes, state, 1e-30)))
        bend = arctangent(lanes, scratch, where_positive(spans, size), dot(a, b))
        least, most = splat(lanes, angles[joint, 0]), splat(lanes, angles[joint, 1])
        wrong, way = angle_goals(lanes, width, p, bend, least, most, scratch)
        axis = _chosen(spans, axis, _leaning(lanes, state, a, none))
        first, last = _gradients(lanes, state, axis, a, b)
        w_i = load(lanes, scratch, (WAY + 3 * points + i) * width)
        w_j = load(lanes, scratch, (WAY + 3 * points + j) * width)
        w_k = load(lanes, scratch, (WAY + 3 * points + k) * width)
        gives = _weighed(w_i, w_j, w_k, first, last, first, last)
        largest = maximum(maximum(w_i, w_j), w_k)
        add_wrong(lanes, width, wrong, way, gives, largest, longest, scratch)


@inlined
def see_to_bends_in_space(
    lanes: Lanes,
    width: int,
    points: int,
    begin: int,
    joints: Array,
    angles: Array,
    left: Any,
    scratch: Array,
) -> None:
    """Correct the ways of joints' points, one joint after the other, by one Newton step each.

    A bend that may not be straight counts as negative when it went through straight.
    """
    zero, one = constant(lanes, scratch, 0.0), constant(lanes, scratch, 1.0)
    for joint in range(len(joints)):
        i, j, k = joints[joint, 0], joints[joint, 1], joints[joint, 2]
        p = (begin + JOINT_ROWS * joint) * width
        before = load3(lanes, width, scratch, (WAY + 3 * i) * width)
        hinge = load3(lanes, width, scratch, (WAY + 3 * j) * width)
        behind = load3(lanes, width, scratch, (WAY + 3 * k) * width)
        a_was = load3(lanes, width, scratch, p)
        b_was = load3(lanes, width, scratch, p + 3 * width)
        axis_was = load3(lanes, width, scratch, p + 6 * width)
        a, b = plus(a_was, minus(hinge, before)), plus(b_was, minus(behind, hinge))
        least = splat(lanes, angles[joint, 0])

        normal, square, spans = _axis(lanes, scratch, a, b)
        passed = where_positive(least, zero - dot(normal, axis_was))
        per_length = inverse_sqrt(maximum(square, constant(lanes, scratch, 1e-30)))
        per_length = choose(passed, zero - per_length, per_length)
        sine = where_positive(spans, square * per_length)
        side = times(where_positive(least, one), axis_was)
        axis = _chosen(spans, times(per_length, normal), _leaning(lanes, scratch, a, side))
        bend = arctangent(lanes, scratch, sine, dot(a, b))

        opposite = dot(axis_was, axis)
        turned = times(choose(zero - opposite, zero - one, one), axis_was)
        straight = constant(lanes, scratch, 0.5) - dot(axis_was, axis_was)
        axis_was = _chosen(straight, _leaning(lanes, scratch, a_was, axis), turned)

        first, last = _gradients(lanes, scratch, axis, a, b)
        old, latter = _gradients(lanes, scratch, axis_was, a_was, b_was)
        w_i = load(lanes, scratch, (WAY + 3 * points + i) * width)
        w_j = load(lanes, scratch, (WAY + 3 * points + j) * width)
        w_k = load(lanes, scratch, (WAY + 3 * points + k) * width)
        push = newton_push(
            lanes,
            scratch,
            left,
            missing_angle(lanes, width, p, bend, scratch),
            _weighed(w_i, w_j, w_k, first, last, old, latter),
            _weighed(w_i, w_j, w_k, old, latter, old, latter),
            _weighed(w_i, w_j, w_k, first, last, first, last),
        )
        middle = plus(old, latter)
        store3(width, scratch, (WAY + 3 * i) * width, plus(before, times(push * w_i, old)))
        store3(width, scratch, (WAY + 3 * j) * width, minus(hinge, times(push * w_j, middle)))
        store3(width, scratch, (WAY + 3 * k) * width, plus(behind, times(push * w_k, latter)))
