"""Postures are told from where parts are: of acts, of real people, without a flicker."""

from __future__ import annotations

import math

import numpy as np
import pytest

from motorium.bodies.rigid.wearing import place
from motorium.contracts.frames import Floats
from motorium.motion.figures.takes import HIGH, Take, act_take, clip_take, take_of
from motorium.motion.live.postures import (
    BENT,
    DEEP,
    GAITS,
    GOES,
    KNEE,
    RUNS,
    SHAPES,
    STATES,
    UPRIGHT,
    Look,
    PostureWatch,
    gait_of,
    leg_of,
    look_of,
    shape_of,
)
from motorium.wire.dis import appearance
from tests.graphs import shipped_graph
from tests.motion.figures.bvh_material import real
from tests.motors.continuum.performers import FIGURE
from tests.motors.continuum.performers import HIGH as SKELETON

FRAME = 1.0 / 120.0
RUN = ["standing", "walking", "running", "walking", "standing"]
DOWN = ["standing", "kneeling", "crawling", "prone"]
ACTS = {
    "stand": ["standing"],
    "walk": ["standing", "walking", "standing"],
    "walk back": ["standing", "walking", "standing"],
    "walk home": ["standing", "walking", "standing"],
    "run": RUN,
    "wave": ["standing"],
    "reach": ["standing"],
    "punch": ["standing"],
    "squat": ["standing", "squatting", "standing"],
    "kneel": ["standing", "kneeling", "standing"],
    "lie down": DOWN,
    "get up": DOWN[::-1],
}
CLIPS = {
    "07_01": ["standing", "walking"],
    "09_01": ["standing", "running"],
    "16_01": ["standing"],
    "69_17": ["standing"],
    "77_02": ["standing"],
    "141_16": ["standing"],
    "90_18": ["standing", "prone"],
    "115_06": ["standing", "squatting", "standing"],
    "77_16": ["prone", "crawling", "squatting", "standing"],
    "82_06": ["standing", "crouching", "standing"],
    "133_01": [
        *("standing", "walking", "standing", "crawling", "kneeling"),
        *("standing", "walking", "standing"),
    ],
}
"""Of the CMU database (mocap.cs.cmu.edu): walks, runs, jumps, turns, looks, waves, falls, picks up
a box, gets up, pushes, and walks and crawls. Who jumps is not told of."""
LONG = ("69_17", "77_02", "77_16", "82_06", "133_01")
"""Clips that it takes seconds to fit."""


def told(places: Floats, leg: float, seconds: float = FRAME) -> list[tuple[float, str]]:
    """When which state began."""
    watch, found = PostureWatch(leg), list[tuple[float, str]]()
    for number, one in enumerate(places):
        state = watch.see(one, seconds)
        if not found or found[-1][1] != state:
            found.append((number * seconds, state))
    return found


def states_of(take: Take) -> list[str]:
    placed = place(take.figure, take.coordinates)
    return [state for _, state in told(placed.positions, leg_of(take.figure))]


@pytest.mark.parametrize("act", ACTS)
def test_acts(act: str) -> None:
    assert states_of(act_take(shipped_graph("performer"), act)) == ACTS[act]


@pytest.mark.parametrize("act", ["kneel", "run", "lie down"])
def test_acts_of_who_trembles(act: str) -> None:
    """Captures are noisy: by 5 mm here, anew in every frame."""
    take = act_take(shipped_graph("performer"), act)
    places = place(take.figure, take.coordinates).positions
    noisy = places + np.random.default_rng(5).normal(0.0, 0.005, places.shape)
    assert [state for _, state in told(noisy, leg_of(take.figure))] == ACTS[act]


def test_acts_wherever_they_are_and_however_often_one_looks() -> None:
    """On a floor of another height, turned, and half as often."""
    take = act_take(shipped_graph("performer"), "kneel")
    places = place(take.figure, take.coordinates).positions[::2]
    turned = np.stack([-places[..., 1], places[..., 0], places[..., 2] + 3.0], axis=-1)
    assert [state for _, state in told(turned, leg_of(take.figure), 2 * FRAME)] == ACTS["kneel"]


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=pytest.mark.slow if one in LONG else ()) for one in CLIPS],
)
def test_real_people(name: str) -> None:
    assert states_of(clip_take(real(name))) == CLIPS[name]


@pytest.mark.parametrize(
    ("graph", "posture", "state"),
    [
        ("pedestrian", "sitting", "sitting"),
        ("pedestrian", "waiting", "standing"),
        ("soldier", "standing firing", "standing"),
        ("soldier", "kneeling firing", "kneeling"),
        ("soldier", "crawl", "crawling"),
        ("soldier", "prone firing", "prone"),
        ("soldier", "dead", "prone"),
    ],
)
def test_postures_of_our_figures(graph: str, posture: str, state: str) -> None:
    poses = shipped_graph(graph).node(posture).sets[HIGH].sample(0.0)
    assert states_of(take_of(SKELETON, poses, posture)) == [state]


def test_who_stands_straight_is_a_leg_high() -> None:
    look = look_of(place(FIGURE, FIGURE.upright()[None]).positions[0], leg_of(FIGURE))
    assert look.pelvis == pytest.approx(1.0, abs=0.01)
    assert look.knee == pytest.approx(0.5, abs=0.05)
    assert look.tilt < 0.1
    assert abs(look.feet) < 0.15


def test_a_limit_is_wider_for_who_was_there() -> None:
    straight = Look(1.0, 0.5, 0.0, 0.0)
    for change, one, other in (
        ({"pelvis": UPRIGHT}, "upright", "crouching"),
        ({"pelvis": DEEP}, "squatting", "crouching"),
        ({"pelvis": 0.5, "knee": KNEE}, "kneeling", "squatting"),
        ({"pelvis": 0.5, "knee": 0.0, "tilt": BENT}, "all fours", "kneeling"),
    ):
        look = straight._replace(**change)
        assert shape_of(look, one) == one
        assert shape_of(look, other) == other


def test_gaits() -> None:
    assert appearance.RUNNING == RUNS
    assert gait_of("upright", 0.5 * sum(GOES)) == "still"
    assert gait_of("upright", 0.5 * sum(GOES), "goes") == "goes"
    assert gait_of("upright", RUNS, "goes") == "goes"
    assert gait_of("upright", RUNS, "runs") == "runs"
    assert gait_of("lying", 0.3) == "goes"
    assert gait_of("kneeling", 3.0) == "still"


def test_all_states_are_those_of_dis() -> None:
    assert tuple(STATES) == SHAPES
    for states in STATES.values():
        assert len(states) == len(GAITS)
        assert set(states) <= set(appearance.STATES)


def test_a_moment_does_not_count() -> None:
    upright = place(FIGURE, FIGURE.upright()[None]).positions[0]
    watch = PostureWatch(leg_of(FIGURE))
    watch.see(upright, FRAME)
    low = upright.copy()
    low[0, 2] = 0.5
    for _ in range(20):
        for _ in range(10):
            assert watch.see(low, FRAME) == "standing"
        assert watch.see(upright, FRAME) == "standing"
    for _ in range(40):
        watch.see(low, FRAME)
    assert watch.state == "squatting"


def test_who_is_put_elsewhere_does_not_run() -> None:
    upright = place(FIGURE, FIGURE.upright()[None]).positions[0]
    watch = PostureWatch(leg_of(FIGURE))
    for number in range(240):
        watch.see(upright + np.array([5.0 * (number // 60), 0.0, 0.0]), FRAME)
        assert not watch.moves
        assert np.hypot(*watch.velocity) == 0.0


def test_a_velocity_is_smooth() -> None:
    upright = place(FIGURE, FIGURE.upright()[None]).positions[0]
    watch, speeds = PostureWatch(leg_of(FIGURE)), []
    for number in range(600):
        seconds = number * FRAME
        sway = 0.03 * math.sin(4.0 * math.pi * seconds)
        watch.see(upright + np.array([1.3 * seconds + sway, 0.0, 0.0]), FRAME)
        speeds.append(float(watch.velocity[0]))
    assert watch.state == "walking"
    assert min(speeds[240:]) > 1.1
    assert max(speeds[240:]) < 1.5


def test_a_leg_has_a_length() -> None:
    with pytest.raises(ValueError, match=r"a leg of 0\.0 m"):
        PostureWatch(0.0)
