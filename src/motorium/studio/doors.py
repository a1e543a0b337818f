"""Who may come to a studio: how many at a time, and how long they may keep it waiting."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from motorium.studio.flood import Flood

__all__ = ["HttpDoor", "SocketDoor", "Visitors", "is_loopback"]

MOST: Final = 768
"""Connections in all: many systems allow a process 1024 files."""
MOST_FROM_ONE: Final = 256
"""Connections from one address that is not this machine's, behind which a whole class may sit."""
SILENCE: Final = 5.0
"""Whoever asks for nothing twice as long as this loses his connection [s]."""
STALLED: Final = 60.0
"""Whoever takes nothing of what he is sent for so long loses his connection [s]."""
AT_A_TIME: Final = 16_384
"""Bytes of a WebSocket that are looked at before anything else is decided."""


def is_loopback(address: str) -> bool:
    """Whether it is this machine's own; a proxy that runs here speaks for many."""
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return address == "localhost"


class Visitors:
    """Connections that there are, and where they come from."""

    def __init__(self, most: int = MOST, most_from_one: int = MOST_FROM_ONE) -> None:
        self._most, self._most_from_one = most, most_from_one
        self._here: dict[object, str] = {}
        self._from: Counter[str] = Counter()

    def come(self, connection: object, address: str) -> bool:
        """Whether there is room for it."""
        crowd = not is_loopback(address) and self._from[address] >= self._most_from_one
        if crowd or len(self._here) >= self._most:
            return False
        self._here[connection] = address
        self._from[address] += 1
        return True

    def go(self, connection: object) -> None:
        """It has ended, if it ever came."""
        address = self._here.pop(connection, None)
        if address is not None:
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]


_visitors: Final = Visitors()
"""Of this process."""


class _Door(asyncio.Protocol):
    """What holds for every connection: it is counted, and must take what it is sent."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None
    _stalled: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(STALLED, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
        _visitors.go(self.transport)
        super().connection_lost(exc)


class HttpDoor(_Door, H11Protocol):
    """A connection until it becomes a WebSocket, which takes it over."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if not _visitors.come(transport, self.client[0] if self.client else ""):
            transport.abort()
            return
        self._seen: object = self
        self.loop.call_later(SILENCE, self._look)

    def _look(self) -> None:
        """Close if nothing has been asked for since the last look."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        cycle: RequestResponseCycle | None = self.cycle
        idle = cycle is None or cycle.response_complete
        if idle and self._seen is cycle:
            self.transport.abort()
            return
        self._seen = cycle if idle else self
        self.loop.call_later(SILENCE, self._look)


class SocketDoor(_Door, WebSocketsSansIOProtocol):
    """A WebSocket. Who speaks in too many parts, or asks again and again whether we are there,
    loses it: no message comes of that, so nothing else would count it, and it fills memory."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._parts = Flood()

    def data_received(self, data: bytes) -> None:
        # Thousands of frames fit into what comes at once.
        for begin in range(0, len(data), AT_A_TIME):
            if self.transport.is_closing():
                return
            super().data_received(data[begin : begin + AT_A_TIME])

    def handle_cont(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_pong(event)

    def _may_go_on(self) -> bool:
        if self.transport.is_closing():
            return False
        if self._parts.judge() != "heard":
            self.transport.abort()
            return False
        return True
