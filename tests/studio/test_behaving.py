"""Pages change minds: a wish reaches the world, who asks is told, what cannot be is refused."""

from __future__ import annotations

from typing import Any

import pytest

from motorium.studio.asking import EVERY
from motorium.studio.simulation import Simulation
from motorium.wire.behaving import Character, Feel, MindReset, SetHabit, SetTrait
from motorium.wire.message import Message
from motorium.wire.thoughts import Because
from motorium.wire.wishes import Why
from motorium.world.scenario import Scenario

HERRING, CLOCKWORK = 0, 2


class Pages:
    def __init__(self) -> None:
        self.heard: dict[object, Because] = {}

    def snapshot(self, data: object) -> None:
        pass

    def message(self, message: Message, page: object | None = None) -> None:
        if isinstance(message, Because):
            self.heard[page] = message

    def character(self, page: object) -> Character | None:
        fish = self.heard[page].fish
        assert fish is not None
        return fish.character


@pytest.fixture
def pages() -> Pages:
    return Pages()


@pytest.fixture
def studio(pages: Pages) -> Simulation:
    herrings = {"species": "herring", "motor": "repertoire"}
    groups = [
        {**herrings, "count": 2, "mind": "instinct", "eats": ["food"]},
        {**herrings, "count": 1, "center": (0.0, 20.0, 0.0)},
    ]
    return Simulation(Scenario(format=1, world={"capacity": 4}, group=groups), pages)


def frames(studio: Simulation, count: int = EVERY) -> None:
    for _ in range(count):
        studio._advance()


def test_a_wish_reaches_the_world_and_all_who_ask_are_told(
    studio: Simulation, pages: Pages
) -> None:
    for page in ("one", "other"):
        studio._carry_out(Why(id=HERRING), page)
    frames(studio)
    born = pages.character("one")
    assert born is not None
    assert born.feels == ["hunger", "fear"]
    assert all(trait.value == trait.own for trait in born.traits)
    assert all(habit.on == habit.own for habit in born.habits)

    fish: dict[str, Any] = {"id": HERRING, "everybody": False}
    studio._carry_out(SetTrait(**fish, trait="timidity", value=7.0), "one")
    studio._carry_out(SetHabit(**fish, habit="cold", on=True), "one")
    studio._carry_out(SetHabit(**fish, habit="schooling", on=False), "one")
    studio._carry_out(Feel(**fish, drive="hunger", value=1.0), "one")
    frames(studio, 2 * EVERY)
    assert pages.character("one") == pages.character("other")
    told = pages.character("other")
    assert told is not None
    timidity = next(trait for trait in told.traits if trait.name == "timidity")
    assert (timidity.value, timidity.own, timidity.low, timidity.high) == (7.0, 2.0, 0.0, 10.0)
    switches = {habit.name: habit.on for habit in told.habits}
    assert switches["cold"]
    assert not switches["schooling"]
    thinking = pages.heard["other"].fish
    assert thinking is not None
    assert thinking.time == pytest.approx(studio._world.clock.seconds, abs=0.02)
    assert thinking.intention == "eat"
    assert thinking.drives[0].value > 0.99

    studio._carry_out(MindReset(**fish), "other")
    frames(studio)
    assert pages.character("one") == born


def test_everybody_is_the_species(studio: Simulation) -> None:
    frames(studio)
    studio._carry_out(SetTrait(id=HERRING, everybody=True, trait="acts", value=0.5), "one")
    tempers = studio._world.instinct.tempers["acts"]
    assert tempers[studio._world.population.slots([HERRING, HERRING + 1])].tolist() == [0.5, 0.5]


def test_who_has_no_instinct_has_no_character(studio: Simulation, pages: Pages) -> None:
    studio._carry_out(Why(id=CLOCKWORK), "one")
    frames(studio)
    assert pages.character("one") is None


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        (Feel(id=CLOCKWORK, everybody=False, drive="hunger", value=1.0), "has no instinct"),
        (Feel(id=HERRING, everybody=False, drive="libido", value=1.0), "it does not mate"),
        (Feel(id=99, everybody=True, drive="fear", value=1.0), "nobody has id 99"),
        (SetTrait(id=HERRING, everybody=False, trait="meal", value=1.0), "between 5 and 900"),
        (SetTrait(id=HERRING, everybody=True, trait="panics", value=2.0), "between 0 and 1"),
        (SetHabit(id=CLOCKWORK, everybody=True, habit="dark", on=True), "has no instinct"),
    ],
)
def test_what_cannot_be_is_refused(studio: Simulation, wish: Message, why: str) -> None:
    frames(studio)
    journal = studio._world.record_inputs()
    noted = len(journal.inputs)
    with pytest.raises((ValueError, KeyError), match=why):
        studio._carry_out(wish, "one")
    assert len(journal.inputs) == noted
