"""Turns that another motor has begun: where in which recorded turn a body is, and what is left."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES, NODES
from motorium.contracts.frames import Floats
from motorium.motion.segments import HOVER, PIVOTS, SEGMENTS, TURNS
from motorium.motors.tables import HEADING, MUSCLE, OFFSET, ROW, SPEED, TURN, Tables

__all__ = ["Resumed", "find_turn", "settle_turn"]

TOLD_BY_MUSCLES: Final = 0.02
"""What squares of contraction count, against squares of distances [L^2]: bending a body and letting
it go look alike, but not its muscles."""
TOO_FAR: Final = 0.08
"""A body that is farther than this from all recorded ones, as a mean of its nodes [L], does
something else."""
LATEST: Final = 0.9
"""Share of a turn after which it is not worth entering it."""
LEAST_LEFT: Final = math.radians(8.0)
"""A recorded turn that has less than this left is played as it is, and the rest turned after it."""
ENOUGH: Final = math.radians(3.0)
"""What is left after it and smaller than this is not turned."""
LEAST_GAIN: Final = 0.3
MOST_GAIN: Final = 2.0
"""By how much what is left of a recorded turn may be stretched."""


class Resumed(NamedTuple):
    """A clip of the species' tables, by number, and which share of it has been played."""

    clip: int
    place: float


def find_turn(tables: Tables, kind: int, nodes: Floats, contraction: Floats) -> Resumed | None:
    """Where a body [L] is in a recorded turn, if it is in one.

    Whatever is left to turn by: in the midst of a turn the nose may point beyond its goal.
    """
    poses = tables.poses.reshape(-1, ROW)
    best: Resumed | None = None
    least = NODES * TOO_FAR**2
    for name in (*TURNS, *PIVOTS):
        number = SEGMENTS.index(name)
        clip = tables.clips[kind, number]
        rows = poses[clip["first"] : clip["first"] + int(LATEST * clip["frames"])]
        off = np.square(rows[:, :OFFSET] - nodes.ravel()).sum(axis=1)
        muscles = rows[:, MUSCLE : MUSCLE + MUSCLES]
        off += TOLD_BY_MUSCLES * NODES * np.square(muscles - contraction).mean(axis=1)
        row = int(np.argmin(off))
        if off[row] < least:
            least = float(off[row])
            best = Resumed(number, row / float(clip["frames"]))
    return best


def settle_turn(
    tables: Tables,
    kind: int,
    found: Resumed,
    angle: float,
    speed: float,
    dt: float,
    passage: NDArray[np.void] | Any,
) -> None:
    """Set a passage to go on from there, so that it turns by `angle` from where the nose points."""
    clip, hover = tables.clips[kind, found.clip], tables.clips[kind, SEGMENTS.index(HOVER)]
    poses = tables.poses.reshape(-1, ROW)
    row = poses[clip["first"] + round(found.place * clip["frames"])]
    remaining = float(poses[clip["first"] + clip["frames"], HEADING] - row[HEADING])
    needed = angle + float(row[TURN + 2])
    gain = 1.0
    if abs(remaining) > LEAST_LEFT:
        gain = min(max(needed / remaining, LEAST_GAIN), MOST_GAIN)
    passage["place"] = found.place
    passage["seconds"] = dt * max(1, round(float(clip["seconds"]) / dt))
    passage["row_a"], passage["frames_a"] = clip["first"], clip["frames"]
    passage["row_b"], passage["frames_b"] = hover["first"], hover["frames"]
    passage["weight_a"], passage["weight_b"] = 1.0, 0.0
    passage["gain"], passage["read"] = gain, row[HEADING]
    left = needed - gain * remaining
    passage["leg"], passage["left"] = gain * remaining, left if abs(left) > ENOUGH else 0.0
    passage["end_share"] = clip["end_share"]
    recorded = float(row[SPEED])
    swims = SEGMENTS[found.clip] in TURNS and recorded > 0.0
    passage["ratio"] = min(max(speed / recorded, 0.3), 2.0) if swims else 1.0
    missing = speed - float(passage["ratio"]) * recorded
    passage["entry"] = missing / (1.0 - found.place) ** 2
