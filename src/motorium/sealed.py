"""Sealed files of tensors: safetensors with JSON of ours in the header, and a checksum over all.

Nothing is unpickled, and nothing is believed before the checksum fits.
"""

from __future__ import annotations

import hashlib
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from pydantic import BaseModel, ValidationError
from safetensors import SafetensorError
from safetensors.numpy import load, save

__all__ = [
    "MissingFile",
    "SealError",
    "Sealed",
    "header_of",
    "open_sealed",
    "read_bytes",
    "seal",
]

Model = TypeVar("Model", bound=BaseModel)

MOST_BYTES: Final = 2**28
"""Of a file: some thirty times what the largest of ours takes."""
LENGTH_BYTES: Final = 8
"""Before the header: how long it is."""
OURS: Final = "motorium"
MARK: Final = rb"\"checksum\":\""
"""In the header, in front of the checksum, which comes last."""
BLANK: Final = b"0" * 64


class SealError(ValueError):
    """A file that is not as it was sealed; its text goes on after the file's name."""


class MissingFile(SealError):
    """There is no such file."""


class Sealed(NamedTuple):
    """What was sealed: our part of the header as text, the same read, and the tensors."""

    text: str
    header: dict[str, Any]
    tensors: dict[str, np.ndarray]


def seal(tensors: dict[str, np.ndarray], header: dict[str, Any]) -> bytes:
    """The bytes of a file; the same content gives the same bytes.

    header must be what JSON has words for, and gets the key "checksum".
    """
    text = json.dumps(
        {**header, "checksum": BLANK.decode()}, separators=(",", ":"), allow_nan=False
    )
    # The library writes arrays as they lie in memory, whatever their strides say.
    data = save({name: np.ascontiguousarray(one) for name, one in tensors.items()}, {OURS: text})
    place = _checksum_place(data, _header_end(data))
    return data[:place] + _checksum(data, place) + data[place + len(BLANK) :]


def open_sealed(
    data: bytes, kind: str, newest: int, remedy: Callable[[dict[str, Any]], str]
) -> Sealed:
    """What was sealed, if all of it is there as it was.

    kind: what the file should be, like "a repertoire"; newest: the format that is understood;
    remedy: what to do about a newer one, if this is its header.
    """
    text, whole, facts = _header(data, kind)
    version = facts["format"]
    if type(version) is not int or version < 1:
        raise SealError(f"is corrupted: {version!r} is not a format")
    if version > newest:
        raise SealError(
            f"was written by a newer Motorium, in format {version}; update, or {remedy(facts)}"
        )
    end = _header_end(data)
    _check_length(whole, end, len(data))
    place = _checksum_place(data, end)
    if place < 0 or _checksum(data, place) != data[place : place + len(BLANK)]:
        raise SealError("is corrupted: its checksum differs from its content")
    try:
        return Sealed(text, facts, load(data))
    except (SafetensorError, KeyError, ValueError) as problem:
        raise SealError(f"is corrupted: its tensors cannot be read: {problem}") from None


def header_of(text: str, model: type[Model]) -> Model:
    """Our part of a header, checked."""
    try:
        return model.model_validate_json(text)
    except ValidationError as problem:
        error = problem.errors(include_url=False)[0]
        where = ".".join(str(part) for part in error["loc"])
        raise SealError(f"has a header that is wrong at {where}: {error['msg']}") from None


def read_bytes(path: Path, kind: str) -> bytes:
    """All of a file of ours."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            what = "a folder" if stat.S_ISDIR(status.st_mode) else "something else"
            raise SealError(f"is {what}, not a file")
        if status.st_size > MOST_BYTES:
            raise SealError(f"is not {kind}: {status.st_size} bytes are too many")
        with path.open("rb") as file:
            return file.read(MOST_BYTES)
    except FileNotFoundError:
        raise MissingFile("there is no such file") from None
    except (OSError, ValueError) as problem:
        if isinstance(problem, SealError):
            raise
        raise SealError(f"cannot be read: {problem}") from None


def _header(data: bytes, kind: str) -> tuple[str, Any, dict[str, Any]]:
    """Our part as text, the whole header, and our part read: whatever it says."""
    if not data:
        raise SealError("is empty")
    foreign = f"is not {kind}: it does not begin like a safetensors file"
    if data[LENGTH_BYTES : LENGTH_BYTES + 1] not in (b"", b"{"):
        raise SealError(foreign)
    end = _header_end(data)
    if end > MOST_BYTES:
        raise SealError(foreign)
    if end > len(data) or len(data) <= LENGTH_BYTES:
        raise SealError(f"is cut off within its header, after {len(data)} bytes")
    try:
        whole = json.loads(data[LENGTH_BYTES:end])
        text = whole["__metadata__"][OURS]
        facts = json.loads(text)
        facts["format"]
    except (ValueError, RecursionError):
        raise SealError("is corrupted: its header cannot be read") from None
    except (KeyError, TypeError, IndexError):
        raise SealError(f"is not {kind}: its header has no part of ours") from None
    return text, whole, facts


def _header_end(data: bytes) -> int:
    return LENGTH_BYTES + int.from_bytes(data[:LENGTH_BYTES], "little")


def _check_length(header: Any, end: int, size: int) -> None:
    try:
        tensors = [part for name, part in header.items() if name != "__metadata__"]
        expected = end + max(part["data_offsets"][1] for part in tensors)
    except (KeyError, TypeError, IndexError, ValueError):
        raise SealError("is corrupted: its header does not list tensors") from None
    if size < expected:
        raise SealError(f"is cut off: it has {size} of {expected} bytes")
    if size > expected:
        raise SealError(f"is corrupted: it has {size} bytes, not {expected}")


def _checksum_place(data: bytes, header_end: int) -> int:
    """Where the checksum is, or -1."""
    found = data.rfind(MARK, 0, header_end)
    return found + len(MARK) if found >= 0 else found


def _checksum(data: bytes, place: int) -> bytes:
    """Of all bytes, with zeros for the checksum's own."""
    view = memoryview(data)
    digest = hashlib.sha256(view[:place])
    digest.update(BLANK)
    digest.update(view[place + len(BLANK) :])
    return digest.hexdigest().encode()
