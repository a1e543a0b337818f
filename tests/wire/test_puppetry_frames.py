"""Frames of the puppet stage, byte by byte."""

from __future__ import annotations

import struct
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.wire.message import WireError
from motorium.wire.puppet_frame import HEADER, pack_puppet_frame, unpack_puppet_frame

POINTS = np.array([[0.5, 0.0, 1.5], [-0.25, 0.0, 2.0]])
VERTICES = np.array([[1.0, 2.0, 3.0]])

GOLDEN = bytes.fromhex(
    "07000000"  # revision 7
    "39300000"  # tick 12345
    "000000000000f83f"  # 1.5 s
    "02000000"  # two points
    "01000000"  # one vertex
    "0000003f000000000000c03f"  # 0.5, 0, 1.5
    "000080be0000000000000040"  # -0.25, 0, 2
    "0000803f0000004000004040"  # 1, 2, 3
)


def test_a_frame_is_these_bytes() -> None:
    assert pack_puppet_frame(7, 12345, 1.5, POINTS, VERTICES) == GOLDEN


def test_a_frame_is_read_back() -> None:
    frame = unpack_puppet_frame(GOLDEN)
    assert (frame.revision, frame.tick, frame.seconds) == (7, 12345, 1.5)
    assert np.array_equal(frame.points, POINTS)
    assert np.array_equal(frame.vertices, VERTICES)


def test_arrays_begin_where_numbers_can_be_read_in_place() -> None:
    assert HEADER.size == 24
    assert HEADER.size % 8 == 0


def test_counters_wrap() -> None:
    frame = unpack_puppet_frame(pack_puppet_frame(2**32 + 1, 2**32, 0.0, POINTS, VERTICES[:0]))
    assert (frame.revision, frame.tick) == (1, 0)
    assert frame.vertices.shape == (0, 3)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "frame of 0 bytes; its header alone has 24"),
        (GOLDEN[:-1], "frame of 59 bytes; 2 points and 1 vertices take 60"),
        (GOLDEN + b"\0", "frame of 61 bytes"),
        (struct.pack("<IIdII", 1, 1, 0.0, 2**32 - 1, 2**32 - 1), "too many"),
        (struct.pack("<IIdII", 1, 1, float("nan"), 0, 0), "not finite"),
        (GOLDEN[:24] + b"\xff" * 36, "not finite"),
    ],
)
def test_what_is_no_frame_gets_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(WireError, match=sentence):
        unpack_puppet_frame(data)


@given(data=st.binary(max_size=120))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(WireError):
        frame = unpack_puppet_frame(data)
        assert np.isfinite(frame.points).all()


@given(
    points=st.integers(0, 5),
    vertices=st.integers(0, 5),
    seed=st.integers(0, 2**32 - 1),
    tick=st.integers(0, 2**32 - 1),
)
@settings(max_examples=100, deadline=None)
def test_whatever_is_packed_is_read_back(points: int, vertices: int, seed: int, tick: int) -> None:
    chance = np.random.default_rng(seed)
    skeleton, skin = chance.normal(size=(points, 3)), chance.normal(size=(vertices, 3))
    frame = unpack_puppet_frame(pack_puppet_frame(seed, tick, tick / 60, skeleton, skin))
    assert (frame.revision, frame.tick, frame.seconds) == (seed, tick, tick / 60)
    assert np.array_equal(frame.points, skeleton.astype(np.float32))
    assert np.array_equal(frame.vertices, skin.astype(np.float32))
