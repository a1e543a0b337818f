"""The neighbour grid: who and what is where, in cells, so that nobody looks at everybody.

Tu 1999, section 6.4.5, wishes for it: space is cut into cells, a table tells what is in each. Here
it is a hashed table, so that a world needs no bounds, filled anew by counting in one pass. What is
looked for apart is a set of its own: each species, plankton, food. Every set has cells of two
sizes: small ones, whose side follows how crowded its members have it, and large ones for who is
lonely.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel, inlined
from motorium.contracts.frames import Floats
from motorium.contracts.perception import Perception
from motorium.contracts.population import Slots
from motorium.senses import numbers

__all__ = [
    "COARSE",
    "FEW",
    "FINE",
    "FOODS",
    "IN_SETS",
    "Grid",
    "bucket_of",
    "cell_of",
    "empty_grid",
    "fill",
]

FINE: Final = 0
COARSE: Final = 1
IN_SETS: Final = 2
"""Orders in which everything is kept: by small cells, by large ones, and by sets."""
FOODS: Final = 2
"""Sets after those of the species: plankton, and food that was dropped."""

FEW: Final = 400
"""A set of so many is looked through one by one: that costs less than to visit cells."""
COMPANY: Final = 4.0
"""So many does one find in one's own small cell, oneself among them: measured, the quickest."""
CELLS_IN_REACH: Final = 4
"""So many large cells span what is perceived from farthest away: the lonely visit 9 x 9 x 9."""
MOST_REFINED: Final = 64.0
"""Small cells are not smaller than this share of large ones, even if all are in one spot."""
_BITS: Final = 19
_MASK: Final = (1 << _BITS) - 1
"""Keys of cells repeat after half a million cells: that far nobody looks."""
_SPREAD: Final = -7046029254386353131
"""2^64 over the golden ratio, odd: Fibonacci hashing."""


class Grid(NamedTuple):
    """For kernels.

    points [m, m^2], shape (3, room, 4), in three orders: where it is, and the square of the
    distance from which it is perceived; which, shape (3, room): a slot or the number of a thing.

    Of sets: begins: of each, its first row in the order of sets, and the end of all; reaches [m]:
    the farthest that one of it is perceived from; roles: of its members, -1 of food.

    Of cells: sides [m], shape (2, sets), 0 of a set that is not in cells; next_sides [m]: what
    small ones are to be the next time; buckets: how many of the
    table are in use, a power of two; starts, shape (2, buckets + 1): the first row of each, and the
    end; keys, shape (2, room): of the cell of each row.
    """

    points: Floats
    which: NDArray[np.int32]
    begins: NDArray[np.int32]
    reaches: Floats
    roles: NDArray[np.int8]
    sides: Floats
    next_sides: Floats
    buckets: NDArray[np.int64]
    starts: NDArray[np.int32]
    keys: NDArray[np.int64]


def empty_grid(species: int, room: int) -> Grid:
    """With nobody in it; for so many species, and so many individuals and particles together."""
    sets = species + FOODS
    table = 1 << max(2 * room - 1, 1).bit_length()
    return Grid(
        points=np.zeros((3, room, 4)),
        which=np.zeros((3, room), dtype=np.int32),
        begins=np.zeros(sets + 1, dtype=np.int32),
        reaches=np.zeros(sets),
        roles=np.full(sets, -1, dtype=np.int8),
        sides=np.zeros((2, sets)),
        next_sides=np.zeros(sets),
        buckets=np.ones(1, dtype=np.int64),
        starts=np.zeros((2, table + 1), dtype=np.int32),
        keys=np.zeros((2, room), dtype=np.int64),
    )


@inlined
def cell_of(place: float, side: float) -> int:
    """Along one axis."""
    return int(np.floor(place / side))


@inlined
def _key_of(group: int, i: int, j: int, k: int) -> int:
    return (((group << _BITS | i & _MASK) << _BITS | j & _MASK) << _BITS) | k & _MASK


@inlined
def bucket_of(grid: Grid, group: int, i: int, j: int, k: int) -> tuple[int, int]:
    """The key of a cell of a set, and where in the table those with that key are; others may be
    there, too."""
    key = _key_of(group, i, j, k)
    return key, ((key * _SPREAD) >> 32) & (grid.buckets[0] - 1)


@borrowing_kernel
def fill(grid: Grid, present: Slots, perceived: Perception) -> None:
    """Enter everybody who is present, and everything, as it is now."""
    _sort_into_sets(grid, present, perceived)
    count = 0
    for group in range(len(grid.reaches)):
        members = grid.begins[group + 1] - grid.begins[group]
        count += members if members > FEW else 0
    if count == 0:
        return
    grid.buckets[0] = 1
    while grid.buckets[0] < 2 * count:
        grid.buckets[0] *= 2
    _set_sides(grid)
    for level in range(FINE, COARSE + 1):
        _sort_into_cells(grid, level)
    _adapt(grid)


@inlined
def _sort_into_sets(grid: Grid, present: Slots, perceived: Perception) -> None:
    begins, sets = grid.begins, len(grid.reaches)
    plankton = sets - FOODS
    begins[:] = 0
    grid.reaches[:] = 0.0
    for slot in present:
        begins[perceived.species[slot] + 1] += 1
    for there in perceived.food_there:
        if there:
            begins[plankton + there] += 1
    for group in range(sets):
        begins[group + 1] += begins[group]
    # Each begin is moved on to the end of its set, and all are moved back in the end.
    for slot in present:
        reach = numbers.SIGHT * perceived.lengths[slot] / numbers.STANDARD_LENGTH
        group = perceived.species[slot]
        grid.roles[group] = perceived.roles[slot]
        _enter(grid, group, slot, perceived.positions, reach)
    for number in range(len(perceived.food_there)):
        there = perceived.food_there[number]
        if there:
            _enter(grid, plankton + there - 1, number, perceived.food_places, numbers.SMELL)
    for group in range(sets, 0, -1):
        begins[group] = begins[group - 1]
    begins[0] = 0


@inlined
def _enter(grid: Grid, group: int, which: int, places: Floats, reach: float) -> None:
    row = grid.begins[group]
    grid.begins[group] = row + 1
    grid.which[IN_SETS, row] = which
    for axis in range(3):
        grid.points[IN_SETS, row, axis] = places[which, axis]
    grid.points[IN_SETS, row, 3] = reach * reach
    grid.reaches[group] = max(grid.reaches[group], reach)


@inlined
def _set_sides(grid: Grid) -> None:
    for group in range(len(grid.reaches)):
        if grid.begins[group + 1] - grid.begins[group] <= FEW:
            grid.sides[FINE, group] = grid.sides[COARSE, group] = 0.0
            continue
        large = grid.reaches[group] / CELLS_IN_REACH
        grid.sides[COARSE, group] = grid.sides[FINE, group] = large
        if 0.0 < grid.next_sides[group] < large:
            grid.sides[FINE, group] = max(grid.next_sides[group], large / MOST_REFINED)


@inlined
def _sort_into_cells(grid: Grid, level: int) -> None:
    starts, keys = grid.starts[level], grid.keys[level]
    starts[: grid.buckets[0] + 1] = 0
    for group in range(len(grid.reaches)):
        side = grid.sides[level, group]
        if side > 0.0:
            for row in range(grid.begins[group], grid.begins[group + 1]):
                starts[_bucket_at(grid, group, row, side)[1] + 1] += 1
    for bucket in range(grid.buckets[0]):
        starts[bucket + 1] += starts[bucket]
    for group in range(len(grid.reaches)):
        side = grid.sides[level, group]
        if side > 0.0:
            for row in range(grid.begins[group], grid.begins[group + 1]):
                key, bucket = _bucket_at(grid, group, row, side)
                to = starts[bucket]
                starts[bucket] = to + 1
                keys[to] = key
                grid.which[level, to] = grid.which[IN_SETS, row]
                for column in range(4):
                    grid.points[level, to, column] = grid.points[IN_SETS, row, column]
    for bucket in range(grid.buckets[0], 0, -1):
        starts[bucket] = starts[bucket - 1]
    starts[0] = 0


@inlined
def _bucket_at(grid: Grid, group: int, row: int, side: float) -> tuple[int, int]:
    points = grid.points
    return bucket_of(
        grid,
        group,
        cell_of(points[IN_SETS, row, 0], side),
        cell_of(points[IN_SETS, row, 1], side),
        cell_of(points[IN_SETS, row, 2], side),
    )


@inlined
def _adapt(grid: Grid) -> None:
    """Let the small cells of the next time hold the company that is wanted."""
    for group in range(len(grid.reaches)):
        side = grid.sides[FINE, group]
        if side > 0.0:
            company = 0
            for row in range(grid.begins[group], grid.begins[group + 1]):
                bucket = _bucket_at(grid, group, row, side)[1]
                company += grid.starts[FINE, bucket + 1] - grid.starts[FINE, bucket]
            company = company / (grid.begins[group + 1] - grid.begins[group])
            change = min(max((COMPANY / company) ** (1.0 / 3.0), 0.5), 2.0)
            grid.next_sides[group] = side * change
