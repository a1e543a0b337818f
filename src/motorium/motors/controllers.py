"""The nine motor controllers of a fish (Tu 1999, section 4.6), closed-loop, for many at once.

Muscles beat (swim), relax (glide), shorten on one side (steering while swimming) or bend and stroke
back (the C-turn). Pectoral fins raise or lower their leading edge (ascend, descend), differ
(balance), stand across the water (brake) or row (backward). Every frame the controllers look at
where the fish points and how fast it moves through the water, and hold speed, heading, climb and
roll.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import BODY_LENGTH, CENTIMETRE, MUSCLES
from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.motors.beat import HALF_LIFE, STILL, beat, beat_rate, number, row_of, within, wrap
from motorium.motors.controls import UNKNOWN, Memories
from motorium.motors.pectorals import move_fins
from motorium.motors.turns import FLICK, STERNWAY, turn
from motorium.physics.fish_kernel import Array, Row

__all__ = [
    "BEARABLE",
    "BEARABLE_AFTER_TURNS",
    "BEARABLE_ALWAYS",
    "BEARABLE_SPEEDS",
    "HEADWAY",
    "LEAST_DRIVE",
    "MOST_DRIVE",
    "control_fishes",
]

HEADWAY: Final = 0.4
"""A fish that is faster [L/s] brakes before it rows backwards."""
MOST_SPEED_TRIM: Final = 0.6
"""By how much more or less drive a speed may be asked for, as a share."""
LEAST_DRIVE: Final = 0.3
MOST_DRIVE: Final = 1.03
"""Shares of what is asked for, and of the fast gait, between which the drive stays."""
BEARABLE: Final = 0.8
BEARABLE_SPEEDS: Final = 2.0
BEARABLE_ALWAYS: Final = 0.15
BEARABLE_AFTER_TURNS: Final = 0.3
"""The drive that a fish bears: this share of its cruising speed and so many times its own, but
always the third, and after a turn its speed or the fourth."""
BENT_LOSS: Final = 0.4
"""How much more drive a bent body needs for its speed: a share of its one-sided contraction."""
GATHERING: Final = 0.2
GATHERED: Final = 5.0
"""A fish whose speed is further off than this share is trimmed only after this time [s]."""
MOST_HEADING_TRIM: Final = 0.1
"""One-sided contraction that only keeps a fish straight."""
LEAD: Final = 0.35
"""The held heading runs at most so far ahead of the fish [rad]."""
BEATS_SEEN: Final = 1.5
"""Share of the difference by which the mean heading is mended in a beat."""

_CONTRACTION: Final = Row.CONTRACTION
_STEP: Final = Row.CONTRACTION_STEP
_ROWS: Final = Row.COUNT


@kernel
def control_fishes(
    controls: NDArray[np.void],
    width: int,
    first: int,
    last: int,
    steps: int,
    frame_seconds: float,
    currents: Floats,
    slots: NDArray[np.intp],
    scales: Floats,
    speed: Floats,
    turn_rate: Floats,
    climb: Floats,
    roll: Floats,
    brake: Floats,
    backward: Floats,
    action_value: Floats,
    action_state: NDArray[np.int8],
    action_left: Floats,
    orientations: Floats,
    velocities: Floats,
    angular_velocities: Floats,
    memory: Memories,
    state: Array,
    fins_out: Array,
    contraction_out: Array,
) -> None:
    """Let muscles and fins of the fishes in lanes [first, last) move over the coming frame.

    Commands, body frames and velocities by population slot; scales (length over 20 cm), currents of
    the water [m/s] and memory by lane. Muscles move in ramps: state gets what each step adds.
    """
    muscles = np.empty(MUSCLES)
    own = controls[0]
    for n in range(first, last):
        slot = slots[n]
        me = memory[n]
        slower = math.sqrt(scales[n])
        dt = frame_seconds / slower
        kept = 0.5 ** (dt / HALF_LIFE)
        seen = _look(
            orientations[slot],
            velocities[slot],
            angular_velocities[slot],
            currents[n],
            slower / (CENTIMETRE * BODY_LENGTH * scales[n]),
            slower,
        )
        backing = max(number(backward[slot]), 0.0) * slower
        braking = min(max(number(brake[slot]), 0.0), 1.0)
        if not own.closed:
            # Bodies without fins know neither.
            backing = braking = 0.0
        asked = min(max(number(speed[slot]), 0.0) * slower, own.top_speed)
        if backing > 0.0:
            asked = 0.0
        asked *= 1.0 - braking
        _estimate(own, me, seen, asked, dt, kept)
        _steer(own, me, number(turn_rate[slot]) * slower, asked, dt, kept)
        contraction = contraction_out[slot]
        turn(
            own,
            me,
            action_value[slot],
            action_state,
            action_left,
            slot,
            asked,
            dt,
            contraction,
            muscles,
        )
        _gather_way(own, me, asked, kept)
        beat(own, me, dt, muscles)
        base = (n // width) * _ROWS * width + n % width
        quickest = own.quickest * dt
        for muscle in range(MUSCLES):
            now = state[base + (_CONTRACTION + muscle) * width]
            change = within(muscles[muscle] - now, quickest)
            state[base + (_STEP + muscle) * width] = change / steps
            contraction_out[slot, muscle] = now + change
        if own.closed > 0.0:
            if me.turn_clock >= 0.0 or me.turn_due > 0.0:
                # A turn needs the water that fins would stop.
                braking = 0.0
                backing = 0.0
            # Before it rows back a fish stops, and before it swims or turns it stops rowing.
            if (backing > 0.0 and me.speed > HEADWAY) or (backing == 0.0 and me.speed < -STERNWAY):
                braking = 1.0
                backing = 0.0
            move_fins(
                own,
                me,
                seen,
                number(climb[slot]),
                number(roll[slot]),
                braking,
                backing,
                asked,
                dt,
                kept,
                state,
                base,
                width,
                fins_out[slot],
            )
        me.fresh = 0.0


@kernel
def _look(
    q: Floats, v: Floats, spin: Floats, current: Floats, per_length: float, slower: float
) -> Any:
    """Heading, pitch, roll, climb of the path [rad]; rates of pitch and roll [rad/s]; speed [L/s];
    rate of the heading [rad/s].

    Rates and speed are those of a fish of 20 cm that would move like this one.
    """
    w, a, b, c = q[0], q[1], q[2], q[3]
    fx, fy, fz = 1 - 2 * (b * b + c * c), 2 * (a * b + w * c), 2 * (a * c - w * b)
    lx, ly, lz = 2 * (a * b - w * c), 1 - 2 * (a * a + c * c), 2 * (b * c + w * a)
    uz = 1 - 2 * (a * a + b * b)
    vx, vy, vz = v[0] - current[0], v[1] - current[1], v[2] - current[2]
    forward = (vx * fx + vy * fy + vz * fz) * per_length
    whole = math.sqrt(vx * vx + vy * vy + vz * vz) * per_length
    pitch = math.asin(within(fz, 1.0))
    path = pitch
    if whole > 0.0:
        path = math.asin(within(vz * per_length / whole, 1.0))
    pitching = -(spin[0] * lx + spin[1] * ly + spin[2] * lz) * slower
    rolling = (spin[0] * fx + spin[1] * fy + spin[2] * fz) * slower
    yawing = spin[2] * slower
    return math.atan2(fy, fx), pitch, math.atan2(lz, uz), path, pitching, rolling, forward, yawing


@kernel
def _estimate(own: Any, me: Any, seen: Any, asked: float, dt: float, kept: float) -> None:
    """Follow speed and heading through the swing of the beat, and trim the drive."""
    heading, forward = seen[0], seen[6]
    if me.fresh == UNKNOWN:
        me.heading = heading
        me.held = heading
        me.speed = forward
    row, way = row_of(me.drive, own.speeds)
    share = min(BEATS_SEEN * beat_rate(own, row, way) * dt, 1.0)
    me.speed += (forward - me.speed) * share
    cosine, sine = math.cos(me.phase), math.sin(me.phase)
    if me.turn_clock >= 0.0:
        me.heading += wrap(heading - me.heading)
        me.swing[0] = 0.0
        me.swing[1] = 0.0
    else:
        me.heading += me.bias * own.curvature_per_bias * me.speed * dt
        off = wrap(heading - me.heading - me.swing[0] * cosine - me.swing[1] * sine)
        me.heading += off * share
        me.swing[0] += 2.0 * off * cosine * share
        me.swing[1] += 2.0 * off * sine * share
    if own.closed > 0.0 and asked > STILL and me.turn_clock < 0.0 and me.brake < 0.01:
        missing = (asked - me.speed) / asked
        me.lacking = me.lacking + dt if abs(missing) > GATHERING else 0.0
        # While it still gathers way it lacks time, not drive.
        if me.lacking == 0.0 or me.lacking > GATHERED:
            trim = me.speed_trim + own.speed_trim * missing * dt
            me.speed_trim = within(trim, MOST_SPEED_TRIM)
    else:
        me.speed_trim *= kept
        me.lacking = 0.0


@kernel
def _steer(own: Any, me: Any, turning: float, asked: float, dt: float, kept: float) -> None:
    """Move the held heading as asked, and find the one-sided contraction that follows it."""
    bend = 0.0
    if me.turn_legs > 0.0 or me.turn_due > 0.0:
        turning = 0.0
    if asked > 0.0:
        bend = turning / (asked * own.curvature_per_bias)
    if own.closed > 0.0:
        if me.turn_clock < 0.0 and me.turn_legs == 0.0 and me.turn_due == 0.0:
            me.held += turning * dt
            lead = LEAD
            if asked <= STILL:
                lead = FLICK if turning != 0.0 else 0.5 * LEAD
            me.held = me.heading + within(me.held - me.heading, lead)
        error = me.held - me.heading
        if asked > STILL and me.turn_clock < 0.0:
            trim = me.heading_trim + own.heading_trim * error * dt
            me.heading_trim = within(trim, MOST_HEADING_TRIM)
            bend += own.heading_gain * error + me.heading_trim
        else:
            me.heading_trim *= kept
    if asked <= STILL:
        # A gliding fish keeps its shape, but for the end of a turn, when its body is the rudder.
        bend = own.heading_gain * (me.held - me.heading) if me.turn_legs > 0.0 else 0.0
    if me.turn_clock >= 0.0:
        bend = 0.0
    bend = within(bend, own.largest_bias)
    me.bias = bend + (me.bias - bend) * (kept * kept if own.closed > 0.0 else kept)


@kernel
def _gather_way(own: Any, me: Any, asked: float, kept: float) -> None:
    """Let the drive follow what is asked for and what is missing."""
    wanted = asked * (1.0 + me.speed_trim)
    if own.closed > 0.0:
        wanted += asked * BENT_LOSS * abs(me.bias)
        if asked > STILL:
            wanted = max(wanted + own.speed_gain * (asked - me.speed), LEAST_DRIVE * asked)
        wanted = min(wanted, MOST_DRIVE * own.top_speed)
        # Full beats in water that stands, or comes from behind, shake a fish or fold its tail; so
        # does a beat that comes back full-blown after a turn.
        bearable = max(
            BEARABLE * own.cruise + BEARABLE_SPEEDS * me.speed, BEARABLE_ALWAYS * own.cruise
        )
        if me.hush > 0.0:
            bearable = max(me.speed, BEARABLE_AFTER_TURNS * own.cruise)
        wanted = min(wanted, bearable)
    me.drive = wanted + (me.drive - wanted) * kept
