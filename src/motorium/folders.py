"""Where Motorium keeps what it can make again: compiled kernels, later repertoires."""

from __future__ import annotations

import logging
import os
import tempfile
from functools import cache
from pathlib import Path

import platformdirs

__all__ = ["cache_folder"]

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


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
