"""Kernels between numbers and the steps of the wire (the layout is in `wire.figures.layout`)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined, kernel
from motorium.wire.figures.layout import (
    PLACE_STEPS_PER_METRE,
    SHARE_STEPS,
    SLIDE_STEPS_PER_METRE,
    SMALLEST_THREE,
    TURN_STEPS,
    TURN_ZERO,
)

__all__ = ["decode_rows", "encode_rows", "turn_value"]

_MOST_STEPS = 2**31 - 1


@kernel
def encode_rows(
    count: int,
    segments: NDArray[np.int64],
    values: NDArray[np.int64],
    ids: NDArray[np.int64],
    levels: NDArray[np.uint8],
    shares: NDArray[np.float32],
    positions: NDArray[np.float64],
    turns: NDArray[np.float32],
    rotations: NDArray[np.float32],
    slides: NDArray[np.float32],
    keys_out: NDArray[np.int64],
    shares_out: NDArray[np.uint8],
    places_out: NDArray[np.int32],
    first: NDArray[np.int64],
    values_out: NDArray[np.uint64],
) -> None:
    """What is shown, in steps; first (rows + 1,): where each row's values begin.

    A key is four times the id and the level.
    """
    for row in range(count):
        level = np.int64(levels[row])
        keys_out[row] = ids[row] * 4 + level
        shares_out[row] = np.uint8(min(max(shares[row], 0.0), 1.0) * SHARE_STEPS + 0.5)
        for axis in range(3):
            steps = np.rint(positions[row, axis] * PLACE_STEPS_PER_METRE)
            places_out[row, axis] = np.int32(min(max(steps, -_MOST_STEPS), _MOST_STEPS))
        at = first[row]
        values_out[at] = turn_value(turns[row])
        for segment in range(1, segments[level]):
            values_out[at + segment] = turn_value(rotations[row, segment])
        for slide in range(values[level] - segments[level]):
            values_out[at + segments[level] + slide] = _slide_value(slides[row, slide])


@kernel
def decode_rows(
    slots: NDArray[np.intp],
    count: int,
    slide_count: int,
    values: NDArray[np.uint64],
    rotations_out: NDArray[np.float32],
    slides_out: NDArray[np.float32],
) -> None:
    """Turns (rows, segments, 4) and slides [m] (rows, slides, 3) of one level's rows."""
    for row in range(slots.shape[0]):
        for segment in range(count):
            _read_turn(values[slots[row], segment], rotations_out[row, segment])
        for slide in range(slide_count):
            value = values[slots[row], count + slide]
            for axis in range(3):
                raw = np.int64((value >> np.uint64(16 * axis)) & np.uint64(0xFFFF))
                raw -= 65536 if raw >= 32768 else 0
                slides_out[row, slide, axis] = raw / SLIDE_STEPS_PER_METRE


@inlined
def turn_value(turn: NDArray[Any]) -> np.uint64:
    """A quaternion in 47 bits; nothing at all is no turn."""
    w, x, y, z = turn[0], turn[1], turn[2], turn[3]
    largest, most = 0, abs(w)
    a, b, c, d = x, y, z, w
    if abs(x) > most:
        largest, most = 1, abs(x)
        a, b, c, d = w, y, z, x
    if abs(y) > most:
        largest, most = 2, abs(y)
        a, b, c, d = w, x, z, y
    if abs(z) > most:
        largest = 3
        a, b, c, d = w, x, y, z
    scale = np.float32(TURN_STEPS / SMALLEST_THREE)
    if d < 0.0:
        scale = -scale
    low, middle, high = _turn_steps(a * scale), _turn_steps(b * scale), _turn_steps(c * scale)
    return np.uint64(largest << 45 | high << 30 | middle << 15 | low)


@inlined
def _turn_steps(share: float) -> int:
    """Cut off above zero, which is rounding; whatever is no number is held, too."""
    steps = int(share + np.float32(TURN_ZERO + 0.5))
    return min(max(steps, TURN_ZERO - TURN_STEPS), TURN_ZERO + TURN_STEPS)


@inlined
def _read_turn(value: np.uint64, turn_out: NDArray[np.float32]) -> None:
    largest = np.int64(value >> np.uint64(45)) & 3
    rest = 1.0
    place = 0
    for part in range(4):
        if part != largest:
            steps = np.int64((value >> np.uint64(15 * place)) & np.uint64(0x7FFF)) - TURN_ZERO
            one = steps * (SMALLEST_THREE / TURN_STEPS)
            turn_out[part] = one
            rest -= one * one
            place += 1
    turn_out[largest] = math.sqrt(max(rest, 0.0))


@inlined
def _slide_value(slide: NDArray[np.float32]) -> np.uint64:
    packed = np.uint64(0)
    for axis in range(3):
        share = slide[axis] * SLIDE_STEPS_PER_METRE
        held = min(max(share, -32767.0), 32767.0) if share == share else 0.0
        packed |= np.uint64(np.int64(np.rint(held)) & 0xFFFF) << np.uint64(16 * axis)
    return packed
