"""A running `motorium motion`, whose page shows its town."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def motion(town: str | Path = "town") -> Iterator[str]:
    """Of a shipped town or of one's own file; the address of the page."""
    process = subprocess.Popen(
        [sys.executable, "-m", "motorium", "motion", str(town), "--port=0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(r"Motorium motion at ws://(\S+)/figures\n", line)
        assert found, f"no address: {line}"
        yield f"http://{found[1]}/"
    finally:
        process.terminate()
        process.communicate(timeout=20)
