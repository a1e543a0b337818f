"""Speed, glide and steering: setpoints of a fish that swims on the level."""

import numpy as np
import pytest

from tests.conformance.motors import Conforming, motors
from tests.conformance.stage import Stage

HELD = 8
"""Beats for which a setpoint must be held."""


@motors("speed")
@pytest.mark.parametrize("size", [0.5, 1.0, 2.0])
def test_swims_as_fast_as_asked(motor: Conforming, size: float) -> None:
    """Three gaits and what lies between; larger ones are slower by the root of their size."""
    stage = Stage(motor, cases=5, size=size)
    slow, medium, fast = stage.slow, stage.medium, stage.fast
    asked = np.array([slow, medium, fast, (slow + medium) / 2, (medium + fast) / 2])
    stage.ask(speed=stage.each(asked))
    stage.settle()
    stage.settle()
    seen = stage.watch(HELD)
    swum = seen.speeds()
    errors = 100 * stage.worst(swum / stage.each(asked) - 1)
    print(f"{motor.name}, size {size}: errors {np.round(errors, 1)} %")
    assert stage.sound()
    assert (errors <= motor.tolerances.speed).all()
    means = swum.reshape(5, -1).mean(axis=1)
    assert means[0] < means[1] < means[2]


@motors("speed")
def test_nobody_steers_and_it_swims_straight(motor: Conforming) -> None:
    stage = Stage(motor, cases=3)
    stage.ask(speed=stage.each([stage.slow, stage.medium, stage.fast]))
    stage.settle()
    headings = stage.watch(HELD).headings()
    off = np.degrees(stage.worst(headings - headings[0]))
    print(f"{motor.name}: strays by {np.round(off, 2)} degrees")
    assert (off <= motor.tolerances.straying).all()


@motors("speed")
def test_glides_to_a_halt_and_relaxes(motor: Conforming) -> None:
    stage = Stage(motor)
    stage.ask(speed=stage.medium)
    stage.settle()
    before = stage.watch(2).speeds()
    stage.ask(speed=0.0)
    stage.advance(motor.tolerances.gliding)
    after = stage.watch(2).speeds()
    slack = np.abs(stage.people.contraction[stage.slots] - 1).max()
    print(
        f"{motor.name}: {(after / before).max():.2f} of its speed is left, muscles at {slack:.3f}"
    )
    assert stage.sound()
    assert (after < 0.5 * before).all()
    assert slack <= motor.tolerances.relaxed
    stage.ask(speed=stage.medium)
    stage.settle()
    assert stage.watch(HELD).speeds() == pytest.approx(
        np.full(stage.count, stage.medium), rel=motor.tolerances.speed / 100
    )


@motors("speed", "turn_rate")
def test_steers_to_both_sides_and_then_straight_on(motor: Conforming) -> None:
    """At about the asked rate; back at 0 it holds the heading that it has."""
    stage = Stage(motor, cases=4)
    gentle = np.radians(20) / stage.beat_seconds
    asked = np.array([gentle, -gentle, gentle / 2, -gentle / 2])
    stage.ask(speed=stage.medium)
    stage.settle()
    stage.ask(turn_rate=stage.each(asked))
    stage.settle()
    rates = stage.watch(HELD).turn_rates()
    errors = 100 * stage.worst(rates / stage.each(asked) - 1)
    print(f"{motor.name}: turn rates off by {np.round(errors, 1)} %")
    assert stage.sound()
    assert (errors <= motor.tolerances.turn_rate).all()
    stage.ask(turn_rate=0.0)
    stage.advance(motor.tolerances.settle / 2)
    headings = stage.watch(HELD).headings()
    off = np.degrees(stage.worst(headings - headings[0]))
    print(f"{motor.name}: then strays by {np.round(off, 2)} degrees")
    assert (off <= motor.tolerances.straying).all()


@motors("speed", "turn_rate", feels_current=True)
def test_a_cross_current_leaves_heading_and_speed_through_the_water(motor: Conforming) -> None:
    stage = Stage(motor)
    stage.ask(speed=stage.medium)
    stage.settle()
    before = stage.heading()
    across = 0.5 * stage.medium * stage.length
    stage.world.current = np.array([0.0, across, 0.0])
    seen = stage.watch(14 + HELD)
    assert stage.sound()
    off = np.degrees(np.abs(seen.headings() - before).max())
    print(f"{motor.name}: heading off by at most {off:.1f} degrees while a current sets in")
    assert off <= motor.tolerances.heading
    last = stage.frames(HELD)
    way = (seen.positions[-1] - seen.positions[-1 - last]) * stage.length
    through = way / (last / 60) - [0.0, across, 0.0]
    speed = np.linalg.norm(through, axis=1) / stage.length
    assert speed == pytest.approx(
        np.full(stage.count, stage.medium), rel=motor.tolerances.speed / 100
    )
