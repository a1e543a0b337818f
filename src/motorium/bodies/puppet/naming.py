"""What the things of a puppet are called in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import BaseModel

__all__ = ["call", "called", "counted", "listed"]

MOST_LISTED: Final = 12
TABLES: Final = {"Skin": "part", "ScriptedPath": "path"}
"""Of models that are not called as their tables."""


def call(thing: BaseModel) -> str:
    """A row of a puppet's file: "the rod from hip to knee"."""
    kind = type(thing).__name__
    return called(TABLES.get(kind, kind.lower()), thing.__dict__)


def called(table: str, row: Mapping[str, Any]) -> str:
    """The same by the row's table, "rod", and its keys."""
    match table:
        case "rod":
            return f"the rod from {row['ends'][0]} to {row['ends'][1]}"
        case "joint":
            before, hinge, behind = row["points"]
            return f"the joint at {hinge} (from {before} to {behind})"
        case "cone" | "twist":
            return f"the {table} at {row['at']} (of {row['bone']})"
        case "path":
            return f"the path of {row['point']}"
        case _:
            return f"the {table} {row['name']}"


def counted(number: int, thing: str) -> str:
    """So many things: "1 rod", "2 rods"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def listed(names: Iterable[str]) -> str:
    """Names, not too many."""
    every = list(names)
    more = f", and {len(every) - MOST_LISTED} more" if len(every) > MOST_LISTED else ""
    return ", ".join(every[:MOST_LISTED]) + more
