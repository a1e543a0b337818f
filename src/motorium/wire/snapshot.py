"""Packs a frame of the world into bytes, and reads it back (the layout is in `wire.layout`)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.frames import Floats, body_to_world
from motorium.wire.layout import (
    FIN_STEPS_PER_RADIAN,
    FINS_PER_BLOCK,
    FLAG_AUTOMATIC,
    FLAG_FINS,
    FLAG_MUSCLES,
    FLAG_NODES,
    HEADER_BYTES,
    LEVEL_MASK,
    LEVEL_SHIFT,
    MAGIC,
    MUSCLE_STEPS_PER_LENGTH,
    MUSCLES_PER_BLOCK,
    NODE_BLOCK_BYTES,
    NODE_STEPS_PER_LENGTH,
    NODES_PER_BLOCK,
    POSITION_STEPS,
    QUATERNION_STEPS,
    RECORD_BYTES,
)
from motorium.wire.message import PROTOCOL, WireError

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
    ]
)
_SMALLEST_THREE = math.sqrt(0.5)


@dataclass(frozen=True)
class Snapshot:
    """A decoded snapshot.

    positions [m], shape (records, 3); orientations, shape (records, 4); flags, shape (records,);
    levels, shape (records,), a `contracts.viewing.Level`, and automatic, whether it is chosen for
    them; nodes, body frame, in body lengths, shape (blocks, 23, 3), and `node_rows` says whose;
    fins [rad], shape (records, 2, 2), 0 where none were sent; contraction, shape (blocks, 12), and
    `muscle_rows` says whose.
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
    contraction: Floats
    muscle_rows: NDArray[np.intp]

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
        contraction: NDArray[np.float32] | None = None,
        has_muscles: NDArray[np.bool_] | None = None,
        levels: NDArray[np.uint8] | None = None,
        automatic: NDArray[np.uint8] | None = None,
    ) -> bytes:
        """Pack the characters in these slots of a population, in this order.

        positions [m] (capacity, 3), orientations (capacity, 4), lengths [m] (capacity,), nodes [m]
        in the body frame (capacity, 23, 3), has_nodes (capacity,): whether a record is followed by
        its nodes; fins [rad] (capacity, 2, 2), sent with nodes where they are not at rest;
        contraction (capacity, 12), sent where has_muscles (capacity,); levels (capacity,) of
        detail, and where they are automatic (capacity,).
        """
        count = len(slots)
        flags, fin_steps, muscle_steps = _extras(slots, has_nodes, fins, contraction, has_muscles)
        most = HEADER_BYTES + count * (RECORD_BYTES + NODE_BLOCK_BYTES)
        if self._buffer.size < most:
            self._buffer = np.zeros(most, dtype=np.uint8)
        body = HEADER_BYTES + count * RECORD_BYTES
        records = self._buffer[HEADER_BYTES:body].view(np.uint32).reshape(count, 4)
        blocks = self._buffer[body:most].view(np.int16).reshape(count, NODES_PER_BLOCK, 3)
        packed = int(
            _pack_characters(
                slots, positions, orientations, lengths, nodes, has_nodes, extent, records, blocks
            )
        )
        if levels is not None:
            flags |= levels[slots].astype(np.uint32) << np.uint32(24 + LEVEL_SHIFT)
        if automatic is not None:
            flags[automatic[slots] != 0] |= np.uint32(FLAG_AUTOMATIC << 24)
        records[:, 3] |= flags
        header = self._buffer[:HEADER_BYTES].view(_HEADER)[0]
        header["magic"] = MAGIC
        header["protocol"] = PROTOCOL
        header["header_bytes"] = HEADER_BYTES
        header["tick"] = tick & 0xFFFFFFFF
        header["roster"] = roster & 0xFFFFFFFF
        header["extent"] = extent
        header["records"] = count
        header["blocks"] = packed
        header["nodes"] = NODES_PER_BLOCK
        header["muscles"] = MUSCLES_PER_BLOCK
        header["fin_blocks"] = len(fin_steps)
        header["muscle_blocks"] = len(muscle_steps)
        whole = self._buffer[: body + packed * NODE_BLOCK_BYTES].tobytes()
        return whole + fin_steps.tobytes() + muscle_steps.tobytes()


def _extras(
    slots: NDArray[np.intp],
    has_nodes: NDArray[np.bool_],
    fins: NDArray[np.float32] | None,
    contraction: NDArray[np.float32] | None,
    has_muscles: NDArray[np.bool_] | None,
) -> tuple[NDArray[np.uint32], NDArray[np.int8], NDArray[np.uint8]]:
    """Flags of the records; fins and muscles of those that have them, in steps."""
    flags = np.zeros(len(slots), dtype=np.uint32)
    fin_steps = np.zeros((0, FINS_PER_BLOCK), dtype=np.int8)
    muscle_steps = np.zeros((0, MUSCLES_PER_BLOCK), dtype=np.uint8)
    if fins is not None and len(slots):
        wanted = np.nan_to_num(fins[slots].reshape(len(slots), FINS_PER_BLOCK))
        steps = np.clip(np.rint(wanted * FIN_STEPS_PER_RADIAN), -127, 127).astype(np.int8)
        moved = has_nodes[slots] & steps.any(axis=1)
        flags[moved] |= np.uint32(FLAG_FINS << 24)
        fin_steps = steps[moved]
    if contraction is not None and has_muscles is not None:
        shown = has_muscles[slots]
        flags[shown] |= np.uint32(FLAG_MUSCLES << 24)
        lengths = np.nan_to_num(contraction[slots[shown]], nan=1.0)
        steps_up = np.clip(np.rint(lengths * MUSCLE_STEPS_PER_LENGTH), 0, 255)
        muscle_steps = steps_up.astype(np.uint8)
    return flags, fin_steps, muscle_steps


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
    fin_blocks, muscle_blocks = int(header["fin_blocks"]), int(header["muscle_blocks"])
    body = HEADER_BYTES + count * RECORD_BYTES
    fins_at = body + blocks * NODE_BLOCK_BYTES
    muscles_at = fins_at + fin_blocks * FINS_PER_BLOCK
    if len(data) != muscles_at + muscle_blocks * MUSCLES_PER_BLOCK:
        raise WireError(
            f"snapshot of {len(data)} bytes announces {count} records, {blocks} blocks of nodes, "
            f"{fin_blocks} of fins, {muscle_blocks} of muscles"
        )
    words = np.frombuffer(data, dtype="<u4", count=count * 4, offset=HEADER_BYTES).reshape(-1, 4)
    flags = (words[:, 3] >> 24).astype(np.uint8)
    rows = _flagged(flags, FLAG_NODES, blocks, "nodes")
    fin_rows = _flagged(flags, FLAG_FINS, fin_blocks, "fins")
    muscle_rows = _flagged(flags, FLAG_MUSCLES, muscle_blocks, "muscles")
    steps = np.frombuffer(data, dtype="<i2", count=blocks * NODES_PER_BLOCK * 3, offset=body)
    fin_steps = np.frombuffer(data, np.int8, fin_blocks * FINS_PER_BLOCK, fins_at)
    fins = np.zeros((count, 2, 2))
    fins[fin_rows] = fin_steps.reshape(fin_blocks, 2, 2) / np.float64(FIN_STEPS_PER_RADIAN)
    muscles = np.frombuffer(data, np.uint8, muscle_blocks * MUSCLES_PER_BLOCK, muscles_at)
    extent = float(header["extent"])
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
        contraction=muscles.reshape(muscle_blocks, MUSCLES_PER_BLOCK) / MUSCLE_STEPS_PER_LENGTH,
        muscle_rows=muscle_rows,
    )


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
    small = (fields * (2.0 / QUATERNION_STEPS) - 1.0) * _SMALLEST_THREE
    largest = np.sqrt(np.maximum(0.0, 1.0 - (small**2).sum(axis=-1)))
    which = words >> 30
    quaternions = np.empty((len(words), 4))
    for axis in range(4):
        rows = which == axis
        others = [k for k in range(4) if k != axis]
        quaternions[rows, axis] = largest[rows]
        quaternions[np.ix_(rows, others)] = small[rows]
    return quaternions


@kernel
def _pack_characters(
    slots: NDArray[np.intp],
    positions: Floats,
    orientations: Floats,
    lengths: NDArray[np.float32],
    nodes: NDArray[np.float32],
    has_nodes: NDArray[np.bool_],
    extent: float,
    records_out: NDArray[np.uint32],
    blocks_out: NDArray[np.int16],
) -> int:
    q = np.empty(4)
    decoded = np.empty(4)
    step = np.empty(3, np.uint64)
    shift = np.empty(3)
    block = 0
    for row in range(slots.shape[0]):
        n = slots[row]
        for k in range(3):
            share = positions[n, k] / extent + 0.5
            share = min(max(share, 0.0), 1.0)
            step[k] = np.uint64(share * POSITION_STEPS + 0.5)
            shift[k] = positions[n, k] - (step[k] / POSITION_STEPS - 0.5) * extent
        packed = step[0] | (step[1] << np.uint64(21)) | (step[2] << np.uint64(42))
        records_out[row, 0] = np.uint32(packed & np.uint64(0xFFFFFFFF))
        records_out[row, 1] = np.uint32(packed >> np.uint64(32))

        largest = 0
        for k in range(4):
            q[k] = orientations[n, k]
            if abs(q[k]) > abs(q[largest]):
                largest = k
        sign = 1.0 if q[largest] >= 0.0 else -1.0
        word = np.uint32(largest) << np.uint32(30)
        rest = 1.0
        place = 0
        for k in range(4):
            if k != largest:
                value = min(max(sign * q[k] / _SMALLEST_THREE, -1.0), 1.0)
                steps = int((value + 1.0) * 0.5 * QUATERNION_STEPS + 0.5)
                word |= np.uint32(steps) << np.uint32(10 * place)
                decoded[k] = (steps * (2.0 / QUATERNION_STEPS) - 1.0) * _SMALLEST_THREE
                rest -= decoded[k] * decoded[k]
                place += 1
        decoded[largest] = math.sqrt(max(rest, 0.0))
        records_out[row, 2] = word
        records_out[row, 3] = np.uint32(FLAG_NODES) << np.uint32(24) if has_nodes[n] else 0

        if has_nodes[n]:
            scale = NODE_STEPS_PER_LENGTH / lengths[n]
            for i in range(nodes.shape[1]):
                x, y, z = _turn(
                    q[0], q[1], q[2], q[3], nodes[n, i, 0], nodes[n, i, 1], nodes[n, i, 2]
                )
                x, y, z = _turn(
                    decoded[0],
                    -decoded[1],
                    -decoded[2],
                    -decoded[3],
                    x + shift[0],
                    y + shift[1],
                    z + shift[2],
                )
                blocks_out[block, i, 0] = _to_int16(x * scale)
                blocks_out[block, i, 1] = _to_int16(y * scale)
                blocks_out[block, i, 2] = _to_int16(z * scale)
            block += 1
    return block


@kernel
def _turn(
    w: float, a: float, b: float, c: float, x: float, y: float, z: float
) -> tuple[float, float, float]:
    """Rotate (x, y, z) by the unit quaternion (w, a, b, c)."""
    p = 2.0 * (b * z - c * y)
    q = 2.0 * (c * x - a * z)
    r = 2.0 * (a * y - b * x)
    return (
        x + w * p + b * r - c * q,
        y + w * q + c * p - a * r,
        z + w * r + a * q - b * p,
    )


@kernel
def _to_int16(value: float) -> np.int16:
    return np.int16(math.floor(min(max(value, -32767.0), 32767.0) + 0.5))
