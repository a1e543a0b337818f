"""Avoiding what stands in the way, and other fishes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorium.contracts.perception import Kind
from motorium.minds.instinct.behaviours import AVOID
from motorium.minds.instinct.preferences import LEFT, RIGHT, UP
from motorium.minds.instinct.routines import avoiding, names
from motorium.minds.instinct.routines.avoiding import (
    avoid,
    free_course,
    half_angle,
    stay_alert,
    steer_clear,
)
from tests.minds.mindful import LENGTH, Mindful

ONE = np.zeros(1, dtype=np.intp)
MARGIN = (2 * 1.5 * 0.1 + avoiding.SPARE) * LENGTH
"""1.5 body widths, each 0.2 L, and what it spares: 0.1 m."""


def _before(*cylinders: tuple[float, float, float], top: float = 10.0) -> Mindful:
    """One at the origin who looks along x at cylinders (x, y, radius), the first in its way."""
    mindful = Mindful(count=2)
    mindful.instinct.brains["intention"] = AVOID
    for number, (x, y, radius) in enumerate(cylinders):
        mindful.sees(Kind.OBSTACLE, number, (x, y, 0.0))
        mindful.perceived.cylinders[number] = (x, y, -10.0, top, radius, 0.0)
    mindful.perceived.obstacle[0] = 0
    x, y, radius = cylinders[0]
    mindful.perceived.obstacle_distance[0] = math.hypot(x - 0.36 * LENGTH, y) - radius
    return mindful


def test_half_the_angle_that_a_circle_takes_up() -> None:
    assert half_angle(0.6, 0.3) == pytest.approx(math.pi / 6)
    assert half_angle(0.3, 0.3) == pytest.approx(math.pi / 2)
    assert half_angle(0.15, 0.3) == pytest.approx(math.pi / 2 + 0.25)


def test_courses_past_a_cylinder_touch_its_margin() -> None:
    mindful = _before((1.0, 0.0, 0.2))
    edge = math.asin((0.2 + MARGIN) / 1.0)
    assert free_course(mindful.scene, 0, 0.1, 1.0, 10.0) == pytest.approx(edge)
    assert free_course(mindful.scene, 0, 0.1, -1.0, 10.0) == pytest.approx(-edge)
    assert free_course(mindful.scene, 0, 0.4, -1.0, 10.0) == 0.4
    assert free_course(mindful.scene, 0, 0.1, 1.0, 1.0) == 0.1, "too far off to matter"


def test_the_way_round_one_does_not_lead_into_the_next() -> None:
    mindful = _before((1.0, 0.0, 0.2), (1.0, 0.5, 0.2))
    course = free_course(mindful.scene, 0, 0.0, 1.0, 10.0)
    beyond = math.atan2(0.5, 1.0) + math.asin((0.2 + MARGIN) / math.hypot(1.0, 0.5))
    assert course == pytest.approx(beyond)


@given(
    st.floats(0.4, 2.0), st.floats(-1.0, 1.0), st.floats(0.4, 2.0), st.floats(-1.0, 1.0),
    st.floats(-3.0, 3.0), st.sampled_from([-1.0, 1.0]),
)  # fmt: skip
def test_free_courses_are_free(
    a: float, b: float, c: float, d: float, course: float, side: float
) -> None:
    mindful = _before((a, b, 0.1), (c, d, 0.1))
    free = free_course(mindful.scene, 0, course, side, 100.0)
    for x, y in ((a, b), (c, d)):
        along = x * math.cos(free) + y * math.sin(free)
        aside = abs(y * math.cos(free) - x * math.sin(free))
        inside = math.hypot(x, y) < 0.1 + MARGIN
        assert along <= 1e-6 or aside >= 0.1 + MARGIN - 1e-5 or inside


def test_it_goes_round_on_the_shorter_side_and_stays_there() -> None:
    mindful = _before((0.6, 0.05, 0.1))
    avoid(mindful.scene, ONE)
    wish = mindful.instinct.wishes[0]
    right = math.atan2(0.05, 0.6) - math.asin((0.1 + MARGIN) / math.hypot(0.6, 0.05))
    assert wish["heading"] == pytest.approx(right)
    assert mindful.brain["routine"] == names.AVOIDING_OBSTACLE
    mindful.perceived.cylinders[0]["y"] = -0.02
    avoid(mindful.scene, ONE)
    assert wish["heading"] < 0.0, "it has begun on the right"


def test_preferences_choose_the_side() -> None:
    mindful = _before((0.6, 0.05, 0.1))
    mindful.brain["preferences"][RIGHT] = -1.0
    avoid(mindful.scene, ONE)
    assert mindful.instinct.wishes[0]["heading"] > 0.0


def test_what_speaks_against_a_side_makes_the_angle_smaller() -> None:
    mindful = _before((0.6, 0.05, 0.1))
    mindful.brain["preferences"][[LEFT, RIGHT]] = -0.8
    avoid(mindful.scene, ONE)
    right = math.atan2(0.05, 0.6) - math.asin((0.1 + MARGIN) / math.hypot(0.6, 0.05))
    assert mindful.instinct.wishes[0]["heading"] == pytest.approx((1.5 - 0.8) * right)


def test_it_swims_over_what_is_low() -> None:
    mindful = _before((0.6, 0.0, 0.1), top=0.02)
    avoid(mindful.scene, ONE)
    wish = mindful.instinct.wishes[0]
    up = 0.02 + 2 * 0.1 * LENGTH + avoiding.SPARE * LENGTH
    assert wish["climb"] == pytest.approx(math.atan2(up, 0.6 - 0.1 - 0.36 * LENGTH))
    assert wish["heading"] == 0.0
    mindful.brain["preferences"][UP] = -1.0
    avoid(mindful.scene, ONE)
    assert wish["heading"] != 0.0


def test_a_c_turn_from_what_is_very_near() -> None:
    mindful = _before((0.21, 0.02, 0.1))
    avoid(mindful.scene, ONE)
    assert mindful.instinct.wishes[0]["turn"] < -1.0


def test_no_wish_leads_into_what_stands_close_by() -> None:
    mindful = _before((0.3, 0.0, 0.1))
    wish = mindful.instinct.wishes[0]
    wish["heading"], wish["turn"] = 0.3, 0.9
    steer_clear(mindful.scene, ONE)
    assert wish["heading"] == pytest.approx(math.asin((0.1 + MARGIN) / 0.3))
    assert wish["turn"] == 0.0
    wish["heading"] = 2.0
    steer_clear(mindful.scene, ONE)
    assert wish["heading"] == 2.0


def _met(there: tuple[float, float, float], its: tuple[float, float, float]) -> Mindful:
    """One who swims along x at 1 L/s meets another."""
    mindful = Mindful(count=2)
    mindful.instinct.brains["intention"] = AVOID
    mindful.perceived.positions[1] = there
    mindful.perceived.velocities[1] = its
    mindful.perceived.velocities[0] = (LENGTH, 0.0, 0.0)
    mindful.perceived.fish[0] = 1
    mindful.instinct.wishes["speed"] = 1.0
    avoid(mindful.scene, ONE)
    return mindful


def test_it_turns_away_from_where_the_other_will_be() -> None:
    left = _met((0.3, 0.05, 0.0), (-0.2, 0.0, 0.0))
    assert left.instinct.wishes[0]["heading"] < 0.0
    assert left.brain["routine"] == names.AVOIDING_FISH
    # It is on the left, but will have crossed over to the right.
    crossing = _met((0.3, 0.1, 0.0), (0.0, -0.4, 0.0))
    assert crossing.instinct.wishes[0]["heading"] > 0.0


def test_two_who_meet_head_on_both_pass_on_the_right() -> None:
    assert _met((0.3, 0.0, 0.0), (-0.2, 0.0, 0.0)).instinct.wishes[0]["heading"] < 0.0


def test_over_who_is_below_and_slower_behind_who_is_slow() -> None:
    wish = _met((0.25, 0.0, -0.05), (0.16, 0.0, 0.0)).instinct.wishes[0]
    assert wish["climb"] == pytest.approx(avoiding.OVER_OR_UNDER)
    assert wish["speed"] == pytest.approx(0.8 * 0.8)
    assert wish["brake"] > 0.0


def test_who_has_passed_is_given_way_to_a_little() -> None:
    wish = _met((-0.1, 0.1, 0.0), (0.2, 0.0, 0.0)).instinct.wishes[0]
    assert wish["heading"] == pytest.approx(-avoiding.A_LITTLE)


def test_who_is_fast_or_wary_feels_farther() -> None:
    mindful = Mindful(count=1)
    mindful.instinct.wishes["speed"] = 2.0
    mindful.instinct.tempers["wariness"] = 2.0
    stay_alert(mindful.scene, 0)
    assert mindful.perceived.antenna[0] == pytest.approx(1.6 + 0.4 * 2.0)
    assert mindful.perceived.boxes[0] == pytest.approx([1.6, 0.8, 0.6])
