"""Steering: where a walker turns and how fast he goes, among others and within his way.

After Moussaïd, Helbing and Theraulaz (2011, PNAS 108:6884): somebody looks how far each direction
is free if all others go on as they do, takes the one that brings him nearest to where he wants to
be, and goes no faster than he can stop before what is in it.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel, inlined
from motorium.contracts.frames import Floats
from motorium.minds.pedestrian.corridor import exit_distance, leg_seen, point_ahead, progress
from motorium.minds.pedestrian.crossing import heed_lights
from motorium.minds.pedestrian.others import (
    HORIZON,
    Around,
    between,
    distance_to,
    free_way,
    led,
    met,
    nearest,
    unturned,
)
from motorium.minds.pedestrian.state import Crowd, Event, Mode, Reason, Walkers

__all__ = ["PERIOD", "steer"]

PERIOD: Final = 4
"""Everybody decides anew every so many frames."""

# Ours, but for the horizon and the time to stop, which are the authors' to the order of magnitude.
GAP: Final = 0.12
SQUEEZED: Final = 0.03
"""How far bodies are to stay apart [m]: as a rule, and of who was hindered for long."""
FAN: Final = 9
STEP: Final = math.radians(11.0)
BACK: Final = math.radians(20.0)
"""So many directions on either side, so far apart; who is hindered for long looks back, too."""
LEFTWARD: Final = 0.25
"""A direction to the left counts as so much worse [m²]."""
INERTIA: Final = 0.8
"""How much worse a direction is for being off the present one [m²/rad²]."""
OVER_KERB: Final = 0.15
"""How far one may stray from one's way rather than turn [m], and rather than stop: thrice that."""
OUT: Final = 1.5
"""Who is hindered for long wants out of where he is, so far [m]."""
IMPATIENT: Final = 2.5
"""After so long [s]; some are more patient, so that of two who wait for each other one goes."""
STILL: Final = 0.3
"""Who goes more slowly stands [m/s]."""
TOUCH: Final = 0.06
AWAY: Final = 0.5
"""By how much bodies overlap before somebody steps back [m], and how fast he does [m/s]."""
IN_FRONT: Final = math.radians(65.0)
"""Who is within that angle of where one looks is in front."""
STOPPING: Final = 0.9
"""How long it takes to stop [s]."""
LAST_STEPS: Final = 1.2
CAREFUL: Final = 0.55
"""Within the last of so many metres nobody goes faster than so many times what is left [1/s]: a
step that is begun is ended, and only small steps end soon."""
LOOKAHEAD: Final = 1.6
"""How far ahead on his way somebody aims [m]."""
SLOWEST: Final = 0.35
CREEPING: Final = 0.15
"""Who cannot go as fast as this stands [m/s]; who is hindered for long creeps."""
SIDEWAYS: Final = 0.9
"""Who must turn by more than that turns first [rad]."""
THERE: Final = 0.3
PASSED: Final = 1.2
"""How near to its end a way is over [m]: for who stays there, and for who goes on."""
SETTLED: Final = 0.28
"""Who is so near to where he waits stays [m]."""


@borrowing_kernel
def steer(
    due: NDArray[np.intp], rows: NDArray[np.int32], headings: Floats, crowd: Crowd,
    light_states: NDArray[np.int8], until_red: Floats, seconds: float,
    near: NDArray[np.int32], walkers: Walkers,
) -> None:  # fmt: skip
    """Decides for the slots that are due; rows: theirs in the crowd; headings [rad] of all slots;
    seconds since each decided last; near: room for MOST_NEAR numbers. In the crowd, velocities of
    those who set off are changed, for who decides after them."""
    for order in range(len(due)):
        slot, row = due[order], rows[order]
        x, y, heading, going = (
            crowd.places[row, 0], crowd.places[row, 1], headings[slot], crowd.speeds[row]
        )  # fmt: skip
        walkers.event[slot] = Event.NONE
        walkers.course[slot] = 0.0
        walkers.about[slot] = walkers.meets[slot] = -1
        # Who turns while he stops would step where he did not look.
        stands = going < STILL
        if walkers.mode[slot] == Mode.STAYING:
            _stand(walkers, slot, walkers.face[slot] if stands else heading)
            continue
        patience = IMPATIENT + 0.6 * (slot % 7)
        impatient = walkers.hindered[slot] > patience
        gap = SQUEEZED if impatient else GAP
        around = Around(crowd, near, nearest(crowd, row, near), x, y, crowd.radii[row], gap)
        if _stepped_back(walkers, slot, around, heading):
            continue
        leg = progress(walkers, slot, x, y)
        walkers.leg[slot] = leg
        along, _, _ = leg_seen(walkers.points[slot], leg, x, y)
        walkers.reason[slot] = Reason.WALKS
        pace = heed_lights(walkers, slot, leg, along, light_states, until_red)
        if walkers.event[slot] == Event.BARRED:
            # Until the mind has told him where to wait, he stands.
            walkers.target[slot, 0], walkers.target[slot, 1] = x, y
            walkers.face[slot] = heading
        straight, left = _wanted(walkers, slot, leg, along, x, y)
        if _there(walkers, slot, leg, left):
            _stand(walkers, slot, walkers.face[slot] if stands else heading)
            continue
        if walkers.mode[slot] == Mode.HOLDING or _stays_at_end(walkers, slot, leg):
            pace = min(pace, max(left / STOPPING, SLOWEST))

        turn, free, hinders = _best_turn(
            walkers, slot, leg, around, heading, straight, left, pace, impatient
        )
        turned = between(straight + turn - heading)
        if not stands:
            turned = unturned(around, heading, turned)
        slowest = CREEPING if impatient else SLOWEST
        speed, leader = _speed(around, heading, turned, pace, free, slowest)
        if speed == 0.0 and not stands:
            turned = 0.0
        walkers.speed[slot] = speed
        walkers.heading[slot] = heading + turned
        if speed > going:
            # Others see at once that somebody sets off, before he has.
            crowd.velocities[row, 0] = speed * math.cos(heading + turned)
            crowd.velocities[row, 1] = speed * math.sin(heading + turned)
        if walkers.reason[slot] == Reason.WALKS or walkers.reason[slot] == Reason.CROSSES:
            if speed < 0.6 * pace and leader >= 0:
                walkers.reason[slot] = Reason.FOLLOWS if speed > 0.0 else Reason.LETS_PASS
                walkers.about[slot] = crowd.slots[leader]
            elif hinders >= 0 and abs(turn) > STEP:
                walkers.reason[slot] = Reason.MAKES_WAY
                walkers.about[slot] = crowd.slots[hinders]
        slow = going < 0.15 * pace
        walkers.hindered[slot] = max(walkers.hindered[slot] + (1 if slow else -2) * seconds, 0.0)
        if not stands:
            walkers.meets[slot] = met(around, heading)


@inlined
def _stand(walkers: Walkers, slot: int, face: float) -> None:
    walkers.speed[slot] = walkers.hindered[slot] = 0.0
    walkers.heading[slot] = face


@inlined
def _stepped_back(walkers: Walkers, slot: int, around: Around, heading: float) -> bool:
    """Who is too near to another, whatever he wanted, goes back from who is in front of him, else
    on and away."""
    if around.known == 0:
        return False
    other = around.near[0]
    places, radii = around.crowd.places, around.crowd.radii
    if distance_to(around, other) > around.radius + radii[other] - TOUCH:
        return False
    toward = math.atan2(places[other, 1] - around.y, places[other, 0] - around.x)
    bearing = between(toward - heading)
    walkers.speed[slot] = AWAY
    walkers.heading[slot] = heading
    if abs(bearing) < IN_FRONT:
        walkers.course[slot] = math.pi
    else:
        walkers.heading[slot] -= math.copysign(0.6, bearing)
    walkers.reason[slot] = Reason.STEPS_BACK
    walkers.about[slot] = around.crowd.slots[other]
    return True


@inlined
def _stays_at_end(walkers: Walkers, slot: int, leg: int) -> bool:
    return bool(leg + 1 == walkers.legs[slot] and walkers.passes[slot] == 0)


@inlined
def _wanted(
    walkers: Walkers, slot: int, leg: int, along: float, x: float, y: float
) -> tuple[float, float]:
    """The direction in which somebody wants to go [rad], and how far it is to the end [m]."""
    if walkers.mode[slot] == Mode.HOLDING:
        to_x, to_y = walkers.target[slot, 0] - x, walkers.target[slot, 1] - y
        return math.atan2(to_y, to_x), math.hypot(to_x, to_y)
    end = walkers.legs[slot]
    left = math.hypot(walkers.points[slot, end, 0] - x, walkers.points[slot, end, 1] - y)
    far_x, far_y = point_ahead(walkers, slot, leg, along, LOOKAHEAD)
    return math.atan2(far_y - y, far_x - x), left


@inlined
def _there(walkers: Walkers, slot: int, leg: int, left: float) -> bool:
    """Whether he stands where he wants to be; writes event and reason."""
    if walkers.mode[slot] == Mode.HOLDING:
        walkers.reason[slot] = Reason.WAITS if left < SETTLED else Reason.STOPS
        return left < SETTLED
    if leg + 1 < walkers.legs[slot] or left > (PASSED if walkers.passes[slot] else THERE):
        return False
    walkers.event[slot] = Event.ARRIVED
    if walkers.passes[slot]:
        return False
    walkers.face[slot] = walkers.heading[slot]
    return True


@inlined
def _best_turn(
    walkers: Walkers, slot: int, leg: int, around: Around, heading: float, straight: float,
    left: float, pace: float, impatient: bool,
) -> tuple[float, float, int]:  # fmt: skip
    """The turn off the straight way [rad] that leads nearest to where he wants to be, how far it is
    free [m], and who is in the straight way (-1 nobody).

    Moussaïd et al. 2011, Eq. 1: the least of D² + f² - 2 D f cos(a) over directions a, with f how
    far a direction is free and D the horizon.
    """
    horizon = min(HORIZON, max(left, 1.0))
    best, chosen, room, hinders = 1e18, 0.0, 0.0, -1
    for number in range(2 * FAN + 1):
        # Straight on, then right, left, right, ...
        turn = (BACK if impatient else STEP) * ((number + 1) // 2)
        if not impatient and horizon * math.sin(min(turn, 0.5 * math.pi)) > math.sqrt(best):
            break  # No direction that is farther off can be better.
        turn *= -1.0 if number % 2 else 1.0
        cosine, sine = math.cos(straight + turn), math.sin(straight + turn)
        unmet, whom = free_way(around, cosine, sine, pace)
        far = reached = unmet
        if walkers.mode[slot] == Mode.WALKING:
            inside = exit_distance(walkers, slot, leg, around.x, around.y, cosine, sine)
            far, reached = min(unmet, inside + OVER_KERB), min(unmet, inside + 3.0 * OVER_KERB)
        far = min(far, horizon)
        if number == 0:
            hinders = whom
            if far >= horizon:
                return 0.0, reached, whom
        cost = horizon * horizon + far * far - 2.0 * horizon * far * math.cos(turn)
        if impatient:
            # Out of here, wherever that leads to.
            missing = max(OUT - far, 0.0)
            cost = 4.0 * missing * missing + abs(turn)
        elif turn > 0.0:
            cost += LEFTWARD
        off = between(straight + turn - heading)
        cost += INERTIA * off * off
        if cost < best - 1e-9:
            best, chosen, room = cost, turn, reached
    return chosen, room, hinders


@inlined
def _speed(
    around: Around, heading: float, turned: float, pace: float, free: float, slowest: float
) -> tuple[float, int]:
    """How fast he goes [m/s], and who slows him down (-1 nobody): he goes between where he looks
    and where he will look, so both must be free."""
    speed, behind, leader = min(pace, _stoppable(free)), 1e9, -1
    for share in range(2):
        course = heading + share * turned
        cosine, sine = math.cos(course), math.sin(course)
        far, whom = free_way(around, cosine, sine, speed)
        if whom >= 0:
            speed = min(speed, _stoppable(far))
        most, whom = led(around, cosine, sine)
        if most < behind:
            behind, leader = most, whom
    if behind > 0.7 * pace:
        leader = -1
    # Who must turn far does so before he goes.
    speed = min(speed, behind) * (max(math.cos(turned), 0.0) if abs(turned) < SIDEWAYS else 0.0)
    return speed if speed >= slowest else 0.0, leader


@inlined
def _stoppable(far: float) -> float:
    """How fast one may go if the way is free for so long [m/s]."""
    return far / STOPPING if far > LAST_STEPS else CAREFUL * far
