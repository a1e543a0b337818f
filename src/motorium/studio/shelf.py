"""The folder of recordings that people make on the page. Only the studio makes names of files."""

from __future__ import annotations

import re
import shutil
from datetime import datetime
from pathlib import Path
from typing import Final

from motorium.wire.recordings import MOST_RECORDINGS, Kept
from motorium.world.recording.layout import RecordingError
from motorium.world.recording.reader import Recording

__all__ = ["LEAST_FREE", "Shelf", "free_bytes", "name_of"]

SUFFIX: Final = ".arrow"
NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
LONGEST_TITLE: Final = 40
LEAST_FREE: Final = 2**30
"""Bytes of the disk that are left to others."""


def name_of(title: str, made: datetime) -> str:
    """What a recording of a scenario is called, without folder and suffix."""
    words = re.findall("[a-z0-9]+", title.lower())
    called = "-".join(words)[:LONGEST_TITLE].strip("-") or "world"
    return f"{called}-{made:%Y%m%d-%H%M%S}"


def free_bytes(folder: Path) -> int:
    """Of the disk that a folder is on."""
    return shutil.disk_usage(folder).free


class Shelf:
    """What is kept in a folder; other files there are nobody's business."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[tuple[str, int, int], Kept] = {}

    def new_path(self, title: str) -> Path:
        """For a recording that begins now, if there is room for one more."""
        count = len(self._files())
        if count >= MOST_RECORDINGS:
            raise ValueError(f"{count} recordings are kept; delete one first, more are too many")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            free = free_bytes(self._folder)
        except OSError as problem:
            raise ValueError(
                f"the folder of recordings cannot be used: {problem.strerror}"
            ) from None
        if free < LEAST_FREE:
            left, least = free / 2**20, LEAST_FREE / 2**20
            raise ValueError(f"the disk has {left:.0f} MB left; recordings leave {least:.0f} free")
        name = name_of(title, datetime.now())
        taken = self._files()
        numbers = (f"{name}-{number}" for number in range(2, MOST_RECORDINGS + 2))
        free_name = next(one for one in (name, *numbers) if one not in taken)
        return self._folder / (free_name + SUFFIX)

    def find(self, name: str) -> Path:
        """The file of a recording that is there."""
        files = self._files()
        if name not in files:
            known = ", ".join(sorted(files)) or "none"
            raise KeyError(f"no recording is called {name!r}; there are {known}")
        return files[name]

    def remove(self, name: str) -> None:
        """Delete it."""
        try:
            self.find(name).unlink()
        except OSError as problem:
            raise ValueError(f"{name} cannot be deleted: {problem.strerror}") from None

    def kept(self) -> list[Kept]:
        """All, the newest first."""
        found: dict[tuple[str, int, int], Kept] = {}
        for name, path in self._files().items():
            try:
                seen = path.stat()
            except OSError:
                continue
            key = (name, seen.st_size, seen.st_mtime_ns)
            found[key] = self._known.get(key) or _look_at(name, path, seen.st_size)
        self._known = found
        newest = sorted(found, key=lambda key: (key[2], key[0]), reverse=True)
        return [found[key] for key in newest]

    def _files(self) -> dict[str, Path]:
        """By name; no links, for they may lead anywhere."""
        try:
            inside = list(self._folder.iterdir())
        except OSError:
            return {}
        return {
            path.stem: path
            for path in inside
            if path.suffix == SUFFIX
            and NAME.fullmatch(path.stem)
            and path.is_file()
            and not path.is_symlink()
        }


def _look_at(name: str, path: Path, size: int) -> Kept:
    try:
        with Recording.open(path) as recording:
            meta, problem = recording.meta, recording.problem
            title = str(meta.complete.get("world", {}).get("title", ""))
            made, seconds = meta.recorded, recording.seconds
    except RecordingError as wrong:
        title, made, seconds, problem = "", "", 0.0, str(wrong).removeprefix(f"{path}: ")
    return Kept(name=name, scenario=title, made=made, seconds=seconds, bytes=size, problem=problem)
