"""Reasons: what sentences say of hand-made minds, and what is noted of a world's."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from motorium.contracts.perception import Kind
from motorium.minds.instinct import behaviours
from motorium.minds.instinct.behaviours import AVOID, EAT, ESCAPE, LEAVE, MATE, SCHOOL, WANDER
from motorium.minds.instinct.explaining import Reason, explain, unasked
from motorium.minds.instinct.reasons import REASON, Reasons, intention_names
from motorium.minds.instinct.routines import names
from motorium.world.scenario import Scenario
from motorium.world.world import World

NAN = math.nan


def record(intention: int, **given: Any) -> Any:
    """A record of REASON; what is not given is as in somebody who is content."""
    row = np.zeros(1, dtype=REASON)[0]
    usual = {
        **dict.fromkeys(("danger", "stored", "stored_target", "target", "rival", "partner"), -1),
        **dict.fromkeys(("danger_distance", "target_distance"), NAN),
        "id": 12,
        "before": -1,
        "acts": 0.25,
        "flees": 0.3,
        "panics": 0.6,
        "light": 1.0,
        "warmth": 24.0,
    }
    for name, value in (usual | given | {"intention": intention}).items():
        row[name] = value
    return row


def told(row: Any, seconds: float = 0.0) -> Reason:
    kinds = {3: "shark", 7: "clownfish", 9: "clownfish", 15: "herring"}
    return explain(row, seconds, intention_names(), lambda one: f"{kinds.get(one, 'fish')} {one}")


def seeing(kind: Kind, count: int) -> list[int]:
    return [count if one == kind else 0 for one in Kind]


def at(kind: Kind, which: int, metres: float = NAN) -> dict[str, Any]:
    return {"target": which, "target_kind": kind, "target_distance": metres}


SHARK = {"danger": 3, "danger_distance": 4.9, "danger_fear": 0.41, "fear": 0.41}
SENTENCES = {
    "flees: shark 3 at 4.9 m, fear 0.41 > 0.3": record(ESCAPE, **SHARK),
    "flees: shark 3 at 12 m, fear 0.28, still near 0.3": record(
        ESCAPE, danger=3, danger_distance=12.4, fear=0.28
    ),
    "avoids obstacle 4 at 0.12 m": record(AVOID, **at(Kind.OBSTACLE, 4, 0.12)),
    "avoids herring 15": record(AVOID, **at(Kind.SCHOOLMATE, 15)),
    "avoids what was ahead just now": record(AVOID),
    "schools: shark 3 at 4.9 m, fear 0.41 > 0.3 but < 0.6": record(SCHOOL, **SHARK),
    "schools: shark 3 at 4.9 m, fear 0.80 > 0.3 but of it alone 0.41 < 0.6": record(
        SCHOOL, **SHARK | {"fear": 0.8}
    ),
    "schools: 6 of its kind in sight": record(SCHOOL, sees=seeing(Kind.SCHOOLMATE, 6)),
    "schools: its kind was in sight just now, hunger 0.50 > 0.25 but no food": record(
        SCHOOL, hunger=0.5
    ),
    "eats: food 5 at 0.42 m, hunger 0.62 > 0.25": record(
        EAT, hunger=0.62, **at(Kind.FOOD, 5, 0.42)
    ),
    "sucks in food 5 at 0.02 m: hunger 0.62 > 0.25": record(
        EAT, hunger=0.62, routine=names.SUCKING_IN, **at(Kind.FOOD, 5, 0.02)
    ),
    "hunts: herring 15 at 1.0 m, hunger 0.62 > 0.25": record(
        EAT, hunger=0.62, **at(Kind.PREY, 15, 1.0)
    ),
    "looks for food: hunger 0.62 > 0.25": record(EAT, hunger=0.62),
    "looks for a mate: libido 0.50 > 0.25": record(MATE, libido=0.5),
    "courts: clownfish 7 at 0.80 m, libido 0.50 > 0.25": record(
        MATE, libido=0.5, routine=names.CHASING, **at(Kind.MATE, 7, 0.8)
    ),
    "courts, circling: clownfish 7 at 0.30 m, libido 0.50 > 0.25": record(
        MATE, libido=0.5, routine=names.CIRCLING, **at(Kind.MATE, 7, 0.3)
    ),
    "turns away from whom it courted: libido 0.50 > 0.25": record(
        MATE, libido=0.5, routine=names.LEAVING
    ),
    "leaves: too bright, light 0.83 > 0.5": record(LEAVE, light=0.83, light_liking=-1),
    "leaves: too cold, 19.5 °C": record(LEAVE, warmth=19.5, warmth_liking=1, light_liking=1),
    "leaves: it did not like it here": record(LEAVE, light=0.9, light_liking=1),
    "wanders: hunger 0.12, libido 0.02 < 0.25": record(WANDER, hunger=0.12, libido=0.02),
    "wanders: hunger 0.70 > 0.25, but it is tired of that": record(WANDER, hunger=0.7),
    "courts, nuzzling: clownfish 7, libido 0.50 > 0.25, which it had begun before": record(
        MATE, libido=0.5, routine=names.NUZZLING, resumed=1, **at(Kind.MATE, 7)
    ),
}


@pytest.mark.parametrize(("sentence", "row"), SENTENCES.items(), ids=list(SENTENCES))
def test_sentences(sentence: str, row: Any) -> None:
    assert told(row).sentence == f"fish 12 {sentence}"


def test_details_tell_all_that_was_weighed() -> None:
    row = record(
        EAT,
        since=7.5,
        hunger=0.62,
        libido=0.3,
        activations=[0.62, 0.18],
        routine=names.CHASING,
        worth=0.81,
        rival=9,
        rival_worth=0.6,
        stored=MATE,
        stored_kind=Kind.MATE,
        stored_target=7,
        sees=[3, 0, 0, 1, 16, 0, 0],
        strengths=[1.0, 0.0, 1.0, 0.48],
        preferences=[0.5, 0.0, 0.0, -0.25, 0.0, 0.0],
        asked=[1.3, math.radians(40), 0.0, 0.0, 0.0, 0.0],
        mouth=0.5,
        **at(Kind.FOOD, 5, 0.42),
    )
    assert told(row, seconds=9.0).details == (
        "intention: eat by chasing-target, for 1.5 s",
        "drives: hunger 0.62 > 0.25, libido 0.30 > 0.25, fear 0.00 < 0.3",
        "competing: eat 0.62, mate 0.18",
        "strengths: avoid 1.00, eat 1.00, mate 0.48",
        "memory: mate, clownfish 7",
        "sees: 3 schoolmates, 1 mate, 16 food",
        "target: food 5 at 0.42 m, worth 0.81 before food 9 with 0.60",
        "preferences: left 0.50, backward -0.25",
        "command: swim 1.3 L/s, steer 40° left a second, mouth 50% open",
    )


def test_commands_and_stages_in_words() -> None:
    flees = record(ESCAPE, stage=3, asked=[4.0, -9.0, 0.5, 0.0, 1.0, 0.0], turn=-1.5, **SHARK)
    assert told(flees).command == "swim 4 L/s, climb 29°, brake, C-turn 86° right"
    assert told(flees).stage == "far to the left: turn right"
    assert told(record(SCHOOL, stage=2)).stage == "leading"
    assert told(record(WANDER, stage=2)).stage == ""


def test_behaviours_of_ones_own_are_named_by_the_registry() -> None:
    number = behaviours.register(behaviours.Behaviour("bask", lambda scene, slots: None, 1.5))
    try:
        assert told(record(number)).sentence == "fish 12 does 'bask'"
        assert told(record(number)).intention == "bask"
        # In a recording from before it was made known.
        early = explain(record(number), 0.0, intention_names()[:-1], str)
        assert early.sentence == f"fish 12 does 'behaviour {number}'"
    finally:
        behaviours._known.pop()


def test_who_has_no_instinct_says_so() -> None:
    assert told(record(-1)).sentence == "fish 12 has not decided anything yet"
    assert unasked(4, "keep-swimming").sentence == "fish 4 keeps swimming: it has no instinct"
    assert unasked(4, "pilot").sentence == "fish 4 is driven by a person"
    assert unasked(4, "pilot").details == ()


# ---------------------------------------------------------------- of a world


@pytest.fixture(scope="module")
def world() -> World:
    """Three herring and a shark that think, and a herring that does not; nobody moves."""
    thinking = {"species": "herring", "count": 3, "mind": "instinct"}
    shark = {"species": "shark", "count": 1, "mind": "instinct"}
    plain = {"species": "herring", "count": 1}
    return World(
        Scenario(format=1, world={"capacity": 8, "seed": 2}, group=[thinking, shark, plain])
    )


def test_what_brains_hold_is_noted(world: World) -> None:
    people, perceived = world.population, world.perceived
    brains = world.instinct.brains
    (slot, shark) = people.slots([1, 3])
    brain = brains[slot]
    brain["intention"], brain["decided"], brain["fear"], brain["danger"] = ESCAPE, 0.5, 0.41, shark
    brain["target"], brain["target_kind"], brain["target_id"] = shark, Kind.PREDATOR, 3
    brain["preferences"] = [0, 0, 0, -1, 0, 0.5]
    perceived.counts[slot, Kind.PREDATOR] = 2
    perceived.which[slot, Kind.PREDATOR, :2] = people.slots([0])[0], shark
    perceived.distances[slot, Kind.PREDATOR, :2] = 2.0, 4.9
    world.commands.set("speed", np.array([slot]), 3.0)
    world.commands.begin("turn", np.array([slot]), 1.0)

    reasons = world.reasons()
    assert reasons.ids.tolist() == [0, 1, 2, 3]
    assert reasons.intentions.tolist() == ["", "escape", "", ""]
    assert reasons.routines.tolist() == [""] * 4
    assert reasons["danger"].tolist() == [-1, 3, -1, -1]
    assert reasons["target"].tolist() == [-1, 3, -1, -1]
    assert reasons["target_distance"][1] == reasons["danger_distance"][1] == np.float32(4.9)
    assert np.isnan(reasons["target_distance"][[0, 2, 3]]).all()
    assert reasons["preferences"][1].tolist() == [0, 0, 0, -1, 0, 0.5]
    assert (reasons["asked"][1][0], reasons["turn"][1]) == (3.0, 1.0)
    assert len(world.reasons(since=0.4)) == 1

    assert world.reason(1).sentence == "fish 1 flees: shark 3 at 4.9 m, fear 0.41 > 0.3"
    assert world.reason(4).sentence == "fish 4 keeps swimming: it has no instinct"
    with pytest.raises(KeyError, match="nobody has id 99"):
        world.reason(99)
    with pytest.raises(KeyError, match="no column 'mood'; they have id, decided"):
        reasons["mood"]


def test_there_may_be_more_food_than_slots(world: World) -> None:
    brain = world.instinct.brains[world.population.slots([1])[0]]
    food = world.population.capacity + 300
    brain["target"], brain["target_kind"], brain["rival"] = food, Kind.FOOD, food + 1
    assert world.reasons()["target"][1] == food
    assert world.reasons()["rival"][1] == food + 1


def test_who_is_driven_has_no_reasons(world: World) -> None:
    world.pilot(2)
    assert world.reason(2).sentence == "fish 2 is driven by a person"
    assert world.reasons().ids.tolist() == [0, 1, 3]
    world.release_pilot(2)
    assert len(world.reasons()) == 4


def test_nobody_to_ask() -> None:
    none = Reasons(np.zeros(0, dtype=REASON))
    assert len(none) == 0
    assert none.intentions.tolist() == []
