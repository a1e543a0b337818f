"""Kernels that write the records and blocks of a snapshot (the layout is in `wire.layout`)."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined, kernel
from motorium.contracts.frames import Floats, turned
from motorium.wire.layout import (
    FIN_STEPS_PER_RADIAN,
    FINS_PER_BLOCK,
    FLAG_AUTOMATIC,
    FLAG_FINS,
    FLAG_LOOKS,
    FLAG_MUSCLES,
    FLAG_NODES,
    LEVEL_SHIFT,
    LOOK_STEPS,
    LOOKS_PER_BLOCK,
    MUSCLE_STEPS_PER_LENGTH,
    MUSCLES_PER_BLOCK,
    NODE_STEPS_PER_LENGTH,
    NODES_PER_BLOCK,
    POSITION_STEPS,
    QUATERNION_STEPS,
)

__all__ = ["SMALLEST_THREE", "place_blocks", "write_rows"]

SMALLEST_THREE: Final = math.sqrt(0.5)
"""No part of a unit quaternion but the largest can exceed this."""
_ROW: Final = 24
"""Nodes, and what fills up the last vector of them."""


@kernel
def place_blocks(
    slots: NDArray[np.intp],
    has_nodes: NDArray[np.bool_],
    fins: NDArray[np.float32],
    looks: NDArray[np.float32],
    has_muscles: NDArray[np.bool_],
    levels: NDArray[np.uint8],
    automatic: NDArray[np.uint8],
    flags_out: NDArray[np.uint8],
    places_out: NDArray[np.intp],
) -> tuple[int, int, int, int]:
    """Flags of the records, and where the blocks of each stand; returns how many there are.

    places_out, shape (records, 4): of nodes, of fins, of looks, of muscles.
    """
    nodes, moved, showing, muscles = 0, 0, 0, 0
    for row in range(slots.shape[0]):
        n = slots[row]
        places_out[row, 0], places_out[row, 1] = nodes, moved
        places_out[row, 2], places_out[row, 3] = showing, muscles
        flags = np.int64(levels[n]) << LEVEL_SHIFT
        if automatic[n]:
            flags |= FLAG_AUTOMATIC
        if has_nodes[n]:
            flags |= FLAG_NODES
            nodes += 1
            at_rest = True
            for k in range(FINS_PER_BLOCK):
                at_rest &= _fin_steps(fins[n, k // 2, k % 2]) == 0
            if not at_rest:
                flags |= FLAG_FINS
                moved += 1
            calm = True
            for k in range(looks.shape[1]):
                calm &= _look_steps(looks[n, k]) == 0
            if not calm:
                flags |= FLAG_LOOKS
                showing += 1
        if has_muscles[n]:
            flags |= FLAG_MUSCLES
            muscles += 1
        flags_out[row] = flags
    return nodes, moved, showing, muscles


@kernel
def write_rows(
    first: int,
    last: int,
    slots: NDArray[np.intp],
    positions: Floats,
    orientations: Floats,
    lengths: NDArray[np.float32],
    nodes: NDArray[np.float32],
    fins: NDArray[np.float32],
    looks: NDArray[np.float32],
    contraction: NDArray[np.float32],
    extent: float,
    flags: NDArray[np.uint8],
    places: NDArray[np.intp],
    records_out: NDArray[np.uint32],
    nodes_out: NDArray[np.int16],
    fins_out: NDArray[np.int8],
    looks_out: NDArray[np.uint8],
    muscles_out: NDArray[np.uint8],
) -> None:
    """Write these records and their blocks; who writes which has no influence on the bytes."""
    shift, decoded = np.empty(3), np.empty(4)
    body = np.zeros((3, _ROW), np.float32)
    steps = np.empty((3, _ROW), np.int16)
    for row in range(first, last):
        n = slots[row]
        _write_position(positions, n, extent, row, records_out, shift)
        records_out[row, 2] = _orientation_word(orientations, n, decoded)
        records_out[row, 3] = np.uint32(flags[row]) << np.uint32(24)
        if flags[row] & FLAG_NODES:
            scale = NODE_STEPS_PER_LENGTH / lengths[n]
            block = places[row, 0]
            for i in range(NODES_PER_BLOCK):
                for k in range(3):
                    body[k, i] = nodes[n, i, k]
            _node_steps(orientations, n, decoded, shift, scale, body, steps)
            for i in range(NODES_PER_BLOCK):
                for k in range(3):
                    nodes_out[block, i, k] = steps[k, i]
        if flags[row] & FLAG_FINS:
            for k in range(FINS_PER_BLOCK):
                fins_out[places[row, 1], k] = _fin_steps(fins[n, k // 2, k % 2])
        if flags[row] & FLAG_LOOKS:
            looks_out[places[row, 2], LOOKS_PER_BLOCK - 1] = 0
            for k in range(looks.shape[1]):
                looks_out[places[row, 2], k] = _look_steps(looks[n, k])
        if flags[row] & FLAG_MUSCLES:
            for k in range(MUSCLES_PER_BLOCK):
                muscles_out[places[row, 3], k] = _muscle_steps(contraction[n, k])


@inlined
def _write_position(
    positions: Floats,
    n: int,
    extent: float,
    row: int,
    records_out: NDArray[np.uint32],
    shift_out: Floats,
) -> None:
    """The first two words of a record; `shift_out` [m] is what they leave out."""
    packed = np.uint64(0)
    for k in range(3):
        share = min(max(positions[n, k] / extent + 0.5, 0.0), 1.0)
        step = np.uint64(share * POSITION_STEPS + 0.5)
        shift_out[k] = positions[n, k] - (step / POSITION_STEPS - 0.5) * extent
        packed |= step << np.uint64(21 * k)
    records_out[row, 0] = np.uint32(packed & np.uint64(0xFFFFFFFF))
    records_out[row, 1] = np.uint32(packed >> np.uint64(32))


@inlined
def _orientation_word(orientations: Floats, n: int, decoded_out: Floats) -> np.uint32:
    """The third word of a record; `decoded_out` is what will be read from it."""
    largest = 0
    for k in range(1, 4):
        if abs(orientations[n, k]) > abs(orientations[n, largest]):
            largest = k
    sign = 1.0 if orientations[n, largest] >= 0.0 else -1.0
    word = np.uint32(largest) << np.uint32(30)
    rest = 1.0
    place = 0
    for k in range(4):
        if k != largest:
            value = min(max(sign * orientations[n, k] / SMALLEST_THREE, -1.0), 1.0)
            steps = int((value + 1.0) * 0.5 * QUATERNION_STEPS + 0.5)
            word |= np.uint32(steps) << np.uint32(10 * place)
            decoded_out[k] = (steps * (2.0 / QUATERNION_STEPS) - 1.0) * SMALLEST_THREE
            rest -= decoded_out[k] * decoded_out[k]
            place += 1
    decoded_out[largest] = math.sqrt(max(rest, 0.0))
    return word


@inlined
def _node_steps(
    orientations: Floats,
    n: int,
    decoded: Floats,
    shift: Floats,
    scale: float,
    body: NDArray[np.float32],
    steps_out: NDArray[np.int16],
) -> None:
    """Nodes in steps, against the decoded frame; `body` and `steps_out` have an axis a row.

    From the body to the world and into the decoded frame is one turn: that of the three axes.
    """
    w, a, b, c = orientations[n, 0], orientations[n, 1], orientations[n, 2], orientations[n, 3]
    p, q, r, s = decoded[0], -decoded[1], -decoded[2], -decoded[3]
    x, y, z = turned(w, a, b, c, scale, 0.0, 0.0)
    forward = turned(p, q, r, s, x, y, z)
    x, y, z = turned(w, a, b, c, 0.0, scale, 0.0)
    left = turned(p, q, r, s, x, y, z)
    x, y, z = turned(w, a, b, c, 0.0, 0.0, scale)
    up = turned(p, q, r, s, x, y, z)
    origin = turned(p, q, r, s, scale * shift[0], scale * shift[1], scale * shift[2])
    for k in range(3):
        f, g, h, o = forward[k], left[k], up[k], origin[k]
        for i in range(_ROW):
            step = f * body[0, i] + g * body[1, i] + h * body[2, i] + o
            # Cut off above zero, which is rounding and which vectors can do.
            held = min(max(step, -32767.0), 32767.0) + 32768.5
            steps_out[k, i] = np.int32(held) - np.int32(32768)


@inlined
def _fin_steps(angle: float) -> np.int8:
    if math.isnan(angle):
        return np.int8(0)
    return np.int8(np.rint(min(max(angle * FIN_STEPS_PER_RADIAN, -127.0), 127.0)))


@inlined
def _look_steps(look: float) -> np.uint8:
    if math.isnan(look):
        return np.uint8(0)
    return np.uint8(np.rint(min(max(look, 0.0), 1.0) * LOOK_STEPS))


@inlined
def _muscle_steps(length: float) -> np.uint8:
    if math.isnan(length):
        return np.uint8(MUSCLE_STEPS_PER_LENGTH)
    return np.uint8(np.rint(min(max(length * MUSCLE_STEPS_PER_LENGTH, 0.0), 255.0)))
