"""The messages of an Arrow IPC stream, found without trusting them.

Arrow's own reader believes what a message says of its size, and stops where a file is torn. This
one walks from message to message, reads of each what is needed (FlatBuffers, as the format's
specification lays them out), and sees to it that nothing claims more than the file can hold.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

__all__ = ["BATCH", "END", "SCHEMA", "Damaged", "Message", "Torn", "check_claims", "messages"]

SCHEMA: Final = 1
BATCH: Final = 3
END: Final = 0

CONTINUATION: Final = 0xFFFFFFFF
MOST_METADATA: Final = 64 * 2**20
MOST_CLAIMED: Final = 2**30
"""Bytes of a chunk when it is unpacked; ours are far smaller."""
MOST_RATIO: Final = 256
"""LZ4 cannot make more out of a byte."""
LZ4: Final = 0


class Torn(ValueError):
    """The file ends within a message."""


class Damaged(ValueError):
    """This is no message of an Arrow stream."""


@dataclass(frozen=True)
class Message:
    """kind: SCHEMA, BATCH, or END of the stream; at, size: in the file [bytes]; body: where its
    buffers begin, from `at`; rows of a batch; said: its own metadata; buffers: (from the body's
    begin, length); codec of the buffers, None if they are not compressed."""

    kind: int
    at: int
    size: int
    body: int = 0
    rows: int = 0
    said: tuple[tuple[str, str], ...] = ()
    buffers: tuple[tuple[int, int], ...] = ()
    codec: int | None = None


def messages(file: BinaryIO, size: int) -> Iterator[Message]:
    """All messages of a file of so many bytes, up to the end of the stream; then Torn or Damaged
    if it does not end there."""
    at = 0
    while True:
        message = _message(file, at, size)
        yield message
        at += message.size
        if message.kind == END:
            return


def _message(file: BinaryIO, at: int, size: int) -> Message:
    file.seek(at)
    mark, length = _unpack("<Ii", _exactly(file, 8), 0)
    if mark != CONTINUATION or not 0 <= length <= MOST_METADATA:
        raise Damaged(f"no message begins at byte {at}")
    if length == 0:
        return Message(END, at, 8)
    if at + 8 + length > size:
        raise Torn
    try:
        table = _Table.root(_exactly(file, length))
        kind, header, body = table.number(1, "B"), table.table(2), table.number(3, "q")
        said = [(part.text(0), part.text(1)) for part in table.tables(4)]
        if kind == SCHEMA:
            found = Message(SCHEMA, at, 8 + length + body, 8 + length)
        elif kind == BATCH:
            codec = header.table(3).number(0, "b") if header.has(3) else None
            rows, buffers = header.number(0, "q"), tuple(header.pairs(2))
            found = Message(
                BATCH, at, 8 + length + body, 8 + length, rows, tuple(said), buffers, codec
            )
        else:
            raise Damaged(f"a message of kind {kind} begins at byte {at}")
    except (struct.error, UnicodeDecodeError, RecursionError):
        raise Damaged(f"the message at byte {at} cannot be read") from None
    if body < 0 or found.rows < 0:
        raise Damaged(f"the message at byte {at} cannot be read")
    if at + found.size > size:
        raise Torn
    return found


def check_claims(message: Message, data: bytes) -> None:
    """Refuse a batch whose buffers are to grow beyond what LZ4 can do, or lie outside of it."""
    claimed = 0
    room = len(data) - message.body
    for offset, length in message.buffers:
        if offset < 0 or length < 0 or offset + length > room:
            raise Damaged("a buffer lies outside of its chunk")
        if message.codec is None or length < 8:
            claimed += length
            continue
        (grown,) = struct.unpack_from("<q", data, message.body + offset)
        if message.codec != LZ4 or not -1 <= grown <= MOST_RATIO * length:
            raise Damaged("a buffer claims more than it can hold")
        claimed += max(grown, length)
    if claimed > MOST_CLAIMED or message.rows > MOST_CLAIMED:
        raise Damaged(f"a chunk claims {claimed} bytes")


def _exactly(file: BinaryIO, count: int) -> bytes:
    data = file.read(count)
    if len(data) < count:
        raise Torn
    return data


def _unpack(form: str, data: bytes, at: int) -> tuple[int, ...]:
    if at < 0:
        raise struct.error("before the beginning")
    return struct.unpack_from(form, data, at)


@dataclass(frozen=True)
class _Table:
    """A table of a FlatBuffer; fields by their number."""

    data: bytes
    at: int

    @classmethod
    def root(cls, data: bytes) -> _Table:
        return cls(data, _unpack("<I", data, 0)[0])

    def _field(self, number: int) -> int:
        """Where a field stands, 0 if it is left out."""
        directory = self.at - _unpack("<i", self.data, self.at)[0]
        (size,) = _unpack("<H", self.data, directory)
        if 4 + 2 * number + 2 > size:
            return 0
        (offset,) = _unpack("<H", self.data, directory + 4 + 2 * number)
        return self.at + offset if offset else 0

    def has(self, number: int) -> bool:
        return self._field(number) != 0

    def number(self, number: int, form: str) -> int:
        at = self._field(number)
        return int(_unpack("<" + form, self.data, at)[0]) if at else 0

    def _pointed(self, number: int) -> int:
        at = self._field(number)
        if not at:
            raise struct.error("a field is missing")
        return at + int(_unpack("<I", self.data, at)[0])

    def table(self, number: int) -> _Table:
        return _Table(self.data, self._pointed(number))

    def _vector(self, number: int, width: int) -> tuple[int, int]:
        """Where a vector's parts begin, and how many there are."""
        if not self.has(number):
            return 0, 0
        at = self._pointed(number)
        (count,) = _unpack("<I", self.data, at)
        if at + 4 + width * count > len(self.data):
            raise struct.error("a vector is too long")
        return at + 4, count

    def tables(self, number: int) -> Iterator[_Table]:
        at, count = self._vector(number, 4)
        for place in range(at, at + 4 * count, 4):
            yield _Table(self.data, place + _unpack("<I", self.data, place)[0])

    def pairs(self, number: int) -> Iterator[tuple[int, int]]:
        at, count = self._vector(number, 16)
        for place in range(at, at + 16 * count, 16):
            first, second = _unpack("<qq", self.data, place)
            yield first, second

    def text(self, number: int) -> str:
        at, count = self._vector(number, 1)
        return self.data[at : at + count].decode()
