"""Where Motorium keeps what it can make again, and how it writes files."""

from __future__ import annotations

import logging
import os
import tempfile
from functools import cache
from pathlib import Path

import platformdirs

__all__ = ["cache_folder", "replace_file"]

_log = logging.getLogger(__name__)


@cache
def cache_folder() -> Path:
    """A writable folder: $MOTORIUM_CACHE, else the user's cache, else a temporary one."""
    wanted = os.environ.get("MOTORIUM_CACHE")
    places = [Path(wanted)] if wanted else []
    places.append(Path(platformdirs.user_cache_dir("motorium", appauthor=False)))
    for place in places:
        if _writable(place):
            return place
        _log.warning("cache folder %s is not writable; trying the next", place)
    return Path(tempfile.mkdtemp(prefix="motorium-"))


def replace_file(path: Path, data: bytes) -> None:
    """Write a file at once: who reads it meanwhile sees the old one or the new one."""
    half = path.with_suffix(f".{os.getpid()}.half")
    try:
        half.write_bytes(data)
        half.replace(path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
