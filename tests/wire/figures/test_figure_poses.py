"""Where a client puts segments: the same as the skeletons themselves do."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.skeleton import Placed
from motorium.contracts.frames import quaternion_from_axes, rotation_matrix
from motorium.wire.figures.frame import FrameMemory, picture_of, unpack_frame
from motorium.wire.figures.poses import poses_of
from tests.wire.figures.material import LEVELS, MadeUp, made_up


def posed(level: int, count: int, seed: int = 2) -> tuple[MadeUp, Placed]:
    """Figures in poses within their limits, as a motor shows them, and where their own skeleton
    puts them."""
    chance = np.random.default_rng(seed)
    skeleton = load_skeleton(FIGURES[level])
    poses = skeleton.rest(count)
    low, high = skeleton.limits.T
    poses.angles[:] = chance.uniform(
        np.maximum(low, -1.0), np.minimum(high, 1.0), poses.angles.shape
    )
    shown = made_up([level] * count, seed)
    poses.position[:] = shown.positions
    poses.rotation[:] = rotation_matrix(shown.turns.astype(float))
    placed = skeleton.place(poses)
    for segment in range(1, len(skeleton.segments)):
        parent = skeleton.parents[segment]
        back = placed.rotations[:, parent].transpose(0, 2, 1)
        shown.rotations[:, segment] = quaternion_from_axes(back @ placed.rotations[:, segment])
        if segment in LEVELS.sliding[level] and segment:
            off = placed.positions[:, segment] - placed.positions[:, parent]
            slide = np.einsum("fij,fj->fi", back, off) - skeleton.offsets[segment]
            shown.slides[:, LEVELS.sliding[level].tolist().index(segment)] = slide
    return shown, placed


@pytest.mark.parametrize("level", [0, 1, 2])
def test_segments_are_where_the_skeleton_has_them(level: int) -> None:
    shown, placed = posed(level, 20)
    client = FrameMemory(LEVELS)
    picture = picture_of(shown, 1, 0.0, 0)
    unpack_frame(picture.pack_for(picture.fresh_memory()), client)
    poses = poses_of(client, level)
    # Half a millimetre in all: fingers are nine joints away from the pelvis.
    assert poses.positions == pytest.approx(placed.positions, abs=5e-4)
    turned = rotation_matrix(poses.turns)
    assert turned == pytest.approx(placed.rotations, abs=2e-3)
