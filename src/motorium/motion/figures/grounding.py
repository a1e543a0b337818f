"""Real motion set on a level floor.

Captured floors slope, feet of captured skeletons are turned a little, and one leg may be longer
than the other: a performer's double would stumble over all that. So wherever a foot stands, its
sole is laid on the ground: a constant turn of the foot makes it level, and a height that changes
slowly from stand to stand takes off what is left. Legs follow by their knees.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.figure.skeleton import SIDES
from motorium.bodies.rigid.figure import BAR, BLOCK, RigidFigure
from motorium.bodies.rigid.parts import coordinate_of, part_number
from motorium.bodies.rigid.wearing import PlacedParts, about_y, continuous, place
from motorium.contracts.frames import Floats, quaternion_from_axes

__all__ = ["grounded"]

SLOW: Final = 0.25
"""A foot that stands is not faster [m/s],"""
LEVEL: Final = np.radians(40.0)
"""nor tilted by more,"""
LOW: Final = 0.15
"""nor this much higher than where it is lowest [m]."""
STRETCHED: Final = 0.9995
"""No leg is straighter: knees that snap straight are faster than any joint."""
SINKS: Final = 0.004
"""Flesh gives way so far [m]."""
MOST_TILT: Final = np.radians(25.0)
"""No foot is turned by more."""


def grounded(figure: RigidFigure, coordinates: Floats, rate: float) -> Floats:
    """The same motion (frames, COORDINATES) with soles on the ground where they stand."""
    found = coordinates.copy()
    placed = place(figure, found)
    stands = [_stands(placed, _foot(side), rate) for side in SIDES]
    turns = [
        _leveling(placed, _foot(side), where) for side, where in zip(SIDES, stands, strict=True)
    ]
    soles = [
        placed.positions[:, _foot(side), 2] + _sole(figure, placed, _foot(side), turn)
        for side, turn in zip(SIDES, turns, strict=True)
    ]
    heights = _heights(soles, stands)
    found[:, 2] -= heights.mean(axis=0)
    for number, side in enumerate(SIDES):
        own = heights[number] - heights.mean(axis=0)
        _set_foot(figure, found, placed, side, own, turns[number])
    found[:, 2] += _lifted(_lowest(figure, found), rate)
    return continuous(found)


def _lowest(figure: RigidFigure, coordinates: Floats) -> Floats:
    """How high the lowest point of the whole body is in each frame [m]."""
    placed = place(figure, coordinates)
    lowest = np.full(len(coordinates), np.inf)
    for shape in figure.shapes:
        turned = placed.rotations[:, shape.part]
        middle = (placed.positions[:, shape.part] + turned @ shape.at)[:, 2]
        if shape.kind == BLOCK:
            reach = np.abs(turned[:, 2]) @ np.array(shape.size)
        elif shape.kind == BAR:
            reach = np.abs(turned[:, 2] @ shape.axis) * shape.size[1] + shape.size[0]
        else:
            reach = np.full(len(coordinates), shape.size[0])
        lowest = np.minimum(lowest, middle - reach)
    return lowest


def _lifted(lowest: Floats, rate: float) -> Floats:
    """How far to lift a body that lies deeper than the floor [m]: gently, and enough."""
    sunk = np.maximum(-lowest - SINKS, 0.0)
    window = max(int(0.1 * rate), 1)
    padded = np.pad(sunk, 2 * window, mode="edge")
    most = np.array([padded[k : k + 2 * window + 1].max() for k in range(len(sunk) + 2 * window)])
    smooth: Floats = np.convolve(most, np.full(2 * window + 1, 1.0 / (2 * window + 1)), "valid")
    return smooth


def _foot(side: str) -> int:
    return part_number(f"{side} foot")


def _stands(placed: PlacedParts, foot: int, rate: float) -> np.ndarray:
    """In which frames a foot stands."""
    ankle = placed.positions[:, foot]
    speed = np.linalg.norm(np.gradient(ankle, 1.0 / rate, axis=0), axis=1) if len(ankle) > 1 else 0
    upright = placed.rotations[:, foot, 2, 2] > np.cos(LEVEL)
    # Floors may slope: what is low is compared with what was low within a second.
    window = max(int(rate), 1)
    lowest = np.array(
        [ankle[max(0, k - window) : k + window + 1, 2].min() for k in range(len(ankle))]
    )
    low = ankle[:, 2] < lowest + LOW
    return np.asarray((speed < SLOW) & upright & low)


def _leveling(placed: PlacedParts, foot: int, stands: np.ndarray) -> Floats:
    """A turn in the foot's axes (3, 3) after which it stands level, on average."""
    if not stands.any():
        return np.eye(3)
    # Where up is for a foot that stands, in its own axes.
    up = np.median(placed.rotations[stands, foot, 2], axis=0)
    up /= np.linalg.norm(up)
    angle = float(np.arccos(np.clip(up[2], -1.0, 1.0)))
    axis = np.cross([0.0, 0.0, 1.0], up)
    sine = float(np.linalg.norm(axis))
    if sine < 1e-9:
        return np.eye(3)
    x, y, z = axis / sine
    angle = min(angle, MOST_TILT)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turn: Floats = np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * (cross @ cross)
    return turn


def _sole(figure: RigidFigure, placed: PlacedParts, foot: int, turn: Floats) -> Floats:
    """How far the lowest corner of a sole is above the ankle, which is negative [m]."""
    shape = next(one for one in figure.shapes if one.part == foot)
    half = np.array(shape.size)
    turned = placed.rotations[:, foot] @ turn
    signs = [(x, y, -1.0) for x in (1.0, -1.0) for y in (1.0, -1.0)]
    corners = [(turned @ (shape.at + half * sign))[:, 2] for sign in signs]
    lowest: Floats = np.min(corners, axis=0)
    return lowest


def _heights(soles: list[Floats], stands: list[np.ndarray]) -> Floats:
    """How high the floor is below each foot (2, frames) [m]: where it stands as high as the sole,
    and in between on the straight line from one to the next."""
    frames = np.arange(len(soles[0]))
    found = np.empty((2, len(frames)))
    for number, (sole, where) in enumerate(zip(soles, stands, strict=True)):
        known = where if where.any() else stands[1 - number]
        heights = sole if where.any() else soles[1 - number]
        if not known.any():
            found[number] = np.percentile(np.minimum(*soles), 2.0)
            continue
        found[number] = np.interp(frames, frames[known], heights[known])
    return found


def _set_foot(
    figure: RigidFigure,
    coordinates: Floats,
    placed: PlacedParts,
    side: str,
    lower: Floats,
    leveling: Floats,
) -> None:
    """Bend a leg so that its ankle is so much lower [m] (frames,), and turn its foot."""
    thigh, shin, foot = (part_number(f"{side} {one}") for one in ("thigh", "shin", "foot"))
    hip = placed.positions[:, thigh]
    ankle = placed.positions[:, foot] - hip
    goal = ankle.copy()
    goal[:, 2] -= lower
    upper = float(np.linalg.norm(figure.offsets[shin]))
    below = float(np.linalg.norm(figure.offsets[foot]))
    far = np.clip(
        np.linalg.norm(goal, axis=1), abs(upper - below) + 1e-4, STRETCHED * (upper + below)
    )
    bent = (upper**2 + below**2 - far**2) / (2.0 * upper * below)
    knee = np.pi - np.arccos(np.clip(bent, -1.0, 1.0))
    # Bones of real skeletons are not quite in line when the knee is straight.
    straight = placed.rotations[:, thigh] @ figure.offsets[shin]
    at, part = coordinate_of(shin), coordinate_of(thigh)
    was = placed.rotations[:, thigh]
    about = about_y(knee)
    reached = straight + np.einsum("fij,fjk,k->fi", was, about, figure.offsets[foot])
    swing = _shortest(reached, goal)
    turned = swing @ was
    pelvis = placed.rotations[:, 0]
    coordinates[:, part : part + 4] = quaternion_from_axes(np.swapaxes(pelvis, -1, -2) @ turned)
    coordinates[:, at] = knee
    sole = placed.rotations[:, foot] @ leveling
    lower_leg = turned @ about
    to = coordinate_of(foot)
    coordinates[:, to : to + 4] = quaternion_from_axes(np.swapaxes(lower_leg, -1, -2) @ sole)


def _shortest(one: Floats, other: Floats) -> Floats:
    """Turns (n, 3, 3) that bring directions (n, 3) into others, the short way."""
    u = one / np.linalg.norm(one, axis=1, keepdims=True)
    v = other / np.linalg.norm(other, axis=1, keepdims=True)
    x, y, z = np.cross(u, v).T
    none = np.zeros_like(x)
    cross = np.stack(
        [
            np.stack([none, -z, y], axis=-1),
            np.stack([z, none, -x], axis=-1),
            np.stack([-y, x, none], axis=-1),
        ],
        axis=-2,
    )
    cosine = (u * v).sum(axis=1)[:, np.newaxis, np.newaxis]
    turns: Floats = np.eye(3) + cross + cross @ cross / (1.0 + np.maximum(cosine, -0.999))
    return turns
