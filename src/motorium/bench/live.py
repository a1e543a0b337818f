"""Bench `live`: how long who is captured live waits for his double.

latency_p99  ms: from when a sample has come to when the first frame that knows of it goes out, over
             real sockets on loopback, 99 of 100 take no longer; against one frame of 1/120 s and
             5 ms; of one performer, and of four in one scene
frames       a second that go out meanwhile, against 120

A real `motorium perform` runs in a process of its own; who captures is another.
"""

from __future__ import annotations

import multiprocessing
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import numpy as np

from motorium.bench.records import BenchRecord
from motorium.contracts.frames import Floats
from motorium.contracts.time import PERFORMANCE_RATE
from motorium.motion.live.heard import Heard
from motorium.wire.mocap.receiving import PacketStream
from motorium.wire.mocap.state import CLOCK

__all__ = ["Lived", "bar_of", "live", "measure", "stage"]

SPARE: Final = 5e-3
"""Besides a frame [s]."""
SETTLES: Final = 2.0
"""Before anything counts [s]: somebody is measured, and a scene set up for him."""
READY: Final = 600.0
"""In which a stage compiles what it needs for the first time [s]."""


@dataclass(frozen=True)
class Lived:
    """latencies [s], of all frames that knew of something new; frames, a second."""

    latencies: Floats
    frames: float


def measure(quick: bool = False) -> Iterator[BenchRecord]:
    """All figures, one after the other."""
    limit = 1.0 / PERFORMANCE_RATE + SPARE
    with stage() as (packets, state):
        for performers in (1, 4):
            found = live(packets, state, performers, 4.0 if quick else 15.0)
            value = float(np.percentile(found.latencies, 99))
            yield BenchRecord(
                bench="live",
                quantity="latency_p99",
                case={"performers": performers},
                value=round(1e3 * value, 3),
                unit="ms",
                against=f"a frame and 5 ms: {1e3 * limit:.1f} ms",
                ratio=round(limit / value, 3),
            )
            yield BenchRecord(
                bench="live",
                quantity="frames",
                case={"performers": performers},
                value=round(found.frames, 2),
                unit="1/s",
                against=f"{PERFORMANCE_RATE} a second",
                ratio=round(found.frames / PERFORMANCE_RATE, 4),
            )


def bar_of(record: BenchRecord) -> float | None:
    """The ratio that a record is to reach, if there is a bar for it."""
    return 1.0 if record.quantity == "latency_p99" else 0.99


@contextmanager
def stage() -> Iterator[tuple[int, int]]:
    """A real one; the ports at which it hears packets, and tells what it simulates."""
    ports = ["--packets", "0", "--state", "0", "--port", "0"]
    command = [sys.executable, "-m", "motorium", "perform", "bag", "--no-browser", *ports]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found: list[int] = []
        while len(found) < 2 and (line := process.stdout.readline()):
            found += [int(port) for port in re.findall(r"at \S+:(\d+) \(TCP\)", line)]
        packets, state = found
        _until_it_plays(state)
        yield packets, state
    finally:
        process.terminate()
        process.communicate()


def live(packets: int, state: int, performers: int, seconds: float) -> Lived:
    """Let so many walk on the spot for so long."""
    ages: list[float] = []
    sender = multiprocessing.get_context("spawn").Process(
        target=_send, args=(packets, performers, seconds + SETTLES), daemon=True
    )

    def hear(one: Heard) -> None:
        if one.name == CLOCK:
            ages.append(float(one.places[0, 2]))

    with PacketStream(hear, "127.0.0.1", state):
        sender.start()
        _wait(lambda: any(age > 0.0 for age in ages))
        time.sleep(SETTLES)
        begun, first = time.perf_counter(), len(ages)
        time.sleep(seconds - 0.5)
        frames = (len(ages) - first) / (time.perf_counter() - begun)
        counted = np.array(ages[first:])
    sender.join()
    return Lived(counted[counted > 0.0], frames)


def _send(port: int, performers: int, seconds: float) -> None:
    """In a process of its own."""
    from motorium.bodies.figure.files import load_skeleton
    from motorium.motion.figures.takes import take_of
    from motorium.motion.figures.walking.gaits import gait_at
    from motorium.motion.figures.walking.walks import walk
    from motorium.wire.mocap.packets import Packet
    from motorium.wire.mocap.run import placed_takes
    from motorium.wire.mocap.sending import PacketSender

    skeleton = load_skeleton("human-high")
    walked = walk("walking forward", 4, gait_at("walking forward", 1.3))
    take = take_of(skeleton, walked.poses, "walk")
    names = [f"HERO {number}" for number in range(performers)]
    with PacketSender(port=port) as sender:
        begun = time.perf_counter()
        for number, (places, turns) in enumerate(placed_takes(take, float(PERFORMANCE_RATE))):
            due = number / PERFORMANCE_RATE
            if due > seconds:
                return
            time.sleep(max(begun + due - time.perf_counter(), 0.0))
            # On the spot, so that nobody walks into anything.
            here = places - [places[0, 0], 0.0, 0.0]
            sender.send([Packet(name, here, turns) for name in names])


def _until_it_plays(state: int) -> None:
    frames: list[Heard] = []
    with PacketStream(frames.append, "127.0.0.1", state):
        _wait(lambda: len(frames) > PERFORMANCE_RATE)


def _wait(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + READY
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"nothing was heard for {READY:g} s")
        time.sleep(0.01)
