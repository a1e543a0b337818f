"""Sends packets over TCP: as who captures, or as who simulates for everybody who looks on.

    with PacketSender("127.0.0.1", 8470) as sender:      # to one who listens
        sender.send([Packet("HERO", places, turns)])

    with PacketServer(port=8471) as server:              # to all who connect
        server.send(packets)

Nobody waits for anybody: who cannot take a sample goes without it, whole ones only.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from motorium.wire.closing import Closing
from motorium.wire.message import WireError
from motorium.wire.mocap.packets import Packet, pack_sample
from motorium.wire.mocap.receiving import HOST, PATIENCE, PORT, tcp_listener

__all__ = ["STATE_PORT", "PacketSender", "PacketServer"]

STATE_PORT: Final = PORT + 1
MOST_WAITING: Final = 1 << 16
"""Bytes that wait for somebody slow in the system's own buffer, if it lets us: a few samples."""
MOST_VIEWERS: Final = 64


class _Outlet:
    """One connection: sends all of a sample or nothing. skipped: samples that went past it."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_WAITING)
        connection.setblocking(False)
        self.socket, self.skipped = connection, 0
        self._rest = b""

    def send(self, data: bytes) -> None:
        """Raises an `OSError` when who listened has gone."""
        if self._rest:
            self._rest = self._rest[self._push(self._rest) :]
        if self._rest:
            self.skipped += 1
            return
        self._rest = data[self._push(data) :]

    def _push(self, data: bytes) -> int:
        with suppress(BlockingIOError, InterruptedError):
            return self.socket.send(data)
        return 0


class PacketSender(Closing):
    """samples: how many were sent; skipped: of these not, for want of room."""

    def __init__(self, host: str = HOST, port: int = PORT) -> None:
        try:
            connection = socket.create_connection((host, port), PATIENCE)
        except (OSError, OverflowError) as problem:
            why = getattr(problem, "strerror", None) or problem
            raise WireError(f"nobody to send to at {host}:{port}: {why}") from None
        self._outlet, self._where = _Outlet(connection), f"{host}:{port}"
        self.samples = 0

    @property
    def skipped(self) -> int:
        return self._outlet.skipped

    def send(self, packets: Sequence[Packet]) -> None:
        """One sample."""
        data = pack_sample(packets)
        try:
            self._outlet.send(data)
        except OSError as problem:
            raise WireError(f"{self._where} has hung up: {problem.strerror or problem}") from None
        self.samples += 1

    def close(self) -> None:
        """Hang up."""
        self._outlet.socket.close()


class PacketServer(Closing):
    """Everybody who connects is sent each sample from then on."""

    def __init__(self, port: int = STATE_PORT, host: str = HOST) -> None:
        self._listener = tcp_listener(host, port)
        self.port: int = self._listener.getsockname()[1]
        self._lock = threading.Lock()
        self._outlets: list[_Outlet] = []
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._accept, name="motorium-state", daemon=True)
        self._thread.start()

    @property
    def viewers(self) -> int:
        """How many are connected, as far as one knows."""
        return len(self._outlets)

    def send(self, packets: Sequence[Packet]) -> None:
        """One sample, to whoever can take it."""
        if not self._outlets:
            return
        data = pack_sample(packets)
        with self._lock:
            self._outlets = [outlet for outlet in self._outlets if _told(outlet, data)]

    def close(self) -> None:
        """Hang up on everybody."""
        self._closed.set()
        # Whoever waits for somebody to come is woken by us.
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()
        with self._lock:
            for outlet in self._outlets:
                outlet.socket.close()
            self._outlets = []

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                if self._closed.is_set() or len(self._outlets) >= MOST_VIEWERS:
                    connection.close()
                    continue
                self._outlets = [*self._outlets, _Outlet(connection)]


def _told(outlet: _Outlet, data: bytes) -> bool:
    """Whether who listened is still there."""
    try:
        outlet.send(data)
    except OSError:
        outlet.socket.close()
        return False
    return True
