"""Poses of doubles in kernels, against the same in NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.bodies.rigid.parts import COORDINATES, FREEDOMS, PARTS, TURNS
from motorium.bodies.rigid.wearing import place
from motorium.contracts.frames import Floats, quaternion_from_axes
from motorium.physics.rigid.posing import goes_on, offsets_off, rates_to, wear_turns
from tests.motors.continuum.performers import FIGURE, walking


def _same(one: Floats, other: Floats) -> bool:
    """Turns may be told in two ways."""
    found = other.copy()
    for at in TURNS:
        if found[at : at + 4] @ one[at : at + 4] < 0.0:
            found[at : at + 4] *= -1.0
    return bool(np.allclose(one, found, atol=1e-9))


@pytest.mark.parametrize("frame", [0, 40, 90])
def test_parts_as_they_are_in_the_world_are_worn_again(frame: int) -> None:
    pose = walking()[frame]
    placed = place(FIGURE, pose[None])
    turns = quaternion_from_axes(placed.rotations[0])
    found = np.zeros(COORDINATES)
    wear_turns(placed.positions[0, 0], turns, np.zeros((len(PARTS), 4)), found)
    assert _same(pose, found)


def test_what_a_hinge_cannot_do_is_left_away() -> None:
    """An elbow bent the wrong way is straight, and what hangs on a knee stays as it was told."""
    turns = np.tile([1.0, 0.0, 0.0, 0.0], (len(PARTS), 1))
    names = [part.name for part in PARTS]
    half = np.radians(20.0)
    turns[names.index("left forearm")] = np.cos(half), 0.0, np.sin(half), 0.0
    turns[names.index("right shin")] = np.cos(half), 0.0, 0.0, np.sin(half)
    found = np.zeros(COORDINATES)
    wear_turns(np.zeros(3), turns, np.zeros((len(PARTS), 4)), found)
    placed = place(FIGURE, found[None])
    assert np.allclose(placed.rotations[0], np.eye(3), atol=1e-12)


def test_rates_lead_from_a_pose_to_the_next() -> None:
    one, two = walking()[30], walking()[36]
    rates, found = np.zeros(FREEDOMS), np.zeros(COORDINATES)
    rates_to(one, two, 20.0, rates)
    goes_on(one, rates, 0.05, 0.05, found)
    assert _same(two, found)
    goes_on(one, rates, 0.0, 0.0, found)
    assert _same(one, found)


def test_hinges_stay_within_what_they_can() -> None:
    pose, rates, found = FIGURE.upright(), np.zeros(FREEDOMS), np.zeros(COORDINATES)
    rates[6:] = -50.0
    goes_on(pose, rates, 1.0, 1.0, found)
    placed = place(FIGURE, found[None])
    assert np.isfinite(placed.positions).all()
    for at in TURNS:
        assert np.linalg.norm(found[at : at + 4]) == pytest.approx(1.0)
    hinges = np.setdiff1d(np.arange(7, COORDINATES), [at + k for at in TURNS for k in range(4)])
    assert (found[hinges] == 0.0).all()


def test_bones_that_are_not_his_are_seen() -> None:
    placed = place(FIGURE, walking()[20:21])
    places, turns = placed.positions[0].copy(), quaternion_from_axes(placed.rotations[0])
    assert offsets_off(places, turns, FIGURE.offsets) < 1e-9
    places[4] += [0.0, 0.3, 0.4]
    assert offsets_off(places, turns, FIGURE.offsets) == pytest.approx(0.5)
