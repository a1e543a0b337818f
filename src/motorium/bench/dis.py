"""Bench `dis`: what it costs to follow entities of other programs over a network.

receiving  share of a core: a thousand entities at five PDUs a second each, received over loopback,
           decoded, dead-reckoned and smoothed in every frame of 1/60 s, against `LIMIT` of a core;
           all time of this process' threads, whoever else uses the processor; the sender is another
decode     ns/PDU: of rows of datagrams into arrays, against Python's `struct`, a PDU at a time
advance    ns/entity-frame: dead reckoning and smoothing alone
"""

from __future__ import annotations

import multiprocessing
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.bench.records import BenchRecord, best_seconds
from motorium.contracts.frames import quaternion_from_heading
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.wire.dis.appearance import lifeform_of
from motorium.wire.dis.decoding import Batch
from motorium.wire.dis.entities import Entities
from motorium.wire.dis.geodesy import Origin
from motorium.wire.dis.kinds import SOLDIER
from motorium.wire.dis.pdu import BYTES, LAYOUT
from motorium.wire.dis.receiving import Receiver
from motorium.wire.dis.sending import Sender
from motorium.wire.dis.sockets import Target

__all__ = ["Followed", "bar_of", "follow", "measure", "walking"]

ENTITIES: Final = 1_000
RATE: Final = 5
"""PDUs a second of each."""
LIMIT: Final = 0.05
"""Of a core."""
ORIGIN: Final = Origin.at_degrees(36.618, -121.902)
BURSTS: Final = 100
"""Times a second that the sender sends, about."""


def measure(quick: bool = False) -> Iterator[BenchRecord]:
    """All figures, one after the other."""
    found = follow(ENTITIES, seconds=4.0 if quick else 15.0)
    yield BenchRecord(
        bench="dis",
        quantity="receiving",
        case={"entities": ENTITIES, "pdus": round(found.packets_a_second)},
        value=round(found.cores, 4),
        unit="cores",
        against=f"{100 * LIMIT:g} % of a core",
        ratio=round(LIMIT / found.cores, 3),
    )
    rounds = 5 if quick else 20
    ours, theirs = _decoding(rounds)
    yield _record("decode", "PDU", ours, "Python's struct", theirs)
    yield _record("advance", "entity-frame", _advancing(rounds))


def bar_of(record: BenchRecord) -> float | None:
    """The ratio that a record is to reach, if there is a bar for it."""
    return 1.0 if record.quantity == "receiving" else None


def _record(
    quantity: str, unit: str, seconds: float, against: str | None = None, theirs: float = 0.0
) -> BenchRecord:
    return BenchRecord(
        bench="dis",
        quantity=quantity,
        case={"entities": ENTITIES},
        value=round(1e9 * seconds, 1),
        unit=f"ns/{unit}",
        against=against,
        ratio=round(theirs / seconds, 1) if against else None,
    )


# ---------------------------------------------------------------- over a network


@dataclass(frozen=True)
class Followed:
    """cores: processor time a second; packets_a_second: taken; entities: that were there; seconds:
    of the clock."""

    cores: float
    packets_a_second: float
    entities: int
    seconds: float


def follow(count: int, seconds: float) -> Followed:
    """Follow so many entities in real time, in frames, while another process sends."""
    entities = Entities(ORIGIN)
    # What is compiled or loaded first is not to be measured.
    entities.take(walking(2))
    entities.advance(FRAME_SECONDS)
    entities.advance(100.0)
    with Receiver(0) as receiver:
        processes = multiprocessing.get_context("spawn")
        # So that the table is full, and all is warm, when the time begins.
        settling = 1.0
        sender = processes.Process(
            target=_send, args=(receiver.port, count, settling + seconds + 1.0), daemon=True
        )
        sender.start()
        try:
            while not receiver.packets:
                if not sender.is_alive():
                    raise RuntimeError("nobody sends")
                time.sleep(0.01)
            _frames(entities, receiver, settling)
            packets, begun, used = entities.packets, time.perf_counter(), time.process_time()
            _frames(entities, receiver, seconds)
            used = time.process_time() - used
            passed = time.perf_counter() - begun
        finally:
            sender.terminate()
            sender.join()
    return Followed(used / passed, (entities.packets - packets) / passed, len(entities), passed)


def _frames(entities: Entities, receiver: Receiver, seconds: float) -> None:
    due = time.perf_counter()
    for _ in range(round(seconds * FRAME_RATE)):
        entities.poll(receiver)
        entities.advance(FRAME_SECONDS)
        due += FRAME_SECONDS
        time.sleep(max(due - time.perf_counter(), 0.0))


def _send(port: int, count: int, seconds: float) -> None:
    """On another process: everybody walks, and is told of five times a second, in turn."""
    with Target(port=port) as target:
        places, velocities = _walk(count)
        sender = Sender(ORIGIN, target.send, capacity=count, heartbeat=1.0 / RATE)
        for number in range(count):
            sender.enter(SOLDIER, f"S{number}", model=4, appearance=lifeform_of("crawl").bits)
        begun, told = time.perf_counter(), 0
        while (now := time.perf_counter() - begun) < seconds:
            sender.positions[:] = places + velocities * now
            sender.velocities[:] = velocities
            due = round(now * RATE * count)
            sender.tell(np.arange(max(told, due - count), due) % count)
            told = due
            time.sleep(1.0 / BURSTS)


def _walk(count: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    draw = np.random.default_rng(5)
    places = np.zeros((count, 3))
    places[:, :2] = draw.uniform(-200.0, 200.0, (count, 2))
    headings = draw.uniform(-np.pi, np.pi, count)
    velocities = 1.4 * np.stack([np.cos(headings), np.sin(headings), 0.0 * headings], axis=1)
    return places, velocities


# ---------------------------------------------------------------- alone


def walking(count: int) -> NDArray[np.uint8]:
    """A PDU of each of so many soldiers, shape (count, 144)."""
    packets: list[bytes] = []
    sender = Sender(ORIGIN, lambda view: packets.append(bytes(view)), capacity=count)
    places, velocities = _walk(count)
    for number in range(count):
        sender.enter(SOLDIER, f"S{number}", model=4)
    sender.positions[:], sender.velocities[:] = places, velocities
    sender.orientations[:] = quaternion_from_heading(np.arctan2(velocities[:, 1], velocities[:, 0]))
    sender.angular_velocities[:, 2] = 0.1
    sender.update(FRAME_SECONDS)
    return np.frombuffer(b"".join(packets), dtype=np.uint8).reshape(count, BYTES).copy()


def _decoding(rounds: int) -> tuple[float, float]:
    """Seconds a PDU, of ours and of the peer."""
    rows = walking(ENTITIES)
    sizes = np.full(ENTITIES, BYTES, dtype=np.int32)
    batch = Batch()
    datagrams = [row.tobytes() for row in rows]

    def ours() -> None:
        batch.decode(rows, sizes)

    def theirs() -> None:
        for data in datagrams:
            unpacked(data)

    best = best_seconds([ours, theirs], rounds, enough=0.01)
    return best[0] / ENTITIES, best[1] / ENTITIES


_PDU: Final = struct.Struct(">" + "".join(code for _, _, code in LAYOUT))


def unpacked(data: bytes) -> tuple[Any, ...] | None:
    """The peer: one PDU in plain Python, its length checked and nothing else."""
    if len(data) < BYTES or data[0] not in (6, 7) or data[2] != 1:
        return None
    return _PDU.unpack_from(data)


def _advancing(rounds: int) -> float:
    """Seconds an entity and frame."""
    entities = Entities(ORIGIN, timeout=9e5)
    entities.take(walking(ENTITIES))
    best = best_seconds([lambda: entities.advance(FRAME_SECONDS)], rounds, enough=0.01)
    return best[0] / ENTITIES
