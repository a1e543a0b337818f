"""Poses of figures on their doubles, and back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import Placed, Poses
from motorium.bodies.rigid.figure import rigid_figure
from motorium.bodies.rigid.parts import PARTS, coordinate_of, part_number
from motorium.bodies.rigid.wearing import continuous, local_turns, place, worn_by, worn_segments
from motorium.contracts.frames import Floats, multiply, rotation_matrix

HIGH = load_skeleton("human-high")
FIGURE = rigid_figure(HIGH)


def some_poses(seed: int, frames: int = 3) -> Poses:
    """Within limits, somewhere, turned somehow."""
    draw = np.random.default_rng(seed)
    low, high = HIGH.limits.T
    angles = low + draw.uniform(0.1, 0.9, (frames, HIGH.freedoms)) * (high - low)
    turn = draw.normal(size=(frames, 4))
    turn /= np.linalg.norm(turn, axis=1, keepdims=True)
    return Poses(draw.normal(size=(frames, 3)), rotation_matrix(turn), angles)


def segments_of(coordinates: Floats) -> Placed:
    """Where the segments of human-high are that turn with a double."""
    turns = local_turns(HIGH, coordinates)
    world = np.zeros((len(HIGH.segments), 4))
    positions = np.zeros((len(HIGH.segments), 3))
    world[0], positions[0] = coordinates[3:7], coordinates[:3]
    for segment in range(1, len(world)):
        parent = HIGH.parents[segment]
        world[segment] = multiply(world[parent], turns[segment])
        positions[segment] = (
            positions[parent] + rotation_matrix(world[parent]) @ (HIGH.offsets[segment])
        )
    return Placed(positions[None], rotation_matrix(world)[None])


@given(st.integers(0, 10_000))
def test_legs_are_where_the_performers_are_and_the_trunk_is_near(seed: int) -> None:
    poses = some_poses(seed)
    worn, real = place(FIGURE, worn_by(HIGH, poses)), HIGH.place(poses)
    for number, part in enumerate(PARTS):
        off = worn.positions[:, number] - real.positions[:, HIGH.segment(part.joint)]
        if any(one in part.name for one in ("pelvis", "thigh", "shin", "foot")):
            assert np.abs(off).max() < 0.012, part.name
        elif "arm" not in part.name:
            assert np.linalg.norm(off, axis=1).max() < 0.035, part.name


def test_a_bent_elbow_and_a_bent_knee() -> None:
    poses = HIGH.rest()
    poses.angles[:, HIGH.freedom("left elbow", "flexion")] = 1.1
    poses.angles[:, HIGH.freedom("left forearm", "pronation")] = 0.7
    poses.angles[:, HIGH.freedom("right knee", "flexion")] = 0.9
    worn = worn_by(HIGH, poses)[0]
    assert worn[coordinate_of(part_number("left forearm"))] == pytest.approx(1.1)
    assert worn[coordinate_of(part_number("right forearm"))] == pytest.approx(0.0)
    assert worn[coordinate_of(part_number("right shin"))] == pytest.approx(0.9)
    assert worn[coordinate_of(part_number("left shin"))] == pytest.approx(0.0)


@given(st.integers(0, 10_000))
def test_a_figure_that_turns_with_a_double_wears_it_as_it_was(seed: int) -> None:
    coordinates = worn_by(HIGH, some_poses(seed, 1))[0]
    again = worn_segments(HIGH, segments_of(coordinates))[0]
    for number, part in enumerate(PARTS):
        at = 3 if number == 0 else coordinate_of(number)
        if part.hinge is not None:
            assert again[at] == pytest.approx(coordinates[at], abs=1e-9)
        else:
            same = abs(again[at : at + 4] @ coordinates[at : at + 4])
            assert same == pytest.approx(1.0, abs=1e-9), part.name


def test_quaternions_do_not_change_sides() -> None:
    coordinates = np.tile(FIGURE.upright(), (4, 1))
    at = coordinate_of(part_number("head"))
    coordinates[2:, at : at + 4] *= -1.0
    coordinates[3, 3:7] *= -1.0
    smooth = continuous(coordinates)
    assert np.array_equal(smooth, np.tile(FIGURE.upright(), (4, 1)))


def test_who_stands_upright_stands_on_his_soles() -> None:
    placed = place(FIGURE, FIGURE.upright()[None])
    ankle = placed.positions[0, part_number("left foot")]
    assert ankle[2] == pytest.approx(FIGURE.soles)
