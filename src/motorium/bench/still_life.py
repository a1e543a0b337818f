"""A studio without a simulation, in a process of its own: what remains is what serving costs."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from motorium.world.scenario import Group, Scenario, WorldSettings

__all__ = ["StillLife", "still_life"]

SPECIES: Final = "herring"
AWAY: Final = 24
"""Frames in which bodies bend and fins spread, before all stands still."""
PATIENCE: Final = 600.0
"""Until it serves: kernels may have to be compiled [s]."""


@dataclass(frozen=True)
class Spent:
    """Of the process until now: cpu, in seconds; memory it has [bytes], 0 where nobody tells."""

    cpu: float
    memory: int


class StillLife:
    """port: where it serves."""

    def __init__(self, line: Connection) -> None:
        self._line = line
        self.port: int = self._hear()

    def spent(self) -> Spent:
        """Ask the process."""
        self._line.send(None)
        found: Spent = self._hear()
        return found

    def _hear(self) -> Any:
        if not self._line.poll(PATIENCE):
            raise TimeoutError(f"the studio has said nothing for {PATIENCE:g} s")
        return self._line.recv()


@contextmanager
def still_life(fishes: int, rate: float) -> Iterator[StillLife]:
    """So many fishes, all in full, are packed and shown so many times a second; they do not
    move, but the clock goes on."""
    spawning = multiprocessing.get_context("spawn")
    here, there = spawning.Pipe()
    process = spawning.Process(target=_serve, args=(there, fishes, rate), daemon=True)
    process.start()
    try:
        yield StillLife(here)
    finally:
        process.terminate()
        process.join()


def _serve(line: Connection, fishes: int, rate: float) -> None:
    import threading

    import uvicorn

    from motorium.studio.beat import Beat
    from motorium.studio.hub import Hub
    from motorium.studio.server import Stage
    from motorium.studio.serving import configured, open_socket
    from motorium.studio.simulation import Simulation

    class Still(Simulation):
        def _prepare(self) -> None:
            for _ in range(AWAY):
                self._world.advance()

        def _frames(self) -> None:
            beat = Beat(frame_seconds=1.0 / rate)
            while not self._stop.is_set():
                self._grant_wishes()
                self._world.clock.tick()
                self._show()
                if beat.must_tell(False):
                    self._audience.message(self._status())
                beat.wait()

    group = Group(species=SPECIES, count=fishes)
    scenario = Scenario(format=1, world=WorldSettings(capacity=fishes), group=[group])
    hub = Hub()
    stage = Stage("ocean", "/socket", Still(scenario, hub), hub, most_bytes=65_536)
    listener = open_socket("127.0.0.1", 0)
    server = uvicorn.Server(configured([stage]))
    threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
    line.send(listener.getsockname()[1])
    while True:
        line.recv()
        line.send(Spent(time.process_time(), _memory()))


def _memory() -> int:
    """Of this process [bytes]; 0 where the system does not tell."""
    status = Path("/proc/self/statm")
    if not status.exists():
        return 0
    return int(status.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
