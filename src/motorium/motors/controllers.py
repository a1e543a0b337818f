"""The nine motor controllers of a fish (Tu 1999, section 4.6), closed-loop, for many at once.

Muscles beat (swim), relax (glide), shorten on one side (steering while swimming) or bend and stroke
back (the C-turn). Pectoral fins raise or lower their leading edge (ascend, descend), differ (balance),
stand across the water (brake) or row (backward). Every frame the controllers look at where the fish
points and how fast it moves through the water, and hold speed, heading, climb and roll.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import BODY_LENGTH, CENTIMETRE, MUSCLES, TENTH_SECOND
from motorium.bodies.gaits import DEEPEST
from motorium.compiled import kernel
from motorium.contracts.commands import ActionState
from motorium.contracts.frames import Floats
from motorium.motors.controls import Controls, Memories
from motorium.physics.fish_kernel import Array, Row

__all__ = ["contract", "control_fishes", "inherit"]

HALF_LIFE: Final = 0.25
"""Of the difference between what is asked for and what the muscles do [s]."""
FADE: Final = 0.1
"""A turn lets the beat that it interrupts die away in this time [s]."""
STEEPEST_FIN: Final = math.pi / 4
"""A fin that steers is raised or lowered by this at most (Tu, section 4.6.2)."""
FIN_RATE: Final = 25.0
"""The fastest that a fin turns [rad/s]."""
BRAKE_SECONDS: Final = 0.2
"""In which the fins are spread or folded back."""
CLIMB_RATE: Final = 1.5
"""The fastest that the wanted climb follows what is asked for [rad/s]."""
MOST_CLIMB_TRIM: Final = 0.35
MOST_SPEED_TRIM: Final = 0.6
LEAST_DRIVE: Final = 0.3
MOST_DRIVE: Final = 1.1
"""Shares of what is asked for, and of the fast gait, between which the drive stays."""
GATHERING: Final = 0.2
"""A fish whose speed is further off than this share is not trimmed."""
LEAD: Final = 0.35
"""The held heading runs at most so far ahead of the fish [rad]."""
FLICK: Final = 0.7
"""By so much does a fish turn at once that is asked to steer but not to swim [rad]."""
OAR_REACH: Final = 0.2
"""How far an oar is moved forth and back [L]."""
FEATHERING: Final = 0.7
"""At either end of a stroke, the share of it in which an oar turns its blade [rad of its phase]."""
NEAR: Final = math.radians(3.0)
"""A turn has been made when the heading is as near as this."""
LIMP: Final = 0.12
"""A fish whose muscles are all as near as this to what they shall do has its shape back."""
STERNWAY: Final = 0.12
"""A fish that goes backwards faster than this [L/s] stops before it turns."""
ANOTHER_LEG: Final = math.radians(35.0)
ANOTHER_FLICK: Final = math.radians(15.0)
"""More than this is not left to steering, or to the oars of a fish that does not swim, but turned
by another C-turn."""
PATIENCE: Final = 4.0
"""How long a turn may be trimmed before there is another leg [s]."""
SWIVEL: Final = 4.0
FASTEST_SWIVEL: Final = 1.2
"""Square of the speed of oars that turn the body, for each radian that it is off; the most [L/s]."""
SWIVEL_LEAD: Final = 0.5
"""Where the body will point after this time [s] counts."""
CLOSE: Final = math.radians(1.0)
"""Oars do not mind what is less."""
FLAP_RATE: Final = 9.0
"""Of fins that are held out [rad/s]."""
DRAWN_SECONDS: Final = 0.05
"""Within which what is drawn follows what is done."""
STILL: Final = 0.05
"""A fish that is asked for less [L/s] glides."""
BEATS_SEEN: Final = 1.5
"""Share of the difference by which the mean heading is mended in a beat."""

_CONTRACTION: Final = Row.CONTRACTION
_STEP: Final = Row.CONTRACTION_STEP
_FINS: Final = Row.FINS
_OARS: Final = Row.OARS
_ROWS: Final = Row.COUNT
_ASKED: Final = int(ActionState.ASKED)
_RUNNING: Final = int(ActionState.RUNNING)
_DONE: Final = int(ActionState.DONE)
_REFUSED: Final = int(ActionState.REFUSED)


@kernel
def contract(depth: float, angle: float, bias: float) -> tuple[float, float]:
    """Of the left and right muscles of a segment: how deep and where in its beat, and steering."""
    wave = 0.5 - 0.5 * math.cos(angle)
    left = 1.0 - depth * wave - max(bias, 0.0)
    right = 1.0 - depth * (1.0 - wave) - max(-bias, 0.0)
    return max(left, 1.0 - DEEPEST), max(right, 1.0 - DEEPEST)


@kernel
def control_fishes(
    own: Controls,
    width: int,
    first: int,
    last: int,
    steps: int,
    frame_seconds: float,
    current: Floats,
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
    orientations: Floats,
    velocities: Floats,
    angular_velocities: Floats,
    memory: Memories,
    state: Array,
    fins_out: Array,
    contraction_out: Array,
) -> None:
    """Let muscles and fins of the fishes in lanes [first, last) move over the coming frame.

    Commands, body frames and velocities by population slot; scales (length over 20 cm) and memory
    by lane; current [m/s] of the water. Muscles move in ramps: state gets what each step adds.
    """
    muscles = np.empty(MUSCLES)
    for n in range(first, last):
        slot = slots[n]
        me = memory[n]
        slower = math.sqrt(scales[n])
        dt = frame_seconds / slower
        seen = _look(
            orientations[slot],
            velocities[slot],
            angular_velocities[slot],
            current,
            slower / (CENTIMETRE * BODY_LENGTH * scales[n]),
            slower,
        )
        backing = max(_number(backward[slot]), 0.0) * slower
        braking = min(max(_number(brake[slot]), 0.0), 1.0)
        asked = min(max(_number(speed[slot]), 0.0) * slower, own.speeds[-1])
        if backing > 0.0:
            asked = 0.0
        asked *= 1.0 - braking
        _estimate(own, me, seen, asked, dt)
        _steer(own, me, _number(turn_rate[slot]) * slower, asked, dt)
        _turn(
            own, me, action_value[slot], action_state, slot, asked, dt, contraction_out[slot], muscles
        )
        _beat(own, me, asked, dt, muscles)
        base = (n // width) * _ROWS * width + n % width
        quickest = own.quickest * dt
        for muscle in range(MUSCLES):
            now = state[base + (_CONTRACTION + muscle) * width]
            change = min(max(muscles[muscle] - now, -quickest), quickest)
            state[base + (_STEP + muscle) * width] = change / steps
            contraction_out[slot, muscle] = now + change
        if own.closed:
            if me.turn_clock >= 0.0 or me.turn_due > 0.0:
                # A turn needs the water that fins would stop.
                braking = 1.0 if me.speed < -STERNWAY else 0.0
                backing = 0.0
            _move_fins(
                own,
                me,
                seen,
                _number(climb[slot]),
                _number(roll[slot]),
                braking,
                backing,
                asked,
                dt,
                state,
                base,
                width,
                fins_out[slot],
            )
        me.fresh = 0.0


@kernel
def _number(value: float) -> float:
    """A command that is no number asks for nothing."""
    return value if math.isfinite(value) else 0.0


@kernel
def _towards(value: float, target: float, most: float) -> float:
    return value + min(max(target - value, -most), most)


@kernel
def _wrap(angle: float) -> float:
    return angle - 2.0 * math.pi * math.floor(angle / (2.0 * math.pi) + 0.5)


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
    pitch = math.asin(min(max(fz, -1.0), 1.0))
    path = pitch
    if whole > 0.0:
        path = math.asin(min(max(vz * per_length / whole, -1.0), 1.0))
    pitching = -(spin[0] * lx + spin[1] * ly + spin[2] * lz) * slower
    rolling = (spin[0] * fx + spin[1] * fy + spin[2] * fz) * slower
    yawing = spin[2] * slower
    return math.atan2(fy, fx), pitch, math.atan2(lz, uz), path, pitching, rolling, forward, yawing


@kernel
def _estimate(own: Controls, me: Any, seen: Any, asked: float, dt: float) -> None:
    """Follow speed and heading through the swing of the beat, and trim the drive."""
    heading, forward = seen[0], seen[6]
    if me.fresh > 0.0:
        me.heading = heading
        me.held = heading
        me.speed = forward
    row, way = _row_of(me.drive, own.speeds)
    beat = own.beats[row] + (own.beats[row + 1] - own.beats[row]) * way
    share = 1.0 - math.exp(-BEATS_SEEN * beat * dt)
    me.speed += (forward - me.speed) * share
    cosine, sine = math.cos(me.phase), math.sin(me.phase)
    if me.turn_clock >= 0.0:
        me.heading += _wrap(heading - me.heading)
        me.swing[0] = 0.0
        me.swing[1] = 0.0
    else:
        me.heading += me.bias * own.curvature_per_bias * me.speed * dt
        off = _wrap(heading - me.heading - me.swing[0] * cosine - me.swing[1] * sine)
        me.heading += off * share
        me.swing[0] += 2.0 * off * cosine * share
        me.swing[1] += 2.0 * off * sine * share
    if own.closed and asked > STILL and me.turn_clock < 0.0 and me.brake < 0.01:
        missing = (asked - me.speed) / asked
        # While it still gathers way it lacks time, not drive.
        if abs(missing) < GATHERING:
            me.speed_trim += own.speed_trim * missing * dt
        me.speed_trim = min(max(me.speed_trim, -MOST_SPEED_TRIM), MOST_SPEED_TRIM)
    else:
        me.speed_trim *= 0.5 ** (dt / HALF_LIFE)


@kernel
def _steer(own: Controls, me: Any, turning: float, asked: float, dt: float) -> None:
    """Move the held heading as asked, and find the one-sided contraction that follows it."""
    kept = 0.5 ** (dt / HALF_LIFE)
    bend = 0.0
    if me.turn_legs > 0.0 or me.turn_due > 0.0:
        turning = 0.0
    if asked > 0.0:
        bend = turning / (asked * own.curvature_per_bias)
    if own.closed:
        if me.turn_clock < 0.0 and me.turn_legs == 0.0:
            me.held += turning * dt
            lead = LEAD
            if asked <= STILL:
                lead = FLICK if turning != 0.0 else 0.5 * LEAD
            me.held = min(max(me.held, me.heading - lead), me.heading + lead)
        error = me.held - me.heading
        if asked > STILL and me.turn_clock < 0.0:
            me.heading_trim += own.heading_trim * error * dt
            me.heading_trim = min(max(me.heading_trim, -0.1), 0.1)
            bend += own.heading_gain * error + me.heading_trim
        else:
            me.heading_trim *= kept
    bend = min(max(bend, -own.largest_bias), own.largest_bias)
    if asked <= STILL:
        # A gliding fish keeps its shape, but for the end of a turn, when its body is the rudder.
        bend = 0.0
        if me.turn_legs > 0.0:
            bend = own.heading_gain * (me.held - me.heading)
            bend = min(max(bend, -own.largest_bias), own.largest_bias)
    if me.turn_clock >= 0.0:
        bend = 0.0
    quicker = 2.0 if own.closed else 1.0
    me.bias = bend + (me.bias - bend) * kept**quicker


@kernel
def _turn(
    own: Controls,
    me: Any,
    angle: float,
    action_state: NDArray[np.int8],
    slot: int,
    asked: float,
    dt: float,
    contraction: Array,
    muscles: Floats,
) -> None:
    """Begin, compose and end C-turns.

    A turn that interrupts another waits until the fish has glided back to its shape, and one of a
    fish that goes backwards until it has stopped: else tails fold.
    """
    if not own.turns:
        return
    if action_state[slot] == _ASKED:
        action_state[slot] = _RUNNING
        me.held = me.heading + _number(angle)
        me.turn_legs = 0.0
        me.turn_due = 1.0
        if me.turn_clock >= 0.0:
            me.turn_clock = -1.0
            _take_on(own, me, contraction, muscles)
    if me.turn_due > 0.0:
        if _bent(me) < LIMP and me.speed > -STERNWAY:
            me.turn_due = 0.0
            if abs(me.held - me.heading) > NEAR:
                _begin_leg(own, me)
            else:
                action_state[slot] = _DONE
            _take_on(own, me, contraction, muscles)
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
            _begin_leg(own, me)
    elif asked <= STILL and abs(me.held - me.heading) > 0.9 * FLICK:
        # Steering that is asked of a fish that does not swim.
        _begin_leg(own, me)


@kernel
def _bent(me: Any) -> float:
    """The most that a muscle still differs from what it shall do."""
    most = 0.0
    for muscle in range(MUSCLES):
        most = max(most, abs(me.inherited[muscle]))
    return most


@kernel
def _take_on(own: Controls, me: Any, contraction: Array, muscles: Floats) -> None:
    """Let the muscles go on from where they are: the difference dies away."""
    for muscle in range(MUSCLES):
        me.inherited[muscle] = 0.0
    _beat(own, me, me.drive, 0.0, muscles)
    for muscle in range(MUSCLES):
        me.inherited[muscle] = contraction[muscle] - muscles[muscle]


@kernel
def _begin_leg(own: Controls, me: Any) -> None:
    """A C-turn by what is left to turn, or by what one can do."""
    left = me.held - me.heading
    entry = min(max(me.speed, own.turn_speeds[0]), own.turn_speeds[-1])
    row, way = _row_of(entry, own.turn_speeds)
    reach = own.turn_reach[row] + (own.turn_reach[row + 1] - own.turn_reach[row]) * way
    legs = math.ceil(abs(left) / reach - 0.05)
    leg = min(abs(left) / max(legs, 1.0), reach)
    slow = np.interp(leg, own.turn_angles, own.turn_amplitudes[row])
    fast = np.interp(leg, own.turn_angles, own.turn_amplitudes[row + 1])
    depth = slow + (fast - slow) * way
    me.turn_amplitude = depth if left > 0.0 else -depth
    me.turn_swimming = min(max(me.speed / own.cruise, 0.0), 1.0)
    me.turn_clock = 0.0
    me.turn_legs += 1.0


@kernel
def _turn_seconds(own: Controls, swimming: float) -> float:
    total = 0.0
    for k in range(5):
        rest = own.turn_times[0, k]
        total += rest + (own.turn_times[1, k] - rest) * swimming
    return total


@kernel
def _smooth(time: float, duration: float) -> float:
    """From 0 to 1 within a duration, with level ends."""
    if duration <= 0.0:
        return 1.0 if time >= 0.0 else 0.0
    share = min(max(time / duration, 0.0), 1.0)
    return share * share * (3.0 - 2.0 * share)


@kernel
def _row_of(value: float, table: Floats) -> tuple[int, float]:
    """The row of a rising table at or below this value, and how far it is to the next."""
    row = 0
    while row < len(table) - 2 and value >= table[row + 1]:
        row += 1
    way = (value - table[row]) / (table[row + 1] - table[row])
    return row, min(max(way, 0.0), 1.0)


@kernel
def _beat(own: Controls, me: Any, asked: float, dt: float, muscles_out: Floats) -> None:
    """What the 12 muscles shall do: beat, steer, and bend in a turn."""
    kept = 0.5 ** (dt / HALF_LIFE)
    wanted = asked * (1.0 + me.speed_trim)
    if own.closed:
        if asked > STILL:
            wanted = max(wanted + own.speed_gain * (asked - me.speed), LEAST_DRIVE * asked)
        wanted = min(wanted, MOST_DRIVE * own.speeds[-1])
        # Full beats in water that stands, or comes from behind, shake a fish or fold its tail; so
        # does a beat that comes back full-blown after a turn.
        bearable = max(0.8 * own.cruise + 2.0 * me.speed, 0.15 * own.cruise)
        if me.hush > 0.0:
            bearable = max(me.speed, 0.3 * own.cruise)
        wanted = min(wanted, bearable)
    me.drive = wanted + (me.drive - wanted) * kept
    row, way = _row_of(me.drive, own.speeds)
    beat = own.beats[row] + (own.beats[row + 1] - own.beats[row]) * way
    me.phase = (me.phase + 2.0 * math.pi * beat * dt) % (2.0 * math.pi)
    turn, stroke, gone = 0.0, 0.0, 0.0
    clock = me.turn_clock
    if clock >= 0.0:
        t = own.turn_times
        s = me.turn_swimming
        t0 = t[0, 0] + (t[1, 0] - t[0, 0]) * s
        t1 = t0 + t[0, 1] + (t[1, 1] - t[0, 1]) * s
        d2 = t[0, 2] + (t[1, 2] - t[0, 2]) * s
        t3 = t1 + d2 + t[0, 3] + (t[1, 3] - t[0, 3]) * s
        d4 = t[0, 4] + (t[1, 4] - t[0, 4]) * s
        turn = _smooth(clock, t0)
        stroke = _smooth(clock - t1, d2)
        gone = _smooth(clock - t3, d4)
    # A turn, and the wait for it, hush the beat; while it relaxes the beat comes back.
    if me.turn_due > 0.0 or (clock >= 0.0 and gone == 0.0):
        me.hush = min(me.hush + dt / FADE, 1.0)
    else:
        me.hush = max(me.hush - dt / HALF_LIFE, 0.0)
    left_over = 1.0 - _smooth(me.hush, 1.0)
    for segment in range(3):
        depth, late = own.depths[row, segment], own.offsets[row, segment]
        depth += (own.depths[row + 1, segment] - depth) * way
        late += (own.offsets[row + 1, segment] - late) * way
        left, right = contract(depth * left_over, me.phase - late, me.bias)
        if clock >= 0.0:
            s = me.turn_swimming
            bend = own.turn_bend[0, segment]
            bend += (own.turn_bend[1, segment] - bend) * s
            back = own.turn_stroke[0, segment]
            back += (own.turn_stroke[1, segment] - back) * s
            bend = me.turn_amplitude * (bend * turn * (1.0 - stroke) + back * stroke)
            bend *= 1.0 - gone
            left -= max(bend, 0.0)
            right -= max(-bend, 0.0)
        for corner in range(4):
            muscle = 4 * segment + corner
            me.inherited[muscle] *= kept
            one = left if corner == 0 or corner == 3 else right
            muscles_out[muscle] = max(one + me.inherited[muscle], 1.0 - DEEPEST)


@kernel
def _move_fins(
    own: Controls,
    me: Any,
    seen: Any,
    climb: float,
    roll: float,
    braking: float,
    backing: float,
    asked: float,
    dt: float,
    state: Array,
    base: int,
    width: int,
    fins_out: Array,
) -> None:
    """Angles and strokes of the pectorals: climb, balance, brake, row."""
    _, pitch, rolled, path, pitching, rolling, forward, yawing = seen
    me.climb = _towards(me.climb, climb, CLIMB_RATE * dt)
    pressure = (forward / own.cruise) ** 2
    free = max(abs(me.fins[0]), abs(me.fins[1])) < 0.9 * STEEPEST_FIN
    if pressure > 0.05 and forward > 0.0 and me.turn_clock < 0.0 and me.brake < 0.01:
        # Fins that already do all they can would only wind the trim up.
        if free:
            me.climb_trim += own.climb_trim * (me.climb - path) * dt
            me.climb_trim = min(max(me.climb_trim, -MOST_CLIMB_TRIM), MOST_CLIMB_TRIM)
    else:
        me.climb_trim *= 0.5 ** (dt / HALF_LIFE)
    pointed = me.climb + me.climb_trim
    lift = own.righting * math.sin(pointed)
    lift += own.climb_gain * (pointed - pitch) - own.climb_damping * pitching
    tilt = own.roll_gain * (roll - rolled) - own.roll_damping * rolling
    per = 1.0 / max(pressure, 0.1)
    if forward < 0.0:
        per = 0.0
    lift = min(max(lift * per, -STEEPEST_FIN), STEEPEST_FIN)
    tilt = min(max(tilt * per, -STEEPEST_FIN), STEEPEST_FIN)
    me.brake = _towards(me.brake, braking, dt / BRAKE_SECONDS)
    kept = 0.5 ** (dt / HALF_LIFE)
    rowed = min(backing, own.fastest_backward) * own.rowing
    me.row = rowed + (me.row - rowed) * kept
    swivel = 0.0
    error = me.held - me.heading
    if asked <= STILL and me.turn_clock < 0.0 and me.turn_due == 0.0 and abs(error) > CLOSE:
        # What an oar pushes with grows with the square of its speed.
        wanted = error - SWIVEL_LEAD * yawing
        swivel = min(math.sqrt(SWIVEL * abs(wanted)), FASTEST_SWIVEL)
        swivel = swivel if wanted > 0.0 else -swivel
        # Fins that only brake or rest may row; what the body still sails is left to it.
        swivel *= 1.0 - min(max(me.speed - 0.2, 0.0) / 0.6, 1.0)
    me.swivel = swivel + (me.swivel - swivel) * kept * kept
    fastest = max(abs(me.row + me.swivel), abs(me.row - me.swivel))
    if fastest > 0.02:
        me.row_phase = (me.row_phase + 2.0 * max(fastest, 0.3) / OAR_REACH * dt) % (2.0 * math.pi)
    else:
        me.row_phase = 0.0
    for side in range(2):
        oar = me.row + me.swivel if side == 0 else me.row - me.swivel
        # An oar that shall push the body forward does so half a stroke later.
        phase = me.row_phase if oar >= 0.0 else (me.row_phase + math.pi) % (2.0 * math.pi)
        stroke = oar * math.sin(phase)
        # Half a turn in each stroke, so that what it lifts at first it lowers at last.
        feather = 0.5 * math.pi * _smooth(phase, FEATHERING)
        feather += 0.5 * math.pi * _smooth(phase - math.pi + FEATHERING, FEATHERING)
        wished = lift + tilt if side == 0 else lift - tilt
        wished = min(max(wished, -STEEPEST_FIN), STEEPEST_FIN)
        wished += (-0.5 * math.pi - wished) * me.brake
        wished += (-feather - wished) * min(abs(oar) / 0.2, 1.0)
        # Half a turn more or less is the same fin.
        wished += math.pi * math.floor((me.fins[side] - wished) / math.pi + 0.5)
        angle = _towards(me.fins[side], wished, FIN_RATE * dt)
        me.fins[side] = angle - math.pi * math.floor(angle / math.pi + 0.5)
        p = base + (_FINS + 3 * side) * width
        # The kernel's normal leans forward by the opposite of the angle by which the edge is raised.
        state[p] = math.cos(me.fins[side])
        state[p + width] = -math.sin(me.fins[side])
        state[p + 2 * width] = 1.0
        state[base + (_OARS + side) * width] = stroke * BODY_LENGTH * TENTH_SECOND
        _draw_fin(me, side, oar, phase, dt, fins_out)


@kernel
def _draw_fin(me: Any, side: int, oar: float, phase: float, dt: float, fins_out: Array) -> None:
    """How a pectoral is seen: apart from how it acts, so that it lives and never jerks (Tu 5.5).

    It flaps, faster and wider the more it has to lift; it swings forth and back when it rows, and
    stands out when it brakes.
    """
    acts = abs(me.fins[side]) * (1.0 - min(abs(oar) / 0.2, 1.0))
    lifts = min(acts / STEEPEST_FIN, 1.0)
    if side == 0:
        me.flap_phase = (me.flap_phase + FLAP_RATE * (1.0 + lifts) * dt) % (2.0 * math.pi)
    flap = (0.1 + 0.15 * lifts) * math.sin(me.flap_phase)
    out = 0.25 * lifts + 0.9 * me.brake + flap
    raised = min(max(me.fins[side], -STEEPEST_FIN), STEEPEST_FIN) * (1.0 - me.brake)
    rows = min(abs(oar) / 0.2, 1.0)
    # Forward in the half of the stroke that pushes, back in the other.
    out += rows * (0.5 - 0.6 * math.cos(phase))
    raised += rows * (0.6 * math.sin(phase) - raised)
    share = 1.0 - math.exp(-dt / DRAWN_SECONDS)
    fins_out[side, 0] += (out - fins_out[side, 0]) * share
    fins_out[side, 1] += (raised - 1.1 * me.brake - fins_out[side, 1]) * share


@kernel
def inherit(own: Controls, contraction: Floats, memory: Memories) -> None:
    """Remember how the muscles (fishes, 12) of newly adopted fishes differ from their beat."""
    muscles = np.empty(MUSCLES)
    for n in range(len(memory)):
        _take_on(own, memory[n], contraction[n], muscles)
