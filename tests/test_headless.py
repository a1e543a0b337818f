"""`motorium run`, `why` and `export`, from the outside."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from motorium.cli import app
from motorium.contracts.frames import heading_pitch_roll
from motorium.world.recording.layout import LEVELS
from motorium.world.recording.reader import Recording
from motorium.world.recording.rerun import check_rerun

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

FEW = """
format = 1
[world]
title = "Few"
capacity = 8
[[group]]
species = "herring"
count = 3
motor = "repertoire"
"""


@pytest.fixture
def few(tmp_path: Path) -> Path:
    path = tmp_path / "few.toml"
    path.write_text(FEW, encoding="utf-8")
    return path


def run(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == code, result.output
    return result.output


def test_run_records_and_tells(few: Path, tmp_path: Path) -> None:
    out = tmp_path / "few.arrow"
    told = run("run", few, "--seconds", 1.5, "--record", out, "--every", 3, "--seed", 5)
    assert "Few: 3 fishes, 1.50 s in" in told
    assert "times real time" in told
    assert "few.arrow: 31 frames" in told
    with Recording.open(out) as recording:
        assert recording.meta.seed == 5
        assert recording.meta.scenario["world"]["seed"] == 5
        assert recording.complete
        assert check_rerun(recording).same
    refusal = run("run", few, "--record", out, code=2)
    assert "is there already; --force writes over it" in refusal
    again = json.loads(run("run", few, "--seconds", 0.5, "--record", out, "--force", "--json"))
    assert again["frames"] == 30
    assert again["recorded_frames"] == 31
    assert again["bytes"] == out.stat().st_size
    assert not again["stopped"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("run", "nowhere"), "no scenario is called 'nowhere'"),
        (("run", "school", "--seconds", "0"), "--seconds 0: it must be above 0"),
        (("run", "school", "--seconds", "nan"), "--seconds nan: it must be above 0"),
        (("run", "school", "--record", "/none/a.arrow"), "/none/a.arrow cannot be written"),
        (("export", "none.arrow", "--parquet"), "none.arrow: cannot be read"),
        (("export", "none.arrow"), "say in which form: --parquet"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in run(*arguments, code=2)


def test_why_asks_one_or_all(few: Path) -> None:
    thinking = few.read_text(encoding="utf-8") + 'mind = "instinct"\n'
    few.write_text(thinking, encoding="utf-8")
    sentences = run("why", few, "--seconds", 0.1).splitlines()
    assert [line.split()[:2] for line in sentences] == [["fish", str(k)] for k in range(3)]
    told = run("why", few, "--seconds", 0.1, "--fish", 1).splitlines()
    assert told[0] == sentences[1]
    assert told[1].startswith("  intention: ")
    assert told[-1].startswith("  command: swim ")
    late = "--fish 7: it does not live after 0.1 s; ids go from 0 to 2"
    assert late in run("why", few, "--seconds", 0.1, "--fish", 7, code=2)


def test_export_writes_what_was_recorded(few: Path, tmp_path: Path) -> None:
    out = tmp_path / "few.arrow"
    run("run", few, "--seconds", 0.5, "--record", out, "--nodes")
    told = run("export", out, "--parquet")
    folder = tmp_path / "few-parquet"
    assert f"{folder}: states.parquet, reasons.parquet, events.parquet, inputs.parquet" in told
    table = parquet.read_table(folder / "states.parquet").to_pydict()
    with Recording.open(out) as recording:
        states = recording.states(20)
        rows = [row for row, frame in enumerate(table["frame"]) if frame == 20]
        assert [table["id"][row] for row in rows] == states.ids.tolist()
        assert {table["species"][row] for row in rows} == {"herring"}
        assert {table["level"][row] for row in rows} == {LEVELS[1]}
        places = np.array([[table[axis][row] for axis in "xyz"] for row in rows])
        assert places.tobytes() == np.ascontiguousarray(states.positions).tobytes()
        angles = heading_pitch_roll(states.orientations.astype(np.float64))
        assert [table["heading"][row] for row in rows] == angles[:, 0].tolist()
        assert states.nodes is not None
        body = states.nodes[1] * states.lengths[1]
        assert np.allclose(table["nodes"][rows[1]], body.ravel(), atol=1e-7)
        assert len(table["frame"]) == 3 * len(recording)
        events = parquet.read_table(folder / "events.parquet").to_pydict()
        assert events["kind"] == [event.kind for event in recording.events]
        inputs = parquet.read_table(folder / "inputs.parquet").to_pydict()
        assert inputs["kind"] == ["allowance"]
    assert json.loads((folder / "metadata.json").read_text())["format"] == 1
    assert "holds states.parquet already" in run("export", out, "--parquet", code=2)
    run("export", out, "--parquet", "--force")
    run("export", out, tmp_path / "elsewhere", "--parquet")
    assert sorted(path.name for path in (tmp_path / "elsewhere").iterdir()) == sorted(
        path.name for path in folder.iterdir()
    )


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_a_recording_properly(few: Path, tmp_path: Path, how: signal.Signals) -> None:
    out = tmp_path / "long.arrow"
    command = ["run", str(few), "--seconds", "100000", "--record", str(out)]
    process = subprocess.Popen(
        [sys.executable, "-m", "motorium", *command], stdout=subprocess.PIPE, text=True
    )
    end = time.monotonic() + 1800
    while not (out.exists() and out.stat().st_size > 50_000):
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.05)
    process.send_signal(how)
    told, _ = process.communicate(timeout=600)
    assert process.returncode == 0
    assert ", stopped" in told
    with Recording.open(out) as recording:
        assert recording.complete
        assert len(recording) == recording.last_frame + 1
