"""Whoever is killed while he records loses no more than the last second."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from motorium.world.recording.reader import Recording
from tests.world.recorded import TWIN_FRAMES

pytest.importorskip("pyarrow")

ROOT = Path(__file__).parents[2]
SECOND = 60


def killed(folder: Path, count: int, seed: int) -> list[int]:
    """Files 0.arrow and on, and their twin; how many frames each had made when it was killed."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.world.recorded", str(folder), str(count), str(seed)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=1800,
    )
    return [int(line) for line in ran.stdout.split()]


def check(folder: Path, reached: list[int]) -> None:
    with Recording.open(folder / "twin.arrow") as twin:
        assert len(twin) == TWIN_FRAMES + 1
        for number, frame in enumerate(reached):
            with Recording.open(folder / f"{number}.arrow") as recording:
                assert frame - recording.last_frame <= SECOND
                assert not recording.complete
                assert "it was not finished" in recording.problem
                for mine, its in zip(recording, twin, strict=False):
                    assert mine.frame == its.frame
                    assert mine.ids.tobytes() == its.ids.tobytes()
                    assert mine.positions.tobytes() == its.positions.tobytes()
                    assert mine.nodes is not None
                    assert its.nodes is not None
                    assert mine.nodes.tobytes() == its.nodes.tobytes()
                assert twin.inputs[: len(recording.inputs)] == recording.inputs
                assert twin.events[: len(recording.events)] == recording.events


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="nobody forks here")
def test_a_hundred_kills(tmp_path: Path) -> None:
    reached = killed(tmp_path, 100, seed=7)
    assert len(reached) == 100
    assert max(reached) > SECOND
    check(tmp_path, reached)
