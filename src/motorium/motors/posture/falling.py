"""Arcs that are made on the fly: into a posture that has one from everywhere, and out of it.

They go from a pose as it was, also in the middle of an arc, straight to the posture. The body's
axis keeps its direction over the ground if it lies already; else the feet stay where they are.
"""

from __future__ import annotations

import math
from typing import Any, Final

from motorium.compiled import inlined
from motorium.motors.posture.bank import Clips
from motorium.motors.posture.grounding import FEET
from motorium.motors.posture.reading import ground_at, root_at
from motorium.motors.posture.tables import Ways

__all__ = ["FALL_SECONDS", "RISE_SECONDS", "begin_fall", "eased_share", "go_over"]

FALL_SECONDS: Final = 1.0
RISE_SECONDS: Final = 1.6
LYING: Final = 0.6
"""Whose axis is so long seen from above (1: all of it) lies."""


@inlined
def eased_share(one: Any) -> float:
    """How much of the pose that it comes from is gone: least jerk, see `motion.figures.ways`."""
    if one.blend_seconds <= 0.0:
        return 1.0
    u = min(max(one.blend_time / one.blend_seconds, 0.0), 1.0)
    gone: float = u * u * u * (10.0 - 15.0 * u + 6.0 * u * u)
    return gone


@inlined
def begin_fall(clips: Clips, ways: Ways, node: int, seconds: float, one: Any) -> None:
    """From how it is now to a posture."""
    if one.falling == 1:
        # It was getting up: back the way it came.
        one.from_clip, one.clip = one.clip, ways.stills[one.graph, node]
        one.blend_time = one.blend_seconds - one.blend_time
        one.facing += one.from_yaw
        one.swing += one.from_yaw
        one.from_yaw, one.from_time = -one.from_yaw, 0.0
        one.blend_x, one.blend_y = -one.blend_x, -one.blend_y
        one.node, one.time, one.moving = node, 0.0, 0
        return
    still = ways.stills[one.graph, node]
    turn = _turn_between(clips, one.clip, one.time, still)
    _, x, y = ground_at(clips, one.clip, one.time, FEET - 1)
    _, x1, y1 = ground_at(clips, still, 0.0, FEET - 1)
    x -= math.cos(turn) * x1 - math.sin(turn) * y1
    y -= math.sin(turn) * x1 + math.cos(turn) * y1
    cosine, sine = math.cos(one.facing), math.sin(one.facing)
    one.blend_x, one.blend_y = cosine * x - sine * y, sine * x + cosine * y
    one.from_clip, one.from_time, one.from_yaw = one.clip, one.time, -turn
    one.facing += turn
    one.swing = turn
    one.blend_time, one.blend_seconds, one.falling = 0.0, seconds, 1
    one.clip, one.time, one.node, one.moving = still, 0.0, node, 0


@inlined
def _turn_between(clips: Clips, clip: int, time: float, still: int) -> float:
    """By how much the posture is turned about the vertical [rad] so that a lying body's axis keeps
    its direction."""
    _, _, _, w, a, b, c = root_at(clips, 0, clip, time)
    x, y = 2.0 * (a * c + w * b), 2.0 * (b * c - w * a)
    _, _, _, w, a, b, c = root_at(clips, 0, still, 0.0)
    x1, y1 = 2.0 * (a * c + w * b), 2.0 * (b * c - w * a)
    if math.hypot(x, y) < LYING or math.hypot(x1, y1) < LYING:
        return 0.0
    turn = math.atan2(y, x) - math.atan2(y1, x1)
    return turn - 2.0 * math.pi * math.floor(turn / (2.0 * math.pi) + 0.5)


@inlined
def go_over(seconds: float, one: Any) -> float:
    """On for so long; returns what is left of it when it is there [s]."""
    before = eased_share(one)
    left: float = max(0.0, one.blend_time + seconds - one.blend_seconds)
    one.blend_time = min(one.blend_time + seconds, one.blend_seconds)
    gone = eased_share(one)
    one.x += (gone - before) * one.blend_x
    one.y += (gone - before) * one.blend_y
    one.swing = -one.from_yaw * (1.0 - gone)
    if one.blend_time >= one.blend_seconds:
        one.falling, one.blend_seconds, one.swing = 0, 0.0, 0.0
    return left
