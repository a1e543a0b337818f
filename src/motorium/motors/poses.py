"""The bodies of a block, read from the tables: three readers a fish, each between two rows."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES
from motorium.compiled import kernel
from motorium.motors.passing import WARPING, warp_shape
from motorium.motors.playing import Reader
from motorium.motors.tables import OFFSET, POINTS_ROW, ROW, SCALED, TAIL
from motorium.physics.fish_kernel import Array
from motorium.physics.simd import Lanes, load, splat, store

__all__ = ["pose", "pose_points"]

_A: Final = 0
_B: Final = Reader.SIZE
_C: Final = 2 * Reader.SIZE


@kernel
def pose(
    lanes: Lanes,
    width: int,
    poses: Array,
    readers: Array,
    lengths: int,
    state: Array,
    nodes_out: Array,
    muscles_out: Array,
    tails_out: Array,
) -> None:
    """Rows of all lanes; lengths: where the row of lengths begins in the state.

    Nodes [m] of one lane stand right behind those of the lane before, and so do muscles: what a
    vector writes too much, the next lane writes over. Tails: what follows the nodes in a row.
    """
    for lane in range(width):
        length = state[lengths + lane]
        a, a0, a1 = _reader(width, lane, _A, readers)
        b, b0, b1 = _reader(width, lane, _B, readers)
        c, c0, c1 = _reader(width, lane, _C, readers)
        nodes, tail = lane * OFFSET, lane * (ROW - TAIL) - TAIL
        p, q = splat(lanes, a0 * length), splat(lanes, a1 * length)
        r, s = splat(lanes, b0 * length), splat(lanes, b1 * length)
        curved = c0 + c1 != 0.0
        t, u = splat(lanes, c0 * length), splat(lanes, c1 * length)
        for i in range(0, SCALED, width):
            row = p * load(lanes, poses, a + i) + q * load(lanes, poses, a + ROW + i)
            row = row + r * load(lanes, poses, b + i) + s * load(lanes, poses, b + ROW + i)
            if curved:
                row = row + t * load(lanes, poses, c + i) + u * load(lanes, poses, c + ROW + i)
            store(nodes_out, nodes + i, row)
            if i >= TAIL:
                store(tails_out, tail + i, row)
        p, q, r, s = splat(lanes, a0), splat(lanes, a1), splat(lanes, b0), splat(lanes, b1)
        t, u = splat(lanes, c0), splat(lanes, c1)
        for i in range(SCALED, ROW, width):
            row = p * load(lanes, poses, a + i) + q * load(lanes, poses, a + ROW + i)
            row = row + r * load(lanes, poses, b + i) + s * load(lanes, poses, b + ROW + i)
            if curved:
                row = row + t * load(lanes, poses, c + i) + u * load(lanes, poses, c + ROW + i)
            store(tails_out, tail + i, row)
            store(muscles_out, lane * MUSCLES + i - SCALED, row)


@kernel
def pose_points(
    lanes: Lanes,
    width: int,
    first: int,
    last: int,
    points: Array,
    readers: Array,
    lengths: int,
    state: Array,
    mine: NDArray[np.uint8],
    busy: NDArray[np.uint8],
    passages: NDArray[np.void],
    warped_points: Array,
    points_out: Array,
) -> None:
    """Control points [m] in the body frame of the fishes in slots [first, last), row by row."""
    for slot in range(first, last):
        if mine[slot] == 0:
            continue
        lane = slot - first
        length = state[lengths + lane]
        a, a0, a1 = _reader(width, lane, _A, readers)
        b, b0, b1 = _reader(width, lane, _B, readers)
        c, c0, c1 = _reader(width, lane, _C, readers)
        a, b, c = (a // ROW) * POINTS_ROW, (b // ROW) * POINTS_ROW, (c // ROW) * POINTS_ROW
        p, q = splat(lanes, a0 * length), splat(lanes, a1 * length)
        r, s = splat(lanes, b0 * length), splat(lanes, b1 * length)
        t, u = splat(lanes, c0 * length), splat(lanes, c1 * length)
        out = slot * POINTS_ROW
        curved = c0 + c1 != 0.0
        for i in range(0, POINTS_ROW, width):
            row = p * load(lanes, points, a + i) + q * load(lanes, points, a + POINTS_ROW + i)
            row = row + r * load(lanes, points, b + i)
            row = row + s * load(lanes, points, b + POINTS_ROW + i)
            if curved:
                row = row + t * load(lanes, points, c + i)
                row = row + u * load(lanes, points, c + POINTS_ROW + i)
            store(points_out, out + i, row)
        if busy[slot] & WARPING:
            left, _ = warp_shape(passages[slot])
            for i in range(POINTS_ROW):
                points_out[out + i] += np.float32(left * length) * warped_points[out + i]


@register_jitable
def _reader(width: int, lane: int, reader: int, readers: Any) -> Any:
    """Where its row begins, and the weights of this row and the next."""
    at = reader * width + lane
    row = np.int64(readers[at + Reader.ROW * width]) * ROW
    weight = readers[at + Reader.WEIGHT * width]
    ahead = weight * readers[at + Reader.WAY * width]
    return row, weight - ahead, ahead
