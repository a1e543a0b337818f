"""What readers of the tables weigh: the vectors that `poses` and `swaying` read rows with."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba.extending import register_jitable

from motorium.motors.rows import Reader
from motorium.physics.flags import store_whole
from motorium.physics.simd import load, splat, store

__all__ = [
    "CURVE",
    "HIGH",
    "LOW",
    "SMALL",
    "blend",
    "reads",
    "row_of",
    "smallness",
    "weigh",
    "weights_of",
]

LOW: Final = 0
HIGH: Final = Reader.SIZE
CURVE: Final = 2 * Reader.SIZE
"""Where the rows of the three readers begin: of two gaits, and of what a curve adds."""
SMALL: Final = Reader.COUNT
"""One over the length, behind the readers."""


@register_jitable
def weigh(
    lanes: Any, width: int, lengths: int, state: Any, readers_out: Any, places_out: Any
) -> None:
    """Turn weights, and ways from a row to the next, into what both rows weigh in a body of its
    length; the weight of the nearer row takes the place of the way."""
    length = load(lanes, state, lengths)
    for reader in (LOW, HIGH, CURVE):
        weight = load(lanes, readers_out, (reader + Reader.WEIGHT) * width) * length
        ahead = weight * load(lanes, readers_out, (reader + Reader.WAY) * width)
        store(readers_out, (reader + Reader.WAY) * width, weight - ahead)
        store(readers_out, (reader + Reader.WEIGHT) * width, ahead)
        row = load(lanes, readers_out, (reader + Reader.ROW) * width)
        store_whole(places_out, (reader + Reader.ROW) * width, row)
    store(readers_out, SMALL * width, splat(lanes, np.float32(1.0)) / length)


@register_jitable
def row_of(width: int, lane: int, reader: int, places: Any) -> Any:
    """Which row is read; the one after it is, too."""
    return np.int64(places[(reader + Reader.ROW) * width + lane])


@register_jitable
def weights_of(lanes: Any, width: int, lane: int, reader: int, readers: Any) -> Any:
    """Of this row and the next, once they have been weighed, in every lane."""
    return (
        splat(lanes, readers[(reader + Reader.WAY) * width + lane]),
        splat(lanes, readers[(reader + Reader.WEIGHT) * width + lane]),
    )


@register_jitable
def reads(width: int, lane: int, reader: int, readers: Any) -> Any:
    """Whether a reader, once weighed, counts at all."""
    here = readers[(reader + Reader.WAY) * width + lane]
    return here != 0.0 or readers[(reader + Reader.WEIGHT) * width + lane] != 0.0


@register_jitable
def smallness(lanes: Any, width: int, lane: int, readers: Any) -> Any:
    """One over the length [1/m], once weighed, in every lane: undoes it where rows do not grow."""
    return splat(lanes, readers[SMALL * width + lane])


@register_jitable
def blend(
    lanes: Any, table: Any, apart: int, a: int, b: int, p: Any, q: Any, r: Any, s: Any
) -> Any:
    """A vector of what two readers read at a and b, of rows that are so far apart."""
    row = p * load(lanes, table, a) + q * load(lanes, table, a + apart)
    return row + r * load(lanes, table, b) + s * load(lanes, table, b + apart)
