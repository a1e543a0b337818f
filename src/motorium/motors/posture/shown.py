"""What a frame shows: of every figure its level, its root in the world and its local turns.

While a figure changes level it has two rows, whose shares add up to 1. Rows are never taken anew:
they are kept for a room of a fixed size, and only the first `count` are valid.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.contracts.population import Ids
from motorium.memory import aligned_zeros

__all__ = [
    "JOINTS",
    "LEVELS",
    "MOST_SEGMENTS",
    "MOST_SLIDING",
    "SEGMENTS",
    "Shown",
    "sliding_segments",
]

LEVELS: Final = len(FIGURES)
SEGMENTS: Final = tuple(len(load_skeleton(name).segments) for name in FIGURES)
JOINTS: Final = tuple(len(load_skeleton(name).joints) for name in FIGURES)
"""Of each level; an update of a segment is one of all joints that it hangs on."""
MOST_SEGMENTS: Final = max(SEGMENTS)
MOST_SLIDING: Final = 4


@cache
def sliding_segments(level: int) -> tuple[int, ...]:
    """The segments of a level that slide on their parents, in the order of a row's slides."""
    skeleton = load_skeleton(FIGURES[level])
    pairs = zip(skeleton.freedom_segments, skeleton.slides, strict=True)
    return tuple(sorted({segment for segment, slides in pairs if slides}))


class Shown:
    """Rows of figures; the first `count` are valid, in no particular order.

    ids, shape (rows,); slots: where the population keeps them; levels; shares: how much of it is
    shown, 0 to 1. Of the first segment, in the world: positions [m], shape (rows, 3), and turns,
    shape (rows, 4). rotations, shape (rows, 69, 4): of every segment against its parent, the first
    segment's being no turn; only the level's own segments count. slides [m], shape (rows, 4, 3): of
    the level's `sliding_segments`, in their parents' axes, to be added to their offsets. stamps:
    the motor's frame in which a row was written last: of higher levels it is every frame, of others
    every second or fourth, and what a row shows is as old as its stamp.
    """

    def __init__(self, capacity: int) -> None:
        rows = 2 * capacity
        self.capacity = rows
        self.count = 0
        self.frame = 0
        """How many frames the motor has made."""
        self.ids: Ids = np.full(rows, -1, dtype=np.int64)
        self.slots = np.full(rows, -1, dtype=np.intp)
        self.levels = np.zeros(rows, dtype=np.uint8)
        self.shares = np.zeros(rows, dtype=np.float32)
        self.positions = np.zeros((rows, 3))
        self.turns = np.zeros((rows, 4), dtype=np.float32)
        flat = aligned_zeros(rows * MOST_SEGMENTS * 4, np.float32)
        self.rotations = flat.reshape(rows, MOST_SEGMENTS, 4)
        self.slides = np.zeros((rows, MOST_SLIDING, 3), dtype=np.float32)
        self.stamps = np.full(rows, -1, dtype=np.int64)

    def row_of(self, identity: int) -> int:
        """The row of somebody that is shown most; -1 if he is in none."""
        rows = np.flatnonzero(self.ids[: self.count] == identity)
        return int(rows[np.argmax(self.shares[rows])]) if len(rows) else -1

    def add(self, identity: int, slot: int, level: int, share: float) -> int:
        """One more row, whose pose is still to be written."""
        row = self.count
        self.ids[row], self.slots[row], self.levels[row] = identity, slot, level
        self.shares[row], self.stamps[row] = share, -1
        self.count += 1
        return row

    def drop(self, row: int) -> None:
        """One row less; the last one takes its place."""
        self.count -= 1
        last = self.count
        if row != last:
            for part in self._parts():
                part[row] = part[last]
        self.ids[last] = self.slots[last] = -1

    def _parts(self) -> tuple[np.ndarray, ...]:
        kept = (self.ids, self.slots, self.levels, self.shares, self.stamps)
        return (*kept, self.positions, self.turns, self.rotations, self.slides)
