"""Feet that stay where they stand while a figure turns in place, and step after it.

Each foot keeps the heading that it was set down with; the body turns over it until it is lifted and
set down again, one foot at a time. Legs reach their feet by a bend of the knee and a turn of the
hip. So also feet of human-low stay, whose legs hang on the chest.
"""

from __future__ import annotations

import math
from typing import Any, Final

from motorium.compiled import borrowing_kernel, inlined
from motorium.motors.posture.placing import Bones
from motorium.motors.posture.sampling import Pose
from motorium.physics.quaternions import (
    Turn,
    Vector,
    about_z,
    between_vectors,
    inverse,
    power,
    product,
    rotated,
)

__all__ = ["Foot", "foot_of", "lift_of", "reach", "step_round"]

STEP_SECONDS: Final = 0.3
STEP_HIGH: Final = 0.06
"""How long a foot is lifted [s], and how high [m]."""
STEP_FROM: Final = 0.2
SETTLED: Final = 0.06
"""A foot steps when it is so far behind [rad]; when the turn is over, if it still is a little."""
STEP_AHEAD: Final = 0.22
MOST_BEHIND: Final = 0.9
"""How far ahead of the body it is set down at most, and how far behind it may get [rad]."""
FORGOTTEN: Final = 0.12
"""Who walks off has his feet with him within about so long [s]."""
STRETCHED: Final = 0.9995
"""The share of its length at which a leg is straight."""

Foot = tuple[Vector, Turn]
"""Where an ankle is [m], and how its foot is turned, in the ground frame."""


@inlined
def step_round(stands: bool, turn: float, left_to_turn: float, seconds: float, one: Any) -> None:
    """Feet behind a body that has turned by an angle, with so much of its turn left [rad]."""
    if not stands:
        part = math.exp(-seconds / FORGOTTEN)
        one.left_off *= part
        one.right_off *= part
        one.left_step = one.right_step = 0.0
        return
    one.left_off = min(max(one.left_off - turn, -MOST_BEHIND), MOST_BEHIND)
    one.right_off = min(max(one.right_off - turn, -MOST_BEHIND), MOST_BEHIND)
    goal = min(max(left_to_turn, -STEP_AHEAD), STEP_AHEAD)
    if one.left_step > 0.0:
        one.left_from -= turn
        one.left_step, one.left_off = _stepped(one.left_step, one.left_from, goal, seconds)
    elif one.right_step > 0.0:
        one.right_from -= turn
        one.right_step, one.right_off = _stepped(one.right_step, one.right_from, goal, seconds)
    else:
        behind = max(abs(one.left_off), abs(one.right_off))
        if behind > STEP_FROM or (behind > SETTLED and abs(left_to_turn) < SETTLED):
            if abs(one.left_off) >= abs(one.right_off):
                one.left_step, one.left_from = 1e-6, one.left_off
            else:
                one.right_step, one.right_from = 1e-6, one.right_off


@inlined
def _stepped(step: float, begun: float, goal: float, seconds: float) -> tuple[float, float]:
    """How long a foot has been lifted [s], 0 if it is down, and how it is turned then [rad]."""
    step += seconds
    if step >= STEP_SECONDS:
        return 0.0, goal
    u = step / STEP_SECONDS
    return step, begun + (goal - begun) * u * u * (3.0 - 2.0 * u)


@inlined
def lift_of(step: float) -> float:
    """How high a foot is that was lifted so long ago [m]."""
    return STEP_HIGH * math.sin(math.pi * min(step / STEP_SECONDS, 1.0)) ** 2


@borrowing_kernel
def foot_of(
    bones: Bones, level: int, side: int, room: int, place: Vector, root: Turn, pose: Pose
) -> Foot:
    """Where a foot is in a pose, whose first segment is at a place, turned so."""
    turn = root
    for part in range(3):
        s = bones.legs[level, side, part]
        place = _beyond(bones, level, s, place, turn)
        turn = product(turn, _own(pose, room, s))
    return place, turn


@borrowing_kernel
def reach(
    bones: Bones,
    level: int,
    side: int,
    room: int,
    place: Vector,
    root: Turn,
    foot: Foot,
    off: float,
    lift: float,
    pivot: Vector,
    pose_out: Pose,
) -> None:
    """Bring a foot to where it was in the ground frame, turned about a pivot by an angle [rad] and
    lifted [m]."""
    thigh, shin, toes = bones.legs[level, side]
    about = about_z(off)
    ankle, sole = foot
    x, y, _ = rotated(about, (ankle[0] - pivot[0], ankle[1] - pivot[1], 0.0))
    hip = _beyond(bones, level, thigh, place, root)
    upper = product(about, product(root, _own(pose_out, room, thigh)))
    lower = product(upper, _own(pose_out, room, shin))
    down = rotated(upper, _offset(bones, level, shin))
    on = rotated(lower, _offset(bones, level, toes))
    wanted = (pivot[0] + x - hip[0], pivot[1] + y - hip[1], ankle[2] + lift - hip[2])
    a, b = _length(down), _length(on)
    far = min(_length(wanted), STRETCHED * (a + b))
    now = _length((down[0] + on[0], down[1] + on[1], down[2] + on[2]))
    # The more acute a knee, the nearer the foot: the law of cosines.
    bend = _angle(a, b, now) - _angle(a, b, far)
    axis = rotated(upper, (0.0, bend, 0.0))
    flexed = power(axis, 1.0)
    lower = product(flexed, lower)
    on = rotated(flexed, on)
    swung = between_vectors((down[0] + on[0], down[1] + on[1], down[2] + on[2]), wanted)
    upper, lower = product(swung, upper), product(swung, lower)
    _put(pose_out, room, thigh, product(inverse(root), upper))
    _put(pose_out, room, shin, product(inverse(upper), lower))
    _put(pose_out, room, toes, product(inverse(lower), product(about, sole)))


@inlined
def _own(pose: Pose, room: int, s: int) -> Turn:
    return (
        float(pose[s]),
        float(pose[room + s]),
        float(pose[2 * room + s]),
        float(pose[3 * room + s]),
    )


@inlined
def _put(pose_out: Pose, room: int, s: int, turn: Turn) -> None:
    pose_out[s] = turn[0]
    pose_out[room + s] = turn[1]
    pose_out[2 * room + s] = turn[2]
    pose_out[3 * room + s] = turn[3]


@inlined
def _offset(bones: Bones, level: int, s: int) -> Vector:
    offset = bones.offsets[level, s]
    return (float(offset[0]), float(offset[1]), float(offset[2]))


@inlined
def _beyond(bones: Bones, level: int, s: int, place: Vector, turn: Turn) -> Vector:
    """The origin of a segment whose parent is at a place, turned so."""
    x, y, z = rotated(turn, _offset(bones, level, s))
    return (place[0] + x, place[1] + y, place[2] + z)


@inlined
def _length(v: Vector) -> float:
    return math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])


@inlined
def _angle(a: float, b: float, c: float) -> float:
    """Of a triangle the angle between two sides, opposite to the third [rad]."""
    return math.acos(min(max((a * a + b * b - c * c) / (2.0 * a * b), -1.0), 1.0))
