"""Escaping from a predator by rules (Tu 1999, section 7.9.2).

The text counts eleven rules and prints fourteen actions of them, both sides told apart; RULES has
these, in the order of the print. What the text calls roughly the same or perpendicular, close, in
front or behind, and by how much to turn, is ours.
"""

from __future__ import annotations

import math
from typing import Final

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.perception import NOBODY
from motorium.contracts.population import Slots
from motorium.minds.instinct.routines import names
from motorium.minds.instinct.scene import Scene
from motorium.minds.instinct.steering import heading_of, wrapped

__all__ = ["RULES", "angle_of", "escape", "rule"]

RULES: Final = (
    "",
    "far in front: turn round",
    "far behind: on at full speed",
    "far to the left: turn right",
    "far to the right: turn left",
    "close in front, crossing to the left: turn right",
    "close in front, crossing to the right: turn left",
    "close in front: turn round",
    "close behind and coming, on the left: turn right",
    "close behind and coming, on the right: turn left",
    "close behind, crossing to the left: turn right",
    "close behind, crossing to the right: turn left",
    "close behind: on at full speed",
    "close to the left: turn right",
    "close to the right: turn left",
)
"""By the number that `brain.stage` has while one escapes."""

FRONT: Final = math.radians(45.0)
"""A predator is in front within that of straight ahead."""
BEHIND: Final = math.radians(120.0)
"""And behind from here on."""
ROUGHLY: Final = math.radians(45.0)
"""By which a heading may differ from the same, or from a perpendicular one."""
IN_VIEW: Final = math.radians(132.0)
"""So far from straight ahead it has the predator in the end: behind, yet not where it is blind, as
angelfishes do, at about 130 degrees (Domenici and Blake, Journal of Experimental Biology 177, 253,
1993)."""
DODGE: Final = math.radians(75.0)
"""How far it turns out of the way of who comes from behind."""
SHARP: Final = math.radians(50.0)
"""Beyond that it turns by a C-turn."""
DODGING: Final = 0.5
"""For how long it keeps the side to which it dodges [s]: about until that turn is done. Who is
followed closely has the predator now on the left and now on the right, and would only tremble."""
AWAY: Final = 0.5
"""How steeply it climbs or dives away, against how steeply the predator is seen."""
STEEPEST: Final = math.radians(25.0)


@kernel
def rule(close: bool, bearing: float, heading: float, coming: bool) -> int:
    """Which rule fits, by its number.

    bearing [rad]: where the predator is, left of straight ahead; heading [rad]: where it looks to,
    left of where I look to; coming: whether it gets nearer.
    """
    left = bearing > 0.0
    in_front = abs(bearing) < FRONT
    behind = abs(bearing) > BEHIND
    crosses = abs(abs(heading) - 0.5 * math.pi) < ROUGHLY
    if not close:
        if in_front:
            return 1
        if behind:
            return 2
        return 3 if left else 4
    if in_front:
        if crosses:
            return 5 if heading > 0.0 else 6
        return 7
    if behind:
        if abs(heading) < ROUGHLY and coming:
            return 8 if left else 9
        if crosses:
            return 10 if heading > 0.0 else 11
        return 12
    return 13 if left else 14


@kernel
def angle_of(number: int, bearing: float) -> float:
    """By how much to turn by a rule [rad], left positive: until the predator is behind, where it is
    still seen; across its way, where it crosses or comes from behind."""
    if number == 1 or number == 7:
        return -math.pi if bearing > 0.0 else math.pi
    turn = IN_VIEW - abs(bearing)
    if number == 2 or number == 12:
        return -turn if bearing > 0.0 else turn
    if number == 5 or number == 6:
        turn = 0.5 * math.pi
    elif number >= 8 and number <= 11:
        turn = DODGE
    rightwards = number == 3 or number == 5 or number == 8 or number == 10 or number == 13
    return -turn if rightwards else turn


@kernel
def escape(scene: Scene, slots: Slots) -> None:
    """Away from the most dangerous predator, as fast as can be."""
    perceived = scene.perceived
    for slot in slots:
        brain, wish, temper = scene.brains[slot], scene.wishes[slot], scene.tempers[slot]
        wish.speed = temper.top
        wish.turn = wish.brake = wish.backward = wish.mouth = 0.0
        brain.routine = names.ESCAPING
        w, i, j, k = perceived.orientations[slot]
        heading = heading_of(w, i, j, k)
        enemy = brain.danger
        if enemy == NOBODY:
            # Out of sight, but maybe right behind: on.
            continue
        at, there = perceived.positions[slot], perceived.positions[enemy]
        x, y, z = there[0] - at[0], there[1] - at[1], there[2] - at[2]
        level = math.sqrt(x * x + y * y)
        distance = math.sqrt(level * level + z * z)
        mine, its = perceived.velocities[slot], perceived.velocities[enemy]
        coming = ((its[0] - mine[0]) * x + (its[1] - mine[1]) * y + (its[2] - mine[2]) * z) < 0.0
        w, i, j, k = perceived.orientations[enemy]
        bearing = wrapped(math.atan2(y, x) - heading)
        close = distance < temper.timidity
        number = rule(close, bearing, wrapped(heading_of(w, i, j, k) - heading), coming)
        wish.climb = min(max(-AWAY * math.atan2(z, level), -STEEPEST), STEEPEST)
        dodged = brain.stage >= 8 and brain.stage <= 11
        if dodged and scene.seconds - brain.stage_since < DODGING and number != 7:
            continue
        brain.stage = number
        brain.stage_since = scene.seconds
        turn = angle_of(number, bearing)
        wish.heading = heading + turn
        if abs(turn) > SHARP:
            wish.turn = turn
