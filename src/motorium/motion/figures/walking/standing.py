"""A figure that stands: where its feet are, and what its legs do beside what feet and pelvis
decide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from motorium.bodies.figure.skeleton import FINGERS, SIDES, Poses, Skeleton
from motorium.contracts.frames import Floats
from motorium.motion.figures.walking.legs import (
    Leg,
    leg_of,
    side_sign,
    three_turns,
    turned_heading,
)

__all__ = ["Standing", "at_ease", "standing_of"]

FLAT: Final = 0.01
"""How far a heel, ball or toe tip may be off the floor [m] of a figure that stands."""
TOE_OUT: Final = 0.12
KNEE: Final = 0.07
RELAXED: Final = {
    "shoulder": {"flexion": 0.0, "abduction": 0.09, "rotation": 0.15},
    "elbow": {"flexion": 0.25},
    "forearm": {"pronation": 0.5},
}
CURL: Final = 0.35
"""How much relaxed fingers are bent at each joint [rad]."""


@dataclass(frozen=True)
class Standing:
    """Seen from the point of the floor below the pelvis, heading along +x.

    ankles (x, y) [m] and headings [rad] of feet, by side; height of the pelvis [m], and its
    attitude [rad] about y, x and z; knees, knee_turns, toes and swivels (how far the knee is swung
    out about the line from hip to ankle) [rad], by side; pose: of one frame.
    """

    pose: Poses
    ankles: dict[str, Floats]
    headings: dict[str, float]
    height: float
    attitude: Floats
    knees: dict[str, float]
    knee_turns: dict[str, float]
    toes: dict[str, float]
    swivels: dict[str, float]


def at_ease(skeleton: Skeleton) -> Poses:
    """It stands with hanging arms, feet below the hips, knees not quite straight."""
    pose = skeleton.rest()
    legs = {side: leg_of(skeleton, side) for side in SIDES}
    height = float(legs["left"].length_at(KNEE)) + legs["left"].foot_height
    pose.position[:, 2] = height
    for side, leg in legs.items():
        sign = side_sign(side)
        foot = turned_heading(np.array([sign * TOE_OUT]))
        ankle = np.array([[0.0, leg.hip[1], leg.foot_height]])
        across = turned_heading(np.array([sign * TOE_OUT / 2.0]))[:, :, 1]
        angles = leg.angles(pose.position, pose.rotation, ankle, foot, across)
        pose.angles[:, list(leg.freedoms)] = angles
    for number, (joint, name) in enumerate(
        zip(skeleton.freedom_joints, skeleton.freedom_names, strict=True)
    ):
        _, _, part = joint.partition(" ")
        if part in RELAXED:
            pose.angles[:, number] = RELAXED[part].get(name, 0.0)
        elif name == "flexion" and any(word in joint for word in FINGERS[1:]):
            pose.angles[:, number] = CURL
    return pose


def standing_of(skeleton: Skeleton, pose: Poses) -> Standing:
    """What a pose of one frame has to say; a ValueError if its feet do not stand flat."""
    if len(pose) != 1:
        raise ValueError(f"a posture to stand in has one frame, not {len(pose)}")
    below = np.array([pose.position[0, 0], pose.position[0, 1], 0.0])
    pose = Poses(pose.position - below, pose.rotation, pose.angles)
    placed = skeleton.place(pose)
    ankles, headings, swivels = {}, {}, {}
    knees, knee_turns, toes = {}, {}, {}
    for side in SIDES:
        leg = leg_of(skeleton, side)
        for name in ("heel", "ball", "toe tip"):
            height = skeleton.site_places(placed, f"{side} {name}")[0, 2]
            if abs(height) > FLAT:
                raise ValueError(
                    f"the figure does not stand: its {side} {name} is {1000 * height:.0f} mm "
                    "above the floor"
                )
        foot = placed.rotations[0, skeleton.segment(f"{side} foot")]
        ankles[side] = placed.positions[0, skeleton.segment(f"{side} foot"), :2]
        headings[side] = float(np.arctan2(foot[1, 0], foot[0, 0]))
        own = pose.angles[0, list(leg.freedoms)]
        knees[side], knee_turns[side], toes[side] = float(own[3]), float(own[4]), float(own[8])
        swivels[side] = _swivel(skeleton, leg, pose, placed.rotations[0], headings[side])
    return Standing(
        pose=pose,
        ankles=ankles,
        headings=headings,
        height=float(pose.position[0, 2]),
        attitude=three_turns(pose.rotation)[0],
        knees=knees,
        knee_turns=knee_turns,
        toes=toes,
        swivels=swivels,
    )


def _swivel(skeleton: Skeleton, leg: Leg, pose: Poses, rotations: Floats, heading: float) -> float:
    """The angle about the line from hip to ankle between the knee's hinge and where a foot's
    heading alone would put it."""
    placed = skeleton.place(pose)
    hip = placed.positions[0, skeleton.segment(f"{leg.side} thigh")]
    ankle = placed.positions[0, skeleton.segment(f"{leg.side} foot")]
    down = (ankle - hip) / np.linalg.norm(ankle - hip)
    hinge = rotations[skeleton.segment(f"{leg.side} thigh")][:, 1]
    across = turned_heading(np.array([heading / 2.0]))[0, :, 1]
    across = across - (across @ down) * down
    across /= np.linalg.norm(across)
    return float(np.arctan2(np.cross(across, hinge) @ down, across @ hinge))
