"""Frames of figures: what is shown, packed for each client as what it does not know yet.

    picture = picture_of(town.shown, town.frame, town.seconds, town.roster_version)
    memory = picture.fresh_memory()
    data = picture.pack_for(memory)

    known = FrameMemory(level_table(hello.levels))
    header = unpack_frame(data, known)

What was seen of a town is in a `Picture`, once for all clients; what a client has been told of it
is its `FrameMemory`. Whoever skips pictures is told at the next one all that has changed meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from motorium.wire.figures.layout import (
    FIGURE_HEADER,
    FIGURE_MAGIC,
    MOST_ROWS,
    ROW_BYTES,
)
from motorium.wire.figures.levels import LevelTable, level_table, shipped_levels
from motorium.wire.figures.packing import Unread, most_bytes, read_rows, write_rows
from motorium.wire.figures.quantizing import encode_rows
from motorium.wire.figures.rows import Rows
from motorium.wire.message import WireError

__all__ = ["FrameHeader", "FrameMemory", "Picture", "Shown", "Tally", "picture_of", "unpack_frame"]

_WRAP = 2**32


class Shown(Protocol):
    """What a motor shows: see `motors.posture.shown`; the first `count` rows are valid."""

    @property
    def count(self) -> int: ...
    @property
    def ids(self) -> NDArray[np.int64]: ...
    @property
    def levels(self) -> NDArray[np.uint8]: ...
    @property
    def shares(self) -> NDArray[np.float32]: ...
    @property
    def positions(self) -> NDArray[np.float64]: ...
    @property
    def turns(self) -> NDArray[np.float32]: ...
    @property
    def rotations(self) -> NDArray[np.float32]: ...
    @property
    def slides(self) -> NDArray[np.float32]: ...


class FrameHeader(NamedTuple):
    """tick: frames of the town; seconds: its time; roster: the revision that names the figures;
    rows, and joint_updates: how many of each it told."""

    tick: int
    seconds: float
    roster: int
    rows: int
    joint_updates: int


@dataclass
class Tally:
    """Counts of what was told: frames, bytes, and updates of named joints."""

    frames: int = 0
    bytes: int = 0
    joint_updates: int = 0

    def add(self, size: int, updates: int) -> None:
        """One more frame."""
        self.frames += 1
        self.bytes += size
        self.joint_updates += updates


class FrameMemory:
    """What one client has been told. sequence: of the next frame, None for a client that has lost
    its way; tally: counts of it."""

    def __init__(self, levels: LevelTable) -> None:
        self.levels = levels
        self.rows = Rows(levels.widest)
        self.sequence: int | None = 0
        self.tally = Tally()
        self.buffer = np.zeros(4096, dtype=np.uint8)


@dataclass(frozen=True)
class Picture:
    """What is shown at one moment, in steps of the wire; nobody changes it any more.

    keys (rows,): four times the id and the level; shares (rows,); places (rows, 3); first
    (rows + 1,): where each row's values begin. tally: of all that clients were told.
    """

    tick: int
    seconds: float
    roster: int
    keys: NDArray[np.int64]
    shares: NDArray[np.uint8]
    places: NDArray[np.int32]
    first: NDArray[np.int64]
    values: NDArray[np.uint64]
    tally: Tally

    def fresh_memory(self) -> FrameMemory:
        """Of a client that knows nothing yet."""
        return FrameMemory(_levels())

    def pack_for(self, memory: FrameMemory) -> bytes:
        """A frame of what this client does not know; it is taken as told."""
        levels, rows = memory.levels, memory.rows
        rows.reserve(len(self.keys))
        room = FIGURE_HEADER.size + most_bytes(levels.values, len(self.keys), rows.capacity)
        if len(memory.buffer) < room:
            memory.buffer = np.zeros(2 * room, dtype=np.uint8)
        rows.frames += 1
        gone = np.empty(rows.capacity, dtype=np.int64)
        end, count, updates = write_rows(
            levels.segments,
            levels.joints,
            levels.sliding,
            self.keys,
            self.shares,
            self.places,
            self.first,
            self.values,
            rows.keys,
            rows.shares,
            rows.places,
            rows.values,
            rows.seen,
            rows.index,
            rows.spare,
            rows.left,
            rows.frames,
            gone,
            FIGURE_HEADER.size,
            memory.buffer,
        )
        FIGURE_HEADER.pack_into(
            memory.buffer.data,
            0,
            FIGURE_MAGIC,
            self.tick % _WRAP,
            self.seconds,
            self.roster % _WRAP,
            (memory.sequence or 0) % _WRAP,
            count,
        )
        memory.sequence = (memory.sequence or 0) + 1
        memory.tally.add(end, updates)
        self.tally.add(end, updates)
        return memory.buffer[:end].tobytes()


def picture_of(
    shown: Shown, tick: int, seconds: float, roster: int, tally: Tally | None = None
) -> Picture:
    """What is shown now; the motor may go on at once."""
    levels, count = _levels(), shown.count
    first = np.zeros(count + 1, dtype=np.int64)
    np.cumsum(levels.values[shown.levels[:count]], out=first[1:])
    picture = Picture(
        tick=tick,
        seconds=seconds,
        roster=roster,
        keys=np.empty(count, dtype=np.int64),
        shares=np.empty(count, dtype=np.uint8),
        places=np.empty((count, 3), dtype=np.int32),
        first=first,
        values=np.empty(int(first[-1]), dtype=np.uint64),
        tally=tally or Tally(),
    )
    encode_rows(
        count,
        levels.segments,
        levels.values,
        shown.ids,
        shown.levels,
        shown.shares,
        shown.positions,
        shown.turns,
        shown.rotations,
        shown.slides,
        picture.keys,
        picture.shares,
        picture.places,
        picture.first,
        picture.values,
    )
    return picture


def unpack_frame(data: bytes, memory: FrameMemory) -> FrameHeader:
    """Read a frame into what a client knows, or raise a `WireError` that says what is wrong with
    it; then nothing is known any more until a frame begins anew."""
    if len(data) < FIGURE_HEADER.size:
        raise WireError(f"frame of {len(data)} bytes; its header alone has {FIGURE_HEADER.size}")
    magic, tick, seconds, roster, sequence, count = FIGURE_HEADER.unpack_from(data)
    if magic != FIGURE_MAGIC:
        raise WireError("no frame of figures: it does not begin with MTRF")
    if count > MOST_ROWS or FIGURE_HEADER.size + ROW_BYTES * count > len(data):
        raise WireError(f"frame of {len(data)} bytes announces {count} rows; too many")
    if not np.isfinite(seconds):
        raise WireError(f"frame of the time {seconds} s")
    levels, rows = memory.levels, memory.rows
    expected, memory.sequence = memory.sequence, None
    if sequence == 0:
        rows.clear()
    elif sequence != expected:
        after = "after one that could not be read" if expected is None else f"not {expected}"
        raise WireError(f"frame {sequence} of this connection, {after}; ask for all anew")
    rows.reserve(count)
    rows.frames += 1
    unread, which, updates = read_rows(
        levels.segments,
        levels.values,
        levels.joints,
        levels.sliding,
        np.frombuffer(data, dtype=np.uint8),
        FIGURE_HEADER.size,
        count,
        rows.keys,
        rows.shares,
        rows.places,
        rows.values,
        rows.seen,
        rows.index,
        rows.spare,
        rows.left,
        rows.frames,
        np.empty(rows.capacity, dtype=np.int64),
    )
    if unread != Unread.NOT:
        rows.clear()
        raise WireError(
            f"frame of {len(data)} bytes, row {which} of {count}: {_WHY[Unread(unread)]}"
        )
    memory.sequence = (sequence + 1) % _WRAP
    memory.tally.add(len(data), updates)
    return FrameHeader(tick, seconds, roster, count, updates)


_WHY = {
    Unread.SHORT: "it ends before its row does",
    Unread.LEVEL: "its level is none of those that were introduced",
    Unread.STRANGER: "it takes leave of somebody who is not there, or tells of somebody twice",
    Unread.PARTIAL: "it tells a part of somebody of whom nothing is known yet",
    Unread.MASK: "it tells more than its level has",
    Unread.LONG: "there are bytes behind the last row",
}


@cache
def _levels() -> LevelTable:
    return level_table(shipped_levels())
