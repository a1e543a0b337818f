"""Hunger, libido and fear: every printed equation, with numbers worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorium.contracts.perception import Kind, Role
from motorium.minds.instinct import numbers
from motorium.minds.instinct.mental_state import digested, fear_of, hunger, libido, stimulus
from tests.minds.mindful import Mindful

FOOD = numbers.FOOD_STIMULUS
MATES = numbers.MATE_STIMULUS


@pytest.mark.parametrize(
    ("thresholds", "centimetres", "strength"),
    [
        # s = 1/25 = 0.04 is below q1 = 0.05.
        (FOOD, 25.0, 0.0),
        (FOOD, 20.0, 0.0),
        # s = 0.1: (0.1 - 0.05) / (0.4 - 0.05 - 0.1) = 0.05 / 0.25.
        (FOOD, 10.0, 0.2),
        # s = 0.125: 0.075 / 0.225.
        (FOOD, 8.0, 1.0 / 3.0),
        # s = 0.2 = q2: 0.15 / 0.15.
        (FOOD, 5.0, 1.0),
        (FOOD, 1.0, 1.0),
        (FOOD, 0.0, 1.0),
        # s = 0.05: (0.05 - 0.025) / (0.2 - 0.025 - 0.05) = 0.025 / 0.125.
        (MATES, 20.0, 0.2),
        (MATES, 40.0, 0.0),
        (MATES, 10.0, 1.0),
    ],
)
def test_stimuli_are_as_printed(
    thresholds: tuple[float, float], centimetres: float, strength: float
) -> None:
    assert stimulus(0.01 * centimetres, *thresholds) == pytest.approx(strength, abs=1e-9)


def test_a_meal_is_digested_in_149_seconds() -> None:
    # r = 1 - 0.00067 * 500 after 50 s, which are 500 units of time.
    assert digested(50.0, numbers.DIGESTION) == pytest.approx(0.665)
    assert digested(149.2, numbers.DIGESTION) > 0.0 > digested(149.3, numbers.DIGESTION)
    # A ravenous fish: 1 - 0.005 * 100.
    assert digested(10.0, 0.005) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("eaten", "appetite", "left", "food", "hungry"),
    [
        (0.0, 5.0, 1.0, 0.0, 1.0),
        # 1 - 2 * 0.665 / 5
        (2.0, 5.0, 0.665, 0.0, 0.734),
        # ... + 0.8 * 0.2
        (2.0, 5.0, 0.665, 0.2, 0.894),
        (2.0, 5.0, 0.665, 1.0, 1.0),
        (5.0, 5.0, 1.0, 0.0, 0.0),
        # The urge restrains the stimulus: 1 - 8/5 + 0.8.
        (8.0, 5.0, 1.0, 1.0, 0.2),
        # Twice its appetite is not yet more than that: 1 - 2 * 0.5 + 0.8.
        (10.0, 5.0, 0.5, 1.0, 0.8),
        (10.5, 5.0, 0.5, 1.0, 0.0),
        (10.5, 5.0, 0.01, 1.0, 0.0),
        # All is digested.
        (10.5, 5.0, 0.0, 0.0, 1.0),
    ],
)
def test_hunger_is_as_printed(
    eaten: float, appetite: float, left: float, food: float, hungry: float
) -> None:
    assert hunger(eaten, appetite, left, food) == pytest.approx(hungry)


@pytest.mark.parametrize(
    ("waited", "lust", "hungry", "mate", "lustful"),
    [
        (0.0, numbers.LUST, 0.0, 0.0, 0.0),
        # 0.0025 * 200 * (1 - 0.4)
        (20.0, numbers.LUST, 0.4, 0.0, 0.3),
        # ... + 0.5 * 0.2
        (20.0, numbers.LUST, 0.4, 0.2, 0.4),
        (40.0, numbers.LUST, 0.0, 0.0, 1.0),
        # l(x) has no limit of its own: 0.0025 * 1600 * 0.1.
        (160.0, numbers.LUST, 0.9, 0.0, 0.4),
        (160.0, numbers.LUST, 1.0, 1.0, 0.5),
        # A maniac: 0.01 * 50 * 1.
        (5.0, 0.01, 0.0, 0.0, 0.5),
    ],
)
def test_libido_is_as_printed(
    waited: float, lust: float, hungry: float, mate: float, lustful: float
) -> None:
    assert libido(waited, lust, hungry, mate) == pytest.approx(lustful)


@pytest.mark.parametrize(
    ("metres", "timidity", "fear"),
    [(4.0, 2.0, 0.5), (2.0, 2.0, 1.0), (0.0, 2.0, 1.0), (10.0, 2.0, 0.2), (10.0, 5.0, 0.5)],
)
def test_fear_of_one_is_as_printed(metres: float, timidity: float, fear: float) -> None:
    assert fear_of(metres, timidity) == pytest.approx(fear)


def test_fears_add_up_and_the_nearest_is_feared_most() -> None:
    fish = Mindful()
    fish.instinct.tempers["fears"] = 1
    far = fish.sees(Kind.PREDATOR, 3, (10.0, 0.0, 0.0))
    near = fish.sees(Kind.PREDATOR, 4, (-5.0, 0.0, 0.0))
    fish.decides()
    assert fish.brain["fear"] == pytest.approx(2.0 / far + 2.0 / near, rel=1e-5)
    assert fish.brain["danger"] == 4
    assert fish.brain["danger_fear"] == pytest.approx(2.0 / near, rel=1e-5)
    fish.sees(Kind.PREDATOR, 5, (1.0, 0.0, 0.0))
    fish.decides()
    assert fish.brain["fear"] == 1.0


def test_who_knows_no_fear_and_no_mates_feels_neither() -> None:
    fish = Mindful(libido=0.9)
    fish.sees(Kind.PREDATOR, 3, (1.0, 0.0, 0.0))
    fish.sees(Kind.MATE, 4, (0.2, 0.0, 0.0))
    fish.decides()
    assert fish.brain["fear"] == fish.brain["libido"] == 0.0
    fish.instinct.tempers["mates"] = 1
    fish.decides()
    assert fish.brain["libido"] > 0.9


def test_only_food_that_it_eats_makes_hungry() -> None:
    fish = Mindful(foods=4)
    fish.perceived.food_there[:] = (2, 1, 1, 1)
    fish.sees(Kind.FOOD, 0, (0.082, 0.0, 0.0))
    fish.decides()
    assert fish.brain["hunger"] == 0.0
    # Ten centimetres before its snout: S = 0.2.
    fish.sees(Kind.FOOD, 1, (0.172, 0.0, 0.0))
    fish.decides()
    assert fish.brain["hunger"] == pytest.approx(0.16, abs=1e-5)


def test_prey_makes_only_hunters_hungry() -> None:
    fish = Mindful()
    fish.sees(Kind.PREY, 2, (0.172, 0.0, 0.0))
    fish.decides()
    assert fish.brain["hunger"] == 0.0
    fish.perceived.roles[0] = Role.PREDATOR
    fish.instinct.tempers["hunts"][0] = 1
    fish.decides()
    assert fish.brain["hunger"] == pytest.approx(0.16, abs=1e-5)


def test_who_eats_nothing_is_never_hungry() -> None:
    fish = Mindful(hunger=0.9)
    fish.decides()
    assert fish.brain["hunger"] == pytest.approx(0.9)
    fish.instinct.tempers["eats"] = 0
    fish.decides()
    assert fish.brain["hunger"] == 0.0


def test_who_ate_too_much_wants_nothing_until_it_is_digested() -> None:
    fish = Mindful(hunger=1.0, appetite=2.0, digestion=0.01)
    fish.decides()
    assert fish.brain["hunger"] == 1.0
    for _ in range(5):
        fish.instinct.fed(0, 1.0, fish.seconds)
    fish.sees(Kind.FOOD, 0, (0.1, 0.0, 0.0))
    fish.decides(9.0)
    assert fish.brain["hunger"] == 0.0
    # Digested after 10 s.
    fish.decides(1.5)
    assert fish.brain["eaten"] == 0.0
    assert fish.brain["hunger"] == 1.0


def test_eating_makes_less_hungry_and_mating_less_lustful() -> None:
    fish = Mindful(hunger=1.0, appetite=4.0, libido=0.5)
    fish.instinct.fed(0, 1.0, 0.0)
    fish.decides()
    assert fish.brain["hunger"] == pytest.approx(0.75)
    fish.instinct.tempers["mates"] = 1
    fish.decides()
    assert fish.brain["libido"] == 1.0
    fish.instinct.mated(fish.everybody, fish.seconds)
    fish.decides()
    assert fish.brain["libido"] == pytest.approx(0.0025 * 0.25, rel=1e-3)


share = st.floats(0.0, 1.0)


@given(distance=st.floats(0.0, 100.0), farther=st.floats(0.0, 10.0))
def test_stimuli_are_shares_and_fall_with_distance(distance: float, farther: float) -> None:
    for low, high in (FOOD, MATES):
        near, far = stimulus(distance, low, high), stimulus(distance + farther, low, high)
        assert 0.0 <= far <= near <= 1.0


@given(
    eaten=st.floats(0.0, 100.0),
    appetite=st.floats(0.1, 100.0),
    left=st.floats(-10.0, 1.0),
    food=share,
    waited=st.floats(0.0, 1e5),
    mate=share,
)
def test_drives_are_from_0_to_1(
    eaten: float, appetite: float, left: float, food: float, waited: float, mate: float
) -> None:
    hungry = hunger(eaten, appetite, left, food)
    assert 0.0 <= hungry <= 1.0
    assert 0.0 <= libido(waited, numbers.LUST, hungry, mate) <= 1.0
    assert hunger(eaten + 1.0, appetite, left, food) <= hungry
