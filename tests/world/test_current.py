"""Water that flows carries fishes along."""

from pathlib import Path

import numpy as np
import pytest

from motorium.motors.muscle import MuscleMotor
from motorium.physics.fish_kernel import Row
from motorium.settings import SettingsError
from motorium.world.scenario import Group, Scenario, WorldSettings, load_scenario
from motorium.world.world import RESTED, World


def herring(current: tuple[float, float, float]) -> World:
    group = Group(species="herring", count=1, speed=0.0, radius=(2.0, 2.0), height=0.0)
    return World(Scenario(format=1, world=WorldSettings(current=current), group=[group]))


def test_a_fish_at_rest_drifts_with_the_water() -> None:
    world = herring((0.3, -0.1, 0.05))
    world.advance(600)
    assert world.population.velocities[0] == pytest.approx([0.3, -0.1, 0.05], abs=0.02)


def test_newcomers_feel_it_too() -> None:
    world = herring((0.3, 0.0, 0.0))
    world.resize(3)
    world.advance(600)
    slots = world.population.living
    assert world.population.velocities[slots, 0] == pytest.approx(0.3, abs=0.05)


@pytest.mark.parametrize("bad", [(1.0, 2.0), (np.nan, 0.0, 0.0), (np.inf, 0.0, 0.0)])
def test_a_current_is_three_numbers(bad: tuple[float, ...]) -> None:
    world = herring((0.0, 0.0, 0.0))
    with pytest.raises(ValueError, match="three numbers"):
        world.current = np.array(bad)
    assert world.current == pytest.approx([0, 0, 0])


def test_the_printed_model_knows_none(tmp_path: Path) -> None:
    file = tmp_path / "flow.toml"
    file.write_text('format = 1\n[world]\nmodel = "published"\ncurrent = [0.1, 0.0, 0.0]\n')
    with pytest.raises(SettingsError, match="knows no current"):
        load_scenario(file)
    file.write_text("format = 1\n[world]\ncurrent = [100.0, 0.0, 0.0]\n")
    with pytest.raises(SettingsError, match="at most 10 m/s"):
        load_scenario(file)


def test_a_torrent_comes_by_and_by_and_breaks_nobody() -> None:
    """Set, and then turned round, in the midst of swimming: all eight species."""
    world = World(load_scenario("gathering"))
    world.advance(60)
    for flow in (2.0, -2.0):
        world.current = np.array([flow, 0.0, 0.0])
        world.advance(400)
    assert RESTED not in [event.kind for event in world.events]
    people = world.population
    assert people.velocities[people.living, 0].mean() == pytest.approx(-2.0, abs=0.5)


def test_the_limit_is_the_same_in_scripts_and_files() -> None:
    world = herring((10.0, 0.0, 0.0))
    with pytest.raises(ValueError, match="at most 10 each way"):
        world.current = np.array([10.5, 0.0, 0.0])
    world.advance(60)
    assert RESTED not in [event.kind for event in world.events]
    assert world.population.velocities[0, 0] == pytest.approx(10.0, abs=0.3)


def test_a_fish_put_back_to_rest_goes_on_drifting() -> None:
    world = herring((0.5, 0.0, 0.0))
    world.advance(60)
    motor = world.motors[0]
    assert isinstance(motor, MuscleMotor)
    motor.schools[0].blocks.put(Row.POSITION, np.array([0]), np.full((1, 69), np.nan))
    world.advance(2)
    assert RESTED in [event.kind for event in world.events]
    assert world.population.velocities[0] == pytest.approx([0.5, 0.0, 0.0], abs=0.02)
