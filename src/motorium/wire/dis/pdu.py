"""One Entity State PDU, as bytes and as what it says (IEEE 1278.1-1995, -1998 and -2012).

It is 144 bytes, big-endian, and 16 more for each articulated or attached part, which are kept as
they are. A datagram may hold several PDUs, one behind the other.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final, NamedTuple

from motorium.wire.message import WireError

__all__ = [
    "BYTES",
    "ENTITY_STATE",
    "HEADER_BYTES",
    "LAYOUT",
    "LIMITS",
    "MARKING_BYTES",
    "MOST_BYTES",
    "PARAMETER_BYTES",
    "VERSIONS",
    "EntityKey",
    "EntityState",
    "EntityType",
    "Refusal",
    "decode",
    "encode",
    "marking_text",
]

LAYOUT: Final = (
    ("version", 0, "B"),
    ("exercise", 1, "B"),
    ("type", 2, "B"),
    ("family", 3, "B"),
    ("timestamp", 4, "I"),
    ("length", 8, "H"),
    ("status", 10, "B"),
    ("padding", 11, "B"),
    ("key", 12, "3H"),
    ("force", 18, "B"),
    ("parameters", 19, "B"),
    ("entity_type", 20, "8s"),
    ("alternative_type", 28, "8s"),
    ("velocity", 36, "3f"),
    ("location", 48, "3d"),
    ("orientation", 72, "3f"),
    ("appearance", 84, "I"),
    ("model", 88, "B"),
    ("model_parameters", 89, "15s"),
    ("acceleration", 104, "3f"),
    ("angular_velocity", 116, "3f"),
    ("character_set", 128, "B"),
    ("marking", 129, "11s"),
    ("capabilities", 140, "I"),
)
"""Name, offset [bytes] and kind of every field, in the letters of `struct`."""
BYTES: Final = 144
HEADER_BYTES: Final = 12
PARAMETER_BYTES: Final = 16
MOST_BYTES: Final = 8192
"""Of a PDU, and of a datagram."""
MARKING_BYTES: Final = 11
VERSIONS: Final = {6: "IEEE 1278.1a-1998", 7: "IEEE 1278.1-2012"}
ENTITY_STATE: Final = (1, 1)
"""Type, and family: entity information."""
ASCII: Final = 1
LIMITS: Final = {
    "velocity": 20,
    "location": 30,
    "orientation": 10,
    "acceleration": 20,
    "angular_velocity": 10,
}
"""Numbers are below 2 to this power [m/s, m, rad, m/s^2, rad/s]: a million kilometres from the
Earth's centre, three times as fast as any comet."""

_PDU: Final = struct.Struct(">" + "".join(code for _, _, code in LAYOUT))
_TYPE: Final = struct.Struct(">BBHBBBB")


class Refusal(IntEnum):
    """Why a PDU is not taken."""

    SHORT = 0
    VERSION = 1
    TYPE = 2
    LENGTH = 3
    NOT_FINITE = 4
    RANGE = 5
    EXERCISE = 6
    OWN = 7
    LATE = 8
    FULL = 9

    @property
    def reason(self) -> str:
        """In a few words."""
        return _REASONS[self]


_REASONS: Final = {
    Refusal.SHORT: "shorter than a PDU",
    Refusal.VERSION: "of another version than 6 or 7",
    Refusal.TYPE: "no Entity State PDU",
    Refusal.LENGTH: "not as long as it says",
    Refusal.NOT_FINITE: "with numbers that are not finite",
    Refusal.RANGE: "with numbers out of range",
    Refusal.EXERCISE: "of another exercise",
    Refusal.OWN: "sent by ourselves",
    Refusal.LATE: "overtaken by a later one",
    Refusal.FULL: "of an entity for which there is no room",
}


class EntityKey(NamedTuple):
    """Who it is: every running program of an exercise has a site and an application number, and
    counts its entities."""

    site: int
    application: int
    entity: int

    def __str__(self) -> str:
        return f"{self.site}:{self.application}:{self.entity}"


class EntityType(NamedTuple):
    """What it is (SISO-REF-010)."""

    kind: int
    domain: int
    country: int = 0
    category: int = 0
    subcategory: int = 0
    specific: int = 0
    extra: int = 0

    def __str__(self) -> str:
        return ".".join(map(str, self))


_NONE: Final = EntityType(0, 0)


@dataclass(frozen=True)
class EntityState:
    """What an Entity State PDU says.

    location [m] and velocity [m/s], acceleration [m/s^2]: geocentric, but velocity and acceleration
    along the body's axes if the dead-reckoning model says so; orientation psi, theta, phi [rad];
    angular_velocity [rad/s] about the body's axes; timestamp, appearance, force and the types as
    their own modules explain; parameters: articulated and attached parts, 16 bytes each.
    """

    key: EntityKey
    entity_type: EntityType
    location: tuple[float, float, float]
    velocity: tuple[float, float, float] = (0.0, 0.0, 0.0)
    orientation: tuple[float, float, float] = (0.0, 0.0, 0.0)
    appearance: int = 0
    model: int = 2
    acceleration: tuple[float, float, float] = (0.0, 0.0, 0.0)
    angular_velocity: tuple[float, float, float] = (0.0, 0.0, 0.0)
    marking: str = ""
    force: int = 0
    version: int = 7
    exercise: int = 1
    timestamp: int = 0
    status: int = 0
    alternative_type: EntityType = _NONE
    model_parameters: bytes = bytes(15)
    character_set: int = ASCII
    capabilities: int = 0
    parameters: bytes = b""


def encode(state: EntityState) -> bytes:
    """As a datagram. A `WireError` says what cannot be sent."""
    if state.version not in VERSIONS:
        raise WireError(f"PDU of version {state.version}; {_choices()} are written")
    count, rest = divmod(len(state.parameters), PARAMETER_BYTES)
    if rest or count > 255:
        raise WireError(
            f"PDU with {len(state.parameters)} bytes of parts; they are {PARAMETER_BYTES} each, "
            "and at most 255"
        )
    marking = state.marking.encode("ascii", "replace")
    if len(marking) > MARKING_BYTES:
        raise WireError(f"marking {state.marking!r}; it may have {MARKING_BYTES} letters")
    for name in LIMITS:
        _check(name, getattr(state, name))
    try:
        packed = _PDU.pack(
            *(state.version, state.exercise, *ENTITY_STATE, state.timestamp),
            *(BYTES + len(state.parameters), state.status, 0, *state.key, state.force, count),
            *(_TYPE.pack(*state.entity_type), _TYPE.pack(*state.alternative_type)),
            *(*state.velocity, *state.location, *state.orientation),
            *(state.appearance, state.model, state.model_parameters),
            *(*state.acceleration, *state.angular_velocity),
            *(state.character_set, marking, state.capabilities),
        )
    except struct.error as problem:
        raise WireError(f"PDU of {state.key} cannot be written: {problem}") from None
    return packed + state.parameters


def decode(data: bytes | bytearray | memoryview, offset: int = 0) -> EntityState:
    """The PDU at an offset of a datagram. A `WireError` says what is wrong with it."""
    there = len(data) - offset
    if there < HEADER_BYTES:
        raise WireError(f"PDU of {there} bytes; its header alone has {HEADER_BYTES}")
    version, _, kind, family = data[offset : offset + 4]
    if version not in VERSIONS:
        raise WireError(f"PDU of version {version}; {_choices()} are read")
    if (kind, family) != ENTITY_STATE:
        raise WireError(f"PDU of type {kind} and family {family}; only Entity State (1, 1) is read")
    if there < BYTES:
        raise WireError(f"Entity State PDU of {there} bytes; it has at least {BYTES}")
    fields = _fields(_PDU.unpack_from(data, offset))
    length, count = fields["length"], fields["parameters"]
    if not BYTES + PARAMETER_BYTES * count <= length <= there:
        raise WireError(
            f"Entity State PDU that says it has {length} bytes and {count} parts; "
            f"{there} bytes came, and {BYTES} + {PARAMETER_BYTES} a part are needed"
        )
    for name in LIMITS:
        _check(name, fields[name])
    del fields["type"], fields["family"], fields["length"], fields["padding"]
    start = offset + BYTES
    fields["parameters"] = bytes(data[start : start + PARAMETER_BYTES * count])
    fields["key"] = EntityKey(*fields["key"])
    for name in ("entity_type", "alternative_type"):
        fields[name] = EntityType(*_TYPE.unpack(fields[name]))
    fields["marking"] = marking_text(fields["marking"])
    return EntityState(**fields)


def marking_text(marking: bytes) -> str:
    """Up to the first zero; what is no printable ASCII becomes a question mark."""
    letters = marking.split(b"\0", 1)[0]
    return "".join(chr(one) if 32 <= one < 127 else "?" for one in letters)


def _fields(values: tuple[object, ...]) -> dict[str, Any]:
    found, at = {}, 0
    for name, _, code in LAYOUT:
        count = int(code[:-1] or 1) if code[-1] in "HfdI" else 1
        found[name] = values[at] if count == 1 else values[at : at + count]
        at += count
    return found


def _check(name: str, numbers: tuple[float, float, float]) -> None:
    limit = 2.0 ** LIMITS[name]
    if not all(map(math.isfinite, numbers)):
        raise WireError(f"PDU with numbers that are not finite: {name} {numbers}")
    if not all(-limit < number < limit for number in numbers):
        raise WireError(f"PDU with {name} {numbers}; at most {limit:g} is sensible")


def _choices() -> str:
    return " and ".join(f"{version} ({name})" for version, name in VERSIONS.items())
