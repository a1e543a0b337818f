"""Predators and prey: who is sated lets prey go, and prey in a school survives more often."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import wilcoxon

from motorium.minds.instinct.behaviours import EAT
from motorium.world.world import EATEN
from tests.minds.tanks import SEEDS, Member, Tanks, Troupe, passing

MOTORS = ("muscle", "repertoire")
PAIRS = 60
"""Of schooled and lone prey: thirty tell them apart only now and then, for few are eaten."""


def anywhere(count: int, spread: float, aside: float = 0.0) -> Troupe:
    """Herrings around a place, each looking another way."""

    def cast(chance: np.random.Generator) -> list[Member]:
        places = chance.uniform(-spread, spread, (count, 3)) * (1.0, 1.0, 0.4)
        headings = chance.uniform(-np.pi, np.pi, count)
        return [
            Member(x, y + aside, z, heading)
            for (x, y, z), heading in zip(places.tolist(), headings.tolist(), strict=True)
        ]

    return Troupe("herring", cast)


def grouper(appetite: float) -> Troupe:
    """As hungry as can be, 3 m from the prey."""

    def cast(chance: np.random.Generator) -> list[Member]:
        return [Member(-3.0, 0.0, 0.0, chance.uniform(-0.5, 0.5))]

    return Troupe("grouper", cast, {"instinct": {"hunger": 1.0, "appetite": appetite}})


def eaten_by(played: Tanks) -> list[list[tuple[float, int]]]:
    """When [s] and whom the predator of each tank has eaten."""
    meals: list[list[tuple[float, int]]] = [[] for _ in range(SEEDS)]
    for event in played.world.events:
        if event.kind == EATEN:
            meals[event.subject].append((event.t, event.object))
    return meals


@pytest.mark.slow
@pytest.mark.parametrize("motor", MOTORS)
def test_a_predator_satiates_and_stops(motor: str) -> None:
    """It has enough after one of six, which are bold; for ten seconds it shall not hunt then."""
    name, longest, calm = "a predator satiates", 90.0, 10.0
    bold = anywhere(6, 1.2)
    bold.settings.update({"habits": {"schooling": False}, "instinct": {"timidity": 0.1}})
    played = Tanks(name, motor, [grouper(1.0), bold])
    hunted = np.zeros(SEEDS)

    def watch() -> None:
        now = played.world.clock.seconds
        intentions = played.brains["intention"]
        for tank, meals in enumerate(eaten_by(played)):
            if meals and 0.5 < now - meals[0][0] < calm:
                hunted[tank] += intentions[played.slots(0, tank)[0]] == EAT

    while played.world.clock.seconds < longest:
        played.run(1.0, watch, every=12)
        firsts = [meals[0][0] if meals else np.inf for meals in eaten_by(played)]
        if max(firsts) + calm < played.world.clock.seconds:
            break
    meals = eaten_by(played)
    left = [len(played.slots(1, tank)) for tank in range(SEEDS)]
    outcomes = [
        len(one) > 0 and hunted[tank] == 0 and left[tank] >= 3 for tank, one in enumerate(meals)
    ]
    seconds = played.world.clock.seconds
    print(
        f"{name}, {motor}: {sum(outcomes)} of {SEEDS}; ate {np.mean([len(m) for m in meals]):.2f}, "
        f"first after {np.median([m[0][0] for m in meals if m]):.1f} s; {seconds:.0f} s, "
        f"{played.changes_per_minute(seconds):.1f} changes a minute"
    )
    assert (problem := passing(outcomes, f"{name}, {motor}")) is None, problem


@pytest.mark.slow
@pytest.mark.parametrize("motor", MOTORS)
def test_schooled_prey_survives_more_than_lone_prey(motor: str) -> None:
    """Eight who school and eight who do not, on either side before the same predator."""
    name, seconds, count = "school or alone", 40.0, 8
    school, alone = anywhere(count, 0.6, aside=1.2), anywhere(count, 0.6, aside=-1.2)
    school.settings["habits"] = {"schooling": True}
    alone.settings["habits"] = {"schooling": False}
    played = Tanks(name, motor, [grouper(20.0), school, alone], count=PAIRS)
    played.run(seconds, every=60)
    lost = np.array(
        [[count - len(played.slots(troupe, tank)) for troupe in (1, 2)] for tank in range(PAIRS)]
    )
    schooled, lone = lost.T
    chance = wilcoxon(lone - schooled, alternative="greater").pvalue
    minutes = PAIRS * seconds / 60.0
    print(
        f"{name}, {motor}: eaten of {count}: {schooled.mean():.2f} schooled, {lone.mean():.2f} "
        f"alone (Wilcoxon p = {chance:.2g}); {lost.sum() / minutes:.2f} eaten a minute"
    )
    assert lone.sum() > schooled.sum()
    assert chance < 0.05
