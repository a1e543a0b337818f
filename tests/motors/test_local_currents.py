"""Water may flow differently for every fish: both motors are carried by their own."""

import numpy as np
import pytest

from motorium.contracts.frames import Floats, world_to_body
from motorium.motors.medium import Medium
from motorium.motors.muscle import MuscleMotor
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World

COUNT = 11


def resting(motor: str, current: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> World:
    group = Group(species="herring", count=COUNT, speed=0.0, radius=(2.0, 9.0), motor=motor)
    settings = WorldSettings(capacity=64, current=current)
    return World(Scenario(format=1, world=settings, group=[group]))


def medium_of(world: World) -> Medium:
    motor = world.motors[0]
    assert isinstance(motor, MuscleMotor)
    return motor.medium


def local(world: World) -> Floats:
    medium = medium_of(world)
    medium.vary(world.population.capacity)
    angles = np.arange(COUNT) / COUNT * 2 * np.pi
    flows = np.stack([np.cos(angles), np.sin(angles), 0.2 * np.sin(3 * angles)], axis=-1)
    medium.local[world.population.living] = 0.25 * flows
    return 0.25 * flows


@pytest.mark.parametrize("motor", ["muscle", "repertoire"])
def test_everybody_drifts_with_his_own_water(motor: str) -> None:
    world = resting(motor, current=(0.1, 0.0, 0.0))
    flows = local(world) + np.array([0.1, 0.0, 0.0])
    world.advance(420)
    people = world.population
    before = people.positions[people.living].copy()
    world.advance(60)
    moved = people.positions[people.living] - before
    off = world_to_body(people.orientations[people.living], (moved - flows)[:, None])[:, 0]
    # Along a smooth body water takes hold slowly (it slows like 1/t); across, at once.
    assert np.abs(off[:, 0]).max() < (0.08 if motor == "muscle" else 0.02)
    assert np.abs(off[:, 1:]).max() < 0.02


@pytest.mark.parametrize("motor", ["muscle", "repertoire"])
def test_the_same_for_all_is_as_if_it_flowed_everywhere(motor: str) -> None:
    alike, everywhere = resting(motor), resting(motor)
    medium_of(alike).vary(alike.population.capacity)
    medium_of(alike).local[:] = (0.2, -0.1, 0.05)
    everywhere.current = np.array([0.2, -0.1, 0.05])
    for world in (alike, everywhere):
        world.advance(120)
    assert np.abs(alike.state().positions - everywhere.state().positions).max() < 1e-4


def test_an_exchange_goes_on_in_the_same_water() -> None:
    world = resting("repertoire")
    flows = local(world)
    world.advance(60)
    people = world.population
    ids = people.ids[people.living]
    for motor in ("muscle", "repertoire"):
        world.exchange(ids, motor)
        before = people.positions[people.living].copy()
        world.advance(60)
        moved = people.positions[people.living] - before
        assert np.abs(moved - flows).max() < 0.02


def test_it_is_felt_by_and_by() -> None:
    world = resting("muscle")
    medium = medium_of(world)
    local(world)
    slots = world.population.living
    world.advance(1)
    felt = np.linalg.norm(medium.felt_local[slots], axis=1)
    assert felt == pytest.approx(0.02)
    world.advance(20)
    assert medium.felt_local[slots] == pytest.approx(medium.local[slots])
    assert medium.current_of(slots) == pytest.approx(medium.local[slots])


def test_the_printed_model_has_none() -> None:
    with pytest.raises(ValueError, match="printed model knows no current"):
        Medium(1.0, (0.0, 0.0, 0.0), flows=False).vary(4)
