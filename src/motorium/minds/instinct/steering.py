"""Steering: wishes become commands, frame by frame between two decisions."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.commands import FISH, ActionState, Commands
from motorium.contracts.frames import Floats
from motorium.contracts.mind import Room, Senses
from motorium.contracts.perception import NOBODY
from motorium.contracts.population import Slots

__all__ = ["Steering", "heading_of", "wrapped"]

ATTENTION: Final = 2.5
"""How much it turns on each length of its way, for each radian that its course is off [1/L]."""
SLOWEST: Final = 0.5
"""Who is slower steers as if he swam so fast [L/s]."""


SPACE: Final = 2.0
"""How far on it must be able to swim after a C-turn, to steer another course [L]."""
LOCKED: Final = 1.0
"""And for how long before that [s]: so long nothing else can turn it."""
TWICE: Final = math.radians(95.0)
"""A larger C-turn is two [rad]."""

_MOST_RATE: Final = FISH.setpoint("turn_rate").high


class Steering:
    """Holds courses."""

    def __init__(self, capacity: int) -> None:
        self._turns = np.zeros(capacity)

    def carry_out(self, senses: Senses, wishes: NDArray[Any], commands: Commands) -> int:
        """Ask for what these wish; but for a C-turn only where there is room after it, since until
        it is over nothing else can turn them. Returns the slot of one whose wishes are no finite
        numbers, at which it stops, or NOBODY."""
        slots, room = senses.slots, senses.room
        senseless = _steer(
            slots,
            senses.orientations,
            wishes,
            self._turns,
            commands["speed"],
            commands["turn_rate"],
            commands["climb"],
            commands["brake"],
            commands["backward"],
            commands.mouth,
            commands.suction,
        )
        if senseless != NOBODY:
            return senseless
        turning = slots[self._turns[slots] != 0.0]
        if len(turning):
            busy = np.isin(commands.action_state[turning], (ActionState.ASKED, ActionState.RUNNING))
            free = turning[~busy]
            if room is not None:
                turns, speeds = self._turns[free], commands["speed"][free]
                free = free[_has_room(senses, room, free, turns, speeds)]
            commands.begin("turn", free, self._turns[free])
        return NOBODY


def _has_room(
    senses: Senses, room: Room, slots: Slots, turns: Floats, speeds: Floats
) -> NDArray[np.bool_]:
    """Who of these may turn: there is room to swim on after the turn, and between the two halves
    of a large one."""
    w, x, y, z = senses.orientations[slots].T
    headings = np.arctan2(2.0 * (x * y + w * z), 1.0 - 2.0 * (y * y + z * z))
    once = np.abs(turns) < TWICE
    seconds = np.where(once, LOCKED, 2.0 * LOCKED)
    far = (SPACE + seconds * speeds) * senses.lengths[slots].astype(np.float64)
    half = np.where(once, turns, 0.5 * turns)
    allowed: NDArray[np.bool_] = room.along(slots, headings + turns, far) >= far
    allowed &= room.along(slots, headings + half, far) >= far
    return allowed


@kernel
def heading_of(w: float, x: float, y: float, z: float) -> float:
    """Left of the world's x axis [rad], of an orientation."""
    return math.atan2(2.0 * (x * y + w * z), 1.0 - 2.0 * (y * y + z * z))


@kernel
def wrapped(angle: float) -> float:
    """The same angle from -pi to pi [rad]."""
    return angle - 2.0 * math.pi * math.floor(angle / (2.0 * math.pi) + 0.5)


@kernel
def _steer(
    slots: Slots,
    orientations: Floats,
    wishes: NDArray[Any],
    turns_out: Floats,
    speed_out: Floats,
    turn_rate_out: Floats,
    climb_out: Floats,
    brake_out: Floats,
    backward_out: Floats,
    mouth_out: Floats,
    suction_out: Floats,
) -> int:
    for slot in slots:
        wish = wishes[slot]
        # A sum with anything in it that is no number is none.
        course = wish.heading + wish.climb + wish.turn
        if not math.isfinite(course + wish.speed + wish.brake + wish.backward + wish.mouth):
            return int(slot)
        w, x, y, z = orientations[slot]
        error = wrapped(wish.heading - heading_of(w, x, y, z))
        speed_out[slot] = wish.speed
        rate = ATTENTION * max(wish.speed, SLOWEST) * error
        turn_rate_out[slot] = min(max(rate, -_MOST_RATE), _MOST_RATE)
        climb_out[slot] = wish.climb
        brake_out[slot] = wish.brake
        backward_out[slot] = wish.backward
        # Who opens its mouth does so to suck something in.
        mouth_out[slot] = suction_out[slot] = wish.mouth
        turns_out[slot] = wish.turn
        # A C-turn is begun once.
        wish.turn = 0.0
    return NOBODY
