"""What a director asks of actors: sleeping and going somewhere, as behaviours."""

from __future__ import annotations

import math

import numpy as np
import pytest

from motorium.contracts.commands import FISH, Commands
from motorium.contracts.mind import Senses
from motorium.contracts.perception import Kind, Role
from motorium.minds.instinct.behaviours import AVOID, EAT, ERRAND, ESCAPE, SLEEP, WANDER, known
from motorium.minds.instinct.routines.directed import STEEP
from tests.minds.mindful import Mindful

ONE = np.zeros(1, dtype=np.intp)


def decide(fish: Mindful) -> int:
    """What the first intends when all of the instinct has had its say."""
    perceived = fish.perceived
    fish.seconds += 0.1
    senses = Senses(
        fish.seconds, ONE, perceived.positions, perceived.orientations, perceived.lengths
    )
    fish.instinct.decide(senses, ONE, Commands(FISH, len(perceived.ids)))
    return int(fish.brain["intention"])


@pytest.mark.parametrize(
    ("place", "heading", "climb"),
    [
        ((1.0, 1.0, 0.0), 0.25 * math.pi, 0.0),
        ((-2.0, 0.0, 0.2), math.pi, math.atan(0.1)),
        ((0.0, -3.0, -0.3), -0.5 * math.pi, -math.atan(0.1)),
        ((0.1, 0.0, 5.0), 0.0, STEEP),
        ((0.1, 0.0, -5.0), 0.0, -STEEP),
    ],
)
def test_an_errand_goes_straight_there(
    place: tuple[float, float, float], heading: float, climb: float
) -> None:
    fish = Mindful()
    fish.instinct.wishes["brake"] = fish.instinct.wishes["backward"] = 1.0
    fish.brain["errand"] = place
    known()[ERRAND].act(fish.scene, ONE)
    wish = fish.instinct.wishes[0]
    assert wish["heading"] == pytest.approx(heading)
    assert wish["climb"] == pytest.approx(climb)
    assert wish["speed"] == 1.0
    assert wish["brake"] == wish["backward"] == wish["turn"] == wish["mouth"] == 0.0


def test_who_sleeps_brakes_and_wishes_nothing_else() -> None:
    fish = Mindful()
    for name in ("speed", "climb", "backward", "turn", "mouth"):
        fish.instinct.wishes[name] = 0.5
    known()[SLEEP].act(fish.scene, ONE)
    wish = fish.instinct.wishes[0]
    assert [float(wish[name]) for name in ("speed", "climb", "backward", "turn", "mouth")] == [
        0
    ] * 5
    assert wish["brake"] == 1.0


def test_an_errand_goes_before_eating_but_not_before_danger() -> None:
    fish = Mindful(hunger=0.9)
    fish.instinct.tempers["fears"] = 1
    fish.sees(Kind.FOOD, 1, (2.0, 0.0, 0.0))
    assert decide(fish) == EAT
    fish.brain["errand"] = (3.0, 1.0, 0.0)
    assert decide(fish) == ERRAND
    fish.perceived.obstacle[0] = 0
    assert decide(fish) == AVOID
    fish.perceived.obstacle[0] = -1
    for _ in range(5):
        decide(fish)
    assert fish.brain["intention"] == ERRAND
    fish.perceived.roles[2] = Role.PREDATOR
    fish.sees(Kind.PREDATOR, 2, (0.5, 0.0, 0.0))
    assert decide(fish) == ESCAPE


def test_who_sleeps_sleeps_whatever_comes_until_he_is_woken() -> None:
    fish = Mindful(hunger=0.9)
    fish.instinct.tempers["fears"] = 1
    fish.brain["asleep"] = 1
    fish.brain["errand"] = (3.0, 1.0, 0.0)
    fish.sees(Kind.FOOD, 1, (2.0, 0.0, 0.0))
    fish.sees(Kind.PREDATOR, 2, (0.5, 0.0, 0.0))
    assert decide(fish) == SLEEP
    fish.sees_none(Kind.PREDATOR)
    fish.brain["asleep"] = 0
    assert decide(fish) == ERRAND


def test_who_has_arrived_does_what_he_likes_again() -> None:
    fish = Mindful()
    fish.brain["errand"] = (3.0, 1.0, 0.0)
    assert decide(fish) == ERRAND
    fish.brain["errand"] = np.nan
    assert decide(fish) == WANDER
