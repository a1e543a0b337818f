"""Authored motion as files: those that ship, and one's own.

script = load_script("soldier")
script.posture_named("standing firing")
arcs_of(script)  # [("standing deployed", "standing firing"), ...]
"""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from motorium.motion.figures.authoring.script_document import ScriptDocument
from motorium.shipped import load_settings

__all__ = ["SCRIPTS", "ScriptDocument", "arcs_of", "load_script", "shipped_text"]

SCRIPTS: Final = ("soldier", "pedestrian", "performer")
"""Those that ship."""


def load_script(name: str | Path) -> ScriptDocument:
    """A shipped script by name, or one's own by the path of its file."""
    return load_settings(name, "script", SCRIPTS, _folder(), ScriptDocument)


def shipped_text(name: str) -> str:
    """The text of one that ships: what one of one's own can begin with."""
    return (_folder() / f"{name}.toml").read_text("utf-8")


def _folder() -> Traversable:
    return resources.files("motorium.motion.figures.authoring") / "library"


def arcs_of(script: ScriptDocument) -> list[tuple[str, str]]:
    """All arcs by their nodes: those that are written, and those that are run backwards."""
    return script.arcs()
