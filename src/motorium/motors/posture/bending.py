"""Bends of the body on top of what is played: aims, looks, and what never is quite the same.

A bend turns the chest and all above it by D about axes of the figure's frame, and the segments of
the spine below by D^W, W from 0 at the pelvis to 1 at the chest. What is above turns as one: hands
stay on a rifle, and it points exactly where D turns it. Legs keep still.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.compiled import borrowing_kernel, inlined
from motorium.contracts.frames import Floats
from motorium.motors.posture.drawing import wandering
from motorium.motors.posture.sampling import Pose
from motorium.motors.posture.shown import LEVELS
from motorium.physics.quaternions import (
    Turn,
    about_y,
    about_z,
    inverse,
    log_of,
    long_log_of,
    power,
    product,
)

__all__ = ["Bends", "aimed", "bend", "bends_of", "head_sway", "look", "sway"]

MOST_BENT: Final = 1.3
"""[rad], of who is upright."""
BENT_LYING: Final = 0.45
"""The share of it of who lies."""
BREATH: Final = 0.011
SWAYS: Final = (0.009, 0.007, 0.011)
HEAD_SWAYS: Final = (0.012, 0.02, 0.032)
"""How far chest and head wander about x, y and z [rad]; a breath is about y."""
STILL_LYING: Final = 0.35
"""The share of that of who lies."""
LENGTH: Final = 24


class Bends(NamedTuple):
    """Of each level the segments that bend, each hanging on the one before or on the first.

    counts (levels,); chains, shape (levels, LENGTH): segments; restarts: 1 where it hangs on the
    first segment; chest and head, shape (levels, LENGTH): W of each; roots, shape (levels, 2): W of
    the first segment, which is more than a pelvis where there is no spine.
    """

    counts: NDArray[np.int32]
    chains: NDArray[np.int32]
    restarts: NDArray[np.uint8]
    chest: Floats
    head: Floats
    roots: Floats


def bends_of() -> Bends:
    """Of the three figures that ship.

    Limitation: human-low is of one piece from pelvis to chest: its hips go along by a few
    centimetres, and its legs with them.
    """
    high = load_skeleton(FIGURES[0])
    spine = [(name, min((at + 1) / 15, 1.0), 0.0) for at, name in enumerate(high.segments[1:18])]
    levels: list[list[tuple[str, float, float]]] = [
        [*spine, ("neck", 1.0, 0.4), ("head", 1.0, 1.0)],
        [("abdomen", 0.5, 0.0), ("chest", 1.0, 0.0), ("neck", 1.0, 0.0), ("head", 1.0, 1.0)],
        [("head", 1.0, 1.0), ("left thigh", 0.0, 0.0), ("right thigh", 0.0, 0.0)],
    ]
    bends = Bends(
        counts=np.array([len(level) for level in levels], dtype=np.int32),
        chains=np.zeros((LEVELS, LENGTH), dtype=np.int32),
        restarts=np.zeros((LEVELS, LENGTH), dtype=np.uint8),
        chest=np.zeros((LEVELS, LENGTH)),
        head=np.zeros((LEVELS, LENGTH)),
        roots=np.array([0.0, 0.0, 1.0]),
    )
    for level, parts in enumerate(levels):
        skeleton = load_skeleton(FIGURES[level])
        for at, (name, chest, head) in enumerate(parts):
            segment = skeleton.segment(name)
            bends.chains[level, at] = segment
            bends.restarts[level, at] = skeleton.parents[segment] == 0
            bends.chest[level, at], bends.head[level, at] = chest, head
    return bends


@borrowing_kernel
def aimed(turn: float, rise: float, share: float, sight_turn: float, sight_rise: float) -> Turn:
    """What turns a rifle from where it is played to an aim, or a share of it; all in the figure's
    frame [rad]."""
    wanted = product(about_z(turn), about_y(-rise))
    played = product(about_z(sight_turn), about_y(-sight_rise))
    return power(log_of(product(wanted, inverse(played))), share)


@borrowing_kernel
def look(turn: float, rise: float) -> Turn:
    """What turns a head so far from how it is played [rad]."""
    return product(about_z(turn), about_y(-rise))


@borrowing_kernel
def sway(seed: int, time: float, amount: float) -> Turn:
    """Breath and sway of a chest at an age [s]."""
    breath = BREATH * wandering(seed, 0, 0.27, time)
    return power(
        (
            amount * SWAYS[0] * wandering(seed, 1, 0.16, time),
            amount * (SWAYS[1] * wandering(seed, 2, 0.13, time) - breath),
            amount * SWAYS[2] * wandering(seed, 3, 0.11, time),
        ),
        1.0,
    )


@borrowing_kernel
def head_sway(seed: int, time: float, amount: float) -> Turn:
    """The same of a head."""
    return power(
        (
            amount * HEAD_SWAYS[0] * wandering(seed, 4, 0.15, time),
            amount * HEAD_SWAYS[1] * wandering(seed, 5, 0.19, time),
            amount * HEAD_SWAYS[2] * wandering(seed, 6, 0.14, time),
        ),
        1.0,
    )


@borrowing_kernel
def bend(
    bends: Bends, level: int, room: int, chest: Turn, head: Turn, root: Turn, pose_out: Pose
) -> Turn:
    """Bend a pose; returns how the first segment is turned then.

    With B = head^W' chest^W of each segment its turn R in the figure's frame becomes B R, so
    against its parent (p) it is turned by R_p^-1 B_p^-1 B R_p before its own turn. A chest is bent
    by no more than it can be; an aim against the way of the legs may ask for more than half a turn,
    and still is on the same side then.
    """
    upright = max(0.0, 1.0 - 2.0 * (root[1] * root[1] + root[2] * root[2]))
    most = MOST_BENT * (BENT_LYING + (1.0 - BENT_LYING) * upright)
    body, face = _held(long_log_of(chest), most), log_of(head)
    first = power(body, bends.roots[level])
    parent, bent = root, first
    for at in range(bends.counts[level]):
        s = bends.chains[level, at]
        if bends.restarts[level, at] == 1:
            parent, bent = root, first
        turn = (
            float(pose_out[s]),
            float(pose_out[room + s]),
            float(pose_out[2 * room + s]),
            float(pose_out[3 * room + s]),
        )
        wanted = power(body, bends.chest[level, at])
        if bends.head[level, at] > 0.0:
            wanted = product(power(face, bends.head[level, at]), wanted)
        by = product(product(inverse(parent), product(inverse(bent), wanted)), parent)
        new = product(by, turn)
        pose_out[s] = new[0]
        pose_out[room + s] = new[1]
        pose_out[2 * room + s] = new[2]
        pose_out[3 * room + s] = new[3]
        parent, bent = product(parent, turn), wanted
    return product(first, root)


@inlined
def _held(vector: Any, most: float) -> Any:
    """A turn's vector, no longer than so much [rad]."""
    length = math.sqrt(vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2)
    scale = most / length if length > most else 1.0
    return (scale * vector[0], scale * vector[1], scale * vector[2])
