"""A small town for tests: a street that is crossed once, and another that it leads into."""

from __future__ import annotations

from motorium.settings import parse_settings
from motorium.world.town.document import TownDocument

__all__ = ["SMALL", "small_town"]

SMALL = """
format = 1

[town]
title = "Tee"
low = [-30.0, -20.0]
high = [30.0, 20.0]

[[street]]
name = "Long Lane"
start = [-30.0, 0.0]
end = [30.0, 0.0]
width = 6.0
pavement = 2.0

[[street]]
name = "Short Lane"
start = [0.0, 0.0]
end = [0.0, 20.0]
width = 4.0
pavement = 2.0

[[light]]
name = "middle"

[[crossing]]
street = "Long Lane"
at = 20.0
light = "middle"

[[crossing]]
street = "Short Lane"
at = 12.0
width = 3.0

[[building]]
name = "the barn"
low = [-20.0, 5.0]
high = [-5.0, 12.0]

[[bench]]
at = [20.0, -6.5]
faces = 90.0
"""


def small_town(*changes: tuple[str, str]) -> TownDocument:
    text = SMALL
    for before, after in changes:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return parse_settings(text, "small.toml", TownDocument)
