"""Fishes of a world in somebody's hand, whatever they run on."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.contracts.time import FRAME_RATE
from motorium.motors.muscle import PUBLISHED
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import RESTED, World

NOSE = 0


def world_on(motor: str, count: int = 3) -> World:
    group = Group(species="herring", count=count, motor=motor, radius=(0.5, 1.5))
    world = World(Scenario(format=1, world=WorldSettings(seed=2, capacity=8), group=[group]))
    world.allow(0)
    world.advance(30)
    return world


def motor_of(world: World, identity: int) -> str:
    slot = world.population.slots([identity])[0]
    name: str = world.motors[world.population.motors[slot]].name
    return name


@pytest.mark.parametrize("motor", ["muscle", "repertoire", "automatic"])
def test_a_fish_comes_to_the_hand_and_goes_back_to_its_motor(motor: str) -> None:
    world = world_on(motor)
    before = motor_of(world, 1)
    length = world.population[1].length
    hand = world.population[1].world_nodes[NOSE] + np.array([0.0, 0.0, 2 * length])
    for _ in range(5):
        world.grab(1, NOSE, hand)
        world.advance(FRAME_RATE)
    assert np.linalg.norm(world.population[1].world_nodes[NOSE] - hand) < 0.02 * length
    assert motor_of(world, 1) == "muscle"
    assert [motor_of(world, other) for other in (0, 2)] == [before, before]
    world.let_go(1)
    world.advance(2 * FRAME_RATE)
    assert motor_of(world, 1) == before
    slot = world.population.slots([1])[0]
    assert world.population.automatic[slot] == (motor == "automatic")
    swims = np.linalg.norm(world.population[1].velocity) / length
    assert swims > 0.5 * world.speed
    assert RESTED not in [event.kind for event in world.events]


def test_who_is_exchanged_in_a_hand_changes_when_he_is_let_go() -> None:
    world = world_on("muscle")
    world.grab(0, NOSE, (0.0, 0.0, 0.0))
    world.exchange([0, 1], "repertoire")
    assert [motor_of(world, one) for one in (0, 1)] == ["muscle", "repertoire"]
    world.advance(5)
    world.let_go(0)
    assert motor_of(world, 0) == "repertoire"


def test_who_leaves_in_a_hand_is_forgotten() -> None:
    world = world_on("muscle")
    world.grab(2, NOSE, (0.0, 0.0, 0.0))
    world.remove([2])
    world.advance(2)
    with pytest.raises(KeyError, match="nobody has id 2"):
        world.let_go(2)
    # Who comes into his place is not held.
    world.resize(3)
    world.advance(2)
    with pytest.raises(ValueError, match="nobody holds fish 3"):
        world.let_go(3)


def test_what_cannot_be_held_changes_nothing() -> None:
    world = world_on("repertoire")
    with pytest.raises(KeyError, match="nobody has id 99"):
        world.grab(99, NOSE, (0.0, 0.0, 0.0))
    with pytest.raises(ValueError, match="node 23: a fish is held by one of its nodes, 0 to 22"):
        world.grab(0, 23, (0.0, 0.0, 0.0))
    for wrong in (np.nan, 1e300):
        with pytest.raises(ValueError, match="three finite numbers of metres, 1e"):
            world.grab(0, NOSE, (0.0, wrong, 0.0))
    with pytest.raises(ValueError, match="nobody holds fish 0"):
        world.let_go(0)
    assert motor_of(world, 0) == "repertoire"


def test_printed_fishes_cannot_be_held() -> None:
    group = Group(species="herring", count=1)
    world = World(Scenario(format=1, group=[group]), PUBLISHED)
    with pytest.raises(ValueError, match="printed model cannot be held"):
        world.grab(0, NOSE, (0.0, 0.0, 0.0))
