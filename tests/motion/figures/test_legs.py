"""The leg in closed form, against the skeleton's own forward kinematics."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import SIDES, Poses
from motorium.motion.figures.walking.legs import (
    leg_of,
    side_sign,
    three_turns,
    turned_heading,
)

HUMAN = load_skeleton("human-high")


@given(seed=st.integers(0, 10_000), side=st.sampled_from(SIDES))
@settings(max_examples=30, deadline=None)
def test_angles_bring_the_foot_where_angles_had_brought_it(seed: int, side: str) -> None:
    leg = leg_of(HUMAN, side)
    draw = np.random.default_rng(seed)
    frames = 8
    pose = HUMAN.rest(frames)
    low, high = leg.limits.T
    low = np.where(np.arange(9) == 3, 0.05, low)
    own = draw.uniform(low, high, (frames, 9))
    pose.angles[:, list(leg.freedoms)] = own
    pose.position[:] = draw.normal(size=(frames, 3))
    pose.rotation[:] = turned_heading(draw.uniform(-3, 3, frames), draw.uniform(-1, 1, frames))
    placed = HUMAN.place(pose)
    thigh, foot = (HUMAN.segment(f"{side} {name}") for name in ("thigh", "foot"))
    found = leg.angles(
        pose.position,
        pose.rotation,
        placed.positions[:, foot],
        placed.rotations[:, foot],
        placed.rotations[:, thigh, :, 1],
        own[:, 4],
        own[:, 8],
    )
    # Beyond a quarter turn of the hip to the side other angles do the same.
    again = Poses(pose.position, pose.rotation, pose.angles.copy())
    again.angles[:, list(leg.freedoms)] = found
    back = HUMAN.place(again)
    np.testing.assert_allclose(back.positions[:, foot], placed.positions[:, foot], atol=1e-9)
    np.testing.assert_allclose(back.rotations[:, foot], placed.rotations[:, foot], atol=1e-9)
    np.testing.assert_allclose(found[:, 3], own[:, 3], atol=1e-7)


@pytest.mark.parametrize("side", SIDES)
def test_a_leg_is_placed_as_the_skeleton_places_it(side: str) -> None:
    leg = leg_of(HUMAN, side)
    pose = HUMAN.rest(5)
    low, high = leg.limits.T
    own = np.random.default_rng(3).uniform(low, high, (5, 9))
    pose.angles[:, list(leg.freedoms)] = own
    placed = HUMAN.place(pose)
    mine = leg.placed(pose.position, pose.rotation, own)
    for number, name in enumerate(("heel", "ball", "toe tip")):
        np.testing.assert_allclose(
            mine.soles[number], HUMAN.site_places(placed, f"{side} {name}"), atol=1e-12
        )
    np.testing.assert_allclose(mine.ankle, HUMAN.site_places(placed, f"{side} ankle"), atol=1e-12)


def test_lengths_and_bends_of_a_knee_belong_together() -> None:
    leg = leg_of(HUMAN, "left")
    bends = np.linspace(0.01, 2.5, 50)
    np.testing.assert_allclose(leg.knee_at(leg.length_at(bends)), bends, atol=1e-9)
    assert leg.length_at(0.0) == pytest.approx(leg.length)
    assert leg.knee_at(np.array([1.5]))[0] == 0.0


def test_what_is_out_of_reach_is_reached_for_with_a_straight_knee() -> None:
    leg = leg_of(HUMAN, "right")
    level = np.eye(3)[np.newaxis]
    found = leg.angles(
        np.zeros((1, 3)),
        level,
        np.array([[0.0, leg.hip[1], -2.0]]),
        level,
        np.array([[0.0, 1.0, 0.0]]),
    )
    np.testing.assert_allclose(found, 0.0, atol=1e-12)


def test_three_turns_undo_what_they_make() -> None:
    headings, pitches = np.array([0.3, -2.0]), np.array([0.2, 0.9])
    matrices = turned_heading(headings) @ turned_heading(np.zeros(2), pitches)
    about_y, about_x, about_z = three_turns(matrices).T
    cosines = np.cos(about_y), np.cos(about_x), np.cos(about_z)
    assert all(np.isfinite(cosine).all() for cosine in cosines)
    np.testing.assert_allclose(-np.sin(about_x), matrices[:, 1, 2], atol=1e-12)


def test_other_legs_are_refused_with_a_reason() -> None:
    with pytest.raises(ValueError, match="a side is left or right, not 'middle'"):
        side_sign("middle")
    shifted = HUMAN.offsets.copy()
    shifted[HUMAN.segment("left shin"), 0] = 0.1
    crooked = dataclasses.replace(HUMAN, offsets=shifted)
    with pytest.raises(ValueError, match="do not hang straight down"):
        leg_of(crooked, "left")
    with pytest.raises(ValueError, match="heel"):
        leg_of(load_skeleton("human-med"), "left")
