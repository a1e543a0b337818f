"""Finds what has come into whose mouth."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.contracts.population import Slots
from motorium.contracts.time import FRAME_SECONDS
from motorium.world.habitat.suction import GAPE, REACH, mouth_of, stream

__all__ = ["Columns", "Mouths", "bite", "column_of", "sort"]

MOST_COLUMNS: Final = 128
"""Along each side."""


class Columns(NamedTuple):
    """Upright columns of water into which things are sorted: where each column's things begin,
    shape (columns + 1,), and the things, column by column, shape (n,)."""

    begins: NDArray[np.int32]
    things: NDArray[np.int32]

    @classmethod
    def room(cls, capacity: int) -> Columns:
        side = max(1, min(int(np.sqrt(2 * capacity)), MOST_COLUMNS))
        return cls(np.zeros(side * side + 1, dtype=np.int32), np.zeros(capacity, dtype=np.int32))


class Mouths(NamedTuple):
    """By slot, 0 to 1: how far mouths are open, and how strongly they suck."""

    opened: Floats
    suction: Floats

    @classmethod
    def agape(cls, capacity: int) -> Mouths:
        """All open, and none sucks."""
        return cls(np.ones(capacity), np.zeros(capacity))


@kernel
def bite(
    columns: Columns,
    reach: float,
    slots: Slots,
    positions: Floats,
    orientations: Floats,
    lengths: NDArray[np.float32],
    eats: NDArray[np.uint8],
    what: int,
    mouths: Mouths,
    places_out: Floats,
    there_out: NDArray[np.uint8],
    stirred_out: NDArray[np.uint8],
    slots_out: Slots,
    bitten_out: Slots,
) -> int:
    """How many fishes, of those that eat `what`, have bitten something; who and what stands in the
    first rows of slots_out and bitten_out. In a frame each takes the nearest one; who comes first
    in `slots` takes first. Mouths that suck draw things to them before.

    reach [m]: things lie within it, along x and y; places_out [m], shape (n, 3), and there_out,
    shape (n,): where things are, and whether; stirred_out: 1 where one was drawn.
    """
    hungry = False
    for slot in slots:
        hungry |= mouths.suction[slot] > 0.0
        hungry |= (eats[slot] & what) != 0 and mouths.opened[slot] > 0.0
    if not hungry:
        return 0
    side = int(np.sqrt(len(columns.begins)))
    width = 2.0 * reach / side
    sort(columns, side, reach, width, places_out, there_out)
    count = 0
    for slot in slots:
        sucks = mouths.suction[slot]
        takes = (eats[slot] & what) != 0 and mouths.opened[slot] > 0.0
        if not takes and sucks == 0.0:
            continue
        length = lengths[slot]
        x, y, z = mouth_of(positions[slot], orientations[slot], length)
        gape = GAPE * length
        around = gape * REACH if sucks > 0.0 else gape
        nearest, found = gape, -1
        left = column_of(x - around, reach, width, side)
        right = column_of(x + around, reach, width, side)
        near = column_of(y - around, reach, width, side)
        far = column_of(y + around, reach, width, side)
        for i in range(left, right + 1):
            for column in range(i * side + near, i * side + far + 1):
                for entry in range(columns.begins[column], columns.begins[column + 1]):
                    thing = columns.things[entry]
                    if not there_out[thing]:
                        continue
                    place = places_out[thing]
                    to_x, to_y, to_z = x - place[0], y - place[1], z - place[2]
                    distance = math.sqrt(to_x * to_x + to_y * to_y + to_z * to_z)
                    drawn = min(stream(distance, length, sucks) * FRAME_SECONDS, distance)
                    if drawn > 0.0:
                        share = drawn / distance
                        place[0] += share * to_x
                        place[1] += share * to_y
                        place[2] += share * to_z
                        stirred_out[thing] = 1
                        distance -= drawn
                    if takes and distance < nearest:
                        nearest, found = distance, thing
        if found >= 0:
            there_out[found] = 0
            slots_out[count], bitten_out[count] = slot, found
            count += 1
    return count


@kernel
def column_of(place: float, reach: float, width: float, side: int) -> int:
    """Along one side, in which column a place [m] is."""
    return int(min(max((place + reach) / width, 0.0), side - 1.0))


@kernel
def sort(
    columns: Columns,
    side: int,
    reach: float,
    width: float,
    places: Floats,
    there: NDArray[np.uint8],
) -> None:
    """Put things into columns."""
    begins, things = columns.begins, columns.things
    begins[:] = 0
    for thing in range(len(places)):
        if there[thing]:
            i = column_of(places[thing, 0], reach, width, side)
            j = column_of(places[thing, 1], reach, width, side)
            begins[i * side + j + 1] += 1
    for column in range(side * side):
        begins[column + 1] += begins[column]
    total = begins[side * side]
    # Each column is filled from its end, which so becomes its beginning.
    for thing in range(len(places) - 1, -1, -1):
        if there[thing]:
            i = column_of(places[thing, 0], reach, width, side)
            j = column_of(places[thing, 1], reach, width, side)
            begins[i * side + j + 1] -= 1
            things[begins[i * side + j + 1]] = thing
    for column in range(side * side):
        begins[column] = begins[column + 1]
    begins[side * side] = total
