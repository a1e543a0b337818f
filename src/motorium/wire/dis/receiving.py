"""Receives datagrams on a thread, into rows that were made before."""

from __future__ import annotations

import selectors
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.memory import aligned_zeros
from motorium.wire.closing import Closing
from motorium.wire.dis.pdu import MOST_BYTES
from motorium.wire.dis.sockets import HOST, PORT, listening
from motorium.wire.message import WireError

__all__ = ["Receiver"]

ROWS: Final = 4096
"""That can wait to be taken: of a thousand entities at five PDUs a second almost a second's."""
PAUSE: Final = 0.012
"""Between two looks at the socket [s]: to wake up for every datagram would cost more than all the
rest."""
AT_ONCE: Final = 256
"""Datagrams between two looks at how many rows are free."""
PATIENCE: Final = 0.2
"""How long to wait for the first datagram before looking whether to stop [s]."""

Block = tuple[NDArray[np.uint8], NDArray[np.int32], Floats]


class Receiver(Closing):
    """Listens at a port from when it is made until it is closed, by default to this machine only.

    host: address of this machine to listen at, "0.0.0.0" for all of them, which also hears what is
    broadcast; group: a multicast address to join, by `host`, or by any if it is loopback and the
    group is to be heard from elsewhere. rows: how many datagrams can wait; if nobody takes them new
    ones are dropped. packets, bytes: received so far; dropped: for want of rows.

    Limitation: what the system itself drops when its buffer is full is not counted.
    """

    def __init__(
        self, port: int = PORT, host: str = HOST, group: str | None = None, rows: int = ROWS
    ) -> None:
        if rows < 2:
            raise WireError(f"{rows} rows to receive into; at least 2 are needed")
        self._socket = listening(host, port, group)
        self._socket.setblocking(False)
        self.port: int = self._socket.getsockname()[1]
        self.packets = 0
        self.bytes = 0
        self.dropped = 0
        self._rows: NDArray[np.uint8] = aligned_zeros(rows * MOST_BYTES, np.uint8).reshape(
            rows, MOST_BYTES
        )
        self._sizes = np.zeros(rows, dtype=np.int32)
        self._received = np.zeros(rows)
        self._views = [row.data for row in self._rows]
        self._spares = AT_ONCE * [memoryview(bytearray(MOST_BYTES))]
        # Counted on and on: only the thread writes the first two, only who takes the third.
        self._written = 0
        self._begun = 0
        self._taken = 0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="motorium-dis", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening; what has come can still be taken."""
        self._stopping.set()
        self._thread.join()
        self._socket.close()

    @property
    def waiting(self) -> int:
        """Datagrams that can be taken."""
        return self._written - self._taken

    def blocks(self) -> Iterator[Block]:
        """What has come: rows of bytes, how many count in each, and when they came [s], UTC. A
        block is given back to the thread when the next is asked for, or there is none."""
        rows = len(self._sizes)
        until = self._written
        while self._taken < until:
            first = (self._taken - self._begun) % rows
            last = min(first + until - self._taken, rows)
            yield self._rows[first:last], self._sizes[first:last], self._received[first:last]
            self._taken += last - first

    # ------------------------------------------------------------ on the thread

    def _run(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._socket, selectors.EVENT_READ)
            while not self._stopping.is_set():
                if self._drain():
                    time.sleep(PAUSE)
                else:
                    selector.select(PATIENCE)

    def _drain(self) -> bool:
        """Receive until there is no more, or it is time to look whether to stop; whether there was
        anything."""
        rows = len(self._views)
        if self._taken == self._written:
            # All are free: the first rows are still in the cache.
            self._begun = self._written
        for turn in range(rows // AT_ONCE + 1):
            first = (self._written - self._begun) % rows
            room = min(rows - (self._written - self._taken), rows - first, AT_ONCE)
            views = self._views[first : first + room] if room else self._spares
            sizes = self._receive(views)
            if room:
                self._sizes[first : first + len(sizes)] = sizes
                self._received[first : first + len(sizes)] = time.time()
                self._written += len(sizes)
            else:
                self.dropped += len(sizes)
            # Last: what is counted can be taken.
            self.bytes += sum(sizes)
            self.packets += len(sizes)
            if len(sizes) < len(views):
                return turn > 0 or len(sizes) > 0
        return True

    def _receive(self, views: list[memoryview]) -> list[int]:
        """Fill views, one after the other, while there is something; how many bytes each has."""
        receive = self._socket.recv_into
        sizes: list[int] = []
        # There is no more, or Windows tells here that nobody heard what was sent: what came before
        # stays in the list.
        with suppress(OSError):
            sizes.extend(map(receive, views))
        return sizes
