"""What figures are asked for, as kernels read it, and what is reported of it."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined
from motorium.contracts.commands import ActionState, Commands
from motorium.contracts.frames import Floats
from motorium.motors.posture.tables import Mode, Ways

__all__ = [
    "Asked",
    "asked_of",
    "report",
    "set_tempo",
    "take_action",
    "wish_of",
    "within",
    "wrapped",
]

SLOWEST: Final = 1e-3
"""Who is asked for less [m/s] stands."""
RUN_FROM: Final = 2.2
WALK_FROM: Final = 1.9
"""From the one on one runs, below the other one walks again [m/s]."""
BACKWARD_FROM: Final = math.radians(100.0)
FORWARD_FROM: Final = math.radians(80.0)
"""A course beyond the one is backward, within the other forward again [rad]."""
TEMPO: Final = (0.5, 1.6)
"""How much slower and faster than recorded strides are taken; what is beyond slides."""
FARTHER: Final = 1.5
"""How much farther than recorded a stride leads at most."""
QUICKENED: Final = 0.15
"""Within about so long [s] strides get another tempo."""

_ASKED: Final = int(ActionState.ASKED)
_RUNNING: Final = int(ActionState.RUNNING)
_DONE: Final = int(ActionState.DONE)
_REFUSED: Final = int(ActionState.REFUSED)
_BACKWARD: Final = int(Mode.BACKWARD)
_FORWARD: Final = int(Mode.FORWARD)
_RUNS: Final = int(Mode.RUNNING)
_CRAWLS: Final = int(Mode.CRAWLING)
_NEVER: Final = -9
"""The number of an action that cannot be asked for."""


class Asked(NamedTuple):
    """Commands, by slot: setpoints, the newest action, and the numbers that actions have."""

    speed: Floats
    heading: Floats
    course: Floats
    aim_turn: Floats
    aim_rise: Floats
    aim: Floats
    look_turn: Floats
    look_rise: Floats
    action: NDArray[np.int8]
    action_value: Floats
    action_state: NDArray[np.int8]
    posture: int
    gesture: int


def asked_of(commands: Commands) -> Asked:
    """The arrays of commands, which may know more than figures do."""
    known = [action.name for action in commands.vocabulary.actions]
    posture, gesture = (
        known.index(name) if name in known else _NEVER for name in ("posture", "gesture")
    )
    return Asked(
        speed=commands["speed"],
        heading=commands["heading"],
        course=commands["course"],
        aim_turn=commands["aim_turn"],
        aim_rise=commands["aim_rise"],
        aim=commands["aim"],
        look_turn=commands["look_turn"],
        look_rise=commands["look_rise"],
        action=commands.action,
        action_value=commands.action_value,
        action_state=commands.action_state,
        posture=posture,
        gesture=gesture,
    )


@inlined
def wrapped(angle: float) -> float:
    """The same direction between -pi and pi."""
    return angle - 2.0 * math.pi * math.floor(angle / (2.0 * math.pi) + 0.5)


@inlined
def within(seconds: float, span: float) -> float:
    """The share of what is missing that is made up for."""
    return 1.0 - math.exp(-seconds / span)


@inlined
def take_action(ways: Ways, slot: int, asked: Asked, one: Any) -> None:
    """Begin what is asked for, or refuse it."""
    if asked.action_state[slot] != _ASKED:
        return
    number = int(asked.action_value[slot])
    if asked.action[slot] == asked.posture:
        fits = number < ways.counts[one.graph] and ways.fixed[one.graph, number] == 1
        if fits:
            one.wish = number
        asked.action_state[slot] = _RUNNING if fits else _REFUSED
    elif asked.action[slot] == asked.gesture:
        fits = number < ways.gestures.shape[1] and ways.gestures[one.graph, number, 0] >= 0
        if fits and one.gesture < 0 and one.alive > 0.5:
            one.gesture, one.gesture_time = number, 0.0
            asked.action_state[slot] = _RUNNING
        else:
            asked.action_state[slot] = _REFUSED
    else:
        asked.action_state[slot] = _REFUSED


@inlined
def report(ways: Ways, slot: int, asked: Asked, one: Any) -> None:
    """Say what is done of what was asked for."""
    if asked.action_state[slot] != _RUNNING:
        return
    if asked.action[slot] == asked.posture:
        if one.node == one.wish and one.moving == 0 and one.falling == 0:
            asked.action_state[slot] = _DONE
    elif one.gesture < 0:
        asked.action_state[slot] = _DONE


@inlined
def wish_of(ways: Ways, speed: float, course: float, one: Any) -> int:
    """The column of the table that it is led by."""
    if speed < SLOWEST or ways.implied[one.graph, one.wish] == 1:
        one.mode = -1
        return int(one.wish)
    off = abs(wrapped(course))
    backward = off > (FORWARD_FROM if one.mode == _BACKWARD else BACKWARD_FROM)
    if ways.low[one.graph, one.wish] == 1:
        one.mode = _CRAWLS
    elif backward:
        one.mode = _BACKWARD
    elif speed > (WALK_FROM if one.mode == _RUNS else RUN_FROM):
        one.mode = _RUNS
    else:
        one.mode = _FORWARD
    return int(ways.next.shape[1] + one.mode)


@inlined
def set_tempo(ways: Ways, speed: float, course: float, seconds: float, one: Any) -> None:
    """Strides as fast as the speed asks for; those of another gait, on the way out of it, go on as
    they were."""
    if one.mode < 0:
        return
    own = ways.speeds[one.graph, one.mode]
    one.next_pace = min(max(speed / own, TEMPO[0]), TEMPO[1])
    one.next_stride = min(speed / (own * one.next_pace), FARTHER)
    # What it has no motion for is played forward, and slides back.
    if abs(wrapped(course)) > 0.5 * math.pi and ways.modes[one.graph, one.mode] != _BACKWARD:
        one.next_stride = -one.next_stride
    if one.gait == ways.modes[one.graph, one.mode]:
        part = within(seconds, QUICKENED)
        one.pace += part * (one.next_pace - one.pace)
        one.stride += part * (one.next_stride - one.stride)
