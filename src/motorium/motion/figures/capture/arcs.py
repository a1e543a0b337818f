"""Real motion for an arc: a clip, brought to where the arc's postures are.

captured = captured_arc("clip.bvh", nodes["standing deployed"], nodes["kneeling deployed"])
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import Poses, Skeleton, turn_about
from motorium.motion.figures.capture.bvh import read_bvh
from motorium.motion.figures.capture.retargeting import carried_over, retarget
from motorium.motion.figures.channels import MADE_AT
from motorium.motion.figures.ways import Way, led_between, moved
from motorium.settings import SettingsError

__all__ = ["above_ground", "captured_arc", "fitted"]

BLENDED: Final = 0.5
"""How long it takes from a posture into the clip, and out of it [s]."""
SOFT: Final = 0.1
"""How long it takes to be lifted [s]."""
SHORTEST: Final = 1.0
"""A clip [s]: into it and out of it."""


def captured_arc(path: Path, first: Poses, last: Poses) -> Poses:
    """A clip on human-high, 60 frames a second, that begins and ends with these postures."""
    skeleton = load_skeleton("human-high")
    worn = retarget(read_bvh(path), skeleton, rate=float(MADE_AT))
    poses = carried_over(worn, skeleton)
    if len(poses) < SHORTEST * MADE_AT:
        raise SettingsError(
            f"{path}: takes {len(poses) / MADE_AT:.2f} s; an arc takes {SHORTEST:g} s or more"
        )
    return above_ground(skeleton, fitted(poses, first, last))


def above_ground(skeleton: Skeleton, poses: Poses) -> Poses:
    """The same, lifted softly where it would sink into the floor: a performer had other legs."""
    placed = skeleton.place(poses)
    heights = [skeleton.site_places(placed, name)[:, 2] for name in skeleton.sites]
    lift = np.maximum(0.0, -np.min(heights, axis=0))
    # As far as anybody near it must be lifted, and from there to there by and by.
    around = round(SOFT * MADE_AT)
    padded = np.pad(lift, 2 * around)
    most = np.lib.stride_tricks.sliding_window_view(padded, 2 * around + 1).max(axis=1)
    soft = np.lib.stride_tricks.sliding_window_view(most, 2 * around + 1).mean(axis=1)
    frames = np.arange(len(poses))
    ends = np.minimum(1.0, np.minimum(frames, frames[::-1]) / around)
    position = poses.position.copy()
    position[:, 2] += soft * ends
    return Poses(position, poses.rotation, poses.angles)


def fitted(poses: Poses, first: Poses, last: Poses) -> Poses:
    """The same, begun above the origin along x, led from one posture and to another."""
    level = moved(poses, _home(poses.frames(slice(0, 1)), first))
    there = _home(last, level.frames(slice(-1, None)))
    count = min(round(BLENDED * MADE_AT), len(poses) // 2)
    return led_between(level, first, moved(last, there), count)


def _home(pose: Poses, goal: Poses) -> Way:
    """The way over the level ground that brings a pose nearest to another, neither up nor down."""
    turn = goal.rotation[0] @ pose.rotation[0].T
    heading = np.arctan2(turn[1, 0] - turn[0, 1], turn[0, 0] + turn[1, 1])
    level = turn_about(np.array([0.0, 0.0, 1.0]), np.array([heading]))[0]
    shift = goal.position[0] - level @ pose.position[0]
    shift[2] = 0.0
    return shift, level
