"""Runs the examples whose pictures the documentation shows, and keeps those."""

from __future__ import annotations

import runpy
from pathlib import Path

HERE = Path(__file__).parent

SHOWN = (
    "01_swim",
    "02_school",
    "03_exchange",
    "05_own_species",
    "06_replay",
    "07_dial",
    "08_recording",
    "09_resting",
    "10_three_minds",
    "11_throw_a_puppet",
    "12_walk_a_curve",
    "13_patrol_over_dis",
    "14_knock_somebody_down",
)


def main() -> None:
    for name in SHOWN:
        runpy.run_path(str(HERE.parents[1] / "examples" / f"{name}.py"))["main"](HERE)


if __name__ == "__main__":
    main()
