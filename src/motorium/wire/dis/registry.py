"""Who is in which slot: a table of keys for kernels, of fixed size.

A key is exercise, site, application and entity in 56 bits. Slots are found by hashing, with linear
probing; whoever leaves is taken out so that nothing needs to be left behind for those who come
after.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel
from motorium.wire.dis.pdu import EntityKey

__all__ = [
    "CHANGES",
    "FREE",
    "Registry",
    "enter",
    "exercise_of",
    "find",
    "key_number",
    "key_of",
    "leave",
    "make_registry",
]

FREE, NEXT_ID, CHANGES = range(3)
"""Of counts: how many slots are free, who comes next, and how often somebody came or went."""
_SPREAD: Final = 0x2545F4914F6CDD1D
"""A large odd number (that of xorshift*), so that keys that differ little are far apart."""


class Registry(NamedTuple):
    """A row a slot: ids, -1 in a free one; keys; free: the first so many are free slots. places:
    slots by hash, -1 for none; counts: see FREE."""

    ids: NDArray[np.int64]
    keys: NDArray[np.int64]
    free: NDArray[np.int64]
    places: NDArray[np.int64]
    counts: NDArray[np.int64]


def make_registry(capacity: int) -> Registry:
    """Nobody, and room for so many."""
    return Registry(
        ids=np.full(capacity, -1, dtype=np.int64),
        keys=np.full(capacity, -1, dtype=np.int64),
        free=np.arange(capacity - 1, -1, -1),
        places=np.full(1 << (4 * capacity).bit_length(), -1, dtype=np.int64),
        counts=np.array([capacity, 0, 0], dtype=np.int64),
    )


def key_number(key: EntityKey, exercise: int = 0) -> int:
    """As it is kept here."""
    return exercise << 48 | key.site << 32 | key.application << 16 | key.entity


def key_of(number: int) -> EntityKey:
    """As others write it."""
    return EntityKey(number >> 32 & 0xFFFF, number >> 16 & 0xFFFF, number & 0xFFFF)


def exercise_of(number: int) -> int:
    """In which exercise somebody has this number."""
    return number >> 48


@borrowing_kernel
def _hashed(key: int, places: NDArray[np.int64]) -> int:
    # The highest bits, of exercises, would else not be among those that are used.
    folded = np.int64(key) ^ (np.int64(key) >> 44)
    return int(((folded * _SPREAD) >> 20) & (len(places) - 1))


@borrowing_kernel
def find(key: int, registry: Registry) -> int:
    """The slot of a key, or -1."""
    places = registry.places
    at = _hashed(key, places)
    while places[at] >= 0:
        if registry.keys[places[at]] == key:
            return int(places[at])
        at = (at + 1) & (len(places) - 1)
    return -1


@borrowing_kernel
def enter(key: int, registry: Registry) -> int:
    """A slot for a key that is not there, or -1 if none is free."""
    counts, places = registry.counts, registry.places
    if not counts[FREE]:
        return -1
    counts[FREE] -= 1
    slot = int(registry.free[counts[FREE]])
    registry.ids[slot] = counts[NEXT_ID]
    registry.keys[slot] = key
    counts[NEXT_ID] += 1
    counts[CHANGES] += 1
    at = _hashed(key, places)
    while places[at] >= 0:
        at = (at + 1) & (len(places) - 1)
    places[at] = slot
    return slot


@borrowing_kernel
def leave(slot: int, registry: Registry) -> None:
    """Free a slot that is in use."""
    counts, places, keys = registry.counts, registry.places, registry.keys
    last = len(places) - 1
    hole = _hashed(keys[slot], places)
    while places[hole] != slot:
        hole = (hole + 1) & last
    # Whoever stands farther on because this place was taken moves up.
    at = (hole + 1) & last
    while places[at] >= 0:
        home = _hashed(keys[places[at]], places)
        if ((at - home) & last) >= ((at - hole) & last):
            places[hole] = places[at]
            hole = at
        at = (at + 1) & last
    places[hole] = -1
    registry.ids[slot] = registry.keys[slot] = -1
    registry.free[counts[FREE]] = slot
    counts[FREE] += 1
    counts[CHANGES] += 1
