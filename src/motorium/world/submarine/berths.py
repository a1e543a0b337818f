"""Berths: where one more submarine finds room, near the first."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.world.submarine.boat import Submarine
from motorium.world.submarine.fending import gap
from motorium.world.submarine.motion import ahead_of
from motorium.world.submarine.settings import LENGTH, RADIUS

__all__ = ["free_berth"]

ROOM: Final = 0.4
"""Around it, at least [m]: nobody is to bump before he has touched anything."""
RINGS: Final = (1.0, 1.6, 2.2, 3.0, 4.0)
"""How far off the first it may begin [L]."""
BEARINGS: Final = (90, -90, 120, -120, 60, -60, 150, -150, 180, 30, -30, 0)
"""Left of its bow [degrees]: abreast before behind, and ahead at last."""
HEIGHTS: Final = (0.0, 1.2, -1.2, 2.4)
"""Above the first [thickness of a hull]."""


def free_berth(boat: Submarine, others: Sequence[Submarine], sight: float) -> bool:
    """Put it into the nearest place with room for it, headed as the first; False: there is none."""
    first = others[0]
    axes = [np.array(ahead_of(*one.angles)) for one in others]
    for place in _places(first):
        if np.abs(place).max() > sight - LENGTH:
            continue
        boat.put(place, first.heading)
        own = np.array(ahead_of(first.heading, 0.0))
        pairs = zip(others, axes, strict=True)
        apart = all(gap(one.position - place, own, axis) > ROOM for one, axis in pairs)
        if apart and boat.room() > 0.0:
            return True
    return False


def _places(first: Submarine) -> Iterator[Floats]:
    for ring in RINGS:
        for height in HEIGHTS:
            for bearing in BEARINGS:
                angle = first.heading + math.radians(bearing)
                level = LENGTH * ring
                offset = level * math.cos(angle), level * math.sin(angle), 2.0 * RADIUS * height
                yield first.position + np.array(offset)
