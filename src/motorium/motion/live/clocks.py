"""When samples were taken, by our own clock.

A sample comes later than it was taken, and never by the same delay. What is told of when it was
taken, or that samples are taken evenly, is trusted more than when it came:

    clock = SenderClock()                # who sends tells his own time with each sample
    clock = EvenClock(rate=120.0)        # who sends tells none, but is even

    taken = clock.taken(came, told)      # [s], by our clock; never later than it came
"""

from __future__ import annotations

from collections import deque
from typing import Final

__all__ = ["EvenClock", "SenderClock"]

WINDOW: Final = 2.0
"""Over which the shortest delay is looked for [s]: a clock that drifts by 100 us a second is off by
0.2 ms then."""
LEAP: Final = 1.0
"""Whose clock is off by more has been set, or has begun again [s]."""
PULL: Final = 0.05
"""Share by which an even clock is set right with every sample,"""
RATE_PULL: Final = 0.002
"""and its period."""
UNSURE: Final = 8
"""Samples before which an even clock believes arrivals alone: rates that people name are wrong."""


class SenderClock:
    """offset [s]: from their clock to ours, less the shortest delay of late."""

    def __init__(self) -> None:
        self.offset = 0.0
        # Those that were the shortest so far, and may be again when older ones are forgotten.
        self._shortest: deque[tuple[float, float]] = deque()

    def taken(self, came: float, told: float) -> float:
        """By our clock, of what came now, and was taken at a time of theirs."""
        delay = came - told
        if self._shortest and abs(delay - self.offset) > LEAP:
            self._shortest.clear()
        while self._shortest and self._shortest[-1][1] >= delay:
            self._shortest.pop()
        self._shortest.append((came, delay))
        while self._shortest[0][0] < came - WINDOW:
            self._shortest.popleft()
        self.offset = self._shortest[0][1]
        return told + self.offset


class EvenClock:
    """rate: samples a second to begin with; what they really are is found out."""

    def __init__(self, rate: float) -> None:
        self.period = 1.0 / rate
        self._last: float | None = None
        self._sure = 0

    def taken(self, came: float, told: float | None = None) -> float:
        """By our clock, of what came now; told is left alone."""
        if self._last is None or came - self._last > LEAP:
            self._last, self._sure = came, 0
            return came
        since = came - self._last
        missed = max(round(since / self.period), 1)
        self._sure += 1
        if self._sure < UNSURE:
            self._last = came
            if missed == 1:
                self.period += (since - self.period) / (self._sure + 1)
            return came
        due = self._last + missed * self.period
        late = came - due
        # What came early was not taken later than now: the others were late.
        self._last = due + (late if late < 0.0 else PULL * late)
        self.period += RATE_PULL * late / missed
        return self._last
