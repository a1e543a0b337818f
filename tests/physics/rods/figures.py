"""Puppets to try rods and joints on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from motorium.bodies.puppet.model import Puppet
from motorium.contracts.frames import Floats

__all__ = ["arm_in_space", "body_axis", "chain", "momentum", "person", "puppet", "spin"]


def puppet(rest: Sequence[Sequence[float]] | Floats, **parts: Any) -> Puppet:
    """A puppet of points [m], shape (n, 2) in the plane or (n, 3); with equal masses of 1, nobody
    pinned, and rods as long as they are at rest, unless said otherwise."""
    points = np.asarray(rest, dtype=np.float64)
    dimensions = points.shape[1]
    if dimensions == 2:
        points = np.insert(points, 1, 0.0, axis=1)
    rods = np.asarray(parts.pop("rods", ()), dtype=np.intp).reshape(-1, 2)
    length = np.linalg.norm(points[rods[:, 0]] - points[rods[:, 1]], axis=1)
    made: dict[str, Any] = {
        "title": "a test",
        "dimensions": dimensions,
        "names": tuple(f"p{n}" for n in range(len(points))),
        "rest": points,
        "masses": np.ones(len(points)),
        "pinned": np.zeros(len(points), dtype=np.bool_),
        "rods": rods,
        "lengths": np.column_stack([length, length]),
        "joints": (),
        "angles": (),
        "cones": (),
        "cone_axes": (),
        "cone_angles": (),
        "twists": (),
        "twist_axes": (),
        "twist_angles": (),
        "parts": (),
    }
    made |= parts
    columns = {"joints": 3, "cones": 4, "twists": 5}
    for name, count in columns.items():
        made[name] = np.asarray(made[name], dtype=np.intp).reshape(-1, count)
    for name, count in {"lengths": 2, "angles": 2, "cone_axes": 3, "twist_axes": 3}.items():
        made[name] = np.asarray(made[name], dtype=np.float64).reshape(-1, count)
    made["twist_angles"] = np.asarray(made["twist_angles"], dtype=np.float64).reshape(-1, 2)
    for name in ("masses", "cone_angles"):
        made[name] = np.asarray(made[name], dtype=np.float64)
    made["pinned"] = np.asarray(made["pinned"], dtype=np.bool_)
    return Puppet(**made)


def chain(links: int, length: float = 0.3, angle: float = np.pi / 2) -> Puppet:
    """Linked rods, pinned at one end, at an angle [rad] from hanging down."""
    along = length * np.array([np.sin(angle), -np.cos(angle)])
    points = np.arange(links + 1)[:, None] * along
    return puppet(
        points,
        rods=[(n, n + 1) for n in range(links)],
        pinned=np.arange(links + 1) == 0,
    )


HEAD, NECK, LEFT_SHOULDER, RIGHT_SHOULDER, HIP = 0, 1, 2, 3, 4
PERSON = np.array(
    [
        (0.0, 1.75),
        (0.0, 1.5),
        (-0.2, 1.45),
        (0.2, 1.45),
        (0.0, 1.0),
        (-0.35, 1.2),
        (-0.4, 0.95),
        (0.35, 1.2),
        (0.4, 0.95),
        (-0.12, 0.95),
        (0.12, 0.95),
        (-0.15, 0.5),
        (-0.15, 0.06),
        (0.15, 0.5),
        (0.15, 0.06),
        (0.0, 1.25),
    ]
)
"""Head, neck, shoulders, waist, elbow and hand of each arm, hips, knees and feet, chest."""


def person(masses: float | Floats = 1.0) -> Puppet:
    """Sixteen points, sixteen rods and nine joints, as in Fig. 9."""
    rods = [
        (0, 1),
        (1, 2),
        (1, 3),
        (1, 15),
        (15, 4),
        (2, 5),
        (5, 6),
        (3, 7),
        (7, 8),
        (4, 9),
        (4, 10),
        (9, 11),
        (11, 12),
        (10, 13),
        (13, 14),
        (9, 10),
    ]
    joints = [
        (0, 1, 15),
        (1, 15, 4),
        (2, 5, 6),
        (3, 7, 8),
        (15, 4, 9),
        (4, 9, 11),
        (9, 11, 12),
        (4, 10, 13),
        (10, 13, 14),
    ]
    sides = np.diff(PERSON[joints], axis=1)
    (ax, az), (bx, bz) = sides[:, 0].T, sides[:, 1].T
    bends = np.arctan2(ax * bz - az * bx, ax * bx + az * bz)
    angles = np.column_stack([bends - 0.5, bends + 0.8])
    return puppet(
        PERSON, rods=rods, joints=joints, angles=angles, masses=np.broadcast_to(masses, (16,))
    )


def body_axis(e1: Floats, e2: Floats, direction: Floats) -> Floats:
    """a, b, c of a direction = a e1 + b e2 + c e1 x e2."""
    axes = np.column_stack([e1, e2, np.cross(e1, e2)])
    return np.asarray(np.linalg.solve(axes, direction), dtype=np.float64)


def arm_in_space(masses: float | Floats = 1.0, cone: float = 0.5) -> Puppet:
    """A braced trunk of four points, and an arm with a cone, a bend and a twist."""
    rest = np.array(
        [
            (0.0, 0.2, 1.4),
            (0.0, -0.2, 1.4),
            (0.0, 0.0, 0.9),
            (0.15, 0.0, 1.2),
            (0.0, 0.5, 1.4),
            (0.1, 0.7, 1.4),
            (0.05, 0.5, 1.5),
        ]
    )
    trunk = [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]
    arm = [(0, 4), (4, 5), (4, 6), (0, 6)]
    e1, e2 = rest[1] - rest[0], rest[2] - rest[0]
    return puppet(
        rest,
        rods=[*trunk, *arm],
        masses=np.broadcast_to(masses, (7,)),
        joints=[(0, 4, 5)],
        angles=[(0.35, 0.7)],
        cones=[(0, 4, 1, 2)],
        cone_axes=[body_axis(e1, e2, rest[4] - rest[0])],
        cone_angles=[cone],
        twists=[(0, 4, 6, 1, 2)],
        twist_axes=[body_axis(e1, e2, rest[6] - rest[4])],
        twist_angles=[(-0.4, 0.3)],
    )


def momentum(momenta: Floats) -> Floats:
    """Of the whole puppet [kg m/s], shape (3,)."""
    total: Floats = momenta.sum(axis=0)
    return total


def spin(positions: Floats, momenta: Floats) -> Floats:
    """Angular momentum about the origin [kg m2/s], shape (3,)."""
    total: Floats = np.cross(positions, momenta).sum(axis=0)
    return total
