"""What does not go with a puppet's stage: rods, pins and takes that have no room between its
walls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from motorium.bodies.puppet.naming import call
from motorium.contracts.frames import Floats
from motorium.problems import Wrong

if TYPE_CHECKING:
    from motorium.bodies.puppet.document import PuppetDocument, Stage

__all__ = ["room_wrongs", "walls_of"]


def walls_of(stage: Stage, dimensions: int) -> tuple[Floats, Floats]:
    """The lower and the upper corner of the box [m], shape (3,) each; a flat puppet has no walls
    before and behind it."""
    low, high = np.array(stage.low), np.array(stage.high)
    if dimensions == 2:
        low[1], high[1] = -np.inf, np.inf
    return low, high


def room_wrongs(document: PuppetDocument, places: Mapping[str, Floats]) -> Iterator[Wrong]:
    """places [m]: of the points that can be relied on."""
    yield from _rods(document, places)
    yield from _pins(document, places)
    yield from _take(document)


def _rods(document: PuppetDocument, places: Mapping[str, Floats]) -> Iterator[Wrong]:
    """A rod that is longer than its stage would fly from wall to wall."""
    across = _across(document)
    for index, rod in enumerate(document.rod):
        if not places.keys() >= set(rod.ends):
            continue
        rest = float(np.linalg.norm(places[rod.ends[0]] - places[rod.ends[1]]))
        least = rest if rod.length is None else rod.length[0]
        if least > across:
            sentence = f"{call(rod)} is {least:.4g} m or more, and its stage {across:.4g} m across"
            key = "ends" if rod.length is None else "length"
            yield Wrong(("rod", index, key), sentence, ("stage",))


def _pins(document: PuppetDocument, places: Mapping[str, Floats]) -> Iterator[Wrong]:
    """What is pinned stays outside, and what it is linked with inside: their rod would be torn."""
    low, high = walls_of(document.stage, document.puppet.dimensions)
    for index, point in enumerate(document.point):
        if point.pinned and point.name in places:
            beyond = _beyond(places[point.name], low, high)
            if beyond:
                outside = f"{call(point)} is pinned outside of its stage, beyond {beyond}"
                yield Wrong(("point", index, "at"), outside, ("stage", "pinned"), list(point.at))


def _beyond(place: Floats, low: Floats, high: Floats) -> str:
    """The wall that a place [m] is farthest beyond; nothing, if it is within all of them."""
    axis = int(np.maximum(low - place, place - high).argmax())
    if place[axis] < low[axis]:
        return f"the wall at {'xyz'[axis]} = {low[axis]:g}"
    return f"the wall at {'xyz'[axis]} = {high[axis]:g}" if place[axis] > high[axis] else ""


def _take(document: PuppetDocument) -> Iterator[Wrong]:
    """A take begins in the puppet's plane and near its stage; walls may have come nearer since."""
    if document.take is None:
        return
    if document.puppet.dimensions == 2:
        for key in ("positions", "velocities"):
            for row, vector in enumerate(getattr(document.take, key)):
                if vector[1] != 0.0:
                    plane = "must have y = 0: the puppet has 2 dimensions"
                    yield Wrong(("take", key, row), plane, ("dimensions",), list(vector))
    across = _across(document)
    middle = (np.array(document.stage.low) + document.stage.high) / 2
    if document.puppet.dimensions == 2:
        middle[1] = 0.0
    for row, place in enumerate(document.take.positions):
        far = float(np.linalg.norm((place - middle)[_axes(document)]))
        if far > across:
            limit = f"at most {across:.4g} m, as far as the stage is across"
            outside = f"must be near the stage, {limit}, from its middle"
            yield Wrong(("take", "positions", row), outside, ("stage",), list(place))


def _across(document: PuppetDocument) -> float:
    """The diagonal of the stage [m]."""
    box = np.subtract(document.stage.high, document.stage.low)
    return float(np.linalg.norm(box[_axes(document)]))


def _axes(document: PuppetDocument) -> list[int]:
    return [0, 2] if document.puppet.dimensions == 2 else [0, 1, 2]
