"""Generates the page's copy of messages and layout: `python -m motorium.wire.typescript [PATH]`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from motorium.wire import layout, messages, wishes
from motorium.wire.message import PROTOCOL

__all__ = ["GENERATED", "generate"]

GENERATED = Path("web/src/wire/messages.ts")

LINE = 100
"""Longer lines are broken, as the page's formatter would."""

_HEADING = """\
// Generated from src/motorium/wire by `python -m motorium.wire.typescript`; do not edit.
"""


def generate() -> str:
    """The whole TypeScript module, ending with a newline."""
    constants = [f"export const PROTOCOL = {PROTOCOL};"]
    constants += [
        f"export const {name} = {getattr(layout, name)};" for name in layout.TYPESCRIPT_NAMES
    ]
    parts = [_HEADING, "\n".join(constants) + "\n"]
    written: set[str] = set()
    unions: dict[str, Any] = {
        "ClientMessage": wishes.ClientMessage,
        "ServerMessage": messages.ServerMessage,
    }
    for union, members_type in unions.items():
        schema = TypeAdapter(members_type).json_schema(mode="serialization")
        for name, definition in schema["$defs"].items():
            if name not in written:
                written.add(name)
                parts.append(_interface(name, definition))
        members = sorted(reference["$ref"].rsplit("/", 1)[1] for reference in schema["oneOf"])
        parts.append(_union(union, members))
    return "\n".join(parts)


def _interface(name: str, schema: dict[str, Any]) -> str:
    lines = [f"/** {' '.join(schema['description'].split())} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    lines += [f"  {key}: {_type(part)};" for key, part in schema["properties"].items()]
    return "\n".join([*lines, "}"]) + "\n"


def _union(name: str, members: list[str]) -> str:
    line = f"export type {name} = {' | '.join(members)};\n"
    if len(line) <= LINE:
        return line
    return "\n".join([f"export type {name} =", *(f"  | {member}" for member in members)]) + ";\n"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "prefixItems" in schema:
        return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
    if "anyOf" in schema:
        return " | ".join(_type(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    match schema.get("type"):
        case "null":
            return "null"
        case "string":
            return "string"
        case "boolean":
            return "boolean"
        case "integer" | "number":
            return "number"
        case "array":
            return f"{_type(schema['items'])}[]"
    raise TypeError(f"no TypeScript for {schema}")


if __name__ == "__main__":
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else GENERATED
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(generate(), encoding="utf-8", newline="\n")
    print(f"wrote {path}")
