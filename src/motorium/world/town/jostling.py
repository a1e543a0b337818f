"""Nobody walks through anybody: who has come too near is shifted aside, he who moves more than who
stands. A step that is begun is ended, so that a mind alone cannot keep a crowd apart."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.contracts.population import Slots

__all__ = ["APART", "elbow_room", "free_spot"]

APART: Final = 0.48
"""Nobody is nearer for long, between the middles of two bodies [m]."""
YIELDS: Final = 8.0
"""How fast what is missing is given way to [1/s], and at most [m/s]: a step to the side."""
FASTEST: Final = 0.7
STANDS: Final = 0.02
"""Who stands yields as if he were so fast [m/s]."""

BESIDE: Final = 0.7
"""Newcomers are put so far from who is there already [m]."""
MOST_RINGS: Final = 30
"""That are searched for a free place."""


def free_spot(wanted: tuple[float, float], taken: Floats) -> tuple[float, float]:
    """The nearest place to one, on rings around it, where nobody is; taken [m], shape (people,
    2). If all of them are taken it is as it was."""
    near: Floats = taken[np.hypot(*(taken - wanted).T) < (MOST_RINGS + 1) * BESIDE]
    if not len(near) or np.hypot(*(near - wanted).T).min() >= APART:
        return wanted
    for ring in range(1, MOST_RINGS + 1):
        for angle in np.arange(6 * ring) * math.pi / (3 * ring):
            x = wanted[0] + ring * BESIDE * math.cos(angle)
            y = wanted[1] + ring * BESIDE * math.sin(angle)
            if np.hypot(*(near - (x, y)).T).min() >= BESIDE - 1e-6:
                return x, y
    return wanted


def elbow_room(
    slots: Slots, positions: Floats, velocities: Floats, firm: NDArray[np.bool_], seconds: float
) -> Floats:
    """By how much each of these is to be shifted on the ground [m], shape (slots, 2); firm, of
    each: he stays where he is. positions [m], velocities [m/s]: of all slots."""
    shifts: Floats = np.zeros((len(slots), 2))
    order = np.argsort(positions[slots, 0], kind="stable")
    _part(order, slots, positions, velocities, firm, seconds, shifts)
    return shifts


@kernel
def _part(
    order: NDArray[np.int64],
    slots: Slots,
    positions: Floats,
    velocities: Floats,
    firm: NDArray[np.bool_],
    seconds: float,
    shifts_out: Floats,
) -> None:
    for place in range(len(order)):
        row = order[place]
        one = slots[row]
        for later in range(place + 1, len(order)):
            other_row = order[later]
            other = slots[other_row]
            x = positions[other, 0] - positions[one, 0]
            if x >= APART:
                break
            y = positions[other, 1] - positions[one, 1]
            gap = math.hypot(x, y)
            if gap >= APART or (firm[row] and firm[other_row]):
                continue
            if gap < 1e-6:
                x, y, gap = 0.0, 1.0, 1.0
                missing = APART
            else:
                missing = APART - gap
            step = min(missing * min(1.0, YIELDS * seconds), FASTEST * seconds)
            mine = STANDS + math.hypot(velocities[one, 0], velocities[one, 1])
            theirs = STANDS + math.hypot(velocities[other, 0], velocities[other, 1])
            share = mine / (mine + theirs)
            if firm[row]:
                share = 0.0
            elif firm[other_row]:
                share = 1.0
            shifts_out[row, 0] -= share * step * x / gap
            shifts_out[row, 1] -= share * step * y / gap
            shifts_out[other_row, 0] += (1.0 - share) * step * x / gap
            shifts_out[other_row, 1] += (1.0 - share) * step * y / gap
