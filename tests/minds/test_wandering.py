"""Wandering about, and leaving."""

from __future__ import annotations

import math

import numpy as np
import pytest

from motorium.contracts.commands import Advice
from motorium.minds.instinct.behaviours import LEAVE, SCHOOL, WANDER
from motorium.minds.instinct.routines import leaving, wandering
from motorium.minds.instinct.routines.leaving import comfort, leave
from motorium.minds.instinct.routines.wandering import heed, wander
from tests.minds.mindful import Mindful

ONE = np.zeros(1, dtype=np.intp)


def _begun(intention: int) -> Mindful:
    mindful = Mindful(count=1)
    mindful.instinct.brains["intention"] = intention
    mindful.instinct.brains["since"] = mindful.seconds
    return mindful


def _courses(mindful: Mindful, decisions: int) -> list[float]:
    """What one wants who always swims as it wants to."""
    courses = []
    for _ in range(decisions):
        mindful.brain["decisions"] += 1
        wander(mindful.scene, ONE)
        wish = mindful.instinct.wishes[0]
        half = 0.5 * wish["heading"]
        mindful.perceived.orientations[0] = (math.cos(half), 0.0, 0.0, math.sin(half))
        climb = float(wish["climb"])
        mindful.perceived.velocities[0] = (
            math.cos(wish["heading"]) * math.cos(climb),
            math.sin(wish["heading"]) * math.cos(climb),
            math.sin(climb),
        )
        courses.append(float(wish["heading"]))
        mindful.seconds += 0.1
    return courses


def test_turns_are_intermittent_and_to_both_sides() -> None:
    turns = np.diff(_courses(_begun(WANDER), 4000))
    turned = turns[turns != 0.0]
    assert len(turned) / len(turns) == pytest.approx(wandering.OFTEN, rel=0.3)
    assert np.abs(turned).max() <= wandering.FAR
    assert 0.35 < (turned > 0.0).mean() < 0.65


def test_who_is_turned_away_goes_on_where_it_was_turned_to() -> None:
    mindful = _begun(WANDER)
    wander(mindful.scene, ONE)
    mindful.perceived.orientations[0] = (math.cos(0.5), 0.0, 0.0, math.sin(0.5))
    mindful.seconds = 0.5
    wander(mindful.scene, ONE)
    assert mindful.instinct.wishes[0]["heading"] == 0.0, "it may only take some time"
    mindful.seconds = 2.0
    wander(mindful.scene, ONE)
    assert mindful.instinct.wishes[0]["heading"] == pytest.approx(1.0 + wandering.ON)


def test_who_cannot_climb_dives() -> None:
    mindful = _begun(WANDER)
    wander(mindful.scene, ONE)
    mindful.instinct.wishes["climb"] = 0.3
    mindful.perceived.velocities[0] = (0.2, 0.0, -0.01)
    mindful.seconds = 2.0
    wander(mindful.scene, ONE)
    assert mindful.instinct.wishes[0]["climb"] == pytest.approx(-0.3)


@pytest.mark.parametrize(
    ("advice", "heading", "pace"),
    [
        (Advice.LEFT, math.pi / 4, 0.0),
        (Advice.RIGHT, -math.pi / 4, 0.0),
        (Advice.SLOWER, 0.0, 0.85),
        (Advice.FASTER, 0.0, 1.15),
    ],
)
def test_who_wanders_heeds_advice(advice: Advice, heading: float, pace: float) -> None:
    mindful = _begun(WANDER)
    given = np.array([advice], dtype=np.int8)
    heed(mindful.scene, ONE, given)
    assert mindful.instinct.wishes[0]["heading"] == pytest.approx(heading)
    assert mindful.brain["mark"][0] == pytest.approx(pace)
    assert given[0] == Advice.NONE


def test_who_is_busy_does_not() -> None:
    mindful = _begun(SCHOOL)
    given = np.array([Advice.LEFT], dtype=np.int8)
    heed(mindful.scene, ONE, given)
    assert mindful.instinct.wishes[0]["heading"] == 0.0
    assert given[0] == Advice.NONE


def test_comfort_is_what_it_likes() -> None:
    mindful = Mindful(count=1)
    perceived = mindful.perceived
    perceived.light[0], perceived.warmth[0] = 0.7, 20.0
    perceived.light_liking[0], perceived.warmth_liking[0] = -1, 0
    assert comfort(perceived, 0) == pytest.approx(-0.7)
    perceived.warmth_liking[0] = 1
    assert comfort(perceived, 0) == pytest.approx(-0.7 + 0.1 * 20.0)


@pytest.mark.parametrize(("light", "turns"), [(0.8, True), (0.6, False)])
def test_who_leaves_turns_when_it_gets_worse(light: float, turns: bool) -> None:
    mindful = _begun(LEAVE)
    mindful.perceived.light_liking[0] = -1
    mindful.perceived.light[0] = 0.7
    leave(mindful.scene, ONE)
    mindful.seconds = 2.0
    mindful.perceived.light[0] = light
    leave(mindful.scene, ONE)
    turned = abs(mindful.instinct.wishes[0]["heading"])
    assert (turned >= leaving.LEAST_TURN) if turns else turned == 0.0
