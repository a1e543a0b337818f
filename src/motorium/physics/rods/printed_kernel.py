"""The printed scheme, compiled: `printed` says what it does, and tests hold it to that."""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from motorium.compiled import inlined, kernel
from motorium.physics.rods.motion import arrive, depart
from motorium.physics.rods.table import BEND_IN_PLANE, MASSES, POSITIONS, WAYS
from motorium.physics.triples import cross, dot, minus, plus, times

__all__ = ["printed_kernel"]

Array = NDArray[Any]


@kernel
def printed_kernel(
    links: Array,
    bounds: Array,
    rods: int,
    held: Array,
    walls: Array,
    seconds: float,
    iterations: int,
    tolerance: float,
    most_parts: int,
    state_out: Array,
    corrections_out: Array,
) -> int:
    """One step of a puppet; returns how many iterations it took.

    bounds of joints are `limits_as_printed`; corrections_out [kg m], shape (points, 3). Whatever
    most_parts is, print knows one.
    """
    depart(state_out, held, seconds, 1.0)
    used = 0
    ok = False
    while not ok and used < iterations:
        ok = True
        used += 1
        corrections_out[:] = 0.0
        for k in range(len(links)):
            if k < rods:
                met = _rod(links[k], bounds[k], tolerance, state_out, corrections_out)
            else:
                met = _joint(links[k], bounds[k], tolerance, state_out, corrections_out)
            ok = ok and met
        for point in range(len(held)):
            for axis in range(3):
                by = state_out[MASSES, point, 1] * corrections_out[point, axis]
                state_out[WAYS, point, axis] += by
    arrive(state_out, held, walls, seconds, 1.0)
    return used


@inlined
def _trial(state: Array, point: int) -> Any:
    return (
        state[POSITIONS, point, 0] + state[WAYS, point, 0],
        state[POSITIONS, point, 1] + state[WAYS, point, 1],
        state[POSITIONS, point, 2] + state[WAYS, point, 2],
    )


@inlined
def _add(corrections_out: Array, point: int, vector: Any) -> None:
    corrections_out[point, 0] += vector[0]
    corrections_out[point, 1] += vector[1]
    corrections_out[point, 2] += vector[2]


@inlined
def _rod(
    links: Array, bounds: Array, tolerance: float, state: Array, corrections_out: Array
) -> bool:
    """G1 and S1; whether it was met."""
    along = minus(_trial(state, links[1]), _trial(state, links[2]))
    length = math.sqrt(dot(along, along))
    if bounds[0] * (1.0 - tolerance) <= length <= bounds[1] * (1.0 + tolerance):
        return True
    if length > 0.0:
        d = (length - (bounds[0] if length < bounds[0] else bounds[1])) / length
        _add(corrections_out, links[1], times(-0.5 * d, along))
        _add(corrections_out, links[2], times(0.5 * d, along))
    return False


@inlined
def _joint(
    links: Array, bounds: Array, tolerance: float, state: Array, corrections_out: Array
) -> bool:
    """G2 and S2; whether it was met."""
    hinge = _trial(state, links[2])
    h12, h23 = minus(hinge, _trial(state, links[1])), minus(_trial(state, links[3]), hinge)
    in_plane = links[0] == BEND_IN_PLANE
    square12, square23 = dot(h12, h12), dot(h23, h23)
    lengths = math.sqrt(square12) * math.sqrt(square23)
    a = 0.0
    if lengths > 0.0:
        a = math.acos(min(max(dot(h23, h12) / lengths, -1.0), 1.0))
    if in_plane and h12[0] * h23[2] < h12[2] * h23[0]:
        a = 2.0 * math.pi - a
    if bounds[0] - tolerance <= a <= bounds[1] + tolerance:
        return True
    da = bounds[1] - a if a > bounds[1] else bounds[0] - a
    axis = (0.0, -1.0, 0.0) if in_plane else cross(h12, h23)
    size = math.sqrt(dot(axis, axis))
    if size > 0.0 and square12 > 0.0:
        axis = times(1.0 / size, axis)
        lengthwise = times(dot(axis, h23) * (1.0 - math.cos(da)), axis)
        turned = plus(
            plus(times(math.cos(da), h23), times(math.sin(da), cross(axis, h23))), lengthwise
        )
        ch3 = minus(turned, h23)
        t_corr = times(1.0 / square12 + square23, cross(ch3, h23))
        ch3 = plus(ch3, cross(h23, t_corr))
        ch1 = cross(h12, t_corr)
        third = times(1.0 / 3.0, plus(ch3, ch1))
        _add(corrections_out, links[1], minus(ch1, third))
        _add(corrections_out, links[2], times(-1.0, third))
        _add(corrections_out, links[3], minus(ch3, third))
    return False
