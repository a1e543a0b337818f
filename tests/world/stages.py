"""Scenarios with cues, for tests: small casts in open water or a flat sea."""

from __future__ import annotations

from typing import Any, Final

from motorium.world.scenario import Scenario
from motorium.world.world import World

__all__ = ["SEA", "actor", "happened", "runner", "stage"]

SEA: Final = {"radius": 12.0, "ground": -3.0, "surface": 4.0, "relief": 0.0}


def actor(
    name: str, species: str, *places: tuple[float, float, float], **keys: Any
) -> dict[str, Any]:
    """A group with an instinct at these places, looking along x, on playback unless told."""
    return {
        "name": name,
        "species": species,
        "places": list(places),
        "headings": [0.0] * len(places),
        "mind": "instinct",
        "motor": "repertoire",
        **keys,
    }


def runner(**keys: Any) -> dict[str, Any]:
    """A herring of its own, that is not hungry."""
    alone = {"habits": {"schooling": False}, "instinct": {"hunger": 0.0}}
    return actor("runner", "herring", (0.0, 0.0, 0.0), **{**alone, **keys})


def stage(
    groups: list[dict[str, Any]],
    cues: list[dict[str, Any]],
    seed: int = 1,
    **tables: Any,
) -> Scenario:
    """With these actors and cues."""
    world = {"seed": seed, "capacity": 64}
    return Scenario.model_validate(
        {"format": 1, "world": world, "group": groups, "cue": cues, **tables}
    )


def happened(world: World, name: str, kind: str) -> list[float]:
    """When something happened to somebody of a group [s]."""
    events = world.events
    return [e.t for e in events if e.kind == kind and world.group_of(e.subject) == name]
