"""Packets of bodies (Soriano 2009, section 4.2 and Fig. 4.2): 8 + 56 n bytes an object.

    bytes 0-6    name of the character or object, ASCII, filled up with zeros
    byte  7      n, how many bodies it has, at most 255
    bytes 8-...  of each body seven float64: place x, y, z [m], turn w, x, y, z

Packets of all objects at one time follow each other without anything between them: a sample. Over
a stream the next sample begins with a name that the last one had already.

    data = pack_sample([Packet("HERO", places, turns), Packet("BALL", at, turn)])
    for sample in SampleReader().feed(data): ...

The thesis casts doubles to bytes, and so means the order of its machines: little-endian.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from motorium.contracts.frames import Floats
from motorium.wire.message import WireError

__all__ = ["MOST_BODIES", "NAME_BYTES", "Packet", "Sample", "SampleReader", "pack_sample"]

NAME_BYTES: Final = 7
MOST_BODIES: Final = 255
HEADER_BYTES: Final = 8
BODY_NUMBERS: Final = 7
BODY_BYTES: Final = 8 * BODY_NUMBERS
MOST_OBJECTS: Final = 256
"""In a sample: whoever never says a name again would be waited for in vain."""
FARTHEST: Final = 1e4
"""Places are nearer [m]; what is not cannot be meant."""
SHORTEST: Final = 1e-3
"""Turns are of length 1; what is shorter than this turns nothing."""
_NUMBERS: Final = np.dtype("<f8")


class Packet(NamedTuple):
    """An object: places [m] (bodies, 3) and turns (bodies, 4) (w, x, y, z) of its bodies."""

    name: str
    places: Floats
    turns: Floats


Sample = list[Packet]
"""All objects at one time."""


def pack_sample(packets: Sequence[Packet]) -> bytes:
    """What is sent of one time. Raises a `WireError` that names what cannot be said."""
    names = [packet.name for packet in packets]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise WireError(f"more than one object of a sample is called {twice!r}")
    return b"".join(_packed(packet) for packet in packets)


def _packed(packet: Packet) -> bytes:
    name, places, turns = packet
    count = len(places)
    if not name or len(name) > NAME_BYTES or not (name.isascii() and name.isprintable()):
        raise WireError(f"an object's name has 1 to {NAME_BYTES} ASCII characters, not {name!r}")
    if count > MOST_BODIES or places.shape != (count, 3) or turns.shape != (count, 4):
        raise WireError(
            f"{name}: at most {MOST_BODIES} bodies, with places (n, 3) and turns (n, 4), "
            f"not {places.shape} and {turns.shape}"
        )
    numbers = np.concatenate([places, turns], axis=1).astype(_NUMBERS)
    return name.encode().ljust(NAME_BYTES, b"\0") + bytes([count]) + numbers.tobytes()


class SampleReader:
    """Puts a stream of bytes together to samples. dropped: packets that made no sense.

    Limitation: nothing in a stream says where a packet begins; who loses a byte has lost the
    stream. Names that are none are the sign of that, and refused.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._waiting = bytearray()
        self._sample: dict[str, Packet] = {}

    def feed(self, data: bytes) -> list[Sample]:
        """Bytes have come; samples that are whole now, the oldest first. The last one is whole only
        when the next begins, or by `flush`. Raises a `WireError` when the stream is lost."""
        self._waiting += data
        found: list[Sample] = []
        while (packet := self._next()) is not None:
            if packet.name in self._sample or len(self._sample) >= MOST_OBJECTS:
                found += self.flush()
            self._sample[packet.name] = packet
        return found

    def flush(self) -> list[Sample]:
        """The sample that has been begun, if any: whoever sends has sent all of it."""
        sample, self._sample = self._sample, {}
        return [list(sample.values())] if sample else []

    def _next(self) -> Packet | None:
        """The next packet that makes sense, None until all of it has come."""
        while len(self._waiting) >= HEADER_BYTES:
            name, count = _name(bytes(self._waiting[:NAME_BYTES])), self._waiting[NAME_BYTES]
            size = HEADER_BYTES + count * BODY_BYTES
            if len(self._waiting) < size:
                return None
            numbers = np.frombuffer(bytes(self._waiting[HEADER_BYTES:size]), _NUMBERS)
            del self._waiting[:size]
            packet = _checked(name, numbers.reshape(count, BODY_NUMBERS))
            if packet is not None:
                return packet
            self.dropped += 1
        return None


def _name(data: bytes) -> str:
    plain = data.rstrip(b"\0 ")
    if not plain or not (plain.isascii() and plain.decode().isprintable()):
        raise WireError(f"the stream is lost: no object can be called {data!r}")
    return plain.decode()


def _checked(name: str, numbers: Floats) -> Packet | None:
    """With turns of length 1; None if it makes no sense."""
    if not (np.abs(numbers) <= FARTHEST).all():
        return None
    places, turns = numbers[:, :3].copy(), numbers[:, 3:].copy()
    lengths = np.linalg.norm(turns, axis=1, keepdims=True)
    if (lengths < SHORTEST).any():
        return None
    return Packet(name, places, turns / lengths)
