"""A habitat furnished anew while it lives: fishes, food and time stay, recordings do it again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from motorium.world import changes
from motorium.world.habitat.furniture import Furniture, Plant, Stone, furniture_of
from motorium.world.habitat.habitat import Habitat
from motorium.world.habitat.settings import (
    HabitatSettings,
    Obstacle,
    PlanktonSettings,
    Weed,
)
from motorium.world.inputs import Inputs, replay
from motorium.world.present import present_scenario
from motorium.world.recording.digest import world_digest
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World

SEA = HabitatSettings(
    radius=5.0,
    obstacle=[
        Obstacle(kind="rock", count=3, around=(2.0, 4.0)),
        Obstacle(kind="coral", places=[(0.5, 0.5)], source=0.001),
    ],
    weed=[Weed(kind="kelp", count=2, leaves=3), Weed(kind="grass", places=[(1.5, 0.0)])],
    plankton=PlanktonSettings(count=40),
)
ROCK = Stone(kind="rock", place=(-1.0, 0.5), radius=0.4, height=0.7, looks=7)
KELP = Plant(kind="kelp", place=(0.3, -1.2), leaves=4, height=(0.6, 1.2), looks=9)


def sea_world(**more: Any) -> World:
    groups = [
        Group(species="herring", count=6, mind="instinct", eats=["plankton", "food"]),
        Group(species="shark", count=1, mind="instinct"),
    ]
    world = WorldSettings(seed=4, capacity=20)
    return World(Scenario(format=1, world=world, habitat=SEA, group=groups, **more))


def with_more(now: Furniture) -> Furniture:
    stones, plants = (*now.stones, ROCK), (*now.plants, KELP)
    return now.model_copy(update={"stones": stones, "plants": plants})


def habitat_of(world: World) -> Habitat:
    assert world.habitat is not None
    return world.habitat


def test_all_else_stays() -> None:
    world = sea_world()
    world.advance(30)
    world.drop_food((0.0, 0.0, 1.0))
    sea, before = habitat_of(world), world.state()
    food, plankton = sea.food.positions.copy(), sea.plankton.positions.copy()
    leaves, first = sea.weeds.nodes.copy(), sea.obstacles.cylinders[0].copy()
    world.furnish(with_more(world.furniture))
    after = world.state()
    assert after.frame == before.frame == 30
    assert (after.positions == before.positions).all()
    assert (sea.food.positions == food).all()
    assert (sea.plankton.positions == plankton).all()
    assert sea.obstacles.kinds == ["rock", "rock", "rock", "coral", "rock"]
    for name in ("x", "y", "top", "bottom", "radius"):
        assert sea.obstacles.cylinders[0][name] == pytest.approx(first[name], abs=1e-3)
    assert sea.obstacles.cylinders["source"][3] == 0.001
    placed = sea.obstacles.cylinders[4]
    assert (placed["x"], placed["y"], placed["radius"]) == (-1.0, 0.5, 0.4)
    assert len(sea.weeds.nodes) == len(leaves) + 4
    near = np.abs(sea.weeds.nodes[: len(leaves)] - leaves).max()
    assert near < 0.15, "plants that were there hang as they did"


def test_the_world_lives_on_after_any_change() -> None:
    world = sea_world(submarine={"place": (0.0, -3.0, 1.0)}, line={"place": (0.5, 0.0)})
    world.advance(20)
    everything = with_more(world.furniture)
    nothing = Furniture(stones=(), plants=(), plankton=0)
    many = everything.model_copy(update={"plankton": 300})
    for furniture, plankton in ((everything, 40), (nothing, 0), (many, 300), (everything, 40)):
        world.furnish(furniture)
        assert len(habitat_of(world).plankton.there) == plankton
        world.advance(40)
        people = world.population
        assert np.isfinite(people.positions[people.living]).all()
        assert np.isfinite(habitat_of(world).weeds.nodes).all()
    assert world.reasons() is not None


def test_fishes_go_around_what_was_put_there() -> None:
    """Every fish is outside all obstacles again soon after one was put right where it swims."""
    world = sea_world()
    world.advance(10)
    x, y = world.state().positions[0, :2].tolist()
    stone = Stone(kind="cylinder", place=(x, y), radius=0.3, height=4.0, looks=1)
    now = world.furniture
    world.furnish(now.model_copy(update={"stones": (*now.stones, stone)}))
    world.advance(180)
    people = world.population
    off = np.hypot(*(people.positions[people.living][:, :2] - (x, y)).T)
    assert (off > 0.25).all(), off


def test_what_is_there_is_told_and_read_back() -> None:
    world = sea_world()
    world.furnish(with_more(world.furniture))
    told = world.furniture
    assert told.stones[-1] == ROCK
    assert told.plants[-1] == KELP
    again = World(present_scenario(world))
    assert again.furniture == told
    assert furniture_of(habitat_of(again)).stones == told.stones
    own, other = habitat_of(world).obstacles, habitat_of(again).obstacles
    assert (own.cylinders == other.cylinders).all()
    assert (own.seeds == other.seeds).all()
    lengths = habitat_of(world).weeds.leaves.lengths
    assert (lengths == habitat_of(again).weeds.leaves.lengths).all()


def test_a_recording_does_it_again() -> None:
    world = sea_world()
    inputs = world.record_inputs()
    world.advance(10)
    world.furnish(with_more(world.furniture))
    world.advance(10)
    world.furnish(world.furniture.model_copy(update={"stones": (ROCK,), "plankton": 60}))
    world.advance(10)
    assert sum(isinstance(given, changes.Furnish) for given in inputs.inputs) == 2
    again = sea_world()
    replay(again, Inputs.model_validate_json(inputs.model_dump_json()), 30)
    assert world_digest(again) == world_digest(world)


@pytest.mark.parametrize(
    ("stone", "sentence"),
    [
        (ROCK.model_copy(update={"place": (9.0, 0.0)}), "beyond the boundary"),
        (ROCK.model_copy(update={"radius": -1.0}), "habitat|radius"),
    ],
)
def test_what_cannot_stand_there_is_refused_whole(stone: Stone, sentence: str) -> None:
    world = sea_world()
    now = world.furniture
    with pytest.raises(ValueError, match=sentence):
        world.furnish(now.model_copy(update={"stones": (*now.stones, stone)}))
    assert world.furniture == now
    assert world.as_begun


def test_nothing_is_put_where_the_submarine_is() -> None:
    world = sea_world(submarine={"place": (0.0, -3.0, 0.0)})
    now = world.furniture
    pillar = Stone(kind="cylinder", place=(0.0, -3.0), radius=0.5, height=4.0, looks=3)
    with pytest.raises(ValueError, match="a submarine is in the way"):
        world.furnish(now.model_copy(update={"stones": (*now.stones, pillar)}))
    assert world.furniture == now


def test_open_water_has_nothing_to_furnish() -> None:
    world = World(Scenario(format=1, group=[Group(species="herring", count=1)]))
    with pytest.raises(ValueError, match="open water has no ground"):
        world.furnish(Furniture(stones=(), plants=(), plankton=0))
