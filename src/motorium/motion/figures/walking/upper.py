"""What the upper body does while the legs walk: spine, head and arms."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from motorium.bodies.figure.skeleton import SIDES, Poses, Skeleton
from motorium.contracts.frames import Floats
from motorium.motion.figures.walking.footsteps import Plan
from motorium.motion.figures.walking.legs import side_sign, three_turns, turned_heading
from motorium.motion.figures.walking.pelvis import LIST_LEADS, PelvisWay, swung_heading
from motorium.motion.figures.walking.standing import Standing, at_ease

__all__ = ["Carriage", "carry_upper_body", "unarmed"]

LOOKS_AHEAD: Final = 0.4
"""How much earlier than the body the head turns into a curve [s]."""
ARMS_LAG: Final = 0.12 * math.pi
"""By how much of the phase arms come after legs."""
HELD_TURN: Final = 0.5
"""How much of its turning against the pelvis a chest keeps whose arms hold something."""
LEVELLED: Final = 0.85
"""How much of the pelvis' list the spine takes back."""


@dataclass(frozen=True)
class Carriage:
    """How a figure stands, and whether its arms swing or stay in relation to the chest as they are.

    standing: one frame; walks begin and end in it; posture: what it is called.
    """

    standing: Poses
    swings: bool = False
    posture: str = "standing"


def unarmed(skeleton: Skeleton) -> Carriage:
    """With empty hands, arms swinging."""
    return Carriage(at_ease(skeleton), swings=True)


def carry_upper_body(
    skeleton: Skeleton,
    poses: Poses,
    times: Floats,
    plan: Plan,
    pelvis: PelvisWay,
    standing: Standing,
    swings: bool,
) -> None:
    """Fills in the angles of spine, head and arms of poses whose pelvis and legs are right."""
    gait, going = plan.gait, pelvis.going
    cosine = np.cos(pelvis.phase)
    turn = gait.chest_turn * (1.0 if swings else HELD_TURN) + gait.pelvis_turn
    listed = LEVELLED * gait.pelvis_list * np.sin(pelvis.phase + LIST_LEADS)
    tilted, leaned, twisted = standing.attitude
    amounts = {
        "flexion": np.full(len(times), gait.lean - gait.pelvis_tilt + tilted),
        "lateral": listed - leaned,
        "turn": turn * cosine + twisted,
    }
    for name, amount in amounts.items():
        _spread(skeleton, poses, name, going * amount)
    if swings:
        _swing_arms(skeleton, poses, plan, pelvis)
    _level_head(skeleton, poses, times, plan, pelvis)


def _spread(skeleton: Skeleton, poses: Poses, name: str, amount: Floats) -> None:
    """Over all vertebrae between pelvis and shoulders, each as much as it is mobile."""
    spine = [
        number
        for number in _back(skeleton)
        if skeleton.freedom_names[number] == name and not skeleton.slides[number]
    ]
    ranges = np.ptp(skeleton.limits[spine], axis=1)
    added = poses.angles[:, spine] + amount[:, np.newaxis] * ranges / ranges.sum()
    poses.angles[:, spine] = np.clip(added, *skeleton.limits[spine].T)


def _back(skeleton: Skeleton) -> list[int]:
    segment = skeleton.parents[skeleton.segment("left clavicle")]
    found: list[int] = []
    while segment > 0:
        found += skeleton.freedoms_of[segment]
        segment = skeleton.parents[segment]
    return found


def _swing_arms(skeleton: Skeleton, poses: Poses, plan: Plan, pelvis: PelvisWay) -> None:
    """Each arm goes forward with the other side's leg."""
    gait = plan.gait
    for side in SIDES:
        forward = -side_sign(side) * np.cos(pelvis.phase - ARMS_LAG)
        wanted = {
            ("shoulder", "flexion"): gait.arm_rest + gait.arm_swing * forward,
            ("shoulder", "abduction"): np.full_like(forward, gait.arm_out),
            ("shoulder", "rotation"): -gait.arm_turn * (0.5 + 0.5 * forward),
            ("elbow", "flexion"): gait.elbow + gait.elbow_swing * forward,
        }
        for (joint, name), angle in wanted.items():
            number = skeleton.freedom(f"{side} {joint}", name)
            stood = poses.angles[:, number]
            poses.angles[:, number] = stood + pelvis.going * (angle - stood)


def _level_head(
    skeleton: Skeleton, poses: Poses, times: Floats, plan: Plan, pelvis: PelvisWay
) -> None:
    """The neck turns such that the face looks ahead along the path, level."""
    neck = skeleton.segment("neck")
    numbers = [skeleton.freedom("neck", name) for name in ("flexion", "lateral", "turn")]
    signs = skeleton.axes[numbers, [1, 0, 2]]
    placed = skeleton.place(poses)
    chest = placed.rotations[:, skeleton.parents[neck]]
    above = (
        np.swapaxes(placed.rotations[:, neck], 1, 2) @ placed.rotations[:, skeleton.segment("head")]
    )
    ahead = 0.0 if plan.gait.kind == "walking backward" else LOOKS_AHEAD
    looks = turned_heading(swung_heading(plan, times + ahead))
    needed = np.swapaxes(chest, 1, 2) @ looks @ np.swapaxes(above, 1, 2)
    angles = three_turns(needed) * signs
    stood = poses.angles[:, numbers]
    levelled = stood + pelvis.going[:, np.newaxis] * (angles - stood)
    poses.angles[:, numbers] = np.clip(levelled, *skeleton.limits[numbers].T)
