"""The bodies of a block, read from the tables: three readers a fish, each between two rows."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES
from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.motors.rows import Reader
from motorium.motors.skinning import skin_points
from motorium.motors.tables import OFFSET, POINTS_ROW, ROW, SCALED, TAIL
from motorium.motors.warping import WARPING
from motorium.physics.fish_kernel import Array
from motorium.physics.simd import Lanes, lane_count, load, splat, store, stream

__all__ = ["pose", "pose_points"]

_A: Final = 0
_B: Final = Reader.SIZE
_C: Final = 2 * Reader.SIZE
_SMALL: Final = Reader.COUNT
"""One over the length, behind the readers."""


@kernel
def pose(
    lanes: Lanes,
    count: int,
    poses: Array,
    readers: Array,
    lengths: int,
    state: Array,
    nodes_out: Array,
    muscles_out: Array,
    tails_out: Array,
) -> None:
    """Rows of all lanes; lengths: where the row of lengths begins in the state.

    count: of lanes; as an argument, for with all lanes unrolled the code would not fit the caches.

    Nodes [m] of one lane stand right behind those of the lane before, and so do muscles: what a
    vector writes too much, the next lane writes over. Tails: what follows the nodes in a row.
    """
    width = lane_count(lanes)
    _weigh(lanes, width, lengths, state, readers)
    for lane in range(count):
        a, b = _row(width, lane, _A, readers), _row(width, lane, _B, readers)
        p, q = _weights(lanes, width, lane, _A, readers)
        r, s = _weights(lanes, width, lane, _B, readers)
        small = splat(lanes, readers[_SMALL * width + lane])
        nodes, tail = lane * OFFSET, lane * (ROW - TAIL) - TAIL
        if _reads(width, lane, _C, readers):
            c = _row(width, lane, _C, readers)
            t, u = _weights(lanes, width, lane, _C, readers)
            for i in range(0, TAIL, width):
                row = _two(lanes, poses, a, b, i, p, q, r, s)
                row = row + t * load(lanes, poses, c + i) + u * load(lanes, poses, c + ROW + i)
                store(nodes_out, nodes + i, row)
            for i in range(TAIL, SCALED, width):
                row = _two(lanes, poses, a, b, i, p, q, r, s)
                row = row + t * load(lanes, poses, c + i) + u * load(lanes, poses, c + ROW + i)
                store(nodes_out, nodes + i, row)
                store(tails_out, tail + i, row)
            for i in range(SCALED, ROW, width):
                row = _two(lanes, poses, a, b, i, p, q, r, s)
                row = row + t * load(lanes, poses, c + i) + u * load(lanes, poses, c + ROW + i)
                store(tails_out, tail + i, row * small)
                store(muscles_out, lane * MUSCLES + i - SCALED, row * small)
        else:
            for i in range(0, TAIL, width):
                store(nodes_out, nodes + i, _two(lanes, poses, a, b, i, p, q, r, s))
            for i in range(TAIL, SCALED, width):
                row = _two(lanes, poses, a, b, i, p, q, r, s)
                store(nodes_out, nodes + i, row)
                store(tails_out, tail + i, row)
            for i in range(SCALED, ROW, width):
                row = _two(lanes, poses, a, b, i, p, q, r, s)
                store(tails_out, tail + i, row * small)
                store(muscles_out, lane * MUSCLES + i - SCALED, row * small)


@register_jitable
def _two(lanes: Any, poses: Any, a: int, b: int, i: int, p: Any, q: Any, r: Any, s: Any) -> Any:
    """A vector of what two readers read."""
    row = p * load(lanes, poses, a + i) + q * load(lanes, poses, a + ROW + i)
    return row + r * load(lanes, poses, b + i) + s * load(lanes, poses, b + ROW + i)


@register_jitable
def _weigh(lanes: Any, width: int, lengths: int, state: Any, readers_out: Any) -> None:
    """Turn weights, and ways from a row to the next, into what both rows weigh in a body of its
    length; the weight of the nearer row takes the place of the way."""
    length = load(lanes, state, lengths)
    for reader in (_A, _B, _C):
        weight = load(lanes, readers_out, (reader + Reader.WEIGHT) * width) * length
        ahead = weight * load(lanes, readers_out, (reader + Reader.WAY) * width)
        store(readers_out, (reader + Reader.WAY) * width, weight - ahead)
        store(readers_out, (reader + Reader.WEIGHT) * width, ahead)
    store(readers_out, _SMALL * width, splat(lanes, np.float32(1.0)) / length)


@register_jitable
def _write(
    lane: int,
    i: int,
    nodes: int,
    tail: int,
    row: Any,
    small: Any,
    nodes_out: Any,
    muscles_out: Any,
    tails_out: Any,
) -> None:
    if i < SCALED:
        store(nodes_out, nodes + i, row)
        if i >= TAIL:
            store(tails_out, tail + i, row)
    else:
        row = row * small
        store(tails_out, tail + i, row)
        store(muscles_out, lane * MUSCLES + i - SCALED, row)


@kernel
def pose_points(
    lanes: Lanes,
    first: int,
    last: int,
    points: Array,
    readers: Array,
    lengths: int,
    state: Array,
    kinds: NDArray[np.int16],
    mine: NDArray[np.uint8],
    busy: NDArray[np.uint8],
    bindings: Floats,
    nodes: Array,
    streams: bool,
    axes: Floats,
    points_out: Array,
) -> None:
    """Control points [m] in the body frame of the fishes in slots [first, last), row by row.

    Those of fishes in a warp follow from their nodes [m] (lane by lane), as the skin binds them.
    """
    width = lane_count(lanes)
    for slot in range(first, last):
        if mine[slot] == 0:
            continue
        lane = slot - first
        if busy[slot] & WARPING:
            skin_points(
                bindings[kinds[slot]],
                nodes,
                lane * OFFSET,
                state[lengths + lane],
                axes,
                points_out,
                slot * POINTS_ROW,
            )
            continue
        a = _row(width, lane, _A, readers) // ROW * POINTS_ROW
        b = _row(width, lane, _B, readers) // ROW * POINTS_ROW
        c = _row(width, lane, _C, readers) // ROW * POINTS_ROW
        p, q = _weights(lanes, width, lane, _A, readers)
        r, s = _weights(lanes, width, lane, _B, readers)
        t, u = _weights(lanes, width, lane, _C, readers)
        out = slot * POINTS_ROW
        curved = _reads(width, lane, _C, readers)
        for i in range(0, POINTS_ROW, width):
            row = p * load(lanes, points, a + i) + q * load(lanes, points, a + POINTS_ROW + i)
            row = row + r * load(lanes, points, b + i)
            row = row + s * load(lanes, points, b + POINTS_ROW + i)
            if curved:
                row = row + t * load(lanes, points, c + i)
                row = row + u * load(lanes, points, c + POINTS_ROW + i)
            if streams:
                stream(points_out, out + i, row)
            else:
                store(points_out, out + i, row)


@register_jitable
def _row(width: int, lane: int, reader: int, readers: Any) -> Any:
    """Where the row that is read begins."""
    return np.int64(readers[(reader + Reader.ROW) * width + lane]) * ROW


@register_jitable
def _weights(lanes: Any, width: int, lane: int, reader: int, readers: Any) -> Any:
    """Of this row and the next, once they have been weighed, in every lane."""
    return (
        splat(lanes, readers[(reader + Reader.WAY) * width + lane]),
        splat(lanes, readers[(reader + Reader.WEIGHT) * width + lane]),
    )


@register_jitable
def _reads(width: int, lane: int, reader: int, readers: Any) -> Any:
    """Whether a reader, once weighed, counts at all."""
    here = readers[(reader + Reader.WAY) * width + lane]
    return here != 0.0 or readers[(reader + Reader.WEIGHT) * width + lane] != 0.0
