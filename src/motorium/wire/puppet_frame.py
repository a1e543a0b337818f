"""Frames of the puppet stage as they go over the wire: little-endian, 24 bytes and two arrays.

    revision u32, tick u32, seconds f64, points u32, vertices u32,
    float32 (points, 3), float32 (vertices, 3): places of skeleton and skin [m]

Limitation: float32 is a tenth of a micrometre on a stage of two metres; the studio's own state is
float64.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.wire.message import WireError

__all__ = ["HEADER", "PuppetFrame", "pack_puppet_frame", "unpack_puppet_frame"]

HEADER: Final = struct.Struct("<IIdII")
MOST_ROWS: Final = 1_000_000
"""Of skeleton and skin; more cannot be meant."""
_NUMBERS: Final = np.dtype("<f4")
_WRAP: Final = 2**32


@dataclass(frozen=True)
class PuppetFrame:
    """revision: of the puppet that it shows; tick: frames since the stage was opened; seconds: as
    `Playing.seconds`; points and vertices [m], shapes (points, 3) and (vertices, 3)."""

    revision: int
    tick: int
    seconds: float
    points: NDArray[np.float32]
    vertices: NDArray[np.float32]


def pack_puppet_frame(
    revision: int, tick: int, seconds: float, points: NDArray[Any], vertices: NDArray[Any]
) -> bytes:
    """points and vertices [m], shapes (points, 3) and (vertices, 3)."""
    header = HEADER.pack(
        revision % _WRAP, tick % _WRAP, seconds, points.shape[0], vertices.shape[0]
    )
    return header + points.astype(_NUMBERS).tobytes() + vertices.astype(_NUMBERS).tobytes()


def unpack_puppet_frame(data: bytes) -> PuppetFrame:
    """Read a frame, or raise a `WireError` that says what is wrong with it."""
    if len(data) < HEADER.size:
        raise WireError(f"frame of {len(data)} bytes; its header alone has {HEADER.size}")
    revision, tick, seconds, points, vertices = HEADER.unpack_from(data)
    if points + vertices > MOST_ROWS:
        raise WireError(f"frame of {points} points and {vertices} vertices; too many")
    expected = HEADER.size + 3 * _NUMBERS.itemsize * (points + vertices)
    if len(data) != expected:
        raise WireError(
            f"frame of {len(data)} bytes; {points} points and {vertices} vertices take {expected}"
        )
    rows = np.frombuffer(data, _NUMBERS, offset=HEADER.size).reshape(-1, 3)
    if not (np.isfinite(rows).all() and np.isfinite(seconds)):
        raise WireError("frame with numbers that are not finite")
    return PuppetFrame(revision, tick, seconds, rows[:points], rows[points:])
