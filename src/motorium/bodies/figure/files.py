"""Figures as files: those that ship, and one's own."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from motorium.bodies.figure.document import FigureDocument
from motorium.bodies.figure.skeleton import Skeleton, skeleton_of
from motorium.problems import did_you_mean
from motorium.settings import SettingsError
from motorium.shipped import load_settings

__all__ = ["FIGURES", "check_figure", "load_figure", "load_skeleton"]

FIGURES: Final = ("human-high", "human-med", "human-low")
"""Those that ship, from the finest on."""


def load_figure(name: str | Path) -> FigureDocument:
    """A shipped figure by name, or one's own by the path of its file."""
    folder = resources.files("motorium.bodies.figure") / "library"
    return load_settings(name, "figure", FIGURES, folder, FigureDocument)


def check_figure(name: str) -> None:
    """Refuse the name of one that does not ship."""
    if name not in FIGURES:
        known, meant = ", ".join(FIGURES), did_you_mean(name, FIGURES)
        raise SettingsError(f"no figure is called {name!r}; known are {known}{meant}")


@cache
def load_skeleton(name: str) -> Skeleton:
    """The arrays of a figure."""
    return skeleton_of(load_figure(name))
