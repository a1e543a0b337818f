"""Small puppets for tests, as the tables of their files."""

from __future__ import annotations

import copy
import tomllib
from itertools import pairwise
from typing import Any

from motorium.bodies.puppet.document import PuppetDocument
from motorium.bodies.puppet.files import shipped_text
from motorium.bodies.puppet.refusals import puppet_problems

__all__ = ["Tables", "limb", "only_problem", "person", "row_of", "space"]

Tables = dict[str, Any]


def row_of(*places: list[float], **more: Any) -> Tables:
    """Points a, b, c, ... in a row, each linked to the next; more tables besides."""
    names = "abcdefghij"[: len(places)]
    return {
        "format": 1,
        "point": [{"name": n, "at": at} for n, at in zip(names, places, strict=True)],
        "rod": [{"ends": [one, other]} for one, other in pairwise(names)],
        **more,
    }


def limb(**more: Any) -> Tables:
    """Three points, two rods of 1 m at a right angle to the left."""
    return row_of([0.0, 1.0], [1.0, 1.0], [1.0, 2.0], **more)


def space(**more: Any) -> Tables:
    """A frame of a, b, c in three dimensions, with a bone from a to d and a side e."""
    places = {
        "a": [0.0, 0.0, 1.0],
        "b": [0.0, 1.0, 1.0],
        "c": [0.0, 0.0, 2.0],
        "d": [1.0, 0.0, 1.0],
        "e": [1.0, 0.0, 0.5],
    }
    return {
        "format": 1,
        "puppet": {"dimensions": 3},
        "point": [{"name": name, "at": at} for name, at in places.items()],
        "rod": [{"ends": list(ends)} for ends in ("ab", "ac", "bc", "ad", "de")],
        **more,
    }


def person() -> Tables:
    """The one that ships, to be spoilt."""
    return copy.deepcopy(tomllib.loads(shipped_text("person")))


def only_problem(tables: Tables) -> tuple[str, str]:
    """Where it is, and the sentence about it."""
    (problem,) = puppet_problems(tables)
    try:
        PuppetDocument.model_validate(tables)
    except ValueError:
        return problem.where, problem.sentence
    raise AssertionError("it is refused in one way and taken in the other")
