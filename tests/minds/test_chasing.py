"""Chasing a target."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.contracts.frames import Floats
from motorium.minds.instinct.behaviours import EAT, MATE
from motorium.minds.instinct.routines import chasing
from motorium.minds.instinct.routines.chasing import chase, climb_to, closeness, lead, pace
from motorium.minds.instinct.steering import wrapped
from tests.minds.mindful import LENGTH, Mindful

STILL = (0.0, 0.0, 0.0)


def _chased(
    goal: tuple[float, float, float],
    velocity: tuple[float, float, float] = STILL,
    sigma: float = 0.0,
    intention: int = EAT,
    own: tuple[float, float, float] = STILL,
) -> Mindful:
    """One who looks along x from the origin, 0.2 m long, cruises at 1 L/s and makes 2 L/s."""
    mindful = Mindful(count=1)
    mindful.instinct.brains["intention"] = intention
    mindful.perceived.velocities[0] = own
    chase(mindful.scene, 0, goal, velocity, sigma, 2.0)
    return mindful


@pytest.mark.parametrize(
    ("elevation", "fins"),
    [(0.3, 0.3 + math.pi / 2), (1.0, 3 * math.pi / 4), (-1.2, math.pi / 4), (0.0, math.pi / 2)],
)
def test_climb_is_what_the_printed_fin_angle_leads_to(elevation: float, fins: float) -> None:
    assert climb_to(elevation) == pytest.approx(fins - math.pi / 2)


def test_far_away_the_rough_direction_will_do() -> None:
    assert closeness(8.0) == closeness(20.0) == pytest.approx(math.pi / 6)
    assert closeness(5.0) == pytest.approx(math.pi / 12)
    assert closeness(2.0) == closeness(0.5) == 0.0


def test_near_it_is_slower() -> None:
    assert pace(12.0, 2.0) == pace(8.0, 2.0) == 2.0
    assert pace(4.0, 2.0) == 1.0
    assert pace(0.0, 2.0) == 0.0


def test_lead_is_in_proportion_to_how_fast_the_target_moves_aside() -> None:
    assert lead(0.1, 0.4) == pytest.approx(0.25)
    assert lead(-0.2, 0.4) == pytest.approx(-0.5)
    assert lead(5.0, 0.4) == pytest.approx(math.pi / 4)


def test_straight_to_what_is_ahead_and_above() -> None:
    mindful = _chased((2.0, 0.0, 1.0))
    wish = mindful.instinct.wishes[0]
    assert wish["heading"] == pytest.approx(0.0)
    assert wish["climb"] == pytest.approx(math.atan2(1.0, 2.0))
    assert wish["speed"] == 2.0
    assert wish["turn"] == wish["brake"] == wish["backward"] == 0.0


def test_small_errors_are_steered_and_large_ones_turned() -> None:
    slightly = _chased((2.0, 1.0, 0.0)).instinct.wishes[0]
    assert slightly["heading"] == pytest.approx(math.atan2(1.0, 2.0))
    assert slightly["turn"] == 0.0
    sharply = _chased((0.0, -2.0, 0.0)).instinct.wishes[0]
    assert sharply["heading"] == pytest.approx(-math.pi / 2)
    assert sharply["turn"] == pytest.approx(-chasing.MOST_TURN)


def test_within_sigma_it_holds_its_course() -> None:
    assert _chased((2.0, 0.5, 0.0), sigma=0.3).instinct.wishes[0]["heading"] == 0.0
    assert _chased((2.0, 0.5, 0.0), sigma=0.2).instinct.wishes[0]["heading"] > 0.2


def test_who_eats_aims_ahead_of_what_moves_aside() -> None:
    # At full speed, 2 L/s = 0.4 m/s, against 0.1 m/s to the left.
    assert _chased((2.0, 0.0, 0.0), (0.0, 0.1, 0.0)).instinct.wishes[0]["heading"] == (
        pytest.approx(0.25)
    )
    assert _chased((2.0, 0.0, 0.0), (0.0, 0.1, 0.0), intention=MATE).instinct.wishes[0][
        "heading"
    ] == pytest.approx(0.0)


def test_who_drifts_along_with_its_target_needs_no_lead() -> None:
    carried = (0.4, 0.1, 0.0)
    wish = _chased((2.0, 0.0, 0.0), (0.0, 0.1, 0.0), own=carried).instinct.wishes[0]
    assert wish["heading"] == pytest.approx(0.0)
    against = _chased((2.0, 0.0, 0.0), own=carried).instinct.wishes[0]
    assert against["heading"] == pytest.approx(-0.25)


def test_who_follows_somebody_arrives_at_his_pace_and_brakes() -> None:
    near = (LENGTH * 0.36 + 0.1 * LENGTH, 0.0, 0.0)
    wish = _chased(near, intention=MATE, own=(0.4, 0.0, 0.0)).instinct.wishes[0]
    assert wish["speed"] == pytest.approx(2.0 * 0.1 / 8.0)
    assert wish["brake"] == 1.0
    wish = _chased(near, (0.2, 0.0, 0.0), intention=MATE).instinct.wishes[0]
    assert wish["speed"] == pytest.approx(1.0 + 2.0 * 0.1 / 8.0)
    assert _chased(near).instinct.wishes[0]["speed"] == pytest.approx(0.35 * 2.0)


def test_returns_how_far_it_is_from_the_snout() -> None:
    mindful = Mindful(count=1)
    mindful.instinct.brains["intention"] = EAT
    assert chase(mindful.scene, 0, (1.0, 0.0, 0.0), STILL, 0.0, 2.0) == pytest.approx(
        1.0 - 0.36 * LENGTH, rel=1e-6
    )


def test_what_lies_within_its_curve_it_passes_and_comes_back_to() -> None:
    mindful = _chased((0.1, 0.2, 0.0))
    assert mindful.brain["passing"] == 1
    assert mindful.instinct.wishes[0]["heading"] == 0.0
    # A little outside of the curve, but not of the wider one that it wants now.
    chase(mindful.scene, 0, (-0.1, 0.3, 0.0), STILL, 0.0, 2.0)
    assert mindful.brain["passing"] == 1
    chase(mindful.scene, 0, (-0.6, 0.3, 0.0), STILL, 0.0, 2.0)
    assert mindful.brain["passing"] == 0
    assert mindful.instinct.wishes[0]["heading"] > math.pi / 2


def _swum(goal: Floats, drift: Floats) -> float:
    """How near one comes in 30 s that turns at most 1.1 rad on each length of its way, a third of a
    second late."""
    mindful = Mindful(count=1)
    perceived, wish = mindful.perceived, mindful.instinct.wishes[0]
    mindful.instinct.brains["intention"] = EAT
    heading, late, nearest = 0.0, [0.0] * 3, math.inf
    for _ in range(300):
        perceived.orientations[0] = (math.cos(heading / 2), 0.0, 0.0, math.sin(heading / 2))
        nearest = min(
            nearest,
            chase(mindful.scene, 0, tuple(goal), (0.0, 0.0, 0.0), 0.0, 2.0),
        )
        late.append(wrapped(wish["heading"] - heading))
        speed = float(wish["speed"])
        heading += np.clip(2.5 * late.pop(0), -1.1, 1.1) * speed * 0.1
        way = speed * LENGTH * np.array([math.cos(heading), math.sin(heading), 0.0])
        way[2] = speed * LENGTH * math.sin(wish["climb"])
        perceived.velocities[0] = way + drift
        perceived.positions[0] += 0.1 * perceived.velocities[0]
    return nearest / LENGTH


@settings(max_examples=15, deadline=None)
@given(
    st.floats(1.0, 10.0),
    st.floats(-math.pi, math.pi),
    st.floats(-0.5, 0.5),
    st.floats(-0.05, 0.05),
)
def test_it_reaches_what_lies_anywhere_also_across_a_current(
    away: float, angle: float, up: float, current: float
) -> None:
    goal = LENGTH * away * np.array([math.cos(angle), math.sin(angle), up])
    assert _swum(goal, np.array([0.0, current, 0.0])) < 0.35
