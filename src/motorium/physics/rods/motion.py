"""What a step begins and ends with, whatever the scheme."""

from __future__ import annotations

import math
from typing import Any, Final

from numpy.typing import NDArray

from motorium.compiled import inlined
from motorium.physics.rods.table import ALONE, FORCES, MASSES, MOMENTA, PLACES, POSITIONS, WAYS
from motorium.physics.rods.walls import bounce_off

__all__ = ["arrive", "depart", "parts_of_step"]

LARGEST_WAY: Final = 0.5
"""Of the ends of a rod against each other, in a part of a step, by its length: about half a radian.
Impulses are along old rods, which say little about one that has turned much farther."""

Array = NDArray[Any]


@inlined
def parts_of_step(
    links: Array, bounds: Array, rods: int, held: Array, seconds: float, state: Array
) -> int:
    """Into how many parts a step is cut, so that no rod turns too far in one of them: 1, but for a
    whip's lash or a sudden hand."""
    most = LARGEST_WAY * LARGEST_WAY
    for k in range(rods):
        square = 0.0
        for axis in range(3):
            way = _alone(state, held, links[k, 1], axis, seconds)
            way -= _alone(state, held, links[k, 2], axis, seconds)
            square += way * way
        most = max(most, square / max(bounds[k, 1] * bounds[k, 1], 1e-18))
    return int(min(math.ceil(math.sqrt(most) / LARGEST_WAY), 1000.0))


@inlined
def _alone(state: Array, held: Array, point: int, axis: int, seconds: float) -> Any:
    """How far a point would go by itself [m]."""
    if held[point]:
        return state[PLACES, point, axis] - state[POSITIONS, point, axis]
    momentum = state[MOMENTA, point, axis] + seconds * state[FORCES, point, axis]
    return seconds * momentum / state[MASSES, point, 0]


@inlined
def depart(state_out: Array, held: Array, seconds: float, share: float) -> None:
    """Momenta with this step's forces, and each point's way as if it were alone:
    p += dt F, n - r = dt p / m; what is held goes this share of the way to its place."""
    for point in range(len(held)):
        mass = state_out[MASSES, point, 0]
        state_out[MASSES, point, 1] = 0.0 if held[point] else 1.0 / mass
        for axis in range(3):
            state_out[MOMENTA, point, axis] += seconds * state_out[FORCES, point, axis]
            if held[point]:
                way = state_out[PLACES, point, axis] - state_out[POSITIONS, point, axis]
                way *= share
            else:
                way = seconds * state_out[MOMENTA, point, axis] / mass
            state_out[WAYS, point, axis] = way
            state_out[ALONE, point, axis] = way


@inlined
def arrive(state_out: Array, held: Array, walls: Array, seconds: float, share: float) -> None:
    """r = n and p = m (n - r) / dt, so that a held point flies on when it is let go; then walls."""
    for point in range(len(held)):
        rate = state_out[MASSES, point, 0] / seconds
        for axis in range(3):
            way = state_out[WAYS, point, axis]
            state_out[POSITIONS, point, axis] += way
            state_out[MOMENTA, point, axis] = rate * way
        if held[point]:
            if share == 1.0:
                # To the bit: r + (place - r) need not be it.
                for axis in range(3):
                    state_out[POSITIONS, point, axis] = state_out[PLACES, point, axis]
        else:
            bounce_off(
                walls,
                seconds,
                state_out[FORCES, point],
                state_out[POSITIONS, point],
                state_out[MOMENTA, point],
            )
