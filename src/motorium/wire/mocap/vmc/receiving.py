"""Listens to tracking programs: VMC over UDP.

with VmcListener(hear, port=39539) as listener: ...

The protocol names nobody: who sends to a port is called after it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from motorium.motion.live.heard import Hear, Heard
from motorium.wire.closing import Closing
from motorium.wire.dis.sockets import listening
from motorium.wire.message import WireError
from motorium.wire.mocap.places import VMC_PORT
from motorium.wire.mocap.receiving import HOST
from motorium.wire.mocap.vmc.reading import Button, VmcReader

__all__ = ["VmcListener"]

LARGEST: Final = 65_536
MOST_SENDERS: Final = 16
"""Whom one remembers half a sample of; whoever comes then is heard when another was silent."""
PATIENT: Final = 30
"""Samples after which bones that are missing will not come any more."""
PATIENCE: Final = 0.2
"""How long to wait before looking whether to stop [s]."""


class VmcListener(Closing):
    """name: of whoever sends to this port; pressed: told of buttons, by this name;
    strange: datagrams and messages that made no sense; datagrams: how many came."""

    def __init__(
        self,
        hear: Hear,
        port: int = VMC_PORT,
        host: str = HOST,
        pressed: Callable[[str, Button], None] = lambda name, button: None,
    ) -> None:
        self._hear, self._pressed = hear, pressed
        self._socket = listening(host, port, None)
        self._socket.settimeout(PATIENCE)
        self.port: int = self._socket.getsockname()[1]
        self.name = f"VMC {self.port}"
        self.datagrams = self._rubbish = 0
        self._readers: dict[str, VmcReader] = {}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="motorium-vmc", daemon=True)
        self._thread.start()

    @property
    def strange(self) -> int:
        return self._rubbish + sum(reader.strange for reader in [*self._readers.values()])

    @property
    def missing(self) -> dict[str, list[str]]:
        """By sender who goes on sending, bones without which nobody can be told."""
        return {
            name: one.missing
            for name, one in [*self._readers.items()]
            if one.incomplete > PATIENT and one.missing
        }

    def close(self) -> None:
        """Listen no longer."""
        self._stopping.set()
        self._thread.join()
        self._socket.close()

    # ------------------------------------------------------------ on the thread

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                data, address = self._socket.recvfrom(LARGEST)
            except TimeoutError:
                continue
            except OSError:
                # Windows tells here of datagrams that nobody took.
                continue
            self.datagrams += 1
            self._read(data, f"{address[0]}:{address[1]}", time.perf_counter())

    def _read(self, data: bytes, sender: str, came: float) -> None:
        reader = self._readers.pop(sender, None) or VmcReader()
        try:
            samples = reader.feed(data)
        except WireError:
            samples = []
        # Those that were heard last stand last, and whoever was silent for longest goes.
        self._readers[sender] = reader
        if len(self._readers) > MOST_SENDERS:
            gone = next(iter(self._readers))
            self._rubbish += self._readers.pop(gone).strange
        if samples:
            # What came together with newer ones is late.
            told, places, turns = samples[-1]
            self._hear(Heard(sender, self.name, came, told, places, turns))
        for button in reader.buttons:
            self._pressed(self.name, button)
        reader.buttons = []
