"""The rules by which prey flees: each by a situation that calls for it."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorium.minds.instinct.routines.escaping import DODGE, RULES, angle_of, rule

DEGREES = math.pi / 180.0


@pytest.mark.parametrize(
    ("number", "close", "bearing", "heading", "coming"),
    [
        (1, False, 0, 180, True),
        (1, False, 40, 90, False),
        (2, False, 180, 0, True),
        (2, False, -125, 90, False),
        (3, False, 60, -90, True),
        (4, False, -110, 0, True),
        (5, True, 10, 90, True),
        (6, True, 10, -60, True),
        (7, True, -30, 180, True),
        (7, True, -30, 20, True),
        (8, True, 170, 30, True),
        (9, True, -170, -30, True),
        (10, True, 170, 50, True),
        (11, True, 170, -110, False),
        (12, True, 170, 30, False),
        (12, True, -170, 170, True),
        (13, True, 90, 0, True),
        (14, True, -46, 120, True),
    ],
)
def test_each_rule_has_its_situation(
    number: int, close: bool, bearing: float, heading: float, coming: bool
) -> None:
    assert rule(close, bearing * DEGREES, heading * DEGREES, coming) == number


angles = st.floats(-math.pi, math.pi, exclude_min=True)


@given(close=st.booleans(), bearing=angles, heading=angles, coming=st.booleans())
def test_what_it_does_is_what_the_rule_says(
    close: bool, bearing: float, heading: float, coming: bool
) -> None:
    number = rule(close, bearing, heading, coming)
    said = RULES[number]
    angle = angle_of(number, bearing)
    assert said.startswith("close" if close else "far")
    if said.endswith("turn right"):
        assert angle < 0.0
    elif said.endswith("turn left"):
        assert angle > 0.0
    elif said.endswith("full speed"):
        # Hardly a turn: so that it sees the predator.
        assert abs(angle) < 50 * DEGREES
    else:
        assert said.endswith("turn round")
        assert abs(angle) == math.pi


@given(close=st.booleans(), bearing=angles, heading=angles, coming=st.booleans())
def test_left_and_right_are_alike(
    close: bool, bearing: float, heading: float, coming: bool
) -> None:
    if bearing == 0.0 or heading == 0.0 or math.pi in (abs(bearing), abs(heading)):
        return
    number = rule(close, bearing, heading, coming)
    mirrored = rule(close, -bearing, -heading, coming)
    assert angle_of(number, bearing) == pytest.approx(-angle_of(mirrored, -bearing))


def test_it_turns_until_the_predator_is_behind_but_in_view() -> None:
    """At 132 degrees; it is blind from 150 on."""
    assert angle_of(3, 62 * DEGREES) == pytest.approx(-70 * DEGREES)
    assert angle_of(4, -102 * DEGREES) == pytest.approx(30 * DEGREES)
    assert angle_of(13, 118 * DEGREES) == pytest.approx(-14 * DEGREES)
    assert angle_of(2, 150 * DEGREES) == pytest.approx(18 * DEGREES)
    assert angle_of(12, -180 * DEGREES) == pytest.approx(-48 * DEGREES)


def test_out_of_the_way_of_who_comes_from_behind_it_turns_by_a_set_angle() -> None:
    assert angle_of(8, 170 * DEGREES) == -DODGE
    assert angle_of(9, -170 * DEGREES) == DODGE
