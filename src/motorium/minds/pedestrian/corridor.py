"""Ways as corridors: how far along one is, where to go next, and how far a direction stays inside.

Each leg of a way is a strip. At its ends it reaches as far beyond as its neighbours are wide, so
that strips overlap where a way turns.
"""

from __future__ import annotations

import math
from typing import Final

from motorium.compiled import inlined
from motorium.contracts.frames import Floats
from motorium.minds.pedestrian.state import Walkers

__all__ = ["BODY", "exit_distance", "leg_seen", "point_ahead", "progress"]

BODY: Final = 0.25
"""The radius of a body [m]."""
LAST: Final = 0.6
"""How far a way reaches beyond its ends [m]."""
NARROWEST: Final = 0.15
"""Where a strip is hardly wider than a body, one may still be so far off its middle [m]."""
TURNS: Final = 0.5
"""One goes on to the next leg so much before the end of a leg, and as much more as one walks to the
right of its middle [m]."""


@inlined
def leg_seen(points: Floats, leg: int, x: float, y: float) -> tuple[float, float, float]:
    """How far along a leg and to the left of it a place is, and how long it is [m]."""
    ahead_x = points[leg + 1, 0] - points[leg, 0]
    ahead_y = points[leg + 1, 1] - points[leg, 1]
    length = max(math.sqrt(ahead_x * ahead_x + ahead_y * ahead_y), 1e-9)
    ahead_x, ahead_y = ahead_x / length, ahead_y / length
    by_x, by_y = x - points[leg, 0], y - points[leg, 1]
    return by_x * ahead_x + by_y * ahead_y, by_y * ahead_x - by_x * ahead_y, length


@inlined
def progress(walkers: Walkers, slot: int, x: float, y: float) -> int:
    """On which leg somebody is who was on an earlier one or is still there."""
    points, leg = walkers.points[slot], walkers.leg[slot]
    while leg + 1 < walkers.legs[slot]:
        along, _, length = leg_seen(points, leg, x, y)
        early = min(TURNS + walkers.aside[slot] * walkers.halves[slot, leg], 0.5 * length)
        onward, left, _ = leg_seen(points, leg + 1, x, y)
        beyond = onward > TURNS and abs(left) < walkers.halves[slot, leg + 1]
        if along < length - early and not beyond:
            break
        leg += 1
    return int(leg)


@inlined
def point_ahead(
    walkers: Walkers, slot: int, leg: int, along: float, far: float
) -> tuple[float, float]:
    """The point of one's own line, to the right of the middle, that is so far ahead [m]."""
    points = walkers.points[slot]
    at = max(along, 0.0) + far
    while True:
        ahead_x = points[leg + 1, 0] - points[leg, 0]
        ahead_y = points[leg + 1, 1] - points[leg, 1]
        length = max(math.sqrt(ahead_x * ahead_x + ahead_y * ahead_y), 1e-9)
        if at <= length or leg + 1 >= walkers.legs[slot]:
            break
        at -= length
        leg += 1
    last = leg + 1 == walkers.legs[slot]
    at = min(at, length)
    room = max(walkers.halves[slot, leg] - BODY, 0.0)
    right = walkers.aside[slot] * room
    if last:
        # One comes to a goal from beside it, and is there at last.
        right *= min((length - at) / 2.0, 1.0)
    share = at / length
    return (
        points[leg, 0] + ahead_x * share + right * ahead_y / length,
        points[leg, 1] + ahead_y * share - right * ahead_x / length,
    )


@inlined
def _leg_exit(
    walkers: Walkers, slot: int, leg: int, x: float, y: float, cosine: float, sine: float
) -> float:
    """How far a direction stays in a leg's strip [m]; -1 from outside."""
    points, legs = walkers.points[slot], walkers.legs[slot]
    ahead_x = points[leg + 1, 0] - points[leg, 0]
    ahead_y = points[leg + 1, 1] - points[leg, 1]
    length = max(math.sqrt(ahead_x * ahead_x + ahead_y * ahead_y), 1e-9)
    ahead_x, ahead_y = ahead_x / length, ahead_y / length
    by_x, by_y = x - points[leg, 0], y - points[leg, 1]
    along, left = by_x * ahead_x + by_y * ahead_y, by_y * ahead_x - by_x * ahead_y
    room = max(walkers.halves[slot, leg] - BODY, NARROWEST)
    before = max(walkers.halves[slot, leg - 1] - BODY, NARROWEST) if leg > 0 else LAST
    behind = max(walkers.halves[slot, leg + 1] - BODY, NARROWEST) if leg + 1 < legs else LAST
    before, behind = min(before, max(room, LAST)), min(behind, max(room, LAST))
    if along < -before or along > length + behind or abs(left) > room:
        return -1.0
    forward, aside = cosine * ahead_x + sine * ahead_y, sine * ahead_x - cosine * ahead_y
    far = 1e9
    if forward > 1e-9:
        far = (length + behind - along) / forward
    elif forward < -1e-9:
        far = (along + before) / -forward
    if aside > 1e-9:
        far = min(far, (room - left) / aside)
    elif aside < -1e-9:
        far = min(far, (room + left) / -aside)
    return far


@inlined
def exit_distance(
    walkers: Walkers, slot: int, leg: int, x: float, y: float, cosine: float, sine: float
) -> float:
    """How far a direction stays on the way: in this leg's strip, that before or that behind [m];
    from outside as far as one likes."""
    far, inside = 0.0, False
    for _ in range(3):
        best = -1.0
        for near in range(max(leg - 1, 0), min(leg + 2, walkers.legs[slot])):
            best = max(
                best, _leg_exit(walkers, slot, near, x + far * cosine, y + far * sine, cosine, sine)
            )
        if best < 0.0:
            break
        inside = True
        if best < 1e-3:
            break
        far += best - 1e-4
    return far if inside else 1e9
