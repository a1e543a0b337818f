"""Spots of a town: where a walker can stay for a while without standing in the way of others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from motorium.world.town.document import Bench, Building
from motorium.world.town.ground import Place, Strip
from motorium.world.town.streets_laid import Edge

__all__ = ["LINK", "SIT_BACK", "Spot", "bench_spots", "window_spots"]

LINK: Final = 0.7
"""How far one may go to either side on the way from the net to a spot [m]."""
EVERY: Final = 3.0
"""How far windows are apart that one can look into [m]."""
CORNER: Final = 3.0
"""None is as near to where streets and crossings meet [m]."""
OFF_WALL: Final = 0.4
"""How far from the pavement's edge one stands [m]."""
SIT_BACK: Final = 0.44
"""How far the pelvis goes back from standing to sitting [m]: so far in front of a seat one
stands."""
SEATS: Final = (-0.7, 0.7)
"""Where two people go to sit on a bench, from its middle [m]; their last steps end nearer to it."""
TURNING_IN: Final = 0.15
"""How much nearer to it one comes when one turns around in front of it, on one foot [m]."""
ALONGSIDE: Final = 1.3
"""From how far at its side one comes along the front of a bench [m]: then it does not matter where
exactly one's last step ends."""


@dataclass(frozen=True)
class Spot:
    """Where it is [m] and where one looks there [rad]; name: of the house or the bench; edge,
    along and corners: how to come to it from the net, the last corner being the place."""

    kind: Literal["window", "bench"]
    name: str
    place: Place
    heading: float
    edge: int
    along: float
    corners: tuple[Place, ...]


def window_spots(edges: Sequence[Edge], buildings: Sequence[Building]) -> list[Spot]:
    """In front of houses, at the inner side of pavements."""
    spots = []
    for number, edge in enumerate(edges):
        if edge.kind != "pavement":
            continue
        strip, side = edge.strip, edge.outward
        heading = strip.heading + side * math.pi / 2.0
        along = CORNER
        while along <= strip.length - CORNER:
            house = _house_at(buildings, strip.at(along, side * (strip.half + 1.0)))
            if house is not None:
                place = strip.at(along, side * (strip.half - OFF_WALL))
                spots.append(Spot("window", house.name, place, heading, number, along, (place,)))
            along += EVERY
    return spots


def bench_spots(edges: Sequence[Edge], benches: Sequence[Bench]) -> list[Spot]:
    """In front of benches: one comes along them, and turns around."""
    spots = []
    for bench in benches:
        heading = math.radians(bench.faces)
        ahead = math.cos(heading), math.sin(heading)
        seat = Strip(bench.at, (bench.at[0] + ahead[0], bench.at[1] + ahead[1]), 0.5)
        for left in SEATS:
            place = seat.at(SIT_BACK + TURNING_IN, left)
            entry = seat.at(SIT_BACK + TURNING_IN, left + math.copysign(ALONGSIDE, left))
            number, along = _nearest(edges, entry)
            corners = entry, place
            spots.append(Spot("bench", bench.name, place, heading, number, along, corners))
    return spots


def _house_at(buildings: Sequence[Building], place: Place) -> Building | None:
    for house in buildings:
        (left, low), (right, high) = house.low, house.high
        if left <= place[0] <= right and low <= place[1] <= high:
            return house
    return None


def _nearest(edges: Sequence[Edge], place: Place) -> tuple[int, float]:
    best = (math.inf, 0, 0.0)
    for number, edge in enumerate(edges):
        if edge.kind != "crossing":
            along, left = edge.strip.seen(place)
            held = min(max(along, 0.0), edge.strip.length)
            best = min(best, (math.hypot(along - held, left), number, held))
    return best[1], best[2]
