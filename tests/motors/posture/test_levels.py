"""Levels by size on a screen and by the angle from the focus of attention."""

import math

import numpy as np
import pytest

from motorium.contracts.population import Population, Slots
from motorium.contracts.viewing import Camera
from motorium.motors.posture.levels import GRACE, HIGH_FROM, KEEP, MED_FROM, FigureLevels
from motorium.motors.posture.points import POINTS

STEP = 1 / 60
EYE = Camera(position=(0.0, 0.0, 0.9), ahead=(1.0, 0.0, 0.0))
PIXELS = 0.5 * 1080 / math.tan(math.radians(25.0))
"""Of what is as long as it is far."""


def standing(*places: tuple[float, float]) -> tuple[Population, Slots]:
    people = Population(len(places), len(POINTS))
    slots = people.enter(len(places))
    people.positions[slots, :2] = places
    return people, slots


def far(pixels: float) -> float:
    """Where somebody of 1.75 m is so tall on the screen."""
    return PIXELS * 1.75 / pixels


def test_by_distance() -> None:
    """Just within and beyond the bounds, straight ahead."""
    people, slots = standing(
        (far(HIGH_FROM * 1.02), 0.0),
        (far(HIGH_FROM * 0.98), 0.0),
        (far(MED_FROM * 1.02), 0.0),
        (far(MED_FROM * 0.98), 0.0),
    )
    levels = FigureLevels(people)
    levels.look([EYE])
    assert levels.choose(slots, STEP).tolist() == [0, 1, 1, 2]
    assert levels.sizes[slots] == pytest.approx(
        [HIGH_FROM * 1.02, HIGH_FROM * 0.98, MED_FROM * 1.02, MED_FROM * 0.98], rel=1e-4
    )


def test_by_the_angle_from_the_focus() -> None:
    """As far, but to the side; and where the focus is there it is the other way round."""
    angle = math.radians(36.0)
    near = far(HIGH_FROM * 1.3)
    people, slots = standing((near, 0.0), (near * math.cos(angle), near * math.sin(angle)))
    levels = FigureLevels(people)
    levels.look([EYE])
    assert levels.choose(slots, STEP).tolist() == [0, 1]
    aside = FigureLevels(people)
    aside.look([EYE], [(math.cos(angle), math.sin(angle), 0.0)])
    assert aside.choose(slots, STEP).tolist() == [1, 0]


def test_out_of_sight_is_lowest_after_a_while() -> None:
    people, slots = standing((5.0, 0.0), (-5.0, 0.0))
    levels = FigureLevels(people)
    levels.look([EYE])
    assert levels.choose(slots, STEP).tolist() == [0, 2]
    levels.look([Camera(position=(0.0, 0.0, 0.9), ahead=(-1.0, 0.0, 0.0))])
    after = [levels.choose(slots, STEP).tolist() for _ in range(round(GRACE / STEP) + 3)]
    assert after[0] == [0, 0]
    assert after[-1] == [2, 0]


def test_nobody_watches_all_are_near_and_any_viewer_counts() -> None:
    people, slots = standing((5.0, 0.0), (-5.0, 0.0), (900.0, 900.0))
    levels = FigureLevels(people)
    assert levels.choose(slots, STEP).tolist() == [0, 0, 0]
    levels = FigureLevels(people)
    behind = Camera(position=(0.0, 0.0, 0.9), ahead=(-1.0, 0.0, 0.0))
    levels.look([EYE, behind])
    assert levels.choose(slots, STEP).tolist() == [0, 0, 2]


def test_nobody_flickers_at_a_bound() -> None:
    people, slots = standing((far(HIGH_FROM), 0.0))
    levels = FigureLevels(people)
    levels.look([EYE])
    draw = np.random.default_rng(7)
    changes, before = 0, -1
    for _ in range(300):
        people.positions[0, 0] = far(HIGH_FROM * draw.uniform(1.02 / KEEP, 1.05))
        now = int(levels.choose(slots, STEP)[0])
        changes += now != before
        before = now
    assert changes <= 2


def test_the_dial() -> None:
    people, slots = standing((far(HIGH_FROM * 0.7), 0.0), (far(MED_FROM * 0.7), 0.0))
    levels = FigureLevels(people)
    levels.look([EYE])
    assert levels.choose(slots, STEP).tolist() == [1, 2]
    levels.detail = 2.0
    assert levels.choose(slots, STEP).tolist() == [0, 1]
    levels.detail = 0.2
    assert levels.choose(slots, STEP).tolist() == [2, 2]
    for wrong in (0.0, 5.0, math.nan):
        with pytest.raises(ValueError, match=r"it must be from 0\.1 to 4"):
            levels.detail = wrong


def test_a_budget_keeps_the_largest_on_the_highest_level() -> None:
    """The fishes' governor says how many; frames that take too long leave fewer."""
    people, slots = standing(*((2.0 + 0.01 * number, 0.0) for number in range(500)))
    levels = FigureLevels(people, budget=4.0)
    levels.look([EYE])
    assert (levels.choose(slots, STEP) == 0).sum() == 64
    assert levels.choose(slots, STEP)[:64].tolist() == [0] * 64
    for _ in range(900):
        chosen = levels.choose(slots, STEP)
        levels.observe(0.02 * int((chosen == 0).sum()), 0.5, slots)
    high = int((levels.choose(slots, STEP) == 0).sum())
    # Of 4 ms 85 % are planned with, 0.5 of them taken otherwise: 145, or 15 % less.
    assert 120 <= high <= 146
    assert not FigureLevels(people).observe(1.0, 1.0, slots)
    with pytest.raises(ValueError, match="budget"):
        FigureLevels(people, budget=-1.0)


def test_a_focus_that_is_none_is_refused() -> None:
    levels = FigureLevels(standing((1.0, 0.0))[0])
    for focus in ((0.0, 0.0, 0.0), (1.0, 0.0), (math.inf, 0.0, 0.0)):
        with pytest.raises(ValueError, match="a focus is a direction of three numbers"):
            levels.look([EYE], [focus])
