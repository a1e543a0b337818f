"""Finds tshark for the tests that let another program read our packets, and installs it where it
may.

Run as a program it never fails: without it those tests skip and say why.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

MINUTES = 5


def find_tshark() -> Path | None:
    """Wireshark's program for terminals, with text2pcap beside it, or None."""
    found = shutil.which("tshark")
    return Path(found) if found and shutil.which("text2pcap") else None


def _install() -> None:
    if not (hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get")):
        return
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    install = ("apt-get", "-qq", "install", "--yes", "--no-install-recommends", "tshark")
    for command in (("apt-get", "-qq", "update"), install):
        print(f"tshark: {' '.join(command)}", flush=True)
        try:
            subprocess.run(command, timeout=60 * MINUTES, check=False)
        except subprocess.TimeoutExpired:
            return


def main() -> None:
    if not find_tshark():
        _install()
    if tshark := find_tshark():
        print(f"tshark: {tshark}")
    else:
        print(
            "tshark: none, so the tests that read our DIS packets with it will skip; install it "
            "with your system's package manager."
        )


if __name__ == "__main__":
    main()
