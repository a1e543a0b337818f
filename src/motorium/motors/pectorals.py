"""Pectoral fins (Tu 1999, section 4.6.2): ascend, descend, balance, brake, backward; and swivel.

Fins act as plates in the water; how they are drawn is another matter (section 5.5).
"""

from __future__ import annotations

import math
from typing import Any, Final

from motorium.bodies.fish import BODY_LENGTH, TENTH_SECOND
from motorium.compiled import kernel
from motorium.motors.beat import STILL, smooth, towards, within
from motorium.physics.fish_kernel import Array, Row

__all__ = [
    "BRAKE_SECONDS",
    "DRAWN_SECONDS",
    "FLAP_RATE",
    "OAR_REACH",
    "STEEPEST_FIN",
    "move_fins",
]

STEEPEST_FIN: Final = math.pi / 4
"""A fin that steers is raised or lowered by this at most (Tu, section 4.6.2)."""
FIN_RATE: Final = 25.0
"""The fastest that a fin turns [rad/s]."""
BRAKE_SECONDS: Final = 0.2
"""In which the fins are spread or folded back; a fish that is faster than its medium gait takes its
time, for they would jerk it."""
CLIMB_RATE: Final = 1.5
"""The fastest that the wanted climb follows what is asked for [rad/s]."""
MOST_CLIMB_TRIM: Final = 0.35
"""How much steeper than its path a body may be asked to point [rad]."""
ROLL_TRIM: Final = 1.0
MOST_ROLL_TRIM: Final = 1.0
"""How quickly what is missing of a roll adds to what is asked for [1/s], and the most [rad]: the
body rights itself."""
OAR_REACH: Final = 0.2
"""How far an oar is moved forth and back [L]."""
FEATHERING: Final = 0.7
"""At either end of a stroke, the share of it in which an oar turns its blade [rad of its phase]."""
SWIVEL: Final = 4.0
FASTEST_SWIVEL: Final = 1.2
"""Square of the speed of oars that turn the body, for each radian that it is off; most [L/s]."""
SWIVEL_LEAD: Final = 0.5
"""Where the body will point after this time [s] counts."""
OFF: Final = math.radians(3.0)
CLOSE: Final = math.radians(1.0)
"""Oars begin to turn a body that is off by the one, and rest when it is as close as the other."""
AT_REST: Final = 0.02
"""Slower oars [L/s] are none."""
FLAP_RATE: Final = 9.0
"""Of fins that are held out [rad/s]."""
DRAWN_SECONDS: Final = 0.05
"""Within which what is drawn follows what is done."""

_FINS: Final = Row.FINS
_OARS: Final = Row.OARS


@kernel
def move_fins(
    own: Any,
    me: Any,
    seen: Any,
    climb: float,
    roll: float,
    braking: float,
    backing: float,
    asked: float,
    dt: float,
    kept: float,
    state: Array,
    base: int,
    width: int,
    fins_out: Array,
) -> None:
    """Angles and strokes of the pectorals: climb, balance, brake, row."""
    _, pitch, rolled, path, pitching, rolling, forward, yawing = seen
    me.climb = towards(me.climb, climb, CLIMB_RATE * dt)
    pressure = (forward / own.cruise) ** 2
    free = max(abs(me.fins[0]), abs(me.fins[1])) < 0.9 * STEEPEST_FIN
    if pressure > 0.05 and forward > 0.0 and me.turn_clock < 0.0 and me.brake < 0.01:
        # Fins that already do all they can would only wind the trim up.
        if free:
            trim = me.climb_trim + own.climb_trim * (me.climb - path) * dt
            me.climb_trim = within(trim, MOST_CLIMB_TRIM)
            me.roll_trim = within(me.roll_trim + ROLL_TRIM * (roll - rolled) * dt, MOST_ROLL_TRIM)
    else:
        me.climb_trim *= kept
        me.roll_trim *= kept
    pointed = me.climb + me.climb_trim
    lift = own.righting * math.sin(pointed)
    lift += own.climb_gain * (pointed - pitch) - own.climb_damping * pitching
    tilt = own.roll_gain * (roll + me.roll_trim - rolled) - own.roll_damping * rolling
    per = 1.0 / max(pressure, 0.1)
    if forward < 0.0:
        per = 0.0
    lift = within(lift * per, STEEPEST_FIN)
    tilt = within(tilt * per, STEEPEST_FIN)
    me.brake = towards(
        me.brake, braking, dt / (BRAKE_SECONDS * max(me.speed / own.cruise - 0.2, 1.0))
    )
    rowed = min(backing, own.fastest_backward) * own.rowing
    # Oars are shipped more quickly than they are manned: broadside they would brake what swims.
    me.row = rowed + (me.row - rowed) * (kept if rowed > me.row else kept * kept * kept * kept)
    swivel = 0.0
    error = me.held - me.heading
    still = asked <= STILL and me.turn_clock < 0.0 and me.turn_due == 0.0
    if still and abs(error) > (CLOSE if me.swivel != 0.0 else OFF):
        # What an oar pushes with grows with the square of its speed.
        wanted = error - SWIVEL_LEAD * yawing
        swivel = min(math.sqrt(SWIVEL * abs(wanted)), FASTEST_SWIVEL)
        swivel = swivel if wanted > 0.0 else -swivel
        # Oars would brake a fish that still sails.
        swivel *= 1.0 - min(max(me.speed - 0.1, 0.0) / 0.3, 1.0)
    me.swivel = swivel + (me.swivel - swivel) * kept * kept
    if swivel == 0.0 and abs(me.swivel) < AT_REST:
        me.swivel = 0.0
    fastest = max(abs(me.row + me.swivel), abs(me.row - me.swivel))
    if fastest > AT_REST:
        me.row_phase = (me.row_phase + 2.0 * max(fastest, 0.3) / OAR_REACH * dt) % (2.0 * math.pi)
    else:
        me.row_phase = 0.0
    lifts = min(max(abs(me.fins[0]), abs(me.fins[1])) / STEEPEST_FIN, 1.0)
    me.flap_phase = (me.flap_phase + FLAP_RATE * (1.0 + lifts) * dt) % (2.0 * math.pi)
    turns = own.flat * within(me.bias / own.largest_bias, 1.0) if own.flat > 0.0 else 0.0
    for side in range(2):
        oar = me.row + me.swivel if side == 0 else me.row - me.swivel
        wished = lift + tilt if side == 0 else lift - tilt
        wished = within(wished, STEEPEST_FIN)
        wished += (-0.5 * math.pi - wished) * me.brake
        sine, cosine = 0.0, 1.0
        if fastest > AT_REST:
            # An oar that shall push the body forward does so half a stroke later.
            phase = me.row_phase if oar >= 0.0 else (me.row_phase + math.pi) % (2.0 * math.pi)
            sine, cosine = math.sin(phase), math.cos(phase)
            # Half a turn in each stroke, so that what it lifts at first it lowers at last.
            feather = 0.5 * math.pi * smooth(phase, FEATHERING)
            feather += 0.5 * math.pi * smooth(phase - math.pi + FEATHERING, FEATHERING)
            wished += (-feather - wished) * _manned(oar)
        # Half a turn more or less is the same fin.
        wished += math.pi * math.floor((me.fins[side] - wished) / math.pi + 0.5)
        angle = towards(me.fins[side], wished, FIN_RATE * dt)
        me.fins[side] = angle - math.pi * math.floor(angle / math.pi + 0.5)
        p = base + (_FINS + 3 * side) * width
        # The kernel's normal leans back by the angle by which the leading edge is raised.
        state[p] = math.cos(me.fins[side])
        state[p + width] = -math.sin(me.fins[side])
        state[p + 2 * width] = 1.0
        state[base + (_OARS + side) * width] = oar * sine * BODY_LENGTH * TENTH_SECOND
        _draw_fin(me, side, oar, sine, cosine, turns, dt, fins_out)


@kernel
def _manned(oar: float) -> float:
    """How far a fin is an oar and nothing else."""
    return min(abs(oar) / 0.2, 1.0)


@kernel
def _draw_fin(
    me: Any,
    side: int,
    oar: float,
    sine: float,
    cosine: float,
    turns: float,
    dt: float,
    fins_out: Array,
) -> None:
    """How a pectoral is seen: apart from how it acts, so that it lives and never jerks (Tu 5.5).

    It flaps, faster and wider the more it has to lift; it swings forth and back when it rows (sine
    and cosine of where in its stroke it is), and stands out when it brakes. Where a flat body is
    steered, `turns` to the left or right, -1 to 1, one rows forward and the other backward
    (Tu B.2); that is a look: it does not push.
    """
    rows = _manned(oar)
    flap = math.sin(me.flap_phase)
    lifts = min(abs(me.fins[side]) / STEEPEST_FIN, 1.0) * (1.0 - rows)
    out = 0.25 * lifts + 0.9 * me.brake + (0.1 + 0.15 * lifts) * flap
    raised = within(me.fins[side], STEEPEST_FIN) * (1.0 - me.brake)
    # Forward in the half of the stroke that pushes, back in the other.
    out += rows * (0.5 - 0.6 * cosine)
    raised += rows * (0.6 * sine - raised)
    # The fin on the inner side backs, the other one half a stroke later.
    inner = 1.0 if (turns >= 0.0) == (side == 0) else -1.0
    turning = abs(turns) * (1.0 - rows) * (1.0 - me.brake)
    out += turning * (0.5 - 0.6 * inner * math.cos(me.flap_phase))
    raised += turning * (0.6 * inner * flap - raised)
    share = dt / (DRAWN_SECONDS + dt)
    fins_out[side, 0] += (out - fins_out[side, 0]) * share
    fins_out[side, 1] += (raised - 1.1 * me.brake - fins_out[side, 1]) * share
