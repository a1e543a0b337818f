"""How Motorium compiles its inner loops: cached on disk, free of the GIL, and with progress."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar, cast

import numba
from llvmlite.binding import Linkage
from numba import types
from numba.core import config, event
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import register_jitable

from motorium.folders import cache_folder

__all__ = [
    "Function",
    "Report",
    "borrowing_kernel",
    "inlined",
    "kernel",
    "sources_digest",
    "specialized",
    "watch_compilation",
]

Function = TypeVar("Function", bound=Callable[..., Any])
Report = Callable[[str, int, int], None]
"""Told what is being compiled, how many kernels are done and how many there are."""

_CACHES_KEPT: Final = 4
_IMPORT: Final = re.compile(
    r"^ *from (motorium[\w.]*) import (\([^)]*\)|[^\n]*)", flags=re.MULTILINE
)
_known: list[Callable[..., Any]] = []


def kernel(function: Function) -> Function:
    """Compile a module-level function with Numba on its first call.

    Limitation: Numba's cache looks at argument types and at the function's own file, not at the
    values of globals or at other files: what may vary is an argument, and the cache's folder is
    named after all sources that can have a part in it.
    """
    return _compiled(function)


def borrowing_kernel(function: Function) -> Function:
    """A kernel that only borrows the arrays it is given: neither it nor what is inlined into it
    makes or returns one.

    So nobody counts who holds them. Where tuples of many arrays go from function to function,
    Numba's counting takes far more time than the work: senses were 50 times slower with it.
    """
    compiled = cast(Any, _compiled(function, _nrt=False))
    resolve = compiled.get_call_template

    def resolve_alike(arguments: Any, named: Any) -> Any:
        # Else Numba compiles it anew for every constant that it is called with.
        named = {name: types.unliteral(one) for name, one in named.items()}
        return resolve([types.unliteral(one) for one in arguments], named)

    compiled.get_call_template = resolve_alike
    return cast(Function, compiled)


def _compiled(function: Function, **options: bool) -> Function:
    before = config.CACHE_DIR
    if not before:
        # Numba's own choices (beside the source, then the home folder) may all be read-only.
        config.CACHE_DIR = str(_kernel_folder(function.__module__))
    try:
        compiled = numba.njit(
            function,
            cache=True,
            nogil=True,
            error_model="numpy",
            pipeline_class=_SelfContained,
            **options,
        )
    finally:
        config.CACHE_DIR = before
    _known.append(function)
    return cast(Function, compiled)


class _Library(JITCodeLibrary):
    """Machine code that calls its own copies of the functions it was linked with.

    Numba lets these copies yield to what is in memory already: the process that compiles a kernel
    would run its callees as they were compiled before, and one that loads it the copies in it. They
    are optimized once more, so multiplications and additions fuse elsewhere, and bits differ.
    """

    def _finalize_final_module(self) -> None:
        shared = self._final_module.clone()
        for function in shared.functions:
            if not function.is_declaration and function.linkage == Linkage.external:
                function.linkage = Linkage.linkonce_odr
        self._shared_module = shared
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._finalize_final_module()


class _SelfContained(Compiler):
    def define_pipelines(self) -> Any:
        if self.state.library is None:
            code = self.state.targetctx.codegen()
            self.state.library = _Library(code, self.state.func_id.func_qualname)
            self.state.library.enable_object_caching()
        return super().define_pipelines()


def inlined(function: Function) -> Function:
    """Compile a function into every kernel that calls it.

    For stages of a block's work: a call would copy what describes each array, and write all vectors
    to memory.
    """
    return cast(Function, register_jitable(forceinline=True)(function))


def specialized(function: Function, *arguments: Any) -> Function:
    """The machine code of a kernel for arguments like these, to be called with such ones only.

    A kernel looks at the types of all its arguments whenever it is called; where they are tuples of
    many arrays, that takes longer than the work. Here it is done once. Arrays that are not in
    tuples may be strided in any way.

    Limitation: of later arrays only the size of a number is checked, and no keywords are taken.
    """
    compiled = cast(Any, function)
    signature = tuple(_strided_anyhow(numba.typeof(one)) for one in arguments)
    compiled.compile(signature)
    return cast(Function, compiled.get_overload(signature))


def _strided_anyhow(kind: Any) -> Any:
    return kind.copy(layout="A") if isinstance(kind, types.Array) else kind


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
def sources_digest(*rooms: str, used_by: str | None = None) -> str:
    """A hash of Motorium's sources, all or those of some rooms, for what is made by just these;
    used_by: of those only what a module imports, directly or not."""
    package = Path(__file__).parent
    folders = [package / room for room in rooms] or [package]
    sources = {source for folder in folders for source in folder.rglob("*.py")}
    if used_by is not None and (user := _source(used_by)):
        sources &= _reached(user)
    return _hash(sources)


@cache
def _kernel_folder(module: str) -> Path:
    """A folder for the machine code of a module as it is, with all that it imports of ours; those
    of a few earlier states are kept."""
    folders = cache_folder() / "kernels" / module
    own = folders / _digest(module)
    own.mkdir(parents=True, exist_ok=True)
    own.touch()
    newest_first = sorted(folders.iterdir(), key=lambda f: f.stat().st_mtime, reverse=True)
    for stale in newest_first[_CACHES_KEPT:]:
        shutil.rmtree(stale, ignore_errors=True)
    return own


def _digest(module: str) -> str:
    source = _source(module)
    if source is None:
        return sources_digest()
    return _hash(_reached(source))


def _hash(sources: set[Path]) -> str:
    digest = hashlib.sha256()
    for source in sorted(sources):
        digest.update(source.relative_to(Path(__file__).parent).as_posix().encode() + b"\0")
        digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


def _reached(source: Path) -> set[Path]:
    """A source and whatever of ours it imports, directly or not."""
    reached, waiting = {Path(__file__)}, [source]
    while waiting:
        source = waiting.pop()
        if source not in reached:
            reached.add(source)
            waiting.extend(_imported(source))
    return reached


@cache
def _imported(source: Path) -> tuple[Path, ...]:
    found = []
    for module, names in _IMPORT.findall(source.read_text(encoding="utf-8")):
        # A name may be a module of its own.
        parts = [f"{module}.{name}" for name in re.findall(r"\w+", names)]
        found += [path for name in (module, *parts) if (path := _source(name))]
    return tuple(found)


@cache
def _source(module: str) -> Path | None:
    package, _, rest = module.partition(".")
    if package != __package__:
        return None
    place = Path(__file__).parent.joinpath(*rest.split(".")) if rest else Path(__file__).parent
    for path in (place.with_suffix(".py"), place / "__init__.py"):
        if path.is_file():
            return path
    return None
