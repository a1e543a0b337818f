"""Lays pavements, paths and crossings out as a net: where their middles meet there are nodes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from motorium.contracts.frames import Floats
from motorium.settings import SettingsError
from motorium.world.town.ground import Place, Strip, carriageway, pavements

if TYPE_CHECKING:
    from motorium.world.town.document import TownDocument

__all__ = ["Edge", "Kind", "laid", "paved", "set_apart", "without_pavement"]

Kind = Literal["pavement", "path", "crossing"]
SAME: Final = 0.05
"""Places that are nearer to each other are one node [m]."""
SNAPS: Final = 0.6
"""A path that ends so near to a pavement leads onto it [m]."""


@dataclass(frozen=True)
class Edge:
    """A strip from a node to another; name: of its street or path.

    outward: of a pavement, on which side the houses are, 1 left and -1 right; of a crossing, kerb:
    how far its kerbs are from its ends [m]; crossing and light: their numbers in the town's file,
    -1 if it is or has none.
    """

    one: int
    other: int
    strip: Strip
    kind: Kind
    name: str
    outward: int = 0
    kerb: float = 0.0
    crossing: int = -1
    light: int = -1


@dataclass
class _Line:
    """The middle of a pavement or path before it is cut where others meet it; cut: whether its
    ends are where a carriageway ends it."""

    strip: Strip
    kind: Kind
    name: str
    outward: int = 0
    cut: tuple[bool, bool] = (False, False)
    met: list[float] = field(default_factory=list)


def laid(town: TownDocument) -> tuple[Floats, list[Edge]]:
    """Places of nodes [m] (nodes, 2), and edges."""
    lines = _pavement_lines(town)
    walks = list(lines)
    for path in town.path:
        points = list(path.points)
        points[0], points[-1] = (_snapped(walks, point) for point in (points[0], points[-1]))
        lines += [_Line(strip, "path", path.name) for strip in Strip.along(points, path.width)]
    for number, line in enumerate(lines):
        for other in lines[:number]:
            _meet(line, other)
    crossings = _crossing_lines(town, walks)
    nodes = _Nodes()
    edges: list[Edge] = []
    for line in lines:
        length = line.strip.length
        stops = [one for one in sorted(line.met) if -SAME < one < length + SAME]
        # A stub between the last node and a kerb leads nowhere.
        begin = stops[0] if line.cut[0] and stops else 0.0
        end = stops[-1] if line.cut[1] and stops else length
        numbers = list(dict.fromkeys(
            nodes.number(line.strip.at(min(max(along, begin), end)))
            for along in (begin, *stops, end)
        ))  # fmt: skip
        for first, last in pairwise(numbers):
            strip = Strip(nodes.places[first], nodes.places[last], line.strip.half)
            edges.append(Edge(first, last, strip, line.kind, line.name, line.outward))
    for strip, kerb, number in crossings:
        crossing = town.crossing[number]
        light = -1
        if crossing.light is not None:
            light = [one.name for one in town.light].index(crossing.light)
        ends = nodes.number(strip.start), nodes.number(strip.end)
        edges.append(Edge(*ends, strip, "crossing", crossing.street, 0, kerb, number, light))
    return np.array(nodes.places), edges


def set_apart(edges: Sequence[Edge]) -> list[Edge]:
    """The smallest part of a net that one cannot walk to from the rest; none, if it is all one."""
    part: dict[int, list[Edge]] = {}
    for edge in edges:
        joined = [*part.get(edge.one, []), edge]
        if part.get(edge.other) is not part.get(edge.one):
            joined += part.get(edge.other, [])
        for one in joined:
            part[one.one] = part[one.other] = joined
    parts = {id(joined): joined for joined in part.values()}
    return min(parts.values(), key=len) if len(parts) > 1 else []


def without_pavement(town: TownDocument) -> Iterator[int]:
    """Numbers of crossings that lead to no pavement of their street."""
    walks = _pavement_lines(town)
    for number, crossing in enumerate(town.crossing):
        street = town.street_named(crossing.street)
        places = [side.at(crossing.at) for side in pavements(street)]
        if any(_line_at(walks, street.name, place) is None for place in places):
            yield number


def paved(town: TownDocument) -> list[Strip]:
    """Pavements as they are drawn, up to the kerbs of streets that cross them."""
    return [line.strip for line in _pavement_lines(town)]


class _Nodes:
    def __init__(self) -> None:
        self.places: list[Place] = []

    def number(self, place: Place) -> int:
        for number, known in enumerate(self.places):
            if math.dist(known, place) < SAME:
                return number
        self.places.append(place)
        return len(self.places) - 1


def _pavement_lines(town: TownDocument) -> list[_Line]:
    """Both pavements of each street, without what other carriageways take of them."""
    lines = []
    for street in town.street:
        others = [carriageway(other) for other in town.street if other is not street]
        for strip, outward in zip(pavements(street), (1, -1), strict=True):
            for begin, end in _left_over(strip, others):
                cut = begin > SAME, end < strip.length - SAME
                piece = Strip(strip.at(begin), strip.at(end), strip.half)
                lines.append(_Line(piece, "pavement", street.name, outward, cut))
    return lines


def _left_over(strip: Strip, others: list[Strip]) -> list[tuple[float, float]]:
    """From where to where its middle is on none of the others."""
    free = [(0.0, strip.length)]
    for other in others:
        taken = _inside(strip, other)
        if taken is None:
            continue
        pieces = []
        for begin, end in free:
            pieces += [(begin, min(end, taken[0])), (max(begin, taken[1]), end)]
        free = [(begin, end) for begin, end in pieces if end - begin > SAME]
    return free


def _inside(strip: Strip, other: Strip) -> tuple[float, float] | None:
    """From where to where the middle of a strip is within another, if it is."""
    low, high = 0.0, strip.length
    start, end = other.seen(strip.start), other.seen(strip.end)
    for axis, least, most in ((0, 0.0, other.length), (1, -other.half, other.half)):
        rate = (end[axis] - start[axis]) / strip.length
        if abs(rate) < 1e-9:
            if not least < start[axis] < most:
                return None
            continue
        ends = sorted(((least - start[axis]) / rate, (most - start[axis]) / rate))
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if high - low > SAME else None


def _meet(one: _Line, other: _Line) -> None:
    """Notes where two middles cross or touch."""
    a, b = one.strip.ahead, other.strip.ahead
    across = a[0] * b[1] - a[1] * b[0]
    if abs(across) < 1e-6:
        for line, place in ((one, other.strip.start), (one, other.strip.end),
                            (other, one.strip.start), (other, one.strip.end)):  # fmt: skip
            along, left = line.strip.seen(place)
            if abs(left) < SAME and -SAME < along < line.strip.length + SAME:
                line.met.append(along)
        return
    by = other.strip.start[0] - one.strip.start[0], other.strip.start[1] - one.strip.start[1]
    along = (by[0] * b[1] - by[1] * b[0]) / across
    along_other = (by[0] * a[1] - by[1] * a[0]) / across
    if -SAME < along < one.strip.length + SAME and -SAME < along_other < other.strip.length + SAME:
        one.met.append(along)
        other.met.append(along_other)


def _snapped(walks: list[_Line], place: Place) -> Place:
    """A path's end that is on a pavement or near it: in its middle."""
    for line in walks:
        along, left = line.strip.seen(place)
        if 0.0 <= along <= line.strip.length and abs(left) < line.strip.half + SNAPS:
            return line.strip.at(along)
    return place


def _crossing_lines(town: TownDocument, walks: list[_Line]) -> list[tuple[Strip, float, int]]:
    """From the middle of a pavement to that of the other, how far kerbs are from there, and the
    number of the crossing."""
    found = []
    for number, crossing in enumerate(town.crossing):
        street = town.street_named(crossing.street)
        ends = []
        for side in pavements(street):
            place = side.at(crossing.at)
            line = _line_at(walks, street.name, place)
            if line is None:
                raise SettingsError(
                    f"{town.town.title}: crossing[{number}]: there is no pavement of "
                    f"{street.name} at {crossing.at:g} m"
                )
            line.met.append(line.strip.seen(place)[0])
            ends.append(place)
        strip = Strip(ends[0], ends[1], crossing.width / 2.0)
        found.append((strip, street.pavement / 2.0, number))
    return found


def _line_at(walks: list[_Line], name: str, place: Place) -> _Line | None:
    for line in walks:
        along, left = line.strip.seen(place)
        if line.name == name and abs(left) < SAME and 0.0 <= along <= line.strip.length:
            return line
    return None
