"""How fishes respond to a submarine (Yu & Terzopoulos 1999, section 9.1), over many seeds.

The text wishes it and prints no figures: what counts as fleeing, schooling and coming to look, and
the bar of 25 of 30 seeds, are ours.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from motorium.contracts.perception import VISITOR
from motorium.world.world import World
from tests.world.dives import boat_of, dive, off_hull

SEEDS = range(30)
ENOUGH = 25
MOTORS = ("muscle", "repertoire")
CALM = {"hunger": 0.0, "digestion": 0.0, "acts": 1.0}
"""Nothing else is on their minds."""


def herrings(motor: str) -> dict[str, Any]:
    return {
        "species": "herring",
        "count": 8,
        "motor": motor,
        "mind": "instinct",
        "radius": [0.3, 0.9],
        "height": 0.6,
        "instinct": CALM,
    }


def butterflyfishes(motor: str, count: int = 4) -> dict[str, Any]:
    return {
        "species": "butterflyfish",
        "count": count,
        "motor": motor,
        "mind": "instinct",
        "radius": [2.0, 3.5],
        "height": 1.0,
        "habits": {"schooling": False},
        "instinct": CALM,
    }


def who_fled(world: World, seconds: float) -> set[int]:
    """Ids of those who at any time fled from the submarine."""
    fled: set[int] = set()
    for _ in range(round(10 * seconds)):
        world.advance(6)
        reasons = world.reasons()
        fleeing = (reasons.intentions == "escape") & (reasons["danger"] == VISITOR)
        fled |= set(reasons.ids[fleeing].tolist())
    return fled


def flees_the_fast(seed: int, motor: str) -> bool:
    """It comes at full speed, all but one flee, and it takes nobody aboard."""
    world = dive([herrings(motor)], seed, place=(-4.5, 0.0, 0.0))
    world.steer(thrust=1.0)
    fled = who_fled(world, 5.0)
    return len(fled) >= 7 and bool((off_hull(world) > 0.0).all())


def minds_the_slow_little(seed: int, motor: str) -> bool:
    """Past them at a walking pace, 3 m off: nobody flees, and they stay together."""
    world = dive([herrings(motor)], seed, place=(-3.0, -3.0, 0.0))
    world.steer(thrust=0.1)
    if who_fled(world, 8.0):
        return False
    return bool(np.count_nonzero(world.reasons().intentions == "school") >= 7)


def comes_to_look(seed: int, motor: str) -> bool:
    """It lies still; within 20 s three of four have been within two and a half lengths."""
    world = dive([butterflyfishes(motor)], seed)
    lengths = world.population.lengths[world.population.living]
    near = np.zeros(len(lengths), dtype=bool)
    for _ in range(200):
        world.advance(6)
        looking = world.reasons().intentions == "look"
        near |= looking & (off_hull(world) < 2.5 * lengths)
    return bool(near.sum() >= 3)


@pytest.mark.slow
@pytest.mark.parametrize("motor", MOTORS)
@pytest.mark.parametrize("scene", [flees_the_fast, minds_the_slow_little, comes_to_look])
def test_over_thirty_seeds(scene: Any, motor: str) -> None:
    came_true = sum(scene(seed, motor) for seed in SEEDS)
    assert came_true >= ENOUGH, f"{scene.__name__} in {came_true} of {len(SEEDS)} seeds"


def test_they_keep_away_from_a_fast_one() -> None:
    world = dive([butterflyfishes("repertoire", 6)], seed=2)
    boat = boat_of(world)
    world.advance(600)
    curious = world.reasons().intentions == "look"
    assert curious.sum() >= 4
    assert world.reason(int(world.reasons().ids[curious][0])).sentence.endswith(" m")
    world.steer(thrust=1.0)
    world.advance(90)
    assert boat.speed > 1.0
    stages = world.reasons()["stage"][world.reasons().intentions == "look"]
    assert set(stages.tolist()) <= {3}
    kept = [world.reason(int(one)).sentence for one in world.reasons().ids]
    away = [said for said in kept if "keeps away from the submarine at" in said]
    assert len(away) == len(stages)


@pytest.mark.slow
@pytest.mark.parametrize("motor", MOTORS)
def test_interest_ends_after_a_while(motor: str) -> None:
    world = dive([butterflyfishes(motor, 6)], seed=2)
    looking = []
    for _ in range(98):
        world.advance(60)
        looking.append(int(np.count_nonzero(world.reasons().intentions == "look")))
    assert min(looking[:5]) == 6
    assert max(looking[92:]) == 0


def test_reasons_name_the_submarine() -> None:
    world = dive([herrings("repertoire")], seed=1, place=(-3.0, 0.0, 0.0))
    world.steer(thrust=1.0)
    world.advance(150)
    said = [world.reason(int(one)) for one in world.reasons().ids]
    fleeing = [one.sentence for one in said if one.intention == "escape"]
    assert fleeing
    assert all(" flees: the submarine at " in sentence for sentence in fleeing)


def test_feeding_is_not_interrupted() -> None:
    """Who is hungry eats before it looks."""
    hungry = {**butterflyfishes("repertoire"), "eats": ["plankton"], "instinct": {"hunger": 1.0}}
    world = dive([hungry], seed=3)
    for _ in range(50):
        world.advance(6)
        assert not (world.reasons().intentions == "look").any()
