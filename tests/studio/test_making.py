"""A world made from its page: who lives in it, what stands there, and keeping it."""

from __future__ import annotations

from pathlib import Path

import pytest

from motorium.studio.making import kinds
from motorium.studio.simulation import Simulation
from motorium.wire import messages
from motorium.wire.making import (
    Furnished,
    Load,
    PlanktonCount,
    Put,
    Save,
    Scenarios,
    Stock,
    TakeAway,
    Undo,
)
from motorium.wire.message import Message
from motorium.wire.wishes import Restart
from motorium.world.habitat.furniture import Furniture
from motorium.world.habitat.settings import (
    HabitatSettings,
    Obstacle,
    PlanktonSettings,
    Weed,
)
from motorium.world.scenario import Group, Scenario, WorldSettings


class Listener:
    def __init__(self) -> None:
        self.told: list[Message] = []

    def snapshot(self, data: object) -> None:
        pass

    def message(self, message: Message, page: object | None = None) -> None:
        self.told.append(message)

    def last(self, kind: type[Message]) -> Message:
        return [one for one in self.told if isinstance(one, kind)][-1]


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def simulation(listener: Listener) -> Simulation:
    scenario = Scenario(
        format=1,
        world=WorldSettings(title="A few", seed=2, capacity=30),
        group=[Group(species="herring", count=3), Group(species="sardine", count=2)],
    )
    return Simulation(scenario, listener)


def wish(simulation: Simulation, message: Message) -> None:
    future = simulation.wish(message, "page")
    simulation._grant_wishes()
    future.result(timeout=0)


def test_hello_names_everybody_who_could_come(simulation: Simulation) -> None:
    hello = simulation.hello
    assert [kind.name for kind in hello.kinds][:2] == ["herring", "sardine"]
    assert ("shark", "predator") in [(kind.name, kind.role) for kind in hello.kinds]


def test_fishes_of_a_species_that_is_there_come_at_once(
    simulation: Simulation, listener: Listener
) -> None:
    world = simulation._world
    simulation._advance()
    wish(simulation, Stock(species="sardine", count=6))
    assert simulation._world is world
    assert world.clock.frame == 1
    assert simulation._status().counts == [3, 6]
    assert not [one for one in listener.told if isinstance(one, messages.Hello)]


def test_a_species_that_was_not_there_begins_the_scenario_again(
    simulation: Simulation, listener: Listener
) -> None:
    wish(simulation, Stock(species="herring", count=7))
    wish(simulation, Stock(species="shark", count=1))
    hello, status = listener.last(messages.Hello), simulation._status()
    assert isinstance(hello, messages.Hello)
    names = [kind.name for kind in hello.species]
    assert dict(zip(names, status.counts, strict=True)) == {
        "herring": 7,
        "sardine": 2,
        "shark": 1,
    }
    assert "begun again" in str(listener.last(messages.Happening))
    wish(simulation, Stock(species="shark", count=2))
    assert simulation._status().population == 11


@pytest.mark.parametrize(
    ("species", "count", "sentence"),
    [
        ("../../etc/passwd", 1, "no species is called '../../etc/passwd'; known are butterflyfish"),
        ("kraken", 1, "no species is called 'kraken'; known are"),
        ("herring", 29, "29 of herring do not fit"),
    ],
)
def test_refusals_name_what_is_wrong(
    simulation: Simulation, species: str, count: int, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        wish(simulation, Stock(species=species, count=count))
    assert simulation._status().counts == [3, 2]


def test_files_of_ones_own_that_cannot_be_read_are_left_out(
    simulation: Simulation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOTORIUM_DATA", str(tmp_path))
    (tmp_path / "species").mkdir()
    (tmp_path / "species" / "broken.toml").write_text("format = 1", encoding="utf-8")
    assert "broken" not in [kind.name for kind in kinds(simulation._world)]


POOL = HabitatSettings(
    radius=4.0,
    obstacle=[Obstacle(kind="rock", places=[(1.0, 1.0)], radius=(0.4, 0.4), height=(0.6, 0.6))],
    weed=[Weed(kind="kelp", places=[(-1.0, 0.0)], leaves=3, height=(0.5, 1.0))],
    plankton=PlanktonSettings(count=20),
)
CORAL = Put(index=None, kind="coral", place=(0.5, -1.0), radius=0.3, height=0.4)


@pytest.fixture
def pool(listener: Listener) -> Simulation:
    world = WorldSettings(seed=2, capacity=30)
    group = Group(species="herring", count=2, mind="instinct", eats=["plankton"])
    return Simulation(Scenario(format=1, world=world, habitat=POOL, group=[group]), listener)


def furniture(simulation: Simulation) -> Furniture:
    return simulation._world.furniture


def test_things_are_put_moved_resized_and_taken_away(pool: Simulation, listener: Listener) -> None:
    world = pool._world
    pool._advance()
    wish(pool, CORAL)
    told = listener.last(Furnished)
    assert isinstance(told, Furnished)
    assert [(one.kind, one.x, one.height) for one in told.habitat.obstacles] == [
        ("rock", 1.0, 0.6),
        ("coral", 0.5, 0.4),
    ]
    assert pool.hello.habitat == told.habitat, "who comes later sees it, too"
    looks = furniture(pool).stones[1].looks
    wish(pool, CORAL.model_copy(update={"index": 1, "place": (0.0, 0.0), "height": 0.8}))
    moved = furniture(pool).stones[1]
    assert (moved.place, moved.height, moved.looks) == ((0.0, 0.0), 0.8, looks)
    wish(pool, Put(index=0, kind="kelp", place=(-1.0, 0.5), radius=0.2, height=2.0))
    assert furniture(pool).plants[0].height == (1.0, 2.0), "all its leaves grow alike"
    wish(pool, TakeAway(sort="obstacle", index=0))
    assert [stone.kind for stone in furniture(pool).stones] == ["coral"]
    wish(pool, PlanktonCount(count=50))
    assert world.habitat is not None
    assert len(world.habitat.plankton.there) == 50
    assert pool._world is world
    assert world.clock.frame == 1
    pool._advance()


def test_changes_are_undone_one_by_one(pool: Simulation) -> None:
    begun = furniture(pool)
    wish(pool, CORAL)
    once = furniture(pool)
    wish(pool, TakeAway(sort="weed", index=0))
    wish(pool, Undo())
    assert furniture(pool) == once
    wish(pool, Undo())
    assert furniture(pool) == begun
    with pytest.raises(ValueError, match="there is nothing to undo"):
        wish(pool, Undo())


def test_a_restart_brings_back_what_the_scenario_says(pool: Simulation, listener: Listener) -> None:
    begun = furniture(pool)
    wish(pool, CORAL)
    wish(pool, Restart())
    assert furniture(pool) == begun
    told = listener.last(Furnished)
    assert isinstance(told, Furnished)
    assert len(told.habitat.obstacles) == 1


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (CORAL.model_copy(update={"index": 4}), "there is no obstacle 4; there are 0 to 0"),
        (CORAL.model_copy(update={"index": 0}), "obstacle 0 is a rock, not a coral"),
        (CORAL.model_copy(update={"place": (9.0, 0.0)}), "beyond the boundary"),
        (TakeAway(sort="weed", index=1), "there is no seaweed 1; there are 0 to 0"),
    ],
)
def test_what_cannot_be_is_refused(pool: Simulation, asked: Message, sentence: str) -> None:
    begun = furniture(pool)
    with pytest.raises(ValueError, match=sentence):
        wish(pool, asked)
    assert furniture(pool) == begun


def test_a_world_is_saved_and_begun_again(
    pool: Simulation, listener: Listener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOTORIUM_DATA", str(tmp_path))
    wish(pool, CORAL)
    wish(pool, Stock(species="herring", count=5))
    saved = furniture(pool)
    wish(pool, Save(name="my-pool", replace=False))
    told = listener.last(Scenarios)
    assert isinstance(told, Scenarios)
    assert (told.scenarios[0].name, told.scenarios[0].own) == ("my-pool", True)
    assert ("reef", False) in [(one.name, one.own) for one in told.scenarios]
    with pytest.raises(ValueError, match="there is a scenario my-pool already"):
        wish(pool, Save(name="my-pool", replace=False))
    wish(pool, TakeAway(sort="obstacle", index=0))
    wish(pool, Load(name="my-pool"))
    assert furniture(pool) == saved
    assert pool._status().counts == [5]
    assert pool.hello.scenario == "My pool"
    for name in ("../my-pool", "my-pool.toml", "/etc/passwd", ""):
        with pytest.raises(ValueError, match="is no name for a scenario"):
            wish(pool, Load(name=name))
        with pytest.raises(ValueError, match="is no name for a scenario"):
            wish(pool, Save(name=name, replace=True))
    with pytest.raises(ValueError, match="no scenario is called 'atlantis'; known are"):
        wish(pool, Load(name="atlantis"))
