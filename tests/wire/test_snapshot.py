"""Snapshots: exact within their quantisation, and never misread."""

import json
import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.contracts.frames import Floats, body_to_world, rotation_matrix
from motorium.wire.layout import (
    FIN_STEPS_PER_RADIAN,
    FINS_PER_BLOCK,
    HEADER_BYTES,
    LEAF_STEPS_PER_METRE,
    LINE_BYTES,
    LINE_STATES,
    LOOK_STEPS,
    LOOKS_PER_BLOCK,
    MUSCLE_STEPS_PER_LENGTH,
    MUSCLES_PER_BLOCK,
    NODE_BLOCK_BYTES,
    NODE_STEPS_PER_LENGTH,
    PARTICLE_BYTES,
    PARTICLE_STEPS,
    POSITION_STEPS,
    RECORD_BYTES,
    SIZE_STEPS_PER_METRE,
    SUBMARINE_BYTES,
)
from motorium.wire.message import PROTOCOL, WireError
from motorium.wire.moving import Drifting, Moving
from motorium.wire.snapshot import Snapshot, SnapshotPacker, unpack
from motorium.wire.vessels import Line, Submarine

EXTENT = 200.0


def school(seed: int, count: int = 12) -> tuple[Floats, Floats, np.ndarray, np.ndarray]:
    draw = np.random.default_rng(seed)
    positions = draw.uniform(-99, 99, (count, 3))
    orientations = draw.normal(size=(count, 4))
    orientations /= np.linalg.norm(orientations, axis=1, keepdims=True)
    lengths = draw.uniform(0.05, 2.0, count).astype(np.float32)
    nodes = draw.uniform(-0.8, 0.8, (count, 23, 3)) * lengths[:, None, None]
    return positions, orientations, lengths, nodes.astype(np.float32)


def organs(seed: int, count: int = 12) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Fins, of every other fish at rest; contractions, and who shows them: every third."""
    draw = np.random.default_rng(seed)
    fins = draw.uniform(-1.5, 1.5, (count, 2, 2)).astype(np.float32)
    fins[1::2] = 0.0
    contraction = draw.uniform(0.4, 1.0, (count, 12)).astype(np.float32)
    return fins, contraction, np.arange(count) % 3 == 1


def expressions(seed: int, count: int = 12) -> np.ndarray:
    """Of every third none."""
    looks = np.random.default_rng([seed, 3]).uniform(0.01, 1.0, (count, 3)).astype(np.float32)
    looks[2::3] = 0.0
    return looks


def levels(count: int) -> np.ndarray:
    return (np.arange(count) % 3).astype(np.uint8)


def automatic(count: int) -> np.ndarray:
    return (np.arange(count) % 2).astype(np.uint8)


RADIUS, LOWEST, HIGHEST = 6.0, -2.5, 3.0
LEAF_NODES = 4


def drifting(draw: np.random.Generator, count: int) -> Drifting:
    """Every third place is empty."""
    positions = draw.uniform((-RADIUS, -RADIUS, LOWEST), (RADIUS, RADIUS, HIGHEST), (count, 3))
    there = (np.arange(count) % 3 != 2).astype(np.uint8)
    return Drifting(positions, there, draw.uniform(0.001, 0.02, count).astype(np.float32))


def surroundings(seed: int) -> Moving:
    """Five leaves of two clusters, seven places for plankton, two for bubbles, three for food."""
    draw = np.random.default_rng(seed)
    roots = np.array([[1.0, -2.0, -2.0], [-4.0, 3.0, -2.4]])[[0, 0, 1, 1, 1]]
    leaves = roots[:, None] + draw.uniform(-3.0, 3.0, (5, LEAF_NODES, 3))
    particles = (drifting(draw, 7), drifting(draw, 2), drifting(draw, 3))
    return Moving(RADIUS, LOWEST, HIGHEST, leaves, roots, particles)


def boat(seed: int, number: int = 1) -> Submarine:
    draw = np.random.default_rng(seed)
    orientation = draw.normal(size=4)
    thrust, turn, pitch, lift = draw.uniform(-1.0, 1.0, 4).tolist()
    return Submarine(
        draw.uniform(-99, 99, 3),
        orientation / np.linalg.norm(orientation),
        draw.uniform(-2, 2, 3),
        (thrust, turn, pitch, lift),
        number,
    )


def tackle(seed: int) -> Line:
    draw = np.random.default_rng(seed)
    hook, top = draw.uniform(-9, 9, (2, 3))
    return Line(hook, top, LINE_STATES[seed % 4], bool(draw.integers(2)))


def packed(
    seed: int,
    count: int = 12,
    every: int = 1,
    full: bool = False,
    habitat: Moving | None = None,
    submarines: Sequence[Submarine] = (),
    line: Line | None = None,
) -> bytes:
    positions, orientations, lengths, nodes = school(seed, count)
    has_nodes = np.arange(count) % every == 0
    slots = np.arange(count)
    drawn = {}
    if full:
        fins, contraction, has_muscles = organs(seed, count)
        drawn = {
            "fins": fins,
            "looks": expressions(seed, count),
            "contraction": contraction,
            "has_muscles": has_muscles,
            "levels": levels(count),
            "automatic": automatic(count),
        }
    return SnapshotPacker().pack(
        77,
        5,
        EXTENT,
        slots,
        positions,
        orientations,
        lengths,
        nodes,
        has_nodes,
        **drawn,
        habitat=habitat,
        time=seed / 7.0,
        submarines=submarines,
        line=line,
    )


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_round_trip(seed: int) -> None:
    """Positions to half a step of 0.1 mm, nodes to a step of L / 16384 in the world."""
    positions, orientations, lengths, nodes = school(seed)
    snapshot = unpack(packed(seed))
    assert (snapshot.tick, snapshot.roster) == (77, 5)
    assert np.abs(snapshot.positions - positions).max() <= 0.51 * EXTENT / POSITION_STEPS
    turn = rotation_matrix(snapshot.orientations) @ rotation_matrix(orientations).swapaxes(1, 2)
    angle = np.arccos(np.clip((np.trace(turn, axis1=1, axis2=2) - 1) / 2, -1, 1))
    assert angle.max() < 0.005
    wanted = positions[:, None] + body_to_world(orientations, nodes)
    error = np.abs(snapshot.world_nodes(lengths.astype(np.float64)) - wanted).max(axis=(1, 2))
    assert (error < 1.05 * lengths / NODE_STEPS_PER_LENGTH).all()


def test_only_some_have_nodes() -> None:
    data = packed(1, count=10, every=3)
    snapshot = unpack(data)
    assert snapshot.node_rows.tolist() == [0, 3, 6, 9]
    assert len(data) == HEADER_BYTES + 10 * RECORD_BYTES + 4 * NODE_BLOCK_BYTES


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=20, deadline=None)
def test_fins_and_muscles_round_trip(seed: int) -> None:
    fins, contraction, has_muscles = organs(seed)
    data = packed(seed, full=True)
    snapshot = unpack(data)
    assert np.abs(snapshot.fins - fins).max() <= 0.501 / FIN_STEPS_PER_RADIAN
    assert np.abs(snapshot.looks - expressions(seed)).max() <= 0.501 / LOOK_STEPS
    assert snapshot.muscle_rows.tolist() == [1, 4, 7, 10]
    error = np.abs(snapshot.contraction - contraction[has_muscles]).max()
    assert error <= 0.501 / MUSCLE_STEPS_PER_LENGTH
    extra = 6 * FINS_PER_BLOCK + 8 * LOOKS_PER_BLOCK + 4 * MUSCLES_PER_BLOCK
    assert len(data) == len(packed(seed)) + extra
    assert snapshot.positions.tolist() == unpack(packed(seed)).positions.tolist()
    assert snapshot.nodes.tolist() == unpack(packed(seed)).nodes.tolist()


def test_levels_ride_on_the_flags() -> None:
    plain, full = unpack(packed(3)), unpack(packed(3, full=True))
    assert full.levels.tolist() == levels(12).tolist()
    assert full.automatic.tolist() == automatic(12).astype(bool).tolist()
    assert not plain.levels.any()
    assert not plain.automatic.any()
    assert full.node_rows.tolist() == plain.node_rows.tolist()


def test_who_is_not_seen_costs_sixteen_bytes() -> None:
    data = packed(4, every=3, full=True)
    snapshot = unpack(data)
    shown = len(snapshot.node_rows)
    with_fins = len(np.flatnonzero(snapshot.fins.any(axis=(1, 2))))
    with_looks = len(np.flatnonzero(snapshot.looks.any(axis=1)))
    blocks = shown * NODE_BLOCK_BYTES + with_fins * FINS_PER_BLOCK
    blocks += with_looks * LOOKS_PER_BLOCK
    blocks += len(snapshot.muscle_rows) * MUSCLES_PER_BLOCK
    assert len(data) == HEADER_BYTES + 12 * RECORD_BYTES + blocks
    unseen = np.setdiff1d(np.arange(12), snapshot.node_rows)
    assert with_looks > 0
    assert not snapshot.fins[unseen].any()
    assert not snapshot.looks[unseen].any()


def test_fins_at_rest_cost_nothing_and_wild_ones_are_held() -> None:
    positions, orientations, lengths, nodes = school(8, 3)
    fins = np.zeros((3, 2, 2), dtype=np.float32)
    fins[1] = [[9.0, -9.0], [np.nan, 0.003]]
    looks = np.zeros((3, 3), dtype=np.float32)
    looks[0], looks[1] = [0.0, np.nan, 0.001], [9.0, -9.0, np.nan]
    contraction = np.full((3, 12), np.nan, dtype=np.float32)
    contraction[2] = 7.0
    data = SnapshotPacker().pack(
        1,
        1,
        EXTENT,
        np.arange(3),
        positions,
        orientations,
        lengths,
        nodes,
        np.ones(3, dtype=np.bool_),
        fins,
        looks,
        contraction,
        np.array([True, False, True]),
    )
    snapshot = unpack(data)
    assert len(data) == HEADER_BYTES + 3 * (RECORD_BYTES + NODE_BLOCK_BYTES) + 4 + 4 + 2 * 12
    assert snapshot.looks.tolist() == [[0.0] * 3, [1.0, 0.0, 0.0], [0.0] * 3]
    most = 127 / FIN_STEPS_PER_RADIAN
    assert snapshot.fins[1].tolist() == [[most, -most], [0.0, 0.0]]
    assert snapshot.contraction[0].tolist() == [1.0] * 12
    assert snapshot.contraction[1].tolist() == [255 / MUSCLE_STEPS_PER_LENGTH] * 12


def test_an_empty_world_is_a_header() -> None:
    data = packed(1, count=0)
    assert len(data) == HEADER_BYTES
    assert unpack(data).positions.shape == (0, 3)


def test_slots_choose_and_order() -> None:
    positions, orientations, lengths, nodes = school(2)
    everybody = np.ones(12, dtype=np.bool_)
    slots = np.array([7, 2])
    data = SnapshotPacker().pack(
        1, 1, EXTENT, slots, positions, orientations, lengths, nodes, everybody
    )
    assert unpack(data).positions == pytest.approx(positions[slots], abs=1e-4)


def test_beyond_the_extent_is_held_at_its_face() -> None:
    positions, orientations, lengths, nodes = school(3, 1)
    positions[:] = (1e6, -1e6, 0.0)
    data = SnapshotPacker().pack(
        1, 1, EXTENT, np.array([0]), positions, orientations, lengths, nodes, np.array([False])
    )
    assert unpack(data).positions[0] == pytest.approx([100, -100, 0], abs=1e-4)


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=30, deadline=None)
def test_what_moves_in_a_habitat_round_trips(seed: int) -> None:
    sent = surroundings(seed)
    data = packed(seed, count=3, full=True, habitat=sent)
    read = unpack(data).habitat
    assert read is not None
    bytes_of_leaves = 5 * LEAF_NODES * 3 * 2
    plain = len(packed(seed, count=3, full=True))
    assert len(data) == plain + bytes_of_leaves + (7 + 2 + 3) * PARTICLE_BYTES
    assert (read.radius, read.lowest, read.highest) == (RADIUS, LOWEST, HIGHEST)
    error = np.abs(read.leaves - (sent.leaves - sent.roots[:, None])).max()
    assert error <= 0.501 / LEAF_STEPS_PER_METRE
    step = 2 * RADIUS / PARTICLE_STEPS
    for one, (positions, sizes) in zip(
        sent.particles, (read.plankton, read.bubbles, read.food), strict=True
    ):
        there = one.there == 1
        assert ((sizes > 0) == there).all()
        assert np.abs(positions[there] - one.positions[there]).max() <= 0.501 * step
        assert np.abs(sizes[there] - one.sizes[there]).max() <= 0.501 / SIZE_STEPS_PER_METRE


def test_wild_leaves_and_particles_are_held() -> None:
    """What is out of bounds stands at them; what has no place is not there."""
    nowhere = np.array([[np.nan, 0.0, 0.0], [1e9, -1e9, 1e9], [0.0, 0.0, 0.0]])
    sizes = np.array([0.01, 1e9, np.nan], dtype=np.float32)
    wild = Drifting(nowhere, np.ones(3, dtype=np.uint8), sizes)
    none = Drifting(np.zeros((0, 3)), np.zeros(0, np.uint8), np.zeros(0, np.float32))
    leaves = np.array([[[1e9, np.nan, -1e9]]])
    habitat = Moving(RADIUS, LOWEST, HIGHEST, leaves, np.zeros((1, 3)), (wild, none, none))
    read = unpack(packed(1, count=0, habitat=habitat)).habitat
    assert read is not None
    most = 32767 / LEAF_STEPS_PER_METRE
    assert read.leaves.tolist() == [[[most, 0.0, -most]]]
    positions, diameters = read.plankton
    assert diameters[0] == 0.0
    assert positions[1] == pytest.approx([RADIUS, -RADIUS, HIGHEST])
    assert diameters[1] == pytest.approx(PARTICLE_STEPS / SIZE_STEPS_PER_METRE)
    assert diameters[2] == pytest.approx(1 / SIZE_STEPS_PER_METRE), "there, and as small as can be"


def test_open_water_after_a_habitat_has_none() -> None:
    packer = SnapshotPacker()
    positions, orientations, lengths, nodes = school(4, 2)
    population = (np.arange(2), positions, orientations, lengths, nodes, np.ones(2, np.bool_))
    packer.pack(1, 1, EXTENT, *population, habitat=surroundings(1))
    assert unpack(packer.pack(2, 1, EXTENT, *population)).habitat is None


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=30, deadline=None)
def test_a_submarine_and_a_line_round_trip(seed: int) -> None:
    """With and without each other and all else; half a tenth of a millimetre 100 m out."""
    plain = packed(seed, count=3, every=2, full=True)
    for sent, hanging in ((boat(seed), tackle(seed)), (boat(seed), None), (None, tackle(seed))):
        boats = () if sent is None else (sent,)
        data = packed(seed, count=3, every=2, full=True, submarines=boats, line=hanging)
        more = (sent is not None) * SUBMARINE_BYTES + (hanging is not None) * LINE_BYTES
        assert len(data) == len(plain) + more
        read = unpack(data)
        assert read.time == seed / 7.0
        assert read.positions.tolist() == unpack(plain).positions.tolist()
        assert (read.submarine is None, read.line is None) == (sent is None, hanging is None)
        if sent is not None and read.submarine is not None:
            assert np.abs(read.submarine.position - sent.position).max() < 5e-5
            assert read.submarine.orientation == pytest.approx(sent.orientation, abs=1e-6)
            assert read.submarine.velocity == pytest.approx(sent.velocity, abs=1e-6)
            assert read.submarine.helm == pytest.approx(sent.helm, abs=1e-6)
        if hanging is not None and read.line is not None:
            assert read.line.hook == pytest.approx(hanging.hook, abs=1e-6)
            assert read.line.top == pytest.approx(hanging.top, abs=1e-6)
            assert (read.line.state, read.line.caught) == (hanging.state, hanging.caught)


def test_a_submarine_that_has_gone_is_sent_no_more() -> None:
    packer = SnapshotPacker()
    positions, orientations, lengths, nodes = school(4, 2)
    population = (np.arange(2), positions, orientations, lengths, nodes, np.ones(2, np.bool_))
    packer.pack(1, 1, EXTENT, *population, submarines=[boat(1)], line=tackle(1))
    read = unpack(packer.pack(2, 1, EXTENT, *population))
    assert (read.submarine, read.line) == (None, None)


def test_up_to_eight_submarines_have_numbers_of_their_own() -> None:
    boats = [boat(number, number) for number in (1, 3, 4, 8)]
    read = unpack(packed(1, submarines=boats, line=tackle(1)))
    assert [one.number for one in read.submarines] == [1, 3, 4, 8]
    assert read.submarine is read.submarines[0]
    assert read.submarines[2].velocity == pytest.approx(boats[2].velocity, abs=1e-6)
    assert read.line is not None
    for wrong in (0, 9, 3):
        with pytest.raises(WireError, match=f"a submarine {wrong}; they have numbers of their own"):
            unpack(packed(1, submarines=[boat(1, 3), boat(1, wrong)]))
    with pytest.raises(WireError, match="9 submarines and 0 lines; there is room for 8 and 1"):
        unpack(packed(1, submarines=[boat(1, number) for number in range(1, 10)]))


def with_vessels(at: int, change: bytes) -> Callable[[bytes], bytes]:
    """A snapshot that ends with a submarine and a line, changed so far before its end."""

    def spoil(_: bytes) -> bytes:
        data = packed(5, submarines=[boat(5)], line=tackle(5))
        return data[: len(data) - at] + change + data[len(data) - at + len(change) :]

    return spoil


def test_the_same_packer_grows_and_shrinks() -> None:
    packer = SnapshotPacker()
    for count in (3, 100, 5):
        positions, orientations, lengths, nodes = school(4, count)
        data = packer.pack(
            1,
            1,
            EXTENT,
            np.arange(count),
            positions,
            orientations,
            lengths,
            nodes,
            np.ones(count, dtype=np.bool_),
        )
        assert unpack(data).positions == pytest.approx(positions, abs=1e-4)


def test_cores_that_share_the_work_write_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = packed(9, count=100, every=3, full=True)
    monkeypatch.setattr("motorium.wire.snapshot.SERIAL_RECORDS", 10)
    monkeypatch.setattr("motorium.wire.snapshot.usable_cores", lambda: 3)
    assert packed(9, count=100, every=3, full=True) == alone


def flagged(flags: int) -> Callable[[bytes], bytes]:
    """The first record with other flags."""
    at = HEADER_BYTES + 15
    return lambda data: data[:at] + bytes([flags]) + data[at + 1 :]


BROKEN: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "short": (lambda data: data[:10], "shorter than its header"),
    "foreign": (lambda data: b"GIF8" + data[4:], "does not begin with MTRM"),
    "other protocol": (
        lambda data: data[:4] + struct.pack("<H", PROTOCOL + 1) + data[6:],
        f"of protocol {PROTOCOL + 1}",
    ),
    "cut": (lambda data: data[:-1], "announces 12 records, 12 blocks of nodes"),
    "longer": (lambda data: data + b"\0", "announces 12 records"),
    "flags": (flagged(0), "flags 11 records with nodes"),
    "fins": (flagged(3), "flags 1 records with fins"),
    "looks": (flagged(65), "flags 1 records with looks"),
    "more looks": (lambda data: data[:80] + b"\1" + data[81:], "1 of looks"),
    "muscles": (
        flagged(5),
        "flags 1 records with muscles",
    ),
    "more muscles": (lambda data: data[:36] + b"\xff" + data[37:], "255 of muscles"),
    "leaves": (lambda data: data[:40] + b"\1" + data[41:56] + b"\1" + data[57:], "1 leaves of 1"),
    "plankton": (lambda data: data[:44] + b"\2" + data[45:], r"2 \+ 0 \+ 0 particles"),
    "bounds": (lambda data: data[:60] + struct.pack("<f", np.nan) + data[64:], "of radius nan m"),
    "submarines": (lambda data: data[:58] + b"\2" + data[59:], "2 submarines, 0 lines"),
    "two lines": (
        lambda data: data[:59] + b"\2" + data[60:] + bytes(2 * LINE_BYTES),
        "0 submarines and 2 lines; there is room for 8 and 1",
    ),
    "lost boat": (
        with_vessels(SUBMARINE_BYTES + LINE_BYTES, struct.pack("<f", np.nan)),
        "a submarine that is nowhere",
    ),
    "lost hook": (with_vessels(LINE_BYTES, struct.pack("<f", np.inf)), "at a place"),
    "idle line": (with_vessels(4, b"\4"), "a line in state 4; 0 to 3 are up, sinks, waits, pulls"),
    "no height": (lambda data: data[:60] + struct.pack("<f", 9.0) + data[64:], "between 0 and 0 m"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_snapshot_is_refused(fault: str) -> None:
    spoil, sentence = BROKEN[fault]
    with pytest.raises(WireError, match=sentence):
        unpack(spoil(packed(5)))


@given(data=st.binary(max_size=600))
@settings(max_examples=300, deadline=None)
def test_noise_is_refused_or_read_but_never_crashes(data: bytes) -> None:
    whole = packed(6, 2, full=True, habitat=surroundings(6), submarines=[boat(6)], line=tackle(6))
    for noise in (data, whole[:HEADER_BYTES] + data, data + whole[len(data) :]):
        with suppress(WireError):
            assert isinstance(unpack(noise), Snapshot)


GOLDEN = Path(__file__).parent / "golden_snapshot.bin"


def golden() -> bytes:
    habitat, boats, line = surroundings(2026), (boat(2026), boat(2027, 4)), tackle(2026)
    return packed(2026, count=3, every=2, full=True, habitat=habitat, submarines=boats, line=line)


def test_the_golden_packet_is_still_written_and_read() -> None:
    """The page's own tests read the same two files: both sides mean the same bytes."""
    data = GOLDEN.read_bytes()
    assert golden() == data
    meaning = json.loads(GOLDEN.with_suffix(".json").read_text(encoding="utf-8"))
    snapshot = unpack(data)
    assert (snapshot.tick, snapshot.roster) == (meaning["tick"], meaning["roster"])
    assert snapshot.positions == pytest.approx(np.array(meaning["positions"]), abs=1e-12)
    nodes = snapshot.world_nodes(np.array(meaning["lengths"]))
    assert [str(row) for row in snapshot.node_rows] == list(meaning["nodes"])
    assert nodes == pytest.approx(np.array(list(meaning["nodes"].values())), abs=1e-12)
    assert snapshot.fins.reshape(3, 4).tolist() == meaning["fins"]
    assert snapshot.looks.tolist() == meaning["looks"]
    assert [str(row) for row in snapshot.muscle_rows] == list(meaning["contraction"])
    assert snapshot.contraction.tolist() == list(meaning["contraction"].values())
    assert snapshot.levels.tolist() == meaning["levels"]
    assert snapshot.automatic.tolist() == meaning["automatic"]
    habitat = snapshot.habitat
    assert habitat is not None
    assert habitat.leaves.tolist() == meaning["leaves"]
    assert snapshot.time == meaning["time"]
    line = snapshot.line
    assert line is not None
    for submarine, said in zip(snapshot.submarines, meaning["submarines"], strict=True):
        for name in ("position", "orientation", "velocity"):
            assert getattr(submarine, name).tolist() == said[name]
        assert list(submarine.helm) == said["helm"]
        assert submarine.number == said["number"]
    assert line.hook.tolist() == meaning["line"]["hook"]
    assert line.top.tolist() == meaning["line"]["top"]
    assert [line.state, line.caught] == [meaning["line"]["state"], meaning["line"]["caught"]]
    for name in ("plankton", "bubbles", "food"):
        positions, sizes = getattr(habitat, name)
        there = sizes > 0
        assert sizes.tolist() == meaning[name]["sizes"]
        assert positions[there] == pytest.approx(np.array(meaning[name]["places"]), abs=1e-12)
