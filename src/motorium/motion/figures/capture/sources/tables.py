"""Which joint of a captured skeleton is which of ours: shipped tables, and one's own.

A table is a TOML file: `[source]` says what is particular, `[joints]` has our names on the left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, StrictBool

from motorium.bodies.figure.skeleton import SIDES
from motorium.problems import Wrong
from motorium.settings import Number, Settings, SettingsError
from motorium.shipped import load_settings

__all__ = ["NEEDED", "SOURCES", "Source", "load_source", "short_name", "source_of"]

SOURCES: Final = ("motorium", "double", "cmu", "mixamo", "lafan", "xsens")
"""Those that ship; a clip is taken for the first one all of whose joints it has."""
NEEDED: Final = (
    "pelvis",
    "spine",
    "chest",
    "neck",
    "head",
    *(
        f"{side} {part}"
        for side in SIDES
        for part in ("hip", "knee", "ankle", "shoulder", "elbow", "wrist")
    ),
)
"""What a table must name: pelvis is the joint that carries hips and spine, spine the lowest one
that bends the trunk, chest the one that carries shoulders and neck."""
WELCOME: Final = tuple(
    f"{side} {part}" for side in SIDES for part in ("girdle", "toes", "hand", "knuckles")
)
"""What it may name besides: where the shoulder hangs, the ball of the foot, the joint that turns
the palm if that is not the wrist, and the root of a finger."""

Names = dict[str, Annotated[str, Field(min_length=1, max_length=200)]]


class SourceSettings(Settings):
    """The table `[source]`."""

    title: str
    """What it is."""
    metres_a_unit: Number | None = Field(default=None, gt=0.0, le=100.0)
    """How long a unit of its files is [m], if they all agree."""
    first_frame_is_zero: StrictBool = False
    """Whether its files begin with a frame in which the figure only shows its zero pose."""


class SourceDocument(Settings):
    """The whole file."""

    format: Literal[1]
    """The version of the file."""
    source: SourceSettings
    joints: Names

    def wrongs(self) -> Iterator[Wrong]:
        known = (*NEEDED, *WELCOME)
        for name in self.joints:
            if name not in known:
                yield Wrong(("joints", name), f"unknown joint; known are {', '.join(known)}")
        missing = [name for name in NEEDED if name not in self.joints]
        if missing:
            yield Wrong(("joints",), f"missing are {', '.join(missing)}")


class Source:
    """A table: for each of our joints the name of theirs."""

    def __init__(self, document: SourceDocument) -> None:
        self.title = document.source.title
        self.metres_a_unit = document.source.metres_a_unit
        self.first_frame_is_zero = document.source.first_frame_is_zero
        self.joints = dict(document.joints)

    def numbers(self, names: Iterable[str], title: str) -> dict[str, int]:
        """For each of our joints the number of theirs among the names of a clip."""
        found = {short_name(name): number for number, name in enumerate(names)}
        missing = [theirs for theirs in self.joints.values() if theirs not in found]
        if missing:
            raise SettingsError(
                f"{title}: {self.title} should have joints {', '.join(missing)}; "
                f"it has {', '.join(list(found)[:60])}"
            )
        return {ours: found[theirs] for ours, theirs in self.joints.items()}


@cache
def load_source(name: str | Path) -> Source:
    """A shipped table by name, or one's own by the path of its file."""
    folder = resources.files("motorium.motion.figures.capture.sources")
    return Source(load_settings(name, "skeleton", SOURCES, folder, SourceDocument))


def source_of(names: Iterable[str]) -> Source | None:
    """The shipped table that fits the joints of a clip, if one does."""
    have = {short_name(name) for name in names}
    tables = map(load_source, SOURCES)
    return next((table for table in tables if have >= set(table.joints.values())), None)


def short_name(name: str) -> str:
    """Without what programs put before it, as in "mixamorig:Hips"."""
    return name.rpartition(":")[2]
