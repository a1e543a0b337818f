"""Climb and roll, alone and together with everything else."""

import numpy as np
import pytest

from motorium.contracts.commands import ActionState
from tests.conformance.motors import Conforming, motors
from tests.conformance.stage import Stage
from tests.conformance.test_turning import check, make_turns

HELD = 6
CLIMBS = (30, 45, -30, -45)


@motors("speed", "climb")
@pytest.mark.parametrize("size", [0.5, 1.0, 2.0])
def test_climbs_and_dives_as_steeply_as_asked(motor: Conforming, size: float) -> None:
    """And keeps its balance, and is level again afterwards."""
    stage = Stage(motor, cases=len(CLIMBS), size=size)
    asked = stage.each(np.radians(CLIMBS))
    stage.ask(speed=stage.medium, climb=asked)
    stage.settle()
    seen = stage.watch(HELD)
    errors = np.degrees(stage.worst(seen.climbs() - asked))
    rolls = np.degrees(stage.worst(seen.rolls()))
    print(f"{motor.name}, size {size}: climbs off by {np.round(errors, 1)}, rolls {rolls.round(1)}")
    assert stage.sound()
    assert (errors <= motor.tolerances.climb).all()
    assert (rolls <= motor.tolerances.roll).all()
    stage.ask(climb=0.0)
    stage.settle()
    level = np.degrees(stage.worst(stage.watch(HELD).climbs()))
    print(f"{motor.name}, size {size}: then {np.round(level, 1)} degrees off the level")
    assert (level <= motor.tolerances.climb).all()


@motors("speed", "climb")
def test_climbs_slow_and_fast(motor: Conforming) -> None:
    stage = Stage(motor, cases=4)
    asked = stage.each(np.radians([30, -30, 30, -30]))
    stage.ask(speed=stage.each([stage.slow] * 2 + [stage.fast] * 2), climb=asked)
    stage.settle()
    stage.settle()
    errors = np.degrees(stage.worst(stage.watch(HELD).climbs().mean(axis=0) - asked))
    print(f"{motor.name}: climbs off by {np.round(errors, 1)}")
    assert (errors <= motor.tolerances.climb).all()


@motors("speed", "roll")
def test_rolls_and_comes_back_to_balance(motor: Conforming) -> None:
    stage = Stage(motor, cases=2)
    asked = stage.each(np.radians([15, -15]))
    stage.ask(speed=stage.medium)
    stage.settle()
    stage.ask(roll=asked)
    stage.settle()
    rolled = stage.watch(HELD).rolls()
    errors = np.degrees(stage.worst(rolled - asked))
    print(f"{motor.name}: rolls off by {np.round(errors, 1)}")
    assert stage.sound()
    assert (errors <= motor.tolerances.roll).all()
    stage.ask(roll=0.0)
    stage.settle()
    left = np.degrees(stage.worst(stage.watch(HELD).rolls()))
    assert (left <= motor.tolerances.roll).all()


@motors("speed", "climb", "turn_rate")
def test_swims_climbs_and_steers_at_once(motor: Conforming) -> None:
    """A helix, up or down, left or right."""
    stage = Stage(motor, cases=4)
    gentle = np.radians(10) / stage.beat_seconds
    climbs, rates = np.radians([30, 30, -30, -30]), gentle * np.array([1, -1, 1, -1])
    stage.ask(speed=stage.medium, climb=stage.each(climbs), turn_rate=stage.each(rates))
    stage.settle()
    stage.settle()
    seen = stage.watch(10)
    steep = np.degrees(stage.worst(seen.climbs().mean(axis=0) - stage.each(climbs)))
    turning = 100 * stage.worst(seen.turn_rates() / stage.each(rates) - 1)
    fast = 100 * stage.worst(seen.speeds() / stage.medium - 1)
    print(
        f"{motor.name}: climb {steep.round(1)}, rate {turning.round(1)} %, speed {fast.round(1)} %"
    )
    assert stage.sound()
    assert (steep <= motor.tolerances.climb).all()
    assert (turning <= motor.tolerances.turn_rate).all()
    assert (fast <= motor.tolerances.speed).all()


@motors("speed", "climb", "turn")
def test_turns_while_it_climbs(motor: Conforming) -> None:
    stage = Stage(motor, cases=4)
    climbs = stage.each(np.radians([30, 30, -30, -30]))
    stage.ask(speed=stage.medium, climb=climbs)
    stage.settle()
    asked = stage.each(np.radians([60, -60, 60, -60]))
    check(stage, asked, make_turns(stage, asked), f"{motor.name} climbing")
    stage.settle()
    errors = np.degrees(stage.worst(stage.watch(HELD).climbs() - climbs))
    print(f"{motor.name}: then climbs off by {np.round(errors, 1)}")
    assert (errors <= motor.tolerances.climb).all()


@motors("speed", "climb", "roll", "turn_rate", "brake", "backward", "turn")
def test_everything_at_once_and_then_nothing(motor: Conforming) -> None:
    """Whatever contradicts itself: the fish stays whole and does afterwards as it is told."""
    stage = Stage(motor, phases=8)
    stage.ask(speed=stage.fast, climb=1.0, roll=0.5, turn_rate=2.0, brake=0.5, backward=0.5)
    stage.turn(np.radians(180))
    stage.advance(10)
    stage.ask(speed=stage.medium, climb=0.0, roll=0.0, turn_rate=0.0, brake=0.0, backward=0.0)
    stage.settle()
    stage.settle()
    assert set(stage.states()) == {ActionState.DONE}
    seen = stage.watch(HELD)
    assert stage.sound()
    tolerances = motor.tolerances
    assert 100 * np.abs(seen.speeds() / stage.medium - 1).max() <= tolerances.speed
    assert np.degrees(np.abs(seen.climbs()).max()) <= tolerances.climb
    assert np.degrees(np.abs(seen.rolls()).max()) <= tolerances.roll
