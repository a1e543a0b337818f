"""Rotations in vectors: from axes, and those that bring one cloud of points nearest to another.

Of points q at rest and x now, both from their centres, the best rotation R has the largest trace of
R^T sum m x q^T (Wahba's problem); all in float64.
"""

from __future__ import annotations

from typing import Any, Final

from numba.extending import register_jitable

from motorium.physics.simd import Lanes, choose, inverse_sqrt, maximum, splat
from motorium.physics.triples import cross, dot, plus, times

__all__ = ["axes_of", "best_in_plane", "best_in_space", "of_axes"]

NEWTON_STEPS: Final = 6
"""From the rotation of a frame before; each doubles the digits."""
ROUND: Final = 1e-9
"""Of the trace: a cloud so slim turns about its own axis by itself, and keeps the turn it had."""

Quaternion = Any
"""w, x, y, z"""


@register_jitable
def axes_of(lanes: Lanes, turn: Quaternion) -> Any:
    """The body's axes in the world, of a unit quaternion."""
    w, x, y, z = turn
    one, two = splat(lanes, 1.0), splat(lanes, 2.0)
    return (
        (one - two * (y * y + z * z), two * (x * y + w * z), two * (x * z - w * y)),
        (two * (x * y - w * z), one - two * (x * x + z * z), two * (y * z + w * x)),
        (two * (x * z + w * y), two * (y * z - w * x), one - two * (x * x + y * y)),
    )


@register_jitable
def _unit(lanes: Lanes, w: Any, x: Any, y: Any, z: Any) -> Quaternion:
    square = w * w + x * x + y * y + z * z
    share = inverse_sqrt(maximum(square, splat(lanes, 1e-300)))
    return w * share, x * share, y * share, z * share


@register_jitable
def _larger(a: Any, b: Any) -> Any:
    """Of two candidates, pivot first and then w, x, y, z, the one with the larger pivot."""
    more = b[0] - a[0]
    return (
        choose(more, b[0], a[0]),
        choose(more, b[1], a[1]),
        choose(more, b[2], a[2]),
        choose(more, b[3], a[3]),
        choose(more, b[4], a[4]),
    )


@register_jitable
def of_axes(lanes: Lanes, x_axis: Any, y_axis: Any, z_axis: Any) -> Quaternion:
    """Of the rotation with these axes, by the largest pivot."""
    one = splat(lanes, 1.0)
    xx, yy, zz = x_axis[0], y_axis[1], z_axis[2]
    a, b, c = y_axis[2] - z_axis[1], z_axis[0] - x_axis[2], x_axis[1] - y_axis[0]
    d, e, f = x_axis[1] + y_axis[0], z_axis[0] + x_axis[2], y_axis[2] + z_axis[1]
    p, q, r, s = one + xx + yy + zz, one + xx - yy - zz, one - xx + yy - zz, one - xx - yy + zz
    best = _larger((p, p, a, b, c), (q, a, q, d, e))
    best = _larger(best, _larger((r, b, d, r, f), (s, c, e, f, s)))
    return _unit(lanes, best[1], best[2], best[3], best[4])


@register_jitable
def best_in_plane(lanes: Lanes, columns: Any) -> Quaternion:
    """The best rotation about y, from the columns of sum m x q^T; none, if all are as good."""
    zero, one = splat(lanes, 0.0), splat(lanes, 1.0)
    cosine = columns[0][0] + columns[2][2]
    sine = columns[2][0] - columns[0][2]
    # Half of the angle of (cosine, sine): the sum of its unit vector and that of no turn.
    square = cosine * cosine + sine * sine
    size = square * inverse_sqrt(maximum(square, splat(lanes, 1e-300)))
    # Where that sum is nearly nothing, from the opposite one.
    back = zero - cosine
    w = choose(cosine, size + cosine, sine)
    y = choose(cosine, sine, size + back)
    w = choose(w * w + y * y, w, one)
    return _unit(lanes, w, zero, y, zero)


@register_jitable
def best_in_space(lanes: Lanes, columns: Any, before: Quaternion) -> Quaternion:
    """The best rotation near to another, by Newton's steps.

    Turned by a small w, the trace of S = R^T sum m x q^T grows by w.g - w.(tr S - S) w / 2, with g
    the axial vector of S. Where that is not convex, or nearly flat, it is the step of a ball: g
    over the trace.
    """
    zero, half = splat(lanes, 0.0), splat(lanes, 0.5)
    a, b, c = columns
    turn = before
    for _ in range(NEWTON_STEPS):
        x_axis, y_axis, z_axis = axes_of(lanes, turn)
        xx, xy, xz = dot(x_axis, a), dot(x_axis, b), dot(x_axis, c)
        yx, yy, yz = dot(y_axis, a), dot(y_axis, b), dot(y_axis, c)
        zx, zy, zz = dot(z_axis, a), dot(z_axis, b), dot(z_axis, c)
        grows = (zy - yz, xz - zx, yx - xy)
        sizes = dot(a, a) + dot(b, b) + dot(c, c)
        scale = sizes * inverse_sqrt(maximum(sizes, splat(lanes, 1e-300)))
        least = splat(lanes, ROUND) * scale + splat(lanes, 1e-30)
        p, q, r = yy + zz + least, xx + zz + least, xx + yy + least
        s, t, u = half * (xy + yx), half * (xz + zx), half * (yz + zy)
        # Columns of the adjugate of [[p, -s, -t], [-s, q, -u], [-t, -u, r]].
        first = (q * r - u * u, s * r + t * u, s * u + q * t)
        second = (first[1], p * r - t * t, p * u + s * t)
        third = (first[2], second[2], p * q - s * s)
        whole = p * first[0] - s * first[1] - t * first[2]
        convex = choose(p, choose(third[2], whole, zero), zero)
        solved = plus(times(grows[0], first), plus(times(grows[1], second), times(grows[2], third)))
        share = choose(convex, whole, splat(lanes, 1.0))
        newton = times(splat(lanes, 1.0) / share, solved)
        ball = times(splat(lanes, 1.0) / maximum(scale, splat(lanes, 1e-30)), grows)
        step = (
            choose(convex, newton[0], ball[0]),
            choose(convex, newton[1], ball[1]),
            choose(convex, newton[2], ball[2]),
        )
        # No farther than a radian at once.
        far = maximum(dot(step, step), splat(lanes, 1.0))
        step = times(half * inverse_sqrt(far), step)
        w, x, y, z = turn
        own = (x, y, z)
        aside = plus(plus(times(w, step), own), cross(own, step))
        turn = _unit(lanes, w - dot(own, step), aside[0], aside[1], aside[2])
    return turn
