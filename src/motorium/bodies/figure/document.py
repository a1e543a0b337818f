"""The file of a figure (`[figure]`, `[[segment]]`, `[[site]]`); metres, radians.

At rest all segments' axes are those of the figure: x forward, y left, z up.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, Field, StrictBool

from motorium.problems import Wrong
from motorium.settings import Number, Settings, Span

__all__ = ["FigureDocument", "FigureSettings", "Freedom", "Joint", "Segment", "Site"]

Name = Annotated[str, Field(min_length=1, max_length=40)]
Coordinate = Annotated[Number, Field(ge=-10.0, le=10.0)]
Vector = tuple[Coordinate, Coordinate, Coordinate]
LIMITS = Span(-math.pi, math.pi)


def _unit(axis: tuple[float, float, float]) -> tuple[float, float, float]:
    length = math.hypot(*axis)
    if not 0.999 < length < 1.001:
        raise ValueError(f"must be of length 1, not {length:.3f}")
    return axis[0] / length, axis[1] / length, axis[2] / length


class FigureSettings(Settings):
    """The table `[figure]`."""

    title: str
    """What it is called."""
    description: str = ""
    """What it is for, in a line."""
    stature: Number = Field(gt=0.1, le=10.0)
    """How tall it stands [m]."""


class Freedom(Settings):
    """A degree of freedom of a joint: a turn about an axis, or a slide along it."""

    name: Name
    """What it does, like "flexion": positive is what the name says."""
    axis: Annotated[Vector, AfterValidator(_unit)]
    """At rest, of length 1."""
    limits: Annotated[tuple[Number, Number], LIMITS]
    """The least and the most, in radians, or in metres if it slides."""
    slides: StrictBool = False
    """Whether it moves along its axis instead of turning about it."""


class Joint(Settings):
    """A named joint; a segment may hang on several of them, one after the other."""

    name: Name
    """What it is called."""
    freedom: list[Freedom] = Field(min_length=1, max_length=6)
    """Its degrees of freedom, from the parent to the child."""


class Segment(Settings):
    """A table `[[segment]]`: a rigid part. One without joints is fixed to its parent."""

    name: Name
    """What it is called."""
    parent: Name | None = None
    """The segment that it hangs on; the first one hangs on none and moves freely."""
    at: Vector = (0.0, 0.0, 0.0)
    """Its origin, where its joints are, seen from its parent's [m]."""
    joint: list[Joint] = Field(default_factory=list, max_length=3)
    """Its joints, from the parent to the child."""
    mirrored: StrictBool = False
    """Whether there is another one on the right, with "right" for "left" in all names."""


class Site(Settings):
    """A table `[[site]]`: a place on a segment that has a name."""

    name: Name
    """What it is called."""
    segment: Name
    """Which segment it is on."""
    at: Vector
    """Where, seen from the segment's origin [m]."""
    mirrored: StrictBool = False
    """Whether there is another one on the right."""


class FigureDocument(Settings):
    """The whole file."""

    format: Literal[1]
    """The version of the file."""
    figure: FigureSettings
    segment: list[Segment] = Field(min_length=1, max_length=200)
    site: list[Site] = Field(default_factory=list, max_length=200)

    def wrongs(self) -> Iterator[Wrong]:
        known: set[str] = set()
        joints: set[str] = set()
        for number, segment in enumerate(self.segment):
            where = ("segment", number)
            if number == 0 and (segment.parent or segment.joint or segment.mirrored):
                sentence = "the first segment moves freely: it has no parent, joints or twin"
                yield Wrong(where, sentence)
            if number > 0 and segment.parent is None:
                yield Wrong((*where, "parent"), "is missing: only the first segment has none")
            for twin in twins(segment):
                if twin.name in known:
                    yield Wrong((*where, "name"), f"there are two segments {twin.name!r}")
                if twin.parent is not None and twin.parent not in known:
                    earlier = "no earlier segment is called so"
                    yield Wrong((*where, "parent"), f"{earlier}", given=twin.parent)
                for joint in twin.joint:
                    if joint.name in joints:
                        yield Wrong((*where, "joint"), f"there are two joints {joint.name!r}")
                    joints.add(joint.name)
            known |= {twin.name for twin in twins(segment)}
        sites: set[str] = set()
        for number, site in enumerate(self.site):
            for other in twins(site):
                if other.segment not in known:
                    sentence = "no segment is called so"
                    yield Wrong(("site", number, "segment"), sentence, given=other.segment)
                if other.name in sites:
                    yield Wrong(("site", number, "name"), f"there are two sites {other.name!r}")
                sites.add(other.name)


Part = TypeVar("Part", Segment, Site)


def twins(part: Part) -> list[Part]:
    """A part, and its mirror image if it has one."""
    if not part.mirrored:
        return [part]
    return [part, _mirrored(part)]


def _mirrored(part: Part) -> Part:
    x, y, z = part.at
    changed: dict[str, object] = {"name": _right(part.name), "at": (x, -y, z)}
    if isinstance(part, Site):
        changed["segment"] = _right(part.segment)
    else:
        changed["parent"] = _right(part.parent or "")
        changed["joint"] = [
            joint.model_copy(
                update={
                    "name": _right(joint.name),
                    "freedom": [_mirrored_freedom(freedom) for freedom in joint.freedom],
                }
            )
            for joint in part.joint
        ]
    return part.model_copy(update=changed)


def _mirrored_freedom(freedom: Freedom) -> Freedom:
    """Along an axis: its mirror image; about it: against that, so that names keep their meaning."""
    x, y, z = freedom.axis
    axis = (x, -y, z) if freedom.slides else (-x, y, -z)
    return freedom.model_copy(update={"axis": axis})


def _right(name: str) -> str:
    return name.replace("left", "right")
