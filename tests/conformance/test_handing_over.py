"""Released and adopted in the midst of a manoeuvre: no jump, and what was asked for goes on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from motorium.contracts.commands import ActionState
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_SECONDS
from tests.conformance.motors import MOTORS, Conforming
from tests.conformance.stage import Stage

HELD = 6


@dataclass(frozen=True)
class Manoeuvre:
    """before and asked: setpoints, speeds as shares of the medium one; turn [degrees]; beats: how
    long it has lasted when the fish is handed over."""

    before: dict[str, float]
    asked: dict[str, float]
    beats: float
    turn: float = 0.0


SWIMS = {"speed": 1.0}
MANOEUVRES = {
    "setting off": Manoeuvre({}, SWIMS, 1.0),
    "swimming": Manoeuvre(SWIMS, SWIMS, 1.3),
    "gliding": Manoeuvre(SWIMS, {"speed": 0.0}, 0.5),
    "steering": Manoeuvre(SWIMS, {"turn_rate": 0.5}, 2.0),
    "bending": Manoeuvre(SWIMS, {}, 0.4, turn=90.0),
    "stroking back": Manoeuvre(SWIMS, {}, 1.0, turn=-90.0),
    "turning from rest": Manoeuvre({}, {}, 0.6, turn=45.0),
    "climbing": Manoeuvre(SWIMS, {"climb": 0.5}, 1.0),
    "rolling": Manoeuvre(SWIMS, {"roll": 0.25}, 1.0),
    "braking": Manoeuvre(SWIMS, {"brake": 1.0}, 0.4),
    "rowing": Manoeuvre({}, {"backward": 1.0}, 5.0),
}


def words(manoeuvre: Manoeuvre) -> set[str]:
    turn = {"turn"} if manoeuvre.turn else set()
    return {*manoeuvre.before, *manoeuvre.asked, *turn}


KNOWN = [
    (motor, name, manoeuvre)
    for motor in MOTORS
    for name, manoeuvre in MANOEUVRES.items()
    if words(manoeuvre) <= motor.words
]
CASES = [
    pytest.param(motor, manoeuvre, id=f"{motor.name}-{name}") for motor, name, manoeuvre in KNOWN
]


def ask(stage: Stage, setpoints: dict[str, float]) -> None:
    stage.ask(**{k: v * stage.medium if k == "speed" else v for k, v in setpoints.items()})


def in_the_midst(motor: Conforming, manoeuvre: Manoeuvre) -> Stage:
    stage = Stage(motor)
    if manoeuvre.before:
        ask(stage, manoeuvre.before)
        stage.settle()
    ask(stage, manoeuvre.asked)
    if manoeuvre.turn:
        stage.turn(np.radians(manoeuvre.turn))
    stage.advance(manoeuvre.beats)
    return stage


def hand_over(stage: Stage) -> None:
    handover = stage.motor.release(stage.slots)
    stage.motor.adopt(stage.slots, handover)


def velocities(stage: Stage, frames: int) -> Floats:
    """Of the nodes [L/s], frame by frame."""
    nodes = [stage.nodes()]
    for _ in range(frames):
        stage.world.advance()
        nodes.append(stage.nodes())
    speeds: Floats = np.diff(nodes, axis=0) / FRAME_SECONDS / stage.length
    return speeds


@cache
def fast_beats(motor: Conforming) -> float:
    """By how much nodes change their speed in a frame at the fastest, without any handover."""
    if "speed" not in motor.words:
        return 0.0
    stage = Stage(motor)
    stage.ask(speed=stage.fast)
    stage.settle()
    return float(np.abs(np.diff(velocities(stage, 30), axis=0)).max())


@pytest.mark.parametrize(("motor", "manoeuvre"), CASES)
def test_a_handover_is_not_seen(motor: Conforming, manoeuvre: Manoeuvre) -> None:
    """Nodes stay, and change their speed no more than in fishes that are not handed over."""
    left_alone, handed = in_the_midst(motor, manoeuvre), in_the_midst(motor, manoeuvre)
    alone = velocities(left_alone, 12)
    last = velocities(handed, 1)
    before = handed.nodes()
    hand_over(handed)
    assert handed.nodes() == pytest.approx(before, abs=1e-6)
    after = velocities(handed, 6)
    usual = max(float(np.abs(np.diff(alone, axis=0)).max()), fast_beats(motor))
    jump = np.abs(np.diff(np.concatenate([last, after]), axis=0)).max()
    print(f"{motor.name}: speeds change by {jump:.2f} L/s in a frame, otherwise by {usual:.2f}")
    assert jump <= usual + 0.01 * handed.medium


CARRIED_ON = [
    pytest.param(motor, manoeuvre, id=f"{motor.name}-{name}") for motor, name, manoeuvre in KNOWN
]


@pytest.mark.parametrize(("motor", "manoeuvre"), CARRIED_ON)
def test_what_was_asked_for_goes_on(motor: Conforming, manoeuvre: Manoeuvre) -> None:
    left_alone, handed = in_the_midst(motor, manoeuvre), in_the_midst(motor, manoeuvre)
    hand_over(handed)
    for stage in (left_alone, handed):
        stage.settle()
        stage.settle()
    assert handed.sound()
    tolerances = motor.tolerances
    if manoeuvre.turn:
        assert set(handed.states()) == {ActionState.DONE}
    one, other = left_alone.watch(HELD), handed.watch(HELD)
    if {**manoeuvre.before, **manoeuvre.asked}.get("speed") and "brake" not in manoeuvre.asked:
        apart = other.speeds() / one.speeds() - 1
        assert 100 * np.abs(apart).max() <= tolerances.speed
        steep = other.climbs().mean(axis=0) - one.climbs().mean(axis=0)
        assert np.degrees(np.abs(steep)).max() <= tolerances.climb
    elif "backward" in manoeuvre.asked:
        assert (-other.forward.mean(axis=0) >= tolerances.backward).all()
    else:
        # How fast a fish is that only drifts is left to it.
        assert (other.speeds() < 0.5 * handed.medium).all()
    rolled = other.rolls().mean(axis=0) - one.rolls().mean(axis=0)
    assert np.degrees(np.abs(rolled)).max() <= tolerances.roll
    if "turn_rate" in manoeuvre.asked:
        off = other.turn_rates() / one.turn_rates() - 1
        assert 100 * np.abs(off).max() <= 2 * tolerances.turn_rate
    else:
        # The nose of a bent fish points elsewhere than the fish.
        allowed = 4 * tolerances.turn if manoeuvre.turn else 2 * tolerances.straying
        turned = other.headings().mean(axis=0) - one.headings().mean(axis=0)
        turned = (turned + np.pi) % (2 * np.pi) - np.pi
        assert np.degrees(np.abs(turned)).max() <= allowed
