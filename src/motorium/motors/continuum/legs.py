"""Legs that stand on uneven ground: a pose of somebody on a level floor, with each foot lifted by
the height of the ground beneath it, and turned with its slope."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from motorium.bodies.rigid.parts import PARTS, part_number
from motorium.compiled import borrowing_kernel
from motorium.contracts.frames import Floats
from motorium.motors.continuum.state import Build
from motorium.physics.quaternions import (
    Turn,
    Vector,
    about_y,
    between_vectors,
    inverse,
    product,
    rotated,
)
from motorium.physics.rigid.posing import HINGES, OWN_COORDINATES, PARENTS

__all__ = ["FEET", "PELVIS", "highest_pelvis", "stand_on"]

FEET: Final = (part_number("left foot"), part_number("right foot"))
PELVIS: Final = 2
"""Lifts are those of the left foot, the right foot and the pelvis."""
MOST_BENT: Final = np.array([part.most for part in PARTS])
"""How far hinges bend [rad], for kernels."""
STRAIGHT: Final = 0.985
"""How much of its length a leg is used at most, if the performer does not stretch it more."""


@borrowing_kernel
def highest_pelvis(build: Build, character: int, work: Floats, lifts: Floats) -> float:
    """The highest lift of the pelvis [m] with which both feet still reach their own ground.

    With the hip's z above the ankle and d beside it, l the foot's lift and R what the leg reaches:
    l + sqrt(R^2 - d^2) - z. work: see `place_target`."""
    highest = math.inf
    for side in range(2):
        foot = FEET[side]
        shin = PARENTS[foot]
        thigh = PARENTS[shin]
        upper = _length(build.offsets[character, shin])
        lower = _length(build.offsets[character, foot])
        x, y = work[thigh, 0] - work[foot, 0], work[thigh, 1] - work[foot, 1]
        z = work[thigh, 2] - work[foot, 2]
        aside = x * x + y * y
        reach = max(aside + z * z, (STRAIGHT * (upper + lower)) ** 2)
        highest = min(highest, lifts[side] + max(math.sqrt(reach - aside) - z, 0.0))
    return highest


@borrowing_kernel
def stand_on(
    build: Build, character: int, work: Floats, lifts: Floats, slopes: Floats, pose_out: Floats
) -> None:
    """Lift a pose (COORDINATES,) in place; work: see `place_target`, of this pose; lifts [m] (3,);
    slopes (2, 2): by how much the ground rises along x and y beneath each foot.

    A leg is bent to the distance from the lifted hip to the lifted ankle and turned the shortest
    way, so that its knee stays in its plane; a foot keeps its turn in the world, but for the slope.
    """
    pose_out[2] += lifts[PELVIS]
    for side in range(2):
        foot = FEET[side]
        shin = PARENTS[foot]
        thigh = PARENTS[shin]
        up: Vector = (-slopes[side, 0], -slopes[side, 1], 1.0)
        sole = product(between_vectors((0.0, 0.0, 1.0), up), _turn(work, foot))
        to_knee, to_ankle = build.offsets[character, shin], build.offsets[character, foot]
        x, y = work[foot, 0] - work[thigh, 0], work[foot, 1] - work[thigh, 1]
        z = work[foot, 2] - work[thigh, 2]
        wanted = z + lifts[side] - lifts[PELVIS]
        at = OWN_COORDINATES[shin]
        bent = pose_out[at]
        bent += _bend(to_knee, to_ankle, math.sqrt(x * x + y * y + wanted * wanted))
        bent -= _bend(to_knee, to_ankle, math.sqrt(x * x + y * y + z * z))
        bent = min(max(bent, 0.0), MOST_BENT[shin])
        knee = about_y(HINGES[shin] * bent)
        below = rotated(knee, (to_ankle[0], to_ankle[1], to_ankle[2]))
        leg: Vector = (to_knee[0] + below[0], to_knee[1] + below[1], to_knee[2] + below[2])
        upper = _turn(work, thigh)
        upper = product(between_vectors(rotated(upper, leg), (x, y, wanted)), upper)
        pose_out[at] = bent
        _write(pose_out, thigh, product(inverse(_turn(work, PARENTS[thigh])), upper))
        _write(pose_out, foot, product(inverse(product(upper, knee)), sole))


@borrowing_kernel
def _bend(to_knee: Floats, to_ankle: Floats, far: float) -> float:
    """How far a knee is bent [rad] whose ankle is so far from the hip [m]: the law of cosines."""
    upper, lower = _length(to_knee), _length(to_ankle)
    cosine = (far * far - upper * upper - lower * lower) / (2.0 * upper * lower)
    return math.acos(min(max(cosine, -1.0), 1.0))


@borrowing_kernel
def _length(offset: Floats) -> float:
    return math.sqrt(offset[0] ** 2 + offset[1] ** 2 + offset[2] ** 2)


@borrowing_kernel
def _turn(work: Floats, part: int) -> Turn:
    return (work[part, 3], work[part, 4], work[part, 5], work[part, 6])


@borrowing_kernel
def _write(pose_out: Floats, part: int, turn: Turn) -> None:
    """With the sign that the pose had, so that nothing turns the long way round."""
    at = OWN_COORDINATES[part]
    same = 0.0
    for k in range(4):
        same += pose_out[at + k] * turn[k]
    for k in range(4):
        pose_out[at + k] = turn[k] if same >= 0.0 else -turn[k]
