"""What is laid on top of what figures play: aims, looks, gestures, another upper body."""

from __future__ import annotations

from typing import Any, Final

from motorium.compiled import inlined
from motorium.motors.posture.asking import Asked, within
from motorium.motors.posture.bank import Clips
from motorium.motors.posture.tables import Ways

__all__ = ["lay_on"]

AIM_WITHIN: Final = 0.1
LOOK_WITHIN: Final = 0.2
"""Within about so long [s] aims and looks are taken."""
UPPER_WITHIN: Final = 0.35
"""The upper body goes over to another posture within so long [s]."""


@inlined
def lay_on(clips: Clips, ways: Ways, slot: int, asked: Asked, seconds: float, one: Any) -> None:
    """What goes on top of what is played."""
    part = within(seconds, AIM_WITHIN)
    aim = 0.0 if ways.unaimed[one.clip] == 1 else asked.aim[slot]
    one.aim += part * (aim - one.aim)
    one.aim_turn += part * (asked.aim_turn[slot] - one.aim_turn)
    one.aim_rise += part * (asked.aim_rise[slot] - one.aim_rise)
    part = within(seconds, LOOK_WITHIN)
    one.look_turn += part * (asked.look_turn[slot] - one.look_turn)
    one.look_rise += part * (asked.look_rise[slot] - one.look_rise)
    if one.gesture >= 0:
        one.gesture_time += seconds
        clip = ways.gestures[one.graph, one.gesture, 0]
        if one.gesture_time >= clips.seconds[clip] or one.alive < 0.5:
            one.gesture = -1
    one.borrowed = max(0.0, one.borrowed - seconds)
    step = seconds / UPPER_WITHIN
    if ways.upper[one.graph, one.wish] == 1 and ways.upright[one.clip] == 1 and one.falling == 0:
        there = one.node == one.wish and one.moving == 0
        if there and one.mode >= 0:
            # Its upper body is so already.
            one.upper_node, one.upper = one.wish, 1.0
        elif one.upper > 0.0 and one.upper_node != one.wish:
            one.upper = max(0.0, one.upper - step)
        elif one.mode >= 0 or one.upper > 0.0 or ways.strides[one.clip] == 1:
            one.upper_node, one.upper = one.wish, min(1.0, one.upper + step)
        if there and one.mode < 0:
            one.upper = 0.0
    else:
        one.upper = max(0.0, one.upper - step)
