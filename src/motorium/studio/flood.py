"""How much one page may say."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, Literal

__all__ = ["AT_ONCE", "LASTS", "MOST_A_SECOND", "Flood"]

Verdict = Literal["heard", "too much", "lost", "enough"]
"""Too much: the first of a flood that is not heard; enough: it lasts too long."""

MOST_A_SECOND: Final = 500
"""Messages, in the long run: a page sends what a hand does once a frame, at most a few things."""
AT_ONCE: Final = 8000
"""Messages that may come together, as they do after a page had to wait for an answer."""
LASTS: Final = 5.0
"""Whoever floods for longer is not heard at all [s]."""


class Flood:
    """A bucket that fills by itself, and from which each message takes one. clock: tells the time
    [s]."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left = float(AT_ONCE)
        self._looked = clock()
        self._began: float | None = None

    def judge(self) -> Verdict:
        """What becomes of the message that has come."""
        now = self._clock()
        self._left = min(self._left + (now - self._looked) * MOST_A_SECOND, AT_ONCE)
        self._looked = now
        if self._left >= 1.0:
            self._left -= 1.0
            if self._left > AT_ONCE / 2:
                self._began = None
            return "heard"
        if self._began is None:
            self._began = now
            return "too much"
        return "lost" if now - self._began <= LASTS else "enough"
