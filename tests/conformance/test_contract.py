"""What every motor owes the contract, whatever words it knows."""

import tracemalloc

import numpy as np
import pytest

from motorium.contracts.commands import FISH, ActionState
from motorium.contracts.frames import Floats, multiply, rotation_vector
from motorium.contracts.motor import Handover
from motorium.contracts.time import FRAME_SECONDS
from tests.conformance.motors import (
    Conforming,
    motors,
    motors_and_missing_setpoints,
    motors_without,
    words_of,
)
from tests.conformance.stage import Stage

CONJUGATE = np.array([1.0, -1.0, -1.0, -1.0])


def busy(motor: Conforming, size: float = 1.0, phases: int = 7) -> Stage:
    """Fishes that do as much at a time as their motor lets them."""
    stage = Stage(motor, size=size, phases=phases)
    everything = {"speed": stage.medium, "turn_rate": 0.3, "climb": 0.4, "roll": 0.1}
    stage.ask(**{name: value for name, value in everything.items() if name in motor.words})
    stage.advance(4)
    return stage


@motors()
def test_declares_its_vocabulary(motor: Conforming) -> None:
    """A part of the fish vocabulary, word by word, and what the registry says."""
    vocabulary = Stage(motor).motor.vocabulary
    assert words_of(vocabulary) == motor.words
    assert set(vocabulary.setpoints) <= set(FISH.setpoints)
    assert set(vocabulary.actions) <= set(FISH.actions)


@motors()
@pytest.mark.parametrize("size", [0.5, 1.0, 2.0])
def test_writes_consistent_frames_and_velocities(motor: Conforming, size: float) -> None:
    """Velocities are those of the body frames, which follow the nodes that belong to them."""
    stage = busy(motor, size)
    if "turn" in motor.words:
        stage.turn(0.5)
    people, slots = stage.people, stage.slots
    for _ in range(40):
        places, turns = people.positions[slots], people.orientations[slots]
        stage.world.advance()
        moved = (people.positions[slots] - places) / FRAME_SECONDS
        assert people.velocities[slots] == pytest.approx(moved, abs=1e-9)
        turned = rotation_vector(multiply(people.orientations[slots], turns * CONJUGATE))
        assert people.angular_velocities[slots] * FRAME_SECONDS == pytest.approx(turned, abs=1e-6)
    assert np.linalg.norm(people.orientations[slots], axis=1) == pytest.approx(np.ones(len(slots)))
    nodes, lengths = people.nodes[slots], people.lengths[slots]
    middle = (nodes[:, 5] + nodes[:, 7]) / 2
    assert np.abs(middle).max() < 1e-6
    assert (nodes[:, 0, 0] > 0.2 * lengths).all()
    assert np.abs(nodes[:, 0, 1:]).max() < 1e-6


@motors()
def test_release_and_adopt_give_back_the_same(motor: Conforming) -> None:
    """What was handed over and back is unchanged, to float32 rounding."""
    stage = busy(motor)
    slots = stage.slots[[1, 4, 5]]
    first = stage.motor.release(slots)
    stage.motor.adopt(slots, first)
    second = stage.motor.release(slots)
    stage.motor.adopt(slots, second)
    for part, value in parts_of(first).items():
        # What playback differs from its tables it has borrowed, as soon as it takes itself on.
        if motor.name == "repertoire" and part.startswith("borrowed"):
            continue
        coarse = motor.name == "repertoire" and part == "headings"
        rounding = 0.06 * float(np.abs(value).max()) if coarse else 1e-6
        assert parts_of(second)[part] == pytest.approx(value, rel=1e-5, abs=rounding), part


def parts_of(handover: Handover) -> dict[str, Floats]:
    """All arrays of a handover, but what is foreseen."""
    parts = handover.arrays | (vars(handover.intent) if handover.intent else {})
    return {name: value for name, value in parts.items() if name != "coming"}


@motors()
def test_moves_nobody_else(motor: Conforming) -> None:
    """Whoever has been released stays as he was left."""
    stage = busy(motor)
    gone = stage.slots[[0, 3]]
    before = stage.people.positions[gone]
    handover = stage.motor.release(gone)
    stage.motor.advance(0)
    assert np.array_equal(stage.people.positions[gone], before)
    stage.motor.adopt(gone, handover)


@motors_without("turn")
def test_refuses_what_it_does_not_know(motor: Conforming) -> None:
    stage = Stage(motor)
    stage.turn(0.5)
    stage.world.advance(2)
    assert set(stage.states()) == {ActionState.REFUSED}


@motors_and_missing_setpoints()
def test_leaves_unknown_setpoints_without_effect(motor: Conforming, missing: str) -> None:
    """Fishes that are asked for it move exactly as those that are not."""
    asked, not_asked = busy(motor), busy(motor)
    asked.ask(**{missing: FISH.setpoint(missing).high})
    for stage in (asked, not_asked):
        stage.advance(2)
    assert np.array_equal(asked.nodes(), not_asked.nodes())


@motors()
@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_a_setpoint_that_is_no_number_asks_for_nothing(motor: Conforming, wrong: float) -> None:
    """Written past every check, it does what the default does."""
    strange, plain = busy(motor), busy(motor)
    for word in strange.motor.vocabulary.setpoints:
        strange.commands[word.name][strange.slots] = wrong
        plain.ask(**{word.name: word.default})
    for stage in (strange, plain):
        stage.advance(3)
    assert strange.sound()
    assert strange.nodes() == pytest.approx(plain.nodes(), abs=1e-9)


@motors("turn")
@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_a_turn_by_no_number_is_none(motor: Conforming, wrong: float) -> None:
    stage = busy(motor)
    stage.ask(**{word: 0.0 for word in ("turn_rate", "climb", "roll") if word in motor.words})
    stage.settle()
    before = stage.heading()
    stage.turn(0.0)
    stage.commands.action_value[stage.slots] = wrong
    stage.advance(4)
    assert stage.sound()
    assert set(stage.states()) <= {ActionState.DONE, ActionState.REFUSED}
    assert np.degrees(stage.heading() - before) == pytest.approx(
        np.zeros(stage.count), abs=stage.tolerances.straying
    )


@motors()
def test_what_is_drawn_is_finite_and_bounded(motor: Conforming) -> None:
    """Fins never turn beyond what a fin can, muscles never beyond what a muscle can."""
    stage = busy(motor)
    wishes = [
        {"speed": stage.fast, "climb": 1.0, "roll": -0.5},
        {"speed": 0.0, "brake": 1.0},
        {"brake": 0.0, "backward": 1.0},
        {"backward": 0.0, "speed": stage.slow, "turn_rate": -2.0},
    ]
    people, slots = stage.people, stage.slots
    for wish in wishes:
        stage.ask(**{name: value for name, value in wish.items() if name in motor.words})
        for _ in range(stage.frames(2)):
            stage.world.advance()
            assert np.isfinite(people.fins[slots]).all()
            assert np.abs(people.fins[slots]).max() <= np.pi
            assert people.contraction[slots].min() > 0.3
            assert people.contraction[slots].max() <= 1.0 + 1e-6


@motors()
def test_nothing_piles_up_from_frame_to_frame(motor: Conforming) -> None:
    """A frame of many fishes asks for no memory that it keeps, and for next to none meanwhile."""
    stage = busy(motor, phases=64)
    for frame in range(30):
        stage.motor.advance(frame)
    tracemalloc.start()
    try:
        stage.motor.advance(30)
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        for frame in range(31, 91):
            stage.motor.advance(frame)
        after, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    print(
        f"{motor.name}: {after - before} bytes kept in 60 frames, {peak - before} at most at once"
    )
    assert after - before < 2048
    assert peak - before < 8 * 1024
