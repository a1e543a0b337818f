"""Recordings with wrong bytes under right checksums: what only Arrow itself can find out.

Run as a program, since what goes wrong here ends a process and not a test.
"""

from __future__ import annotations

import json
import random
import re
import resource
import sys
import zlib
from pathlib import Path

import pyarrow as pa

from motorium.world.recording import stream
from motorium.world.recording.layout import RecordingError
from motorium.world.recording.reader import Recording

MOST_GROWN = 400 * 2**20
"""By which forged files may make this process grow [bytes]."""


def forge(data: bytes, chance: random.Random, path: Path) -> bytes:
    """Flip some bytes of one chunk, and put the right checksum into its seal."""
    path.write_bytes(data)
    with path.open("rb") as file:
        found = list(stream.messages(file, len(data)))
    at = chance.randrange(1, len(found) - 1)
    seal = found[at] if dict(found[at].said) else found[at + 1]
    begin = 0 if found.index(seal) == 1 else found[found.index(seal) - 1].at
    wrong = bytearray(data)
    head = found[found.index(seal) - 1].body
    for _ in range(chance.randint(1, 4)):
        # Half of them where sizes and offsets stand.
        high = begin + head if chance.random() < 0.5 else seal.at
        wrong[chance.randrange(begin, high)] ^= 1 << chance.randrange(8)
    crc = json.loads(dict(seal.said)["motorium.seal"])["crc"]
    right = zlib.crc32(bytes(wrong[begin : seal.at]))
    old, new = f'"crc":{crc}', f'"crc":{right}'
    new = new.ljust(len(old)) if len(new) <= len(old) else ""
    part = bytes(wrong[seal.at : seal.at + seal.size])
    if not new or len(re.findall(re.escape(old.encode()), part)) != 1:
        return bytes(wrong)
    wrong[seal.at : seal.at + seal.size] = part.replace(old.encode(), new.encode())
    return bytes(wrong)


def read_all(path: Path) -> bool:
    """Whether a file is read to its end without a complaint."""
    try:
        with Recording.open(path) as recording:
            for states in recording:
                assert states.positions.shape == (len(states.ids), 3)
            _ = recording.events, recording.inputs
            return recording.complete
    except RecordingError:
        return False


def main(source: Path, count: int, seed: int) -> None:
    data = source.read_bytes()
    chance = random.Random(seed)
    path = source.with_suffix(".forged")
    assert read_all(source)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    read = sum(_written(path, forge(data, chance, path)) for _ in range(count))
    grown = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    print(
        json.dumps({"read": read, "grown": grown, "arrow": pa.default_memory_pool().max_memory()})
    )
    assert grown < MOST_GROWN


def _written(path: Path, data: bytes) -> bool:
    path.write_bytes(data)
    return read_all(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
