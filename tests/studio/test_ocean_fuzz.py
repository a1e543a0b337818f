"""The ocean under rubbish: whatever pages say, the world goes on, and others do not notice."""

from __future__ import annotations

import json
import tomllib
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed

from motorium.studio.conductor import Busy
from motorium.studio.hub import Hub
from motorium.studio.server import Stage
from motorium.studio.simulation import Simulation
from motorium.wire.message import Message, WireError
from motorium.wire.snapshot import unpack
from motorium.world.scenario import Scenario
from tests.studio.rubbish import messages
from tests.studio.studios import Client
from tests.studio.test_diving import DIVE
from tests.studio.town_stand_in import served_stage

pytestmark = pytest.mark.usefixtures("kept_apart")

CAPACITY = 48
PAGES = ("first", "second")


@pytest.fixture
def kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is saved goes to a folder of its own."""
    monkeypatch.setenv("MOTORIUM_DATA", str(tmp_path))


class Listener:
    def __init__(self) -> None:
        self.picture: object = b""

    def snapshot(self, data: object) -> None:
        self.picture = data

    def message(self, message: Message, page: object | None = None) -> None:
        json.loads(message.model_dump_json())


def ocean() -> Scenario:
    """With everything that a page can take hold of."""
    tables = tomllib.loads(DIVE)
    tables["world"]["capacity"] = CAPACITY
    return Scenario.model_validate(tables)


def advance(simulation: Simulation) -> None:
    """A frame of its thread, in this one."""
    simulation._grant_waiting()
    simulation._advance()
    simulation._audience.message(simulation._status())


def pester(count: int, every: int, seed: int, recordings: Path) -> None:
    """Let two pages say so many things, with a frame after each so many, and look at all."""
    listener = Listener()
    simulation = Simulation(ocean(), listener, recordings=recordings)
    for page in PAGES:
        simulation.arrive(page)
    heard = refused = 0
    for number, text in enumerate(messages(count, seed)):
        page = PAGES[number % 2]
        try:
            future = simulation.hear(text, page)
        except WireError:
            refused += 1
            continue
        simulation._grant_wishes()
        problem = future.exception(timeout=0) if future else None
        heard += problem is None
        refused += problem is not None
        assert problem is None or isinstance(problem, ValueError | KeyError | Busy), repr(problem)
        assert problem is None or simulation.refusal(problem).message
        if number % every == 0:
            advance(simulation)
            _is_intact(simulation)
    assert min(heard, refused) > 0.2 * count
    seconds = simulation._world.clock.seconds
    for page in PAGES:
        simulation._scene.forget(page)
    advance(simulation)
    assert simulation._world.clock.seconds > seconds
    simulation.stop()


def _is_intact(simulation: Simulation) -> None:
    world = simulation._world
    people = world.population
    assert len(people) <= CAPACITY
    assert np.isfinite(people.positions[people.living]).all()
    assert np.isfinite(people.nodes[people.living]).all()
    boat = world.submarine
    if boat is not None:
        assert np.isfinite(boat.position).all()


def test_the_world_is_intact_after_much_nonsense(tmp_path: Path) -> None:
    pester(2000, every=10, seed=1, recordings=tmp_path)


@pytest.mark.slow
def test_the_world_is_intact_after_100_000_messages(tmp_path: Path) -> None:
    pester(100_000, every=100, seed=2, recordings=tmp_path)


def test_nonsense_of_one_page_does_not_disturb_another() -> None:
    """Over real sockets; who is thrown out comes again."""
    hub = Hub()
    simulation = Simulation(ocean(), hub)
    stage = Stage("ocean", "/socket", simulation, hub, 65_536)
    plan = [text for text in messages(600, seed=3) if "compare" not in text]
    with served_stage(stage) as address, Client(address) as watcher:
        watcher.next("status", running=True)
        while plan:
            with suppress(ConnectionClosed), Client(address) as stranger:
                while plan:
                    stranger.send(plan.pop())
                    if len(plan) % 50 == 0:
                        _sees(watcher)
        watcher.send({"type": "restart"})
        watcher.send({"type": "paused", "value": False})
        watcher.next("status", paused=False)
        first = watcher.snapshot().tick
        assert np.isfinite(watcher.snapshot(first + 5).positions).all()
        assert simulation.failure is None


def _sees(watcher: Client) -> None:
    """All that has come so far can be read."""
    with suppress(TimeoutError):
        while True:
            data = watcher.socket.recv(timeout=0)
            if isinstance(data, bytes):
                assert np.isfinite(unpack(data).positions).all()
            else:
                json.loads(data)
