"""What cannot be in a town's file, though each value is right in itself: a sentence each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from motorium.problems import Wrong, did_you_mean, shown
from motorium.world.town.ground import Strip, carriageway, crossing_strip, touch
from motorium.world.town.streets_laid import laid, set_apart, without_pavement

if TYPE_CHECKING:
    from motorium.world.town.document import TownDocument

__all__ = ["town_wrongs"]


def town_wrongs(town: TownDocument) -> Iterator[Wrong]:
    """All of it, each at its key."""
    of_net = [*_same_names(town), *_wrong_crossings(town)]
    yield from of_net
    yield from _outside(town)
    yield from _wrong_buildings(town)
    yield from _in_the_way(town)
    yield from _wrong_postures(town)
    if not of_net:
        yield from _out_of_reach(town)


def _same_names(town: TownDocument) -> Iterator[Wrong]:
    for key in ("street", "light", "building", "guard"):
        names = [one.name for one in getattr(town, key)]
        for number, name in enumerate(names):
            if name in names[:number]:
                yield Wrong((key, number, "name"), f"there are two called {shown(name)}")


def _outside(town: TownDocument) -> Iterator[Wrong]:
    low, high = town.town.low, town.town.high
    places = [
        *((("street", n, key), getattr(one, key))
          for n, one in enumerate(town.street) for key in ("start", "end")),
        *((("path", n, "points", k), point)
          for n, one in enumerate(town.path) for k, point in enumerate(one.points)),
        *(((kind, n, key), getattr(one, key))
          for kind, key in (("building", "low"), ("building", "high"), ("tree", "at"),
                            ("bench", "at"), ("square", "low"), ("square", "high"))
          for n, one in enumerate(getattr(town, kind))),
        *((("guard", n, "stop", k, "at"), stop.at)
          for n, one in enumerate(town.guard) for k, stop in enumerate(one.stop)),
    ]  # fmt: skip
    for where, (x, y) in places:
        if not (low[0] <= x <= high[0] and low[1] <= y <= high[1]):
            reach = f"[{low[0]:g}, {low[1]:g}] to [{high[0]:g}, {high[1]:g}]"
            yield Wrong(where, f"[{x:g}, {y:g}] is outside the town, which goes from {reach}")


def _wrong_crossings(town: TownDocument) -> Iterator[Wrong]:
    streets = {street.name: street for street in town.street}
    lights = [light.name for light in town.light]
    for number, crossing in enumerate(town.crossing):
        where = ("crossing", number)
        if crossing.light is not None and crossing.light not in lights:
            known = ", ".join(lights) or "none"
            said = f"no light is called {shown(crossing.light)}; known are {known}"
            yield Wrong((*where, "light"), said + did_you_mean(crossing.light, lights))
        if crossing.street not in streets:
            known = ", ".join(streets)
            said = f"no street is called {shown(crossing.street)}; known are {known}"
            yield Wrong((*where, "street"), said + did_you_mean(crossing.street, streets))
            continue
        street = streets[crossing.street]
        if not crossing.width / 2 <= crossing.at <= street.length - crossing.width / 2:
            long = f"{street.name} is {street.length:g} m long; no crossing fits at {crossing.at:g}"
            yield Wrong((*where, "at"), long)
            continue
        strip = crossing_strip(street, crossing)
        for other in town.street:
            if other.name != street.name and touch(strip, carriageway(other)):
                into = f"it would lead onto the carriageway of {other.name}"
                yield Wrong((*where, "at"), into)


def _wrong_buildings(town: TownDocument) -> Iterator[Wrong]:
    for number, building in enumerate(town.building):
        box = Strip.of_box(building.low, building.high)
        for street in town.street:
            if touch(box, carriageway(street, street.pavement)):
                stands = f"{building.name} stands on {street.name} or its pavement"
                yield Wrong(("building", number, "low"), stands, ("high",))
        for path in town.path:
            if any(touch(box, leg) for leg in Strip.along(path.points, path.width)):
                stands = f"{building.name} stands on the path {path.name}"
                yield Wrong(("building", number, "low"), stands, ("high",))
        for other in town.building[:number]:
            if touch(box, Strip.of_box(other.low, other.high)):
                stands = f"{building.name} stands where {other.name} does"
                yield Wrong(("building", number, "low"), stands, ("high",))


def _in_the_way(town: TownDocument) -> Iterator[Wrong]:
    """Benches, trees and guards stand neither in houses nor on carriageways."""
    places = [
        *((("bench", n, "at"), "the bench", one.at) for n, one in enumerate(town.bench)),
        *((("tree", n, "at"), "the tree", one.at) for n, one in enumerate(town.tree)),
        *((("guard", n, "stop", k, "at"), one.name, stop.at)
          for n, one in enumerate(town.guard) for k, stop in enumerate(one.stop)),
    ]  # fmt: skip
    for where, who, (x, y) in places:
        for house in town.building:
            (left, low), (right, high) = house.low, house.high
            if left < x < right and low < y < high:
                yield Wrong(where, f"{who} would stand in {house.name}, at [{x:g}, {y:g}]")
        for street in town.street:
            along, aside = carriageway(street).seen((x, y))
            if 0.0 < along < street.length and abs(aside) < street.width / 2.0:
                on = f"{who} would stand on the carriageway of {street.name}, at [{x:g}, {y:g}]"
                yield Wrong(where, on)


def _wrong_postures(town: TownDocument) -> Iterator[Wrong]:
    known = _soldiers_postures()
    for number, guard in enumerate(town.guard):
        for which, stop in enumerate(guard.stop):
            if stop.posture not in known:
                said = f"no soldier stays in {shown(stop.posture)}; known are {', '.join(known)}"
                meant = did_you_mean(stop.posture, known)
                yield Wrong(("guard", number, "stop", which, "posture"), said + meant)


@cache
def _soldiers_postures() -> tuple[str, ...]:
    """That one can be asked to stay in."""
    from motorium.motion.figures.authoring.scripts import load_script

    return tuple(one.name for one in load_script("soldier").posture)


def _out_of_reach(town: TownDocument) -> Iterator[Wrong]:
    """What one cannot walk to from elsewhere, in a town whose names and crossings are right."""
    streets = {street.name: number for number, street in enumerate(town.street)}
    bare = list(without_pavement(town))
    for number in bare:
        one = town.crossing[number]
        said = f"there is no pavement of {one.street} on both sides at {one.at:g} m"
        yield Wrong(("crossing", number, "at"), said)
    if bare:
        return
    _, edges = laid(town)
    apart = set_apart(edges)
    if not apart:
        return
    first = min(apart, key=lambda edge: (edge.kind, edge.name))
    x, y = first.strip.start
    said = f"nobody can walk from {first.name} at [{x:g}, {y:g}] to the rest of the town"
    if first.kind == "path":
        number = [path.name for path in town.path].index(first.name)
        missing = "let it end on a pavement or meet another path"
        yield Wrong(("path", number, "points"), f"{said}; {missing}", ("street", "at", "start"))
    else:
        where = ("street", streets[first.name], "name")
        yield Wrong(where, f"{said}; a crossing is missing", ("street", "at", "points"))
