"""Walkers: contacts that are planned are made, strides join, and it is a human gait."""

from __future__ import annotations

import dataclasses
import math
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import SIDES, Poses, Site, Skeleton
from motorium.motion.figures.channels import MADE_AT
from motorium.motion.figures.walking.gaits import KINDS, SPEEDS, gait_at, size_of
from motorium.motion.figures.walking.standing import at_ease
from motorium.motion.figures.walking.upper import Carriage, unarmed
from motorium.motion.figures.walking.walks import (
    LENGTHS,
    PARTS,
    Stride,
    gait_nodes,
    stride,
    walk,
)

HUMAN = load_skeleton("human-high")
QUICKLY = (Phase.explicit, Phase.generate)
SOLES = [f"{side} {name}" for side in SIDES for name in ("heel", "ball", "toe tip")]


@cache
def made(kind: str, part: str, side: str) -> Stride:
    return stride(kind, part, side)


def assert_true_to_the_floor(walked: Stride, skeleton: Skeleton = HUMAN) -> None:
    """Contacts within 0.1 mm, nothing below the floor, no joint beyond its limits."""
    placed = skeleton.place(walked.poses)
    assert walked.contacts
    for site, first, last, place in walked.contacts:
        there = skeleton.site_places(placed, site)[first : last + 1]
        np.testing.assert_allclose(there, np.broadcast_to(place, there.shape), atol=1e-4)
        assert place[2] == 0.0
    for site in SOLES:
        assert skeleton.site_places(placed, site)[:, 2].min() > -1e-4
    low, high = skeleton.limits.T
    assert (walked.poses.angles >= low - 1e-9).all()
    assert (walked.poses.angles <= high + 1e-9).all()


def curve(walked: Stride, joint: str, name: str) -> np.ndarray:
    return np.degrees(walked.poses.angles[:, HUMAN.freedom(joint, name)])


def cycle(kind: str, joint: str, name: str = "flexion") -> np.ndarray:
    """Of the left leg [degrees], from its strike to its next one."""
    first, second = (
        curve(made(kind, "cycle", side), f"left {joint}", name) for side in ("right", "left")
    )
    return np.concatenate([first[:-1], second])


# ---------------------------------------------------------------- strides


@pytest.mark.parametrize("kind", KINDS)
def test_strides_of_a_kind_stand_where_they_should(kind: str) -> None:
    for part in PARTS:
        for side in SIDES:
            assert_true_to_the_floor(made(kind, part, side))


@pytest.mark.parametrize("kind", KINDS)
def test_strides_join_in_place_and_speed(kind: str) -> None:
    """Poses are equal to rounding; speeds change no more at a node than elsewhere."""
    for before, after in (("start", "cycle"), ("cycle", "cycle"), ("cycle", "end")):
        for side in SIDES:
            one = made(kind, before, side)
            two = next(
                made(kind, after, other)
                for other in SIDES
                if made(kind, after, other).begins == one.ends
            )
            np.testing.assert_allclose(one.poses.angles[-1], two.poses.angles[0], atol=1e-7)
            assert one.poses.position[-1, 2] == pytest.approx(two.poses.position[0, 2], abs=1e-9)
            np.testing.assert_allclose(one.poses.rotation[-1], two.poses.rotation[0], atol=1e-9)
            rates = np.diff(one.poses.angles, axis=0), np.diff(two.poses.angles, axis=0)
            jump = np.abs(rates[1][0] - rates[0][-1]).max()
            usual = max(np.abs(np.diff(rate, axis=0)).max() for rate in rates)
            assert jump < 1.2 * usual
            ways = [np.diff(each.poses.position, axis=0) for each in (one, two)]
            np.testing.assert_allclose(ways[0][-1], ways[1][0], atol=3e-3)


@pytest.mark.parametrize("kind", KINDS)
def test_strides_go_from_node_to_node_along_x(kind: str) -> None:
    gait = gait_at(kind)
    onward = -1.0 if kind == "walking backward" else 1.0
    names = {"standing", *(f"{kind} {side}" for side in SIDES)}
    pairs = set()
    for part in PARTS:
        for side in SIDES:
            walked = made(kind, part, side)
            pairs.add((walked.begins, walked.ends))
            assert {walked.begins, walked.ends} <= names
            np.testing.assert_allclose(walked.poses.position[0, :2], 0.0, atol=1e-9)
            if part == "cycle":
                assert walked.seconds == pytest.approx(gait.step_seconds)
                there = walked.poses.position[-1, :2]
                np.testing.assert_allclose(there, [onward * gait.step_length, 0.0], atol=1e-9)
    assert len(pairs) == 6


@pytest.mark.parametrize("kind", KINDS)
def test_the_foot_that_a_node_is_named_after_is_in_front(kind: str) -> None:
    for name, pose in gait_nodes(kind).items():
        placed = HUMAN.place(pose)
        left, right = (HUMAN.site_places(placed, f"{side} ankle")[0, 0] for side in SIDES)
        assert (left > right) == name.endswith("left")
        assert name.startswith(kind)


@pytest.mark.parametrize("kind", KINDS)
def test_who_starts_or_ends_stands_still_in_the_given_posture(kind: str) -> None:
    pose = at_ease(HUMAN)
    pose.angles[:, HUMAN.freedom("right elbow", "flexion")] = 1.4
    pose.angles[:, HUMAN.freedom("T8", "turn")] = 0.05
    carriage = Carriage(pose)
    for part, frame, next_one in (("start", 0, 1), ("end", -1, -2)):
        walked = stride(kind, part, "left", carriage=carriage)
        np.testing.assert_allclose(walked.poses.angles[frame], pose.angles[0], atol=1e-9)
        assert walked.poses.position[frame, 2] == pytest.approx(pose.position[0, 2], abs=1e-9)
        np.testing.assert_allclose(walked.poses.rotation[frame], pose.rotation[0], atol=1e-9)
        moved = np.abs(walked.poses.angles[next_one] - walked.poses.angles[frame])
        assert moved.max() * MADE_AT < 0.1


def test_left_and_right_are_mirror_images() -> None:
    left, right = (
        made("walking forward", "start", "left"),
        made("walking forward", "start", "right"),
    )
    np.testing.assert_allclose(left.poses.position * [1, -1, 1], right.poses.position, atol=1e-9)
    np.testing.assert_allclose(
        curve(left, "left knee", "flexion"), curve(right, "right knee", "flexion"), atol=1e-6
    )


# ---------------------------------------------------------------- is it human?


def test_the_knee_of_a_walker_bends_as_textbooks_say() -> None:
    knee = cycle("walking forward", "knee")
    share = np.linspace(0.0, 1.0, len(knee))
    assert 3.0 < knee[0] < 15.0
    assert 14.0 < knee[(share > 0.08) & (share < 0.22)].max() < 22.0
    assert knee[(share > 0.25) & (share < 0.42)].min() < 8.0
    swing = knee[share > 0.6]
    assert 52.0 < swing.max() < 66.0
    assert 0.66 < share[knee.argmax()] < 0.80


def test_hip_and_ankle_of_a_walker_do_so_too() -> None:
    hip, ankle = cycle("walking forward", "hip"), cycle("walking forward", "ankle")
    share = np.linspace(0.0, 1.0, len(hip))
    assert 22.0 < hip[0] < 35.0
    assert -22.0 < hip.min() < -8.0
    assert 0.45 < share[hip.argmin()] < 0.62
    assert -15.0 < ankle[share < 0.12].min() < -3.0
    assert 8.0 < ankle[(share > 0.3) & (share < 0.55)].max() < 24.0
    assert -28.0 < ankle[(share > 0.55) & (share < 0.75)].min() < -12.0


def test_the_pelvis_of_a_walker_rises_over_the_foot_that_stands() -> None:
    walked = made("walking forward", "cycle", "left")
    height = walked.poses.position[:, 2]
    assert 0.025 < np.ptp(height) < 0.055
    middle = len(height) // 2
    assert abs(int(height.argmax()) - middle) <= 4
    aside = walked.poses.position[:, 1]
    assert aside.min() < -0.015
    assert aside.max() < 0.005


def test_runners_fly_and_walkers_do_not() -> None:
    for kind in KINDS:
        walked = made(kind, "cycle", "left")
        touched = np.zeros(len(walked.poses), dtype=bool)
        for contact in walked.contacts:
            touched[contact.first : contact.last + 1] = True
        assert touched.all() == (kind != "running")
    knee = cycle("running", "knee")
    assert 85.0 < knee.max() < 115.0
    assert 35.0 < knee[: len(knee) // 3].max() < 52.0


def test_walkers_strike_with_the_heel_and_those_who_go_backward_with_the_toes() -> None:
    forward, backward = (
        made("walking forward", "cycle", "left"),
        made("walking backward", "cycle", "left"),
    )
    lands = next(c for c in forward.contacts if c.site == "left heel")
    assert lands.first == len(forward.poses) - 1
    order = {c.site: c.first for c in backward.contacts if c.site.startswith("left")}
    assert order["left toe tip"] < order["left ball"]


def test_the_head_stays_level_and_looks_ahead() -> None:
    walked = walk("walking forward", 6, turn_per_step=0.2)
    head = HUMAN.place(walked.poses).rotations[:, HUMAN.segment("head")]
    going = slice(walked.nodes[0], walked.nodes[-1])
    assert np.degrees(np.arcsin(np.abs(head[going, 2, 0]))).max() < 2.0
    pelvis = walked.poses.rotation
    heading = np.unwrap(np.arctan2(head[:, 1, 0], head[:, 0, 0]))
    body = np.unwrap(np.arctan2(pelvis[:, 1, 0], pelvis[:, 0, 0]))
    middle = slice(walked.nodes[1], walked.nodes[4])
    assert 0.05 < (heading - body)[middle].mean() < 0.4


def test_arms_swing_against_the_legs_or_hold_what_they_hold() -> None:
    walked = walk("walking forward", 4)
    span = slice(walked.nodes[0], walked.nodes[-1])
    arm, leg = (curve(walked, f"left {name}", "flexion")[span] for name in ("shoulder", "hip"))
    assert np.corrcoef(arm, leg)[0, 1] < -0.7
    held = walk("walking forward", 4, carriage=dataclasses.replace(unarmed(HUMAN), swings=False))
    still = [
        number
        for number, joint in enumerate(HUMAN.freedom_joints)
        if any(word in joint for word in ("shoulder", "elbow", "forearm", "wrist", "girdle"))
    ]
    assert np.ptp(held.poses.angles[:, still], axis=0).max() == 0.0


@pytest.mark.parametrize("kind", KINDS)
def test_no_angle_is_jerked(kind: str) -> None:
    most = {"walking forward": 300.0, "walking backward": 350.0, "running": 750.0}[kind]
    walked = walk(kind, 4)
    gains = np.diff(walked.poses.angles, 2, axis=0) * MADE_AT**2
    assert np.abs(gains).max() < most


# ---------------------------------------------------------------- ways of all kinds


@given(
    kind=st.sampled_from(KINDS),
    at=st.floats(0.0, 1.0),
    shares=st.lists(st.floats(0.0, 1.0), min_size=1, max_size=5),
    turn=st.floats(-0.3, 0.3),
    first=st.sampled_from(SIDES),
)
@settings(max_examples=15, deadline=None, derandomize=True, phases=QUICKLY)
def test_steps_of_any_length_on_any_curve_stand(
    kind: str, at: float, shares: list[float], turn: float, first: str
) -> None:
    walked = varied(kind, at, shares, turn, first)
    assert_true_to_the_floor(walked)
    assert walked.begins == walked.ends == "standing"
    pelvis = walked.poses.rotation
    turned = np.unwrap(np.arctan2(pelvis[:, 1, 0], pelvis[:, 0, 0]))
    assert turned[-1] - turned[0] == pytest.approx(turn * len(shares), abs=1e-6)


@pytest.mark.slow
@given(
    kind=st.sampled_from(KINDS),
    at=st.floats(0.0, 1.0),
    shares=st.lists(st.floats(0.0, 1.0), min_size=1, max_size=8),
    turn=st.floats(-0.35, 0.35),
    first=st.sampled_from(SIDES),
)
@settings(max_examples=150, deadline=None, phases=QUICKLY)
def test_very_many_of_them_do(
    kind: str, at: float, shares: list[float], turn: float, first: str
) -> None:
    assert_true_to_the_floor(varied(kind, at, shares, turn, first))


def varied(kind: str, at: float, shares: list[float], turn: float, first: str) -> Stride:
    """A walk at a share of the range of speeds, of steps at shares of the range of lengths."""
    slowest, fastest = SPEEDS[kind]
    gait = gait_at(kind, slowest + at * (fastest - slowest))
    least, most = LENGTHS[gait.bounce]
    most = min(most, max(1.0, fastest / gait.speed))
    lengths = [(least + share * (most - least)) * gait.step_length for share in shares]
    return walk(kind, lengths, gait, turn, first)


def test_a_circle_is_walked() -> None:
    gait = gait_at("walking forward", 1.2)
    walked = walk("walking forward", 24, gait, turn_per_step=2.0 * math.pi / 24)
    span = slice(walked.nodes[0], walked.nodes[-1])
    places = walked.poses.position[span, :2]
    radius = gait.step_length / (2.0 * math.sin(math.pi / 24))
    middle = np.array([places[:, 0].mean(), places[:, 1].mean()])
    distances = np.linalg.norm(places - middle, axis=1)
    assert abs(distances.mean() / radius - 1.0) < 0.05


@pytest.mark.parametrize("scale", [0.6, 1.2])
def test_others_of_other_size_walk_alike(scale: float) -> None:
    small = scaled(HUMAN, scale)
    assert size_of(small) == pytest.approx(scale)
    for kind in KINDS:
        gait = gait_at(kind, skeleton=small)
        assert gait.speed == pytest.approx(gait_at(kind).speed * math.sqrt(scale), rel=0.05)
        walked = stride(kind, "cycle", "left", gait, small)
        assert_true_to_the_floor(walked, small)
    with pytest.raises(ValueError, match="for a figure of this size, not at 4"):
        gait_at("walking forward", 4.0, small)


def scaled(skeleton: Skeleton, scale: float) -> Skeleton:
    sites = {name: Site(site.segment, scale * site.at) for name, site in skeleton.sites.items()}
    return dataclasses.replace(
        skeleton,
        stature=scale * skeleton.stature,
        offsets=scale * skeleton.offsets,
        sites=sites,
    )


# ---------------------------------------------------------------- what cannot be


def test_what_cannot_be_walked_is_said() -> None:
    with pytest.raises(ValueError, match=r"goes at 0\.60 to 2\.00 m/s, not at 3"):
        gait_at("walking forward", 3.0)
    with pytest.raises(ValueError, match="no gait is called 'hopping'; known are walking forward"):
        gait_at("hopping")
    with pytest.raises(ValueError, match="one of start, cycle, end, not 'middle'"):
        stride("running", "middle", "left")
    with pytest.raises(ValueError, match="a side is left or right"):
        stride("running", "cycle", "up")
    with pytest.raises(ValueError, match="the gait is one of running, not of walking forward"):
        stride("walking forward", "cycle", "left", gait_at("running"))
    with pytest.raises(ValueError, match="at least one step"):
        walk("running", 0)
    with pytest.raises(ValueError, match="2 turns are given for 3 steps"):
        walk("running", 3, turn_per_step=[0.1, 0.1])
    with pytest.raises(ValueError, match=r"m long, not 3\.00 m"):
        walk("walking forward", [0.7, 3.0])
    with pytest.raises(ValueError, match=r"by up to 0\.35 rad"):
        walk("walking forward", 3, turn_per_step=1.0)


def test_who_does_not_stand_cannot_start() -> None:
    pose = HUMAN.rest()
    pose.position[:, 2] = 1.3
    with pytest.raises(ValueError, match="its left heel is 380 mm above the floor"):
        stride("walking forward", "start", "left", carriage=Carriage(pose))
    standing = Poses.joined([at_ease(HUMAN)] * 2)
    with pytest.raises(ValueError, match="has one frame, not 2"):
        stride("walking forward", "start", "left", carriage=Carriage(standing))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"step_length": 0.0}, "step_length must be above 0"),
        ({"softness": -1.0}, "softness must be above 0"),
        ({"width": float("nan")}, "width must be a number, not nan"),
        ({"stance": 0.0}, "stance must be a share between 0 and 1"),
        ({"flat": 0.0}, "must follow each other"),
    ],
)
def test_a_gait_that_cannot_be_is_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        dataclasses.replace(gait_at("walking forward"), **changes)


def test_numbers_of_numpy_are_numbers_too() -> None:
    one = walk("walking forward", 2, turn_per_step=0.1)
    other = walk("walking forward", np.int64(2), turn_per_step=np.float32(0.1))  # type: ignore[arg-type]
    assert other.poses.angles == pytest.approx(one.poses.angles, abs=1e-6)


def test_who_lacks_heels_is_told_to_follow() -> None:
    with pytest.raises(ValueError, match="human-med cannot walk by itself"):
        walk("walking forward", 2, skeleton=load_skeleton("human-med"))
