"""Who is led from outside: at his place while he walks, and else nearer to it only by what nobody
sees; feet that stand are not dragged over the ground."""

from __future__ import annotations

import math
from typing import Any, Final

from motorium.compiled import inlined
from motorium.contracts.frames import Floats
from motorium.motors.posture.asking import SLOWEST
from motorium.motors.posture.tables import Ways

__all__ = ["follow", "led_on"]

MOST_BEHIND: Final = 5.0
"""Nobody stays farther from where he is led [m]; who is off by twice as much was put elsewhere."""
HURRY: Final = 0.5
LEAST_HURRY: Final = 1.0
"""By how much who is behind goes faster at most: a share of his speed, or so much [m/s] if that is
more. Who is ahead goes slower by that share."""
CAUGHT_UP: Final = 1.5
LAST_STEPS: Final = 0.1
"""Who walks makes up for what is left within about so long [s], at no less than so much [m/s]."""
SHUFFLE: Final = 0.05
"""How fast who does not walk is shifted at most [m/s]."""
STRAYED: Final = 2.0
RETURNED: Final = 0.45
"""Who is to stand and is farther off than the one walks there, until he is as near as the other
[m]: so far his last steps lead."""
RETURNS: Final = 1.0
"""At most so fast [m/s]."""


@inlined
def _hurry(behind: float, along: float, speed: float) -> float:
    """How fast somebody catches up [m/s]; along: the cosine between his way and where his place
    is."""
    least = HURRY * speed
    most = least + max(along, 0.0) * max(LEAST_HURRY - least, 0.0)
    return min(max(behind / CAUGHT_UP, LAST_STEPS), most)


@inlined
def _along(way: float, behind: float, one: Any) -> float:
    if behind <= 0.0:
        return 0.0
    along: float = -(math.cos(way) * one.lag_x + math.sin(way) * one.lag_y) / behind
    return along


@inlined
def led_on(speed: float, heading: float, course: float, one: Any) -> tuple[float, float]:
    """With how fast strides [m/s], and on which course against his heading [rad], somebody goes who
    is led: also to where he is behind."""
    behind = math.hypot(one.lag_x, one.lag_y)
    if speed < SLOWEST:
        if behind <= (STRAYED if one.mode < 0 else RETURNED):
            return speed, course
        return min(behind, RETURNS), math.atan2(-one.lag_y, -one.lag_x) - heading
    if behind <= 0.0:
        return speed, course
    way = heading + course
    hurry = _hurry(behind, _along(way, behind, one), speed) / behind
    x = speed * math.cos(way) - hurry * one.lag_x
    y = speed * math.sin(way) - hurry * one.lag_y
    return math.hypot(x, y), math.atan2(y, x) - heading


@inlined
def follow(ways: Ways, place: Floats, speed: float, way: float, seconds: float, one: Any) -> None:
    """To his place with the first frame in which he is led; then nearer to it.

    Who walks, or is carried away dead, moves on with his place, and catches up. All others, and
    whoever takes a first or a last step, move as what they play does, and are hardly shifted.
    """
    first, one.led = one.led == 0, 1
    if first:
        one.lag_x = one.lag_y = 0.0
    gone = one.falling == 0 and ways.implied[one.graph, one.node] == 1
    walks = one.moving == 1 and ways.steady[one.clip] == 1 and speed >= SLOWEST
    if not (walks or gone or first):
        one.lag_x, one.lag_y = one.x - place[0], one.y - place[1]
    behind = math.hypot(one.lag_x, one.lag_y)
    if walks or gone:
        made_up = seconds * _hurry(behind, _along(way, behind, one), speed if walks else RETURNS)
    else:
        made_up = seconds * SHUFFLE
    kept = 1.0 - made_up / behind if max(made_up, 1e-6) < behind < 2.0 * MOST_BEHIND else 0.0
    if kept * behind > MOST_BEHIND:
        kept = MOST_BEHIND / behind
    one.lag_x, one.lag_y = kept * one.lag_x, kept * one.lag_y
    one.x, one.y, one.z = place[0] + one.lag_x, place[1] + one.lag_y, place[2]
