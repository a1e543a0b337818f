"""The mind that says a list of commands, each at its time."""

from __future__ import annotations

import math

import numpy as np
import pytest

from motorium.contracts.commands import FISH, ActionState, Commands
from motorium.contracts.mind import Senses
from motorium.minds.sequence import SequenceMind, TimedCommand

SLOTS = np.array([0, 2])

SAID = [
    TimedCommand(0.0, {"speed": 1.5}),
    TimedCommand(1.0, {}, turn=math.pi / 2),
    TimedCommand(1.0, {"climb": 0.3}),
    TimedCommand(2.0, {"speed": 0.0, "brake": 1.0}),
]


def say(mind: SequenceMind, commands: Commands, time: float, slots: np.ndarray = SLOTS) -> None:
    nothing = np.zeros((3, 3))
    senses = Senses(time, slots, nothing, np.zeros((3, 4)), np.ones(3, dtype=np.float32))
    mind.decide(senses, commands)


def test_commands_are_said_once_in_time_and_setpoints_hold() -> None:
    mind, commands = SequenceMind(SAID), Commands(FISH, 3)
    for frame in range(61):
        say(mind, commands, frame / 60)
        if frame < 60:
            assert commands.action_sequence.tolist() == [0, 0, 0]
    assert commands["speed"].tolist() == [1.5, 0.0, 1.5]
    assert commands["climb"].tolist() == [0.3, 0.0, 0.3]
    assert commands.action_sequence.tolist() == [1, 0, 1]
    assert commands.action_state[0] == ActionState.ASKED
    assert commands.action_value[0] == pytest.approx(math.pi / 2)
    say(mind, commands, 1.5)
    assert commands.action_sequence.tolist() == [1, 0, 1]
    say(mind, commands, 9.0)
    assert commands["speed"].tolist() == [0.0, 0.0, 0.0]
    assert commands["brake"].tolist() == [1.0, 0.0, 1.0]


def test_who_comes_later_or_comes_back_hears_what_holds() -> None:
    mind, commands = SequenceMind(SAID), Commands(FISH, 3)
    say(mind, commands, 1.0)
    commands.reset(SLOTS)
    say(mind, commands, 1.1, np.arange(3))
    assert commands["speed"].tolist() == [1.5] * 3
    assert commands["climb"].tolist() == [0.3] * 3


def test_a_person_may_change_the_speed_until_the_next_is_said() -> None:
    mind, commands = SequenceMind(SAID), Commands(FISH, 3)
    assert mind.speed == 0.0
    say(mind, commands, 0.0)
    mind.speed = 0.7
    say(mind, commands, 1.0)
    assert (mind.speed, commands["speed"][0]) == (0.7, 0.7)
    say(mind, commands, 2.0)
    assert mind.speed == 0.0


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (TimedCommand(0, {"speed": 1.5}), "swim 1.5 L/s"),
        (TimedCommand(0, {"speed": 0.0, "brake": 1.0}), "rest the tail, brake"),
        (TimedCommand(0, {"climb": math.radians(25)}), "climb 25°"),
        (TimedCommand(0, {"climb": math.radians(-25), "turn_rate": 0.0}), "dive 25°, straight on"),
        (TimedCommand(0, {"turn_rate": -math.pi / 4}), "steer 45° right a second"),
        (TimedCommand(0, {"roll": math.radians(20)}), "roll 20° right"),
        (TimedCommand(0, {"backward": 0.4}, turn=-2.0), "row back 0.4 L/s, C-turn 115° right"),
    ],
)
def test_commands_in_words(command: TimedCommand, text: str) -> None:
    assert command.text == text


def test_at_another_pace_angles_stay() -> None:
    quick = TimedCommand(4.0, {"speed": 1.0, "turn_rate": 0.5, "climb": 0.3}, 1.0).at_pace(2.0)
    assert quick == TimedCommand(2.0, {"speed": 2.0, "turn_rate": 1.0, "climb": 0.3}, 1.0)
