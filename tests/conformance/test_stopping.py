"""Brake and backward: what the pectoral fins do to a fish that has had enough."""

import numpy as np
import pytest

from tests.conformance.motors import Conforming, motors
from tests.conformance.stage import Stage

HELD = 8


@motors("speed", "brake")
@pytest.mark.parametrize("size", [0.5, 1.0, 2.0])
def test_brakes_within_a_beat_and_a_half(motor: Conforming, size: float) -> None:
    """To a quarter of the speed; let go, it swims again."""
    stage = Stage(motor, size=size)
    stage.ask(speed=stage.medium)
    stage.settle()
    stage.ask(brake=1.0)
    seen = stage.watch(6)
    assert stage.sound()
    slowed = seen.forward <= 0.25 * stage.medium
    assert slowed.any(axis=0).all()
    beats = slowed.argmax(axis=0) / stage.frames(1)
    print(f"{motor.name}, size {size}: a quarter after {beats.max():.2f} beats at the latest")
    assert beats.max() <= motor.tolerances.brake
    # Nor does it start again by itself.
    assert (seen.forward[-1] <= 0.25 * stage.medium).all()
    stage.ask(brake=0.0)
    stage.settle()
    assert stage.watch(HELD).speeds() == pytest.approx(
        np.full(stage.count, stage.medium), rel=motor.tolerances.speed / 100
    )


@motors("speed", "brake")
def test_half_a_brake_only_slows_down(motor: Conforming) -> None:
    stage = Stage(motor, cases=3)
    stage.ask(speed=stage.medium)
    stage.settle()
    stage.ask(brake=stage.each([0.0, 0.5, 1.0]))
    stage.settle()
    speeds = stage.watch(HELD).speeds().reshape(3, -1)
    print(f"{motor.name}: {speeds.mean(axis=1).round(2)} L/s unbraked, half and fully braked")
    assert speeds[0].min() > speeds[1].max() > speeds[1].min() > speeds[2].max()


@motors("backward")
@pytest.mark.parametrize("size", [0.5, 1.0, 2.0])
def test_rows_backwards_and_stops(motor: Conforming, size: float) -> None:
    stage = Stage(motor, size=size)
    before = stage.heading()
    stage.ask(backward=1.0)
    stage.settle()
    seen = stage.watch(HELD)
    back = -seen.forward.mean(axis=0)
    print(f"{motor.name}, size {size}: {back.min():.2f} L/s backwards")
    assert stage.sound()
    assert (back >= motor.tolerances.backward).all()
    turned = np.degrees(np.abs(seen.headings() - before)).max()
    assert turned <= 3 * motor.tolerances.heading
    stage.ask(backward=0.0)
    stage.settle()
    # It glides, backwards now.
    assert (np.abs(stage.watch(2).forward.mean(axis=0)) < 0.75 * back).all()


@motors("speed", "backward")
def test_rows_backwards_out_of_full_speed_and_swims_on(motor: Conforming) -> None:
    stage = Stage(motor)
    stage.ask(speed=stage.fast)
    stage.settle()
    stage.ask(speed=0.0, backward=1.0)
    stage.settle()
    stage.settle()
    assert (-stage.watch(HELD).forward.mean(axis=0) >= motor.tolerances.backward).all()
    stage.ask(speed=stage.medium, backward=0.0)
    stage.settle()
    stage.settle()
    assert stage.sound()
    assert stage.watch(HELD).speeds() == pytest.approx(
        np.full(stage.count, stage.medium), rel=motor.tolerances.speed / 100
    )
