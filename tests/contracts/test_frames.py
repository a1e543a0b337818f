"""Rotations against SciPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from motorium.contracts import frames
from motorium.contracts.frames import Floats


def scipy_rotation(quaternion: Floats) -> Rotation:
    return Rotation.from_quat(quaternion, scalar_first=True)


def quaternions(seed: int, count: int = 20) -> Floats:
    q = np.random.default_rng(seed).normal(size=(count, 4))
    unit: Floats = q / np.linalg.norm(q, axis=1, keepdims=True)
    return unit


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=30, deadline=None)
def test_agrees_with_scipy(seed: int) -> None:
    p, q = quaternions(seed), quaternions(seed + 1)
    vectors = np.random.default_rng(seed).normal(size=(20, 5, 3))
    assert frames.rotation_matrix(q) == pytest.approx(scipy_rotation(q).as_matrix(), abs=1e-12)
    product = scipy_rotation(p) * scipy_rotation(q)
    assert frames.rotation_matrix(frames.multiply(p, q)) == pytest.approx(
        product.as_matrix(), abs=1e-12
    )
    turned = frames.body_to_world(q, vectors)
    for row in range(20):
        assert turned[row] == pytest.approx(scipy_rotation(q[row]).apply(vectors[row]), abs=1e-12)
    assert frames.world_to_body(q, turned) == pytest.approx(vectors, abs=1e-12)
    assert frames.rotation_vector(q) == pytest.approx(scipy_rotation(q).as_rotvec(), abs=1e-9)
    back = frames.quaternion_from_axes(frames.rotation_matrix(q))
    assert back == pytest.approx(np.where(q[:, :1] < 0, -q, q), abs=1e-9)


@pytest.mark.parametrize("axis", range(3))
def test_half_turns_are_exact(axis: int) -> None:
    """The hard case of matrix to quaternion: w = 0."""
    q = np.zeros(4)
    q[1 + axis] = 1.0
    back = frames.quaternion_from_axes(frames.rotation_matrix(q))
    assert np.abs(back) == pytest.approx(q)


def test_signs_of_the_conventions() -> None:
    """Left turns and nose up are positive."""
    left = frames.quaternion_from_heading(np.pi / 2)
    assert frames.body_to_world(left, np.array([1.0, 0, 0])) == pytest.approx([0, 1, 0])
    nose_up = Rotation.from_euler("y", -30, degrees=True).as_quat(scalar_first=True)
    assert np.degrees(frames.heading_pitch_roll(nose_up)) == pytest.approx([0, 30, 0], abs=1e-9)
    assert frames.body_to_world(nose_up, np.array([1.0, 0, 0]))[2] == pytest.approx(0.5)
    left_up = Rotation.from_euler("x", 20, degrees=True).as_quat(scalar_first=True)
    assert np.degrees(frames.heading_pitch_roll(left_up)) == pytest.approx([0, 0, 20], abs=1e-9)
