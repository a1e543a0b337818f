"""Pages that ask a fish for its reasons: each hears of its own, as often as it should."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.contracts.perception import Kind
from motorium.minds.instinct.behaviours import AVOID, EAT, ESCAPE
from motorium.studio.asking import EVERY, Asking
from motorium.wire.message import Message
from motorium.wire.thoughts import Because
from motorium.world.scenario import Scenario
from motorium.world.world import World


class Pages:
    """Keeps what is told to whom."""

    def __init__(self) -> None:
        self.told: list[tuple[object, Because]] = []

    def snapshot(self, data: object) -> None:
        raise AssertionError("no picture was asked for")

    def message(self, message: Message, page: object | None = None) -> None:
        assert isinstance(message, Because)
        self.told.append((page, message))

    def take(self) -> list[tuple[object, int | None]]:
        """Pages, and of which fish they heard."""
        told, self.told = self.told, []
        return [(page, because.fish.id if because.fish else None) for page, because in told]


@pytest.fixture
def world() -> World:
    group = {"species": "herring", "count": 3, "mind": "instinct"}
    sea = {"radius": 5.0, "obstacle": [{"kind": "cylinder", "places": [[2.0, 1.0]]}]}
    return World(Scenario(format=1, world={"capacity": 8}, habitat=sea, group=[group]))


def test_a_page_hears_at_once_and_then_now_and_then(world: World) -> None:
    pages = Pages()
    asking = Asking(pages)
    asking.ask(world, "one", 2)
    for _ in range(EVERY):
        asking.tell(world, held=False)
    assert pages.take() == [("one", 2), ("one", 2)]
    asking.ask(world, "other", 0)
    asking.tell(world, held=False)
    assert pages.take() == [("other", 0)]
    asking.tell(world, held=True)
    assert pages.take() == [("one", 2), ("other", 0)]
    asking.ask(world, "one", None)
    assert pages.take() == [("one", None)]
    asking.forget("other")
    asking.tell(world, held=True)
    assert pages.take() == []


def test_who_is_gone_is_let_go(world: World) -> None:
    pages = Pages()
    asking = Asking(pages)
    asking.ask(world, "one", 2)
    world.remove([2])
    asking.tell(world, held=True)
    asking.tell(world, held=True)
    assert pages.told == [("one", Because(fish=None, reason="fish 2 is no longer there"))]


def test_who_asks_for_somebody_already_gone_hears_of_nobody(world: World) -> None:
    pages = Pages()
    asking = Asking(pages)
    asking.ask(world, "one", 1)
    asking.ask(world, "one", 9)
    asking.tell(world, held=True)
    assert pages.told == [("one", Because(fish=None, reason="fish 9 is no longer there"))]


def test_targets_are_told_by_id_or_by_place(world: World) -> None:
    pages = Pages()
    asking = Asking(pages)
    asking.ask(world, "one", 0)

    def told(intention: int, kind: Kind, which: int) -> tuple[int | None, object]:
        brain = world.instinct.brains[world.population.slots([0])[0]]
        brain["intention"], brain["target_kind"] = intention, kind
        brain["target"] = brain["target_id"] = which
        brain["preferences"][0] = np.nan
        asking.tell(world, held=True)
        fish = pages.told[-1][1].fish
        assert fish is not None
        assert fish.preferences == [0.0] * 6
        return fish.target_id, fish.place

    assert told(ESCAPE, Kind.PREDATOR, 1) == (1, None)
    assert told(ESCAPE, Kind.PREDATOR, -1) == (None, None)
    height = float(world.population.positions[world.population.slots([0])[0], 2])
    cylinder = world.perceived.cylinders[0]
    level = float(np.clip(height, cylinder["bottom"], cylinder["top"]))
    assert told(AVOID, Kind.OBSTACLE, 0) == (None, pytest.approx((2.0, 1.0, level)))
    assert told(EAT, Kind.FOOD, 10**6) == (None, None)
