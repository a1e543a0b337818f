"""Strengths, preferences and targets: the printed rules and examples, worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.contracts.perception import Kind, Role
from motorium.minds.instinct.behaviours import AVOID, EAT, ESCAPE, MATE, SCHOOL, WANDER
from motorium.minds.instinct.focuser import DEAREST, compromised, cost_of, side
from motorium.minds.instinct.preferences import BACK, DOWN, FRONT, LEFT, RIGHT, UP, sector, weigh
from motorium.senses import numbers as senses
from tests.minds.mindful import Mindful

AVOIDING, FEAR, EATING, MATING = range(4)


@pytest.mark.parametrize(
    ("intention", "strengths"),
    [
        # tau of what it intends is 1; the others are measured by it, and are 1 at most.
        (EAT, [1.0, 0.5, 1.0, 0.25]),
        (MATE, [1.0, 1.0, 1.0, 1.0]),
        (ESCAPE, [1.0, 1.0, 1.0, 0.5]),
        (AVOID, [1.0, 0.4, 0.8, 0.2]),
        (SCHOOL, [1.0, 0.4, 0.8, 0.2]),
        (WANDER, [1.0, 0.4, 0.8, 0.2]),
    ],
)
def test_strengths_are_as_printed(intention: int, strengths: list[float]) -> None:
    fish = Mindful()
    fish.brain["hunger"], fish.brain["fear"], fish.brain["libido"] = 0.8, 0.4, 0.2
    fish.brain["intention"] = intention
    weigh(fish.brain)
    assert fish.brain["strengths"] == pytest.approx(strengths)


def test_three_mates_and_a_predator_to_the_left() -> None:
    """The printed example: M(LEFT) = 3 tau_m / 3 - tau_f."""
    fish = Mindful(hunger=0.5, libido=0.4, flees=0.9, panics=0.95, lust=1e-9)
    fish.instinct.tempers["mates"] = fish.instinct.tempers["fears"] = 1
    for mate in (1, 2, 3):
        fish.sees(Kind.MATE, mate, (0.3, 1.0 + 0.1 * mate, 0.0))
    fear = 2.0 / fish.sees(Kind.PREDATOR, 4, (0.0, 8.0, 0.0))
    assert fish.decides() == EAT
    strengths = fish.brain["strengths"]
    assert strengths[[FEAR, MATING]] == pytest.approx([fear / 0.5, 0.8], rel=1e-4)
    expected = np.zeros(6)
    expected[LEFT] = 0.8 - fear / 0.5
    assert fish.brain["preferences"] == pytest.approx(expected, abs=1e-4)


def test_an_obstacle_to_the_left_and_food_to_the_right() -> None:
    """The first printed example: M(LEFT) = -tau_a and M(RIGHT) = tau_e."""
    fish = Mindful(hunger=0.5)
    fish.perceived.fish[0] = 5
    fish.sees(Kind.OBSTACLE, 0, (0.0, 0.3, 0.0))
    fish.sees(Kind.FOOD, 0, (0.0, -1.0, 0.0))
    assert fish.decides() == AVOID
    assert fish.brain["preferences"] == pytest.approx([-1.0, 0.5, 0.0, 0.0, 0.0, 0.0])
    # What is far is no obstacle yet.
    fish.sees(Kind.OBSTACLE, 0, (0.0, 3.0, 0.0))
    fish.decides()
    assert fish.brain["preferences"][LEFT] == 0.0


@pytest.mark.parametrize(
    ("there", "direction"),
    [
        ((1.0, 0.9, 0.0), FRONT),
        ((-1.0, 0.0, 0.9), BACK),
        ((0.5, 0.6, 0.1), LEFT),
        ((0.5, -0.6, 0.1), RIGHT),
        ((0.1, 0.2, 0.3), UP),
        ((-0.1, 0.2, -0.3), DOWN),
    ],
)
def test_things_count_for_the_nearest_direction(
    there: tuple[float, float, float], direction: int
) -> None:
    assert sector(*there) == direction


def test_targets_are_in_front_or_to_a_side() -> None:
    assert side(1.0, 0.9) == side(1.0, -0.9) == FRONT
    assert side(1.0, 1.1) == side(-1.0, 0.1) == LEFT
    assert side(1.0, -1.1) == side(-1.0, -0.1) == RIGHT


@pytest.mark.parametrize(
    ("preference", "share"), [(0.7, 1.0), (0.0, 1.0), (-0.5, 1.0), (-0.7, 0.8), (-1.0, 0.5)]
)
def test_turns_against_a_preference_are_smaller(preference: float, share: float) -> None:
    assert compromised(-0.6, preference) == pytest.approx(-0.6 * share)


@pytest.mark.parametrize(
    ("distance", "schooled", "degrees", "cost"),
    # d (1 + 0.5 S + 0.2 E / pi)
    [
        (2.0, False, 0, 2.0),
        (2.0, True, 0, 3.0),
        (2.0, False, 90, 2.2),
        (1.0, True, 180, 1.7),
    ],
)
def test_costs_of_prey_are_as_printed(
    distance: float, schooled: bool, degrees: float, cost: float
) -> None:
    assert cost_of(distance, schooled, math.radians(degrees)) == pytest.approx(cost)


def test_food_is_worth_less_with_distance() -> None:
    fish = Mindful(hunger=0.8)
    far = fish.sees(Kind.FOOD, 2, (0.9, 0.0, 0.0))
    assert fish.decides() == EAT
    assert (fish.brain["target"], fish.brain["target_kind"]) == (2, Kind.FOOD)
    assert fish.brain["worth"] == pytest.approx(1.0 - far / senses.SMELL, rel=1e-5)
    assert fish.brain["rival"] == -1


def test_a_mate_to_the_left_decides_between_foods() -> None:
    """The second printed example: food ahead is nearer, but to the left there is a mate as well."""
    for mates, target in ((0, 0), (1, 1)):
        fish = Mindful(hunger=0.8, libido=0.6, lust=1e-9)
        fish.instinct.tempers["mates"] = mates
        fish.perceived.female[1] = 1
        ahead = fish.sees(Kind.FOOD, 0, (1.0, 0.0, 0.0))
        left = fish.sees(Kind.FOOD, 1, (0.072, 1.2, 0.0))
        fish.sees(Kind.MATE, 1, (0.0, 2.0, 0.0))
        assert fish.decides() == EAT
        # tau_m = 0.6 / 0.8, of which 0.2 counts.
        worths = [1.0 - ahead / 4.5, 1.0 - left / 4.5 + 0.2 * 0.75 * mates]
        assert fish.brain["target"] == target
        assert fish.brain["worth"] == pytest.approx(worths[target], abs=1e-4)
        assert fish.brain["rival"] == 1 - target
        assert fish.brain["rival_worth"] == pytest.approx(worths[1 - target], abs=1e-4)


def test_nothing_outweighs_what_is_far_better() -> None:
    fish = Mindful(hunger=0.8)
    fish.instinct.tempers["fears"] = 1
    near = fish.sees(Kind.FOOD, 0, (1.0, 0.0, 0.0))
    fish.sees(Kind.FOOD, 1, (0.0, 3.5, 0.0))
    fish.sees(Kind.PREDATOR, 3, (9.0, 0.0, 0.0))
    assert fish.decides() == EAT
    assert fish.brain["target"] == 0
    assert fish.brain["worth"] == pytest.approx(1.0 - near / 4.5, abs=1e-4)


def _hunter() -> Mindful:
    fish = Mindful(hunger=0.9)
    fish.perceived.roles[0] = Role.PREDATOR
    fish.instinct.tempers["hunts"][0] = 1
    fish.instinct.brains["intention"][1:] = WANDER
    return fish


def test_hunters_take_prey_that_costs_least() -> None:
    fish = _hunter()
    # d = 2 in a school costs 3; alone at 2.5 and behind it costs 3 as well, before it only 2.5.
    near = fish.sees(Kind.PREY, 1, (2.072, 0.0, 0.0))
    far = fish.sees(Kind.PREY, 2, (2.4, 0.8, 0.0))
    fish.decides()
    assert fish.brain["target"] == 1
    fish = _hunter()
    fish.instinct.brains["intention"][1] = SCHOOL
    fish.sees(Kind.PREY, 1, (2.072, 0.0, 0.0))
    fish.sees(Kind.PREY, 2, (2.4, 0.8, 0.0))
    fish.decides()
    assert fish.brain["target"] == 2
    assert fish.brain["rival"] == 1
    assert fish.brain["rival_worth"] == pytest.approx(1.0 - 1.5 * near / DEAREST, abs=1e-4)
    angle = math.atan2(0.8, 2.4 - 0.072)
    cost = far * (1.0 + 0.2 * angle / math.pi)
    assert fish.brain["worth"] == pytest.approx(1.0 - cost / DEAREST, abs=1e-4)


@pytest.mark.parametrize(("loyalty", "target"), [(0.0, 2), (0.2, 2), (0.5, 1)])
def test_loyalty_is_how_much_nearer_another_must_be(loyalty: float, target: int) -> None:
    fish = _hunter()
    fish.instinct.tempers["loyalty"] = loyalty
    fish.sees(Kind.PREY, 1, (1.5, 0.0, 0.0))
    fish.decides()
    assert fish.brain["target"] == 1
    fish.sees(Kind.PREY, 2, (1.2, 0.0, 0.0))
    fish.decides()
    assert fish.brain["target"] == target
    assert fish.brain["target_id"] == 100 + target
    # Whom it does not perceive any longer it does not follow.
    fish.sees_none(Kind.PREY)
    fish.sees(Kind.PREY, 3, (3.0, 0.0, 0.0))
    fish.decides()
    assert fish.brain["target"] == 3


def test_a_slot_that_was_given_anew_is_somebody_else() -> None:
    fish = _hunter()
    fish.instinct.tempers["loyalty"] = 5.0
    fish.sees(Kind.PREY, 1, (1.5, 0.0, 0.0))
    fish.decides()
    fish.perceived.ids[1] = 999
    fish.sees(Kind.PREY, 2, (1.2, 0.0, 0.0))
    fish.decides()
    assert fish.brain["target"] == 2


def test_females_look_at_size_and_males_at_nearness() -> None:
    for female, chosen in ((0, 1), (1, 2)):
        fish = Mindful(libido=0.9)
        fish.instinct.tempers["mates"] = 1
        fish.perceived.female[:] = not female
        fish.perceived.female[0] = female
        fish.perceived.lengths[2] = 0.3
        fish.sees(Kind.MATE, 1, (0.8, 0.0, 0.0))
        fish.decides()
        assert fish.brain["target"] == 1
        fish.sees(Kind.MATE, 2, (1.6, 0.0, 0.0))
        assert fish.decides() == MATE
        assert fish.brain["target"] == chosen


def test_who_flees_attends_to_the_most_dangerous_and_who_avoids_to_what_is_in_his_way() -> None:
    fish = Mindful()
    fish.instinct.tempers["fears"] = 1
    fish.sees(Kind.PREDATOR, 3, (3.0, 0.0, 0.0))
    fish.sees(Kind.PREDATOR, 4, (-2.5, 0.0, 0.0))
    assert fish.decides() == ESCAPE
    assert (fish.brain["target"], fish.brain["target_id"]) == (4, 104)
    fish.perceived.fish[0], fish.perceived.fish_share[0] = 5, 0.3
    fish.decides()
    assert (fish.brain["target"], fish.brain["worth"]) == (5, pytest.approx(0.3))
    fish.perceived.obstacle[0] = 1
    fish.decides()
    assert (fish.brain["target"], fish.brain["target_kind"]) == (1, Kind.OBSTACLE)


places = st.tuples(*[st.floats(-4.0, 4.0)] * 3)


@given(
    foods=st.lists(places, max_size=4),
    mates=st.lists(places, max_size=2),
    predators=st.lists(places, max_size=2),
    hunger=st.floats(0.0, 1.0),
    libido=st.floats(0.0, 1.0),
)
@settings(max_examples=60, deadline=None)
def test_left_and_right_are_alike_and_preferences_are_shares(
    foods: list[tuple[float, float, float]],
    mates: list[tuple[float, float, float]],
    predators: list[tuple[float, float, float]],
    hunger: float,
    libido: float,
) -> None:
    found = []
    for mirror in (1.0, -1.0):
        fish = Mindful(hunger=hunger, libido=libido)
        fish.instinct.tempers["mates"] = fish.instinct.tempers["fears"] = 1
        for kind, first, those in (
            (Kind.FOOD, 0, foods),
            (Kind.MATE, 1, mates),
            (Kind.PREDATOR, 3, predators),
        ):
            for number, (x, y, z) in enumerate(those):
                fish.sees(kind, first + number, (x, mirror * y, z))
        fish.decides()
        brain = fish.brain
        assert (np.abs(brain["preferences"]) <= 1.0).all()
        assert ((brain["strengths"] >= 0.0) & (brain["strengths"] <= 1.0)).all()
        assert (brain["intention"] not in (EAT, MATE)) or brain["worth"] <= 1.2 + 1e-6
        found.append(fish)
    mine, mirrored = found[0].brain["preferences"], found[1].brain["preferences"]
    if all(there[1] != 0.0 for those in (foods, mates, predators) for there in those):
        assert mine[[RIGHT, LEFT, FRONT, BACK, UP, DOWN]] == pytest.approx(mirrored)
