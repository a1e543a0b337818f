"""Generates the page's copy of messages and layout: `python -m motorium.wire.typescript [PATH]`.

PATH: if not `web/src/wire/messages.ts`. What the other stages say goes beside it: `puppetry.ts`,
`figures.ts`, `performing.ts` and `texturing.ts`; what page and Python know of a fish's eyes is
`eyes.ts`. Shaders get the layout's numbers as
`looks/shaders/wire.glsl`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter

from motorium.bodies.puppet.document import PuppetDocument
from motorium.senses import eyes
from motorium.wire import layout, messages, puppet_frame, puppetry, texturing, wishes
from motorium.wire.figures import layout as figure_layout
from motorium.wire.figures import messages as figure_messages
from motorium.wire.figures import wishes as figure_wishes
from motorium.wire.message import PROTOCOL
from motorium.wire.mocap import packets, state
from motorium.wire.performing import frame as performance_frame
from motorium.wire.performing import messages as performance_messages
from motorium.wire.performing import wishes as performance_wishes
from motorium.wire.timing import MAX_SEED
from motorium.world.town.document import TownDocument

__all__ = [
    "EYES",
    "FIGURES",
    "GENERATED",
    "PERFORMING",
    "PUPPETRY",
    "SHADERS",
    "TEXTURING",
    "generate",
    "generate_eyes",
    "generate_figures",
    "generate_performing",
    "generate_puppetry",
    "generate_shader_constants",
    "generate_texturing",
]

GENERATED = Path("web/src/wire/messages.ts")
PUPPETRY = GENERATED.with_name("puppetry.ts")
FIGURES = GENERATED.with_name("figures.ts")
PERFORMING = GENERATED.with_name("performing.ts")
TEXTURING = GENERATED.with_name("texturing.ts")
EYES = GENERATED.with_name("eyes.ts")

SHADERS = Path("src/motorium/looks/shaders/wire.glsl")

LINE = 100
"""Longer lines are broken, as the page's formatter would."""

_HEADING = """\
// Generated from src/motorium/wire by `python -m motorium.wire.typescript`; do not edit.
"""

_EYES_HEADING = _HEADING.replace("src/motorium/wire", "src/motorium/senses/eyes.py")


def generate() -> str:
    """The whole TypeScript module, ending with a newline."""
    constants = [f"export const PROTOCOL = {PROTOCOL};", f"export const MAX_SEED = {MAX_SEED};"]
    constants += [
        f"export const {name} = {getattr(layout, name)};" for name in layout.TYPESCRIPT_NAMES
    ]
    parts = [_HEADING, "\n".join(constants) + "\n"]
    written: set[str] = set()
    parts += _declare_union("ClientMessage", wishes.ClientMessage, written)
    parts += _declare_union("ServerMessage", messages.ServerMessage, written)
    return "\n".join(parts)


def generate_shader_constants() -> str:
    """The layout's numbers, for shaders."""
    lines = [f"#define {name} {getattr(layout, name)}" for name in layout.TYPESCRIPT_NAMES]
    return "\n".join([_HEADING.rstrip(), *lines]) + "\n"


def generate_puppetry() -> str:
    """The same for the puppet stage."""
    constants = [
        f"export const PUPPET_PROTOCOL = {puppetry.PUPPET_PROTOCOL};",
        f"export const MOST_GRIPS = {puppetry.MOST_GRIPS};",
        f"export const MAX_PUPPET_BYTES = {puppetry.MAX_PUPPET_BYTES};",
        f"export const PUPPET_FRAME_HEADER = {puppet_frame.HEADER.size};",
    ]
    parts = [_HEADING, "\n".join(constants) + "\n"]
    written: set[str] = set()
    parts += _declare_document(PuppetDocument, written)
    parts += _declare_union("PuppetWish", puppetry.PuppetWish, written, optional=True)
    parts += _declare_union("PuppetMessage", puppetry.PuppetMessage, written)
    return "\n".join(parts)


def generate_figures() -> str:
    """The same for the motion protocol."""
    constants = [f"export const FIGURES_PROTOCOL = {figure_messages.FIGURES_PROTOCOL};"]
    constants += [
        f"export const {name} = {getattr(figure_layout, name)};"
        for name in figure_layout.TYPESCRIPT_NAMES
    ]
    parts = [_HEADING, "\n".join(constants) + "\n"]
    written: set[str] = set()
    parts += _declare_document(TownDocument, written)
    parts += _declare_union("FigureWish", figure_wishes.FigureWish, written, optional=True)
    parts += _declare_union("FigureMessage", figure_messages.FigureMessage, written)
    return "\n".join(parts)


def generate_performing() -> str:
    """The same for the Performance stage."""
    constants: dict[str, float | str] = {
        "PERFORMANCE_PROTOCOL": performance_messages.PERFORMANCE_PROTOCOL,
        "MAX_PERFORMANCE_BYTES": performance_wishes.MAX_PERFORMANCE_BYTES,
        "FASTEST_TOSS": performance_wishes.FASTEST_TOSS,
        "HIGHEST_PULL": performance_wishes.HIGHEST_PULL,
        "SLOWEST_PACE": performance_wishes.SLOWEST_PACE,
    }
    constants |= performance_frame.TYPESCRIPT_NAMES
    constants |= {
        "PACKET_NAME_BYTES": packets.NAME_BYTES,
        "PACKET_HEADER_BYTES": packets.HEADER_BYTES,
        "PACKET_BODY_BYTES": packets.BODY_BYTES,
        "PACKET_FARTHEST": packets.FARTHEST,
        "CLOCK": state.CLOCK,
        "HOUR": state.HOUR,
        "REVISIONS": state.REVISIONS,
    }
    lines = [f"export const {name} = {json.dumps(value)};" for name, value in constants.items()]
    parts = [_HEADING, "\n".join(lines) + "\n"]
    written: set[str] = set()
    wish, message = performance_wishes.PerformanceWish, performance_messages.PerformanceMessage
    parts += _declare_union("PerformanceWish", wish, written, optional=True)
    parts += _declare_union("PerformanceMessage", message, written)
    return "\n".join(parts)


def generate_texturing() -> str:
    """The same for the stage on which fishes are made of photographs."""
    names = ("TEXTURE_PROTOCOL", "MAX_PHOTO_BYTES", "MESH_ROWS", "MESH_COLUMNS", "MOST_NEWCOMERS")
    constants = [f"export const {name} = {getattr(texturing, name)};" for name in names]
    parts = [_HEADING, "\n".join(constants) + "\n"]
    written: set[str] = set()
    parts += _declare_union("TextureWish", texturing.TextureWish, written, optional=True)
    parts += _declare_union("TextureMessage", texturing.TextureMessage, written)
    return "\n".join(parts)


def generate_eyes() -> str:
    """What the page must know of a fish's eyes to see what Python sees."""
    lines = [
        f"export const {name} = {json.dumps(int(value) if value == int(value) else value)};"
        for name in eyes.TYPESCRIPT_NAMES
        for value in [getattr(eyes, name)]
    ]
    lines.append(f"export const HEAD_RING = {list(eyes.HEAD_RING)} as const;")
    lines.append("/** What an identity map says of pixels that show no fish. */")
    codes = [f"  {name}: {code}," for name, code in eyes.THINGS.items()]
    lines += ["export const THINGS = {", *codes, "} as const;"]
    return "\n".join([_EYES_HEADING, *lines]) + "\n"


def _declare_document(document: type[BaseModel], written: set[str]) -> Iterator[str]:
    """A file's tables, then the whole."""
    schema = document.model_json_schema(mode="serialization")
    definitions = schema.pop("$defs", {}) | {document.__name__: schema}
    for name, definition in definitions.items():
        written.add(name)
        yield _interface(name, definition)


def _declare_union(
    union: str, members_type: Any, written: set[str], optional: bool = False
) -> Iterator[str]:
    """Its members that are not written yet, then itself; optional: what has a default may be left
    out, for the studio reads it."""
    schema = TypeAdapter(members_type).json_schema(mode="serialization")
    for name, definition in schema["$defs"].items():
        if name not in written:
            written.add(name)
            yield _interface(name, definition, optional)
    members = sorted(reference["$ref"].rsplit("/", 1)[1] for reference in schema["oneOf"])
    yield _union(union, members)


def _interface(name: str, schema: dict[str, Any], optional: bool = False) -> str:
    lines = [f"/** {' '.join(schema['description'].split())} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    for key, part in schema["properties"].items():
        mark = "?" if optional and "default" in part and "const" not in part else ""
        lines.append(_field(f"  {key}{mark}:", part))
    return "\n".join([*lines, "}"]) + "\n"


def _field(begins: str, schema: dict[str, Any]) -> str:
    line = f"{begins} {_type(schema)};"
    if len(line) <= LINE or "enum" not in schema:
        return line
    return "\n".join([begins, *(f"    | {json.dumps(value)}" for value in schema["enum"])]) + ";"


def _union(name: str, members: list[str]) -> str:
    line = f"export type {name} = {' | '.join(members)};\n"
    if len(line) <= LINE:
        return line
    return "\n".join([f"export type {name} =", *(f"  | {member}" for member in members)]) + ";\n"


def _type(schema: dict[str, Any]) -> str:
    if "typescript" in schema:
        return str(schema["typescript"])
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "prefixItems" in schema:
        return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
    if "anyOf" in schema:
        return " | ".join(_type(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
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
            inner = _type(schema["items"])
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
    raise TypeError(f"no TypeScript for {schema}")


if __name__ == "__main__":
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else GENERATED
    path.parent.mkdir(parents=True, exist_ok=True)
    for file, text in {
        path.with_name(SHADERS.name) if len(sys.argv) > 1 else SHADERS: generate_shader_constants(),
        path: generate(),
        path.with_name(PUPPETRY.name): generate_puppetry(),
        path.with_name(FIGURES.name): generate_figures(),
        path.with_name(PERFORMING.name): generate_performing(),
        path.with_name(TEXTURING.name): generate_texturing(),
        path.with_name(EYES.name): generate_eyes(),
    }.items():
        file.write_text(text, encoding="utf-8", newline="\n")
        print(f"wrote {file}")
