"""Pages that look into a fish are told of that one, as much as they asked for."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.senses import numbers
from motorium.studio.inspecting import EVERY, Inspecting
from motorium.studio.picture import Picture
from motorium.wire.inspecting import Inside, Inspect, Inspected
from motorium.wire.message import Message
from motorium.wire.snapshot import unpack
from motorium.world.scenario import Scenario
from motorium.world.world import World


class Pages:
    """Keeps what is told to whom."""

    def __init__(self) -> None:
        self.told: list[tuple[object, Inspected]] = []

    def snapshot(self, data: object) -> None:
        raise AssertionError("no picture was asked for")

    def message(self, message: Message, page: object | None = None) -> None:
        assert isinstance(message, Inspected)
        self.told.append((page, message))

    def fish(self) -> Inside:
        fish = self.told[-1][1].fish
        assert fish is not None
        return fish


@pytest.fixture
def world() -> World:
    group = {"species": "herring", "count": 3, "mind": "instinct"}
    world = World(Scenario(format=1, world={"capacity": 8}, group=[group]))
    world.advance(30)
    return world


def wish(identity: int | None, *what: str) -> Inspect:
    everything = {name: name in what for name in ("muscles", "forces", "senses")}
    return Inspect.model_validate({"id": identity, **everything})


def test_forces_and_senses_are_told_when_they_are_wanted(world: World) -> None:
    pages = Pages()
    inspecting = Inspecting(pages)
    inspecting.inspect(world, "one", wish(1, "forces"))
    for _ in range(2 * EVERY):
        inspecting.tell(world, held=False)
    assert [page for page, _ in pages.told] == ["one", "one"]
    fish = pages.fish()
    assert (fish.id, fish.senses) == (1, None)
    assert fish.forces is not None
    found = world.pushes(1)
    assert found is not None
    total = np.sum([push.force for push in fish.forces], axis=0)
    assert total == pytest.approx(found.forces.sum(axis=0), abs=1e-4)
    assert np.linalg.norm(total) > 0.01

    inspecting.inspect(world, "one", wish(1, "senses"))
    inspecting.tell(world, held=True)
    assert pages.fish().forces is None
    inspecting.inspect(world, "one", wish(None))
    inspecting.tell(world, held=True)
    assert len(pages.told) == 3


def test_senses_are_those_of_its_mind(world: World) -> None:
    pages = Pages()
    inspecting = Inspecting(pages)
    inspecting.inspect(world, "one", wish(2, "senses"))
    inspecting.tell(world, held=True)
    senses = pages.fish().senses
    assert senses is not None
    slot = int(world.population.slots([2])[0])
    length, perceived = world.population.lengths[slot], world.perceived
    assert senses.sight == pytest.approx(numbers.SIGHT * length / numbers.STANDARD_LENGTH)
    assert senses.eye == pytest.approx(0.36 * length)
    # As far to each side as the mind says, beyond the body.
    width = perceived.half_sizes[perceived.species[slot], 0]
    assert senses.high[1] == pytest.approx(length * (width + perceived.boxes[slot, 1]))
    assert senses.low[1] == -senses.high[1]
    assert senses.low[0] < 0 < senses.high[0]
    mates = {fish.id for fish in senses.fishes}
    assert mates == {0, 1}


def test_muscles_are_in_snapshots_while_somebody_looks(world: World) -> None:
    inspecting, picture = Inspecting(Pages()), Picture()
    picture.roster(world)

    def shown() -> list[int]:
        contraction = unpack(picture.take(world, inspecting.opened(world))).contraction
        return [len(contraction)]

    assert shown() == [0]
    inspecting.inspect(world, "one", wish(0, "muscles"))
    inspecting.inspect(world, "other", wish(0, "muscles", "forces"))
    assert shown() == [1]
    inspecting.forget("one")
    assert shown() == [1]
    inspecting.inspect(world, "other", wish(0, "forces"))
    assert shown() == [0]


def test_who_is_gone_or_was_never_there(world: World) -> None:
    pages = Pages()
    inspecting = Inspecting(pages)
    with pytest.raises(KeyError, match="nobody has id 7; 3 individuals live"):
        inspecting.inspect(world, "one", wish(7, "forces"))
    inspecting.inspect(world, "one", wish(2, "muscles", "senses"))
    world.remove([2])
    assert inspecting.opened(world) == []
    inspecting.tell(world, held=True)
    inspecting.tell(world, held=True)
    assert pages.told == [("one", Inspected(fish=None, reason="fish 2 is no longer there"))]


def test_who_is_driven_has_no_senses_of_its_own(world: World) -> None:
    pages = Pages()
    inspecting = Inspecting(pages)
    world.pilot(1)
    inspecting.inspect(world, "one", wish(1, "senses", "forces"))
    inspecting.tell(world, held=True)
    fish = pages.fish()
    assert fish.senses is None
    assert fish.forces is not None
