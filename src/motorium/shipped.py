"""Files that ship, by name, and one's own, by the path of their file."""

from __future__ import annotations

from collections.abc import Collection
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeVar

from motorium.problems import did_you_mean
from motorium.settings import Settings, SettingsError, parse_settings, read_settings

__all__ = ["load_settings"]

Model = TypeVar("Model", bound=Settings)


def load_settings(
    name: str | Path, kind: str, known: Collection[str], folder: Traversable, model: type[Model]
) -> Model:
    """A shipped file of a folder by its name, or one's own; kind: what it is, like "puppet"."""
    if str(name) in known:
        text = (folder / f"{name}.toml").read_text("utf-8")
        return parse_settings(text, f"{name}.toml", model)
    path = Path(name)
    if path.suffix != ".toml":
        raise SettingsError(
            f"no {kind} is called {str(name)!r}; known are {', '.join(known)}, "
            f"and files that end in .toml{did_you_mean(name, known)}"
        )
    return read_settings(path, model)
