"""Repertoire files: exact, and refused in a sentence wherever anything is wrong with them."""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from safetensors.numpy import save

from motorium.bodies.species import load_species
from motorium.motion import store
from motorium.motion.digest import FORMAT, repertoire_digest
from motorium.motion.segments import SEGMENTS, TENSORS, Repertoire
from motorium.motion.store import (
    RepertoireError,
    parse_repertoire,
    read_repertoire,
    ready_repertoire,
    repertoire_bytes,
    repertoire_file,
    write_repertoire,
)
from tests.motion.made_up import made_up_repertoire

GOLDEN = Path(__file__).parent / "golden_repertoire.safetensors"
SMALL = repertoire_bytes(made_up_repertoire(frames=1))
HEADER_END = 8 + int.from_bytes(SMALL[:8], "little")
HERRING = load_species("herring")
GOLDEN_CONTENT = "41d99ec256d8191354d6a2a28995a18218479bcefeb5ec99f93c3a90d9fa5449"
Tensors = dict[str, np.ndarray]


def parts_of(data: bytes) -> tuple[Tensors, dict[str, Any]]:
    """Tensors and our part of the header, to be spoilt."""
    end = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:end])
    tensors = {
        name: np.frombuffer(data[end + entry["data_offsets"][0] :], "f4", np.prod(entry["shape"]))
        .reshape(entry["shape"])
        .copy()
        for name, entry in header.items()
        if name != "__metadata__"
    }
    return tensors, json.loads(header["__metadata__"]["motorium"])


def sealed(tensors: Tensors, facts: dict[str, Any]) -> bytes:
    """A file with a checksum that is right, whatever else is wrong."""
    facts = {**facts, "checksum": "0" * 64}
    blank = save(tensors, {"motorium": json.dumps(facts, separators=(",", ":"))})
    place = blank.rfind(b'\\"checksum\\":\\"') + len(b'\\"checksum\\":\\"')
    return blank[:place] + hashlib.sha256(blank).hexdigest().encode() + blank[place + 64 :]


def assert_same(found: Repertoire, expected: Repertoire) -> None:
    for name in ("species", "digest", "traits", "provenance", "receipt", "has_points"):
        assert getattr(found, name) == getattr(expected, name), name
    for mine, theirs in zip(found.segments, expected.segments, strict=True):
        for name in ("name", "kind", "cyclic", "seconds", "speed", "turn"):
            assert getattr(mine, name) == getattr(theirs, name), name
        assert (mine.stance == theirs.stance).all()
        for name in (*TENSORS, *(["points"] if found.has_points else [])):
            array = getattr(mine, name)
            assert array.dtype == np.float32
            assert not array.flags.writeable
            assert (array == getattr(theirs, name).astype(np.float32)).all(), name


@pytest.mark.parametrize("points", [False, True])
@pytest.mark.parametrize("seed", [0, 1])
def test_what_is_written_is_read(tmp_path: Path, points: bool, seed: int) -> None:
    repertoire = made_up_repertoire(points=points, seed=seed, frames=3)
    path = tmp_path / "deep" / "herring.safetensors"
    write_repertoire(path, repertoire)
    found = read_repertoire(path, "herring")
    assert_same(found, repertoire)
    assert repertoire_bytes(found) == repertoire_bytes(repertoire) == path.read_bytes()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_repertoire_takes_little_more_than_its_numbers() -> None:
    repertoire = made_up_repertoire(points=True, frames=60)
    frames = sum(segment.frames for segment in repertoire.segments)
    numbers = 9 + 3 + 2 * 69 + 12 + 1 + 426 * 3
    assert len(repertoire_bytes(repertoire)) == pytest.approx(4 * numbers * frames, rel=0.01)


def test_what_json_has_no_words_for_is_refused() -> None:
    for odd in (float("nan"), object(), np.float32(1)):
        repertoire = made_up_repertoire()
        repertoire.provenance["odd"] = odd  # type: ignore[index]
        with pytest.raises(RepertoireError, match="the repertoire of herring holds what JSON"):
            repertoire_bytes(repertoire)


def test_a_checksum_of_somebody_else_does_not_disturb() -> None:
    repertoire = made_up_repertoire()
    repertoire.provenance["checksum"] = "f" * 64  # type: ignore[index]
    repertoire.provenance["text"] = '"checksum":"' + "0" * 64 + '"'  # type: ignore[index]
    assert parse_repertoire(repertoire_bytes(repertoire), "x").provenance == repertoire.provenance


def test_the_first_format_is_still_read() -> None:
    """A file of format 1 as it was once written; it must never be written again."""
    found = read_repertoire(GOLDEN, "herring")
    assert found.digest == "0123456789abcdef"
    assert found.provenance == {"motorium": "0.1.0", "seed": 7}
    assert found.traits.braking == 1.5
    assert found["turn-left-sharp"].kind == "turn"
    assert found["swim-slow"].cyclic
    assert [segment.frames for segment in found.segments] == [1, 2, 3] * 4
    content = hashlib.sha256()
    for segment in found.segments:
        for name in TENSORS:
            content.update(getattr(segment, name).tobytes())
        content.update(segment.stance.tobytes())
        content.update(np.array([segment.seconds, segment.speed, segment.turn]).tobytes())
    assert content.hexdigest() == GOLDEN_CONTENT


def refused(data: bytes) -> str:
    """The sentence with which bytes are refused; that they are is the point."""
    with pytest.raises(RepertoireError) as refusal:
        parse_repertoire(data, "some/file.safetensors")
    sentence = str(refusal.value)
    assert sentence.startswith("some/file.safetensors: ")
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda data: b"", "is empty"),
        (lambda data: data[:5], "is cut off within its header, after 5 bytes"),
        (lambda data: data[:8], "is cut off within its header, after 8 bytes"),
        (lambda data: data[:500], "is cut off within its header, after 500 bytes"),
        (lambda data: data[:-1], f"is cut off: it has {len(SMALL) - 1} of {len(SMALL)} bytes"),
        (lambda data: data[:HEADER_END], f"is cut off: it has {HEADER_END} of"),
        (lambda data: data + b"\0", f"it has {len(SMALL) + 1} bytes, not {len(SMALL)}"),
        (lambda data: data + data, "is corrupted: it has"),
        (lambda data: b"Once upon a time there was a fish", "is not a repertoire: it does not"),
        (lambda data: b"\x89PNG\r\n\x1a\n" + bytes(1000), "is not a repertoire"),
        (lambda data: b"\xff" * 8 + b'{"__metadata__":', "is not a repertoire"),
        (lambda data: bytes(20_000), "is not a repertoire"),
        (lambda data: save({"weight": np.zeros(3)}), "its header has no part of ours"),
        (lambda data: save({"w": np.zeros(3)}, {"motorium": "[]"}), "has no part of ours"),
        (lambda data: save({"w": np.zeros(3)}, {"motorium": "fish"}), "its header cannot be read"),
        (lambda data: data[: len(data) // 2] + bytes(len(data) // 2), "its checksum differs"),
        (
            lambda data: (10**5).to_bytes(8, "little") + b"{" + b'"a":[' * 20_000,
            "its header cannot be read",
        ),
    ],
)
def test_what_is_wrong_is_told(spoil: Callable[[bytes], bytes], sentence: str) -> None:
    assert sentence in refused(spoil(SMALL))


def test_a_newer_file_is_refused_with_what_to_do() -> None:
    tensors, facts = parts_of(SMALL)
    newer = sealed(tensors, {**facts, "format": FORMAT + 1, "segments": "told otherwise"})
    assert refused(newer) == (
        f"some/file.safetensors: was written by a newer Motorium, in format {FORMAT + 1}; update, "
        "or compile again: motorium compile herring"
    )
    for odd in (0, -1, 1.0, "1", True, None):
        assert "is not a format" in refused(sealed(tensors, {**facts, "format": odd}))


def without(facts: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if name != key}


def with_segment(facts: dict[str, Any], number: int, **changes: Any) -> dict[str, Any]:
    rows = [dict(row) for row in facts["segments"]]
    rows[number].update(changes)
    return {**facts, "segments": rows}


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda facts: without(facts, "traits"), "wrong at traits"),
        (lambda facts: without(facts, "segments"), "wrong at segments"),
        (lambda facts: {**facts, "wings": 2}, "wrong at wings"),
        (lambda facts: {**facts, "species": "../herring"}, "wrong at species"),
        (lambda facts: {**facts, "traits": {**facts["traits"], "drag": -1}}, "trait drag is -1"),
        (lambda facts: {**facts, "segments": []}, "not float32 of (0, 3, 3)"),
        (lambda facts: {**facts, "segments": facts["segments"][::-1]}, "begins at frame"),
        (lambda facts: with_segment(facts, 0, frames=10**15), "not float32 of (1000000000000"),
        (lambda facts: with_segment(facts, 0, frames=0), "wrong at segments.0.frames"),
        (lambda facts: with_segment(facts, 0, frames=True), "wrong at segments.0.frames"),
        (lambda facts: with_segment(facts, 1, first=0), "swim-slow begins at frame 0, not 1"),
        (lambda facts: with_segment(facts, 0, name="rest"), "missing: hover"),
        (lambda facts: with_segment(facts, 0, kind="dance"), "wrong at segments.0.kind"),
        (lambda facts: with_segment(facts, 0, seconds=0), "wrong at segments.0.seconds"),
        (lambda facts: with_segment(facts, 0, speed="fast"), "wrong at segments.0.speed"),
        (lambda facts: with_segment(facts, 0, speed=float("nan")), "wrong at"),
        (lambda facts: with_segment(facts, 0, stance=[[1, 0, 0]]), "wrong at segments.0.stance"),
    ],
)
def test_a_header_that_lies_is_refused(
    spoil: Callable[[dict[str, Any]], dict[str, Any]], sentence: str
) -> None:
    tensors, facts = parts_of(SMALL)
    assert_same(parse_repertoire(sealed(tensors, facts), "x"), parse_repertoire(SMALL, "x"))
    assert sentence in refused(sealed(tensors, spoil(facts)))


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda tensors: {**tensors, "nodes": tensors["nodes"].astype("f8")}, "nodes is float64"),
        (lambda tensors: {**tensors, "nodes": tensors["nodes"].astype("i4")}, "nodes is int32"),
        (lambda tensors: {**tensors, "nodes": tensors["nodes"][1:]}, "nodes is float32 of shape"),
        (lambda tensors: {**tensors, "phase": tensors["phase"][:, None]}, "phase is float32 of"),
        (lambda tensors: {**tensors, "wings": tensors["phase"]}, "holds the tensors activation"),
        (lambda tensors: {**tensors, "points": tensors["nodes"]}, "points is float32 of shape"),
        (lambda tensors: without(tensors, "phase"), "holds the tensors activation, node_vel"),
        (lambda tensors: {**tensors, "phase": tensors["phase"] / 0}, "phase is not finite"),
    ],
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_tensors_that_are_not_as_agreed_are_refused(
    spoil: Callable[[Tensors], Tensors], sentence: str
) -> None:
    tensors, facts = parts_of(SMALL)
    assert sentence in refused(sealed(spoil(tensors), facts))


def test_a_header_that_promises_the_world_is_not_believed() -> None:
    """Nothing is allocated for what is not there."""
    header = json.loads(SMALL[8:HEADER_END])
    for shape, bytes_ in (([10**12, 23, 3], 10**12 * 276), ([2**62, 4, 3], 0)):
        header["nodes"] = {"dtype": "F32", "shape": shape, "data_offsets": [0, bytes_]}
        text = json.dumps(header).encode()
        refused(len(text).to_bytes(8, "little") + text + SMALL[HEADER_END:])


def test_every_bit_counts() -> None:
    """Each byte of the length and the header, each place of a sample of the data."""
    places = [*range(HEADER_END), *range(HEADER_END, len(SMALL), 37), len(SMALL) - 1]
    for place in places:
        spoilt = bytearray(SMALL)
        spoilt[place] ^= 1 << place % 8
        refused(bytes(spoilt))


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 8 * len(SMALL) - 1))
def test_any_flipped_bit_is_noticed(bit: int) -> None:
    spoilt = bytearray(SMALL)
    spoilt[bit // 8] ^= 1 << bit % 8
    refused(bytes(spoilt))


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(SMALL) - 1))
@example(HEADER_END - 1)
@example(HEADER_END)
@example(HEADER_END + 1)
def test_any_cut_is_noticed(length: int) -> None:
    refused(SMALL[:length])


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
def test_rubbish_is_refused(rubbish: bytes) -> None:
    refused(rubbish)
    refused(len(rubbish).to_bytes(8, "little") + rubbish)
    refused((len(rubbish) + 1).to_bytes(8, "little") + b"{" + rubbish)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@settings(max_examples=200, deadline=None)
@given(JSON, st.sampled_from(["", "format", "species", "segments", "traits", "receipt"]))
def test_any_other_header_is_refused(odd: Any, key: str) -> None:
    """Even with a checksum that is right."""
    tensors, facts = parts_of(SMALL)
    if key == "receipt" and isinstance(odd, list):
        odd = [*odd, 1]
    if key == "species" and isinstance(odd, str):
        odd = f"No name: {odd}"
    if key:
        refused(sealed(tensors, {**facts, key: odd}))
    else:
        refused(save(tensors, {"motorium": json.dumps(odd)}))
        text = json.dumps(odd).encode()
        refused(len(text).to_bytes(8, "little") + text)


def test_files_that_are_none(tmp_path: Path) -> None:
    missing = tmp_path / "missing.safetensors"
    cases = {missing: "there is no such file", tmp_path: "is a folder, not a file"}
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        cases[tmp_path / "pipe"] = "is something else, not a file"
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(2**40)
    cases[huge] = f"is not a repertoire: {2**40} bytes are too many"
    cases[Path("null\0byte")] = "cannot be read"
    cases[huge / "inside"] = "cannot be read"
    for path, sentence in cases.items():
        with pytest.raises(RepertoireError) as refusal:
            read_repertoire(path)
        assert str(refusal.value).startswith(f"{path}: {sentence}")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read anything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_bytes(SMALL)
    path.chmod(0)
    with pytest.raises(RepertoireError, match="cannot be read"):
        read_repertoire(path)


def test_the_repertoire_of_another_species_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "shark.safetensors"
    path.write_bytes(SMALL)
    with pytest.raises(RepertoireError, match="is the repertoire of herring, not shark"):
        read_repertoire(path, "shark")


class Compiler:
    """Stands in for compiling, and counts."""

    def __init__(self) -> None:
        self.asked: list[bool | None] = []

    def __call__(self, species: Any, points: bool | None = None) -> Repertoire:
        self.asked.append(points)
        return made_up_repertoire(
            species.name, repertoire_digest(species), points=bool(points), seed=3
        )


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compiler:
    """In a cache of its own."""
    compiler = Compiler()
    monkeypatch.setattr("motorium.motion.compile.compile_repertoire", compiler)
    monkeypatch.setattr(store, "cache_folder", lambda: tmp_path)
    return compiler


def test_a_repertoire_is_compiled_once(compiler: Compiler) -> None:
    reasons: list[str] = []
    first = ready_repertoire(HERRING, tell=reasons.append)
    again = ready_repertoire(HERRING, tell=reasons.append)
    assert len(compiler.asked) == 1
    assert reasons == [f"{repertoire_file(HERRING)}: there is no such file"]
    assert_same(first, again)


def test_control_points_that_are_needed_are_compiled(compiler: Compiler) -> None:
    reasons: list[str] = []
    assert not ready_repertoire(HERRING).has_points
    assert ready_repertoire(HERRING, points=True, tell=reasons.append).has_points
    assert reasons == [f"{repertoire_file(HERRING)}: lacks control points"]
    # What has them serves those that do not need them.
    assert ready_repertoire(HERRING, points=False).has_points
    assert ready_repertoire(HERRING).has_points
    assert compiler.asked == [None, True]


@pytest.mark.parametrize(
    ("spoilt", "level", "reason"),
    [
        (SMALL, logging.INFO, "is stale: herring, or the program, has changed"),
        (b"", logging.WARNING, "is empty"),
        (SMALL[:-4], logging.WARNING, "is cut off"),
        (SMALL[:-4] + b"fish", logging.WARNING, "its checksum differs"),
        (repertoire_bytes(made_up_repertoire("shark")), logging.WARNING, "of shark, not herring"),
    ],
)
def test_a_file_that_does_not_serve_is_compiled_again_and_told(
    compiler: Compiler,
    caplog: pytest.LogCaptureFixture,
    spoilt: bytes,
    level: int,
    reason: str,
) -> None:
    path = repertoire_file(HERRING)
    path.parent.mkdir()
    path.write_bytes(spoilt)
    with caplog.at_level(logging.INFO):
        found = ready_repertoire(HERRING)
    assert found.digest == repertoire_digest(HERRING)
    (line,) = caplog.records
    assert line.levelno == level
    assert line.getMessage().startswith(f"{path}: ")
    assert reason in line.getMessage()
    assert_same(read_repertoire(path), found)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_cache_that_cannot_be_written_does_not_matter(
    tmp_path: Path, compiler: Compiler, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "repertoires").write_text("in the way")
    found = ready_repertoire(HERRING)
    assert tuple(segment.name for segment in found.segments) == SEGMENTS
    assert "cannot be written" in caplog.text
    ready_repertoire(HERRING)
    assert len(compiler.asked) == 2


def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "herring.safetensors"
    path.write_bytes(SMALL)

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_repertoire(path, made_up_repertoire(seed=9))
    assert path.read_bytes() == SMALL
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
