"""What is viscous in figures, a vector of them at a time: points come to move as one rigid body.

Linear and angular momentum stay as they are (Mueller et al., Position Based Dynamics, 2007,
section 3.5).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba.extending import register_jitable

from motorium.compiled import inlined
from motorium.physics.rods.crowd_layout import Array
from motorium.physics.simd import Lanes, splat, store, widened
from motorium.physics.triples import cross, dot, load3, minus, plus, times

__all__ = ["damp"]

SLIM: Final = 1e-9
"""Of all inertia: what has less about an axis is not asked how fast it turns about it."""


@inlined
def damp(
    lanes: Lanes,
    width: int,
    start: int,
    masses: Array,
    share: float,
    state: Array,
) -> None:
    """Take a share from how velocities differ from those of a rigid body with all momentum: with c
    the centre of mass and r = x - c,

        v += share (v_c + w x r - v),    w = I^-1 sum m r x v

    in float64. Whoever is held counts as heavy as it is.
    """
    points = len(masses)
    zero = splat(lanes, 0.0)
    centre, drift = (zero, zero, zero), (zero, zero, zero)
    mass = 0.0
    for i in range(points):
        m = splat(lanes, np.float64(masses[i]))
        centre = plus(centre, times(m, _wide(lanes, width, state, start + 3 * i * width)))
        v = _wide(lanes, width, state, start + 3 * (points + i) * width)
        drift = plus(drift, times(m, v))
        mass += masses[i]
    per_mass = splat(lanes, 1.0 / mass)
    centre, drift = times(per_mass, centre), times(per_mass, drift)
    spin = (zero, zero, zero)
    xx, yy, zz, xy, xz, yz = zero, zero, zero, zero, zero, zero
    for i in range(points):
        m = splat(lanes, np.float64(masses[i]))
        r = minus(_wide(lanes, width, state, start + 3 * i * width), centre)
        v = minus(_wide(lanes, width, state, start + 3 * (points + i) * width), drift)
        spin = plus(spin, times(m, cross(r, v)))
        a = times(m, r)
        xx, yy, zz = xx + a[0] * r[0], yy + a[1] * r[1], zz + a[2] * r[2]
        xy, xz, yz = xy + a[0] * r[1], xz + a[0] * r[2], yz + a[1] * r[2]
    slim = splat(lanes, SLIM) * (xx + yy + zz) + splat(lanes, 1e-30)
    turning = _solved(lanes, (yy + zz + slim, xx + zz + slim, xx + yy + slim), (xy, xz, yz), spin)
    part = splat(lanes, share)
    for i in range(points):
        p = start + 3 * (points + i) * width
        r = minus(_wide(lanes, width, state, start + 3 * i * width), centre)
        v = _wide(lanes, width, state, p)
        given = times(part, minus(plus(drift, cross(turning, r)), v))
        for k in range(3):
            store(state, p + k * width, v[k] + given[k])


@register_jitable
def _wide(lanes: Lanes, width: int, state: Array, offset: int) -> Any:
    x = load3(lanes, width, state, offset)
    return widened(x[0]), widened(x[1]), widened(x[2])


@register_jitable
def _solved(lanes: Lanes, diagonal: Any, off: Any, right: Any) -> Any:
    """x of [[p, -s, -t], [-s, q, -u], [-t, -u, r]] x = right, by Cramer's rule."""
    p, q, r = diagonal
    s, t, u = off
    first = (q * r - u * u, s * r + t * u, s * u + q * t)
    second = (first[1], p * r - t * t, p * u + s * t)
    third = (first[2], second[2], p * q - s * s)
    per_whole = splat(lanes, 1.0) / dot((p, splat(lanes, -1.0) * s, splat(lanes, -1.0) * t), first)
    return times(per_whole, (dot(first, right), dot(second, right), dot(third, right)))
