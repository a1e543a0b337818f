"""Where the numbers of a crowd of puppets stand: in blocks, rows of one number a lane.

How many rows there are depends on how many points, rods and joints the puppet has.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from numba.extending import register_jitable
from numpy.typing import NDArray

from motorium.physics.simd import splat

__all__ = [
    "ACTIVE",
    "BOX",
    "DT",
    "GOALS",
    "JOINT_ROWS",
    "PARTS",
    "PER_UNIT",
    "ROD_ROWS",
    "SPARE",
    "WAY",
    "WRONG",
    "Array",
    "Rows",
    "constant",
    "rows_of",
    "scratch_rows",
]

Array = NDArray[Any]

BOX: Final = 0
"""In the work space: of walls, least x y z and most x y z, from the figure's origin."""
PER_UNIT: Final = 6
"""1 / how long the figure's unit of length is [1/m]."""
WRONG: Final = 7
"""What it takes to put right what is wrong when a step begins [kg units2] (`table.remember`)."""
SPARE: Final = 8
"""For a look at single lanes."""
PARTS: Final = 9
"""Into how many parts the step is cut for each figure."""
DT: Final = 10
"""How long such a part is [s]."""
ACTIVE: Final = 11
"""Positive for figures that have such a part still to go."""
WAY: Final = 12
"""How far points go in this step, x y z; then how much they weigh, as inverse masses, 0 where a
point is held; then their ways as if they were alone, x y z; then rods and joints."""

ROD_ROWS: Final = 8
"""Of a rod at the beginning of a step: from its second end to its first, x y z, the square of that,
how much of a correction is for the first end and how much for the second, and the squares of the
least and most length that it is to have after this step."""
JOINT_ROWS: Final = 12
"""Of a joint at the beginning of a step: the ways to the hinge and on from it; in the plane the
gradients of its angle at the points before and behind the hinge, x and z each, and the sum of their
weighed squares; in space the axis of the bend, 0 if it was straight. Then, from `GOALS` on, the
least and most angle that it is to have after this step, and what turns are counted from."""
GOALS: Final = 9


class Rows(NamedTuple):
    """Where rows of a block of the state begin; lengths in the figure's own unit.

    position and velocity [1/s], point after point, x y z, from the figure's origin; place: where
    points are held, likewise; held: 1 where a point is, else 0; iterations: how many of them in a
    step; book and energy [kg units2/s2]: see `physics.rods.books`; total: how many rows there are.
    """

    position: int
    velocity: int
    place: int
    held: int
    iterations: int
    book: int
    energy: int
    total: int


def rows_of(points: int) -> Rows:
    """Of the state of puppets with so many points."""
    own = 10 * points
    return Rows(0, 3 * points, 6 * points, 9 * points, own, own + 1, own + 2, own + 3)


def scratch_rows(points: int, rods: int, joints: int) -> int:
    """Of the work space of one core."""
    return WAY + 7 * points + ROD_ROWS * rods + JOINT_ROWS * joints


@register_jitable
def constant(lanes: Any, array: Array, value: float) -> Any:
    """One number in all lanes, as exact as an array's."""
    return splat(lanes, array.dtype.type(value))
