"""Many PDUs at once are taken as one alone would be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motorium.wire.dis.decoding import NATIVE, Batch
from motorium.wire.dis.pdu import BYTES, Refusal, decode, encode, marking_text
from motorium.wire.message import WireError
from tests.wire.dis.material import FOLDER, rows, soldier

EXTREME = (0x00, 0x7F, 0x80, 0xFF)
"""Bytes that make numbers infinite, and lengths too long."""


def alone(data: bytes) -> bool:
    try:
        decode(data)
    except WireError:
        return False
    return True


def samples() -> list[bytes]:
    """Ours, and those of other programs where they are at hand."""
    ours = [encode(replace(soldier(n, (n, 2.0, 0.0)), parameters=bytes(16 * n))) for n in range(3)]
    return ours + [path.read_bytes() for path in sorted(FOLDER.glob("*.raw"))]


def test_fields_are_where_the_packet_has_them_and_aligned() -> None:
    assert NATIVE.itemsize == BYTES
    for name in NATIVE.names or ():
        kind, offset = NATIVE.fields[name][:2]  # type: ignore[index]
        assert offset % kind.base.itemsize == 0


def test_numbers_are_those_that_one_alone_gives() -> None:
    batch = Batch()
    packets = samples()
    assert batch.decode(*rows(*packets)) == len(packets)
    assert batch.count == len(packets)
    assert batch.sources[: batch.count].tolist() == list(range(len(packets)))
    for state, data in zip(batch.states, packets, strict=False):
        one = decode(data)
        for name in ("timestamp", "exercise", "force", "appearance", "model", "capabilities"):
            assert state[name] == getattr(one, name)
        for name in ("key", "location", "velocity", "orientation", "angular_velocity"):
            assert state[name].tolist() == list(getattr(one, name))
        assert marking_text(state["marking"].tobytes()) == one.marking


def test_mutants_are_taken_or_refused_as_alone() -> None:
    """Every packet that was changed somewhere, also in its numbers' exponents."""
    draw = np.random.default_rng(8)
    packets = samples()
    mutants = []
    for _ in range(3000):
        data = bytearray(packets[draw.integers(len(packets))])
        for _ in range(draw.integers(1, 9)):
            wild = draw.choice(EXTREME) if draw.random() < 0.5 else draw.integers(256)
            data[draw.integers(len(data))] = wild
        mutants.append(bytes(data[: draw.integers(len(data))] if draw.random() < 0.2 else data))
    batch = Batch(4096)
    table, sizes = rows(*mutants)
    # What lies beyond a datagram's own bytes is an older one's: nobody may look at it.
    for row, size in zip(table, sizes, strict=True):
        row[size:] = 0xFF
    batch.decode(table, sizes)
    taken = np.zeros(len(mutants), dtype=bool)
    taken[batch.sources[: batch.count]] = True
    assert taken.tolist() == [alone(data) for data in mutants]
    assert 300 < batch.count < 2900
    assert batch.refused[: Refusal.EXERCISE].min() > 0


def test_a_datagram_may_hold_several() -> None:
    other = bytes([7, 1, 2, 2, 0, 0, 0, 0, 0, 24]) + bytes(14)
    ones = [encode(soldier(n)) for n in range(1, 4)]
    batch = Batch()
    batch.decode(*rows(ones[0] + other + ones[1] + ones[2], ones[0]))
    assert batch.states["key"][: batch.count, 2].tolist() == [1, 2, 3, 1]
    assert batch.sources[: batch.count].tolist() == [0, 0, 0, 1]
    assert batch.refused[Refusal.TYPE] == 1
    batch.decode(*rows(ones[0] + b"rubbish"))
    assert batch.count == 1
    assert batch.refused[Refusal.SHORT] == 1


def test_it_goes_on_where_there_was_no_more_room() -> None:
    bundle = b"".join(encode(soldier(n)) for n in range(1, 41))
    table, sizes = rows(*[bundle] * 5)
    batch = Batch(100)
    counts, row = [], 0
    while row < len(sizes):
        row = batch.decode(table, sizes, row)
        counts.append(batch.count)
    assert counts == [80, 80, 40]
    with pytest.raises(ValueError, match="a datagram can hold 56"):
        Batch(55)


def test_rows_may_be_as_long_as_they_are() -> None:
    """A PDU that ends with the last byte of memory is not looked beyond."""
    data = np.frombuffer(encode(soldier(4)), dtype=np.uint8)[None].copy()
    batch = Batch()
    for size in range(BYTES + 1):
        batch.decode(data[:, :size], np.array([size], dtype=np.int32))
        assert batch.count == (size == BYTES)
