"""Recordings with wrong bytes: read as they were, or refused in a sentence; never worse."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from motorium.world.recording.layout import RecordingError
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from tests.world.recorded import eventful, tiny_world

pytest.importorskip("pyarrow")

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fuzz") / "source.arrow"
    world = tiny_world()
    with Recorder(world, path, nodes=True):
        for _ in range(100):
            eventful(world)
    return path


def test_a_flipped_bit_is_found_or_changes_no_state(source: Path, tmp_path: Path) -> None:
    whole = source.read_bytes()
    with Recording.open(source) as recording:
        right = [states.positions.tobytes() for states in recording]
    chance = np.random.default_rng(2)
    found = 0
    for _ in range(150):
        wrong = bytearray(whole)
        wrong[int(chance.integers(len(wrong)))] ^= 1 << int(chance.integers(8))
        path = tmp_path / "wrong.arrow"
        path.write_bytes(wrong)
        try:
            with Recording.open(path) as recording:
                found += not recording.complete
                for index, states in enumerate(recording):
                    assert states.frame == index
                    assert states.positions.tobytes() == right[index]
                _ = recording.events, recording.inputs
        except RecordingError as problem:
            found += 1
            text = str(problem)
            assert text.startswith(str(path)), text
    assert found > 100


def forged(source: Path, count: int, seed: int) -> dict[str, int]:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.world.forged", str(source), str(count), str(seed)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    assert ran.returncode == 0, ran.stderr
    counts: dict[str, int] = json.loads(ran.stdout)
    return counts


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="memory is measured POSIX's way")
def test_forged_recordings_neither_crash_nor_swell(source: Path) -> None:
    assert forged(source, 4000, seed=1)["read"] < 4000
