"""Reconstruction: a segment, played from any pose, by a fish of any size (the reference).

Yu & Terzopoulos 1999, Eqs. 10-13, mended: increments are turned by the body frame that they were
recorded in, so that from every pose it is the same path, rigidly moved; and a larger fish travels
farther, too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import (
    Floats,
    body_to_world,
    multiply,
    quaternion_from_axes,
    rotation_matrix,
    rotation_vector,
)
from motorium.contracts.time import time_scale
from motorium.motion.course import place, turned_about_up
from motorium.motion.cut import rotation_of
from motorium.motion.segments import Segment

__all__ = ["Pose", "Replayed", "replay", "replay_at"]


@dataclass(frozen=True)
class Pose:
    """Of a body frame: position [m] (3,) and orientation (4,), a quaternion."""

    position: Floats
    orientation: Floats

    @classmethod
    def along(cls, segment: Segment, position: Floats, course: Floats) -> Pose:
        """In which a segment begins whose course begins with these axes (3, 3)."""
        return cls(np.asarray(position), quaternion_from_axes(course @ segment.stance))


@dataclass(frozen=True)
class Replayed:
    """What is seen of a fish at m moments, in the world.

    positions [m] (m, 3) and orientations (m, 4) of its body frame, nodes [m] (m, 23, 3), and its
    skin's control points [m] (m, 426, 3), None where they are not kept.
    """

    positions: Floats
    orientations: Floats
    nodes: Floats
    points: Floats | None


def replay(
    segment: Segment, start: Pose, frames: int, length: float = 1.0, size: float = 1.0
) -> Replayed:
    """Frames 1 to n of a segment, frame by frame as it was recorded (Eqs. 10-13).

    start: the body frame before the first; length [m]: of the species, at size 1. A frame of a
    larger individual lasts longer, by the root of its size. Orientations are renormalised. A
    cyclic segment goes round.
    """
    if not segment.cyclic and frames > segment.frames:
        raise ValueError(f"segment {segment.name} has {segment.frames} frames, not {frames}")
    if frames < 0:
        raise ValueError(f"segment {segment.name}: {frames} frames")
    alpha = length * size
    steps, turns = _round(segment)
    positions, orientations = np.empty((frames, 3)), np.empty((frames, 4))
    position = np.asarray(start.position, dtype=np.float64)
    orientation = _unit(np.asarray(start.orientation, dtype=np.float64))
    for first in range(0, frames, segment.frames):
        now = slice(first, min(first + segment.frames, frames))
        count = now.stop - first
        positions[now] = position + body_to_world(orientation, alpha * steps[:count])
        orientations[now] = _unit(multiply(orientation, turns[:count]))
        position, orientation = positions[now][-1], orientations[now][-1]
    rows = np.arange(frames) % segment.frames
    points = None if segment.points is None else alpha * segment.points[rows]
    return _placed(positions, orientations, alpha * segment.nodes[rows], points)


def replay_at(
    segment: Segment, start: Pose, seconds: Floats, length: float = 1.0, size: float = 1.0
) -> Replayed:
    """The same at any times [s] (m,) of the world, from the start on.

    Between frames the body frame turns evenly, and nodes and points move straight. Whole cycles are
    not added up but known: in each the course has turned by `segment.turn`. A passage stays as it
    ends.

    Limitation: of a passage the body before its first frame is not kept; it has that of the frame.
    """
    alpha = length * size
    own = np.asarray(seconds, dtype=np.float64) / time_scale(np.asarray(size)) / segment.seconds
    if (own < 0).any():
        raise ValueError(f"segment {segment.name}: times before its start")
    cycles = np.floor(own) if segment.cyclic else np.zeros_like(own)
    at = segment.frames * np.minimum(own - cycles, 1.0)
    before = np.minimum(at.astype(np.intp), segment.frames - 1)
    way = at - before
    origins, axes = place(segment)
    turned = turned_about_up(segment.turn * cycles)
    places = _mixed(origins, before, way)
    places = _ways(origins[-1], segment.turn, cycles) + np.einsum("kij,kj->ki", turned, places)
    sways = axes[before] @ rotation_of(way[:, None] * _turns(segment)[before])
    # The level frame that the segment begins in, in the world.
    level = _axes(start.orientation) @ _axes(quaternion_from_axes(segment.stance)).T
    positions = np.asarray(start.position, dtype=np.float64) + alpha * places @ level.T
    orientations = quaternion_from_axes(level @ turned @ sways)
    bodies = [
        None if part is None else alpha * _mixed(_with_start(segment, part), before, way)
        for part in (segment.nodes, segment.points)
    ]
    assert bodies[0] is not None
    return _placed(positions, orientations, bodies[0], bodies[1])


def _round(segment: Segment) -> tuple[Floats, Floats]:
    """Positions [L] (F, 3) and orientations (F, 4) of frames 1 to F, from a start at nothing."""
    turns = quaternion_from_axes(segment.rotation)
    positions, orientations = np.empty((segment.frames, 3)), np.empty((segment.frames, 4))
    position, orientation = np.zeros(3), np.array([1.0, 0.0, 0.0, 0.0])
    for k in range(segment.frames):
        position = position + body_to_world(orientation, segment.translation[k])
        orientation = _unit(multiply(orientation, turns[k]))
        positions[k], orientations[k] = position, orientation
    return positions, orientations


def _ways(way: Floats, turn: float, cycles: Floats) -> Floats:
    """How far (m, 3) cycles lead, one after the other, each by `way` (3,) and then turned."""
    half = 0.5 * turn
    longer = cycles * np.sinc(cycles * half / np.pi) / np.sinc(half / np.pi)
    flat = turned_about_up((cycles - 1.0) * half) @ (way * (1.0, 1.0, 0.0))
    ways: Floats = longer[:, None] * flat + cycles[:, None] * (way * (0.0, 0.0, 1.0))
    return ways


def _turns(segment: Segment) -> Floats:
    """Rotation vectors [rad] (F, 3) from frame to frame."""
    return rotation_vector(quaternion_from_axes(segment.rotation))


def _with_start(segment: Segment, values: Floats) -> Floats:
    """Of the moments 0 to F, from those of frames 1 to F."""
    first = values[-1:] if segment.cyclic else values[:1]
    return np.concatenate([first, values])


def _mixed(values: Floats, before: NDArray[np.intp], way: Floats) -> Floats:
    """Values (F + 1, ...) of moments, some way from one to the next."""
    way = way.reshape(-1, *[1] * (values.ndim - 1))
    mixed: Floats = (1.0 - way) * values[before] + way * values[before + 1]
    return mixed


def _placed(
    positions: Floats, orientations: Floats, nodes: Floats, points: Floats | None
) -> Replayed:
    """Bodies (m, n, 3) put into the world (Eqs. 12 and 13)."""
    here = positions[:, None]
    return Replayed(
        positions=positions,
        orientations=orientations,
        nodes=here + body_to_world(orientations, nodes),
        points=None if points is None else here + body_to_world(orientations, points),
    )


def _axes(quaternion: Floats) -> Floats:
    return rotation_matrix(_unit(np.asarray(quaternion, dtype=np.float64)))


def _unit(quaternion: Floats) -> Floats:
    unit: Floats = quaternion / np.linalg.norm(quaternion, axis=-1, keepdims=True)
    return unit
