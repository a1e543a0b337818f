"""What a puppet is: points with masses, rods and joints between them, and a skin that follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats

if TYPE_CHECKING:
    from motorium.bodies.puppet.document import PuppetDocument

__all__ = ["Indices", "Part", "Puppet", "bends", "in_space", "puppet_of", "spans_a_plane"]

Indices = NDArray[np.intp]
IN_LINE: Final = 1e-3
"""The sine of the angle up to which two directions count as one."""


@dataclass(frozen=True)
class Part:
    """A part of the skin.

    follows: skeleton points, shape (k,); vertices [m] at rest, shape (v, 3); faces, shape (f, 3):
    without any, the vertices are a closed outline; color: "#rrggbb"; blend [m]: how far from a
    skeleton point that it shares with others its field blends into theirs, 0 for as far as fits.
    """

    name: str
    follows: Indices
    vertices: Floats
    faces: Indices
    color: str
    blend: float


@dataclass(frozen=True)
class Puppet:
    """rest [m], shape (n, 3): where points are at rest, all in the plane y = 0 if dimensions are 2;
    masses [kg], shape (n,); pinned, shape (n,): who stays where it is.

    rods: ends, shape (r, 2), and lengths [m], shape (r, 2), the least and the most. joints: the
    points before, at and behind a hinge, shape (j, 3), and angles [rad], shape (j, 2), the least
    and the most bend; 0 is straight, and in two dimensions left is positive.

    cones: hinge, tip, and two more points u, v of the body that they are fixed to, shape (c, 4);
    cone_axes, shape (c, 3): a, b, c of an axis a e1 + b e2 + c e1 x e2, with e1 = u - hinge and
    e2 = v - hinge; cone_angles [rad], shape (c,): the most between that axis and tip - hinge.
    twists: hinge, tip, side, u, v, shape (t, 5); twist_axes: likewise, the direction that counts
    as no twist; twist_angles [rad], shape (t, 2), the least and the most about the bone, from that
    direction to side - tip.
    """

    title: str
    dimensions: int
    names: tuple[str, ...]
    rest: Floats
    masses: Floats
    pinned: NDArray[np.bool_]
    rods: Indices
    lengths: Floats
    joints: Indices
    angles: Floats
    cones: Indices
    cone_axes: Floats
    cone_angles: Floats
    twists: Indices
    twist_axes: Floats
    twist_angles: Floats
    parts: tuple[Part, ...]


def puppet_of(document: PuppetDocument) -> Puppet:
    """The arrays of a file that was checked."""
    number = {point.name: index for index, point in enumerate(document.point)}
    rest = _places(point.at for point in document.point)

    def rows(named: Iterable[Sequence[str]], columns: int) -> Indices:
        found = [[number[name] for name in row] for row in named]
        return np.array(found, dtype=np.intp).reshape(-1, columns)

    rods = rows((rod.ends for rod in document.rod), 2)
    joints = rows((joint.points for joint in document.joint), 3)
    cones = rows(((cone.at, cone.bone, *cone.body) for cone in document.cone), 4)
    twists = rows(((t.at, t.bone, t.side, *t.body) for t in document.twist), 5)
    return Puppet(
        title=document.puppet.title,
        dimensions=document.puppet.dimensions,
        names=tuple(number),
        rest=rest,
        masses=np.array([point.mass for point in document.point], dtype=np.float64),
        pinned=np.array([point.pinned for point in document.point], dtype=np.bool_),
        rods=rods,
        lengths=_limits(
            [rod.length for rod in document.rod],
            np.linalg.norm(rest[rods[:, 1]] - rest[rods[:, 0]], axis=-1),
        ),
        joints=joints,
        angles=_limits(
            [joint.angle for joint in document.joint],
            bends(rest[joints], document.puppet.dimensions),
        ),
        cones=cones,
        cone_axes=_cone_axes(rest[cones], [cone.axis for cone in document.cone]),
        cone_angles=np.array([cone.angle for cone in document.cone], dtype=np.float64),
        twists=twists,
        twist_axes=_twist_axes(rest[twists]),
        twist_angles=_limits([twist.angle for twist in document.twist], np.zeros(len(twists))),
        parts=tuple(
            Part(
                name=part.name,
                follows=rows([part.follows], len(part.follows))[0],
                vertices=_places(part.corners),
                faces=np.array(part.faces or (), dtype=np.intp).reshape(-1, 3),
                color=part.color,
                blend=part.blend,
            )
            for part in document.part
        ),
    )


def in_space(place: Sequence[float]) -> tuple[float, float, float]:
    """A place of two or three numbers as x, y, z."""
    return place[0], (place[1] if len(place) == 3 else 0.0), place[-1]


def spans_a_plane(first: Floats, second: Floats) -> bool:
    """Whether two directions in space are not in one line."""
    across = float(np.linalg.norm(np.cross(first, second)))
    return across > IN_LINE * float(np.linalg.norm(first) * np.linalg.norm(second))


def bends(points: Floats, dimensions: int) -> Floats:
    """How joints are bent [rad], shape (j,), from where their points are [m], shape (j, 3, 3)."""
    before, behind = points[:, 1] - points[:, 0], points[:, 2] - points[:, 1]
    along = (before * behind).sum(axis=-1)
    if dimensions == 2:
        # Seen with x to the right and z up, against the y axis.
        across = before[:, 0] * behind[:, 2] - before[:, 2] * behind[:, 0]
    else:
        across = np.linalg.norm(np.cross(before, behind), axis=-1)
    angles: Floats = np.arctan2(across, along)
    return angles


def _places(places: Iterable[Sequence[float]]) -> Floats:
    return np.array([in_space(place) for place in places], dtype=np.float64).reshape(-1, 3)


def _limits(given: Sequence[tuple[float, float] | None], at_rest: Floats) -> Floats:
    """Those that are given, else as it is at rest."""
    pairs = [pair or (now, now) for pair, now in zip(given, at_rest.tolist(), strict=True)]
    return np.array(pairs, dtype=np.float64).reshape(-1, 2)


def _cone_axes(points: Floats, given: Sequence[tuple[float, float, float] | None]) -> Floats:
    """points [m], shape (c, 4, 3): hinge, tip, u, v; given: axes at rest, else as the bone."""
    bones = points[:, 1] - points[:, 0]
    axes = [axis or bone for axis, bone in zip(given, bones.tolist(), strict=True)]
    return _in_frames(np.array(axes).reshape(-1, 3), points[:, [0, 2, 3]])


def _twist_axes(points: Floats) -> Floats:
    """points [m], shape (t, 5, 3): hinge, tip, side, u, v. What counts as no twist is the part of
    side - tip across the bone, at rest."""
    bones, sides = points[:, 1] - points[:, 0], points[:, 2] - points[:, 1]
    share = (sides * bones).sum(axis=-1) / (bones * bones).sum(axis=-1)
    return _in_frames(sides - share[:, None] * bones, points[:, [0, 3, 4]])


def _in_frames(directions: Floats, frames: Floats) -> Floats:
    """Directions [m], shape (k, 3), as a e1 + b e2 + c e1 x e2, shape (k, 3), of the frames of
    hinge, u and v [m], shape (k, 3, 3)."""
    first, second = frames[:, 1] - frames[:, 0], frames[:, 2] - frames[:, 0]
    columns = np.stack([first, second, np.cross(first, second)], axis=-1)
    return np.asarray(np.linalg.solve(columns, directions[:, :, None])[:, :, 0], dtype=np.float64)
