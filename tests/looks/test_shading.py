"""The texts of shaders, as Python puts them together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from motorium.looks.shading import known_shaders, shader_text
from motorium.wire.typescript import SHADERS, generate_shader_constants

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "web" / "src"
DRAWERS = ROOT / "src" / "motorium" / "looks" / "drawing"


def test_shaders_have_the_numbers_of_the_wire() -> None:
    assert (ROOT / SHADERS).read_text(encoding="utf-8") == generate_shader_constants()


@pytest.mark.parametrize("name", known_shaders())
def test_a_shader_holds_all_that_it_includes_once(name: str) -> None:
    text = shader_text(name)
    assert "#include" not in text
    defined = re.findall(r"^#define (\w+)", text, re.MULTILINE)
    assert len(defined) == len(set(defined))
    assert text.count("vec3 throughWater(") <= 1


@pytest.mark.parametrize("name", [n for n in known_shaders() if re.search(r"\.(vert|frag)\.", n)])
def test_a_shader_has_an_entry_and_is_drawn_with(name: str) -> None:
    assert shader_text(name).count("void main()") == 1
    if not PAGE.is_dir():
        pytest.skip("the page's sources are not here")
    by_page = any(f'"shaders/{name}"' in file.read_text() for file in PAGE.rglob("*.ts"))
    # Maps of what is seen have more channels off line, and so shaders of their own.
    assert by_page or any(f'"{name}"' in file.read_text() for file in DRAWERS.glob("*.py"))


def test_an_unknown_shader_is_named_beside_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"'ocean/fog.glsl'; known are .*ocean/light.glsl"):
        shader_text("ocean/fog.glsl")
