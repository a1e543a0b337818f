"""The three levels as the wire knows them: what a row of each holds, and how it hangs together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.rifle import HELD_BY, NEAR_ENOUGH, ON_FLOOR, RIFLE, SUPPORTED_BY, WRIST
from motorium.bodies.figure.skeleton import Site, Skeleton
from motorium.contracts.frames import quaternion_from_axes
from motorium.motion.figures.channels import RATES
from motorium.wire.figures.messages import Hold, RifleInfo, SkeletonInfo

__all__ = ["LevelTable", "level_table", "rifle_info", "shipped_levels", "skeleton_info"]

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class LevelTable:
    """What kernels know of the levels. Of each level: segments, and values: segments and slides;
    parents, joints (levels, most segments): of each segment its parent and its named joints;
    offsets [m] (levels, most segments, 3); sliding (levels, most slides)."""

    segments: Ints
    values: Ints
    parents: Ints
    joints: Ints
    offsets: NDArray[np.float64]
    sliding: Ints

    @property
    def widest(self) -> int:
        """Values of the level that has most."""
        return int(self.values.max())


def level_table(levels: Sequence[SkeletonInfo]) -> LevelTable:
    """Of levels as the hello has them."""
    most = max(len(level.segments) for level in levels)
    slides = max(1, *(len(level.sliding) for level in levels))
    shape = len(levels), most
    parents, joints = np.full(shape, -1), np.zeros(shape, np.int64)
    offsets, sliding = np.zeros((*shape, 3)), np.zeros((len(levels), slides), np.int64)
    for number, level in enumerate(levels):
        count = len(level.segments)
        parents[number, :count] = level.parents
        joints[number, :count] = level.joints
        offsets[number, :count] = level.offsets
        sliding[number, : len(level.sliding)] = level.sliding
    return LevelTable(
        segments=np.array([len(level.segments) for level in levels]),
        values=np.array([len(level.segments) + len(level.sliding) for level in levels]),
        parents=parents,
        joints=joints,
        offsets=offsets,
        sliding=sliding,
    )


@cache
def shipped_levels() -> tuple[SkeletonInfo, ...]:
    """Of the figures that ship, the finest first."""
    return tuple(skeleton_info(name, load_skeleton(name)) for name in FIGURES)


def skeleton_info(name: str, skeleton: Skeleton) -> SkeletonInfo:
    """A figure for the wire."""
    freedoms = zip(skeleton.freedom_segments, skeleton.slides, strict=True)
    right = skeleton.sites[HELD_BY]
    return SkeletonInfo(
        name=name,
        rate=RATES[name],
        segments=list(skeleton.segments),
        parents=list(skeleton.parents),
        offsets=[_three(row) for row in skeleton.offsets],
        joints=_joints_of(skeleton),
        sliding=sorted({segment for segment, slides in freedoms if slides}),
        right=_hold(right),
        left=_hold(skeleton.sites[SUPPORTED_BY]),
        wrist=len(skeleton.freedoms_of[right.segment]) >= WRIST,
    )


@cache
def rifle_info() -> RifleInfo:
    """The rifle that ships."""
    w, x, y, z = (float(part) for part in quaternion_from_axes(RIFLE.turn))
    return RifleInfo(
        turn=(w, x, y, z),
        support=_three(RIFLE.support),
        muzzle=_three(RIFLE.muzzle),
        near=NEAR_ENOUGH,
        floor=ON_FLOOR,
    )


def _joints_of(skeleton: Skeleton) -> list[int]:
    """Of each segment how many named joints connect it."""
    pairs = set(zip(skeleton.freedom_segments, skeleton.freedom_joints, strict=True))
    return [
        sum(segment == number for segment, _ in pairs) for number in range(len(skeleton.parents))
    ]


def _hold(site: Site) -> Hold:
    return Hold(segment=site.segment, at=_three(site.at))


def _three(row: NDArray[np.float64]) -> tuple[float, float, float]:
    x, y, z = (float(part) for part in row)
    return x, y, z
