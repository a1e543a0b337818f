"""Poses of a figure as coordinates of its physical double, and back.

    coordinates = worn_by(skeleton, poses)      # (frames, COORDINATES)
    placed = place(figure, coordinates)         # where all parts are, and how they are turned

A hinge takes the bend and leaves the twist of forearm and shin away; so does the trunk, whose three
parts stand for a spine. What a double cannot do is thus lost here, and nowhere else.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from motorium.bodies.figure.skeleton import Placed, Poses, Skeleton
from motorium.bodies.rigid.figure import RigidFigure
from motorium.bodies.rigid.parts import COORDINATES, PARTS, TURNS, coordinate_of
from motorium.contracts.frames import (
    Floats,
    quaternion_from_axes,
    rotation_matrix,
    rotation_vector,
)

__all__ = [
    "PlacedParts",
    "about_y",
    "continuous",
    "local_turns",
    "place",
    "segment_for",
    "segments_between",
    "worn_by",
    "worn_segments",
]


class PlacedParts(NamedTuple):
    """positions [m] (frames, parts, 3) of joints, rotations (frames, parts, 3, 3)."""

    positions: Floats
    rotations: Floats


def worn_by(skeleton: Skeleton, poses: Poses) -> Floats:
    """Coordinates of the double in these poses, shape (frames, COORDINATES)."""
    return worn_segments(skeleton, skeleton.place(poses))


def worn_segments(skeleton: Skeleton, placed: Placed) -> Floats:
    """The same, of where segments are."""
    turns = [placed.rotations[:, segment_for(skeleton, number)] for number in range(len(PARTS))]
    found = np.empty((len(placed.positions), COORDINATES))
    found[:, :3] = placed.positions[:, 0]
    found[:, 3:7] = quaternion_from_axes(turns[0])
    for number, part in enumerate(PARTS[1:], start=1):
        relative = np.swapaxes(turns[part.parent], -1, -2) @ turns[number]
        at = coordinate_of(number)
        if part.hinge is None:
            found[:, at : at + 4] = quaternion_from_axes(relative)
        else:
            # What points down at rest is turned forward by elbows and backward by knees.
            down = -relative[..., 2]
            bend = np.arctan2(-part.hinge[1] * down[:, 0], -down[:, 2])
            found[:, at] = np.clip(bend, 0.0, part.most)
            # A twist of the hinge's own is lost, so what hangs on it is turned against the bend.
            turns[number] = turns[part.parent] @ about_y(part.hinge[1] * found[:, at])
    return continuous(found)


def continuous(coordinates: Floats) -> Floats:
    """The same turns, with quaternions that do not change sides from frame to frame."""
    found = coordinates.copy()
    for at in TURNS:
        turns = found[:, at : at + 4]
        flips = (turns[1:] * turns[:-1]).sum(axis=1) < 0.0
        turns[1:][np.cumsum(flips) % 2 == 1] *= -1.0
    return found


def place(figure: RigidFigure, coordinates: Floats) -> PlacedParts:
    """Forward kinematics."""
    frames, count = len(coordinates), len(PARTS)
    positions = np.empty((frames, count, 3))
    rotations = np.empty((frames, count, 3, 3))
    positions[:, 0] = coordinates[:, :3]
    rotations[:, 0] = rotation_matrix(coordinates[:, 3:7])
    for number, part in enumerate(PARTS[1:], start=1):
        parent, at = part.parent, coordinate_of(number)
        positions[:, number] = positions[:, parent] + rotations[:, parent] @ figure.offsets[number]
        relative = (
            rotation_matrix(coordinates[:, at : at + 4])
            if part.hinge is None
            else about_y(part.hinge[1] * coordinates[:, at])
        )
        rotations[:, number] = rotations[:, parent] @ relative
    return PlacedParts(positions, rotations)


def about_y(angle: Floats) -> Floats:
    """Turns about the y axis by angles [rad] (n,), as matrices (n, 3, 3)."""
    sine, cosine, none = np.sin(angle), np.cos(angle), np.zeros_like(angle)
    rows = [[cosine, none, sine], [none, none + 1.0, none], [-sine, none, cosine]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def local_turns(skeleton: Skeleton, coordinates: Floats) -> Floats:
    """How all segments of a figure are turned against their parents when its double is so
    (COORDINATES,), shape (segments, 4): abdomen and chest bend the spine evenly, and what the
    double does not have stays as it is at rest."""
    turns = np.zeros((len(skeleton.segments), 4))
    turns[:, 0] = 1.0
    for number, part in enumerate(PARTS[1:], start=1):
        at = coordinate_of(number)
        if part.hinge is not None:
            half = 0.5 * coordinates[at]
            turn = np.array([np.cos(half), *(np.sin(half) * np.array(part.hinge))])
        else:
            turn = coordinates[at : at + 4]
        bends = segments_between(skeleton, number)
        turns[bends] = _share(turn, 1.0 / len(bends))
    return turns


def segment_for(skeleton: Skeleton, number: int) -> int:
    """The segment of a figure that is turned with a part."""
    part = PARTS[number]
    for name in (part.turned_as, part.name, _COARSE.get(part.name, "")):
        if name in skeleton.segments:
            return skeleton.segment(name)
    raise KeyError(f"{skeleton.title} has no segment for {part.name}")


def segments_between(skeleton: Skeleton, number: int) -> list[int]:
    """Which segments share the turn of a part against its parent, from its own downwards."""
    segment = segment_for(skeleton, number)
    if PARTS[number].name not in _SPREAD:
        return [segment]
    found, above = [], segment_for(skeleton, PARTS[number].parent)
    while segment != above and segment > 0:
        found.append(segment)
        segment = skeleton.parents[segment]
    return found


_COARSE: Final = {"pelvis": "trunk", "abdomen": "trunk", "chest": "trunk", "neck": "head"}
"""Of figures without a spine."""
_SPREAD: Final = ("abdomen", "chest")


def _share(turn: Floats, share: float) -> Floats:
    """A part of a turn."""
    vector = share * rotation_vector(turn)
    angle = float(np.linalg.norm(vector))
    scale = np.sin(0.5 * angle) / angle if angle > 1e-9 else 0.5
    return np.array([np.cos(0.5 * angle), *(scale * vector)])
