"""Finds what has come into whose mouth."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.contracts.population import Slots

__all__ = ["GAPE", "MOUTH", "Columns", "bite"]

MOUTH: Final = 0.36
"""How far ahead of the origin of its body a fish's snout is [L]: where its second section lies
behind it, 0.35 to 0.37 in all our species."""
GAPE: Final = 0.08
"""How far from its snout a fish snaps [L]: about as wide as a mouth opens, and what flows in."""
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
    places: Floats,
    there_out: NDArray[np.uint8],
    slots_out: Slots,
    bitten_out: Slots,
) -> int:
    """How many fishes, of those that eat `what`, have bitten something; who and what stands in the
    first rows of slots_out and bitten_out. In a frame each takes the nearest one; who comes first
    in `slots` takes first.

    reach [m]: things lie within it, along x and y; places [m], shape (n, 3), and there_out, shape
    (n,): where things are, and whether.
    """
    hungry = False
    for slot in slots:
        hungry |= (eats[slot] & what) != 0
    if not hungry:
        return 0
    side = int(np.sqrt(len(columns.begins)))
    width = 2.0 * reach / side
    _sort(columns, side, reach, width, places, there_out)
    count = 0
    for slot in slots:
        if not eats[slot] & what:
            continue
        w, qx, qy, qz = orientations[slot]
        ahead = MOUTH * lengths[slot]
        x = positions[slot, 0] + ahead * (1.0 - 2.0 * (qy * qy + qz * qz))
        y = positions[slot, 1] + ahead * 2.0 * (qx * qy + w * qz)
        z = positions[slot, 2] + ahead * 2.0 * (qx * qz - w * qy)
        gape = GAPE * lengths[slot]
        nearest, found = gape * gape, -1
        left, right = _column(x - gape, reach, width, side), _column(x + gape, reach, width, side)
        near, far = _column(y - gape, reach, width, side), _column(y + gape, reach, width, side)
        for i in range(left, right + 1):
            for column in range(i * side + near, i * side + far + 1):
                for entry in range(columns.begins[column], columns.begins[column + 1]):
                    thing = columns.things[entry]
                    square = (
                        (places[thing, 0] - x) ** 2
                        + (places[thing, 1] - y) ** 2
                        + (places[thing, 2] - z) ** 2
                    )
                    if square < nearest and there_out[thing]:
                        nearest, found = square, thing
        if found >= 0:
            there_out[found] = 0
            slots_out[count], bitten_out[count] = slot, found
            count += 1
    return count


@kernel
def _column(place: float, reach: float, width: float, side: int) -> int:
    return int(min(max((place + reach) / width, 0.0), side - 1.0))


@kernel
def _sort(
    columns: Columns,
    side: int,
    reach: float,
    width: float,
    places: Floats,
    there: NDArray[np.uint8],
) -> None:
    begins, things = columns.begins, columns.things
    begins[:] = 0
    for thing in range(len(places)):
        if there[thing]:
            i = _column(places[thing, 0], reach, width, side)
            j = _column(places[thing, 1], reach, width, side)
            begins[i * side + j + 1] += 1
    for column in range(side * side):
        begins[column + 1] += begins[column]
    total = begins[side * side]
    # Each column is filled from its end, which so becomes its beginning.
    for thing in range(len(places) - 1, -1, -1):
        if there[thing]:
            i = _column(places[thing, 0], reach, width, side)
            j = _column(places[thing, 1], reach, width, side)
            begins[i * side + j + 1] -= 1
            things[begins[i * side + j + 1]] = thing
    for column in range(side * side):
        begins[column] = begins[column + 1]
    begins[side * side] = total
