"""How somebody is who is captured live: at any time, whatever has come of him by then.

    track = Track()
    track.add(taken, pose)         # a sample, and when it was taken, by our clock [s]
    track.at(now, pose_out)        # how he is now

Frames never wait for a sample: he goes on as he went, for as long as one can tell, and then stays.
When he is heard of again after a gap, what he was thought to be is left behind over a moment, so
that nothing leaps.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from motorium.bodies.rigid.parts import COORDINATES, FREEDOMS
from motorium.contracts.frames import Floats
from motorium.physics.rigid.posing import goes_on, rates_to

__all__ = ["GAP", "Track"]

GAP: Final = 0.03
MISSED: Final = 3.5
"""From here on it is a gap, and no mere sample that is lost [s]; or from so many times what is
usual between samples."""
LEARNS: Final = 0.1
"""Share by which what is usual follows what is between two samples."""
GOES: Final = 0.5
TURNS: Final = 0.15
"""How long who is not heard of goes on, and goes on turning his joints [s]: speeds fall to a third
within that."""
FORGETS: Final = 0.035
"""How long what was wrong during a gap takes to fall to three quarters [s], and to a tenth in four
times as long."""
LONGEST: Final = 0.25
"""Between two samples from which a speed is told [s]."""
SPAN: Final = 0.015
"""Over which speeds are measured at least, where samples are that dense [s]: noise of captures is
loud from one sample to the next."""
LEAP: Final = 0.75
"""Who is farther off than this after a gap [m] is elsewhere, and not on his way."""


class Track:
    """newest [s]: when the last sample was taken, -inf before the first; samples, late: how many
    came, and how many of these were older than one that had come before; gaps: how often he was not
    heard of for long."""

    def __init__(self) -> None:
        self.newest = -math.inf
        self.samples = self.late = self.gaps = 0
        self._pose: Floats = np.zeros(COORDINATES)
        self._rates: Floats = np.zeros(FREEDOMS)
        self._earlier: list[tuple[float, Floats]] = []
        self._off: Floats = np.zeros(FREEDOMS)
        self._off_since = -math.inf
        self._usual = 0.0
        self._thought: Floats = np.zeros(COORDINATES)

    @property
    def is_known(self) -> bool:
        """Whether he has ever been heard of."""
        return self.samples > 0

    def add(self, taken: float, pose: Floats) -> bool:
        """A sample; whether it is of any use: what is late is left."""
        if taken <= self.newest:
            self.late += 1
            return False
        gap = taken - self.newest
        bridged = self.is_known and gap > max(GAP, MISSED * self._usual)
        if self.is_known and gap < LONGEST:
            self._usual += LEARNS * (gap - self._usual) if self._usual else gap
        if bridged:
            self.gaps += 1
            self._lead(taken, self._thought)
        if gap > LONGEST:
            self._earlier.clear()
        self._earlier.append((self.newest, self._pose.copy()) if self.is_known else (taken, pose))
        self._pose[:], self.newest = pose, taken
        self.samples += 1
        self._measure()
        if bridged:
            self._bridge(taken)
        return True

    def at(self, now: float, pose_out: Floats) -> None:
        """How he is (COORDINATES,)."""
        self._lead(now, pose_out)

    def rates_to(self, pose: Floats, taken: float, rates_out: Floats) -> None:
        """How fast he would have been since the last sample (FREEDOMS,)."""
        rates_to(self._pose, pose, 1.0 / (taken - self.newest), rates_out)

    def unheard(self, now: float) -> float:
        """For how long nothing was heard of him [s]."""
        return now - self.newest

    # ------------------------------------------------------------ inside

    def _lead(self, now: float, out: Floats) -> None:
        since = max(now - self.newest, 0.0)
        goes_on(self._pose, self._rates, _fading(since, GOES), _fading(since, TURNS), out)
        left = _easing(max(now - self._off_since, 0.0) / FORGETS)
        if left > 1e-3:
            goes_on(out, self._off, left, left, out)

    def _measure(self) -> None:
        """How fast he is, from a sample that is `SPAN` older, or the oldest that there is."""
        self._rates[:] = 0.0
        while len(self._earlier) > 1 and self.newest - self._earlier[1][0] >= SPAN:
            self._earlier.pop(0)
        taken, pose = self._earlier[0]
        if 0.0 < self.newest - taken <= LONGEST:
            rates_to(pose, self._pose, 1.0 / (self.newest - taken), self._rates)

    def _bridge(self, taken: float) -> None:
        """From how he was thought to be to how he is."""
        self._off_since = taken
        rates_to(self._pose, self._thought, 1.0, self._off)
        if float(np.linalg.norm(self._off[:3])) > LEAP:
            self._off[:] = 0.0


def _fading(seconds: float, lasts: float) -> float:
    """What is left of a time at a speed that falls to a third within `lasts`."""
    return lasts * (1.0 - math.exp(-seconds / lasts))


def _easing(x: float) -> float:
    """From 1 to 0, beginning gently."""
    return (1.0 + x) * math.exp(-x) if x < 50.0 else 0.0
