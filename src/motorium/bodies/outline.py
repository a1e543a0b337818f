"""What a species file may say about the skin: outline, fins, eye and colours.

Lengths are in body lengths. 'Behind the nose' runs from 0 at the nose to 1 at the tail tips;
heights and widths count from the axis of the body. Everything has a default: where a curve is left
out, it follows the stations of the body.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

from pydantic import AfterValidator, Field, PositiveFloat, model_validator

from motorium.settings import Settings

__all__ = [
    "Eye",
    "FalseEye",
    "Fin",
    "Mouth",
    "Outline",
    "Palette",
    "Pectoral",
    "Spots",
    "TailFin",
]

Color = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]
Place = Annotated[float, Field(ge=0.0, le=1.0)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
Rise = Annotated[float, Field(ge=-1.0, le=1.0)]


def _along(curve: list[tuple[float, float]]) -> list[tuple[float, float]]:
    places = [place for place, _ in curve]
    if curve and (len(curve) < 3 or places[0] != 0.0):
        raise ValueError("a curve needs at least three points, the first of them at the nose, 0")
    if any(a >= b for a, b in pairwise(places)):
        raise ValueError("points must lie one behind the other")
    return curve


Curve = Annotated[list[tuple[Place, float]], AfterValidator(_along)]


class TailFin(Settings):
    """The tail fin: the flat end of the two halves of the body.

    start: where it leaves the body (the last station if left out); height: of the upper lobe above
    the axis (the tail tips' if left out); lower: size of the lower lobe in upper lobes; fork: how
    deep the middle of the rear edge is cut in, negative for a rounded fin; flare: below 1 it opens
    at once like a fan, above 1 late like a sickle.
    """

    start: Place | None = None
    height: PositiveFloat | None = None
    lower: float = Field(default=1.0, ge=0.3, le=1.5)
    fork: float = Field(default=0.05, ge=-0.1, le=0.12)
    flare: float = Field(default=1.2, ge=0.5, le=2.5)


class Fin(Settings):
    """A fin on the back or the belly, from start to end behind the nose.

    heights: evenly spaced along it, above the back; lean: how far a point lies back for its height.
    """

    start: Place
    end: Place
    heights: list[float] = Field(min_length=2, max_length=12)
    lean: float = Field(default=0.5, ge=-1.0, le=2.0)

    @model_validator(mode="after")
    def _in_order(self) -> Fin:
        if self.start >= self.end:
            raise ValueError("a fin must end behind its start")
        return self


class Pectoral(Settings):
    """The pair of fins behind the head.

    behind_nose, height: where their root is; length, width: their size; pointed: 0 a paddle, 1 a
    sickle; angle: how far they stand off the flank, droop: how far they point down, chord: how
    steep their width is, 0 for wings and 90 for paddles [degrees].
    """

    behind_nose: Place = 0.25
    height: float = -0.03
    length: PositiveFloat = 0.12
    width: PositiveFloat = 0.06
    pointed: float = Field(default=0.3, ge=0.0, le=1.0)
    angle: float = Field(default=35.0, ge=0.0, le=90.0)
    droop: float = Field(default=20.0, ge=-90.0, le=90.0)
    chord: float = Field(default=70.0, ge=0.0, le=90.0)


class Eye(Settings):
    """Where the eyes sit: behind the nose, above the axis; and their radius."""

    behind_nose: Place = 0.075
    height: float = 0.015
    radius: PositiveFloat = 0.018
    iris: Color = "#d8c27a"


class Mouth(Settings):
    """The line of the mouth: where it begins behind the nose and how high, and how far it reaches
    back and down."""

    behind_nose: Place = 0.0
    height: float = 0.0
    length: PositiveFloat = 0.035
    drop: float = 0.012


class Spots(Settings):
    """Spots on the flanks; no two individuals have theirs in the same places.

    size: radius; density: how many of the places that a spot may have do have one; start, end:
    behind the nose; low, high: from the belly, -1, to the back, 1.
    """

    color: Color = "#2c3c44"
    size: float = Field(default=0.012, ge=0.004, le=0.06)
    density: Share = 0.5
    start: Place = 0.2
    end: Place = 0.8
    low: Rise = -1.0
    high: Rise = 1.0

    @model_validator(mode="after")
    def _in_order(self) -> Spots:
        if self.start >= self.end or self.low >= self.high:
            raise ValueError("spots must end behind their start, and be higher than they are low")
        return self


class FalseEye(Settings):
    """A dark spot in a pale ring, which predators take for the eye: where, and its radius."""

    behind_nose: Place
    height: float
    radius: PositiveFloat


class Palette(Settings):
    """Colours and marks.

    bands: around the body in the accent colour, from and to behind the nose; edge: the colour that
    they are lined with; stripes: how many lines run along the flanks in the colour of the fins;
    margin: the colour of the edges of fins; mottle: how strongly clouds of the accent colour show;
    scales: rows of them from back to belly; gill_slits: how many, 0 for a cover; courtship: the
    colour that throat, belly and fins put on; variety: how much individuals differ.
    """

    back: Color = "#4a6472"
    flank: Color = "#b9c6cb"
    belly: Color = "#eef2f0"
    fin: Color = "#8fa3a8"
    accent: Color = "#2c3c44"
    bands: list[tuple[Place, Place]] = Field(default=[], max_length=12)
    edge: Color | None = None
    stripes: int = Field(default=0, ge=0, le=40)
    margin: Color | None = None
    spots: Spots | None = None
    false_eye: FalseEye | None = None
    mottle: Share = 0.0
    scales: int = Field(default=22, ge=0, le=60)
    gill_slits: int = Field(default=0, ge=0, le=7)
    courtship: Color | None = None
    variety: Share = 0.5


class Outline(Settings):
    """The table [skin] of a species file; it may be empty.

    back, belly, width: curves as points (behind the nose, value): height of the back above the
    axis, of the belly (negative below it) and half the width; section: the form of a
    cross-section, 1 an ellipse, above 1 with a keel at back and belly, below 1 like a box; texture:
    a PNG file beside the species' own, laid out as docs/concepts/texture.md says.
    """

    back: Curve = Field(default=[])
    belly: Curve = Field(default=[])
    width: Curve = Field(default=[])
    section: float = Field(default=1.0, ge=0.5, le=2.0)
    tail: TailFin = TailFin()
    dorsal: Fin = Fin(start=0.4, end=0.58, heights=[0.02, 0.075, 0.06, 0.04, 0.02])
    ventral: Fin = Fin(start=0.66, end=0.8, heights=[0.02, 0.045, 0.035, 0.02])
    pectoral: Pectoral = Pectoral()
    eye: Eye = Eye()
    mouth: Mouth = Mouth()
    palette: Palette = Palette()
    texture: str | None = Field(default=None, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*\.png$")
