"""A figure as arrays: which segment hangs on which, by what freedoms, and where that puts them.

skeleton = load_skeleton("human-high")
pose = skeleton.rest(1)
pose.angles[:, skeleton.freedom("left elbow", "flexion")] = 1.2
placed = skeleton.place(pose)
placed.positions[0, skeleton.segment("left hand")]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from motorium.bodies.figure.document import FigureDocument, twins
from motorium.contracts.frames import Floats
from motorium.problems import did_you_mean

__all__ = ["FINGERS", "SIDES", "Placed", "Poses", "Site", "Skeleton", "skeleton_of", "turn_about"]


SIDES: Final = ("left", "right")
FINGERS: Final = ("thumb", "index", "middle", "ring", "little")
"""As they are called in names of segments and joints."""


@dataclass(frozen=True)
class Poses:
    """Frames of a figure: where its first segment is and how it is turned, and all its angles.

    position [m] (frames, 3); rotation (frames, 3, 3); angles [rad or m] (frames, freedoms).
    """

    position: Floats
    rotation: Floats
    angles: Floats

    def __len__(self) -> int:
        return len(self.angles)

    def frames(self, which: slice | np.ndarray) -> Poses:
        """Some of them."""
        return Poses(self.position[which], self.rotation[which], self.angles[which])

    @staticmethod
    def joined(parts: Sequence[Poses]) -> Poses:
        """One after the other."""
        return Poses(
            np.concatenate([part.position for part in parts]),
            np.concatenate([part.rotation for part in parts]),
            np.concatenate([part.angles for part in parts]),
        )


class Placed(NamedTuple):
    """Where all segments are: positions [m] (frames, segments, 3) of their origins, and rotations
    (frames, segments, 3, 3): what turns their axes at rest to how they are."""

    positions: Floats
    rotations: Floats


class Site(NamedTuple):
    """A place on a segment: its number, and where, seen from its origin [m]."""

    segment: int
    at: Floats


@dataclass(frozen=True)
class Skeleton:
    """segments by name, and parents: of each its parent's number, earlier than its own (-1: none);
    offsets [m] (segments, 3) from the parent's origin; for each freedom its name, its joint's, its
    segment's number, its axis, whether it slides, and its limits (freedoms, 2)."""

    title: str
    stature: float
    segments: tuple[str, ...]
    parents: tuple[int, ...]
    offsets: Floats
    joints: tuple[str, ...]
    freedom_names: tuple[str, ...]
    freedom_joints: tuple[str, ...]
    freedom_segments: tuple[int, ...]
    axes: Floats
    slides: tuple[bool, ...]
    limits: Floats
    sites: dict[str, Site]

    @property
    def freedoms(self) -> int:
        """How many degrees of freedom its joints have; the six of the first segment are apart."""
        return len(self.freedom_names)

    @cached_property
    def freedoms_of(self) -> tuple[tuple[int, ...], ...]:
        """For each segment the numbers of its freedoms, in their order."""
        found: list[list[int]] = [[] for _ in self.segments]
        for number, segment in enumerate(self.freedom_segments):
            found[segment].append(number)
        return tuple(map(tuple, found))

    @cached_property
    def rest_positions(self) -> Floats:
        """Of all segments' origins [m], the first one's at zero."""
        places: Floats = self.place(self.rest()).positions[0]
        return places

    def segment(self, name: str) -> int:
        """The number of a segment."""
        return _index(self.segments, name, "segment", self.title)

    def freedom(self, joint: str, name: str) -> int:
        """The number of a degree of freedom."""
        for number, pair in enumerate(zip(self.freedom_joints, self.freedom_names, strict=True)):
            if pair == (joint, name):
                return number
        _index(self.joints, joint, "joint", self.title)
        own = [
            one
            for of, one in zip(self.freedom_joints, self.freedom_names, strict=True)
            if of == joint
        ]
        raise KeyError(f"{joint} has no freedom {name!r}; it has {', '.join(own)}")

    def freedoms_of_joint(self, joint: str) -> list[int]:
        """The numbers of a joint's freedoms, in their order."""
        _index(self.joints, joint, "joint", self.title)
        return [number for number, of in enumerate(self.freedom_joints) if of == joint]

    def rest(self, frames: int = 1) -> Poses:
        """It stands upright at the origin, all angles zero."""
        return Poses(
            np.zeros((frames, 3)),
            np.tile(np.eye(3), (frames, 1, 1)),
            np.zeros((frames, self.freedoms)),
        )

    def place(self, poses: Poses) -> Placed:
        """Forward kinematics."""
        if poses.angles.shape != (len(poses), self.freedoms):
            given = poses.angles.shape[-1]
            raise ValueError(f"{self.title} has {self.freedoms} degrees of freedom, not {given}")
        frames, count = len(poses), len(self.segments)
        positions = np.empty((frames, count, 3))
        rotations = np.empty((frames, count, 3, 3))
        positions[:, 0], rotations[:, 0] = poses.position, poses.rotation
        for number in range(1, count):
            parent = self.parents[number]
            place = positions[:, parent] + rotations[:, parent] @ self.offsets[number]
            turned = rotations[:, parent]
            for freedom in self.freedoms_of[number]:
                angle, axis = poses.angles[:, freedom], self.axes[freedom]
                if self.slides[freedom]:
                    place += angle[:, np.newaxis] * (turned @ axis)
                else:
                    turned = turned @ turn_about(axis, angle)
            positions[:, number], rotations[:, number] = place, turned
        return Placed(positions, rotations)

    def site_places(self, placed: Placed, name: str) -> Floats:
        """Where a site is in all frames [m], shape (frames, 3)."""
        _index(tuple(self.sites), name, "site", self.title)
        segment, at = self.sites[name]
        places: Floats = placed.positions[:, segment] + placed.rotations[:, segment] @ at
        return places


def skeleton_of(document: FigureDocument) -> Skeleton:
    """The arrays of a document."""
    segments = [twin for segment in document.segment for twin in twins(segment)]
    numbers = {segment.name: number for number, segment in enumerate(segments)}
    freedoms = [
        (freedom, joint.name, number)
        for number, segment in enumerate(segments)
        for joint in segment.joint
        for freedom in joint.freedom
    ]
    return Skeleton(
        title=document.figure.title,
        stature=document.figure.stature,
        segments=tuple(numbers),
        parents=tuple(numbers[one.parent] if one.parent else -1 for one in segments),
        offsets=np.array([segment.at for segment in segments]),
        joints=tuple(joint.name for segment in segments for joint in segment.joint),
        freedom_names=tuple(freedom.name for freedom, _, _ in freedoms),
        freedom_joints=tuple(joint for _, joint, _ in freedoms),
        freedom_segments=tuple(segment for _, _, segment in freedoms),
        axes=np.array([freedom.axis for freedom, _, _ in freedoms]).reshape(-1, 3),
        slides=tuple(freedom.slides for freedom, _, _ in freedoms),
        limits=np.array([freedom.limits for freedom, _, _ in freedoms]).reshape(-1, 2),
        sites={
            twin.name: Site(numbers[twin.segment], np.array(twin.at))
            for site in document.site
            for twin in twins(site)
        },
    )


def turn_about(axis: Floats, angle: Floats) -> Floats:
    """Rodrigues' formula for one axis of length 1 and many angles: (frames, 3, 3)."""
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    sine, cosine = np.sin(angle), np.cos(angle)
    matrix: Floats = (
        np.eye(3)
        + sine[:, np.newaxis, np.newaxis] * cross
        + (1.0 - cosine)[:, np.newaxis, np.newaxis] * (cross @ cross)
    )
    return matrix


def _index(names: tuple[str, ...], name: str, kind: str, title: str) -> int:
    if name not in names:
        meant = did_you_mean(name, names)
        known = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
        raise KeyError(f"{title} has no {kind} {name!r}; it has {known}{meant}")
    return names.index(name)
