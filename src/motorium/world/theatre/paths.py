"""Points that move by a script: where they are at a time, and how few keys say so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.puppet.document import ScriptedPath
from motorium.bodies.puppet.model import in_space
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_SECONDS

__all__ = ["Course", "thinned"]

SLACK: Final = 0.25 * FRAME_SECONDS
"""Times of keys are rounded in files [s]; a frame begins or ends with a key nevertheless."""


@dataclass(frozen=True)
class Course:
    """The path of a point: `times` [s], shape (keys,), and `places` [m], shape (keys, 3), with
    straight lines between; loops: for ever, with the period of its last key."""

    point: int
    times: Floats
    places: Floats
    loops: bool

    @classmethod
    def of(cls, path: ScriptedPath, point: int) -> Course:
        """From a document."""
        times = np.array([key[0] for key in path.keys])
        places = np.array([in_space(key[1:]) for key in path.keys])
        return cls(point, times, places, path.loop)

    def place(self, seconds: float) -> Floats | None:
        """Where its point is held at a time [m], shape (3,); None while it is not."""
        times, rows = self.times, self.places.T
        if self.loops:
            period = float(times[-1])
            seconds = seconds % period if period > 0.0 else 0.0
            if seconds < times[0]:
                # On the way from where it ends to where it begins.
                times, rows = np.array([0.0, times[0]]), self.places[[-1, 0]].T
        elif not times[0] - SLACK <= seconds <= times[-1] + SLACK:
            return None
        return np.array([np.interp(seconds, times, row) for row in rows])


def thinned(times: Floats, places: Floats, tolerance: float) -> NDArray[np.intp]:
    """The keys that say the same within a tolerance [m] at all times; their numbers, ascending.

    After Ramer (1972) and Douglas & Peucker (1973), but with distances between places of the same
    time. The last two stay: they are how fast the point flies on.
    """
    count = len(times)
    kept = np.zeros(count, dtype=bool)
    kept[[0, -1, max(count - 2, 0)]] = True
    spans = [(0, max(count - 2, 0))]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        share = (times[first + 1 : last] - times[first]) / (times[last] - times[first])
        between = places[first] + share[:, np.newaxis] * (places[last] - places[first])
        apart = np.linalg.norm(places[first + 1 : last] - between, axis=1)
        farthest = int(apart.argmax())
        if apart[farthest] > tolerance:
            middle = first + 1 + farthest
            kept[middle] = True
            spans += [(first, middle), (middle, last)]
    return np.flatnonzero(kept)
