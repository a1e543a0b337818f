"""What pages do all the time, with hands and dials, since the last frame."""

from __future__ import annotations

import threading
from typing import Final

from motorium.studio.conductor import Busy
from motorium.wire.puppetry import MOST_GRIPS, Carry, Grab, LetGo, SetStage

__all__ = ["Pending", "Quick"]

MOST_PENDING: Final = 128
"""Of one page: all its fingers come and go more than once a frame."""

Quick = Grab | Carry | LetGo | SetStage
"""Said more often than there are frames; nobody waits until it is carried out."""


class Pending:
    """Such messages in the order of each page; of places and of a dial only the newest count, so
    nothing piles up."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lines: dict[object, list[Quick]] = {}

    def put(self, page: object, message: Quick) -> None:
        """From the server."""
        with self._lock:
            line = self._lines.setdefault(page, [])
            merged = _merged(line[-1], message) if line else None
            if merged is not None:
                line[-1] = merged
            elif len(line) < MOST_PENDING:
                line.append(message)
            else:
                raise Busy(f"more than {MOST_PENDING} wishes wait; try again in a moment")

    def take(self) -> list[tuple[object, Quick]]:
        """For the stage: all of them, once."""
        with self._lock:
            lines, self._lines = self._lines, {}
        return [(page, message) for page, line in lines.items() for message in line]

    def forget(self, page: object) -> None:
        """A page has gone."""
        with self._lock:
            self._lines.pop(page, None)


def _merged(older: Quick, newer: Quick) -> Quick | None:
    """One message that says what both do; None, if there is none."""
    match older, newer:
        case Carry(), Carry():
            grips = {grip.point: grip for grip in (*older.grips, *newer.grips)}
            return Carry(grips=list(grips.values())) if len(grips) <= MOST_GRIPS else None
        case SetStage(), SetStage() if older.said.keys() == newer.said.keys():
            return newer
    return None
