"""Reads recordings: any frame at once, up to the last whole chunk, whatever became of the file."""

from __future__ import annotations

import zlib
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from motorium.bodies.fish import NODES
from motorium.contracts.events import Event
from motorium.contracts.frames import Floats
from motorium.contracts.population import Ids
from motorium.contracts.time import FRAME_RATE
from motorium.world.changes import Change, InputsError
from motorium.world.inputs import read_input
from motorium.world.recording import stream
from motorium.world.recording.layout import (
    FIN_STEPS,
    NODE_STEPS,
    SEAL,
    Meta,
    RecordingError,
    Seal,
    arrow,
    check_schema,
    read_meta,
)

__all__ = ["Chunk", "Recording", "States"]

CACHED: Final = 4
"""Chunks that are kept unpacked: two seconds."""


@dataclass(frozen=True)
class States:
    """How everybody was in one frame; rows are individuals, in the order of slots.

    ids; species: index of `Meta.species`; sizes, lengths [m], looks; levels: index of
    `layout.LEVELS`; automatic; positions [m] (n, 3); orientations (n, 4); velocities [m/s] (n, 3).
    If bodies were recorded: nodes [L] in the body frame, as (n, 23, 3), and fins [rad] (n, 2, 2);
    of who was not seen (level "frame") they are old.
    """

    frame: int
    time: float
    digest: bytes | None
    ids: Ids
    species: NDArray[np.int16]
    sizes: NDArray[np.float32]
    lengths: NDArray[np.float32]
    looks: NDArray[np.uint16]
    levels: NDArray[np.uint8]
    automatic: NDArray[np.uint8]
    positions: Floats
    orientations: NDArray[np.float32]
    velocities: NDArray[np.float32]
    nodes: NDArray[np.float32] | None
    fins: NDArray[np.float32] | None


@dataclass(frozen=True)
class Chunk:
    """Where in a file a chunk is; its first row, the row after its last, and the last's frame."""

    message: stream.Message
    crc: int
    first: int
    end: int
    frame: int


class Recording:
    """A recording that was opened; close it, or use it in a `with`.

    meta: what it says of itself; complete: whether it was closed as it should be; problem: in a
    sentence, if it was not.
    """

    def __init__(self, path: Path, file: BinaryIO, size: int) -> None:
        self.path = path
        self.complete = False
        self.problem = ""
        self._file = file
        self._chunks: list[Chunk] = []
        self._cache: OrderedDict[int, _Unpacked] = OrderedDict()
        self._header = self._walk(size)
        try:
            self._schema = _schema(self._header)
            self.meta: Meta = read_meta(self._schema)
            check_schema(self._schema, self.meta)
        except RecordingError as problem:
            raise RecordingError(f"{path}: {problem}") from None
        self._ends = [chunk.end for chunk in self._chunks]
        self._frames = [chunk.frame for chunk in self._chunks]
        if self.problem:
            self.problem += f"; {len(self)} frames up to {self.seconds:.2f} s are whole"

    @classmethod
    def open(cls, path: Path | str) -> Recording:
        """Open a file; one that was never finished is read as far as it is whole."""
        path = Path(path)
        arrow()
        try:
            file = path.open("rb")
        except OSError as problem:
            raise RecordingError(f"{path}: cannot be read: {problem.strerror}") from None
        try:
            return cls(path, file, path.stat().st_size)
        except BaseException:
            file.close()
            raise

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()

    # ------------------------------------------------------------ how long

    def __len__(self) -> int:
        """Of recorded frames."""
        return self._chunks[-1].end if self._chunks else 0

    @property
    def first_frame(self) -> int:
        return self.meta.first

    @property
    def last_frame(self) -> int:
        """The world's frame in the last row."""
        return self._frames[-1] if self._chunks else self.meta.first

    @property
    def seconds(self) -> float:
        """From the first recorded frame to the last."""
        return (self.last_frame - self.first_frame) / FRAME_RATE

    def index_of(self, frame: int) -> int:
        """The last row at or before a frame of the world; the first row if there is none."""
        if not len(self):
            raise IndexError(f"{self.path}: nothing was recorded")
        at = min(bisect_left(self._frames, frame), len(self._chunks) - 1)
        chunk = self._chunks[at]
        within = int(bisect_right(self._unpacked(at).frames.tolist(), frame)) - 1
        return max(chunk.first + within, 0)

    # ------------------------------------------------------------ what was

    def states(self, index: int) -> States:
        """How everybody was in a row, 0 to len - 1."""
        if not 0 <= index < len(self):
            raise IndexError(f"{self.path}: there is no row {index}; there are {len(self)}")
        at = bisect_right(self._ends, index)
        return self._unpacked(at).states(index - self._chunks[at].first)

    def __iter__(self) -> Iterator[States]:
        for index in range(len(self)):
            yield self.states(index)

    @cached_property
    def events(self) -> list[Event]:
        """All that happened."""
        return [
            Event(**row)
            for at in range(len(self._chunks))
            for row in self._listed(at, "events", tuple(Event.__dataclass_fields__))
        ]

    @cached_property
    def inputs(self) -> list[Change]:
        """All that came from outside."""
        found = []
        for at in range(len(self._chunks)):
            for row in self._listed(at, "inputs", ("json",)):
                try:
                    found.append(read_input(row["json"]))
                except InputsError as problem:
                    raise RecordingError(f"{self.path}: {problem}") from None
        return found

    # ------------------------------------------------------------ inside

    def _walk(self, size: int) -> bytes:
        """Find all sealed chunks; returns the schema's message."""
        header: bytes | None = None
        since, batch, rows = 0, None, 0
        try:
            for message in stream.messages(self._file, size):
                if message.kind == stream.END:
                    break
                seal = _seal(message)
                if seal is None:
                    if (message.kind == stream.SCHEMA) != (message.at == 0) or batch is not None:
                        raise stream.Damaged(f"an unexpected message is at byte {message.at}")
                    batch = message if message.at else None
                    continue
                if header is None:
                    header = self._read(0, message.at, seal.crc)
                elif batch is not None:
                    if seal.rows != rows + batch.rows:
                        raise stream.Damaged(f"rows are missing before byte {message.at}")
                    self._chunks.append(Chunk(batch, seal.crc, rows, seal.rows, seal.frame))
                    rows = seal.rows
                since, batch = message.at + message.size, None
                if seal.end is not None:
                    self.complete = seal.end == ""
                    self.problem = "" if self.complete else f"it ended early: {seal.end}"
                    return header
            self.problem = "it was not finished"
        except stream.Torn:
            self.problem = "it was not finished"
        except stream.Damaged as problem:
            self.problem = f"it is damaged: {problem}"
        if header is None:
            what = "not a recording" if size and not since else "empty"
            raise RecordingError(f"{self.path}: {what}, or cut before its first frame")
        self._drop_torn()
        return header

    def _drop_torn(self) -> None:
        """A seal is written with its chunk at once, yet the disk may have kept only the seal."""
        if self._chunks:
            last = self._chunks[-1]
            try:
                self._read(last.message.at, last.message.at + last.message.size, last.crc)
            except RecordingError:
                self._chunks.pop()

    def _read(self, begin: int, end: int, crc: int) -> bytes:
        try:
            self._file.seek(begin)
            data = self._file.read(end - begin)
        except (OSError, ValueError) as problem:
            raise RecordingError(f"{self.path}: cannot be read: {problem}") from None
        if len(data) != end - begin or zlib.crc32(data) != crc:
            raise RecordingError(f"{self.path}: is damaged between bytes {begin} and {end}")
        return data

    def batch(self, at: int, *columns: str) -> Any:
        """A chunk, by its number, as Arrow's record batch; some of its columns, or all."""
        pa = arrow()
        message = self._chunks[at].message
        data = self._read(message.at, message.at + message.size, self._chunks[at].crc)
        try:
            stream.check_claims(message, data)
            wanted = [self._schema.get_field_index(name) for name in columns]
            options = pa.ipc.IpcReadOptions(included_fields=wanted, use_threads=False)
            with pa.ipc.open_stream(pa.py_buffer(self._header + data), options=options) as reader:
                found = reader.read_next_batch()
            found.validate(full=True)
        except (stream.Damaged, pa.ArrowException, ValueError, OSError) as problem:
            raise RecordingError(f"{self.path}: chunk {at} is damaged: {problem}") from None
        return found

    @property
    def chunks(self) -> int:
        """How many there are."""
        return len(self._chunks)

    def _listed(self, at: int, column: str, names: tuple[str, ...]) -> list[dict[str, Any]]:
        values = self.batch(at, column).column(column).flatten()
        parts = [values.field(name).to_pylist() for name in names]
        return [dict(zip(names, row, strict=True)) for row in zip(*parts, strict=True)]

    def _unpacked(self, at: int) -> _Unpacked:
        if at in self._cache:
            self._cache.move_to_end(at)
            return self._cache[at]
        try:
            found = _Unpacked(self.batch(at, "frame", "time", "digest", "states"))
            if found.frames[-1:].tolist() != [self._chunks[at].frame]:
                raise ValueError("its seal is of another frame")
        except ValueError as problem:
            if isinstance(problem, RecordingError):
                raise
            raise RecordingError(f"{self.path}: chunk {at} is damaged: {problem}") from None
        self._cache[at] = found
        if len(self._cache) > CACHED:
            self._cache.popitem(last=False)
        return found


class _Unpacked:
    """A chunk's states as NumPy arrays, and which rows are whose."""

    def __init__(self, batch: Any) -> None:
        self.frames: NDArray[np.int64] = batch.column("frame").to_numpy()
        self._times = batch.column("time").to_numpy()
        self._digests = batch.column("digest").to_pylist()
        states = batch.column("states")
        if any(batch.column(name).null_count for name in ("frame", "time", "states")):
            raise ValueError("values are missing")
        self._offsets = states.offsets.to_numpy()
        kinds = states.type.value_type
        self._columns = {kind.name: _values(states.values, kind) for kind in kinds}

    def states(self, row: int) -> States:
        begin, end = int(self._offsets[row]), int(self._offsets[row + 1])
        count = end - begin
        own = {name: column[begin:end] for name, column in self._columns.items()}
        nodes, fins = own.get("nodes"), own.get("fins")
        return States(
            frame=int(self.frames[row]),
            time=float(self._times[row]),
            digest=self._digests[row],
            ids=own["id"],
            species=own["species"],
            sizes=own["size"],
            lengths=own["length"],
            looks=own["look"],
            levels=own["level"],
            automatic=own["automatic"],
            positions=own["position"],
            orientations=own["orientation"],
            velocities=own["velocity"],
            nodes=None if nodes is None else _small(nodes, NODE_STEPS, count, NODES, 3),
            fins=None if fins is None else _small(fins, FIN_STEPS, count, 2, 2),
        )


def _small(steps: NDArray[Any], step: int, *shape: int) -> NDArray[np.float32]:
    return (steps.astype(np.float32) / np.float32(step)).reshape(shape)


def _values(states: Any, kind: Any) -> NDArray[Any]:
    column = states.field(kind.name)
    if column.null_count:
        raise ValueError(f"values of {kind.name} are missing")
    if not arrow().types.is_fixed_size_list(kind.type):
        return np.asarray(column.to_numpy(zero_copy_only=False))
    flat = column.values.slice(
        column.offset * kind.type.list_size, len(column) * kind.type.list_size
    )
    if flat.null_count:
        raise ValueError(f"values of {kind.name} are missing")
    numbers = np.asarray(flat.to_numpy(zero_copy_only=False))
    return numbers.reshape(len(column), kind.type.list_size)


def _seal(message: stream.Message) -> Seal | None:
    """What a message seals, None if it is no seal."""
    text = dict(message.said).get(SEAL)
    if text is None:
        return None
    try:
        return Seal.model_validate_json(text)
    except ValidationError:
        raise stream.Damaged(f"the seal at byte {message.at} cannot be read") from None


def _schema(header: bytes) -> Any:
    pa = arrow()
    try:
        return pa.ipc.read_schema(pa.py_buffer(header))
    except (pa.ArrowException, OSError, ValueError):
        raise RecordingError("its columns cannot be read") from None
