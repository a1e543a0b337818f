"""Where Motorium keeps what it can make again and what people make, and how it writes files."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import platformdirs

__all__ = [
    "cache_folder",
    "data_folder",
    "one_at_a_time",
    "recordings_folder",
    "replace_file",
    "scenarios_folder",
    "species_folder",
]

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


def data_folder() -> Path:
    """Where what people make here is kept: $MOTORIUM_DATA, else the user's data."""
    wanted = os.environ.get("MOTORIUM_DATA")
    place = wanted or platformdirs.user_data_dir("motorium", appauthor=False)
    return Path(place).absolute()


def species_folder() -> Path:
    """Where species are kept that people make here."""
    return data_folder() / "species"


def recordings_folder() -> Path:
    """Where recordings are kept that people make on the page."""
    return data_folder() / "recordings"


def scenarios_folder() -> Path:
    """Where scenarios are kept that people save here."""
    return data_folder() / "scenarios"


def replace_file(path: Path, data: bytes) -> None:
    """Write a file at once: who reads it meanwhile sees the old one or the new one."""
    half = path.with_suffix(f".{os.getpid()}.half")
    try:
        half.write_bytes(data)
        half.replace(path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


@contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """While a file is made that takes long, others who would make it wait, in other processes too;
    they look for it again then. Who is killed holds up nobody.

    Limitation: where there is no `fcntl`, as on Windows, nobody waits, and it is made twice.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
