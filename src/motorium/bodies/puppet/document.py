"""The file of a puppet (`[puppet]`, `[stage]`, `[[point]]`, `[[rod]]`, ...); metres, kilogrammes,
seconds, radians.

In two dimensions a place is `[x, z]`, in the plane y = 0 (`[x, 0, z]` will do, too); in three it is
`[x, y, z]`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, StrictBool, StrictInt, model_validator

from motorium.bodies.puppet.checks import puppet_wrongs
from motorium.problems import Wrong
from motorium.settings import Number, Settings, Span

__all__ = [
    "Cone",
    "Joint",
    "Key",
    "Place",
    "Point",
    "PuppetDocument",
    "PuppetSettings",
    "Rod",
    "Scheme",
    "ScriptedPath",
    "Skin",
    "Stage",
    "Take",
    "Twist",
]

MOST_POINTS: Final = 200
MOST_RODS: Final = 400
MOST_JOINTS: Final = 200
MOST_PARTS: Final = 64
MOST_VERTICES: Final = 20_000
"""Of all parts together, and faces of a part."""
MOST_PATHS: Final = 400
MOST_KEYS: Final = 20_000
"""Of a path."""
MOST_KEYS_OF_A_TABLE: Final = 16
"""Wrong ones among them."""
LONGEST: Final = 100.0
"""A rod [m]."""

Scheme = Literal["printed", "mended", "newton"]


def _micrometres(value: float) -> float:
    """So that a file that was written and read again says the same, in few digits."""
    return round(value, 6) + 0.0


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError(f"must be letters, digits and signs in one line, not {text!a}")
    return text


def _so_many(least: int) -> AfterValidator:
    """So many numbers, or one more."""

    def count(numbers: tuple[float, ...]) -> tuple[float, ...]:
        if not least <= len(numbers) <= least + 1:
            raise ValueError(f"must be {least} or {least + 1} numbers, not {len(numbers)}")
        return numbers

    return AfterValidator(count)


Coordinate = Annotated[Number, Field(ge=-1000.0, le=1000.0), AfterValidator(_micrometres)]
Place = Annotated[tuple[Coordinate, ...], _so_many(2)]
Vector = tuple[Coordinate, Coordinate, Coordinate]
Key = Annotated[tuple[Coordinate, ...], _so_many(3)]
"""A time [s] and a place."""
Pair = tuple[Number, Number]
Name = Annotated[str, Field(min_length=1, max_length=40), AfterValidator(_printable)]
Corner = Annotated[StrictInt, Field(ge=0)]
LENGTHS: Final = Span(0.0, LONGEST)
BENDS: Final = Span(-math.pi, math.pi)


class Table(Settings):
    """A table of a puppet's file, which may come from anybody: who sends thousands of wrong keys or
    numbers is told of the first."""

    @model_validator(mode="before")
    @classmethod
    def _few_keys(cls, data: Any) -> Any:
        if isinstance(data, dict) and len(data) > MOST_KEYS_OF_A_TABLE:
            known = ", ".join(cls.model_fields)
            raise ValueError(f"has {len(data)} keys, which are too many; known keys are {known}")
        return data


class PuppetSettings(Table):
    """The table `[puppet]`."""

    title: Annotated[str, Field(max_length=100), AfterValidator(_printable)] = "Untitled"
    """What it is called."""
    description: Annotated[str, Field(max_length=400), AfterValidator(_printable)] = ""
    """What there is to see, in a line."""
    dimensions: Literal[2, 3] = 2
    """2: it lives in the plane y = 0, x to the right and z up; 3: in space."""


class Stage(Table):
    """The table `[stage]`: what is around the puppet, and how it is moved."""

    gravity: tuple[
        Annotated[Number, Field(ge=-100.0, le=100.0)],
        Annotated[Number, Field(ge=-100.0, le=100.0)],
        Annotated[Number, Field(ge=-100.0, le=100.0)],
    ] = (0.0, 0.0, -9.81)
    """Acceleration of all points [m/s²]."""
    low: Vector = (-2.0, -1.0, 0.0)
    """Where walls are [m]: the lower corner of a box, with the floor."""
    high: Vector = (2.0, 1.0, 3.0)
    """Its upper corner [m]."""
    bounce: Number = Field(default=0.9, ge=0.0, le=1.0)
    """What share of its speed towards a wall a point has when it comes back."""
    friction: Number = Field(default=0.1, ge=0.0, le=10.0)
    """The impulse that a wall gives a point along itself, of that across."""
    damping: Number = Field(default=0.5, ge=0.0, le=10.0)
    """At which rate [1/s] a puppet that is held or pinned somewhere loses its speed: without, it
    would swing for ever. What flies is not slowed down."""
    scheme: Scheme = "mended"
    """By which rods and joints are kept: [as printed](concepts/puppet-schemes.md), mended, or all
    at once."""
    iterations: StrictInt = Field(default=7, ge=1, le=100)
    """At most so many a step; with fewer it squashes and stretches."""
    steps: StrictInt = Field(default=1, ge=1, le=16)
    """So many a frame of 1/60 s."""

    def wrongs(self) -> Iterator[Wrong]:
        for axis, low, high in zip("xyz", self.low, self.high, strict=True):
            if low >= high:
                apart = f"must be above low along {axis}, {low:g}"
                yield Wrong(("high",), apart, ("low",), high)


class Point(Table):
    """A table `[[point]]`: a point of the skeleton."""

    name: Name
    """By which all others call it."""
    at: Place
    """Where it is at rest [m]."""
    mass: Number = Field(default=1.0, ge=0.001, le=1000.0)
    """[kg]."""
    pinned: StrictBool = False
    """Whether it stays where it is."""


class Rod(Table):
    """A table `[[rod]]`: what keeps two points at a distance."""

    ends: tuple[Name, Name]
    """The two points that it links."""
    length: Annotated[Pair, LENGTHS] | None = None
    """The least and the most [m]; left out, as it is at rest."""


class Joint(Table):
    """A table `[[joint]]`: how far two rods bend where they meet."""

    points: tuple[Name, Name, Name]
    """The one before the hinge, the hinge, and the one behind it."""
    angle: Annotated[Pair, BENDS] | None = None
    """The least and the most bend [rad]: 0 is straight, and in two dimensions left is positive, in
    three it is at least 0; left out, stiff as it is at rest."""


class Cone(Table):
    """A table `[[cone]]`: how far a bone swings about its hinge (three dimensions)."""

    at: Name
    """The hinge."""
    bone: Name
    """The point at the other end of the bone that swings."""
    body: tuple[Name, Name]
    """Two more points of the body that the cone is fixed to, not in line with the hinge."""
    angle: Number = Field(default=1.0, ge=0.0, le=math.pi)
    """The most between the cone's axis and the bone [rad]."""
    axis: Vector | None = None
    """Where it points to at rest; left out, as the bone at rest."""


class Twist(Table):
    """A table `[[twist]]`: how far a bone turns about itself (three dimensions)."""

    at: Name
    """The hinge."""
    bone: Name
    """The point at the other end of the bone that turns."""
    side: Name
    """A point beyond it and beside its line that shows how it is turned: the hand of a bent arm."""
    body: tuple[Name, Name]
    """Two more points of the body that it turns against, not in line with the hinge."""
    angle: Annotated[Pair, BENDS] = (-0.5, 0.5)
    """The least and the most [rad], from how it is at rest, left positive as seen against the
    bone."""


class Skin(Table):
    """A table `[[part]]`: a part of the skin. Later ones are drawn over earlier ones."""

    name: Name
    """What it is called."""
    follows: list[Name] = Field(max_length=MOST_POINTS, fail_fast=True)
    """The points of the skeleton that move it."""
    color: str = Field(default="#e07a5f", pattern=r"^#[0-9a-fA-F]{6}$")
    """As `"#rrggbb"`."""
    outline: list[Place] | None = Field(default=None, max_length=MOST_VERTICES, fail_fast=True)
    """The vertices of a closed line around it at rest [m]; or:"""
    vertices: list[Place] | None = Field(default=None, max_length=MOST_VERTICES, fail_fast=True)
    """Those of a mesh at rest [m], with its faces."""
    faces: list[tuple[Corner, Corner, Corner]] | None = Field(
        default=None, max_length=2 * MOST_VERTICES, fail_fast=True
    )
    """Triangles: three numbers of vertices each, the first vertex being 0, to the left around as
    seen from outside."""
    blend: Number = Field(default=0.0, ge=0.0, le=10.0)
    """How far from a point that it shares with other parts it [blends](concepts/draping.md) into
    them [m]; 0: as far as fits."""

    @property
    def corners(self) -> list[tuple[float, ...]]:
        """The vertices of the outline or of the mesh [m]."""
        return list(self.outline or self.vertices or ())


class ScriptedPath(Table):
    """A table `[[path]]`: a hand that moves a point by a script."""

    point: Name
    """Which."""
    keys: list[Key] = Field(min_length=1, max_length=MOST_KEYS, fail_fast=True)
    """When it is where: `[t, x, z]`, in three dimensions `[t, x, y, z]`, in the order of their
    times [s]."""
    loop: StrictBool = True
    """Whether it goes on for ever, with the period of its last key; else the point is held from
    the first key to the last."""


class Take(Table):
    """The table `[take]`: the beginning of what was recorded; its paths are those that do not loop.

    Rows as points, three numbers each.
    """

    seconds: Number = Field(gt=0.0, le=1000.0)
    """How long it is."""
    positions: list[Vector] = Field(max_length=MOST_POINTS, fail_fast=True)
    """Of all points when it begins [m]."""
    velocities: list[Vector] = Field(max_length=MOST_POINTS, fail_fast=True)
    """Of all points when it begins [m/s]."""


class PuppetDocument(Table):
    """A whole puppet file."""

    format: Literal[1]
    puppet: PuppetSettings = PuppetSettings()
    stage: Stage = Stage()
    point: list[Point] = Field(default_factory=list, max_length=MOST_POINTS)
    rod: list[Rod] = Field(default_factory=list, max_length=MOST_RODS)
    joint: list[Joint] = Field(default_factory=list, max_length=MOST_JOINTS)
    cone: list[Cone] = Field(default_factory=list, max_length=MOST_JOINTS)
    twist: list[Twist] = Field(default_factory=list, max_length=MOST_JOINTS)
    part: list[Skin] = Field(default_factory=list, max_length=MOST_PARTS)
    path: list[ScriptedPath] = Field(default_factory=list, max_length=MOST_PATHS)
    take: Take | None = None
    """Left out, nothing was recorded."""

    def wrongs(self) -> Iterator[Wrong]:
        return puppet_wrongs(self)
