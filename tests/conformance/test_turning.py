"""The action turn: from rest and at speed, once and again, to both sides."""

import numpy as np
import pytest

from motorium.contracts.commands import ActionState
from motorium.contracts.frames import Floats
from tests.conformance.motors import Conforming, motors
from tests.conformance.stage import Stage

ONE_LEG = (30, 45, 60, 90)
BEYOND = (135, 175, 180)
AFTER = 2
"""Beats after a turn over which the new heading is taken."""


def make_turns(stage: Stage, angles: Floats) -> Floats:
    """Turn until all have done so; by how much the heading has changed."""
    before = stage.heading()
    stage.turn(angles)
    assert set(stage.states()) == {ActionState.ASKED}
    latest = np.full(stage.count, ActionState.ASKED)
    turned = np.zeros(stage.count)
    for _ in range(stage.frames(stage.tolerances.patience)):
        seen = stage.watch_frames(1).angles[..., 0]
        turned += seen[-1] - seen[0]
        states = stage.commands.action_state[stage.slots]
        # Asked, running, done: never back, and no state is left out of order.
        assert (states >= latest).all()
        assert set(states.tolist()) <= {ActionState.RUNNING, ActionState.DONE}
        latest = states.copy()
        if (states == ActionState.DONE).all():
            break
    assert (latest == ActionState.DONE).all(), "some turns are not done"
    assert stage.sound()
    # Not the other way round; half a turn may go either way.
    plainly = (np.abs(angles) > 0.1) & (np.abs(angles) < np.radians(179))
    assert (turned * angles > 0)[plainly].all()
    # While a beat still grows its mean says little of the heading.
    stage.watch_frames(stage.frames(1.0))
    made = stage.heading() - before
    return made + 2 * np.pi * np.round((angles - made) / (2 * np.pi))


def check(stage: Stage, angles: Floats, made: Floats, what: str) -> None:
    errors = np.degrees(stage.worst(made - angles))
    print(f"{what}: off by {np.round(errors, 2)} degrees")
    assert (errors <= stage.tolerances.turn).all()


@motors("turn")
@pytest.mark.parametrize("angles", [ONE_LEG, BEYOND], ids=["up to 90", "beyond"])
@pytest.mark.parametrize("side", [1, -1], ids=["left", "right"])
def test_turns_from_rest(motor: Conforming, angles: tuple[int, ...], side: int) -> None:
    stage = Stage(motor, cases=len(angles))
    asked = side * np.radians(stage.each(angles))
    check(stage, asked, make_turns(stage, asked), f"{motor.name} from rest")


@motors("turn", "speed")
@pytest.mark.parametrize("angles", [ONE_LEG, BEYOND], ids=["up to 90", "beyond"])
@pytest.mark.parametrize("side", [1, -1], ids=["left", "right"])
def test_turns_at_speed(motor: Conforming, angles: tuple[int, ...], side: int) -> None:
    stage = Stage(motor, cases=len(angles))
    stage.ask(speed=stage.medium)
    stage.settle()
    asked = side * np.radians(stage.each(angles))
    check(stage, asked, make_turns(stage, asked), f"{motor.name} at speed")
    # It swims on.
    stage.settle()
    assert stage.watch(8).speeds() == pytest.approx(
        np.full(stage.count, stage.medium), rel=motor.tolerances.speed / 100
    )


@motors("turn", "speed")
@pytest.mark.parametrize("size", [0.5, 2.0])
def test_turns_at_every_size(motor: Conforming, size: float) -> None:
    stage = Stage(motor, cases=2, size=size)
    stage.ask(speed=stage.medium)
    stage.settle()
    asked = np.radians(stage.each([90, -45]))
    check(stage, asked, make_turns(stage, asked), f"{motor.name}, size {size}")


@motors("turn", "speed")
def test_turns_slow_and_fast(motor: Conforming) -> None:
    stage = Stage(motor, cases=4)
    stage.ask(speed=stage.each([stage.slow, stage.slow, stage.fast, stage.fast]))
    stage.settle()
    asked = np.radians(stage.each([60, -90, 60, -90]))
    check(stage, asked, make_turns(stage, asked), f"{motor.name} slow and fast")


@motors("turn")
def test_a_turn_by_nothing_is_done_at_once(motor: Conforming) -> None:
    stage = Stage(motor)
    made = make_turns(stage, np.zeros(stage.count))
    assert np.degrees(np.abs(made)).max() <= motor.tolerances.turn


@motors("turn")
def test_turns_in_a_row(motor: Conforming) -> None:
    stage = Stage(motor)
    if "speed" in motor.words:
        stage.ask(speed=stage.medium)
        stage.settle()
    before, total = stage.heading(), 0.0
    for angle in (0.8, 0.8, -0.5):
        make_turns(stage, np.full(stage.count, angle))
        total += angle
    errors = np.degrees((stage.heading() - before - total + np.pi) % (2 * np.pi) - np.pi)
    # Each begins at the heading that there is, so that errors add up.
    assert np.abs(errors).max() <= 3 * motor.tolerances.turn


@motors("turn")
@pytest.mark.parametrize("swims", [False, True], ids=["from rest", "at speed"])
def test_a_newer_turn_supersedes_an_older_one(motor: Conforming, swims: bool) -> None:
    """Begun in the midst of a turn to the left, it counts from where the nose points then."""
    stage = Stage(motor)
    if swims and "speed" in motor.words:
        stage.ask(speed=stage.medium)
        stage.settle()
    stage.turn(np.radians(90))
    first = stage.commands.action_sequence[stage.slots].copy()
    stage.advance(0.7)
    begun = stage.watch_frames(1).angles[-1, :, 0]
    stage.turn(np.radians(-60))
    assert (stage.commands.action_sequence[stage.slots] == first + 1).all()
    turned = np.zeros(stage.count)
    for _ in range(stage.frames(motor.tolerances.patience)):
        seen = stage.watch_frames(1).angles[..., 0]
        turned += seen[-1] - seen[0]
        if set(stage.states()) == {ActionState.DONE}:
            break
    assert set(stage.states()) == {ActionState.DONE}
    made = (stage.heading() - begun + np.pi) % (2 * np.pi) - np.pi
    print(f"{motor.name}: {np.round(np.degrees(made), 1)} degrees after all")
    assert stage.sound()
    # The nose of a bent fish points elsewhere than the fish.
    assert np.degrees(np.abs(made - np.radians(-60))).max() <= 4 * motor.tolerances.turn
    assert (turned < 0).all()
