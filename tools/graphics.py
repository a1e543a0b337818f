"""Finds OpenGL for the tests that draw without a page, and installs it where it may.

Run as a program it never fails: without it those tests skip and say why.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache

from motorium.looks.drawing.context import PACKAGES

MINUTES = 5
ASK = "from motorium.looks.drawing.context import graphics; print(graphics().info['GL_RENDERER'])"


@cache
def find_graphics() -> str | None:
    """The name of what draws, or None; asked in a process of its own, as libraries are looked for
    only once in one."""
    said = subprocess.run(
        [sys.executable, "-c", ASK], capture_output=True, text=True, check=False, timeout=300
    )
    return said.stdout.strip() or None


def _install() -> None:
    if not (hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get")):
        return
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    install = ("apt-get", "-qq", "install", "--yes", "--no-install-recommends", *PACKAGES.split())
    for command in (("apt-get", "-qq", "update"), install):
        print(f"graphics: {' '.join(command)}", flush=True)
        try:
            subprocess.run(command, timeout=60 * MINUTES, check=False)
        except subprocess.TimeoutExpired:
            return


def main() -> None:
    if not find_graphics():
        _install()
        find_graphics.cache_clear()
    if found := find_graphics():
        print(f"graphics: {found}")
    else:
        print(
            f"graphics: none, so the tests that draw without a page will skip; install {PACKAGES} "
            "or what your system calls them."
        )


if __name__ == "__main__":
    main()
