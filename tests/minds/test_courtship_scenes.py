"""Scenes of courtship, on both motors: to its end, with a rival, and interrupted.

Who is ready to mate here begins with full libido and no hunger; seconds in names are deadlines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import pytest

from motorium.contracts.frames import body_to_world
from motorium.minds.instinct.attraction import APART, LOOPING
from motorium.minds.instinct.behaviours import AVOID, EAT, MATE
from motorium.senses import numbers as senses
from motorium.world.world import SPAWNED
from tests.minds.tanks import Member, Tanks, Troupe, passing

MOTORS: Final = ("muscle", "repertoire")
READY: Final = {"hunger": 0.0, "libido": 1.0, "digestion": 0.0}
LENGTHS: Final = {"clownfish": 0.11, "butterflyfish": 0.16, "emperor-angelfish": 0.38}
CALM: Final = 20.0
"""Changes of intention per minute."""


def _troupe(
    species: str, sex: str, cast: Callable[[np.random.Generator], Sequence[Member]], **more: Any
) -> Troupe:
    settings = {"habits": {"sex": sex}, "instinct": READY, **more}
    return Troupe(species, cast, settings)


def _anywhere(species: str, side: float) -> Callable[[np.random.Generator], list[Member]]:
    """Two to five lengths from each other, looking anywhere; side: 1 or -1."""
    return _placed(species, side, (1.0, 2.5), np.pi)


def _placed(
    species: str, side: float, away: tuple[float, float], turned: float
) -> Callable[[np.random.Generator], list[Member]]:
    """So far from the middle [L], turned from it by an angle at most [rad]."""

    def cast(chance: np.random.Generator) -> list[Member]:
        length = LENGTHS[species]
        x, z = side * length * chance.uniform(*away), chance.uniform(-0.5, 0.5) * length
        inwards = np.pi if side > 0.0 else 0.0
        return [Member(x, 0.2 * x, z, inwards + turned * chance.uniform(-1.0, 1.0))]

    return cast


def _ids(tanks: Tanks, troupe: int) -> list[int]:
    return [tanks.ids(troupe, tank)[0] for tank in range(len(tanks.middles))]


def _slots(tanks: Tanks, troupe: int) -> Any:
    return tanks.world.population.slots(_ids(tanks, troupe))


def _spawned(tanks: Tanks) -> dict[int, tuple[int, float]]:
    """The female and the time [s] of males who have spawned."""
    return {e.subject: (e.object, e.t) for e in tanks.world.events if e.kind == SPAWNED}


def _run(tanks: Tanks, deadline: float, watch: Callable[[], bool]) -> float:
    """Until all is known, at most to the deadline; returns how long that was [s]."""
    clock = tanks.world.clock
    while clock.seconds < deadline:
        tanks.run(0.1)
        if watch():
            break
    return float(clock.seconds)


@pytest.mark.slow
@pytest.mark.parametrize("motor", MOTORS)
def test_courtship_runs_to_its_end_within_75_s(motor: str) -> None:
    species = "clownfish"
    tanks = Tanks(
        "courtship",
        motor,
        [
            _troupe(species, "female", _anywhere(species, 1.0)),
            _troupe(species, "male", _anywhere(species, -1.0)),
        ],
    )
    females, males = _ids(tanks, 0), _ids(tanks, 1)
    seconds = _run(tanks, 75.0, lambda: len(_spawned(tanks)) == len(males))
    spawned = _spawned(tanks)
    outcomes = [
        male in spawned and spawned[male][0] == female
        for female, male in zip(females, males, strict=True)
    ]
    times = sorted(at for _, at in spawned.values())
    changes = tanks.changes_per_minute(seconds)
    print(
        f"courtship, {motor}: {sum(outcomes)} of 30 spawn, after {np.median(times):.0f} s in the "
        f"median, {times[-1]:.0f} s at last; {changes:.1f} changes of intention per minute"
    )
    assert passing(outcomes, "courtship") is None
    assert changes < CALM


@pytest.mark.slow
@pytest.mark.parametrize("motor", MOTORS)
def test_a_larger_rival_wins_and_the_loser_leaves_within_75_s(motor: str) -> None:
    species, length = "butterflyfish", LENGTHS["butterflyfish"]

    def female(chance: np.random.Generator) -> list[Member]:
        return [Member(0.0, 0.0, 0.0, chance.uniform(-0.1, 0.1))]

    def first(chance: np.random.Generator) -> list[Member]:
        x, y, z = chance.uniform((2.0, -0.5, -0.3), (3.0, 0.5, 0.3)) * length
        return [Member(x, y, z, chance.uniform(-np.pi, np.pi), chance.uniform(0.9, 1.0))]

    def rival(chance: np.random.Generator) -> list[Member]:
        # Where she does not see him yet.
        x, y = chance.uniform((-9.0, -0.5), (-7.0, 0.5)) * length
        return [Member(x, y, 0.0, 0.0, chance.uniform(1.3, 1.4))]

    tanks = Tanks(
        "rival",
        motor,
        [
            _troupe(species, "female", female),
            _troupe(species, "male", first),
            _troupe(species, "male", rival),
        ],
    )
    ids = np.array([_ids(tanks, troupe) for troupe in range(3)])
    hers, his = _slots(tanks, 0), _slots(tanks, 1)
    brains, places = tanks.brains, tanks.world.population.positions
    courted, left = np.zeros((2, 30), dtype=bool)

    def watch() -> bool:
        mates = brains["mate"][hers]
        courted[:] |= (mates == ids[1]) & (brains["courtship"][hers] == LOOPING)
        away = np.linalg.norm(places[his] - places[hers], axis=1) / length
        left[:] |= (brains["refused"][his] == ids[0]) & (away > 5.0)
        return len(_spawned(tanks)) == 30 and bool(left.all())

    seconds = _run(tanks, 75.0, watch)
    spawned = _spawned(tanks)
    won = np.array([male in spawned for male in ids[2].tolist()])
    changes = tanks.changes_per_minute(seconds)
    print(
        f"rival, {motor}: in {courted.sum()} of 30 she dances with the smaller one first, in "
        f"{won.sum()} she spawns with the larger one, in {left.sum()} the smaller one leaves; "
        f"{seconds:.0f} s, {changes:.1f} changes of intention per minute"
    )
    assert passing((courted & won & left).tolist(), "rival") is None


@pytest.mark.slow
@pytest.mark.parametrize("motor", MOTORS)
def test_an_obstacle_interrupts_and_courtship_resumes_within_90_s(motor: str) -> None:
    """Cylinders stand around them so closely that who dances comes to feel one."""
    species = "clownfish"
    angles = np.arange(6) * np.pi / 3.0
    ring = [(0.45 * np.cos(angle), 0.45 * np.sin(angle)) for angle in angles]
    tanks = Tanks(
        "interrupted by an obstacle",
        motor,
        [
            _troupe(species, "female", _placed(species, 1.0, (0.5, 1.2), 1.5)),
            _troupe(species, "male", _placed(species, -1.0, (0.5, 1.2), 1.5)),
        ],
        obstacles=ring,
        radius=0.06,
        habitat={"ground": -5.0, "surface": 10.0},
    )
    females, males = _ids(tanks, 0), _ids(tanks, 1)
    brains = tanks.brains
    both = np.stack([_slots(tanks, 0), _slots(tanks, 1)])
    partners = np.array([males, females])
    before = np.zeros((2, 30), dtype=int)
    waiting, resumed = np.zeros((2, 2, 30), dtype=bool)

    def watch() -> bool:
        brain = brains[both]
        avoids = (brain["intention"] == AVOID) & (brain["stored"] == MATE)
        avoids &= (brain["courtship"] > APART) & (brain["mate"] == partners)
        before[avoids & ~waiting] = brain["courtship"][avoids & ~waiting]
        waiting[:] |= avoids
        again = waiting & (brain["intention"] == MATE)
        same = (brain["mate"] == partners) & (brain["courtship"] >= before)
        resumed[:] |= again & same & (brain["resumed"] == 1)
        waiting[again] = False
        return len(_spawned(tanks)) == 30

    seconds = _run(tanks, 90.0, watch)
    spawned = _spawned(tanks)
    ended = np.array(
        [
            male in spawned and spawned[male][0] == female
            for female, male in zip(females, males, strict=True)
        ]
    )
    outcomes = resumed.any(axis=0) & ended
    print(
        f"obstacle, {motor}: in {resumed.any(axis=0).sum()} of 30 one is interrupted and resumes "
        f"with the same partner and stage, in {ended.sum()} they spawn, both in {outcomes.sum()}; "
        f"{seconds:.0f} s, {tanks.changes_per_minute(seconds):.1f} changes of intention per minute"
    )
    assert passing(outcomes.tolist(), "interrupted by an obstacle") is None


@pytest.mark.slow
@pytest.mark.parametrize("motor", MOTORS)
@pytest.mark.parametrize(("libido", "holds"), [(3.6, True), (2.6, False)])
def test_near_food_interrupts_and_after_resumption_only_beyond_the_inhibitory_gain(
    motor: str, libido: float, holds: bool
) -> None:
    """Food at 4 cm makes hunger 0.8 of 0; libido is then 0.2 times what it has grown to, as mates
    are too far to count. 0.8 > 0.72 and 0.52: both are interrupted. Resumed, 0.8 < 1.2 * 0.72, but
    0.8 > 1.2 * 0.52. Within 40 s."""
    species, length = "emperor-angelfish", LENGTHS["emperor-angelfish"]
    lust = 1e-6
    drives = {**READY, "lust": lust, "appetite": 10_000.0}
    more = {"instinct": drives, "eats": ["food"]}
    tanks = Tanks(
        "interrupted by food",
        motor,
        [
            _troupe(species, "female", _placed(species, 1.0, (1.0, 2.0), 1.5), **more),
            _troupe(species, "male", _placed(species, -1.0, (1.0, 2.0), 1.5), instinct=drives),
        ],
        habitat={
            "ground": -5.0,
            "surface": 10.0,
            "food": {"pieces": 1, "sinks": 0.0, "lasts": 600.0},
        },
    )
    world, brains = tanks.world, tanks.brains
    living = world.population.living
    # More than a libido of 1 has grown in those who were kept apart for long.
    brains["last_mating"][living] = -libido / lust * 0.1
    hers, males = _slots(tanks, 0), _ids(tanks, 1)
    stage = np.zeros(30, dtype=int)
    """0 waits to be fed, 1 is offered food, 2 eats, 3 is offered more, 4 is through."""
    since = np.zeros(30)
    offered = np.full(30, -1)
    dancing = np.zeros(30, dtype=int)
    again = np.zeros(30, dtype=bool)

    def offer(tank: int) -> None:
        food = world.habitat.food if world.habitat else None
        assert food is not None
        slot = hers[tank]
        snout = np.array([senses.EYE * length + 0.04, 0.0, 0.0])
        place = world.population.positions[slot] + body_to_world(
            world.population.orientations[slot], snout
        )
        before = food.there.copy()
        assert world.drop_food(place) == 1
        offered[tank] = np.flatnonzero(food.there & ~before)[0]
        food.positions[offered[tank]] = place
        since[tank] = world.clock.seconds

    def watch() -> bool:
        food = world.habitat.food if world.habitat else None
        assert food is not None
        now = world.clock.seconds
        speeds = np.linalg.norm(world.population.velocities[hers], axis=1) / length
        for tank, slot in enumerate(hers):
            brain = brains[slot]
            courts = brain["intention"] == MATE and brain["mate"] == males[tank]
            fresh = brain["weary"][1] < 1.0 and speeds[tank] < 0.3
            if stage[tank] == 0 and courts and brain["courtship"] == LOOPING and fresh:
                dancing[tank] = brain["courtship"]
                offer(tank)
                stage[tank] = 1
            elif stage[tank] == 1 and brain["intention"] == EAT:
                stage[tank] = 2
            elif stage[tank] == 2 and courts and not food.there[offered[tank]]:
                if brain["resumed"] and brain["courtship"] >= dancing[tank]:
                    offer(tank)
                    stage[tank] = 3
            elif stage[tank] == 3:
                again[tank] |= brain["intention"] == EAT
                if again[tank] or now - since[tank] > 2.0:
                    stage[tank] = 4
        return bool((stage == 4).all())

    seconds = _run(tanks, 40.0, watch)
    print(
        f"food, {motor}, libido grown to {libido:g}: {(stage >= 2).sum()} of 30 interrupted, "
        f"{(stage >= 3).sum()} resumed with the same partner, {again.sum()} interrupted again; "
        f"{seconds:.0f} s"
    )
    outcomes = (stage == 4) & (again != holds)
    assert passing(outcomes.tolist(), "interrupted by food") is None
