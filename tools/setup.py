"""Fills ``.venv`` with the packages of ``requirements.lock`` and with Motorium itself.

Needs nothing but a Python 3 to run; it looks for one that Motorium supports to build on.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

ASK_VERSION = "import sys; print('%d.%d' % sys.version_info[:2])"


def main() -> None:
    if _can_run(VENV_PYTHON, "-m", "pip", "--version") and _is_supported(_version(VENV_PYTHON)):
        _say(f"keeping .venv (Python {_version(VENV_PYTHON)})")
    else:
        _make_venv(_find_python())
    _say("installing the packages of requirements.lock")
    _pip("install", "--requirement", "requirements.lock")
    _say("installing Motorium itself")
    # The page is built below, where its progress can be seen.
    os.environ["MOTORIUM_SKIP_PAGE"], wished = "1", os.environ.get("MOTORIUM_SKIP_PAGE", "")
    _pip("install", "--no-deps", "--no-build-isolation", "--editable", ".")
    os.environ["MOTORIUM_SKIP_PAGE"] = wished
    _run(VENV_PYTHON, "hatch_build.py")
    _say("ready")


def _supported_minors() -> range:
    """Minor versions of Python 3 that pyproject.toml allows.

    Read with a pattern, as the Python that runs this may be too old to have tomllib.
    """
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    bounds = re.search(r'requires-python = ">=3\.(\d+),<3\.(\d+)"', project)
    assert bounds, 'pyproject.toml must say requires-python = ">=3.A,<3.B"'
    return range(int(bounds[1]), int(bounds[2]))


def _is_supported(version: str | None) -> bool:
    return version in {f"3.{minor}" for minor in _supported_minors()}


def _find_python() -> str:
    newest_first = [f"python3.{minor}" for minor in reversed(_supported_minors())]
    unsuitable: list[tuple[str, str]] = []
    for name in [sys.executable, "python3", *newest_first]:
        python = shutil.which(name)
        version = _version(python) if python else None
        if python and _is_supported(version):
            return python
        if python and version and python not in (found for found, _ in unsuitable):
            unsuitable.append((python, version))
    minors = _supported_minors()
    found = ", ".join(f"{python} ({version})" for python, version in unsuitable) or "none"
    sys.exit(
        f"Motorium needs Python 3.{minors[0]} to 3.{minors[-1]}; found: {found}. "
        "Install one of those and run this again."
    )


def _make_venv(python: str) -> None:
    _say(f"making .venv with {python} (Python {_version(python)})")
    shutil.rmtree(VENV, ignore_errors=True)
    if not _can_run(python, "-c", "import ensurepip, venv"):
        _install_venv_module(python)
    ways: list[list[list[str | Path]]] = [
        [[python, "-m", "venv", VENV]],
        [[python, "-m", "virtualenv", VENV]],
        [["virtualenv", "--python", python, VENV]],
        [
            [python, "-m", "venv", "--without-pip", VENV],
            [python, "-m", "pip", "--python", VENV_PYTHON, "install", "pip"],
        ],
    ]
    for commands in ways:
        if all(_can_run(*command) for command in commands):
            return
        shutil.rmtree(VENV, ignore_errors=True)
    sys.exit(
        f"{python} cannot make a virtual environment. On Debian or Ubuntu run "
        f"`apt-get install {_venv_package(python)}` as root, elsewhere install virtualenv; "
        "then run this again."
    )


def _install_venv_module(python: str) -> None:
    """Debian keeps the module in a package of its own, which only root may add."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    package = _venv_package(python)
    _say(f"installing the Debian package {package}")
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    subprocess.call(["apt-get", "-qq", "update"])
    subprocess.call(["apt-get", "-qq", "install", "--yes", "--no-install-recommends", package])


def _venv_package(python: str) -> str:
    return f"python{_version(python)}-venv"


def _version(python: str | Path) -> str | None:
    try:
        answer = subprocess.check_output(
            [str(python), "-c", ASK_VERSION], stderr=subprocess.DEVNULL
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return answer.decode().strip()


def _can_run(*command: str | Path) -> bool:
    try:
        result = subprocess.run(
            [str(part) for part in command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
    except OSError:
        return False
    return result.returncode == 0


def _pip(*arguments: str) -> None:
    _run(VENV_PYTHON, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments)


def _run(*command: str | Path) -> None:
    result = subprocess.run([str(part) for part in command], cwd=str(ROOT), check=False)
    if result.returncode != 0:
        sys.exit(f"Setup stopped: `{' '.join(str(part) for part in command)}` failed.")


def _say(progress: str) -> None:
    print(f"setup: {progress}", flush=True)


if __name__ == "__main__":
    main()
