"""Files of a figure's flesh: the form of a body, and how finely each figure cuts it into polygons.

A form is told once, as tubes (`[[tube]]`) in the figure's frame at rest: x forward, y left, z up,
the origin in the middle of the hips, metres. Figures of all resolutions cut the same tubes, so
their outlines agree.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictBool, StrictInt

from motorium.problems import Wrong
from motorium.settings import Number, Settings

__all__ = ["Bump", "CutDocument", "FormDocument", "Material", "Piece", "Ring", "Tube"]

Name = Annotated[str, Field(min_length=1, max_length=40)]
Length = Annotated[Number, Field(ge=-2.0, le=2.0)]
Vector = tuple[Length, Length, Length]
Depth = Annotated[Number, Field(ge=0.0, le=1.0)]
Row = tuple[Length, Length, Length, Length, Length, Annotated[Number, Field(ge=1.0, le=12.0)]]


def _unit(axis: tuple[float, float, float]) -> tuple[float, float, float]:
    length = math.hypot(*axis)
    if not 0.999 < length < 1.001:
        raise ValueError(f"must be of length 1, not {length:.3f}")
    return axis[0] / length, axis[1] / length, axis[2] / length


Direction = Annotated[Vector, AfterValidator(_unit)]


class Material(Settings):
    """A table `[[material]]`."""

    name: Name
    """What pieces call it."""
    color: Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]
    """Red, green and blue, in hexadecimal digits."""


class Bump(Settings):
    """A table `[[tube.bump]]`: a soft hill or hollow; it wears off as a bell curve does."""

    at: Vector
    """Where it is highest, in the figure's frame."""
    size: tuple[Depth, Depth, Depth]
    """How far it reaches along x, y and z: there it has 61 % of its height."""
    push: Vector
    """Which way and how far the surface moves."""
    both: StrictBool = False
    """Whether there is another one on the other side of the body."""


class Tube(Settings):
    """A table `[[tube]]`: cross-sections along a straight axis, and a smooth surface over them."""

    name: Name
    """What pieces call it; limbs are the left ones."""
    at: Vector = (0.0, 0.0, 0.0)
    """Where its axis begins."""
    along: Direction
    """Where its axis goes."""
    front: Direction
    """The first direction across it: angles are counted from here ..."""
    side: Direction
    """... to there."""
    section: list[Row] = Field(min_length=1, max_length=40)
    """How far along; how far it reaches to the back and to the front, to the inside and to the side
    (both counted towards front and side); and the power of the superellipse: 2 is an ellipse."""
    start_round: Depth = 0.0
    """How far it bulges before the first section: half an ellipsoid, none if zero."""
    end_round: Depth = 0.0
    """The same behind the last one."""
    floor: Length | None = None
    """Nothing of it is lower than this: a sole."""
    bump: list[Bump] = Field(default_factory=list, max_length=20)

    def wrongs(self) -> Iterator[Wrong]:
        for number, (one, other) in enumerate(pairwise(self.section)):
            if other[0] <= one[0]:
                yield Wrong(("section", number + 1), "must be farther along than the one before")

    @property
    def ends(self) -> tuple[float, float]:
        """From where to where along its axis it is."""
        return self.section[0][0] - self.start_round, self.section[-1][0] + self.end_round


class FormDocument(Settings):
    """The file of a form."""

    format: Literal[1]
    """The version of the file."""
    material: list[Material] = Field(min_length=1, max_length=40)
    tube: list[Tube] = Field(min_length=1, max_length=80)


class Ring(Settings):
    """Cuts across a tube, whose vertices ride on a segment."""

    on: Name
    """The segment."""
    at: list[Number] = Field(min_length=1, max_length=30)
    """How far along the tube; with a hem, shares of the way from there to the tube's end."""
    front: Name | None = None
    """Another segment, for vertices in front, within `within` of the tube's front."""
    within: Annotated[Number, Field(ge=0.0, le=180.0)] = 0.0
    """[degrees]"""


class Piece(Settings):
    """A table `[[piece]]`: a stretch of a tube as a net of polygons, of one material."""

    tube: Name
    """Which tube."""
    material: Name
    """Which material."""
    sides: StrictInt = Field(default=8, ge=3, le=40)
    """How many vertices a ring has, the first one in front."""
    turned: StrictBool = False
    """Whether the front lies in the middle of a side instead."""
    angles: list[Number] | None = None
    """Where the vertices of a ring are instead, from the front [degrees]."""
    gap: StrictBool = False
    """Whether the last vertex of a ring is not joined to the first."""
    ring: list[Ring] = Field(min_length=1, max_length=40)
    hem: list[tuple[Number, Number]] | None = None
    """Where a piece begins that does not begin at one height: angles from the front [degrees], and
    how far along the tube."""
    grow: Annotated[Number, Field(ge=-0.1, le=0.1)] = 0.0
    """How much larger than the tube [m]."""
    start: Literal["open", "flat"] = "open"
    """How it begins, unless in a point."""
    end: Literal["open", "flat"] = "open"
    """How it ends, unless in a point."""
    edges: StrictBool = False
    """Whether its faces meet in edges, as those of things do."""
    mirrored: StrictBool = False
    """Whether there is another one on the right, with "right" for "left"."""


class CutDocument(Settings):
    """The file of a figure's polygons."""

    format: Literal[1]
    """The version of the file."""
    form: Name
    """Which form it cuts."""
    piece: list[Piece] = Field(min_length=1, max_length=200)
