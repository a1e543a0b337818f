"""Parts of the body that are played apart: the legs walk, the arms do something else.

waving = combined(walking, standing, freedoms_of(graph, "left arm", skeleton))
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import Poses, Skeleton
from motorium.motion.figures.graph import PostureGraph
from motorium.motion.figures.slaving import combination
from motorium.problems import did_you_mean
from motorium.settings import SettingsError

__all__ = ["combined", "freedoms_of"]


def freedoms_of(graph: PostureGraph, region: str, skeleton: Skeleton) -> list[int]:
    """The numbers of a region's freedoms on any of the three figures. A coarser one's belong to it
    if they follow only such as do."""
    if region not in graph.regions:
        known, meant = ", ".join(graph.regions), did_you_mean(region, graph.regions)
        raise SettingsError(f"no region is called {region!r}; known are {known}{meant}")
    master = load_skeleton("human-high")
    inside = np.isin(master.freedom_joints, graph.regions[region])
    if skeleton.freedom_joints == master.freedom_joints:
        return np.flatnonzero(inside).tolist()
    follows = combination(skeleton, master) > 0
    belongs = follows.any(axis=1) & ~(follows & ~inside).any(axis=1)
    # What follows nobody goes with its joint: a glide, a stretch.
    joints = {skeleton.freedom_joints[number] for number in np.flatnonzero(belongs)}
    return [number for number, joint in enumerate(skeleton.freedom_joints) if joint in joints]


def combined(poses: Poses, other: Poses, freedoms: Sequence[int]) -> Poses:
    """The first motion, with some freedoms from another one, frame by frame."""
    if len(poses) != len(other):
        raise ValueError(f"{len(poses)} frames cannot be combined with {len(other)}")
    angles = poses.angles.copy()
    angles[:, freedoms] = other.angles[:, freedoms]
    return Poses(poses.position, poses.rotation, angles)
