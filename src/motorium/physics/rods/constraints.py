"""Rod, bend, cone and twist: each a function of some points, with its gradients.

Vectors are triples (x, y, z) [m]. No rigid motion changes a value, so the gradients of all points
add up to zero, and so do their moments about any place: an impulse along them changes neither the
linear nor the angular momentum of the puppet.
"""

from __future__ import annotations

import math
from typing import Any, Final

from motorium.compiled import inlined
from motorium.physics.triples import cross, dot, minus, plus, times

__all__ = [
    "angle_between",
    "bend_in_plane",
    "bend_in_space",
    "body_direction",
    "cone",
    "nearest_turn",
    "rod",
    "twist",
]

LEAST_SQUARE: Final = 1e-18
"""[m2] Vectors shorter than a nanometre have no direction."""
COLLINEAR: Final = 1e-16
"""Squared sine below which two directions span no plane."""

Vector = Any
"""Three numbers, as a triple."""


@inlined
def rod(a: Vector, b: Vector) -> Any:
    """Length l = |a - b| [m], and its gradients: (a - b) / l for a, the opposite for b."""
    along = minus(a, b)
    square = dot(along, along)
    if square < LEAST_SQUARE:
        return 0.0, (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)
    length = math.sqrt(square)
    direction = times(1.0 / length, along)
    return length, direction, times(-1.0, direction)


@inlined
def angle_between(a: Vector, b: Vector, side: Vector) -> Any:
    """Angle phi from a to b [rad], its gradients of a and b, and the normal N it turns about.

    N = a x b / |a x b|, phi = atan2(|a x b|, a.b), dphi/da = -N x a / a.a, dphi/db = N x b / b.b.

    If a x b points away from `side`, N and phi change sign: so an angle that went through zero is
    told from one that did not. Where a and b span no plane, N is as near to `side` as can be.
    """
    aa, bb = max(dot(a, a), LEAST_SQUARE), max(dot(b, b), LEAST_SQUARE)
    normal = cross(a, b)
    square = dot(normal, normal)
    sine = 0.0
    if square > COLLINEAR * aa * bb:
        sine = math.sqrt(square)
        if dot(normal, side) < 0.0:
            sine = -sine
        normal = times(1.0 / sine, normal)
    else:
        normal = _across(a, aa, side)
    angle = math.atan2(sine, dot(a, b))
    return angle, times(-1.0 / aa, cross(normal, a)), times(1.0 / bb, cross(normal, b)), normal


@inlined
def _across(a: Vector, aa: float, side: Vector) -> Vector:
    """A unit vector at right angles to a, as near to `side` as can be."""
    leaning = minus(side, times(dot(side, a) / aa, a))
    square = dot(leaning, leaning)
    if square < 1e-6:
        # Any: across the axis that a is farthest from.
        x, y, z = abs(a[0]), abs(a[1]), abs(a[2])
        axis = (0.0, 0.0, 1.0)
        if x <= y and x <= z:
            axis = (1.0, 0.0, 0.0)
        elif y <= z:
            axis = (0.0, 1.0, 0.0)
        leaning = minus(axis, times(dot(axis, a) / aa, a))
        square = dot(leaning, leaning)
    return times(1.0 / math.sqrt(square), leaning)


@inlined
def bend_in_plane(before: Vector, hinge: Vector, behind: Vector) -> Any:
    """Signed bend [rad] in the plane y = 0, and the gradients of the three points.

    phi = atan2(a_x b_z - a_z b_x, a.b) with a = hinge - before, b = behind - hinge: 0 is straight,
    left (counter-clockwise, x to the right and z up) is positive.
    """
    a, b = minus(hinge, before), minus(behind, hinge)
    aa = max(a[0] * a[0] + a[2] * a[2], LEAST_SQUARE)
    bb = max(b[0] * b[0] + b[2] * b[2], LEAST_SQUARE)
    angle = math.atan2(a[0] * b[2] - a[2] * b[0], a[0] * b[0] + a[2] * b[2])
    of_before = (-a[2] / aa, 0.0, a[0] / aa)
    of_behind = (-b[2] / bb, 0.0, b[0] / bb)
    return angle, of_before, times(-1.0, plus(of_before, of_behind)), of_behind


@inlined
def bend_in_space(before: Vector, hinge: Vector, behind: Vector, side: Vector) -> Any:
    """Bend [rad] from a = hinge - before to b = behind - hinge, the gradients of the three points,
    and its normal; 0 is straight. See `angle_between` for `side`: with (0, 0, 0) it is unsigned.
    """
    a, b = minus(hinge, before), minus(behind, hinge)
    angle, of_a, of_b, normal = angle_between(a, b, side)
    of_before = times(-1.0, of_a)
    return angle, of_before, times(-1.0, plus(of_before, of_b)), of_b, normal


@inlined
def body_direction(e1: Vector, e2: Vector, axis: Vector) -> Vector:
    """A = a e1 + b e2 + c e1 x e2: a direction that is fixed to the body that e1 and e2 span."""
    skew = cross(e1, e2)
    return plus(plus(times(axis[0], e1), times(axis[1], e2)), times(axis[2], skew))


@inlined
def _through_body(e1: Vector, e2: Vector, axis: Vector, gradient: Vector) -> Any:
    """Gradients of e1 and e2, given that of A: a g + c e2 x g, and b g + c g x e1."""
    of_e1 = plus(times(axis[0], gradient), times(axis[2], cross(e2, gradient)))
    of_e2 = plus(times(axis[1], gradient), times(axis[2], cross(gradient, e1)))
    return of_e1, of_e2


@inlined
def cone(hinge: Vector, tip: Vector, u: Vector, v: Vector, axis: Vector, side: Vector) -> Any:
    """Angle [rad] from the axis A of a cone, fixed to the body, to the bone tip - hinge; the
    gradients of hinge, tip, u and v; and its normal (see `angle_between`)."""
    e1, e2 = minus(u, hinge), minus(v, hinge)
    middle = body_direction(e1, e2, axis)
    angle, of_middle, of_tip, normal = angle_between(middle, minus(tip, hinge), side)
    of_u, of_v = _through_body(e1, e2, axis, of_middle)
    return angle, times(-1.0, plus(of_tip, plus(of_u, of_v))), of_tip, of_u, of_v, normal


@inlined
def twist(hinge: Vector, tip: Vector, side: Vector, u: Vector, v: Vector, axis: Vector) -> Any:
    """Angle tau [rad] about the bone t = tip - hinge, from D, fixed to the body, to s = side - tip;
    and the gradients of hinge, tip, side, u and v.

    With ' for what is across the bone: tau = atan2(t/|t| . (D x s), D'.s'),
    dtau/ds = t/|t| x s / s'.s', dtau/dD = -t/|t| x D / D'.D', and dtau/dt = K x t / t.t with
    K = -(D x dtau/dD + s x dtau/ds), as nothing changes when all turn together. Where s or D lies
    along the bone there is no twist: all is zero.
    """
    nothing = (0.0, 0.0, 0.0)
    e1, e2 = minus(u, hinge), minus(v, hinge)
    zero, bone, arm = body_direction(e1, e2, axis), minus(tip, hinge), minus(side, tip)
    tt = max(dot(bone, bone), LEAST_SQUARE)
    t = times(1.0 / math.sqrt(tt), bone)
    zero_across = minus(zero, times(dot(zero, t), t))
    arm_across = minus(arm, times(dot(arm, t), t))
    dd, ss = dot(zero_across, zero_across), dot(arm_across, arm_across)
    if ss <= COLLINEAR * dot(arm, arm) or dd <= COLLINEAR * dot(zero, zero):
        return 0.0, nothing, nothing, nothing, nothing, nothing
    angle = math.atan2(dot(t, cross(zero, arm)), dot(zero_across, arm_across))
    of_zero = times(-1.0 / dd, cross(t, zero_across))
    of_arm = times(1.0 / ss, cross(t, arm_across))
    turning = times(-1.0, plus(cross(zero, of_zero), cross(arm, of_arm)))
    of_tip = minus(times(1.0 / tt, cross(turning, bone)), of_arm)
    of_u, of_v = _through_body(e1, e2, axis, of_zero)
    of_hinge = times(-1.0, plus(plus(of_tip, of_arm), plus(of_u, of_v)))
    return angle, of_hinge, of_tip, of_arm, of_u, of_v


@inlined
def nearest_turn(angle: float, middle: float) -> float:
    """The same angle, within half a turn of another one [rad]: taken from the middle of an
    interval, the bound that it has passed is the nearer one."""
    return angle - 2.0 * math.pi * math.floor((angle - middle) / (2.0 * math.pi) + 0.5)
