"""The bodies of a block, read from the tables: three readers a fish, each between two rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES
from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.motors.skinning import skin_points
from motorium.motors.tables import MUSCLE, OFFSET, POINTS_ROW, ROW, SCALED, TURN
from motorium.motors.warping import WARPING, warp_shape
from motorium.motors.weighing import (
    CURVE,
    HIGH,
    LOW,
    blend,
    reads,
    row_of,
    smallness,
    weights_of,
)
from motorium.physics.fish_kernel import Array
from motorium.physics.simd import Lanes, lane_count, load, store, stream

__all__ = ["pose", "pose_points", "warp_bodies"]


@kernel
def pose(
    lanes: Lanes,
    first: int,
    last: int,
    all_of_them: bool,
    poses: Array,
    mine: NDArray[np.uint8],
    seen: NDArray[np.uint8],
    readers: Array,
    places: NDArray[np.int32],
    nodes_out: Array,
    muscles_out: Array,
) -> None:
    """Bodies of the fishes in slots [first, last) that are `mine` and seen, from weighed readers.

    all_of_them: even of those who are not seen.

    Nodes [m] of one lane stand right behind those of the lane before, and so do muscles: what a
    vector writes too much, the next lane writes over.
    """
    width = lane_count(lanes)
    for slot in range(first, last):
        if mine[slot] == 0 or not (all_of_them or seen[slot]):
            continue
        lane = slot - first
        a = row_of(width, lane, LOW, places) * ROW
        b = row_of(width, lane, HIGH, places) * ROW
        p, q = weights_of(lanes, width, lane, LOW, readers)
        r, s = weights_of(lanes, width, lane, HIGH, readers)
        small = smallness(lanes, width, lane, readers)
        nodes, muscles = lane * OFFSET, lane * MUSCLES - MUSCLE
        if reads(width, lane, CURVE, readers):
            c = row_of(width, lane, CURVE, places) * ROW
            t, u = weights_of(lanes, width, lane, CURVE, readers)
            for i in range(0, SCALED, width):
                row = blend(lanes, poses, ROW, a + i, b + i, p, q, r, s)
                row = row + t * load(lanes, poses, c + i) + u * load(lanes, poses, c + ROW + i)
                store(nodes_out, nodes + i, row)
            for i in range(MUSCLE, TURN, width):
                row = blend(lanes, poses, ROW, a + i, b + i, p, q, r, s)
                row = row + t * load(lanes, poses, c + i) + u * load(lanes, poses, c + ROW + i)
                store(muscles_out, muscles + i, row * small)
        else:
            for i in range(0, SCALED, width):
                row = blend(lanes, poses, ROW, a + i, b + i, p, q, r, s)
                store(nodes_out, nodes + i, row)
            for i in range(MUSCLE, TURN, width):
                row = blend(lanes, poses, ROW, a + i, b + i, p, q, r, s)
                store(muscles_out, muscles + i, row * small)


@kernel
def warp_bodies(
    width: int,
    first: int,
    last: int,
    all_of_them: bool,
    mine: NDArray[np.uint8],
    seen: NDArray[np.uint8],
    busy: NDArray[np.uint8],
    passages: NDArray[np.void],
    warped: Array,
    lengths: int,
    state: Array,
    nodes_out: Array,
    muscles_out: Array,
) -> None:
    """Add what is left of the warps to these bodies.

    lengths: where the row of lengths begins in the state.
    """
    for slot in range(first, last):
        if mine[slot] == 0 or busy[slot] & WARPING == 0 or not (all_of_them or seen[slot]):
            continue
        lane = slot - first
        me = passages[slot]
        shape = warp_shape(me)
        here, rate = np.float32(shape[0]), np.float32(shape[1] * me.warp_seconds)
        length = state[lengths + lane]
        for k in range(OFFSET):
            off = here * warped[slot, 0, k] + rate * warped[slot, 1, k]
            nodes_out[lane * OFFSET + k] += length * off
        for k in range(MUSCLES):
            off = here * warped[slot, 0, MUSCLE + k] + rate * warped[slot, 1, MUSCLE + k]
            muscles_out[lane * MUSCLES + k] += off


@kernel
def pose_points(
    lanes: Lanes,
    first: int,
    last: int,
    points: Array,
    readers: Array,
    places: NDArray[np.int32],
    lengths: int,
    state: Array,
    kinds: NDArray[np.int16],
    mine: NDArray[np.uint8],
    seen: NDArray[np.uint8],
    busy: NDArray[np.uint8],
    bindings: Floats,
    nodes: Array,
    streams: bool,
    axes: Floats,
    points_out: Array,
) -> None:
    """Control points [m] in the body frame of the fishes in slots [first, last) that are `mine`
    and seen, row by row.

    Those of fishes in a warp follow from their nodes [m] (lane by lane), as the skin binds them.
    """
    width = lane_count(lanes)
    for slot in range(first, last):
        if mine[slot] == 0 or seen[slot] == 0:
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
        a = row_of(width, lane, LOW, places) * POINTS_ROW
        b = row_of(width, lane, HIGH, places) * POINTS_ROW
        c = row_of(width, lane, CURVE, places) * POINTS_ROW
        p, q = weights_of(lanes, width, lane, LOW, readers)
        r, s = weights_of(lanes, width, lane, HIGH, readers)
        t, u = weights_of(lanes, width, lane, CURVE, readers)
        out = slot * POINTS_ROW
        curved = reads(width, lane, CURVE, readers)
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
