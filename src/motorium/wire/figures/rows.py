"""What one client has been told of everybody: a table of rows by figure and level.

The server keeps one for each client, to tell only what has changed; the client keeps the same, and
after every frame both are alike.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined, kernel

__all__ = ["FREE", "Rows", "find_row", "forget_rows", "row_for"]

FREE: Final = -1
"""The key of a slot that is not used."""
SMALLEST: Final = 64


class Rows:
    """keys (slots,): four times the id and the level, FREE where there is none; shares (slots,) and
    places (slots, 3), values (slots, widest) in steps of the wire; seen (slots,): the frame that
    told of it last; index: slots by a hash of their keys; spare: free slots, the first `left`."""

    def __init__(self, widest: int, capacity: int = SMALLEST) -> None:
        self.widest = widest
        self.frames = 0
        """Told so far."""
        self._make(capacity)

    def __len__(self) -> int:
        return self.capacity - int(self.left[0])

    @property
    def capacity(self) -> int:
        return len(self.keys)

    @property
    def used(self) -> NDArray[np.intp]:
        """Slots in use, ascending."""
        return np.flatnonzero(self.keys != FREE)

    def clear(self) -> None:
        """Know nobody."""
        self._make(self.capacity)

    def reserve(self, more: int) -> None:
        """Have room for so many more."""
        if more <= int(self.left[0]):
            return
        capacity = self.capacity
        while capacity < len(self) + more:
            capacity *= 2
        old, used = self._parts, self.used
        self._make(capacity)
        for before, after in zip(old, self._parts, strict=True):
            after[: len(used)] = before[used]
        self.left[0] -= len(used)
        _build_index(self.keys, self.index)

    def slots(self, level: int) -> NDArray[np.intp]:
        """Of everybody who is shown on a level, by their ids."""
        used = self.used
        mine = used[self.keys[used] & 3 == level]
        ordered: NDArray[np.intp] = mine[np.argsort(self.keys[mine])]
        return ordered

    def slot(self, identity: int, level: int) -> int | None:
        """Of one figure on a level."""
        found = find_row(self.keys, self.index, identity * 4 + level)
        return None if found < 0 else int(found)

    @property
    def _parts(self) -> tuple[NDArray[Any], ...]:
        return self.keys, self.shares, self.places, self.values, self.seen

    def _make(self, capacity: int) -> None:
        self.keys = np.full(capacity, FREE, dtype=np.int64)
        self.shares = np.zeros(capacity, dtype=np.uint8)
        self.places = np.zeros((capacity, 3), dtype=np.int32)
        self.values = np.zeros((capacity, self.widest), dtype=np.uint64)
        self.seen = np.zeros(capacity, dtype=np.int64)
        self.index = np.full(4 * capacity, -1, dtype=np.int32)
        self.spare = np.arange(capacity, dtype=np.int32)[::-1].copy()
        self.left = np.array([capacity], dtype=np.int64)


# ---------------------------------------------------------------- for kernels


@inlined
def _home(key: int, index: NDArray[np.int32]) -> int:
    """Where a key is looked for first: Fibonacci hashing; the index' size is a power of two."""
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    first: int = int(mixed >> np.uint64(33)) & (index.shape[0] - 1)
    return first


@kernel
def find_row(keys: NDArray[np.int64], index: NDArray[np.int32], key: int) -> int:
    """The slot of a key, or -1."""
    at = _home(key, index)
    while index[at] >= 0:
        if keys[index[at]] == key:
            return int(index[at])
        at = (at + 1) & (index.shape[0] - 1)
    return -1


@kernel
def row_for(
    keys: NDArray[np.int64],
    index: NDArray[np.int32],
    spare: NDArray[np.int32],
    left: NDArray[np.int64],
    key: int,
) -> int:
    """A free slot for a key that has none; there must be room."""
    left[0] -= 1
    slot = spare[left[0]]
    keys[slot] = key
    at = _home(key, index)
    while index[at] >= 0:
        at = (at + 1) & (index.shape[0] - 1)
    index[at] = slot
    return int(slot)


@kernel
def forget_rows(
    keys: NDArray[np.int64],
    index: NDArray[np.int32],
    spare: NDArray[np.int32],
    left: NDArray[np.int64],
    gone: NDArray[np.int64],
    count: int,
) -> None:
    """Free these slots."""
    for which in range(count):
        keys[gone[which]] = FREE
        spare[left[0]] = gone[which]
        left[0] += 1
    if count:
        # To take one key out of a hash of this kind would cut others off.
        _build_index(keys, index)


@kernel
def _build_index(keys: NDArray[np.int64], index: NDArray[np.int32]) -> None:
    index[:] = -1
    for slot in range(keys.shape[0]):
        if keys[slot] != FREE:
            at = _home(keys[slot], index)
            while index[at] >= 0:
                at = (at + 1) & (index.shape[0] - 1)
            index[at] = slot
