"""The beat of a show's thread: frames at their time, and what they cost."""

from __future__ import annotations

import time
from typing import Final

from motorium.contracts.time import FRAME_SECONDS

__all__ = ["MEMORY", "Beat", "Cost"]

MOST_BEHIND: Final = 0.1
"""Who is later than this [s] lets the lost time go instead of chasing it."""
MEMORY: Final = 0.9
"""Share of the past in the costs that are shown."""


class Beat:
    """status_seconds: how long pages go without being told how it goes, if nothing changes;
    frame_seconds: from one frame to the next."""

    def __init__(self, status_seconds: float = 0.25, frame_seconds: float = FRAME_SECONDS) -> None:
        self._status_seconds = status_seconds
        self._frame_seconds = frame_seconds
        self._due = time.perf_counter()
        self._told = 0.0

    def must_tell(self, changed: bool) -> bool:
        """Whether pages are to be told now how it goes; whoever asks does so."""
        now = time.perf_counter()
        if not changed and now - self._told <= self._status_seconds:
            return False
        self._told = now
        return True

    def wait(self) -> None:
        """Until the next frame is due."""
        now = time.perf_counter()
        self._due = max(self._due + self._frame_seconds, now - MOST_BEHIND)
        if self._due > now:
            time.sleep(self._due - now)


class Cost:
    """seconds: what a frame costs lately."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def add(self, spent: float) -> None:
        """A frame took so long [s]."""
        share = 1.0 - MEMORY if self.seconds else 1.0
        self.seconds += share * (spent - self.seconds)
