"""Many Entity State PDUs at once: from rows of datagrams into one array of native numbers.

Bytes are put into the machine's order, and what is refused is counted by its reason. Nothing is
allocated by decoding, nothing raised, whatever the bytes are.
"""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel
from motorium.wire.dis.pdu import (
    BYTES,
    HEADER_BYTES,
    LAYOUT,
    LIMITS,
    MOST_BYTES,
    PARAMETER_BYTES,
    Refusal,
)

__all__ = ["NATIVE", "Batch"]

_LETTERS: Final = {"B": "u1", "H": "u2", "I": "u4", "f": "f4", "d": "f8", "s": "u1"}
_SHORT, _VERSION, _TYPE = int(Refusal.SHORT), int(Refusal.VERSION), int(Refusal.TYPE)
_LENGTH, _NOT_FINITE, _RANGE = int(Refusal.LENGTH), int(Refusal.NOT_FINITE), int(Refusal.RANGE)


def _native() -> np.dtype[Any]:
    """The PDU's fields where they are in it, all of them aligned."""
    formats: list[Any] = []
    for _, _, code in LAYOUT:
        count = int(code[:-1] or 1)
        kind = _LETTERS[code[-1]]
        formats.append(kind if count == 1 else (kind, (count,)))
    return np.dtype(
        {
            "names": [name for name, _, _ in LAYOUT],
            "offsets": [offset for _, offset, _ in LAYOUT],
            "formats": formats,
            "itemsize": BYTES,
        }
    )


NATIVE: Final = _native()
"""An Entity State PDU's first 144 bytes in the machine's own order."""


def _order() -> NDArray[np.uint8]:
    """Which byte of a PDU each byte of NATIVE is."""
    order = np.arange(BYTES, dtype=np.uint8)
    if sys.byteorder == "little":
        for _, offset, code in LAYOUT:
            width = np.dtype(_LETTERS[code[-1]]).itemsize
            numbers = order[offset : offset + width * int(code[:-1] or 1)].reshape(-1, width)
            numbers[:] = numbers[:, ::-1].copy()
    return order


def _limits() -> NDArray[np.int64]:
    """Rows of offset, bytes and largest exponent, as it is written, of every number."""
    rows = []
    for name, offset, code in LAYOUT:
        if name in LIMITS:
            width, bias = (8, 1023) if code[-1] == "d" else (4, 127)
            rows += [(offset + width * axis, width, bias + LIMITS[name]) for axis in range(3)]
    return np.array(rows, dtype=np.int64)


class Batch:
    """What was decoded last: the first `count` of `states` (NATIVE), and of `sources`, the row that
    each came from. refused: how many PDUs in all, by the number of their `Refusal`."""

    def __init__(self, capacity: int = 1024) -> None:
        if capacity < MOST_BYTES // BYTES:
            raise ValueError(f"a batch of {capacity}; a datagram can hold {MOST_BYTES // BYTES}")
        self.count = 0
        self.sources = np.zeros(capacity, dtype=np.int64)
        self.refused = np.zeros(len(Refusal), dtype=np.int64)
        self._packed = np.zeros((capacity, BYTES), dtype=np.uint8)
        self.states: NDArray[Any] = self._packed.view(NATIVE)[:, 0]
        self._order = _order()
        self._limits = _limits()
        self._at = np.zeros(2, dtype=np.int64)

    def decode(self, rows: NDArray[np.uint8], sizes: NDArray[np.int32], row: int = 0) -> int:
        """Decode datagrams from a row on, `sizes` [bytes] of each being its own, until all are or
        there is no more room; the row to go on with, which is how many there are if all are. A
        datagram is not divided."""
        self.count, row = _unpack(
            *(rows, sizes, row, self._order, self._limits),
            *(self._packed, self.sources, self.refused),
        )
        return int(row)


@borrowing_kernel
def _unpack(
    rows: NDArray[np.uint8],
    sizes: NDArray[np.int32],
    first: int,
    order: NDArray[np.uint8],
    limits: NDArray[np.int64],
    packed_out: NDArray[np.uint8],
    sources_out: NDArray[np.int64],
    refused_out: NDArray[np.int64],
) -> tuple[int, int]:
    """How many, and with which row to go on."""
    count = 0
    for row in range(first, len(sizes)):
        data = rows[row]
        size = min(np.int64(sizes[row]), np.int64(len(data)))
        if count + size // BYTES > len(packed_out):
            return count, row
        at = np.int64(0)
        while True:
            there = size - at
            if there < HEADER_BYTES:
                refused_out[_SHORT] += 1
                break
            if data[at] != 6 and data[at] != 7:
                refused_out[_VERSION] += 1
                break
            length = (np.int64(data[at + 8]) << 8) | np.int64(data[at + 9])
            if length < HEADER_BYTES or length > there:
                # Of another kind it is nobody's business how long it is.
                alike = data[at + 2] == 1 and data[at + 3] == 1
                refused_out[_TYPE if not alike else _SHORT if there < BYTES else _LENGTH] += 1
                break
            why = _refused(data, at, length, limits)
            if why < 0:
                for k in range(BYTES):
                    packed_out[count, k] = data[at + order[k]]
                sources_out[count] = row
                count += 1
            else:
                refused_out[why] += 1
            at += length
            if at == size:
                break
    return count, len(sizes)


@borrowing_kernel
def _refused(data: NDArray[np.uint8], at: Any, length: Any, limits: NDArray[np.int64]) -> int:
    """The number of a `Refusal`, or -1."""
    if data[at + 2] != 1 or data[at + 3] != 1:
        return _TYPE
    if length < BYTES or length < BYTES + PARAMETER_BYTES * np.int64(data[at + 19]):
        return _LENGTH
    why = -1
    for k in range(len(limits)):
        place = at + limits[k, 0]
        high, low = np.int64(data[place]) & 0x7F, np.int64(data[place + 1])
        if limits[k, 1] == 8:
            exponent, largest = (high << 4) | (low >> 4), 2047
        else:
            exponent, largest = (high << 1) | (low >> 7), 255
        if exponent == largest:
            return _NOT_FINITE
        if exponent >= limits[k, 2]:
            why = _RANGE
    return why
