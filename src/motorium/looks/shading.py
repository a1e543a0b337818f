"""The shaders: GLSL texts under `looks/shaders` that the page and off-line pictures share.

`#include "ocean/light.glsl"` stands for another text, from the folder of all, once in a shader.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

__all__ = ["known_shaders", "shader_constant", "shader_text"]

_INCLUDE = re.compile(r'^#include "(.+)"$', re.MULTILINE)
_NUMBER = re.compile(r"^#define (\w+) (.+)$", re.MULTILINE)


def known_shaders() -> list[str]:
    """Names of all texts, as `ocean/skin.frag.glsl`."""
    folder = resources.files("motorium.looks") / "shaders"
    names = [file.name for file in folder.iterdir() if file.name.endswith(".glsl")]
    for room in folder.iterdir():
        if room.is_dir():
            names += [
                f"{room.name}/{file.name}" for file in room.iterdir() if file.name.endswith(".glsl")
            ]
    return sorted(names)


def shader_text(name: str) -> str:
    """A shader with all that it includes, without the line `#version 300 es`."""
    return _text(name, set())


def shader_constant(name: str) -> float:
    """A number that shaders share with the programs that feed them (constants.glsl)."""
    numbers = _constants()
    if name not in numbers:
        raise ValueError(f"constants.glsl has no number {name!r}; it has {', '.join(numbers)}")
    return numbers[name]


@cache
def _constants() -> dict[str, float]:
    """Each is a number, a name, or a sum of both in brackets."""
    numbers: dict[str, float] = {}
    for name, value in _NUMBER.findall(shader_text("constants.glsl")):
        parts = value.removeprefix("(").removesuffix(")").split(" + ")
        numbers[name] = sum(numbers[part] if part in numbers else float(part) for part in parts)
    return numbers


def _text(name: str, included: set[str]) -> str:
    if name in included:
        return ""
    included.add(name)
    if name not in known_shaders():
        raise ValueError(f"no shader is called {name!r}; known are {', '.join(known_shaders())}")
    file = resources.files("motorium.looks") / "shaders" / name
    text = file.read_text(encoding="utf-8")
    return _INCLUDE.sub(lambda found: _text(found[1], included).rstrip(), text)
