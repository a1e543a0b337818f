"""The shaders: GLSL texts under `looks/shaders` that the page and off-line pictures share.

`#include "ocean/light.glsl"` stands for another text, from the folder of all, once in a shader.
"""

from __future__ import annotations

import re
from importlib import resources

__all__ = ["known_shaders", "shader_text"]

_INCLUDE = re.compile(r'^#include "(.+)"$', re.MULTILINE)


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


def _text(name: str, included: set[str]) -> str:
    if name in included:
        return ""
    included.add(name)
    if name not in known_shaders():
        raise ValueError(f"no shader is called {name!r}; known are {', '.join(known_shaders())}")
    file = resources.files("motorium.looks") / "shaders" / name
    text = file.read_text(encoding="utf-8")
    return _INCLUDE.sub(lambda found: _text(found[1], included).rstrip(), text)
