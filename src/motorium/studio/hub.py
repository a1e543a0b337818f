"""Between one simulation and many pages: everybody gets the newest, nobody waits for anybody."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field
from typing import Any, Final

from motorium.studio.audience import Picture
from motorium.wire import messages
from motorium.wire.message import Message

__all__ = ["Hub", "Seat"]

NEWS_KEPT: Final = 32
HELLO: Final = messages.Hello.__name__


@dataclass
class _Tray:
    """The newest snapshot, the newest message of each type, and the last few pieces of news."""

    snapshot: bytes | Picture | None = None
    latest: dict[str, Message] = field(default_factory=dict)
    news: list[Message] = field(default_factory=list)

    def add(self, newer: _Tray) -> None:
        if HELLO in newer.latest:
            # Another world: what was said of the last one is void.
            self.snapshot = None
            self.latest.clear()
        self.snapshot = newer.snapshot or self.snapshot
        self.latest.update(newer.latest)
        self.news = [*self.news, *newer.news][-NEWS_KEPT:]


def _tray_of(message: Message) -> _Tray:
    if isinstance(message, messages.Happening | messages.Refusal):
        return _Tray(news=[message])
    return _Tray(latest={type(message).__name__: message})


class Seat:
    """One page's place: room for the newest of each thing, so that a slow page only skips.

    address: where the page is.
    memory: what it has been told by pictures that are packed for each page apart; None before the
    first, and whoever puts None there lets it be told everything again.
    """

    def __init__(self, address: str = "") -> None:
        self.address = address
        self._ready = asyncio.Event()
        self._tray = _Tray()
        self.memory: Any = None

    def put(self, tray: _Tray) -> None:
        self._tray.add(tray)
        self._ready.set()

    def say(self, message: Message) -> None:
        """Tell this page alone."""
        self.put(_tray_of(message))

    async def take(self) -> tuple[list[Message], bytes | None]:
        """Wait for anything new; messages go before the snapshot that they explain."""
        await self._ready.wait()
        self._ready.clear()
        tray, self._tray = self._tray, _Tray()
        return [*tray.latest.values(), *tray.news], self._packed(tray.snapshot)

    def _packed(self, snapshot: bytes | Picture | None) -> bytes | None:
        """Only now, when it is sent: a page that skips pictures has not been told them."""
        if snapshot is None or isinstance(snapshot, bytes):
            return snapshot
        if self.memory is None:
            self.memory = snapshot.fresh_memory()
        return snapshot.pack_for(self.memory)


class Hub:
    """An audience that spreads what the simulation says over all seats.

    The simulation's thread leaves the newest of each thing in `_incoming`; the event loop is woken
    once for all of it, however long it takes to come.
    """

    def __init__(self) -> None:
        self.seats: set[Seat] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = threading.Lock()
        self._incoming = _Tray()
        self._private: dict[object, _Tray] = {}
        self._woken = False
        self._last = _Tray()

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Say which event loop the seats belong to."""
        self._loop = loop

    def detach(self) -> None:
        """Let the simulation speak to nobody."""
        with self._lock:
            self._loop = None

    def sit_down(self, greeting: Message, address: str = "") -> Seat:
        """A new page: it is told all that the others know."""
        seat = Seat(address)
        seat.put(_Tray(self._last.snapshot, {HELLO: greeting, **self._last.latest}))
        self.seats.add(seat)
        return seat

    def stand_up(self, seat: Seat) -> None:
        """A page that has gone."""
        self.seats.discard(seat)

    def forget_snapshot(self) -> None:
        """Whoever comes next waits for a new one."""
        self._last.snapshot = None

    # ------------------------------------------------------------ called by the simulation

    def snapshot(self, data: bytes | Picture) -> None:
        self._receive(_Tray(snapshot=data))

    def message(self, message: Message, page: object | None = None) -> None:
        self._receive(_tray_of(message), page)

    def _receive(self, tray: _Tray, page: object | None = None) -> None:
        with self._lock:
            if page is None:
                self._incoming.add(tray)
            else:
                self._private.setdefault(page, _Tray()).add(tray)
            if self._woken or self._loop is None or self._loop.is_closed():
                return
            self._woken = True
            self._loop.call_soon_threadsafe(self._spread)

    def _spread(self) -> None:
        with self._lock:
            tray, self._incoming = self._incoming, _Tray()
            private, self._private = self._private, {}
            self._woken = False
        self._last.add(_Tray(tray.snapshot, tray.latest))
        for seat in self.seats:
            seat.put(tray)
            if seat in private:
                seat.put(private[seat])
