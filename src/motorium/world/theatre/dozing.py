"""Who has come to lie falls asleep: rods that share a weight would tremble for ever."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_SECONDS

__all__ = ["Dozing"]

FRAMES: Final = 60
"""Of lying still, until it is asleep."""
STILL: Final = 0.007
"""Who moves less than this share of its size lies still."""
DRIFT: Final = 0.014
"""Whose centre of mass strays less than this share of its size stays where it is."""
NEAR: Final = 0.002
"""What is so near [m] to a wall lies on it."""
HOP: Final = 5
"""Frames without lying on anything that count as lying, too: who trembles hops."""
DROWSING: Final = 5.0
"""By how much [1/s] the rate at which it loses its speed grows with each second of lying."""
GRACE: Final = 30
"""Frames of lying before it does: a rope that trails on the floor and swings turns round sooner."""
MOST_DAMPING: Final = 20.0
"""[1/s]; a limb would still fall with half a metre a second."""


class Dozing:
    """asleep: whether it has lain still for a second. What floats or hangs never sleeps."""

    def __init__(
        self, rest: Floats, masses: Floats, low: Floats, high: Floats, gravity: Floats
    ) -> None:
        self.asleep = False
        self._lain = 0
        self._aloft = 0
        self._shares = masses / masses.sum() if len(masses) else masses
        self._middle = self._shares @ rest
        size = float(np.linalg.norm(np.ptp(rest, axis=0))) if len(rest) else 0.0
        self._most, self._farthest = STILL * size, DRIFT * size
        self._anchor = rest.copy()
        self._frames = 0
        # By what it falls against.
        self._floors = [
            (axis, float((low if gravity[axis] < 0.0 else high)[axis]))
            for axis in range(3)
            if gravity[axis]
        ]

    @property
    def damping(self) -> float:
        """At which rate [1/s] what lies loses its speed: free limbs would tremble without end, so
        it grows while the centre of mass is at rest. Who falls, slides or swings is not slowed.

        Limitation: who spins on the spot is.
        """
        growing = DROWSING * FRAME_SECONDS * max(self._lain - GRACE, 0)
        return min(growing, MOST_DAMPING)

    def wake(self, positions: Floats) -> None:
        """Somebody takes it, or something begins."""
        self._lain = 0
        self._middle = self._shares @ positions
        self._stir(positions)

    def watch(self, positions: Floats) -> None:
        """After each frame in which nobody held it."""
        strayed = np.abs(self._shares @ positions - self._middle).max()
        lies = self._lies(positions)
        self._aloft = 0 if lies else self._aloft + 1
        if strayed > self._farthest or self._aloft > HOP:
            self.wake(positions)
            return
        self._lain += 1
        if np.abs(positions - self._anchor).max(initial=0.0) > self._most:
            self._stir(positions)
            return
        self._frames += 1
        self.asleep = lies and self._frames >= FRAMES

    def _stir(self, positions: Floats) -> None:
        self.asleep = False
        self._frames = 0
        self._anchor[:] = positions

    def _lies(self, positions: Floats) -> bool:
        return any(
            np.any(np.abs(positions[:, axis] - floor) < NEAR) for axis, floor in self._floors
        )
