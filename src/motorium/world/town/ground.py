"""Strips of ground: rectangles along a line, of which carriageways, pavements, crossings and paths
consist."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from motorium.world.town.document import Crossing, Street

__all__ = ["Place", "Strip", "carriageway", "crossing_strip", "pavements", "touch"]

Place = tuple[float, float]
HARDLY: Final = 1e-6
"""What is nearer than that only touches [m]."""


@dataclass(frozen=True)
class Strip:
    """From start to end, half as wide to either side [m]."""

    start: Place
    end: Place
    half: float

    @staticmethod
    def of_box(low: Place, high: Place) -> Strip:
        """A rectangle whose sides are along x and y."""
        middle = (low[1] + high[1]) / 2.0
        return Strip((low[0], middle), (high[0], middle), (high[1] - low[1]) / 2.0)

    @staticmethod
    def along(points: Sequence[Place], width: float) -> list[Strip]:
        """Those of a line with corners."""
        return [Strip(one, other, width / 2.0) for one, other in pairwise(points)]

    @property
    def back(self) -> Strip:
        """The same from its end to its start."""
        return Strip(self.end, self.start, self.half)

    @property
    def length(self) -> float:
        return math.dist(self.start, self.end)

    @property
    def ahead(self) -> Place:
        """A unit vector from start to end."""
        return (
            (self.end[0] - self.start[0]) / self.length,
            (self.end[1] - self.start[1]) / self.length,
        )

    @property
    def heading(self) -> float:
        """[rad]"""
        return math.atan2(self.end[1] - self.start[1], self.end[0] - self.start[0])

    def at(self, along: float, left: float = 0.0) -> Place:
        """So far from its start, and so far to the left."""
        x, y = self.ahead
        return (
            self.start[0] + along * x - left * y,
            self.start[1] + along * y + left * x,
        )

    def seen(self, place: Place) -> Place:
        """How far along and to the left a place is."""
        x, y = self.ahead
        by = place[0] - self.start[0], place[1] - self.start[1]
        return by[0] * x + by[1] * y, by[1] * x - by[0] * y

    @property
    def corners(self) -> tuple[Place, Place, Place, Place]:
        """To the left around, from the start's right."""
        length, half = self.length, self.half
        return self.at(0, -half), self.at(length, -half), self.at(length, half), self.at(0, half)


def carriageway(street: Street, wider: float = 0.0) -> Strip:
    """Of a street; wider: by so much on either side."""
    return Strip(street.start, street.end, street.width / 2.0 + wider)


def pavements(street: Street) -> tuple[Strip, Strip]:
    """The left and the right one, as long as the street."""
    middle = carriageway(street)
    aside = (street.width + street.pavement) / 2.0
    left, right = (
        Strip(middle.at(0.0, by), middle.at(middle.length, by), street.pavement / 2.0)
        for by in (aside, -aside)
    )
    return left, right


def crossing_strip(street: Street, crossing: Crossing) -> Strip:
    """From kerb to kerb, from the street's left to its right."""
    middle, half = carriageway(street), street.width / 2.0
    return Strip(middle.at(crossing.at, half), middle.at(crossing.at, -half), crossing.width / 2.0)


def touch(one: Strip, other: Strip) -> bool:
    """Whether two rectangles overlap: no side of either parts them."""
    for strip in (one, other):
        seen = [[strip.seen(corner) for corner in each.corners] for each in (one, other)]
        for axis in (0, 1):
            first, second = ([place[axis] for place in places] for places in seen)
            if min(first) >= max(second) - HARDLY or min(second) >= max(first) - HARDLY:
                return False
    return True
