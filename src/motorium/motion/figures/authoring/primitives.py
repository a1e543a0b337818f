"""Motion primitives as functions of time: what angles, the pelvis and sites are to do.

Each primitive adds its own change to what those before it aim at, eased from one time to another.
So primitives may overlap, and what they make together starts and stops softly (Flash and Henis,
1991: arm movements that are corrected on the way are sums of such pieces).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from motorium.contracts.frames import Floats
from motorium.motion.figures.ways import eased, turn_vector, turned_by

__all__ = [
    "AngleTrack",
    "Ease",
    "PlaceTrack",
    "TurnTrack",
    "coasting",
    "ease",
    "hump",
]


def ease(share: float) -> float:
    """From 0 to 1 with the least jerk."""
    return float(eased(np.array(share)))


def hump(share: float) -> float:
    """From 0 to 1 half way and back, softly at both ends: 64 u^3 (1 - u)^3."""
    u = min(max(share, 0.0), 1.0)
    return 64.0 * (u * (1.0 - u)) ** 3


def coasting(share: float) -> float:
    """How far a speed at the beginning carries, as a share of the time, while it ebbs away:
    the quintic u - 6 u^3 + 8 u^4 - 3 u^5, which ends at 0."""
    u = min(max(share, 0.0), 1.0)
    return u - u**3 * (6.0 - 8.0 * u + 3.0 * u * u)


@dataclass(frozen=True)
class Ease:
    """A window of time [s]."""

    begin: float
    end: float

    def share(self, time: float) -> float:
        """How much of it is over, from 0 to 1."""
        return (time - self.begin) / (self.end - self.begin)


@dataclass
class AngleTrack:
    """Angles of all freedoms (freedoms,): from `start`, one change after the other."""

    start: Floats
    aim: Floats = field(init=False)
    _changes: list[tuple[Ease, Floats]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.aim = self.start.copy()

    def go(self, window: Ease, which: list[int], angles: Floats) -> None:
        """Some freedoms go to those of `angles` (freedoms,)."""
        change = np.zeros_like(self.aim)
        change[which] = angles[which] - self.aim[which]
        self.aim += change
        self._changes.append((window, change))

    def at(self, time: float) -> Floats:
        angles = self.start.copy()
        for window, change in self._changes:
            angles += ease(window.share(time)) * change
        return angles


@dataclass
class PlaceTrack:
    """A place (3,) [m]: from `start`, with the speed that it has there [m/s]."""

    start: Floats
    speed: Floats | None = None
    aim: Floats = field(init=False)
    _changes: list[tuple[Ease, Floats, Floats]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.aim = self.start.copy()

    def go(self, window: Ease, to: Floats, over: Floats | None = None) -> None:
        """over: added half way [m]."""
        rise = np.zeros(3) if over is None else over
        self._changes.append((window, to - self.aim, rise))
        self.aim = to.copy()

    def at(self, time: float) -> Floats:
        place = self.start.copy()
        for window, change, over in self._changes:
            share = window.share(time)
            place += ease(share) * change + hump(share) * over
        if self.speed is not None and self._changes:
            first = self._changes[0][0]
            place += self.speed * (first.end - first.begin) * coasting(first.share(time))
        return place


@dataclass
class TurnTrack:
    """How something is turned (3, 3): from `start`, one turn after the other."""

    start: Floats
    aim: Floats = field(init=False)
    _changes: list[tuple[Ease, Floats]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.aim = self.start.copy()

    def go(self, window: Ease, to: Floats) -> None:
        self._changes.append((window, turn_vector(self.aim.T @ to)))
        self.aim = to.copy()

    def at(self, time: float) -> Floats:
        turn = self.start
        for window, change in self._changes:
            turn = turn @ turned_by(ease(window.share(time)) * change)
        return turn
