"""Flow primitives: how water moves, everywhere, as a sum of simple flows (Tu, section 8.1).

Printed are the uniform flow, `a sin(omega t) v`, and the flow of a cylinder, `a / (d - r)^2`
outwards. The laws of sources, sinks and vortices are not; ours fall as 1/r around an upright line
and as 1/r^2 around a point. All are bounded: within its core a flow falls linearly to nothing.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from motorium.compiled import inlined, kernel
from motorium.contracts.frames import Floats

__all__ = ["GUARD", "FlowField", "still_water", "write_flow", "write_flow_in_rows"]

GUARD: Final = 0.25
"""How far from a cylinder's wall its flow grows no more, in radii: the printed law has a pole at
the wall. Inside, where no water is, it falls linearly to nothing at the axis."""


SINGLE: Final = np.float32
"""How a flow falls with the distance is worked out in single precision, to 1e-7 of it: roots and
quotients cost a third; places and velocities are in double."""
BLOCK: Final = 256
"""Points that are looked at together: their rows stay in the first-level cache."""


class FlowField(NamedTuple):
    """What flows; rows are primitives.

    uniform: velocity [m/s] and angular frequency [rad/s], 0 if steady, shape (n, 4).
    lines: x, y, core [m], how fast at one metre [m/s] away from it and around it, to the left seen
    from above, shape (n, 5).
    points: x, y, z, core [m], how fast at one metre away and around the upright axis, shape (n, 6).
    cylinders: x, y, top, radius [m], strength a [m^3/s], shape (n, 5).
    """

    uniform: Floats
    lines: Floats
    points: Floats
    cylinders: Floats


def still_water() -> FlowField:
    """Nothing flows."""
    return FlowField(np.zeros((0, 4)), np.zeros((0, 5)), np.zeros((0, 6)), np.zeros((0, 5)))


@kernel
def write_flow(
    field: FlowField,
    everywhere: Floats,
    strength: float,
    seconds: float,
    points: Floats,
    velocities_out: Floats,
) -> None:
    """Velocity of the water [m/s] at points [m], both of shape (n, 3), at a time [s]:
    `everywhere`, shape (3,), and `strength` times the field."""
    places, flow = np.empty((3, BLOCK)), np.empty((3, BLOCK))
    for begin in range(0, len(points), BLOCK):
        count = min(BLOCK, len(points) - begin)
        for i in range(count):
            for axis in range(3):
                places[axis, i] = points[begin + i, axis]
        write_flow_in_rows(field, everywhere, strength, seconds, count, places, flow)
        for i in range(count):
            for axis in range(3):
                velocities_out[begin + i, axis] = flow[axis, i]


@kernel
def write_flow_in_rows(
    field: FlowField,
    everywhere: Floats,
    strength: float,
    seconds: float,
    count: int,
    places: Floats,
    flow_out: Floats,
) -> None:
    """As `write_flow`, for the first `count` columns of arrays of shape (3, n or more): one
    primitive at a time over all places, loops that become vectors."""
    ux, uy, uz = everywhere[0], everywhere[1], everywhere[2]
    for row in range(len(field.uniform)):
        omega = field.uniform[row, 3]
        share = strength * np.sin(omega * seconds) if omega > 0.0 else strength
        ux += share * field.uniform[row, 0]
        uy += share * field.uniform[row, 1]
        uz += share * field.uniform[row, 2]
    x, y, z = places[0, :count], places[1, :count], places[2, :count]
    u, v, w = flow_out[0, :count], flow_out[1, :count], flow_out[2, :count]
    u[:], v[:], w[:] = ux, uy, uz
    for line in field.lines:
        _add_line(line, strength, x, y, u, v)
    for point in field.points:
        _add_point(point, strength, x, y, z, u, v, w)
    for cylinder in field.cylinders:
        _add_cylinder(cylinder, strength, x, y, z, u, v)


@inlined
def _add_line(
    line: Floats, strength: float, x: Floats, y: Floats, u_out: Floats, v_out: Floats
) -> None:
    """v = (s d + w k x d) / max(r, core)^2, d from the upright line; k points up."""
    middle_x, middle_y, least = line[0], line[1], SINGLE(line[2] * line[2])
    away, around = strength * line[3], strength * line[4]
    for i in range(len(x)):
        dx, dy = x[i] - middle_x, y[i] - middle_y
        per = SINGLE(1.0) / max(SINGLE(dx * dx + dy * dy), least)
        u_out[i] += (away * dx - around * dy) * per
        v_out[i] += (away * dy + around * dx) * per


@inlined
def _add_point(
    point: Floats,
    strength: float,
    x: Floats,
    y: Floats,
    z: Floats,
    u_out: Floats,
    v_out: Floats,
    w_out: Floats,
) -> None:
    """v = (s d + w k x d) / max(r, core)^3, d from the point; k points up."""
    middle_x, middle_y, middle_z = point[0], point[1], point[2]
    least = SINGLE(point[3] * point[3])
    away, around = strength * point[4], strength * point[5]
    for i in range(len(x)):
        dx, dy, dz = x[i] - middle_x, y[i] - middle_y, z[i] - middle_z
        square = max(SINGLE(dx * dx + dy * dy + dz * dz), least)
        per = SINGLE(1.0) / (square * np.sqrt(square))
        u_out[i] += (away * dx - around * dy) * per
        v_out[i] += (away * dy + around * dx) * per
        w_out[i] += away * dz * per


@inlined
def _add_cylinder(
    cylinder: Floats,
    strength: float,
    x: Floats,
    y: Floats,
    z: Floats,
    u_out: Floats,
    v_out: Floats,
) -> None:
    """v = a / max(d - r, g)^2 outwards below the top, d from the axis, g = GUARD r (Tu, section
    8.1, where g is 0); within the wall times d / r."""
    middle_x, middle_y, top, radius = cylinder[0], cylinder[1], cylinder[2], SINGLE(cylinder[3])
    a, guard = SINGLE(strength * cylinder[4]), SINGLE(GUARD * cylinder[3])
    for i in range(len(x)):
        dx, dy = x[i] - middle_x, y[i] - middle_y
        d = np.sqrt(SINGLE(dx * dx + dy * dy))
        gap = max(d - radius, guard)
        per = a / (gap * gap * max(d, radius)) if z[i] < top else SINGLE(0.0)
        u_out[i] += dx * per
        v_out[i] += dy * per
