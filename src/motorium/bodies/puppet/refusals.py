"""What is wrong with a puppet that came as tables: where, and a sentence about whom."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from motorium.bodies.puppet.document import PuppetDocument
from motorium.bodies.puppet.naming import called
from motorium.problems import problems_of

__all__ = ["MOST_PROBLEMS", "Problem", "puppet_problems"]

MOST_PROBLEMS: Final = 40
"""That are told of one document."""
ROW: Final = re.compile(r"^(?P<table>[a-z]+)\[(?P<index>\d+)\]\.(?P<key>.+)$")


@dataclass(frozen=True)
class Problem:
    """Where in a file: "rod[3].length"; and a sentence that names the offender."""

    where: str
    sentence: str


def puppet_problems(data: Mapping[str, Any]) -> list[Problem]:
    """What is wrong with a document that came as tables; nothing, if it can be used."""
    found = []
    for text in problems_of(_copy(data), PuppetDocument)[:MOST_PROBLEMS]:
        where, colon, sentence = text.partition(": ")
        if not colon:
            where, sentence = "", text
        elif sentence.startswith(("must ", "is missing", "unknown key")):
            sentence = f"{_offender(where, data)}: {sentence}"
        found.append(Problem(where, sentence))
    return found


def _offender(where: str, data: Mapping[str, Any]) -> str:
    """By name: "mass of the point hip" for "point[3].mass"."""
    match = ROW.match(where)
    if match is None:
        return where
    try:
        name = called(match["table"], data[match["table"]][int(match["index"])])
    except (KeyError, IndexError, TypeError, ValueError):
        return where  # It is not even named.
    return f"{match['key']} of {name}"


def _copy(data: Any) -> Any:
    """Of tables and lists, all the way down: what is wrong is taken out of them."""
    if isinstance(data, Mapping):
        return {key: _copy(value) for key, value in data.items()}
    return [_copy(value) for value in data] if isinstance(data, list | tuple) else data
