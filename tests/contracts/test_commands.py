"""Setpoints hold; actions start once and report."""

import numpy as np
import pytest

from motorium.contracts.commands import FISH, ActionState, Commands, Vocabulary

SLOTS = np.array([0, 2])


def test_setpoints_hold_until_changed() -> None:
    commands = Commands(FISH, 3)
    commands.set("speed", SLOTS, [1.0, 2.0])
    assert commands["speed"].tolist() == [1.0, 0.0, 2.0]
    commands.forget(SLOTS)
    assert commands["speed"].tolist() == [0.0, 0.0, 0.0]


def test_values_are_held_to_their_range() -> None:
    commands = Commands(FISH, 3)
    commands.set("speed", SLOTS, [-1.0, 1e9])
    assert commands["speed"].tolist() == [0.0, 0.0, 20.0]


def test_nan_and_unknown_names_are_refused() -> None:
    commands = Commands(FISH, 3)
    with pytest.raises(ValueError, match="'speed' was given NaN"):
        commands.set("speed", SLOTS, [np.nan, 1])
    with pytest.raises(KeyError, match="no setpoint is called 'sped'; known are speed, turn_rate"):
        commands.set("sped", SLOTS, [1, 1])
    with pytest.raises(KeyError, match="no action is called 'dance'; known are turn"):
        commands.begin("dance", SLOTS, [1, 1])
    assert commands["speed"].tolist() == [0.0, 0.0, 0.0]


def test_actions_carry_sequence_numbers() -> None:
    commands = Commands(FISH, 3)
    assert commands.begin("turn", SLOTS, [0.5, 9.0]).tolist() == [1, 1]
    assert commands.begin("turn", SLOTS[:1], [0.1]).tolist() == [2]
    assert commands.action_value.tolist() == [0.1, 0.0, np.pi]
    asked, none = ActionState.ASKED, ActionState.NONE
    assert commands.action_state.tolist() == [asked, none, asked]


def test_what_a_motor_does_not_know_is_refused() -> None:
    commands = Commands(FISH, 3)
    commands.begin("turn", SLOTS, [0.5, 0.5])
    refused = commands.refuse_unknown(np.arange(3), Vocabulary(FISH.setpoints))
    assert refused.tolist() == [0, 2]
    assert commands.action_state[0] == ActionState.REFUSED
    commands.begin("turn", SLOTS, [0.5, 0.5])
    assert len(commands.refuse_unknown(np.arange(3), FISH)) == 0
