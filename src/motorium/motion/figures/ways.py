"""Motions put elsewhere: by ways over the ground (a shift [m] and a turn (3, 3)), or led to another
pose by and by."""

from __future__ import annotations

import numpy as np

from motorium.bodies.figure.skeleton import Poses, turn_about
from motorium.contracts.frames import Floats, quaternion_from_axes, rotation_vector

__all__ = [
    "Way",
    "eased",
    "led",
    "led_between",
    "moved",
    "nearest_rotations",
    "turn_vector",
    "turned_by",
    "way_between",
]

Way = tuple[Floats, Floats]


def way_between(posture: Poses, there: Poses) -> Way:
    """How a posture of one frame must be moved to be there."""
    turn = there.rotation[0] @ posture.rotation[0].T
    shift = there.position[0] - turn @ posture.position[0]
    return shift, turn


def moved(poses: Poses, way: Way) -> Poses:
    """The same elsewhere."""
    shift, turn = way
    return Poses(poses.position @ turn.T + shift, turn @ poses.rotation, poses.angles)


def led(poses: Poses, frame: int, goal: Poses, share: Floats) -> Poses:
    """So that a frame is the goal, and others are as near to it as their share (frames,) says."""
    axis, angle = _axis_and_angle(turn_vector(goal.rotation[0] @ poses.rotation[frame].T))
    part = share[:, np.newaxis]
    return Poses(
        poses.position + part * (goal.position[0] - poses.position[frame]),
        turn_about(axis, angle * share) @ poses.rotation,
        poses.angles + part * (goal.angles[0] - poses.angles[frame]),
    )


def led_between(poses: Poses, first: Poses, last: Poses, frames: float) -> Poses:
    """Led from one pose and into another, each within so many frames: there it is these."""
    away = 1.0 - eased(np.arange(len(poses)) / frames)
    return led(led(poses, 0, first, away), -1, last, away[::-1])


def turn_vector(turn: Floats) -> Floats:
    """The axis of a rotation (3, 3), as long as its angle [rad] (3,)."""
    return rotation_vector(quaternion_from_axes(turn))


def turned_by(vector: Floats) -> Floats:
    """The rotation (3, 3) about a vector by its length [rad]."""
    axis, angle = _axis_and_angle(vector)
    turn: Floats = turn_about(axis, np.array([angle]))[0]
    return turn


def nearest_rotations(matrices: Floats) -> Floats:
    """To matrices (frames, 3, 3) that are nearly such: means, or what lies between two."""
    left, _, right = np.linalg.svd(matrices)
    left[..., 2] *= np.sign(np.linalg.det(left @ right))[..., np.newaxis]
    nearest: Floats = left @ right
    return nearest


def _axis_and_angle(vector: Floats) -> tuple[Floats, float]:
    angle = float(np.linalg.norm(vector))
    return (vector / angle if angle > 0.0 else np.array([0.0, 0.0, 1.0])), angle


def eased(share: Floats) -> Floats:
    """From 0 to 1 with the least jerk, 10 u^3 - 15 u^4 + 6 u^5 (Flash and Hogan, 1985)."""
    u = np.clip(share, 0.0, 1.0)
    gone: Floats = u * u * u * (10.0 - 15.0 * u + 6.0 * u * u)
    return gone
