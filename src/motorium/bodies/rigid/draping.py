"""A figure drawn around its physical double: segments ride on the parts that move them.

    drape = drape_of(skeleton, load_skeleton("human-high"))
    positions, rotations = draped(figure, drape, place(figure, coordinates))

Limbs are exactly where the double's parts are. The double bends its trunk at two places only; the
spine's segments share that, so that a back is round. Hands, which the double does not move, are
at ease or closed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.figure.skeleton import FINGERS, SIDES, Skeleton
from motorium.bodies.rigid.figure import RigidFigure
from motorium.bodies.rigid.parts import PARTS
from motorium.bodies.rigid.wearing import PlacedParts, segments_between
from motorium.contracts.frames import Floats, quaternion_from_axes, rotation_matrix

__all__ = ["Drape", "drape_of", "draped"]

AT_EASE: Final = 0.35
CLOSED: Final = 1.25
"""How far the joints of fingers are bent [rad]; thumbs less, by this share:"""
THUMB: Final = 0.45
LONG: Final = ("thigh", "shin", "upper arm", "forearm")
"""Segments that are stretched along their bones."""
SMALLEST, LARGEST = 0.6, 1.6
"""By how much flesh is scaled to somebody's bones at most."""


class Drape(NamedTuple):
    """Of each segment: lower and upper, the parts that it rides on, and share: how much on the
    upper one; places [m] (2, segments, 3) seen from the pelvis at rest and turns (2, segments, 4),
    of hands at ease, then closed; scales (segments, 3): of flesh that was made for the standard
    figure, along its axes."""

    lower: NDArray[np.int64]
    upper: NDArray[np.int64]
    share: Floats
    places: Floats
    turns: Floats
    scales: Floats


def drape_of(skeleton: Skeleton, standard: Skeleton) -> Drape:
    """Of human-high, or of a figure with its segments and another size; standard: whose flesh it
    wears."""
    lower, upper, share = _rides(skeleton)
    tailored, scales = _tailored(skeleton, standard)
    hands = [_hands(tailored, bent) for bent in (AT_EASE, CLOSED)]
    return Drape(
        lower,
        upper,
        share,
        np.stack([places for places, _ in hands]),
        np.stack([turns for _, turns in hands]),
        scales,
    )


def draped(
    figure: RigidFigure, drape: Drape, placed: PlacedParts, frame: int = 0, closed: bool = False
) -> tuple[Floats, Floats]:
    """Where segments are [m] (segments, 3), and how they are turned (segments, 4)."""
    joints = _joints(figure)
    places, turns = drape.places[int(closed)], drape.turns[int(closed)]
    positions, rotations = placed.positions[frame], placed.rotations[frame]
    parts = quaternion_from_axes(rotations)
    found, mixed = [], []
    for part, weight in ((drape.lower, 1.0 - drape.share), (drape.upper, drape.share)):
        off = np.einsum("sij,sj->si", rotations[part], places - joints[part])
        found.append(weight[:, np.newaxis] * (positions[part] + off))
        mixed.append(weight[:, np.newaxis] * parts[part])
    near = (mixed[0] * mixed[1]).sum(axis=1, keepdims=True) >= 0.0
    turn = mixed[0] + np.where(near, mixed[1], -mixed[1])
    turn /= np.linalg.norm(turn, axis=1, keepdims=True)
    whole = rotation_matrix(turn) @ rotation_matrix(turns)
    return found[0] + found[1], quaternion_from_axes(whole)


def _joints(figure: RigidFigure) -> Floats:
    """Where parts hang at rest, seen from the pelvis [m] (parts, 3)."""
    joints = np.zeros((len(PARTS), 3))
    for number, part in enumerate(PARTS[1:], start=1):
        joints[number] = joints[part.parent] + figure.offsets[number]
    return joints


def _rides(skeleton: Skeleton) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """Between the segments that are turned with two parts, their turn goes over from one to the
    other; all else goes with its parent."""
    count = len(skeleton.segments)
    lower, upper, share = np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count)
    own: dict[int, tuple[int, int, float]] = {0: (0, 0, 0.0)}
    for number, part in enumerate(PARTS[1:], start=1):
        way = segments_between(skeleton, number)
        for step, segment in enumerate(reversed(way), start=1):
            last = step == len(way)
            own[segment] = (number, number, 0.0) if last else (part.parent, number, step / len(way))
    for segment in range(count):
        if segment not in own:
            own[segment] = own[skeleton.parents[segment]]
        lower[segment], upper[segment], share[segment] = own[segment]
    return lower, upper, share


def _hands(skeleton: Skeleton, bent: float) -> tuple[Floats, Floats]:
    """Places and turns at rest, with all fingers so bent."""
    pose = skeleton.rest()
    for freedom, (joint, name) in enumerate(
        zip(skeleton.freedom_joints, skeleton.freedom_names, strict=True)
    ):
        if name != "flexion" or not any(
            joint.startswith(f"{side} {finger}") for side in SIDES for finger in FINGERS
        ):
            continue
        wanted = bent * (THUMB if "thumb" in joint else 1.0)
        pose.angles[0, freedom] = np.clip(wanted, *skeleton.limits[freedom])
    placed = skeleton.place(pose)
    return placed.positions[0], quaternion_from_axes(placed.rotations[0])


def _tailored(skeleton: Skeleton, standard: Skeleton) -> tuple[Skeleton, Floats]:
    """The skeleton as the standard figure's flesh fits it, and how it is stretched along the axes
    of each segment (segments, 3).

    Legs and arms keep their joints, and are stretched along their bones. The trunk is stretched as
    one, from the hips to the shoulders, with neck and head on top: who is told by a few joints has
    vertebrae and a neck that begin anywhere. What nobody measured grows with the legs.
    """
    names, ours, theirs = skeleton.segments, skeleton.rest_positions, standard.rest_positions
    longer = np.abs(skeleton.offsets[:, 2]) / np.maximum(np.abs(standard.offsets[:, 2]), 1e-9)
    size = float(np.mean([longer[skeleton.segment(f"{side} foot")] for side in SIDES]))
    own, made = (
        0.5 * (rest[_arms(skeleton)[0]] + rest[_arms(skeleton)[1]]) for rest in (ours, theirs)
    )
    broad, usual = (np.abs(rest[_arms(skeleton), 1]).mean() for rest in (ours, theirs))
    places, scales = ours.copy(), np.full((len(names), 3), size)
    for number, name in enumerate(names):
        parent, high = skeleton.parents[number], theirs[number, 2] / made[2]
        if number <= skeleton.segment("neck") or name.endswith("clavicle"):
            width = size + (broad / usual - size) * min(max(high, 0.0), 1.0)
            stretch = np.array([size, width, own[2] / made[2]])
            places[number] = theirs[number] * stretch
            places[number, 0] += high * (own[0] - size * made[0])
            scales[number] = stretch if name != "neck" else size
        elif number < skeleton.segment("left clavicle"):
            places[number] = places[parent] + size * (theirs[number] - theirs[parent])
        elif name.endswith(LONG):
            scales[number, 2] = longer[skeleton.parents.index(number)]
    offsets = places - places[np.maximum(skeleton.parents, 0)]
    return replace(skeleton, offsets=offsets), np.clip(scales, SMALLEST, LARGEST)


def _arms(skeleton: Skeleton) -> list[int]:
    return [skeleton.segment(f"{side} upper arm") for side in SIDES]
