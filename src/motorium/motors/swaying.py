"""How bodies sway in their courses, read from a table of just that: all that body frames need.

Of a fish that nobody sees nothing else is read (Yu & Terzopoulos 1999, section 5.3, Table 1).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined, kernel
from motorium.memory import aligned_zeros
from motorium.motors.tables import OFFSET, ROW, SWAY, SWAY_TURN, TURN
from motorium.motors.warping import WARPING, warp_shape
from motorium.motors.weighing import (
    CURVE,
    HIGH,
    LOW,
    blend,
    row_of,
    weigh,
    weights_of,
)
from motorium.physics.fish_kernel import Array
from motorium.physics.simd import eight_at_most, lane_count, load, store

__all__ = ["sway", "sways_of", "warp_sways"]


def sways_of(poses: NDArray[np.float32]) -> NDArray[np.float32]:
    """Of all rows of poses, flat: so little that it stays in the nearest cache."""
    rows = poses.reshape(-1, ROW)
    table: NDArray[np.float32] = aligned_zeros(len(rows) * SWAY, np.float32)
    sways = table.reshape(-1, SWAY)
    sways[:, :3] = rows[:, OFFSET : OFFSET + 3]
    sways[:, SWAY_TURN : SWAY_TURN + 3] = rows[:, TURN : TURN + 3]
    return table


@inlined
def sway(
    lanes: Any,
    count: int,
    sways: Any,
    lengths: int,
    state: Any,
    readers: Any,
    places_out: Any,
    sways_out: Any,
) -> None:
    """Weigh what is read, and find how all lanes sway: SWAY floats each, times the length [m].

    count: of lanes; as an argument, for all of them unrolled would not fit the caches. lengths:
    where the row of lengths begins in the state.
    """
    width = lane_count(lanes)
    weigh(lanes, width, lengths, state, readers, places_out)
    # Vectors that are no longer than a row.
    half = eight_at_most(lanes)
    part = lane_count(half)
    for lane in range(count):
        a = row_of(width, lane, LOW, places_out) * SWAY
        b = row_of(width, lane, HIGH, places_out) * SWAY
        c = row_of(width, lane, CURVE, places_out) * SWAY
        p, q = weights_of(half, width, lane, LOW, readers)
        r, s = weights_of(half, width, lane, HIGH, readers)
        t, u = weights_of(half, width, lane, CURVE, readers)
        for i in range(0, SWAY, part):
            row = blend(half, sways, SWAY, a + i, b + i, p, q, r, s)
            row = row + t * load(half, sways, c + i) + u * load(half, sways, c + SWAY + i)
            store(sways_out, lane * SWAY + i, row)


@kernel
def warp_sways(
    width: int,
    first: int,
    last: int,
    mine: NDArray[np.uint8],
    busy: NDArray[np.uint8],
    passages: NDArray[np.void],
    warped: Array,
    lengths: int,
    state: Array,
    sways_out: Array,
) -> None:
    """Add what is left of the warps to how the fishes in slots [first, last) sway."""
    for slot in range(first, last):
        if mine[slot] == 0 or busy[slot] & WARPING == 0:
            continue
        lane = slot - first
        me = passages[slot]
        shape = warp_shape(me)
        here, rate = np.float32(shape[0]), np.float32(shape[1] * me.warp_seconds)
        length = state[lengths + lane]
        out = lane * SWAY
        for k in range(3):
            off = here * warped[slot, 0, OFFSET + k] + rate * warped[slot, 1, OFFSET + k]
            sways_out[out + k] += length * off
            off = here * warped[slot, 0, TURN + k] + rate * warped[slot, 1, TURN + k]
            sways_out[out + SWAY_TURN + k] += length * off
