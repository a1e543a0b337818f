"""Kernels that write rows of a frame, and read them (the layout is in `wire.figures.layout`).

Limitation: a frame that cannot be read may have changed rows already; whoever reads it must forget
them all.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined, kernel
from motorium.wire.figures.layout import FLAG_GONE, LEVEL_BITS, PLACE_BYTES, ROW_BYTES, VALUE_BYTES
from motorium.wire.figures.rows import find_row, forget_rows, row_for

__all__ = ["Unread", "most_bytes", "read_rows", "write_rows"]

Bytes = NDArray[np.uint8]


class Unread(IntEnum):
    """Why a row cannot be read."""

    NOT = 0
    SHORT = 1
    LEVEL = 2
    STRANGER = 3
    PARTIAL = 4
    MASK = 5
    LONG = 6


def most_bytes(values: NDArray[np.int64], rows: int, gone: int) -> int:
    """What rows of a frame can take, header left out."""
    whole = ROW_BYTES + (int(values.max()) + 7) // 8 + PLACE_BYTES + VALUE_BYTES * int(values.max())
    return rows * whole + gone * ROW_BYTES


@kernel
def write_rows(
    segments: NDArray[np.int64],
    joints: NDArray[np.int64],
    sliding: NDArray[np.int64],
    keys: NDArray[np.int64],
    shares: NDArray[np.uint8],
    places: NDArray[np.int32],
    first: NDArray[np.int64],
    values: NDArray[np.uint64],
    known_keys: NDArray[np.int64],
    known_shares: NDArray[np.uint8],
    known_places: NDArray[np.int32],
    known_values: NDArray[np.uint64],
    seen: NDArray[np.int64],
    index: NDArray[np.int32],
    spare: NDArray[np.int32],
    left: NDArray[np.int64],
    frame: int,
    gone: NDArray[np.int64],
    start: int,
    out: Bytes,
) -> tuple[int, int, int]:
    """Write what is not known yet, from `start` on, and know it then; returns the end, how many
    rows there are, and how many joints they update. `gone`: room for slots."""
    at, rows, updates = start, 0, 0
    for row in range(keys.shape[0]):
        key = keys[row]
        level = key & LEVEL_BITS
        count = first[row + 1] - first[row]
        slot = find_row(known_keys, index, key)
        fresh = slot < 0
        if fresh:
            slot = row_for(known_keys, index, spare, left, key)
        seen[slot] = frame
        mine = values[first[row] : first[row + 1]]
        known = known_values[slot]
        moved = fresh
        for axis in range(3):
            moved |= known_places[slot, axis] != places[row, axis]
        changed = fresh or moved or known_shares[slot] != shares[row]
        for k in range(count):
            changed |= mine[k] != known[k]
        if not changed:
            continue
        _write_word(out, at, np.uint64(key >> 2), 4)
        out[at + 4] = level
        out[at + 5] = shares[row]
        mask = at + ROW_BYTES
        at = mask + (count + 7) // 8
        out[mask:at] = 0
        if moved or mine[0] != known[0]:
            for axis in range(3):
                steps = np.uint64(np.int64(places[row, axis]) & 0xFFFFFFFF)
                at = _write_word(out, at, steps, 4)
                known_places[slot, axis] = places[row, axis]
            known[0] = ~mine[0]
        updates += _updates(segments[level], joints[level], sliding[level], mine, known, fresh)
        for k in range(count):
            if fresh or mine[k] != known[k]:
                out[mask + k // 8] |= np.uint8(1 << (k % 8))
                at = _write_word(out, at, mine[k], VALUE_BYTES)
                known[k] = mine[k]
        known_shares[slot] = shares[row]
        rows += 1
    vanished = 0
    for slot in range(known_keys.shape[0]):
        if known_keys[slot] >= 0 and seen[slot] != frame:
            _write_word(out, at, np.uint64(known_keys[slot] >> 2), 4)
            out[at + 4] = (known_keys[slot] & LEVEL_BITS) | FLAG_GONE
            out[at + 5] = 0
            at += ROW_BYTES
            gone[vanished] = slot
            vanished += 1
    forget_rows(known_keys, index, spare, left, gone, vanished)
    return at, rows + vanished, updates


@kernel
def read_rows(
    segments: NDArray[np.int64],
    counts: NDArray[np.int64],
    joints: NDArray[np.int64],
    sliding: NDArray[np.int64],
    data: Bytes,
    start: int,
    rows: int,
    known_keys: NDArray[np.int64],
    known_shares: NDArray[np.uint8],
    known_places: NDArray[np.int32],
    known_values: NDArray[np.uint64],
    seen: NDArray[np.int64],
    index: NDArray[np.int32],
    spare: NDArray[np.int32],
    left: NDArray[np.int64],
    frame: int,
    gone: NDArray[np.int64],
) -> tuple[int, int, int]:
    """Know what these rows tell; returns why one cannot be read, which, and how many joints were
    updated. There must be room for `rows` more."""
    at, updates, vanished = start, 0, 0
    end = data.shape[0]
    mine = np.zeros(known_values.shape[1], dtype=np.uint64)
    for row in range(rows):
        if at + ROW_BYTES > end:
            return Unread.SHORT, row, updates
        kind, share = int(data[at + 4]), data[at + 5]
        level = kind & LEVEL_BITS
        if level >= counts.shape[0] or kind & ~(LEVEL_BITS | FLAG_GONE):
            return Unread.LEVEL, row, updates
        key = int(_read_word(data, at, 4)) * 4 + level
        slot = find_row(known_keys, index, key)
        at += ROW_BYTES
        if kind & FLAG_GONE:
            if slot < 0 or seen[slot] == frame:
                return Unread.STRANGER, row, updates
            seen[slot] = frame
            gone[vanished] = slot
            vanished += 1
            continue
        count = counts[level]
        mask = at
        at += (count + 7) // 8
        if at > end:
            return Unread.SHORT, row, updates
        told = 0
        for k in range(count):
            told += _bit(data, mask, k)
        for k in range(count, 8 * ((count + 7) // 8)):
            if _bit(data, mask, k):
                return Unread.MASK, row, updates
        fresh = slot < 0
        if fresh and told < count:
            return Unread.PARTIAL, row, updates
        if not fresh and seen[slot] == frame:
            return Unread.STRANGER, row, updates
        if at + told * VALUE_BYTES + (PLACE_BYTES if _bit(data, mask, 0) else 0) > end:
            return Unread.SHORT, row, updates
        if fresh:
            slot = row_for(known_keys, index, spare, left, key)
        seen[slot] = frame
        known_shares[slot] = share
        if _bit(data, mask, 0):
            for axis in range(3):
                known_places[slot, axis] = np.int32(np.int64(_read_word(data, at, 4)))
                at += 4
        for k in range(count):
            mine[k] = known_values[slot, k]
            if _bit(data, mask, k):
                # Told is changed, whatever it was: the sender counts alike.
                known_values[slot, k] = ~_read_word(data, at, VALUE_BYTES)
                mine[k] = ~known_values[slot, k]
                at += VALUE_BYTES
        known = known_values[slot]
        updates += _updates(segments[level], joints[level], sliding[level], mine, known, fresh)
        for k in range(count):
            known[k] = mine[k]
    if at != end:
        return Unread.LONG, rows, updates
    forget_rows(known_keys, index, spare, left, gone, vanished)
    return Unread.NOT, rows, updates


@inlined
def _updates(
    segments: int,
    joints: NDArray[np.int64],
    sliding: NDArray[np.int64],
    mine: NDArray[np.uint64],
    known: NDArray[np.uint64],
    fresh: bool,
) -> int:
    """Named joints of the segments that have turned or slid; the first hangs on none."""
    updates = 0
    for segment in range(1, segments):
        if fresh or mine[segment] != known[segment]:
            updates += joints[segment]
    for slide in range(sliding.shape[0]):
        segment = sliding[slide]
        # Where a level slides less than others, this is the first segment.
        if segment == 0 or fresh or mine[segment] != known[segment]:
            continue
        if mine[segments + slide] != known[segments + slide]:
            updates += joints[segment]
    return updates


@inlined
def _bit(data: Bytes, mask: int, k: int) -> int:
    return (int(data[mask + k // 8]) >> (k % 8)) & 1


@inlined
def _write_word(out: Bytes, at: int, word: Any, size: int) -> int:
    for k in range(size):
        out[at + k] = np.uint8((word >> np.uint64(8 * k)) & np.uint64(0xFF))
    return at + size


@inlined
def _read_word(data: Bytes, at: int, size: int) -> Any:
    word = np.uint64(0)
    for k in range(size):
        word |= np.uint64(data[at + k]) << np.uint64(8 * k)
    return word
