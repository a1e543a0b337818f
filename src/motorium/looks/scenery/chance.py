"""The page's seeded generator: what grows from it looks the same here as there."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from motorium.contracts.frames import Floats

__all__ = ["Chance", "Random", "spread_seed"]

Random = Callable[[], float]

_STEP = 0x6D2B79F5
_BITS = 0xFFFFFFFF
_AHEAD = 64
"""So many numbers are computed at once."""


def spread_seed(seed: int) -> int:
    """Of neighbouring seeds, starts that are far from each other (Knuth's multiplier)."""
    return (seed * 2654435761) & _BITS


class Chance:
    """Numbers from 0 to 1, one after the other: a counter whose bits are mixed (mulberry32)."""

    def __init__(self, start: int) -> None:
        """`start`: of the counter; `spread_seed` makes one of a seed."""
        self._start = start & _BITS
        self._drawn = 0
        self._ready: list[float] = []

    def __call__(self) -> float:
        if not self._ready:
            self._ready = self._draw(_AHEAD).tolist()[::-1]
        return self._ready.pop()

    def many(self, count: int) -> Floats:
        """The next numbers, shape (count,)."""
        self._drawn -= len(self._ready)
        self._ready = []
        return self._draw(count)

    def _draw(self, count: int) -> Floats:
        turns = np.arange(self._drawn + 1, self._drawn + count + 1, dtype=np.uint64)
        self._drawn += count
        state = ((self._start + turns * _STEP) & _BITS).astype(np.uint32)
        mixed = (state ^ (state >> np.uint32(15))) * (state | np.uint32(1))
        mixed = (mixed + (mixed ^ (mixed >> np.uint32(7))) * (mixed | np.uint32(61))) ^ mixed
        result: Floats = (mixed ^ (mixed >> np.uint32(14))) / 4294967296.0
        return result
