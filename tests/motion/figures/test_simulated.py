"""What was simulated is kept: as BVH, and as an arc of a posture graph."""

from pathlib import Path

import numpy as np
import pytest

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.rigid.parts import PARTS
from motorium.bodies.rigid.wearing import place, worn_by
from motorium.motion.figures.capture.arcs import captured_arc
from motorium.motion.figures.capture.bvh import parse_bvh
from motorium.motion.figures.capture.bvh_writing import write_bvh
from motorium.motion.figures.capture.retargeting import retarget
from motorium.motion.figures.capture.simulated import double_poses, double_skeleton
from tests.bodies.rigid.test_wearing import FIGURE, HIGH, some_poses
from tests.motors.continuum.performers import follow, standing, walking
from tests.motors.continuum.test_following import ball


def test_poses_are_the_doubles() -> None:
    coordinates = worn_by(HIGH, some_poses(3, 20))
    skeleton = double_skeleton(FIGURE)
    again = skeleton.place(double_poses(FIGURE, coordinates))
    placed = place(FIGURE, coordinates)
    count = len(PARTS)
    assert again.positions[:, :count] == pytest.approx(placed.positions, abs=1e-9)
    assert again.rotations[:, :count] == pytest.approx(placed.rotations, abs=1e-9)


def test_a_simulated_walk_is_written_and_read_and_worn_again() -> None:
    followed = follow(walking(3))
    skeleton, poses = double_skeleton(FIGURE), double_poses(FIGURE, followed.coordinates)
    clip = parse_bvh(write_bvh(skeleton, poses, 120.0), "walk.bvh")
    placed = place(FIGURE, followed.coordinates)
    for number, part in enumerate(PARTS):
        node = clip.joint(part.name.replace(" ", "_"))
        assert clip.positions[:, node] == pytest.approx(placed.positions[:, number], abs=1e-4)
    worn = retarget(clip, load_skeleton("human-high"), rate=60.0)
    print(f"{1e3 * worn.rms:.1f} mm, at most {1e3 * worn.most:.1f} mm")
    assert worn.rms < 0.01


def test_an_arc_comes_from_a_simulation(tmp_path: Path) -> None:
    """Somebody stands, is hit by a ball and stands again: nobody could have animated that."""
    hit = follow(standing(2.5), props=(ball(6.0),))
    skeleton, poses = double_skeleton(FIGURE), double_poses(FIGURE, hit.coordinates)
    path = tmp_path / "hit.bvh"
    path.write_text(write_bvh(skeleton, poses, 120.0))
    posture = HIGH.rest()
    posture.position[:, 2] = FIGURE.height
    arc = captured_arc(path, posture, posture)
    assert len(arc) == pytest.approx(150, abs=2)
    chest = HIGH.place(arc).positions[:, HIGH.segment("T3"), 0]
    assert np.ptp(chest) > 0.01
