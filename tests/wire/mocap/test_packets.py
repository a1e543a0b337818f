"""The thesis' packets: a golden one, round trips, streams cut anywhere, and rubbish."""

import struct
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.wire.message import WireError
from motorium.wire.mocap.packets import Packet, SampleReader, pack_sample

GOLDEN = (
    b"HERO\0\0\0\x02"
    + struct.pack("<7d", 1.5, -2.0, 0.25, 1.0, 0.0, 0.0, 0.0)
    + struct.pack("<7d", 0.0, 0.5, 1.75, 0.6, 0.0, 0.8, 0.0)
)
"""Worked by hand from Fig. 4.2."""


def packet(name: str, bodies: int, seed: int = 1) -> Packet:
    rolls = np.random.default_rng(seed)
    turns = rolls.normal(size=(bodies, 4))
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    return Packet(name, rolls.normal(size=(bodies, 3)), turns)


def same(one: Packet, other: Packet) -> bool:
    return (
        one.name == other.name
        and np.array_equal(one.places, other.places)
        and np.allclose(one.turns, other.turns, atol=1e-15)
    )


def test_the_golden_packet() -> None:
    hero = Packet(
        "HERO",
        np.array([[1.5, -2.0, 0.25], [0.0, 0.5, 1.75]]),
        np.array([[1.0, 0.0, 0.0, 0.0], [0.6, 0.0, 0.8, 0.0]]),
    )
    assert pack_sample([hero]) == GOLDEN
    assert len(GOLDEN) == 8 + 56 * 2
    reader = SampleReader()
    assert reader.feed(GOLDEN) == []
    ((read,),) = reader.flush()
    assert same(read, hero)


@given(
    sizes=st.lists(st.integers(0, 20), min_size=1, max_size=5),
    cuts=st.lists(st.integers(1, 300), min_size=1, max_size=30),
)
@settings(max_examples=100, deadline=None)
def test_a_stream_may_be_cut_anywhere(sizes: list[int], cuts: list[int]) -> None:
    samples = [
        [packet(f"OBJ{k}", size, seed=10 * time + k) for k, size in enumerate(sizes)]
        for time in range(3)
    ]
    data = b"".join(map(pack_sample, samples))
    reader, found = SampleReader(), []
    at = 0
    while at < len(data):
        step = cuts[at % len(cuts)]
        found += reader.feed(data[at : at + step])
        at += step
    found += reader.flush()
    assert reader.dropped == 0
    assert len(found) == len(samples)
    for one, other in zip(found, samples, strict=True):
        assert len(one) == len(other)
        assert all(map(same, one, other))


@pytest.mark.parametrize(
    ("packets", "sentence"),
    [
        ([packet("TOOLONGNAME", 1)], "1 to 7 ASCII characters"),
        ([packet("", 1)], "1 to 7 ASCII characters"),
        ([packet("HÉRO", 1)], "1 to 7 ASCII characters"),
        ([packet("A", 256)], "at most 255 bodies"),
        ([packet("A", 1), packet("A", 2)], "more than one object of a sample is called 'A'"),
        ([Packet("A", np.zeros((2, 3)), np.zeros((1, 4)))], r"not \(2, 3\) and \(1, 4\)"),
    ],
)
def test_what_cannot_be_said_is_named(packets: list[Packet], sentence: str) -> None:
    with pytest.raises(WireError, match=sentence):
        pack_sample(packets)


def test_what_makes_no_sense_is_dropped_and_the_rest_read() -> None:
    good, bad = packet("GOOD", 2), packet("BAD", 2)
    rubbish = [
        bad._replace(places=bad.places * np.nan),
        bad._replace(places=bad.places + 1e9),
        bad._replace(turns=bad.turns * 0.0),
    ]
    reader = SampleReader()
    for one in rubbish:
        reader.feed(pack_sample([one]))
    reader.feed(pack_sample([good]))
    ((read,),) = reader.flush()
    assert same(read, good)
    assert reader.dropped == len(rubbish)


def test_who_loses_a_byte_has_lost_the_stream() -> None:
    data = pack_sample([packet("HERO", 15)])
    reader = SampleReader()
    with pytest.raises(WireError, match="the stream is lost"):
        reader.feed(data[1:] + data + data)


@given(data=st.binary(max_size=2000))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    reader = SampleReader()
    with suppress(WireError):
        for sample in reader.feed(data):
            for one in sample:
                assert np.isfinite(one.places).all()
                assert np.linalg.norm(one.turns, axis=1) == pytest.approx(1.0)
