"""The table `[line]` of a scenario: a fishing line, and what of it does not go with the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pydantic import Field

from motorium.problems import Wrong
from motorium.settings import Number, Settings
from motorium.world.habitat.settings import Spot

if TYPE_CHECKING:
    from motorium.world.scenario import Scenario

__all__ = ["LineSettings", "line_wrongs"]


class LineSettings(Settings):
    """The table `[line]`: a fishing line with a baited hook (Tu 1999, section 10.1)."""

    place: Spot
    """Where it comes into the water, seen from above [m]."""
    at: Number | None = Field(default=None, ge=0.0, le=86_400.0)
    """When it comes down by itself [s]; left out, when somebody casts it."""
    depth: Number = Field(default=1.5, ge=0.2, le=1000.0)
    """How deep the hook hangs [m]; less where it would touch the ground."""


def line_wrongs(scenario: Scenario) -> Iterator[Wrong]:
    """Why there cannot be a line in this scenario."""
    line, habitat = scenario.line, scenario.habitat
    if line is None:
        return
    if habitat is None:
        yield Wrong(("line",), "hangs from a surface, but there is no [habitat]", ("habitat",))
    else:
        yield from habitat.beyond(line.place, ("line", "place"))
    if scenario.world.model == "published":
        breaks = 'must be left out: fishes of the model "published" cannot be held'
        yield Wrong(("line",), breaks, ("model",))
