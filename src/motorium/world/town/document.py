"""The file of a town (`[town]`, `[[street]]`, `[[crossing]]`, `[[building]]`, ...).

Metres, seconds, degrees. x points to the east, y to the north; headings are counted from the east,
to the left.

    town = load_town()          # the one that ships
    town = load_town("my.toml") # one's own
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, StrictBool, StrictInt

from motorium.problems import Wrong
from motorium.settings import Number, Settings
from motorium.shipped import load_settings
from motorium.world.town.document_checks import town_wrongs

__all__ = [
    "TOWNS",
    "Bench",
    "Building",
    "Crossing",
    "Footpath",
    "Guard",
    "Light",
    "Square",
    "Stop",
    "Street",
    "TownDocument",
    "Tree",
    "load_town",
]

TOWNS: Final = ("town",)
"""Those that ship."""
FARTHEST: Final = 500.0
SHORTEST: Final = 0.1
"""Of what is between two corners of a path [m]."""

Coordinate = Annotated[Number, Field(ge=-FARTHEST, le=FARTHEST)]
Point = tuple[Coordinate, Coordinate]
Name = Annotated[str, Field(min_length=1, max_length=40)]
Color = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
Seconds = Annotated[Number, Field(gt=0.0, le=600.0)]
Degrees = Annotated[Number, Field(ge=-360.0, le=360.0)]


class Box(Settings):
    """A rectangle on the ground, its sides along x and y."""

    low: Point
    """The corner with the least x and y."""
    high: Point
    """The opposite one."""

    def wrongs(self) -> Iterator[Wrong]:
        for axis, low, high in zip("xy", self.low, self.high, strict=True):
            if low >= high:
                yield Wrong(("high",), f"must be above low along {axis}, {low:g}", ("low",), high)


class TownSettings(Box):
    """The table `[town]`: what it is called, and from where to where it reaches."""

    title: Name = "Untitled"
    """What it is called."""
    description: Annotated[str, Field(max_length=400)] = ""
    """What there is to see, in a line."""
    pedestrians: StrictInt = Field(default=0, ge=0, le=1000)
    """How many of them walk about."""


class Street(Settings):
    """A table `[[street]]`: straight, with a carriageway and a pavement on either side."""

    name: Name
    """What it is called."""
    start: Point
    """Where its middle begins."""
    end: Point
    """Where its middle ends."""
    width: Number = Field(default=6.5, ge=2.0, le=30.0)
    """Of the carriageway."""
    pavement: Number = Field(default=3.0, ge=1.2, le=12.0)
    """How wide a pavement is on either side."""

    @property
    def length(self) -> float:
        """[m]"""
        return math.dist(self.start, self.end)

    def wrongs(self) -> Iterator[Wrong]:
        if self.length < 5.0:
            yield Wrong(("end",), f"{self.name!r} is {self.length:.1f} m long; 5 m at least")


class Crossing(Settings):
    """A table `[[crossing]]`: where a street is crossed on foot, at a right angle."""

    street: Name
    """Which."""
    at: Number = Field(ge=0.0, le=2.0 * FARTHEST)
    """How far from where the street begins."""
    width: Number = Field(default=4.0, ge=1.5, le=12.0)
    """Of the stripes."""
    light: Name | None = None
    """The light that it has; left out, it is a zebra crossing without."""


class Light(Settings):
    """A table `[[light]]`: for walkers it is green, then flashes, then it is red."""

    name: Name
    """By which crossings call it."""
    green: Seconds = 14.0
    """How long one may begin to cross."""
    flashing: Seconds = 8.0
    """How long one may still go on."""
    red: Seconds = 14.0
    """How long it is red."""
    offset: Number = Field(default=0.0, ge=0.0, le=1800.0)
    """How far it is in its round when the town begins."""


class Square(Box):
    """A table `[[square]]`: an open place without cars; people keep to its paths."""

    name: Name
    """What it is called."""
    ground: Literal["paving", "lawn"] = "paving"
    """What is between the paths."""


class Footpath(Settings):
    """A table `[[path]]`: for walkers only; where it meets pavements or other paths, one may change
    over."""

    name: Name
    """What it is called."""
    points: list[Point] = Field(min_length=2, max_length=50)
    """Its middle, corner by corner."""
    width: Number = Field(default=3.0, ge=1.2, le=12.0)

    def wrongs(self) -> Iterator[Wrong]:
        for number, (one, other) in enumerate(pairwise(self.points), start=1):
            if math.dist(one, other) < SHORTEST:
                again = f"{self.name!r} is there already; {SHORTEST:g} m on at least"
                yield Wrong(("points", number), again)


class Building(Box):
    """A table `[[building]]`: a box with a roof."""

    name: Name
    """What it is called."""
    height: Number = Field(default=9.0, ge=2.0, le=120.0)
    """Up to the eaves."""
    color: Color = "#c9b89a"
    """Of its walls, as `"#rrggbb"`."""
    roof: Literal["flat", "gable", "hip"] = "gable"
    roof_color: Color = "#8a4b38"


class Tree(Settings):
    """A table `[[tree]]`."""

    at: Point
    height: Number = Field(default=7.0, ge=1.0, le=40.0)
    crown: Number = Field(default=2.0, ge=0.3, le=12.0)
    """The radius of its crown."""


class Bench(Settings):
    """A table `[[bench]]`: 0.45 m high, 2 m long, for two."""

    at: Point
    """The middle of its seat."""
    faces: Degrees
    """Where who sits on it looks."""
    name: Name = "bench"


class Stop(Settings):
    """A table `[[guard.stop]]`: a place of a patrol."""

    at: Point
    """Where."""
    seconds: Annotated[Number, Field(ge=0.0, le=600.0)] = 0.0
    """How long he stays; 0: he goes on without a halt."""
    posture: Name = "standing deployed"
    """What he takes up there, by its name in the soldier's posture graph."""
    faces: Degrees | None = None
    """Where he looks then; left out, where he was going."""


class Guard(Settings):
    """A table `[[guard]]`: a soldier who goes from stop to stop, and around again."""

    name: Name
    """What he is called."""
    stop: list[Stop] = Field(min_length=1, max_length=100)
    speed: Number = Field(default=1.2, ge=0.3, le=4.5)
    """[m/s]"""
    turns_back: StrictBool = False
    """Whether he goes back the same way, instead of from the last stop to the first."""


class TownDocument(Settings):
    """The whole file."""

    format: Literal[1]
    """The version of the file."""
    town: TownSettings
    street: list[Street] = Field(min_length=1, max_length=50)
    crossing: list[Crossing] = Field(default_factory=list, max_length=200)
    light: list[Light] = Field(default_factory=list, max_length=100)
    square: list[Square] = Field(default_factory=list, max_length=20)
    path: list[Footpath] = Field(default_factory=list, max_length=100)
    building: list[Building] = Field(default_factory=list, max_length=300)
    tree: list[Tree] = Field(default_factory=list, max_length=500)
    bench: list[Bench] = Field(default_factory=list, max_length=200)
    guard: list[Guard] = Field(default_factory=list, max_length=100)

    def street_named(self, name: str) -> Street:
        """One of the streets."""
        return next(street for street in self.street if street.name == name)

    def wrongs(self) -> Iterator[Wrong]:
        return town_wrongs(self)


def load_town(name: str | Path = "town") -> TownDocument:
    """A shipped town by name, or one's own by the path of its file."""
    folder = resources.files("motorium.world.town") / "library"
    return load_settings(name, "town", TOWNS, folder, TownDocument)
