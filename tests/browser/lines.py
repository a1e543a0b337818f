"""A line between a page and its studio that can be cut, and put through to another one."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Line:
    """Carries bytes both ways to a port of this machine; cut ends all that are under way.

    to: None while nobody is put through.
    """

    def __init__(self, to: int) -> None:
        self.to: int | None = to
        self._server = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        number: int = self._server.getsockname()[1]
        return number

    def cut(self) -> None:
        ends, self._ends = self._ends, []
        for end in ends:
            _hang_up(end)

    def close(self) -> None:
        self._server.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._server.accept()
                to = self.to
                if to is None:
                    _hang_up(near)
                    continue
                try:
                    far = socket.create_connection(("127.0.0.1", to))
                except OSError:
                    _hang_up(near)
                    continue
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=_carry, args=(one, other), daemon=True).start()


def _carry(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    _hang_up(one)
    _hang_up(other)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def line_to(port: int) -> Iterator[Line]:
    line = Line(port)
    try:
        yield line
    finally:
        line.close()
