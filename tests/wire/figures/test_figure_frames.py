"""Frames of figures: small, exact, only what changed, and never more than they should be."""

from __future__ import annotations

import json
import struct
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.wire.figures.frame import FrameMemory, Picture, picture_of, unpack_frame
from motorium.wire.figures.layout import FIGURE_HEADER, FIGURE_HEADER_BYTES
from motorium.wire.figures.poses import poses_of
from motorium.wire.message import WireError
from tests.wire.figures.material import LEVELS, MadeUp, made_up, random_turns

STEP = np.sqrt(0.5) / 16383
"""Of a part of a quaternion."""


def pictured(shown: MadeUp, tick: int = 1) -> Picture:
    return picture_of(shown, tick, tick / 60, 3)


def told(picture: Picture, *memories: FrameMemory) -> bytes:
    """To a client: packed from the first memory, read into the others."""
    data = picture.pack_for(memories[0])
    for memory in memories[1:]:
        unpack_frame(data, memory)
    return data


def known(memory: FrameMemory) -> dict[int, tuple[object, ...]]:
    """Of everybody, by id and level."""
    rows = memory.rows
    counts = LEVELS.values
    return {
        int(rows.keys[slot]): (
            int(rows.shares[slot]),
            rows.places[slot].tobytes(),
            rows.values[slot, : counts[rows.keys[slot] & 3]].tobytes(),
        )
        for slot in rows.used
    }


def shown_in(picture: Picture) -> dict[int, tuple[object, ...]]:
    return {
        int(key): (
            int(picture.shares[row]),
            picture.places[row].tobytes(),
            picture.values[picture.first[row] : picture.first[row + 1]].tobytes(),
        )
        for row, key in enumerate(picture.keys)
    }


# ---------------------------------------------------------------- what it says


@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_pose_comes_back_within_the_steps_of_the_wire(level: int) -> None:
    shown = made_up([level] * 5)
    client = FrameMemory(LEVELS)
    told(pictured(shown), FrameMemory(LEVELS), client)
    poses = poses_of(client, level)
    segments = LEVELS.segments[level]
    assert poses.ids.tolist() == [7, 8, 9, 10, 11]
    local = np.concatenate([shown.turns[:, None], shown.rotations[:, 1:segments]], axis=1)
    off = np.minimum(
        np.linalg.norm(local - poses.rotations, axis=-1),
        np.linalg.norm(local + poses.rotations, axis=-1),
    )
    # Three parts are off by half a step each, the fourth by what that makes of it at most.
    assert 2.0 * off.max() < 2.0 * np.hypot(np.sqrt(3.0) * STEP / 2, 3.0 * STEP / 2)
    assert np.abs(np.abs(local) - np.abs(poses.rotations)).max() < 2.0 * STEP
    assert poses.positions[:, 0] == pytest.approx(shown.positions, abs=0.51e-4)
    slides = LEVELS.values[level] - segments
    assert poses.slides == pytest.approx(shown.slides[:, :slides], abs=0.51 / 16384)


def test_a_packet_by_hand() -> None:
    """Somebody of level 2 at (1, -2, 0.9) m, all turns none but that of segment 1: by 90 degrees
    about x, (w, x, y, z) = (r, r, 0, 0) with r = sqrt(1/2). The first largest is left out."""
    shown = made_up([2])
    shown.ids[0] = 258
    shown.positions[0] = 1.0, -2.0, 0.9
    shown.turns[0] = 1.0, 0.0, 0.0, 0.0
    shown.rotations[0] = 1.0, 0.0, 0.0, 0.0
    shown.rotations[0, 1] = np.sqrt(0.5), np.sqrt(0.5), 0.0, 0.0
    shown.shares[0] = 0.2
    none = (16384 | 16384 << 15 | 16384 << 30).to_bytes(6, "little")
    quarter = (32767 | 16384 << 15 | 16384 << 30).to_bytes(6, "little")
    expected = struct.pack("<4sIdIII", b"MTRF", 4, 4 / 60, 3, 0, 1)
    expected += struct.pack("<IBB", 258, 2, 51) + b"\xff\x0f"
    expected += struct.pack("<iii", 10_000, -20_000, 9_000) + none + quarter + 10 * none
    assert told(pictured(shown, tick=4), FrameMemory(LEVELS)) == expected


def test_no_turn_is_none_at_all() -> None:
    shown = made_up([0])
    shown.rotations[:] = 0.0
    shown.turns[:] = 1.0, 0.0, 0.0, 0.0
    client = FrameMemory(LEVELS)
    told(pictured(shown), FrameMemory(LEVELS), client)
    assert np.array_equal(poses_of(client, 0).rotations, np.tile([1, 0, 0, 0], (1, 69, 1)))


def test_numbers_that_are_none_do_no_harm() -> None:
    shown = made_up([0, 1])
    shown.rotations[0, 5] = np.nan
    shown.slides[1] = np.inf
    shown.positions[0] = 1e12
    client = FrameMemory(LEVELS)
    told(pictured(shown), FrameMemory(LEVELS), client)
    for level in (0, 1):
        poses = poses_of(client, level)
        assert np.isfinite(poses.positions).all()
        assert np.isfinite(poses.turns).all()


# ---------------------------------------------------------------- how much it says


@pytest.mark.parametrize(("level", "size", "joints"), [(0, 487, 73), (1, 181, 17), (2, 120, 11)])
def test_a_whole_update_is_small(level: int, size: int, joints: int) -> None:
    """Granieri et al., section 4: about 400 bytes for all joint angles and the figure's place."""
    memory = FrameMemory(LEVELS)
    data = told(pictured(made_up([level])), memory)
    assert len(data) == size
    assert memory.tally.joint_updates == joints
    if level == 1:
        assert len(data) <= 400


@pytest.mark.parametrize(("level", "rate", "updates"), [(0, 60, 4380), (1, 30, 510), (2, 15, 165)])
def test_updates_of_a_second_in_which_everything_changes(
    level: int, rate: int, updates: int
) -> None:
    """Granieri et al., section 4.1: 73 joints at 60 Hz are 4380, 11 at 15 Hz are 165."""
    shown, chance = made_up([level]), np.random.default_rng(5)
    server, client = FrameMemory(LEVELS), FrameMemory(LEVELS)
    for frame in range(60):
        if frame % (60 // rate) == 0:
            shown.rotations[:] = random_turns(chance, (1, 69))
        told(pictured(shown, frame), server, client)
    assert server.tally.joint_updates == client.tally.joint_updates == updates


def test_who_stands_still_costs_nothing() -> None:
    shown = made_up([0, 1, 2])
    memory = FrameMemory(LEVELS)
    told(pictured(shown), memory)
    assert len(told(pictured(shown, 2), memory)) == FIGURE_HEADER_BYTES


def test_only_what_changed_is_told() -> None:
    shown = made_up([1])
    server, client = FrameMemory(LEVELS), FrameMemory(LEVELS)
    told(pictured(shown), server, client)
    before = server.tally.joint_updates
    shown.rotations[0, 9] = random_turns(np.random.default_rng(3), ())
    data = told(pictured(shown, 2), server, client)
    assert len(data) == FIGURE_HEADER_BYTES + 6 + 3 + 6
    assert server.tally.joint_updates - before == LEVELS.joints[1, 9]
    shown.positions[0, 0] += 0.01
    assert len(told(pictured(shown, 3), server, client)) == FIGURE_HEADER_BYTES + 6 + 3 + 12 + 6
    shown.shares[0] = 0.5
    assert len(told(pictured(shown, 4), server, client)) == FIGURE_HEADER_BYTES + 6 + 3
    assert known(client) == shown_in(pictured(shown, 4))


def test_a_slide_is_an_update_of_its_joints_and_with_a_turn_the_same() -> None:
    """The chest of human-med turns and slides by one joint."""
    shown = made_up([1])
    memory = FrameMemory(LEVELS)
    told(pictured(shown), memory)
    chest = int(LEVELS.sliding[1, 0])
    for turns in (False, True):
        before = memory.tally.joint_updates
        shown.slides[0, 0] += 0.01
        if turns:
            shown.rotations[0, chest] = random_turns(np.random.default_rng(8), ())
        told(pictured(shown), memory)
        assert memory.tally.joint_updates - before == LEVELS.joints[1, chest] == 1


# ---------------------------------------------------------------- who comes, goes and skips


def test_whoever_goes_is_told_once_and_may_come_back() -> None:
    shown = made_up([0, 2, 2])
    server, client = FrameMemory(LEVELS), FrameMemory(LEVELS)
    told(pictured(shown), server, client)
    fewer = replace(shown, count=1)
    assert len(told(pictured(fewer, 2), server, client)) == FIGURE_HEADER_BYTES + 2 * 6
    assert len(told(pictured(fewer, 3), server, client)) == FIGURE_HEADER_BYTES
    told(pictured(shown, 4), server, client)
    assert known(client) == shown_in(pictured(shown))


def test_one_figure_on_two_levels_is_two_rows() -> None:
    shown = made_up([0, 1])
    shown.ids[1] = shown.ids[0]
    shown.shares[:] = 0.25, 0.75
    client = FrameMemory(LEVELS)
    told(pictured(shown), FrameMemory(LEVELS), client)
    assert len(client.rows) == 2
    shares = [float(poses_of(client, level).shares[0]) for level in (0, 1)]
    assert sum(shares) == pytest.approx(1.0, abs=1 / 255)


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[MadeUp, bool]]:
    """Crowds that change at random, and whether the client hears of each."""
    seed = draw(st.integers(0, 2**16))
    chance = np.random.default_rng(seed)
    crowd = made_up(chance.integers(0, 3, 12).tolist(), seed)
    told_of = []
    for _ in range(draw(st.integers(1, 8))):
        crowd = replace(
            crowd,
            count=int(chance.integers(0, 13)),
            levels=np.where(chance.random(12) < 0.1, 2, crowd.levels).astype(np.uint8),
            rotations=np.where(
                chance.random((12, 69, 1)) < 0.2, random_turns(chance, (12, 69)), crowd.rotations
            ),
            shares=chance.random(12).astype(np.float32),
        )
        told_of.append((crowd, draw(st.booleans())))
    return [*told_of[:-1], (told_of[-1][0], True)]


@given(history=histories())
@settings(max_examples=60, deadline=None)
def test_whoever_skips_frames_ends_up_right(history: list[tuple[MadeUp, bool]]) -> None:
    server, client = FrameMemory(LEVELS), FrameMemory(LEVELS)
    for tick, (crowd, heard) in enumerate(history):
        if heard:
            told(pictured(crowd, tick), server, client)
            assert known(server) == known(client) == shown_in(pictured(crowd))
    assert server.tally == client.tally


def test_a_large_crowd_grows_the_memory() -> None:
    shown = made_up([2] * 700)
    server, client = FrameMemory(LEVELS), FrameMemory(LEVELS)
    told(pictured(replace(shown, count=3)), server, client)
    told(pictured(shown, 2), server, client)
    assert known(client) == shown_in(pictured(shown))


# ---------------------------------------------------------------- what is refused


def test_a_lost_client_says_so_until_it_is_told_all_anew() -> None:
    shown = made_up([1, 2])
    server, client = FrameMemory(LEVELS), FrameMemory(LEVELS)
    told(pictured(shown), server)
    shown.shares[0] = 0.5
    for _ in range(2):
        with pytest.raises(WireError, match=r"frame \d of this connection"):
            unpack_frame(told(pictured(shown, 2), server), client)
    told(pictured(shown, 4), FrameMemory(LEVELS), client)
    assert known(client) == shown_in(pictured(shown))


def header(rows: int, magic: int = 0x4652544D, seconds: float = 0.0, sequence: int = 0) -> bytes:
    return FIGURE_HEADER.pack(magic, 1, seconds, 1, sequence, rows)


def row(level: int = 2, mask: bytes = b"\xff\x0f", body: int = 12 + 72) -> bytes:
    return struct.pack("<IBB", 7, level, 255) + mask + bytes(body)


BAD = {
    "its header alone has 28": b"MTRF",
    "does not begin with MTRF": header(0, magic=1),
    "frame of the time nan s": header(0, seconds=float("nan")),
    "announces 9 rows; too many": header(9) + row()[:50],
    "announces 70000 rows; too many": header(70_000) + bytes(70_000 * 6),
    "ends before its row does": header(1) + row()[:-1],
    "row 0 of 1: its level is none": header(1) + row(level=3),
    "row 1 of 2: its level is none": header(2) + row() + row(level=64),
    "takes leave of somebody who is not there": header(1) + row(level=128 | 2)[:6],
    "tells of somebody twice": header(2) + row() + row(),
    "a part of somebody of whom nothing is known": header(1) + row(mask=b"\xfe\x0f"),
    "tells more than its level has": header(1) + row(mask=b"\xff\x1f", body=200),
    "bytes behind the last row": header(1) + row() + b"x",
    "frame 5 of this connection, not 0": header(0, sequence=5),
}


@pytest.mark.parametrize("sentence", BAD)
def test_a_bad_frame_gets_a_sentence(sentence: str) -> None:
    client = FrameMemory(LEVELS)
    with pytest.raises(WireError, match=sentence):
        unpack_frame(BAD[sentence], client)
    assert len(client.rows) == 0


@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_mutated_frames_are_read_or_refused(data: st.DataObject) -> None:
    """Whatever comes, no row is written outside, and a whole frame is understood again after it."""
    shown = made_up([0, 1, 2, 2])
    good = told(pictured(shown), FrameMemory(LEVELS))
    frame = bytearray(good)
    for at in data.draw(st.lists(st.integers(0, len(frame) - 1), max_size=4)):
        frame[at] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(frame)))
    client = FrameMemory(LEVELS)
    for bad in (bytes(frame), bytes(frame[:cut]), bytes(frame) + good[28:]):
        with suppress(WireError):
            unpack_frame(bad, client)
        assert len(client.rows) <= 8
    unpack_frame(good, client)
    assert known(client) == shown_in(pictured(shown))


@pytest.mark.slow
def test_a_hundred_thousand_mutated_frames() -> None:
    chance = np.random.default_rng(11)
    server = FrameMemory(LEVELS)
    shown = made_up([0, 1, 2, 2])
    whole = told(pictured(shown), server)
    shown.rotations[:] = random_turns(chance, (4, 69))
    partial = told(pictured(shown, 2), server)
    read = 0
    client = FrameMemory(LEVELS)
    for _ in range(100_000):
        unpack_frame(whole, client)
        frame = np.frombuffer(partial, dtype=np.uint8).copy()
        at = chance.integers(0, len(frame), chance.integers(1, 6))
        frame[at] = chance.integers(0, 256, len(at))
        with suppress(WireError):
            unpack_frame(frame[: chance.integers(0, len(frame) + 1)].tobytes(), client)
            read += 1
    assert 0 < read < 100_000
    # It has room for what a frame of this size can announce, and no more.
    assert client.rows.capacity <= 256


def test_the_golden_frames_are_still_written() -> None:
    """What the page's tests read; `python -m tests.wire.figures.golden` writes it anew."""
    from tests.wire.figures.golden import GOLDEN, golden

    kept, made = json.loads(GOLDEN.read_text(encoding="utf-8")), golden()
    assert made["frames"] == kept["frames"]
    assert made["hello"] == kept["hello"]
    for one, other in zip(made["levels"], kept["levels"], strict=True):
        assert one.keys() == other.keys()
        for part in one:
            assert np.array(one[part]) == pytest.approx(np.array(other[part]), abs=2e-5)
