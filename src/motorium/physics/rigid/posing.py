"""Poses of a double (COORDINATES,) in kernels: how fast they change, where they lead, and how the
turns of all parts in the world become one."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from motorium.bodies.rigid.parts import PARTS, coordinate_of, freedom_of
from motorium.compiled import borrowing_kernel
from motorium.contracts.frames import Floats
from motorium.physics.quaternions import (
    Turn,
    Vector,
    about_y,
    inverse,
    log_of,
    power,
    product,
    rotated,
)

__all__ = [
    "HINGES",
    "OWN_COORDINATES",
    "OWN_FREEDOMS",
    "PARENTS",
    "goes_on",
    "joint_turn",
    "offsets_off",
    "rates_to",
    "wear_turns",
]

_NUMBERS: Final = range(len(PARTS))
PARENTS: Final = np.array([part.parent for part in PARTS])
HINGES: Final = np.array([0.0 if part.hinge is None else part.hinge[1] for part in PARTS])
"""1 or -1: the axis is y or against it; 0: it is a ball."""
MOST_BENT: Final = np.array([part.most for part in PARTS])
OWN_COORDINATES: Final = np.array([coordinate_of(number) for number in _NUMBERS])
OWN_FREEDOMS: Final = np.array([freedom_of(number) for number in _NUMBERS])
"""Of parts, for kernels: the same of everybody, so that nobody hands them over in every step."""
DOWN: Final = (0.0, 0.0, -1.0)
"""Where arms and legs point at rest."""


@borrowing_kernel
def joint_turn(coordinates: Floats, part: int) -> Turn:
    """How a part is turned against its parent; the first one against the world."""
    at = 3 if part == 0 else OWN_COORDINATES[part]
    if HINGES[part] != 0.0:
        return about_y(HINGES[part] * coordinates[at])
    return (coordinates[at], coordinates[at + 1], coordinates[at + 2], coordinates[at + 3])


@borrowing_kernel
def rates_to(one: Floats, two: Floats, rate: float, rates_out: Floats) -> None:
    """How fast everything goes from one pose to another, 1 / rate later (FREEDOMS,): the pelvis
    [m/s] in the world, turns [rad/s] in the axes of who turns."""
    for k in range(3):
        rates_out[k] = rate * (two[k] - one[k])
    for part in range(len(PARENTS)):
        to = 3 if part == 0 else OWN_FREEDOMS[part]
        if HINGES[part] != 0.0:
            at = OWN_COORDINATES[part]
            rates_out[to] = rate * (two[at] - one[at])
            continue
        angle = log_of(product(inverse(joint_turn(one, part)), joint_turn(two, part)))
        for k in range(3):
            rates_out[to + k] = rate * angle[k]


@borrowing_kernel
def goes_on(pose: Floats, rates: Floats, going: float, turning: float, pose_out: Floats) -> None:
    """Where a pose leads at such rates: the pelvis for so many seconds, all turns for others."""
    for k in range(3):
        pose_out[k] = pose[k] + going * rates[k]
    for part in range(len(PARENTS)):
        to = 3 if part == 0 else OWN_FREEDOMS[part]
        at = 3 if part == 0 else OWN_COORDINATES[part]
        if HINGES[part] != 0.0:
            pose_out[at] = min(max(pose[at] + turning * rates[to], 0.0), MOST_BENT[part])
            continue
        spin: Vector = (rates[to], rates[to + 1], rates[to + 2])
        turn = product(joint_turn(pose, part), power(spin, turning))
        size = math.sqrt(turn[0] ** 2 + turn[1] ** 2 + turn[2] ** 2 + turn[3] ** 2)
        for k in range(4):
            pose_out[at + k] = turn[k] / size


@borrowing_kernel
def wear_turns(place: Floats, turns: Floats, work: Floats, pose_out: Floats) -> None:
    """The pose of a double whose pelvis is at a place [m] (3,), and whose parts are turned in the
    world like this (parts, 4); work: (parts, 4).

    A hinge takes the bend and leaves the twist away, as `bodies.rigid.wearing` does.
    """
    for k in range(3):
        pose_out[k] = place[k]
    for part in range(len(PARENTS)):
        own: Turn = (turns[part, 0], turns[part, 1], turns[part, 2], turns[part, 3])
        at = 3 if part == 0 else OWN_COORDINATES[part]
        if part > 0:
            above = work[PARENTS[part]]
            parent: Turn = (above[0], above[1], above[2], above[3])
            relative = product(inverse(parent), own)
            if HINGES[part] != 0.0:
                down = rotated(relative, DOWN)
                bend = math.atan2(-HINGES[part] * down[0], -down[2])
                pose_out[at] = min(max(bend, 0.0), MOST_BENT[part])
                own = product(parent, about_y(HINGES[part] * pose_out[at]))
            else:
                for k in range(4):
                    pose_out[at + k] = relative[k]
        else:
            for k in range(4):
                pose_out[at + k] = own[k]
        for k in range(4):
            work[part, k] = own[k]


@borrowing_kernel
def offsets_off(places: Floats, turns: Floats, offsets: Floats) -> float:
    """How far at most a part of somebody, told by places [m] (parts, 3) and turns (parts, 4) in the
    world, is from where it hangs on its parent [m] (parts, 3): 0 if bones are rigid, and his."""
    most = 0.0
    for part in range(1, len(PARENTS)):
        above = PARENTS[part]
        turn: Turn = (turns[above, 0], turns[above, 1], turns[above, 2], turns[above, 3])
        hung = rotated(turn, (offsets[part, 0], offsets[part, 1], offsets[part, 2]))
        off = 0.0
        for k in range(3):
            off += (places[above, k] + hung[k] - places[part, k]) ** 2
        most = max(most, off)
    return math.sqrt(most)
