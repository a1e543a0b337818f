"""Frames of the Performance stage as they go over the wire: little-endian.

    header: revision u32, tick u32, seconds f64, doubles u16, props u16, corners u32
    of each double: coordinates f32 (COORDINATES,), performer f32 (COORDINATES,),
                    centre f32 (3,), performed f32 (3,), balance f32, ground f32,
                    flags u16, corners u16
    of each prop that moves, in the order of the scene's: place f32 (3,), turn f32 (4,) w, x, y, z
    of all corners, double by double: x, y f32

Coordinates are place [m] and turn (w, x, y, z) of the pelvis, then of each part its turn against
its parent, or the angle of its hinge [rad]; performer: the same of whom the double follows, where
he is set into the scene. Centres of mass [m]: the double's and the performer's. Ground [m]: how
high it is beneath the double. Corners [m] of the double's support polygon, against the clock seen
from above.

Limitation: float32 is 4 micrometres at 30 m; the studio's own state is float64.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.rigid.parts import COORDINATES
from motorium.contracts.frames import Floats
from motorium.wire.message import WireError

__all__ = [
    "FLAG_FALLEN",
    "FLAG_LEFT_HOLDS",
    "FLAG_RIGHT_HOLDS",
    "FLAG_RISING",
    "HEADER",
    "TYPESCRIPT_NAMES",
    "DoubleShown",
    "PerformanceFrame",
    "pack_performance_frame",
    "unpack_performance_frame",
]

HEADER: Final = struct.Struct("<IIdHHI")
_TAIL: Final = struct.Struct("<HH")
_NUMBERS: Final = np.dtype("<f4")
DOUBLE_FLOATS: Final = 2 * COORDINATES + 8
DOUBLE_BYTES: Final = 4 * DOUBLE_FLOATS + _TAIL.size
PROP_BYTES: Final = 28
CORNER_BYTES: Final = 8
FLAG_FALLEN: Final = 1
FLAG_RISING: Final = 2
FLAG_LEFT_HOLDS: Final = 4
FLAG_RIGHT_HOLDS: Final = 8
_WRAP: Final = 2**32
TYPESCRIPT_NAMES: Final = {
    "PERFORMANCE_HEADER_BYTES": HEADER.size,
    "COORDINATES": COORDINATES,
    "DOUBLE_BYTES": DOUBLE_BYTES,
    "PROP_BYTES": PROP_BYTES,
    "CORNER_BYTES": CORNER_BYTES,
    "FLAG_FALLEN": FLAG_FALLEN,
    "FLAG_RISING": FLAG_RISING,
    "FLAG_LEFT_HOLDS": FLAG_LEFT_HOLDS,
    "FLAG_RIGHT_HOLDS": FLAG_RIGHT_HOLDS,
}
"""What the page has to know of it."""


@dataclass(frozen=True)
class DoubleShown:
    """coordinates, performer (COORDINATES,); centre, performed [m] (3,); balance: 0 to 1; ground
    [m]; flags; corners [m] (n, 2)."""

    coordinates: Floats | NDArray[np.float32]
    performer: Floats | NDArray[np.float32]
    centre: Floats | NDArray[np.float32]
    performed: Floats | NDArray[np.float32]
    balance: float
    ground: float
    flags: int
    corners: Floats | NDArray[np.float32]


@dataclass(frozen=True)
class PerformanceFrame:
    """revision: of the scene; tick: frames of the performance since the stage was opened; seconds:
    since the scene began; doubles; props (n, 7): place [m] and turn of all that move."""

    revision: int
    tick: int
    seconds: float
    doubles: tuple[DoubleShown, ...]
    props: NDArray[np.float32]


def pack_performance_frame(
    revision: int, tick: int, seconds: float, doubles: Sequence[DoubleShown], props: Floats
) -> bytes:
    """props (n, 7)."""
    corners = sum(len(one.corners) for one in doubles)
    parts = [
        HEADER.pack(revision % _WRAP, tick % _WRAP, seconds, len(doubles), len(props), corners)
    ]
    for one in doubles:
        numbers = (
            one.coordinates,
            one.performer,
            one.centre,
            one.performed,
            [one.balance, one.ground],
        )
        parts.append(np.concatenate(numbers).astype(_NUMBERS).tobytes())
        parts.append(_TAIL.pack(one.flags, len(one.corners)))
    parts.append(props.astype(_NUMBERS).tobytes())
    parts += [one.corners.astype(_NUMBERS).tobytes() for one in doubles]
    return b"".join(parts)


def unpack_performance_frame(data: bytes) -> PerformanceFrame:
    """Read a frame, or raise a `WireError` that says what is wrong with it."""
    if len(data) < HEADER.size:
        raise WireError(f"frame of {len(data)} bytes; its header alone has {HEADER.size}")
    revision, tick, seconds, count, props, corners = HEADER.unpack_from(data)
    expected = HEADER.size + count * DOUBLE_BYTES + props * PROP_BYTES + corners * CORNER_BYTES
    if len(data) != expected:
        raise WireError(
            f"frame of {len(data)} bytes; {count} doubles, {props} props and {corners} corners "
            f"take {expected}"
        )
    at_props = HEADER.size + count * DOUBLE_BYTES
    moved = np.frombuffer(data, _NUMBERS, 7 * props, at_props).reshape(-1, 7)
    polygon = np.frombuffer(data, _NUMBERS, 2 * corners, at_props + props * PROP_BYTES)
    polygon = polygon.reshape(-1, 2)
    doubles, first = [], 0
    for number in range(count):
        at = HEADER.size + number * DOUBLE_BYTES
        numbers = np.frombuffer(data, _NUMBERS, DOUBLE_FLOATS, at)
        flags, own = _TAIL.unpack_from(data, at + 4 * DOUBLE_FLOATS)
        if first + own > corners:
            raise WireError(
                f"double {number} has {own} corners, and only {corners - first} are left"
            )
        pose, performer, rest = np.split(numbers, [COORDINATES, 2 * COORDINATES])
        doubles.append(
            DoubleShown(
                pose,
                performer,
                rest[:3],
                rest[3:6],
                float(rest[6]),
                float(rest[7]),
                flags,
                polygon[first : first + own],
            )
        )
        first += own
    finite = all(np.isfinite(one.coordinates).all() for one in doubles)
    if not (finite and np.isfinite(moved).all() and np.isfinite(seconds)):
        raise WireError("frame with numbers that are not finite")
    return PerformanceFrame(revision, tick, seconds, tuple(doubles), moved)
