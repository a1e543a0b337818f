"""Where a report goes: JSON to a file or the terminal, pictures into a folder."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

from rich.console import Console

__all__ = ["ReportError", "check_json_file", "drawing_folder", "write_json"]


class ReportError(ValueError):
    """A report that cannot be made, with a sentence that says why."""


def check_json_file(as_json: str | None) -> None:
    """Before anything is measured: can the file be written at all? '-' is the terminal."""
    if as_json is None or as_json == "-":
        return
    path = Path(as_json).absolute()
    if path.is_dir():
        raise ReportError(f"cannot write {as_json}: it is a folder")
    if not path.parent.is_dir():
        raise ReportError(f"cannot write {as_json}: its folder is missing")


def write_json(as_json: str, text: str) -> None:
    """To a file, or to the terminal."""
    if as_json == "-":
        sys.stdout.write(text + "\n")
        return
    try:
        Path(as_json).write_text(text + "\n", encoding="utf-8")
    except OSError as problem:
        raise ReportError(f"cannot write {as_json}: {problem.strerror}") from None


def drawing_folder(pictures: Path | None, console: Console) -> Path | None:
    """The folder, made if there is something to draw with; else None, and a word why."""
    if pictures is None:
        return None
    if pictures.exists() and not pictures.is_dir():
        raise ReportError(f"cannot draw into {pictures}: it is a file; --pictures names a folder")
    if find_spec("matplotlib") is None:
        console.print(
            "no pictures without matplotlib: pip install 'motorium[pictures]'", markup=False
        )
        return None
    try:
        pictures.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise ReportError(f"cannot draw into {pictures}: {problem.strerror}") from None
    return pictures
