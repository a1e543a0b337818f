"""Whatever comes over the network: nothing is raised, memory stays, and others are not affected."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.wire.dis.entities import Entities
from motorium.wire.dis.pdu import EntityKey, encode
from tests.wire.dis.material import FOLDER, FRAME, ORIGIN, soldier

resource = pytest.importorskip("resource", reason="it measures memory on Unix")

BLOCK = 500
"""Mutants between two frames."""
VALID = 20
PEACE = 30
"""Frames before the first mutant."""
WIDTH = 512
EXTREME = np.array([0x00, 0x01, 0x7F, 0x80, 0xFF], dtype=np.uint8)


def seeds() -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Packets that mutants descend from: ours, and those of other programs if at hand."""
    packets = [
        encode(soldier(n, (n, n, 0.0), (1.0, 0.0, 0.0), parameters=bytes(16 * n))) for n in range(5)
    ]
    packets += [packets[1] + packets[2]]
    packets += [path.read_bytes() for path in sorted(FOLDER.glob("*.raw"))]
    table = np.zeros((len(packets), WIDTH), dtype=np.uint8)
    for row, data in zip(table, packets, strict=True):
        row[: len(data)] = np.frombuffer(data, dtype=np.uint8)
    return table, np.array([len(data) for data in packets], dtype=np.int32)


class Mutants:
    """Bytes changed, swapped and cut, in rows that are used again and again."""

    def __init__(self, seed: int) -> None:
        self.draw = np.random.default_rng(seed)
        self.table, self.lengths = seeds()
        self.rows = np.zeros((BLOCK, WIDTH), dtype=np.uint8)
        self.sizes = np.zeros(BLOCK, dtype=np.int32)

    def make(self) -> None:
        draw, rows = self.draw, self.rows
        parents = draw.integers(len(self.table), size=BLOCK)
        np.copyto(rows, self.table[parents])
        np.copyto(self.sizes, self.lengths[parents])
        changes = 1 + draw.geometric(0.3, BLOCK).clip(0, 30)
        for count in range(changes.max()):
            who = np.flatnonzero(changes > count)
            where = draw.integers(self.sizes[who])
            wild = np.where(
                draw.random(len(who)) < 0.5,
                draw.choice(EXTREME, len(who)),
                draw.integers(256, size=len(who)).astype(np.uint8),
            )
            rows[who, where] = wild
        cut = draw.random(BLOCK) < 0.1
        self.sizes[cut] = draw.integers(self.sizes[cut] + 1)
        nonsense = draw.random(BLOCK) < 0.05
        rows[nonsense] = draw.integers(256, size=(nonsense.sum(), WIDTH), dtype=np.uint8)


def valid(frame: int) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Somebody who walks, told of twice a second."""
    data = np.zeros((1, WIDTH), dtype=np.uint8)
    number = frame % 30
    if number >= VALID:
        return data, np.zeros(0, dtype=np.int32)
    place = (5.0 * number + 1.5 * frame * FRAME, 40.0, 0.0)
    state = soldier(number, place, (1.5, 0.0, 0.0), key=EntityKey(40_001, 50_001, number))
    data[0, :144] = np.frombuffer(encode(state), dtype=np.uint8)
    return data, np.array([144], dtype=np.int32)


def shown(entities: Entities) -> Floats:
    """Where the valid ones are."""
    ids = [entities.find(EntityKey(40_001, 50_001, number)) for number in range(VALID)]
    slots = [entities.slot(identity) for identity in ids if identity is not None]
    found: Floats = np.hstack([entities.positions[slots], entities.velocities[slots]])
    return found


def resident() -> int:
    """Bytes of memory, at most so far."""
    unit = 1 if sys.platform == "darwin" else 1024
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) * unit


def attack(mutants: int, seed: int) -> tuple[Entities, int]:
    """With mutants among the packets and without, everybody valid is shown alike, to the bit; by
    how many bytes memory grew in the second half."""
    attacked, alone = Entities(ORIGIN, capacity=512), Entities(ORIGIN, capacity=512)
    wild = Mutants(seed)
    blocks = mutants // BLOCK
    half = 0
    for frame in range(PEACE + blocks):
        for entities in (attacked, alone):
            entities.take(*valid(frame))
        if frame >= PEACE:
            wild.make()
            attacked.take(wild.rows, wild.sizes)
        for entities in (attacked, alone):
            entities.advance(FRAME)
        if frame % 40 == 0 or frame == PEACE + blocks - 1:
            np.testing.assert_array_equal(shown(attacked), shown(alone))
            assert np.isfinite(attacked.positions[attacked.living]).all()
            assert np.isfinite(attacked.velocities[attacked.living]).all()
            assert np.isfinite(attacked.orientations[attacked.living]).all()
            attacked.changes()
        if frame == PEACE + blocks // 2:
            half = resident()
    assert len(shown(alone)) == VALID
    return attacked, resident() - half


def test_mutants_raise_nothing_and_hurt_nobody() -> None:
    attacked, _ = attack(30_000, seed=1)
    assert attacked.packets > 3_000
    refused = attacked.refused
    assert len(refused) >= 6
    assert sum(refused.values()) > 10_000


@pytest.mark.slow
def test_a_million_mutants() -> None:
    attacked, grown = attack(1_000_000, seed=2)
    print(f"taken {attacked.packets}, refused {attacked.refused}, memory grew by {grown} bytes")
    assert grown < 2_000_000
    assert len(attacked) <= 512
