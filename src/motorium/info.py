"""What this installation is and what it lacks."""

from __future__ import annotations

import platform
import shutil
from importlib import metadata

import llvmlite.binding as llvm

from motorium import __version__
from motorium.cores import usable_cores
from motorium.folders import cache_folder
from motorium.physics.simd import host_width
from motorium.studio.server import PAGE

__all__ = ["describe"]

_LIBRARIES = ("numpy", "numba", "starlette", "uvicorn", "websockets", "pydantic")
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def describe() -> dict[str, str | int | list[str]]:
    """Names and values, for people and for bug reports."""
    return {
        "motorium": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": llvm.get_host_cpu_name(),
        "cores": usable_cores(),
        "vector lanes": host_width(),
        "libraries": [f"{name} {metadata.version(name)}" for name in _LIBRARIES],
        "cache": str(cache_folder()),
        "missing": _missing(),
    }


def _missing() -> list[str]:
    missing = []
    if not (PAGE / "index.html").is_file():
        missing.append("the page (run 'make page', or install with pip)")
    if not any(shutil.which(name) for name in _BROWSERS):
        missing.append("Chromium (only browser tests need it)")
    return missing
