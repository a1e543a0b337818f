"""Frames of performances: round trips, and everything that is refused."""

import json
import struct
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.rigid.draping import drape_of, draped
from motorium.bodies.rigid.figure import rigid_figure
from motorium.bodies.rigid.parts import COORDINATES
from motorium.bodies.rigid.wearing import place
from motorium.contracts.frames import quaternion_from_axes
from motorium.wire.message import WireError
from motorium.wire.mocap.packets import Packet, SampleReader, pack_sample
from motorium.wire.mocap.state import CLOCK
from motorium.wire.performing.frame import (
    DOUBLE_BYTES,
    FLAG_FALLEN,
    FLAG_RIGHT_HOLDS,
    HEADER,
    DoubleShown,
    pack_performance_frame,
    unpack_performance_frame,
)
from tests.bodies.rigid.test_draping import twisted

GOLDEN = Path(__file__).with_name("golden_performance.json")


def double(seed: int, corners: int = 5) -> DoubleShown:
    rolls = np.random.default_rng(seed)
    return DoubleShown(
        coordinates=rolls.normal(size=COORDINATES),
        performer=rolls.normal(size=COORDINATES),
        centre=rolls.normal(size=3),
        performed=rolls.normal(size=3),
        balance=float(rolls.uniform()),
        ground=float(rolls.normal()),
        flags=FLAG_FALLEN | FLAG_RIGHT_HOLDS,
        corners=rolls.normal(size=(corners, 2)),
    )


@given(
    doubles=st.integers(0, 4),
    props=st.integers(0, 30),
    corners=st.integers(0, 64),
    tick=st.integers(0, 2**32 - 1),
)
@settings(max_examples=60, deadline=None)
def test_what_is_packed_is_unpacked(doubles: int, props: int, corners: int, tick: int) -> None:
    shown = [double(number, corners) for number in range(doubles)]
    places = np.random.default_rng(9).normal(size=(props, 7))
    frame = unpack_performance_frame(pack_performance_frame(3, tick, 1.5, shown, places))
    assert (frame.revision, frame.tick, frame.seconds) == (3, tick, 1.5)
    assert frame.props == pytest.approx(places, abs=1e-6)
    for one, other in zip(frame.doubles, shown, strict=True):
        assert one.coordinates == pytest.approx(other.coordinates, abs=1e-6)
        assert one.performer == pytest.approx(other.performer, abs=1e-6)
        assert one.centre == pytest.approx(other.centre, abs=1e-6)
        assert one.performed == pytest.approx(other.performed, abs=1e-6)
        assert one.corners == pytest.approx(other.corners, abs=1e-6)
        assert one.balance == pytest.approx(other.balance)
        assert one.flags == other.flags


def test_a_frame_that_is_cut_anywhere_is_refused() -> None:
    whole = pack_performance_frame(1, 2, 0.0, [double(1), double(2)], np.zeros((3, 7)))
    for length in range(len(whole)):
        with pytest.raises(WireError, match="frame of"):
            unpack_performance_frame(whole[:length])


@given(data=st.binary(max_size=2000))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(WireError):
        assert unpack_performance_frame(data).tick >= 0


def test_lies_about_corners_and_numbers_are_refused() -> None:
    whole = bytearray(pack_performance_frame(1, 2, 0.0, [double(1)], np.zeros((1, 7))))
    lying = bytearray(whole)
    struct.pack_into("<H", lying, HEADER.size + DOUBLE_BYTES - 2, 60)
    with pytest.raises(WireError, match="double 0 has 60 corners, and only 5 are left"):
        unpack_performance_frame(bytes(lying))
    struct.pack_into("<f", whole, HEADER.size, float("nan"))
    with pytest.raises(WireError, match="not finite"):
        unpack_performance_frame(bytes(whole))


def _packets(sample: str) -> list[Packet]:
    reader = SampleReader()
    assert reader.feed(bytes.fromhex(sample)) == []
    return reader.flush()[0]


def golden() -> dict[str, object]:
    """A frame, and where a page must draw the segments of its double; the same as packets."""
    skeleton = load_skeleton("human-high")
    figure, drape = rigid_figure(skeleton), drape_of(skeleton, skeleton)
    shown = double(4, 6)
    pose = twisted(4)
    frame = pack_performance_frame(
        7, 4711, 12.25, [DoubleShown(**(vars(shown) | {"coordinates": pose}))], np.eye(2, 7)
    )
    placed = place(figure, pose[None])
    positions, turns = draped(figure, drape, placed)
    closed, _ = draped(figure, drape, placed, closed=True)
    still = np.array([[1.0, 0.0, 0.0, 0.0]])
    sample = pack_sample(
        [
            Packet(CLOCK, np.array([[12.25, 7.0, 0.0]]), still),
            Packet("HERO", placed.positions[0], quaternion_from_axes(placed.rotations[0])),
            Packet("BALL", np.array([[1.5, -2.0, 0.25]]), np.array([[0.6, 0.0, 0.8, 0.0]])),
        ]
    )
    return {
        "frame": frame.hex(),
        "sample": sample.hex(),
        "balance": round(shown.balance, 6),
        "ground": round(shown.ground, 6),
        "positions": np.round(positions, 5).tolist(),
        "turns": np.round(turns, 5).tolist(),
        "closed": np.round(closed, 5).tolist(),
    }


def test_the_golden_frame_is_as_it_was() -> None:
    """The page's tests read the same file; `python -m tests.wire.performing.golden` writes it."""
    kept = json.loads(GOLDEN.read_text(encoding="utf-8"))
    made = golden()
    assert kept["frame"][: 2 * HEADER.size] == str(made["frame"])[: 2 * HEADER.size]
    one, other = (unpack_performance_frame(bytes.fromhex(str(x["frame"]))) for x in (kept, made))
    assert one.doubles[0].coordinates == pytest.approx(other.doubles[0].coordinates, abs=1e-6)
    kept_packets, made_packets = (_packets(str(told["sample"])) for told in (kept, made))
    for old, new in zip(kept_packets, made_packets, strict=True):
        assert old.name == new.name
        assert old.places == pytest.approx(new.places, abs=1e-9)
        assert old.turns == pytest.approx(new.turns, abs=1e-9)
    for key in ("positions", "turns", "closed"):
        assert np.array(kept[key]) == pytest.approx(np.array(made[key]), abs=2e-5)
