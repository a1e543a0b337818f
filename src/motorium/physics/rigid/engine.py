"""MuJoCo, or a sentence that says how to get it."""

from __future__ import annotations

from typing import Any

from motorium.settings import SettingsError

__all__ = ["engine"]


def engine() -> Any:
    """The module `mujoco`."""
    try:
        import mujoco
    except ImportError:
        raise SettingsError(
            "a performer inside physics needs MuJoCo: pip install 'motorium[figures]'"
        ) from None
    return mujoco
