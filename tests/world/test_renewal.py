"""Who comes after those who were eaten or caught, and who is born."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.contracts.time import FRAME_RATE
from motorium.world.arriving import NEAR, SAFE, YOUNG, beside, from_afar
from motorium.world.companies import Company
from motorium.world.habitat.suction import MOUTH
from motorium.world.inputs import replay
from motorium.world.places import clear
from motorium.world.recording.digest import world_digest
from motorium.world.renewal import GROWS
from motorium.world.scenario import Group, Scenario
from motorium.world.world import BORN, EATEN, ENTERED, SPAWNED, World
from tests.world.seas import fishes, sea

HABITAT = {"radius": 6.0, "ground": -2.0, "surface": 3.0, "relief": 0.2}


def kinds(world: World) -> list[str]:
    return [event.kind for event in world.events]


# ---------------------------------------------------------------- populations


def hunted(prey: int = 3, **keys: Any) -> World:
    """A shark that keeps still, its mouth open to suck, with one herring in it and others off."""
    snout = MOUTH * 2.0
    places = [(snout + 0.05, 0.0, 0.0), *((-2.0, 1.0 + k, 0.0) for k in range(prey - 1))]
    shark = {
        "species": "shark",
        "places": [(0.0, 0.0, 0.0)],
        "headings": [0.0],
        "mind": "instinct",
        "motor": "repertoire",
    }
    herrings = {"species": "herring", "places": places, "speed": 0.5, "motor": "repertoire"}
    world = World(
        Scenario(
            format=1,
            world={"capacity": keys.pop("capacity", 8)},
            habitat=HABITAT,
            group=[shark, {**herrings, **keys}],
        )
    )
    world.pilot(0).glide()
    world.commands.suction[0] = 1.0
    world.advance(6)
    assert kinds(world).count(EATEN) == 1
    world.commands.suction[0] = 0.0
    return world


def herrings(world: World) -> list[int]:
    people = world.population
    return sorted(int(people.ids[slot]) for slot in people.living if people.ids[slot] != 0)


def test_who_is_left_to_himself_stays_away() -> None:
    world = hunted()
    world.advance(60)
    assert herrings(world) == [2, 3]


def test_who_was_eaten_is_replaced_from_afar() -> None:
    world = hunted(keeps="constant", returns=0.5)
    world.advance(20)
    assert herrings(world) == [2, 3]
    world.advance(20)
    assert herrings(world) == [2, 3, 4]
    last = list(world.events)[-1]
    assert (last.kind, last.subject, last.detail) == (ENTERED, 4, "herring")
    came = np.array([last.x, last.y, last.z])
    assert world.habitat is not None
    assert clear(world.habitat, came[None], np.array([0.2])).all()
    assert np.linalg.norm(came - world.population[0].position) >= SAFE
    # Nobody else comes.
    world.advance(120)
    assert herrings(world) == [2, 3, 4]


def test_a_whole_world_may_be_held_constant_but_for_who_is_not() -> None:
    scenario = Scenario(
        format=1,
        world={"keeps": "constant"},
        group=[{"species": "herring", "count": 1}, {"species": "sardine", "count": 1}],
    )
    assert [group.keeps for group in scenario.group] == [None, None]
    world = World(scenario)
    assert [company.constant for company in world._peopling.companies] == [True, True]
    free = Group(species="sardine", count=1, keeps="free")
    world = World(scenario.model_copy(update={"group": [scenario.group[0], free]}))
    assert [company.constant for company in world._peopling.companies] == [True, False]


def test_whom_a_person_takes_away_does_not_return() -> None:
    world = hunted(keeps="constant", returns=0.5)
    world.remove([3])
    world.advance(60)
    assert herrings(world) == [2, 4]


def test_how_many_a_person_wants_is_what_is_kept() -> None:
    world = hunted(keeps="constant", returns=0.5)
    for count in (2, 6):
        world.resize(count)
        before = herrings(world)
        world.advance(60)
        assert herrings(world) == before
        assert len(world.population) == count


def test_without_room_one_waits() -> None:
    world = hunted(keeps="constant", returns=0.2, capacity=4)
    # Somebody else takes the only place, before who was eaten can return.
    world._peopling._enter(world._peopling.companies[1], 1)
    world.advance(60)
    assert herrings(world) == [2, 3, 4]
    world.remove([4])
    world.advance(130)
    assert herrings(world) == [2, 3, 5]


def test_renewal_repeats_to_the_byte() -> None:
    def story() -> World:
        world = hunted(keeps="constant", returns=0.3)
        world.advance(60)
        return world

    first, again = story(), story()
    assert len(herrings(first)) == 3
    assert world_digest(first) == world_digest(again)


# ---------------------------------------------------------------- where they come


def company(seed: int, **keys: Any) -> Company:
    group = Group(**{"species": "herring", "count": 3, **keys})
    chance = np.random.default_rng(seed)
    nobody = np.zeros(0, dtype=np.intp)
    return Company(group, 0, None, chance, chance, nobody, (0.0, 0.0, 0.0), (0.5, 1.5))  # type: ignore[arg-type]


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), x=st.floats(-5.0, 5.0), y=st.floats(-5.0, 5.0))
def test_a_place_is_free_and_out_of_reach_of_predators(seed: int, x: float, y: float) -> None:
    rocks = [{"kind": "rock", "count": 8, "around": (1.0, 5.5), "height": (1.0, 4.0)}]
    habitat = sea(seed % 7, radius=6.0, obstacle=rocks)
    people = fishes([(x, y, 0.0)], eats=0, length=2.0)
    row = from_afar(company(seed), 0.2, people, people.living, habitat)
    assert row is not None
    assert clear(habitat, row[None, :3], np.array([0.2])).all()
    assert np.linalg.norm(row[:3] - (x, y, 0.0)) >= SAFE
    inwards = np.array([np.cos(row[3]), np.sin(row[3])])
    assert inwards @ row[:2] < 0.0


def test_of_safe_places_it_takes_one_near_its_kind() -> None:
    habitat = sea(radius=6.0)
    people = fishes([(5.0, 0.0, 0.0), (0.0, 0.0, 0.0)], eats=0)
    own = company(3)
    own.slots = people.living[:1]
    row = from_afar(own, 0.2, people, people.living[:0], habitat)
    assert row is not None
    assert np.linalg.norm(row[:3] - (5.0, 0.0, 0.0)) < 2.5


def test_with_predators_all_around_it_comes_as_far_from_them_as_it_can() -> None:
    habitat = sea(radius=3.0)
    people = fishes([(2.0, 0.0, 0.0)], eats=0, length=2.0)
    row = from_afar(company(1), 0.2, people, people.living, habitat)
    assert row is not None
    assert np.linalg.norm(row[:3] - (2.0, 0.0, 0.0)) > 4.0
    assert row[0] < -1.5


def test_in_open_water_it_comes_to_its_circles() -> None:
    people = fishes([], eats=0)
    row = from_afar(company(1), 0.2, people, people.living, None)
    assert row is not None
    assert 0.5 <= np.hypot(row[0], row[1]) <= 1.5


def test_where_there_is_no_water_nobody_comes() -> None:
    rock = {"places": [(0.0, 0.0)], "radius": (2.9, 2.9), "height": (9.0, 9.0)}
    habitat = sea(radius=3.0, obstacle=[{"kind": "rock", **rock}])
    people = fishes([], eats=0)
    assert from_afar(company(1), 0.2, people, people.living, habitat) is None
    middle = np.zeros(3)
    assert beside(company(1), 0.1, middle, 0.2, habitat) is None


# ---------------------------------------------------------------- births


def pair(motor: str = "repertoire", capacity: int = 16, **keys: Any) -> World:
    """Two clownfish who are ready to mate: the first is a male."""
    ready = {"hunger": 0.0, "libido": 1.0, "digestion": 0.0}
    common = {"species": "clownfish", "mind": "instinct", "motor": motor, "instinct": ready}
    groups = [
        {**common, "habits": {"sex": sex, "light": "any", "warmth": "any"}, "places": [place]}
        for sex, place in (("male", (-0.15, 0.0, 0.0)), ("female", (0.15, 0.0, 0.0)))
    ]
    groups[1] |= keys
    world = {"seed": 4, "capacity": capacity}
    return World(Scenario(format=1, world=world, habitat=HABITAT, group=groups))


def spawn(world: World) -> None:
    """As if a courtship had come to its end; whoever decides next is told of it."""
    brains = world.instinct.brains
    world.advance()
    brains["spawned"][0], brains["refused"][0] = 1, 1
    world.advance(6)
    assert SPAWNED in kinds(world)


def young(world: World) -> list[int]:
    return [event.subject for event in world.events if event.kind == BORN]


def test_nobody_is_born_where_no_births_are_wanted() -> None:
    world = pair()
    spawn(world)
    assert len(world.population) == 2


def test_a_spawning_brings_young_to_their_mother() -> None:
    world = pair(births=3, most=10)
    spawn(world)
    assert young(world) == [2, 3, 4]
    people = world.population
    mother = people[1]
    for identity in young(world):
        one = people[identity]
        slot = int(people.slots([identity])[0])
        assert YOUNG[0] <= people.sizes[slot] <= YOUNG[1]
        assert np.linalg.norm(one.position - mother.position) < (NEAR + 0.5) * mother.length
        assert people.species[slot] == people.species[1]
        assert people.eats[slot] == people.eats[1]
    told = [event for event in world.events if event.kind == BORN]
    assert {(event.object, event.detail) for event in told} == {(1, "of 0 and 1")}


def test_who_is_young_neither_mates_nor_is_courted_until_grown() -> None:
    world = pair(births=3, most=10)
    spawn(world)
    brains, people = world.instinct.brains, world.population
    slots = people.slots(young(world))
    for _ in range(20):
        world.advance(6)
        assert (brains["libido"][slots] == 0.0).all()
        assert not np.isin(brains["mate"][people.living], young(world)).any()
    world.clock.frame += round(GROWS * FRAME_RATE)
    world.advance()
    assert (world.instinct.tempers["mates"][slots] == 1).all()


@pytest.mark.parametrize(
    ("keys", "count"),
    [
        ({"births": 9, "most": 4}, 3),
        ({"births": 9}, 1),
        ({"births": 9, "most": 9, "capacity": 5}, 3),
    ],
)
def test_no_more_are_born_than_there_may_be(keys: dict[str, Any], count: int) -> None:
    """Of one mother: up to four, twice one, and up to five with the father."""
    world = pair(**keys)
    spawn(world)
    assert len(young(world)) == count


def test_who_is_born_takes_the_place_of_who_was_to_return() -> None:
    world = pair(births=1, most=9, keeps="constant", returns=0.5)
    world._renewal.lose([1], "it was eaten")
    world._peopling._enter(world._peopling.companies[1], 1)
    brains = world.instinct.brains
    world.advance()
    brains["spawned"][0], brains["refused"][0] = 1, 2
    world.advance(60)
    assert young(world) == [3]
    assert len(world.population) == 3


def test_a_mother_who_is_gone_bears_nobody() -> None:
    world = pair(births=3)
    world.advance()
    brains = world.instinct.brains
    brains["spawned"][0], brains["refused"][0] = 1, 1
    world.remove([1])
    world.advance(6)
    assert young(world) == []


@pytest.mark.slow
@pytest.mark.parametrize("motor", ["muscle", "repertoire"])
def test_a_courtship_ends_with_young(motor: str) -> None:
    world = pair(motor, births=2, most=6)
    while not young(world) and world.clock.seconds < 120.0:
        world.advance()
    assert len(young(world)) == 2
    assert kinds(world).count(SPAWNED) == 1


@pytest.mark.slow
def test_births_repeat_to_the_byte() -> None:
    first, again = pair(births=2, most=6), pair(births=2, most=6)
    inputs = first.record_inputs()
    while not young(first):
        first.advance()
    first.advance(2 * FRAME_RATE)
    replay(again, inputs, first.clock.frame)
    assert world_digest(again) == world_digest(first)
