"""Writes a recording's file: whole chunks, each sealed, at one go."""

from __future__ import annotations

import logging
import os
import stat
import zlib
from pathlib import Path
from typing import Any

from motorium.world.recording.layout import SEAL, Meta, RecordingError, Seal, arrow, schema_of

__all__ = ["ChunkFile"]

_log = logging.getLogger(__name__)


class ChunkFile:
    """A file that always holds whole chunks only, but for one that is being written.

    size [bytes], rows and frame (of the last row) of what was written: none of it before it is.
    """

    def __init__(self, path: Path, meta: Meta, force: bool = False) -> None:
        pa = arrow()
        self.path = path
        self.schema = schema_of(meta)
        self.size = 0
        self.rows = 0
        self.frame = -1
        self._file = _create(path, force)
        self._sink = _Sink()
        self._empty = pa.RecordBatch.from_arrays(
            [pa.array([], type=field.type) for field in self.schema], schema=self.schema
        )
        options = pa.ipc.IpcWriteOptions(compression="lz4", use_threads=False)
        try:
            self._stream = pa.ipc.new_stream(self._sink, self.schema, options=options)
            self._write_sealed(0, -1)
        except OSError as problem:
            os.close(self._file)
            if not force:
                path.unlink(missing_ok=True)
            raise RecordingError(f"{path} cannot be written: {problem.strerror}") from None

    def write(self, batch: Any) -> None:
        """Append a chunk; an OSError leaves the file as it was before."""
        self._stream.write_batch(batch)
        rows, frame = self.rows + batch.num_rows, self.frame
        if batch.num_rows:
            frame = batch.column("frame")[-1].as_py()
        self._write_sealed(rows, frame)
        self.rows, self.frame = rows, frame

    def close(self, reason: str) -> None:
        """Put the mark by which a whole recording is known, if there is room for it."""
        try:
            self._write_sealed(self.rows, self.frame, reason)
        except OSError as problem:
            _log.warning("%s has no end mark: %s", self.path, problem.strerror)
        finally:
            os.close(self._file)

    def _write_sealed(self, rows: int, frame: int, end: str | None = None) -> None:
        data = self._sink.take()
        # Arrow writes the schema only with the first batch.
        sealed = data if self.size else self.schema.serialize().to_pybytes()
        seal = Seal(crc=zlib.crc32(sealed), rows=rows, frame=frame, end=end)
        self._stream.write_batch(self._empty, custom_metadata={SEAL: seal.model_dump_json()})
        data += self._sink.take()
        if end is not None:
            self._stream.close()
            data += self._sink.take()
        self._put(data)

    def _put(self, data: bytes) -> None:
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError:
            os.ftruncate(self._file, self.size)
            os.lseek(self._file, self.size, os.SEEK_SET)
            raise
        self.size += len(data)


def _create(path: Path, force: bool) -> int:
    if path.is_dir():
        raise RecordingError(f"{path} is a folder; name a file to record to")
    flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)
    try:
        file = os.open(path, flags | (0 if force else os.O_EXCL), 0o644)
        if not stat.S_ISREG(os.fstat(file).st_mode):
            os.close(file)
            raise RecordingError(f"{path} is no file that could be cut or written over")
        os.ftruncate(file, 0)
    except FileExistsError:
        raise RecordingError(f"{path} is there already; --force writes over it") from None
    except OSError as problem:
        raise RecordingError(f"{path} cannot be written: {problem.strerror}") from None
    return file


class _Sink:
    """Takes what Arrow writes, until somebody takes it away."""

    closed = False

    def __init__(self) -> None:
        self._kept = bytearray()
        self._taken = 0

    def write(self, data: Any) -> int:
        self._kept += data
        return len(memoryview(data))

    def tell(self) -> int:
        return self._taken + len(self._kept)

    def flush(self) -> None: ...

    def close(self) -> None: ...

    def take(self) -> bytes:
        data = bytes(self._kept)
        self._taken += len(data)
        self._kept.clear()
        return data
