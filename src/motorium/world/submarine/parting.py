"""Parting: the water before a hull gives way, and takes with it whoever is there."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.frames import Floats, turned
from motorium.contracts.population import Slots
from motorium.world.habitat.holding import SOFT, THICK
from motorium.world.submarine.motion import FASTEST
from motorium.world.submarine.settings import LENGTH, RADIUS

__all__ = ["part"]

REACH: Final = 0.5 * LENGTH + 3.0 * FASTEST * SOFT
"""Farther from its middle nobody is moved [m]: not even who comes to meet it at twice its speed."""


@kernel
def part(
    visitor: int,
    state: Floats,
    slots: Slots,
    positions: Floats,
    orientations: Floats,
    velocities: Floats,
    lengths: NDArray[np.float32],
    carrying: Floats,
    count: int,
    moved_out: Slots,
    streams_out: Floats,
) -> int:
    """Streams [m/s] that keep individuals out of a hull, by the law that holds them off what is
    solid (`habitat.holding`): they come nearer to it by no more than is left in a time SOFT. Who
    needs one is told in the first rows of `moved`, after so many whom other hulls move, or with
    them; returns how many there are now.

    state: of the submarine, `motion.STATE`; velocities [m/s]: of the last frame, in which
    individuals were carried as `carrying` tells.
    """
    w, i, j, k = orientations[visitor]
    a, b, c = turned(w, i, j, k, 1.0, 0.0, 0.0)
    left_x, left_y = -math.sin(state[0]), math.cos(state[0])
    end, others = 0.5 * LENGTH - RADIUS, count
    for slot in slots:
        x = positions[slot, 0] - positions[visitor, 0]
        y = positions[slot, 1] - positions[visitor, 1]
        z = positions[slot, 2] - positions[visitor, 2]
        if x * x + y * y + z * z > (REACH + lengths[slot]) ** 2:
            continue
        along = min(max(x * a + y * b + z * c, -end), end)
        p, q, r = x - along * a, y - along * b, z - along * c
        far = math.sqrt(p * p + q * q + r * r)
        p, q, r = (p / far, q / far, r / far) if far > 0.0 else (0.0, 0.0, 1.0)
        free = far - RADIUS - THICK * lengths[slot]
        # How the hull moves there: on, by turning about z and by pitching about the right.
        u = velocities[visitor, 0] + along * (-state[3] * b - state[4] * left_y * c)
        v = velocities[visitor, 1] + along * (state[3] * a + state[4] * left_x * c)
        rise = velocities[visitor, 2] - along * state[4] * (left_x * b - left_y * a)
        nears = (
            p * (velocities[slot, 0] - carrying[slot, 0] - u)
            + q * (velocities[slot, 1] - carrying[slot, 1] - v)
            + r * (velocities[slot, 2] - carrying[slot, 2] - rise)
        )
        lacks = -free / SOFT - nears
        if lacks > 0.0:
            row = 0
            while row < others and moved_out[row] != slot:
                row += 1
            if row == others:
                row = count
                moved_out[row] = slot
                streams_out[row] = 0.0
                count += 1
            streams_out[row, 0] += lacks * p
            streams_out[row, 1] += lacks * q
            streams_out[row, 2] += lacks * r
    return count
