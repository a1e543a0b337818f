"""Receipts: measured again they are the same, and within their bars; and the command that shows."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from motorium.bodies.species import find_species, known_species
from motorium.cli import app
from motorium.measure import reports
from motorium.measure.reports import ReportError
from motorium.motion import receipt_run
from motorium.motion.compile import compile_repertoire
from motorium.motion.cut import rotation_of
from motorium.motion.receipt_run import run_receipt
from motorium.motion.receipts import (
    BARS,
    SEED,
    SIZES,
    UNITS,
    Record,
    bar_of,
    compare_cycles,
    measure_receipt,
    within_bars,
)
from motorium.motion.segments import CURVES, HOVER, SEGMENTS, SWIMS, TURNS, Repertoire
from tests.motion.captured import HERRING, repertoire

QUANTITIES = {
    "hover": {"nodes_rms", "nodes_worst", "drift"},
    "swim": {"nodes_rms", "nodes_worst", "speed", "path"},
    "curve": {"nodes_rms", "nodes_worst", "speed", "path", "turn_rate"},
    "turn": {"nodes_rms", "nodes_worst", "turn"},
    "pivot": {"nodes_rms", "nodes_worst", "turn"},
}
LOOSE = {
    "nodes_rms": 0.006,
    "nodes_worst": 0.03,
    "speed": 0.5,
    "turn_rate": 0.2,
    "path": 0.5,
    "drift": 1e-5,
    "turn": 2.0,
}
"""By how much a figure may differ when other fishes are measured: others wander otherwise, and
begin their turns at phases that differ by half a frame."""


def by_case(records: tuple[Record, ...]) -> dict[tuple[str, float, str], float]:
    return {
        (record["segment"], record["size"], record["quantity"]): record["value"]
        for record in records
    }


def check_against_other_fishes(kept: Repertoire, again: tuple[Record, ...]) -> None:
    first, second = by_case(kept.receipt), by_case(again)
    assert first.keys() == second.keys()
    for case, value in first.items():
        assert abs(abs(second[case]) - abs(value)) < LOOSE[case[2]], case
    assert within_bars(kept.receipt)
    assert within_bars(again)


@pytest.mark.slow
def test_every_segment_has_its_receipt_at_every_size() -> None:
    receipt = repertoire().receipt
    assert json.loads(json.dumps(receipt)) == list(receipt)
    for segment in SEGMENTS:
        for size in SIZES:
            own = [r for r in receipt if (r["segment"], r["size"]) == (segment, size)]
            assert {r["quantity"] for r in own} == QUANTITIES[segment.partition("-")[0]]
    assert all(r["unit"] == UNITS[r["quantity"]] for r in receipt)
    assert all(np.isfinite(r["value"]) for r in receipt)


def test_measured_again_it_is_the_same_and_within_its_bars() -> None:
    check_against_other_fishes(repertoire(), measure_receipt(HERRING, repertoire(), SEED + 1))


def test_at_its_own_size_a_fish_is_replayed_to_a_tenth_of_a_percent() -> None:
    """What is left at the other sizes is that they take longer or shorter steps."""
    own = [r for r in repertoire().receipt if r["size"] == 1.0 and r["segment"] in SWIMS]
    assert max(r["value"] for r in own if r["quantity"] == "nodes_worst") < 1e-3
    assert max(abs(r["value"]) for r in own if r["quantity"] == "speed") < 0.1


@pytest.mark.slow
@pytest.mark.parametrize("name", known_species())
def test_all_species_are_within_their_bars(name: str) -> None:
    species = find_species(name)
    kept = compile_repertoire(species, points=False)
    check_against_other_fishes(kept, measure_receipt(species, kept, SEED + 2))
    cycles = [r for r in kept.receipt if r["segment"] in (HOVER, *SWIMS, *CURVES)]
    # Fast ones pitch a little while they swim, or are so small that a beat has but six frames.
    assert max(r["value"] for r in cycles if r["quantity"] == "nodes_worst") < 0.015


def spoilt(**changes: Any) -> Repertoire:
    """A repertoire whose medium gait was changed after it was captured."""
    segments = [
        dataclasses.replace(segment, **changes) if segment.name == "swim-medium" else segment
        for segment in repertoire().segments
    ]
    return dataclasses.replace(repertoire(), segments=tuple(segments), receipt=())


def missed(records: tuple[Record, ...]) -> set[tuple[str, str]]:
    return {(r["segment"], r["quantity"]) for r in records if not within_bars([r])}


def test_receipts_find_what_is_wrong() -> None:
    """A gait that is replayed too slowly, one that veers, and a body that is bent otherwise."""
    medium = repertoire()["swim-medium"]
    slow = measure_receipt(HERRING, spoilt(seconds=medium.seconds * 1.05))
    assert ("swim-medium", "path") in missed(slow)
    assert {segment for segment, _ in missed(slow)} == {"swim-medium"}
    speeds = [r["value"] for r in slow if (r["segment"], r["quantity"]) == ("swim-medium", "speed")]
    assert speeds == pytest.approx([5.0] * 3, abs=0.3)
    stiff = measure_receipt(HERRING, spoilt(nodes=medium.nodes * (1.0, 0.7, 1.0)))
    assert missed(stiff) == {("swim-medium", "nodes_rms")}


def test_turns_that_are_wrong_are_found() -> None:
    turns = [
        dataclasses.replace(segment, turn=segment.turn + 0.1) if segment.name in TURNS else segment
        for segment in repertoire().segments
    ]
    receipt = measure_receipt(HERRING, dataclasses.replace(repertoire(), segments=tuple(turns)))
    assert missed(receipt) == {(name, "turn") for name in TURNS}


def test_the_replay_is_laid_on_the_fish_but_not_bent_to_it() -> None:
    """Distances between nodes stay; nothing is fitted but a heading and a place."""
    case = next(c for c in compare_cycles(HERRING, repertoire()) if c.segment.name == "curve-left")
    start = case.segment.nodes
    spans = np.linalg.norm(start[:, 0] - start[:, 21], axis=-1)
    shown = np.linalg.norm(case.replayed[:, 0] - case.replayed[:, 21], axis=-1)
    assert spans.min() - 1e-3 < shown.min() <= shown.max() < spans.max() + 1e-9
    off = np.linalg.norm(case.simulated - case.replayed, axis=-1)
    worse = case.replayed @ rotation_of(np.array([0.0, 0.0, 0.01])).T
    assert np.mean(off[: case.fitted] ** 2) < np.mean(
        np.sum((case.simulated - worse)[: case.fitted] ** 2, axis=-1)
    )


def test_bars_are_for_cycles_paths_and_turns() -> None:
    assert bar_of({"segment": "swim-slow", "quantity": "nodes_rms"}) == BARS["nodes_rms"] == 0.01
    assert bar_of({"segment": "pivot-left", "quantity": "nodes_rms"}) is None
    assert bar_of({"segment": "swim-slow", "quantity": "nodes_worst"}) is None
    assert not within_bars([{"segment": "turn-left-sharp", "quantity": "turn", "value": -3.1}])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["dragon"], "no species is called 'dragon'; known are butterflyfish"),
        (["missing.toml"], "missing.toml is missing"),
        (["herring", "--json", "no/such/folder.json"], "its folder is missing"),
        (["herring", "--json", "."], "cannot write .: it is a folder"),
        (["herring", "--pictures", "file"], "it is a file; --pictures names a folder"),
        (["herring", "--pictures", "file/inside"], "cannot draw into file/inside: Not a directory"),
    ],
)
def test_bad_requests_get_a_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["receipt", *arguments])
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)
    assert sentence in result.stderr


@pytest.fixture
def at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The repertoire that is compiled already, in place of a file."""
    monkeypatch.setattr(receipt_run, "ready_repertoire", lambda species: repertoire())


@pytest.mark.usefixtures("at_hand")
def test_prints_draws_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "out.json"
    run_receipt(["herring"], str(file), tmp_path / "drawn")
    shown = capsys.readouterr().out
    assert all(segment in shown for segment in SEGMENTS)
    assert "within" in shown
    assert "missed" not in shown
    assert (tmp_path / "drawn" / "herring.png").stat().st_size > 50_000
    records = json.loads(file.read_text(encoding="utf-8"))
    assert records == [{"species": "herring", **record} for record in repertoire().receipt]


@pytest.mark.usefixtures("at_hand")
def test_json_alone_on_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    run_receipt(["herring"], "-", None, again=True)
    records = json.loads(capsys.readouterr().out)
    assert set(records[0]) == {"species", "segment", "size", "quantity", "value", "unit"}
    assert len(records) == len(repertoire().receipt)
    assert records != [{"species": "herring", **record} for record in repertoire().receipt]


def test_what_is_missed_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = {"segment": "swim-slow", "size": 2.0, "quantity": "path", "value": 4.0, "unit": "%"}
    kept = dataclasses.replace(repertoire(), receipt=(*repertoire().receipt, bad))
    monkeypatch.setattr(receipt_run, "ready_repertoire", lambda species: kept)
    run_receipt(["herring"], None, None)
    assert "1 missed" in capsys.readouterr().out


@pytest.mark.usefixtures("at_hand")
def test_without_matplotlib_there_are_no_pictures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(reports, "find_spec", lambda name: None)
    run_receipt(["herring"], None, tmp_path / "drawn")
    assert "pip install 'motorium[pictures]'" in capsys.readouterr().out
    assert not (tmp_path / "drawn").exists()


@pytest.mark.usefixtures("at_hand")
def test_a_file_that_cannot_be_written() -> None:
    with pytest.raises(ReportError, match="cannot write /dev/full"):
        run_receipt(["herring"], "/dev/full", None)
