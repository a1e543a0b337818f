"""How Motorium compiles its inner loops: cached on disk, free of the GIL, and with progress."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar, cast

import numba
from numba.core import config, event
from numba.extending import register_jitable

from motorium.folders import cache_folder

__all__ = ["Function", "Report", "inlined", "kernel", "sources_digest", "watch_compilation"]

Function = TypeVar("Function", bound=Callable[..., Any])
Report = Callable[[str, int, int], None]
"""Told what is being compiled, how many kernels are done and how many there are."""

_CACHES_KEPT: Final = 4
_known: list[Callable[..., Any]] = []


def kernel(function: Function) -> Function:
    """Compile a module-level function with Numba on its first call.

    Limitation: Numba's cache looks at argument types and at the function's own file, not at the
    values of globals or at other files: what may vary is an argument, and the cache's folder is
    named after the sources.
    """
    before = config.CACHE_DIR
    if not before:
        # Numba's own choices (beside the source, then the home folder) may all be read-only.
        config.CACHE_DIR = str(_kernel_folder())
    try:
        compiled = numba.njit(function, cache=True, nogil=True, error_model="numpy")
    finally:
        config.CACHE_DIR = before
    _known.append(function)
    return cast(Function, compiled)


def inlined(function: Function) -> Function:
    """Compile a function into every kernel that calls it.

    For stages of a block's work: a call would copy what describes each array, and write all vectors
    to memory.
    """
    return cast(Function, register_jitable(forceinline=True)(function))


@contextmanager
def watch_compilation(report: Report) -> Iterator[None]:
    """Report every kernel that is compiled meanwhile; what comes from the cache is silent."""

    class Listener(event.Listener):
        done: ClassVar[set[Callable[..., Any]]] = set()

        def on_start(self, happened: Any) -> None:
            self.tell(happened)

        def on_end(self, happened: Any) -> None:
            self.done.add(happened.data["dispatcher"].py_func)
            self.tell(happened)

        def tell(self, happened: Any) -> None:
            function = happened.data["dispatcher"].py_func
            if function in _known:
                label = function.__name__.strip("_").replace("_", " ")
                report(label, len(self.done.intersection(_known)), len(_known))

    with event.install_listener("numba:compile", Listener()):
        yield


@cache
def sources_digest(*rooms: str) -> str:
    """A hash of Motorium's sources, all or those of some rooms, for what is made by just these."""
    package = Path(__file__).parent
    folders = [package / room for room in rooms] or [package]
    digest = hashlib.sha256()
    for source in sorted(source for folder in folders for source in folder.rglob("*.py")):
        digest.update(source.relative_to(package).as_posix().encode() + b"\0")
        digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


@cache
def _kernel_folder() -> Path:
    """A folder for the machine code of just these sources; those of a few others are kept."""
    folders = cache_folder() / "kernels"
    own = folders / sources_digest()
    own.mkdir(parents=True, exist_ok=True)
    own.touch()
    newest_first = sorted(folders.iterdir(), key=lambda f: f.stat().st_mtime, reverse=True)
    for stale in newest_first[_CACHES_KEPT:]:
        shutil.rmtree(stale, ignore_errors=True)
    return own
