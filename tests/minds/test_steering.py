"""Wishes become commands; the boundary controller has the last word."""

from __future__ import annotations

import math

import numpy as np
import pytest

from motorium.contracts.commands import FISH, ActionState, Commands
from motorium.contracts.frames import Floats
from motorium.contracts.mind import Room, Senses
from motorium.contracts.population import Slots
from motorium.minds.instinct.scene import WISH
from motorium.minds.instinct.steering import Steering, heading_of, wrapped
from motorium.minds.keeping_off import KeepingOff

LENGTH = 0.2


def _senses(free: float, away: tuple[float, float, float], heading: float = 0.0) -> Senses:
    """One fish with an even limit so near [L]."""

    def along(slots: Slots, courses: Floats, far: Floats) -> Floats:
        into = -(np.cos(courses) * away[0] + np.sin(courses) * away[1])
        return np.minimum(far, max(free, 0.0) * LENGTH / np.maximum(into, 1e-6))

    room = Room(
        np.full((1, 2), free * LENGTH),
        np.array([[away, away]]),
        np.full((1, 2), 4.0 * LENGTH),
        along,
    )
    return Senses(
        0.0,
        np.zeros(1, dtype=np.intp),
        np.zeros((1, 3)),
        np.array([[math.cos(heading / 2), 0.0, 0.0, math.sin(heading / 2)]]),
        np.full(1, LENGTH, dtype=np.float32),
        room,
    )


def _asked(senses: Senses, **wish: float) -> Commands:
    commands, wishes = Commands(FISH, 1), np.zeros(1, dtype=WISH)
    for name, value in wish.items():
        wishes[name] = value
    Steering(1).carry_out(senses, wishes, commands)
    return commands


def test_no_more_is_asked_for_than_fishes_can_be() -> None:
    for heading in (3.0, -3.0):
        commands = _asked(_senses(9.0, (0.0, 0.0, 1.0)), heading=heading, speed=8.0)
        assert commands["turn_rate"][0] == math.copysign(20.0, heading)


@pytest.mark.parametrize("angle", [0.0, 1.0, -3.0, 3.1])
def test_headings_and_angles(angle: float) -> None:
    assert heading_of(math.cos(angle / 2), 0.0, 0.0, math.sin(angle / 2)) == pytest.approx(angle)
    assert wrapped(angle + 4.0 * math.pi) == pytest.approx(angle)


def test_courses_are_steered_to_on_the_shorter_side() -> None:
    commands = _asked(_senses(9.0, (0.0, 0.0, 1.0), heading=3.0), heading=-3.0, speed=2.0)
    assert commands["turn_rate"][0] == pytest.approx(2.5 * 2.0 * (2.0 * math.pi - 6.0))
    assert commands["speed"][0] == 2.0


@pytest.mark.parametrize(
    ("free", "away", "turns"),
    [
        (9.0, (0.0, -1.0, 0.0), True),
        (2.0, (0.0, -1.0, 0.0), False),
        (1.0, (0.0, 1.0, 0.0), True),
        (3.0, (0.0, 0.0, 1.0), True),
    ],
)
def test_a_c_turn_to_the_left_needs_room_there(
    free: float, away: tuple[float, float, float], turns: bool
) -> None:
    commands = _asked(_senses(free, away), turn=math.pi / 2, heading=math.pi / 2)
    assert (commands.action_state[0] == ActionState.ASKED) == turns
    assert commands["turn_rate"][0] > 0.0, "it steers there all the same"


def test_half_of_a_large_c_turn_needs_room_too() -> None:
    """Along a wall at its left: right about is two turns, the first of which would lead there."""
    wall = _senses(1.0, (0.0, -1.0, 0.0), heading=-0.3)
    assert _asked(wall, turn=3.1).action_state[0] == ActionState.NONE
    assert _asked(wall, turn=-2.5).action_state[0] == ActionState.ASKED


@pytest.mark.parametrize("outwards", [1.0, -1.0, 2.5])
def test_who_is_beyond_a_limit_goes_straight_back(outwards: float) -> None:
    senses = _senses(-1.0, (-math.cos(outwards), -math.sin(outwards), 0.0))
    commands = Commands(FISH, 1)
    commands.set("speed", senses.slots, 1.0)
    assert senses.room is not None
    KeepingOff(keeps_height=False).decide(senses, senses.room, commands)
    # Inwards is at the right if outwards is at the left.
    assert commands["turn_rate"][0] * outwards < 0.0
