"""What pages are told of a habitat, and what they may change in it, over a real socket."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from motorium.world.scenario import load_scenario
from motorium.world.world import World
from tests.studio.studios import Client, Studio, studio_of

POOL = """
format = 1

[world]
title = "A pool"
seed = 3

[habitat]
radius = 3.0
ground = -1.5
surface = 2.0
relief = 0.3

[[habitat.flow]]
kind = "uniform"
velocity = [0.2, 0.0, 0.0]

[[habitat.obstacle]]
kind = "coral"
places = [[1.0, 0.5]]

[[habitat.weed]]
kind = "kelp"
places = [[-1.0, 0.5]]
leaves = 2

[habitat.plankton]
count = 10

[[group]]
species = "herring"
count = 2
eats = ["food"]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pool")


@pytest.fixture(scope="module")
def pool(folder: Path) -> Iterator[Studio]:
    with studio_of(POOL, folder) as one:
        yield one


@pytest.fixture
def page(pool: Studio) -> Iterator[Client]:
    with Client(pool.socket_address) as one:
        one.next("status", running=True)
        yield one


def test_hello_describes_the_habitat(pool: Studio, folder: Path) -> None:
    with Client(pool.socket_address) as client:
        told = client.next("hello")["habitat"]
    own = World(load_scenario(folder / "few.toml")).habitat
    assert own is not None
    assert (told["radius"], told["ground"], told["surface"]) == (3.0, -1.5, 2.0)
    terrain = told["terrain"]
    steps = np.frombuffer(base64.b64decode(terrain["heights"]), "<u2")
    heights = terrain["lowest"] + steps / 65535 * (terrain["highest"] - terrain["lowest"])
    assert heights.reshape(own.terrain.heights.shape) == pytest.approx(
        own.terrain.heights, abs=2e-5
    )
    assert terrain["step"] == own.terrain.step
    (coral,) = told["obstacles"]
    assert (coral["kind"], coral["x"], coral["y"]) == ("coral", 1.0, 0.5)
    assert coral["top"] == pytest.approx(own.obstacles.cylinders["top"][0], abs=1e-4)
    assert [(weed["kind"], weed["leaves"]) for weed in told["weeds"]] == [("kelp", 2)]
    assert told["weeds"][0]["root"] == pytest.approx(own.weeds.roots[0], abs=1e-4)


def test_snapshots_carry_what_moves(page: Client) -> None:
    moving = page.snapshot().habitat
    assert moving is not None
    assert moving.leaves.shape[0] == 2
    assert moving.plankton[0].shape == (10, 3)
    assert np.abs(moving.leaves).max() < 3.0, "around the root of their cluster"


def test_a_person_changes_the_sea(page: Client) -> None:
    page.send({"type": "hour", "value": 2.5})
    night = page.next("status", paused=False)["habitat"]
    while night["hour"] != 2.5:
        night = page.next("status")["habitat"]
    page.send({"type": "hour", "value": 12.0})
    noon = night
    while noon["hour"] != 12.0:
        noon = page.next("status")["habitat"]
    assert night["sun"] < 0.5 * noon["sun"]
    page.send({"type": "flow", "value": 0.25})
    page.send({"type": "current", "velocity": [0.0, -0.1, 0.0]})
    while (now := page.next("status")["habitat"])["flow"] != 0.25:
        pass
    while now["current"] != [0.0, -0.1, 0.0]:
        now = page.next("status")["habitat"]
    page.send({"type": "food", "place": [0.5, -0.5, 1.0]})
    while page.next("status")["habitat"]["food"] == 0:
        pass
    food = page.snapshot().habitat
    assert food is not None
    places, sizes = food.food
    crumbs = places[sizes > 0]
    assert np.abs(crumbs.mean(axis=0)[:2] - [0.5, -0.5]).max() < 0.5


def test_food_outside_is_refused(page: Client) -> None:
    page.send({"type": "food", "place": [90.0, 0.0, 0.0]})
    assert "outside the habitat" in page.next("refusal")["message"]
