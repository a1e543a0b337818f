"""Entity State PDUs are read as others write them, and written as others read them."""

from __future__ import annotations

import math
import struct
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorium.wire.dis.pdu import (
    BYTES,
    LAYOUT,
    LIMITS,
    EntityKey,
    EntityState,
    EntityType,
    decode,
    encode,
)
from motorium.wire.message import WireError
from tests.wire.dis.material import foreign, soldier

LEOPARD = {
    "version": 7,
    "exercise": 1,
    "status": 0x0B,
    "key": EntityKey(1, 200, 1),
    "force": 1,
    "entity_type": EntityType(1, 2, 57, 1, 1, 1, 0),
    "alternative_type": EntityType(1, 2, 57, 1, 1, 1, 0),
    "location": (3521841.22294917, 523619.366070285, 5274056.14015442),
    "velocity": (0.0, 0.0, 0.0),
    "orientation": (1.72458, 0.00916304, -2.54929),
    "appearance": 0x001193A1,
    "model": 2,
    "marking": "Leopard2",
    "character_set": 0,
    "capabilities": 0,
}
FOREIGN: dict[str, dict[str, Any]] = {
    "dis7_EntityStatePdu-articulated_parts.raw": {**LEOPARD, "timestamp": 0x9011A3DC, "parts": 2},
    "dis7_EntityStatePdu-attached_parts.raw": {**LEOPARD, "timestamp": 0x733D1A6A, "parts": 1},
    "dis7_EntityStatePdu-separationVP.raw": {**LEOPARD, "timestamp": 0x29402008, "parts": 1},
    "dis_EntityStatePdu-26.raw": {
        "version": 6,
        "exercise": 7,
        "timestamp": 0x001E91E2,
        "key": EntityKey(42, 4, 26),
        "force": 1,
        "entity_type": EntityType(1, 1, 39, 7, 2, 1, 0),
        "location": (4374082.80485589, 1667679.95730107, 4318284.36890269),
        "orientation": (1.93505, -0.0, -2.31924),
        "appearance": 0x00200000,
        "model": 2,
        "marking": "26",
        "character_set": 1,
        "parts": 0,
    },
    "dis_EntityStatePdu-vbs-articulated-parameters.raw": {
        "version": 6,
        "exercise": 1,
        "key": EntityKey(1425, 2850, 1),
        "entity_type": EntityType(1, 1, 20000, 0, 0, 3, 243),
        "location": (3999544.80387947, -149846.715388984, 4949674.36268346),
        "orientation": (3.1006, -0.614084, 3.07812),
        "angular_velocity": (-0.0, -0.0, 0.0),
        "model": 4,
        "marking": "13",
        "parts": 16,
    },
    "dis_EntityStatePdu-vrf-articulated-parameters.raw": {
        "version": 6,
        "exercise": 1,
        "key": EntityKey(1, 3001, 4),
        "entity_type": EntityType(1, 1, 78, 1, 2, 0, 0),
        "location": (3529294.87579819, 555520.439215541, 5265906.38388811),
        "orientation": (-1.41481, 0.000201486, 2.54765),
        "appearance": 0x00400000,
        "model": 4,
        "marking": "Leo2A4 1",
        "parts": 8,
    },
}
"""As tshark prints them."""


@pytest.mark.parametrize("name", FOREIGN)
def test_packets_of_other_programs_are_read(name: str) -> None:
    state = decode(foreign(name).read_bytes())
    for field, value in FOREIGN[name].items():
        if field == "parts":
            assert len(state.parameters) == 16 * value
        elif isinstance(value, tuple) and isinstance(value[-1], float):
            assert getattr(state, field) == pytest.approx(value, rel=2e-6)
        else:
            assert getattr(state, field) == value, field


@pytest.mark.parametrize("name", FOREIGN)
def test_packets_of_other_programs_are_written_to_the_byte(name: str) -> None:
    data = foreign(name).read_bytes()
    assert encode(decode(data)) == data


def test_the_layout_has_no_gaps() -> None:
    at = 0
    for _, offset, code in LAYOUT:
        assert offset == at
        at += struct.calcsize(f">{code}")
    assert at == BYTES


def test_some_bytes_are_where_the_standard_has_them() -> None:
    state = replace(soldier(5), exercise=9, velocity=(1.0, 0.0, -2.0), model=4)
    data = encode(state)
    assert data[:4] == bytes([7, 9, 1, 1])
    assert data[8:10] == (144).to_bytes(2, "big")
    assert data[12:18] == bytes([0, 3, 0, 7, 0, 5])
    assert data[20:28] == bytes([3, 1, 0, 0, 11, 5, 0, 0])
    assert data[36:48] == bytes.fromhex("3f800000 00000000 c0000000")
    assert data[88] == 4
    assert data[128:140] == b"\x01SOLDIER 5\x00\x00"


BYTE = st.integers(0, 255)
SHORT = st.integers(0, 65_535)
WORD = st.integers(0, 2**32 - 1)
TYPE = st.builds(EntityType, BYTE, BYTE, SHORT, BYTE, BYTE, BYTE, BYTE)


def vectors(name: str, width: int = 32) -> st.SearchStrategy[tuple[float, float, float]]:
    limit = math.nextafter(2.0 ** LIMITS[name], 0.0) if width == 64 else 2.0 ** LIMITS[name] * 0.999
    limit = limit if width == 64 else struct.unpack(">f", struct.pack(">f", limit))[0]
    number = st.floats(-limit, limit, width=64 if width == 64 else 32)
    return st.tuples(number, number, number)


STATES = st.builds(
    EntityState,
    key=st.builds(EntityKey, SHORT, SHORT, SHORT),
    entity_type=TYPE,
    alternative_type=TYPE,
    location=vectors("location", 64),
    velocity=vectors("velocity"),
    orientation=vectors("orientation"),
    acceleration=vectors("acceleration"),
    angular_velocity=vectors("angular_velocity"),
    appearance=WORD,
    model=BYTE,
    marking=st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=11),
    force=BYTE,
    version=st.sampled_from((6, 7)),
    exercise=BYTE,
    timestamp=WORD,
    status=BYTE,
    model_parameters=st.binary(min_size=15, max_size=15),
    character_set=BYTE,
    capabilities=WORD,
    parameters=st.integers(0, 4).flatmap(lambda n: st.binary(min_size=16 * n, max_size=16 * n)),
)


@given(STATES)
def test_what_is_written_is_read(state: EntityState) -> None:
    data = encode(state)
    assert decode(data) == state
    assert decode(b"before" + data + b"behind", offset=6) == state
    assert set(state.__dict__) == {field.name for field in fields(EntityState)}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda data: data[:0], "PDU of 0 bytes; its header alone has 12"),
        (lambda data: data[:143], "Entity State PDU of 143 bytes; it has at least 144"),
        (lambda data: bytes([5]) + data[1:], "PDU of version 5; 6 (IEEE 1278.1a-1998) and 7"),
        (lambda data: data[:2] + bytes([2]) + data[3:], "PDU of type 2 and family 1; only Entity"),
        (
            lambda data: data[:8] + (145).to_bytes(2, "big") + data[10:],
            "says it has 145 bytes and 0 parts; 144 bytes came",
        ),
        (
            lambda data: data[:19] + bytes([1]) + data[20:],
            "says it has 144 bytes and 1 parts",
        ),
        (
            lambda data: data[:36] + struct.pack(">f", math.nan) + data[40:],
            "numbers that are not finite: velocity (nan, ",
        ),
        (
            lambda data: data[:48] + struct.pack(">d", -1e300) + data[56:],
            "PDU with location (-1e+300, ",
        ),
    ],
)
def test_what_is_wrong_is_refused_in_a_sentence(change: Any, sentence: str) -> None:
    with pytest.raises(WireError) as problem:
        decode(change(encode(soldier())))
    assert sentence in str(problem.value)


def test_packets_that_are_cut_anywhere_are_refused() -> None:
    data = encode(replace(soldier(), parameters=bytes(32)))
    for length in range(len(data)):
        with pytest.raises(WireError):
            decode(data[:length])


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"version": 5}, "PDU of version 5; 6"),
        ({"parameters": bytes(17)}, "17 bytes of parts; they are 16 each"),
        ({"marking": "twelve chars"}, "marking 'twelve chars'; it may have 11 letters"),
        ({"velocity": (math.inf, 0.0, 0.0)}, "not finite: velocity (inf, 0.0, 0.0)"),
        ({"location": (2.0**30, 0.0, 0.0)}, "PDU with location (1073741824.0, 0.0, 0.0)"),
        ({"exercise": 256}, "PDU of 3:7:1 cannot be written"),
    ],
)
def test_what_cannot_be_sent_is_told(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(WireError) as problem:
        encode(replace(soldier(), **wrong))
    assert sentence in str(problem.value)


def test_markings_are_printable_whatever_they_are() -> None:
    data = bytearray(encode(soldier()))
    data[129:140] = b"\x1b[31m\xff\x7fab\0z"
    assert decode(data).marking == "?[31m??ab"
