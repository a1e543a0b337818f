"""Pages' hands in the town: one each, and nobody takes a figure out of another's."""

from __future__ import annotations

import queue

from motorium.wire.figures.wishes import Carry, PutDown
from motorium.world.town.town import Town

__all__ = ["FigureHands"]


class FigureHands:
    """Whom each page holds."""

    def __init__(self) -> None:
        self._held: dict[object, int] = {}
        self._gone: queue.SimpleQueue[object] = queue.SimpleQueue()

    def leave(self, page: object) -> None:
        """From the server: a page has gone."""
        self._gone.put(page)

    def meet(self, town: Town) -> None:
        """Whom pages held that have gone is put down."""
        for _ in range(self._gone.qsize()):
            self._open(town, self._gone.get())

    def grant(self, town: Town, page: object, wish: Carry | PutDown) -> None:
        """Take somebody, move the hand that has him, or open it."""
        if isinstance(wish, PutDown):
            self._open(town, page)
            return
        if any(held == wish.id for other, held in self._held.items() if other is not page):
            raise ValueError(f"no. {wish.id} is in somebody else's hand; wait until he is let go")
        if self._held.get(page) != wish.id:
            self._open(town, page)
        town.carry(wish.id, wish.place)
        self._held[page] = wish.id

    def _open(self, town: Town, page: object) -> None:
        identity = self._held.pop(page, None)
        if identity is not None:
            town.put_down(identity)
