"""Puppets as files: those that ship, one's own, and how they are written."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from motorium.bodies.puppet.document import PuppetDocument
from motorium.bodies.puppet.naming import counted
from motorium.problems import did_you_mean
from motorium.settings import SettingsError, parse_settings
from motorium.shipped import load_settings

__all__ = [
    "DEFAULT",
    "load_puppet",
    "parse_puppet",
    "puppet_summary",
    "puppet_text",
    "shipped_puppets",
    "shipped_text",
]

DEFAULT: Final = "person"
"""The puppet that is shown when none is named."""
WIDTH: Final = 100
"""Of a written line, if it can be broken."""


def shipped_puppets() -> list[str]:
    """Names of the puppets that ship with Motorium."""
    return sorted(Path(f.name).stem for f in _library().iterdir() if f.name.endswith(".toml"))


def _library() -> Traversable:
    return resources.files("motorium.bodies.puppet") / "library"


def shipped_text(name: str) -> str:
    """The file of a shipped puppet."""
    known = shipped_puppets()
    if name not in known:
        meant = did_you_mean(name, known)
        raise SettingsError(f"no puppet is called {name!r}; known are {', '.join(known)}{meant}")
    return (_library() / f"{name}.toml").read_text("utf-8")


def load_puppet(name: str | Path = DEFAULT) -> PuppetDocument:
    """A shipped puppet by name, or one's own by the path of its file."""
    return load_settings(name, "puppet", shipped_puppets(), _library(), PuppetDocument)


def parse_puppet(text: str, source: str) -> PuppetDocument:
    """A puppet from the text of a file that came from `source`."""
    return parse_settings(text, source, PuppetDocument)


def puppet_summary(document: PuppetDocument) -> str:
    """What is in it, in a line."""
    limits = len(document.joint) + len(document.cone) + len(document.twist)
    return (
        f"{document.puppet.title!r} in {document.puppet.dimensions} dimensions: "
        f"{counted(len(document.point), 'point')}, {counted(len(document.rod), 'rod')}, "
        f"{counted(limits, 'joint')}, {counted(len(document.part), 'part')} of skin, "
        f"{counted(len(document.path), 'path')}"
    )


# ---------------------------------------------------------------- writing


def puppet_text(document: PuppetDocument) -> str:
    """A puppet as a TOML file that reads back to the same puppet; what is as by default is left
    out."""
    said = document.model_dump(exclude_defaults=True)
    lines = [f"format = {document.format}"]
    for key in PuppetDocument.model_fields:
        value = said.get(key)
        match value:
            case dict():
                lines += ["", f"[{key}]", *_lines(value)]
            case list():
                for row in value:
                    lines += ["", f"[[{key}]]", *_lines(row)]
    return "\n".join(lines) + "\n"


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        text = _written(value)
        if isinstance(value, str) or len(f"{key} = {text}") <= WIDTH:
            yield f"{key} = {text}"
        else:
            yield f"{key} = ["
            yield from _broken(value)
            yield "]"


def _broken(values: Any) -> Iterator[str]:
    """As many in a line as there is room for."""
    line = " "
    for value in values:
        text = f" {_written(value)},"
        if len(line) + len(text) > WIDTH and line.strip():
            yield line
            line = " "
        line += text
    yield line


def _written(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            # JSON's escapes are TOML's, but for DEL, which TOML wants escaped, too.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case tuple() | list():
            return f"[{', '.join(_written(part) for part in value)}]"
        case float():
            return repr(value)
        case _:
            return str(value)
