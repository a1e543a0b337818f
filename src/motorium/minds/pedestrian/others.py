"""Others in somebody's way: who is near, how far each direction is free of them, whom he meets."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined
from motorium.minds.pedestrian.state import Crowd

__all__ = [
    "HORIZON",
    "MOST_NEAR",
    "Around",
    "Numbers",
    "between",
    "distance_to",
    "free_way",
    "led",
    "met",
    "nearest",
    "unturned",
]

HORIZON: Final = 6.0
"""How far somebody looks [m]."""
NEAR: Final = 5.0
"""Whom he heeds [m]."""
MOST_NEAR: Final = 14
"""The nearest so many."""
FOLLOWING: Final = 1.4
"""How long it takes to come up to who goes before [s]."""
HEADWAY: Final = 0.35
"""How long before him that one has been where one is now, at least [s]."""
BESIDE: Final = 0.3
"""Who is nearer than that is just beside one [m]."""

Numbers = NDArray[np.int32]


class Around(NamedTuple):
    """Somebody at a place [m] with a radius [m], who wants to keep so far off others [m], and the
    rows of the nearest of them in the crowd; known: how many of these count."""

    crowd: Crowd
    near: Numbers
    known: int
    x: float
    y: float
    radius: float
    gap: float


@inlined
def between(angle: float) -> float:
    """The same angle within half a turn to either side [rad]."""
    return angle - 2.0 * math.pi * math.floor(angle / (2.0 * math.pi) + 0.5)


@inlined
def nearest(crowd: Crowd, row: int, near_out: Numbers) -> int:
    """The nearest others, as rows of the crowd, nearest first; how many."""
    x, y = crowd.places[row, 0], crowd.places[row, 1]
    count, most = 0, NEAR * NEAR
    for other in range(len(crowd.slots)):
        by_x, by_y = crowd.places[other, 0] - x, crowd.places[other, 1] - y
        apart = by_x * by_x + by_y * by_y
        if apart >= most or other == row:
            continue
        at = min(count, MOST_NEAR - 1)
        while at > 0:
            before = near_out[at - 1]
            by_x, by_y = crowd.places[before, 0] - x, crowd.places[before, 1] - y
            if by_x * by_x + by_y * by_y <= apart:
                break
            near_out[at] = before
            at -= 1
        near_out[at] = other
        count = min(count + 1, MOST_NEAR)
        if count == MOST_NEAR:
            last = near_out[count - 1]
            by_x, by_y = crowd.places[last, 0] - x, crowd.places[last, 1] - y
            most = by_x * by_x + by_y * by_y
    return count


@inlined
def distance_to(around: Around, other: int) -> float:
    """How far one of the crowd is [m]."""
    places = around.crowd.places
    return math.hypot(places[other, 0] - around.x, places[other, 1] - around.y)


@inlined
def free_way(around: Around, cosine: float, sine: float, speed: float) -> tuple[float, int]:
    """How far somebody comes in a direction, at a speed, before he meets another who goes on as
    he does [m], and whom (-1 nobody within the horizon).

    With p from him to the other, w his velocity against the other's and R the distance to keep,
    they meet at the least t with |p - w t| = R.
    """
    crowd = around.crowd
    far, whom = HORIZON, -1
    for index in range(around.known):
        other = around.near[index]
        by_x, by_y = crowd.places[other, 0] - around.x, crowd.places[other, 1] - around.y
        rel_x = speed * cosine - crowd.velocities[other, 0]
        rel_y = speed * sine - crowd.velocities[other, 1]
        closing = by_x * rel_x + by_y * rel_y
        if closing <= 0.0:
            continue
        reach = around.radius + crowd.radii[other] + around.gap
        apart = by_x * by_x + by_y * by_y - reach * reach
        if apart <= 0.0:
            return 0.0, other
        rate = rel_x * rel_x + rel_y * rel_y
        root = closing * closing - rate * apart
        if root <= 0.0:
            continue
        travelled = speed * (closing - math.sqrt(root)) / rate
        if travelled < far:
            far, whom = travelled, other
    return far, whom


@inlined
def led(around: Around, cosine: float, sine: float) -> tuple[float, int]:
    """How fast somebody may go in a direction behind whoever is in it [m/s], and whom."""
    crowd = around.crowd
    most, whom = 1e9, -1
    for index in range(around.known):
        other = around.near[index]
        by_x, by_y = crowd.places[other, 0] - around.x, crowd.places[other, 1] - around.y
        ahead, aside = by_x * cosine + by_y * sine, by_y * cosine - by_x * sine
        reach = around.radius + crowd.radii[other]
        if ahead <= 0.0 or abs(aside) >= reach:
            continue
        onward = crowd.velocities[other, 0] * cosine + crowd.velocities[other, 1] * sine
        room = ahead - math.sqrt(reach * reach - aside * aside) - 2.0 * around.gap
        speed = onward + (room - HEADWAY * max(onward, 0.0)) / FOLLOWING
        if speed < most:
            most, whom = speed, other
    return most, whom


@inlined
def unturned(around: Around, heading: float, turn: float) -> float:
    """A turn [rad], but not towards who is just beside one."""
    crowd = around.crowd
    for index in range(around.known):
        other = around.near[index]
        if distance_to(around, other) > around.radius + crowd.radii[other] + BESIDE:
            continue
        by_x, by_y = crowd.places[other, 0] - around.x, crowd.places[other, 1] - around.y
        bearing = between(math.atan2(by_y, by_x) - heading)
        if 0.3 < abs(bearing) < 2.3 and bearing * turn > 0.0:
            turn = 0.0
    return turn


@inlined
def met(around: Around, heading: float) -> int:
    """The slot of the nearest who comes towards somebody, a few steps ahead; -1 nobody."""
    crowd = around.crowd
    cosine, sine = math.cos(heading), math.sin(heading)
    least, whom = 5.0, -1
    for index in range(around.known):
        other = around.near[index]
        by_x, by_y = crowd.places[other, 0] - around.x, crowd.places[other, 1] - around.y
        ahead, aside = by_x * cosine + by_y * sine, by_y * cosine - by_x * sine
        onward = crowd.velocities[other, 0] * cosine + crowd.velocities[other, 1] * sine
        if 2.0 < ahead < least and abs(aside) < 2.5 and onward < -0.4:
            least, whom = ahead, other
    return int(crowd.slots[whom]) if whom >= 0 else -1
