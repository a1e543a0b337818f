"""Packs a frame of the world into bytes, and reads it back (the layout is in `wire.layout`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats, body_to_world
from motorium.cores import share_blocks, usable_cores
from motorium.wire.layout import (
    FIN_STEPS_PER_RADIAN,
    FINS_PER_BLOCK,
    FLAG_AUTOMATIC,
    FLAG_FINS,
    FLAG_LOOKS,
    FLAG_MUSCLES,
    FLAG_NODES,
    HEADER_BYTES,
    LEVEL_MASK,
    LEVEL_SHIFT,
    LINE_BYTES,
    LOOK_STEPS,
    LOOKS_PER_BLOCK,
    MAGIC,
    MUSCLE_STEPS_PER_LENGTH,
    MUSCLES_PER_BLOCK,
    NODE_BLOCK_BYTES,
    NODE_STEPS_PER_LENGTH,
    NODES_PER_BLOCK,
    PARTICLE_BYTES,
    POSITION_STEPS,
    QUATERNION_STEPS,
    RECORD_BYTES,
    SUBMARINE_BYTES,
)
from motorium.wire.message import PROTOCOL, WireError
from motorium.wire.moving import (
    Moving,
    MovingSnapshot,
    read_moving,
    write_leaves,
    write_particles,
)
from motorium.wire.packing import SMALLEST_THREE, place_blocks, write_rows
from motorium.wire.vessels import Line, Submarine, read_vessels, vessel_bytes, write_vessels

__all__ = ["Snapshot", "SnapshotPacker", "unpack"]

_HEADER = np.dtype(
    [
        ("magic", "<u4"),
        ("protocol", "<u2"),
        ("header_bytes", "<u2"),
        ("tick", "<u4"),
        ("roster", "<u4"),
        ("extent", "<f4"),
        ("records", "<u4"),
        ("blocks", "<u4"),
        ("nodes", "<u2"),
        ("muscles", "<u2"),
        ("fin_blocks", "<u4"),
        ("muscle_blocks", "<u4"),
        ("leaves", "<u4"),
        ("particles", "<u4", (3,)),
        ("leaf_nodes", "<u2"),
        ("submarines", "<u1"),
        ("lines", "<u1"),
        ("bounds", "<f4", (3,)),
        ("time", "<f8"),
        ("look_blocks", "<u4"),
    ]
)
SERIAL_RECORDS: Final = 2048
"""Fewer records than this a core are written faster than another thread is woken."""


@dataclass(frozen=True)
class Snapshot:
    """A decoded snapshot.

    positions [m], shape (records, 3); orientations, shape (records, 4); flags, shape (records,);
    levels, shape (records,), a `contracts.viewing.Level`, and automatic, whether it is chosen for
    them; nodes, body frame, in body lengths, shape (blocks, 23, 3), and `node_rows` says whose;
    fins [rad], shape (records, 2, 2), and looks, how far mouths are open, courtship and fear, 0 to
    1, shape (records, 3), 0 where none were sent; contraction, shape (blocks, 12), and
    `muscle_rows` says whose; habitat: what moves in it, None in open water; time [s] of the world;
    submarines, and the fishing line, None where there is none.
    """

    tick: int
    roster: int
    extent: float
    positions: Floats
    orientations: Floats
    flags: NDArray[np.uint8]
    nodes: Floats
    node_rows: NDArray[np.intp]
    fins: Floats
    looks: Floats
    contraction: Floats
    muscle_rows: NDArray[np.intp]
    habitat: MovingSnapshot | None = None
    time: float = 0.0
    submarines: tuple[Submarine, ...] = ()
    line: Line | None = None

    @property
    def submarine(self) -> Submarine | None:
        """The first, None where there is none."""
        return self.submarines[0] if self.submarines else None

    @property
    def levels(self) -> NDArray[np.uint8]:
        return ((self.flags >> LEVEL_SHIFT) & LEVEL_MASK).astype(np.uint8)

    @property
    def automatic(self) -> NDArray[np.bool_]:
        return (self.flags & FLAG_AUTOMATIC).astype(np.bool_)

    def world_nodes(self, lengths: Floats) -> Floats:
        """Node positions in the world [m], shape (blocks, 23, 3); `lengths` [m] of all records."""
        rows = self.node_rows
        scaled = self.nodes * lengths[rows, None, None]
        turned: Floats = body_to_world(self.orientations[rows], scaled)
        return self.positions[rows, None, :] + turned


class SnapshotPacker:
    """Packs frame after frame into one buffer that grows with the population only."""

    def __init__(self) -> None:
        self._buffer = np.zeros(HEADER_BYTES, dtype=np.uint8)
        self._flags = np.zeros(0, dtype=np.uint8)
        self._places = np.zeros((0, 4), dtype=np.intp)

    def pack(
        self,
        tick: int,
        roster: int,
        extent: float,
        slots: NDArray[np.intp],
        positions: Floats,
        orientations: Floats,
        lengths: NDArray[np.float32],
        nodes: NDArray[np.float32],
        has_nodes: NDArray[np.bool_],
        fins: NDArray[np.float32] | None = None,
        looks: NDArray[np.float32] | None = None,
        contraction: NDArray[np.float32] | None = None,
        has_muscles: NDArray[np.bool_] | None = None,
        levels: NDArray[np.uint8] | None = None,
        automatic: NDArray[np.uint8] | None = None,
        habitat: Moving | None = None,
        time: float = 0.0,
        submarines: Sequence[Submarine] = (),
        line: Line | None = None,
    ) -> bytes:
        """Pack the characters in these slots of a population, in this order.

        positions [m] (capacity, 3), orientations (capacity, 4), lengths [m] (capacity,), nodes [m]
        in the body frame (capacity, 23, 3), has_nodes (capacity,): whether a record is followed by
        its nodes; fins [rad] (capacity, 2, 2), sent with nodes where they are not at rest;
        looks, 0 to 1 (capacity, 3), likewise where they are not 0: mouth, courtship and fear;
        contraction (capacity, 12), sent where has_muscles (capacity,); levels (capacity,) of
        detail, and where they are automatic (capacity,); habitat: what moves in it; time [s].
        """
        count, capacity = len(slots), len(nodes)
        if fins is None:
            fins = np.zeros((capacity, 2, 2), dtype=np.float32)
        if looks is None:
            looks = np.zeros((capacity, 3), dtype=np.float32)
        if contraction is None or has_muscles is None:
            contraction = np.zeros((capacity, MUSCLES_PER_BLOCK), dtype=np.float32)
            has_muscles = np.zeros(capacity, dtype=np.bool_)
        if levels is None:
            levels = np.zeros(capacity, dtype=np.uint8)
        if automatic is None:
            automatic = np.zeros(capacity, dtype=np.uint8)
        if len(self._flags) < count:
            self._flags = np.zeros(count, dtype=np.uint8)
            self._places = np.zeros((count, 4), dtype=np.intp)
        flags, places = self._flags, self._places
        blocks = place_blocks(
            slots, has_nodes, fins, looks, has_muscles, levels, automatic, flags, places
        )
        beside = _bytes_of(habitat) + vessel_bytes(submarines, line)
        living, sections = self._sections(count, *blocks, beside)

        def write(core: int, first: int, last: int) -> None:
            write_rows(
                first,
                last,
                slots,
                positions,
                orientations,
                lengths,
                nodes,
                fins,
                looks,
                contraction,
                extent,
                flags,
                places,
                *sections,
            )

        share_blocks(write, count, max(1, min(usable_cores(), count // SERIAL_RECORDS)))
        header = self._buffer[:HEADER_BYTES].view(_HEADER)[0]
        header["magic"] = MAGIC
        header["protocol"] = PROTOCOL
        header["header_bytes"] = HEADER_BYTES
        header["tick"] = tick & 0xFFFFFFFF
        header["roster"] = roster & 0xFFFFFFFF
        header["extent"] = extent
        header["records"] = count
        header["nodes"] = NODES_PER_BLOCK
        header["muscles"] = MUSCLES_PER_BLOCK
        header["time"] = time
        header["submarines"] = len(submarines)
        header["lines"] = line is not None
        header["blocks"], header["fin_blocks"] = blocks[:2]
        header["look_blocks"], header["muscle_blocks"] = blocks[2:]
        end = self._write_habitat(habitat, living)
        size = end + vessel_bytes(submarines, line)
        write_vessels(submarines, line, self._buffer[end:size])
        return self._buffer[:size].tobytes()

    def _write_habitat(self, habitat: Moving | None, at: int) -> int:
        """Behind the characters; returns where it ends."""
        header = self._buffer[:HEADER_BYTES].view(_HEADER)[0]
        if habitat is None:
            header["leaves"], header["particles"], header["leaf_nodes"] = 0, 0, 0
            header["bounds"] = 0.0
            return at
        leaves, bounds = habitat.leaves, (habitat.radius, habitat.lowest, habitat.highest)
        header["leaves"], header["leaf_nodes"] = leaves.shape[:2]
        header["particles"] = [len(one.there) for one in habitat.particles]
        header["bounds"] = bounds
        end = at + leaves.size * 2
        write_leaves(
            leaves, habitat.roots, self._buffer[at:end].view(np.int16).reshape(leaves.shape)
        )
        for one in habitat.particles:
            at, end = end, end + len(one.there) * PARTICLE_BYTES
            out = self._buffer[at:end].view(np.uint16).reshape(-1, 4)
            write_particles(*bounds, one.positions, one.there, one.sizes, out)
        return end

    def _sections(
        self, records: int, nodes: int, fins: int, looks: int, muscles: int, beside: int
    ) -> tuple[int, tuple[NDArray[Any], ...]]:
        """The bytes of all characters, and where in the buffer their records and blocks go; room is
        made for others beside them."""
        ends = np.cumsum(
            [
                HEADER_BYTES,
                records * RECORD_BYTES,
                nodes * NODE_BLOCK_BYTES,
                fins * FINS_PER_BLOCK,
                looks * LOOKS_PER_BLOCK,
                muscles * MUSCLES_PER_BLOCK,
            ]
        )
        size = int(ends[-1])
        if self._buffer.size < size + beside:
            self._buffer = np.zeros(size + beside, dtype=np.uint8)
        parts = [self._buffer[first:last] for first, last in pairwise(ends)]
        return size, (
            parts[0].view(np.uint32).reshape(records, 4),
            parts[1].view(np.int16).reshape(nodes, NODES_PER_BLOCK, 3),
            parts[2].view(np.int8).reshape(fins, FINS_PER_BLOCK),
            parts[3].reshape(looks, LOOKS_PER_BLOCK),
            parts[4].reshape(muscles, MUSCLES_PER_BLOCK),
        )


def _bytes_of(habitat: Moving | None) -> int:
    if habitat is None:
        return 0
    particles = sum(len(one.there) for one in habitat.particles)
    return habitat.leaves.size * 2 + particles * PARTICLE_BYTES


def unpack(data: bytes) -> Snapshot:
    """Read a snapshot, or raise a `WireError` that names what does not fit."""
    if len(data) < HEADER_BYTES:
        raise WireError(f"snapshot of {len(data)} bytes is shorter than its header")
    header = np.frombuffer(data, dtype=_HEADER, count=1)[0]
    if header["magic"] != MAGIC:
        raise WireError("not a snapshot: it does not begin with MTRM")
    if header["protocol"] != PROTOCOL:
        raise WireError(f"snapshot of protocol {header['protocol']}; this program reads {PROTOCOL}")
    count, blocks = int(header["records"]), int(header["blocks"])
    fin_blocks, look_blocks = int(header["fin_blocks"]), int(header["look_blocks"])
    muscle_blocks = int(header["muscle_blocks"])
    body = HEADER_BYTES + count * RECORD_BYTES
    fins_at = body + blocks * NODE_BLOCK_BYTES
    looks_at = fins_at + fin_blocks * FINS_PER_BLOCK
    muscles_at = looks_at + look_blocks * LOOKS_PER_BLOCK
    leaves_at = muscles_at + muscle_blocks * MUSCLES_PER_BLOCK
    leaves, leaf_nodes = int(header["leaves"]), int(header["leaf_nodes"])
    particles = [int(places) for places in header["particles"]]
    vessels_at = leaves_at + leaves * leaf_nodes * 3 * 2 + sum(particles) * PARTICLE_BYTES
    vessels = int(header["submarines"]), int(header["lines"])
    if len(data) != vessels_at + vessels[0] * SUBMARINE_BYTES + vessels[1] * LINE_BYTES:
        raise WireError(
            f"snapshot of {len(data)} bytes announces {count} records, {blocks} blocks of nodes, "
            f"{fin_blocks} of fins, {look_blocks} of looks, {muscle_blocks} of muscles, "
            f"{leaves} leaves of {leaf_nodes} nodes, {' + '.join(map(str, particles))} particles, "
            f"{vessels[0]} submarines, {vessels[1]} lines"
        )
    words = np.frombuffer(data, dtype="<u4", count=count * 4, offset=HEADER_BYTES).reshape(-1, 4)
    flags = (words[:, 3] >> 24).astype(np.uint8)
    rows = _flagged(flags, FLAG_NODES, blocks, "nodes")
    fin_rows = _flagged(flags, FLAG_FINS, fin_blocks, "fins")
    look_rows = _flagged(flags, FLAG_LOOKS, look_blocks, "looks")
    muscle_rows = _flagged(flags, FLAG_MUSCLES, muscle_blocks, "muscles")
    steps = np.frombuffer(data, dtype="<i2", count=blocks * NODES_PER_BLOCK * 3, offset=body)
    fin_steps = np.frombuffer(data, np.int8, fin_blocks * FINS_PER_BLOCK, fins_at)
    fins = np.zeros((count, 2, 2))
    fins[fin_rows] = fin_steps.reshape(fin_blocks, 2, 2) / np.float64(FIN_STEPS_PER_RADIAN)
    look_steps = np.frombuffer(data, np.uint8, look_blocks * LOOKS_PER_BLOCK, looks_at)
    looks = np.zeros((count, 3))
    looks[look_rows] = look_steps.reshape(look_blocks, LOOKS_PER_BLOCK)[:, :3] / LOOK_STEPS
    muscles = np.frombuffer(data, np.uint8, muscle_blocks * MUSCLES_PER_BLOCK, muscles_at)
    extent = float(header["extent"])
    submarines, line = read_vessels(data, vessels_at, *vessels)
    return Snapshot(
        tick=int(header["tick"]),
        roster=int(header["roster"]),
        extent=extent,
        positions=_positions(words, extent),
        orientations=_orientations(words[:, 2]),
        flags=flags,
        nodes=steps.reshape(blocks, NODES_PER_BLOCK, 3) / np.float64(NODE_STEPS_PER_LENGTH),
        node_rows=rows,
        fins=fins,
        looks=looks,
        contraction=muscles.reshape(muscle_blocks, MUSCLES_PER_BLOCK) / MUSCLE_STEPS_PER_LENGTH,
        muscle_rows=muscle_rows,
        habitat=_habitat(data, header, leaves_at),
        time=float(header["time"]),
        submarines=submarines,
        line=line,
    )


def _habitat(data: bytes, header: Any, at: int) -> MovingSnapshot | None:
    radius, lowest, highest = (float(bound) for bound in header["bounds"])
    leaves, nodes = int(header["leaves"]), int(header["leaf_nodes"])
    counts = [int(places) for places in header["particles"]]
    if not radius and not leaves and not any(counts):
        return None
    if not (0 < radius < np.inf and -np.inf < lowest < highest < np.inf):
        raise WireError(
            f"snapshot of a habitat of radius {radius:g} m between {lowest:g} and {highest:g} m"
        )
    steps = np.frombuffer(data, "<i2", leaves * nodes * 3, at).reshape(leaves, nodes, 3)
    at += steps.nbytes
    particles = []
    for count in counts:
        particles.append(np.frombuffer(data, "<u2", count * 4, at).reshape(-1, 4))
        at += count * PARTICLE_BYTES
    return read_moving((radius, lowest, highest), steps, particles)


def _flagged(flags: NDArray[np.uint8], flag: int, blocks: int, what: str) -> NDArray[np.intp]:
    rows = np.flatnonzero(flags & flag)
    if len(rows) != blocks:
        raise WireError(f"snapshot flags {len(rows)} records with {what} and carries {blocks}")
    return rows


def _positions(words: NDArray[np.uint32], extent: float) -> Floats:
    low = words[:, 0].astype(np.uint64) | (words[:, 1].astype(np.uint64) << np.uint64(32))
    steps = np.stack([(low >> np.uint64(21 * k)) & np.uint64(POSITION_STEPS) for k in range(3)], -1)
    return (steps / POSITION_STEPS - 0.5) * extent


def _orientations(words: NDArray[np.uint32]) -> Floats:
    fields = np.stack([(words >> (10 * k)) & QUATERNION_STEPS for k in range(3)], -1)
    small = (fields * (2.0 / QUATERNION_STEPS) - 1.0) * SMALLEST_THREE
    largest = np.sqrt(np.maximum(0.0, 1.0 - (small**2).sum(axis=-1)))
    which = words >> 30
    quaternions = np.empty((len(words), 4))
    for axis in range(4):
        rows = which == axis
        others = [k for k in range(4) if k != axis]
        quaternions[rows, axis] = largest[rows]
        quaternions[np.ix_(rows, others)] = small[rows]
    return quaternions
