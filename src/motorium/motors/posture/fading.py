"""Rows of what is shown: which are due in a frame, and how figures go over from level to level."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.population import Slots
from motorium.motion.figures.channels import RATES
from motorium.motors.posture.shown import Shown

__all__ = ["FADE_SECONDS", "Fading"]

FADE_SECONDS: Final = 0.25
"""So long two levels of a figure are shown while it changes."""
_RATES: Final = np.array(list(RATES.values()), dtype=np.float64)
_BETWEEN: Final = 1 / 8
"""Of a level's period: rows are not due just when frames are made, where rounding would decide."""


class Fading:
    """The rows of all figures, by slot: the one that stays, and the one that goes, -1 for none."""

    def __init__(self, shown: Shown, capacity: int) -> None:
        self._shown = shown
        self._row = np.full(capacity, -1, dtype=np.intp)
        self._old = np.full(capacity, -1, dtype=np.intp)
        self._due = np.zeros(shown.capacity, dtype=np.intp)
        self._clock = 0.0

    def put(self, slot: int, identity: int, level: int) -> None:
        """A newcomer, shown at once."""
        self.take_away(slot)
        self._row[slot] = self._shown.add(identity, slot, level, 1.0)

    def take_away(self, slot: int) -> None:
        """Somebody who has left."""
        for rows in (self._row, self._old):
            if rows[slot] >= 0:
                self._drop(int(rows[slot]))

    def rows_of(self, slots: Slots) -> Slots:
        """Where they are shown."""
        rows: Slots = self._row[slots]
        return rows

    def level_of(self, slot: int) -> int:
        """On which level somebody is shown, or is going to be."""
        return int(self._shown.levels[self._row[slot]])

    def advance(self, slots: Slots, levels: NDArray[np.int8], seconds: float) -> Slots:
        """Go on with all changes; returns the rows that are to be written now."""
        shown = self._shown
        self._fade(slots, levels, seconds)
        before, self._clock = self._clock, self._clock + seconds
        count = _due_rows(
            shown.count,
            shown.slots,
            shown.levels,
            shown.stamps,
            _RATES,
            before,
            self._clock,
            self._due,
        )
        due: Slots = self._due[:count]
        return due

    def _fade(self, slots: Slots, levels: NDArray[np.int8], seconds: float) -> None:
        shown = self._shown
        fading = slots[self._old[slots] >= 0]
        if len(fading):
            old, new = self._old[fading], self._row[fading]
            share = np.minimum(shown.shares[new] + np.float32(seconds / FADE_SECONDS), 1.0)
            shown.shares[new], shown.shares[old] = share, 1.0 - share
            for slot in fading[share >= 1.0]:
                self._drop(int(self._old[slot]))
        here = shown.levels[self._row[slots]]
        changing = slots[(levels[slots] != here) & (self._old[slots] < 0)]
        for slot in changing:
            self._old[slot] = self._row[slot]
            identity = int(shown.ids[self._row[slot]])
            self._row[slot] = shown.add(identity, int(slot), int(levels[slot]), 0.0)

    def _drop(self, row: int) -> None:
        """A row less; the last one moves to its place."""
        shown, last = self._shown, self._shown.count - 1
        moves = {row: -1} if row == last else {row: -1, last: row}
        for rows in (self._row, self._old):
            for slot in {int(shown.slots[row]), int(shown.slots[last])}:
                rows[slot] = moves.get(int(rows[slot]), rows[slot])
        shown.drop(row)


@kernel
def _due_rows(
    count: int,
    slots: NDArray[np.intp],
    levels: NDArray[np.uint8],
    stamps: NDArray[np.int64],
    rates: NDArray[np.float64],
    before: float,
    now: float,
    due_out: NDArray[np.intp],
) -> int:
    """Rows that were never written or whose time has come; neighbours at different times."""
    found = 0
    for row in range(count):
        rate = rates[levels[row]]
        shift = (slots[row] % 4) / 4 + _BETWEEN
        if stamps[row] < 0 or np.floor(now * rate + shift) > np.floor(before * rate + shift):
            due_out[found] = row
            found += 1
    return found
