"""Listens to streams of packets over TCP: the thesis' way from the cameras to the simulation.

    with PacketListener(hear, port=8470) as listener: ...

Anybody who connects may send; what comes is checked, and who sends rubbish is hung up on. Packets
that came together with newer ones of the same name are late: dropped, and never queued.
"""

from __future__ import annotations

import os
import selectors
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from motorium.motion.live.heard import Hear, Heard
from motorium.wire.closing import Closing
from motorium.wire.message import WireError
from motorium.wire.mocap.packets import Packet, SampleReader

__all__ = ["HOST", "PORT", "PacketListener", "PacketStream", "tcp_listener"]

HOST: Final = "127.0.0.1"
PORT: Final = 8470
AT_ONCE: Final = 1 << 16
"""Bytes that are read at a time: nine characters of 15 bodies and more at 120 Hz for a second
are ten times as much, so that who has been held up catches up soon."""
MOST_SENDERS: Final = 64
PATIENCE: Final = 5.0
"""How long it may take to reach somebody [s]."""
SILENT: Final = 10.0
"""Whoever was silent for so long makes room for another [s]."""
MOST_REFUSALS: Final = 32
"""Sentences that are kept."""


class PacketListener(Closing):
    """gone: told who has hung up; late, strange: packets that came too late, or made no sense;
    refusals: sentences about who was hung up on, the newest last."""

    def __init__(
        self,
        hear: Hear,
        port: int = PORT,
        host: str = HOST,
        gone: Callable[[str], None] = lambda sender: None,
    ) -> None:
        self._hear, self._gone = hear, gone
        self._listener = tcp_listener(host, port)
        self.port: int = self._listener.getsockname()[1]
        self.late = self.strange = 0
        self.refusals: list[str] = []
        self._heard_at: dict[socket.socket, float] = {}
        self._readers: dict[socket.socket, tuple[str, SampleReader]] = {}
        self._wake, self._woken = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        for one in (self._listener, self._woken):
            one.setblocking(False)
            self._selector.register(one, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="motorium-packets", daemon=True)
        self._thread.start()

    @property
    def senders(self) -> list[str]:
        """Who is connected."""
        return [name for name, _ in [*self._readers.values()]]

    def close(self) -> None:
        """Hang up on everybody."""
        self._wake.close()
        self._thread.join()

    # ------------------------------------------------------------ on the thread

    def _run(self) -> None:
        try:
            while True:
                for key, _ in self._selector.select():
                    if key.fileobj is self._woken:
                        return
                    if key.fileobj is self._listener:
                        self._accept()
                    elif isinstance(key.fileobj, socket.socket):
                        self._read(key.fileobj)
        finally:
            for one in (*self._readers, self._listener, self._woken):
                one.close()
            self._selector.close()

    def _accept(self) -> None:
        try:
            connection, address = self._listener.accept()
        except OSError:
            return
        sender = f"{address[0]}:{address[1]}"
        if len(self._readers) >= MOST_SENDERS and not self._make_room():
            self._refuse(f"{sender}: {MOST_SENDERS} send already, and no more may")
            connection.close()
            return
        self._heard_at[connection] = time.perf_counter()
        connection.setblocking(False)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._readers[connection] = (sender, SampleReader())
        self._selector.register(connection, selectors.EVENT_READ)

    def _read(self, connection: socket.socket) -> None:
        sender, reader = self._readers[connection]
        try:
            data = connection.recv(AT_ONCE)
            before = reader.dropped
            samples = reader.feed(data) + reader.flush() if data else []
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data, samples = b"", []
        except WireError as problem:
            self._refuse(f"{sender}: {problem}")
            self._hang_up(connection)
            return
        if not data:
            self._hang_up(connection)
            return
        came = self._heard_at[connection] = time.perf_counter()
        packets = [packet for sample in samples for packet in sample]
        newest: dict[str, Packet] = {packet.name: packet for packet in packets}
        self.late += len(packets) - len(newest)
        self.strange += reader.dropped - before
        for packet in newest.values():
            self._hear(Heard(sender, packet.name, came, None, packet.places, packet.turns))

    def _make_room(self) -> bool:
        """Hang up on who was silent for longest, if that is long; whether it is."""
        silent = min(self._heard_at, key=self._heard_at.__getitem__)
        if time.perf_counter() - self._heard_at[silent] < SILENT:
            return False
        self._hang_up(silent)
        return True

    def _hang_up(self, connection: socket.socket) -> None:
        self._selector.unregister(connection)
        sender, _ = self._readers.pop(connection)
        del self._heard_at[connection]
        connection.close()
        self._gone(sender)

    def _refuse(self, sentence: str) -> None:
        self.refusals = [*self.refusals, sentence][-MOST_REFUSALS:]


class PacketStream(Closing):
    """Hears what somebody tells whoever connects to him, as `PacketServer` does: until it is
    closed, or he hangs up. ended: why it has, if it has."""

    def __init__(self, hear: Hear, host: str, port: int) -> None:
        try:
            self._socket = socket.create_connection((host, port), PATIENCE)
        except (OSError, OverflowError) as problem:
            why = getattr(problem, "strerror", None) or problem
            raise WireError(f"nobody to hear at {host}:{port}: {why}") from None
        self._socket.settimeout(None)
        self._hear, self._sender = hear, f"{host}:{port}"
        self.ended: str | None = None
        self._thread = threading.Thread(target=self._run, name="motorium-stream", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Hear no more."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()

    def _run(self) -> None:
        reader = SampleReader()
        try:
            while data := self._socket.recv(AT_ONCE):
                came = time.perf_counter()
                for sample in reader.feed(data) + reader.flush():
                    for name, places, turns in sample:
                        self._hear(Heard(self._sender, name, came, None, places, turns))
            self.ended = f"{self._sender} has hung up"
        except (OSError, WireError) as problem:
            self.ended = f"{self._sender}: {problem}"


def tcp_listener(host: str, port: int) -> socket.socket:
    """A socket that others can connect to; 0: any free port."""
    try:
        return socket.create_server((host, port))
    except (OSError, OverflowError) as problem:
        # Python adds the address to what the system says.
        number = getattr(problem, "errno", None)
        why = os.strerror(number) if number and number > 0 else problem
        raise WireError(f"cannot listen at {host}:{port}: {why}") from None
