"""C-turns (Tu 1999, left-turn-MC and right-turn-MC): begun, composed of legs, and ended."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.commands import ActionState
from motorium.contracts.frames import Floats
from motorium.motors.beat import STILL, bent, number, row_of, take_on
from motorium.motors.controls import Memories
from motorium.physics.fish_kernel import Array

__all__ = ["ANOTHER_LEG", "FLICK", "STEERAGE", "STERNWAY", "resume_turns", "turn", "turn_clocks"]

FLICK: Final = 0.7
"""By so much does a fish turn at once that is asked to steer but not to swim [rad]."""
NEAR: Final = math.radians(3.0)
"""A turn has been made when the heading is as near as this."""
LIMP: Final = 0.12
"""A fish whose muscles are all as near as this to what they shall do has its shape back."""
STERNWAY: Final = 0.12
"""A fish that goes backwards faster than this [L/s] stops before it turns."""
STEERAGE: Final = 0.4
"""Share of the cruising speed from which on a fish turns out of its beat."""
ANOTHER_LEG: Final = math.radians(35.0)
ANOTHER_FLICK: Final = math.radians(15.0)
"""More than this is not left to steering, or to the oars of a fish that does not swim, but turned
by another C-turn."""
PATIENCE: Final = 4.0
"""How long a turn may be trimmed before there is another leg [s]."""

_ASKED: Final = int(ActionState.ASKED)
_RUNNING: Final = int(ActionState.RUNNING)
_DONE: Final = int(ActionState.DONE)
_REFUSED: Final = int(ActionState.REFUSED)


@kernel
def turn(
    own: Any,
    me: Any,
    angle: float,
    action_state: NDArray[np.int8],
    action_left: Floats,
    slot: int,
    asked: float,
    dt: float,
    contraction: Array,
    muscles: Floats,
) -> None:
    """Begin, compose and end C-turns.

    A turn that interrupts another waits until the fish has glided back to its shape, one of a fish
    that beats in standing water until the beat has died away, and one of a fish that goes backwards
    until it has stopped: else tails fold.
    """
    if own.turns == 0.0:
        return
    if action_state[slot] == _ASKED:
        action_state[slot] = _RUNNING
        me.held = me.heading + number(angle)
        me.turn_legs = 0.0
        me.turn_due = 1.0
        if me.turn_clock >= 0.0:
            me.turn_clock = -1.0
            take_on(own, me, contraction, muscles)
    elif me.fresh > 0.0 and action_state[slot] == _RUNNING:
        # Another motor has begun it.
        me.held = me.heading + number(action_left[slot])
        me.turn_due = 1.0 if me.turn_legs == 0.0 else 0.0
    if me.turn_due > 0.0:
        sails = me.speed > STEERAGE * own.cruise
        if bent(me) < LIMP and me.speed > -STERNWAY and (sails or me.hush >= 1.0):
            me.turn_due = 0.0
            if abs(me.held - me.heading) > NEAR:
                _begin_leg(own, me)
            elif action_state[slot] == _RUNNING:
                action_state[slot] = _DONE
                me.turn_legs = 0.0
            take_on(own, me, contraction, muscles)
    elif me.turn_clock >= 0.0:
        me.turn_clock += dt
        if me.turn_clock > _turn_seconds(own, me.turn_swimming):
            me.turn_clock = -1.0
            me.turn_wait = 0.0
    elif me.turn_legs > 0.0:
        me.turn_wait += dt
        left = abs(me.held - me.heading)
        swims = asked > STILL
        if left <= NEAR:
            if action_state[slot] == _RUNNING:
                action_state[slot] = _DONE
            me.turn_legs = 0.0
        elif me.turn_legs >= own.most_legs:
            if action_state[slot] == _RUNNING:
                action_state[slot] = _REFUSED
            me.turn_legs = 0.0
            me.held = me.heading
        elif left > (ANOTHER_LEG if swims else ANOTHER_FLICK) or me.turn_wait > PATIENCE:
            me.turn_due = 1.0
    elif asked <= STILL and abs(me.held - me.heading) > 0.9 * FLICK:
        # Steering that is asked of a fish that does not swim.
        me.turn_due = 1.0
    action_left[slot] = me.held - me.heading if action_state[slot] == _RUNNING else 0.0


@kernel
def _begin_leg(own: Any, me: Any) -> None:
    """A C-turn by what is left to turn, or by what one can do."""
    left = me.held - me.heading
    row, way = _speed_row(own, me.speed)
    reach = own.turn_reach[row] + (own.turn_reach[row + 1] - own.turn_reach[row]) * way
    legs = math.ceil(abs(left) / reach - 0.05)
    _set_leg(own, me, math.copysign(min(abs(left) / max(legs, 1.0), reach), left), me.speed)
    me.turn_clock = 0.0
    me.turn_legs += 1.0


@kernel
def _speed_row(own: Any, speed: float) -> tuple[int, float]:
    entry = min(max(speed, own.turn_speeds[0]), own.top_turn_speed)
    return row_of(entry, own.turn_speeds)


@kernel
def _set_leg(own: Any, me: Any, angle: float, speed: float) -> None:
    """How deep to bend for an angle [rad] that one C-turn can do, at a speed [L/s]."""
    leg = abs(angle)
    row, way = _speed_row(own, speed)
    column, part = row_of(leg, own.turn_angles)
    slow = own.turn_amplitudes[row, column]
    slow += (own.turn_amplitudes[row, column + 1] - slow) * part
    fast = own.turn_amplitudes[row + 1, column]
    fast += (own.turn_amplitudes[row + 1, column + 1] - fast) * part
    depth = slow + (fast - slow) * way
    me.turn_amplitude = depth if angle > 0.0 else -depth
    me.turn_swimming = min(max(speed / own.cruise, 0.0), 1.0)
    me.turn_angle = angle
    me.turn_entry = speed


@kernel
def resume_turns(controls: NDArray[np.void], memory: Memories) -> None:
    """Go on with C-turns that another motor has begun: of who has a `turn_clock`, by `turn_angle`,
    from the speed `turn_entry`."""
    own = controls[0]
    for me in memory:
        if own.turns == 0.0 or me.turn_clock < 0.0:
            me.turn_clock = -1.0
            continue
        _set_leg(own, me, me.turn_angle, me.turn_entry)
        me.turn_legs = 1.0
        whole = _turn_seconds(own, me.turn_swimming)
        if me.turn_clock > whole:
            me.turn_wait = me.turn_clock - whole
            me.turn_clock = -1.0
        else:
            me.hush = 1.0


@kernel
def _turn_seconds(own: Any, swimming: float) -> float:
    """How long a C-turn takes [s], until the body is straight again."""
    total = 0.0
    for k in range(5):
        rest = own.turn_times[0, k]
        total += rest + (own.turn_times[1, k] - rest) * swimming
    return total


@kernel
def turn_clocks(controls: NDArray[np.void], memory: Memories) -> Floats:
    """How long ago the last C-turn began [s], also if only its end is still trimmed."""
    since = np.empty(len(memory))
    for n in range(len(memory)):
        me = memory[n]
        since[n] = me.turn_clock
        if me.turn_clock < 0.0:
            since[n] = _turn_seconds(controls[0], me.turn_swimming) + me.turn_wait
    return since
