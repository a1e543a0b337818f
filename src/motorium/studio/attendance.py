"""Which pages are at a stage, as its thread knows them."""

from __future__ import annotations

import queue

__all__ = ["Attendance"]


class Attendance:
    """pages: who is there, since it was last asked."""

    def __init__(self) -> None:
        self.pages: set[object] = set()
        self._news: queue.SimpleQueue[tuple[object, bool]] = queue.SimpleQueue()

    def arrive(self, page: object) -> None:
        """From the server."""
        self._news.put((page, True))

    def forget(self, page: object) -> None:
        """From the server."""
        self._news.put((page, False))

    def meet(self) -> list[object]:
        """Who has gone since it was asked last; pages are up to date then."""
        gone = []
        for _ in range(self._news.qsize()):
            page, here = self._news.get()
            if here:
                self.pages.add(page)
            else:
                self.pages.discard(page)
                gone.append(page)
        return gone
