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

from pydantic import ValidationError

from motorium.contracts.events import Event
from motorium.contracts.time import FRAME_RATE
from motorium.minds.instinct.reasons import Reasons
from motorium.world.changes import Change, InputsError
from motorium.world.inputs import read_input
from motorium.world.recording import stream
from motorium.world.recording.layout import (
    SEAL,
    Meta,
    RecordingError,
    Seal,
    arrow,
    check_schema,
    read_meta,
)
from motorium.world.recording.unpacked import States, Unpacked

__all__ = ["Chunk", "Recording"]

CACHED: Final = 4
"""Chunks that are kept unpacked: two seconds."""


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
        self._cache: OrderedDict[int, Unpacked] = OrderedDict()
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
        at = self._chunk_of(index)
        return self._unpacked(at).states(index - self._chunks[at].first)

    def _chunk_of(self, index: int) -> int:
        if not 0 <= index < len(self):
            raise IndexError(f"{self.path}: there is no row {index}; there are {len(self)}")
        return bisect_right(self._ends, index)

    def reasons(self, index: int) -> Reasons:
        """Why those who decided by instinct did what they did in a row, 0 to len - 1; of nobody if
        that was not recorded."""
        at = self._chunk_of(index)
        rows = self._unpacked(at).reasons(index - self._chunks[at].first)
        return Reasons(rows, self.meta.behaviours)

    def decisions(self) -> Iterator[tuple[int, Reasons]]:
        """All that were recorded, each once: frames, and the reasons of who had decided since the
        frame before."""
        since = -1.0
        for at in range(len(self._chunks)):
            unpacked = self._unpacked(at)
            for row, frame in enumerate(unpacked.frames.tolist()):
                rows = unpacked.written(row)
                fresh = (rows["intention"] >= 0) & (rows["decided"] > since)
                yield frame, Reasons(rows[fresh], self.meta.behaviours)
                since = (frame - 0.5) / FRAME_RATE

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

    def _unpacked(self, at: int) -> Unpacked:
        if at in self._cache:
            self._cache.move_to_end(at)
            return self._cache[at]
        try:
            columns = ["frame", "time", "digest", "states"]
            columns += ["reasons"] if self.meta.behaviours else []
            columns += ["submarine"] if self.meta.submarine else []
            columns += ["boats"] if self.meta.boats else []
            found = Unpacked(self.batch(at, *columns))
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
