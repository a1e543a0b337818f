"""Clips of the films and shorts for docs/concepts/film.md; name some to make only those."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
SECONDS, SIZE, FPS = 6, "480x270", 15
CLIPS = {"schooling": 8, "preying": 26, "mating": 13, "go-fish": 14, "cousto": 34}
"""By scenario, when each begins [s]."""
MOST_BYTES = 1_000_000


def film(scenario: str, begin: int) -> None:
    out = HERE / f"film-{scenario}.webm"
    command = [sys.executable, "-m", "motorium", "film", scenario, "-o", str(out), "--force"]
    command += ["--from", str(begin), "--seconds", str(SECONDS), "--size", SIZE, "--fps", str(FPS)]
    subprocess.run(command, check=True)
    assert out.stat().st_size < MOST_BYTES, out


def main(names: list[str]) -> None:
    for name in names or CLIPS:
        film(name, CLIPS[name])


if __name__ == "__main__":
    main(sys.argv[1:])
