"""What hands do, noted while it is recorded, as tables of a document."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

import numpy as np

from motorium.bodies.puppet.model import Puppet
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE
from motorium.world.theatre.paths import thinned

__all__ = ["LONGEST_TAKE", "Notes"]

LONGEST_TAKE: Final = 120 * FRAME_RATE
"""[frames]"""
MOST_GRIPS: Final = 300
"""In one take: a document holds 400 paths, and there are scripts, too."""
KEPT: Final = 1e-3
"""How far from what the hand did a path may be [m]."""


class Notes:
    """Where hands had points, frame by frame from 1 on."""

    def __init__(self, positions: Floats, velocities: Floats) -> None:
        """Of all points when it begins [m] and [m/s], shape (points, 3) each."""
        self._positions = positions.copy()
        self._velocities = velocities.copy()
        self._grips: list[tuple[int, list[int], list[Floats]]] = []
        self._open: dict[int, tuple[int, list[int], list[Floats]]] = {}
        self._by_hand: set[int] = set()
        self.frames = 0

    def note(self, held: dict[int, Floats], by_hand: Iterable[int]) -> None:
        """One more frame, at whose end these points were held at these places [m], some by hand."""
        self.frames += 1
        self._by_hand.update(by_hand)
        self._open = {point: grip for point, grip in self._open.items() if point in held}
        for point, place in held.items():
            if point not in self._open:
                self._open[point] = (point, [], [])
                self._grips.append(self._open[point])
            _, frames, places = self._open[point]
            frames.append(self.frames)
            places.append(place.copy())

    @property
    def full(self) -> str:
        """Why it must end, in a sentence; nothing, if it may go on."""
        if self.frames >= LONGEST_TAKE:
            return f"the take is {LONGEST_TAKE // FRAME_RATE} s long"
        if len(self._grips) >= MOST_GRIPS:
            return f"in this take points were grabbed {MOST_GRIPS} times"
        return ""

    def take(self) -> dict[str, Any]:
        """The table `[take]`."""
        return {
            "seconds": self.frames / FRAME_RATE,
            "positions": self._positions.tolist(),
            "velocities": self._velocities.tolist(),
        }

    def paths(self, puppet: Puppet, scripted: Collection[str]) -> list[dict[str, Any]]:
        """The tables `[[path]]`, in the order in which points were grabbed; those of scripted
        points only if a hand had them, for their scripts go on."""
        return [
            {
                "point": puppet.names[point],
                "keys": _keys(frames, places, puppet.dimensions),
                "loop": False,
            }
            for point, frames, places in self._grips
            if point in self._by_hand or puppet.names[point] not in scripted
        ]


def _keys(frames: list[int], places: list[Floats], dimensions: int) -> list[list[float]]:
    times, rows = np.array(frames) / FRAME_RATE, np.array(places)
    kept = thinned(times, rows, KEPT)
    columns = [0, 2] if dimensions == 2 else [0, 1, 2]
    keys: list[list[float]] = np.column_stack([times[kept], rows[kept][:, columns]]).tolist()
    return keys
