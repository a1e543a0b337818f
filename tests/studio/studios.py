"""A real studio in a process of its own, and clients that talk to it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from motorium.wire.snapshot import Snapshot, unpack

PATIENCE = 300.0
"""How long to wait for a studio on a busy machine [s]."""
BUILDING = 1800.0
"""How long motions may take [s] that another program builds: whoever waits for it tells nothing."""


class Studio:
    """A running `motorium studio`; of the school if no scenario is named. Or `motorium replay`."""

    def __init__(
        self,
        *arguments: str,
        port: int = 0,
        cache: Path | None = None,
        verb: str = "studio",
        log: str = "warning",
    ) -> None:
        program = [sys.executable, "-m", "motorium", f"--log-level={log}"]
        command = [*program, verb, "--no-browser", f"--port={port}"]
        if verb == "studio" and all(argument.startswith("-") for argument in arguments):
            command.append("school")
        self.process = subprocess.Popen(
            [*command, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | ({"MOTORIUM_CACHE": str(cache)} if cache else {}),
        )
        assert self.process.stdout is not None
        # Repertoires that a scenario needs may have to be compiled before.
        self.told: list[str] = []
        found = None
        while not found and (line := self.process.stdout.readline()):
            self.told.append(line)
            found = re.fullmatch(r"Motorium studio at (https?://(\S+?):(\d+)/\S*)\n", line)
        assert found, f"no address: {self.told} {self.process.communicate(timeout=PATIENCE)}"
        self.address = found[1]
        self.port = int(found[3])

    @property
    def socket_address(self) -> str:
        return self.address.replace("http", "ws").replace("/?", "/socket?").removesuffix("/") + (
            "" if "?" in self.address else "/socket"
        )

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE)


@contextmanager
def studio(*arguments: str, port: int = 0, cache: Path | None = None) -> Iterator[Studio]:
    running = Studio(*arguments, port=port, cache=cache)
    try:
        yield running
    finally:
        running.stop()


@contextmanager
def replayed(recording: Path) -> Iterator[Studio]:
    """A studio that shows a recording."""
    running = Studio(str(recording), verb="replay")
    try:
        yield running
    finally:
        running.stop()


@contextmanager
def studio_of(scenario: str, folder: Path) -> Iterator[Studio]:
    """A studio of a scenario that is written down here; folder: where it is kept."""
    path = folder / "few.toml"
    path.write_text(scenario, encoding="utf-8")
    with studio(str(path)) as running:
        yield running


class Client:
    """A page without a screen."""

    def __init__(self, address: str, **how: Any) -> None:
        # Whoever compiles may be slow to open the door, and whoever goes does not wait for frames
        # that are under way; who does not read for long has not gone.
        usual = {
            "max_size": None,
            "open_timeout": PATIENCE,
            "close_timeout": 0.5,
            "ping_interval": None,
        }
        self._connection = connect(address, **(usual | how))
        self.socket: ClientConnection = self._connection.__enter__()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *exception: object) -> None:
        self._connection.__exit__(None, None, None)

    def send(self, message: object) -> None:
        text = message if isinstance(message, str | bytes) else json.dumps(message)
        self.socket.send(text)

    def arrivals(self, timeout: float) -> Iterator[str | bytes]:
        """All that comes within so long [s]; counted anew while it is told how far that is which
        is compiled or built first, for that takes minutes where nothing is cached."""
        end = time.monotonic() + timeout
        while (left := end - time.monotonic()) > 0:
            data = self.socket.recv(timeout=left)
            if isinstance(data, str) and json.loads(data)["type"] == "progress":
                end = time.monotonic() + timeout
            yield data

    def begin_anew(self) -> None:
        """Let the ocean begin again, and not be held. What is read from then on is of that: that
        water is thicker is said of the world before, and thin water then of this one only."""
        self.next("status", running=True)
        self.send({"type": "paused", "value": False})
        self.send({"type": "viscosity", "value": 1.01})
        self.next("status", paused=False, viscosity=1.01)
        self.send({"type": "restart"})
        self.next("status", paused=False, viscosity=1.0)

    def next(self, kind: str, timeout: float = PATIENCE, **having: object) -> dict[str, Any]:
        """The next message of a type, with these values if given."""
        for data in self.arrivals(timeout):
            if isinstance(data, str):
                message: dict[str, Any] = json.loads(data)
                if message["type"] == kind and all(message[k] == v for k, v in having.items()):
                    return message
        raise TimeoutError(f"no {kind} with {having} within {timeout} s")

    def snapshot(self, tick: int = 0, timeout: float = PATIENCE) -> Snapshot:
        """The next snapshot, not older than this tick."""
        for data in self.arrivals(timeout):
            if isinstance(data, bytes) and (snapshot := unpack(data)).tick >= tick:
                return snapshot
        raise TimeoutError(f"no snapshot from tick {tick} on within {timeout} s")

    def closed(self, timeout: float = PATIENCE) -> int:
        """Read on until the studio closes the connection; the code that it gives."""
        with suppress(ConnectionClosed):
            while True:
                self.socket.recv(timeout=timeout)
        code = self.socket.close_code
        assert code is not None
        return code


def memory_of(pid: int) -> int:
    """Resident memory of a process [KiB]; 0 where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0
    lines = status.read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
