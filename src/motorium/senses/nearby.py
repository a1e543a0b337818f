"""Who and what is nearby: the nearest that are seen or smelled, by growing shells of cells."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined
from motorium.contracts.frames import Floats
from motorium.contracts.perception import ATTENDED, Perception
from motorium.senses import numbers
from motorium.senses.grid import COARSE, FEW, FINE, IN_SETS, Grid, bucket_of, cell_of
from motorium.senses.sight import Eye, Screens, fish_is_hidden, in_view

__all__ = ["ANY", "FELT", "SMELLED", "Nearest", "attend", "look_through"]

SHELLS: Final = 2
"""So many shells of small cells are searched around one's own, then it goes on with large ones."""
ANY: Final = -1
SMELLED: Final = -2
FELT: Final = -3
"""In place of a sex: of any; of any, and smelled as well as seen; of any, and felt."""
KEEN: Final = numbers.SMELL / numbers.SIGHT
"""How much farther prey is smelled than seen; its scent goes with its size as the sight of it."""
_NEAR: Final = (numbers.LATERAL * numbers.STANDARD_LENGTH / numbers.SIGHT) ** 2
"""Squared, the share of how far somebody is seen within which it is felt."""
_ROUNDING: Final = 1e-9
"""Walls of cells are known as well as this [m]."""


class Nearest(NamedTuple):
    """The nearest so far, known[0] of them, in order: which, and the squares of their distances
    [m^2]; who is as far comes in the order of numbers."""

    squares: Floats
    which: NDArray[np.int32]
    known: NDArray[np.int32]


@inlined
def look_through(
    grid: Grid,
    bodies: Floats,
    perceived: Perception,
    screens: Screens,
    eye: Eye,
    group: int,
    sex: int,
    nearest_out: Nearest,
) -> None:
    """Add to the nearest those of a set that are perceived: fishes that are seen, of one sex, 0 or
    1, or of ANY, SMELLED or FELT; food that is smelled."""
    begin, end = grid.begins[group], grid.begins[group + 1]
    reach = grid.reaches[group] * (KEEN if sex == SMELLED else 1.0)
    if end - begin <= FEW:
        for row in range(begin, end):
            _consider(grid, bodies, perceived, screens, eye, group, sex, IN_SETS, row, nearest_out)
        return
    searched = 0.0
    for level in range(FINE, COARSE + 1):
        side = grid.sides[level, group]
        shell = 0
        while level == COARSE or shell <= SHELLS:
            _look_into_shell(
                grid,
                bodies,
                perceived,
                screens,
                eye,
                group,
                sex,
                level,
                shell,
                searched,
                nearest_out,
            )
            certain = shell * side + _to_wall(eye, side)
            if certain > reach or _is_beyond(nearest_out, certain * certain):
                return
            shell += 1
        # What the small cells hold is left out of the large ones.
        searched = side


@inlined
def _look_into_shell(
    grid: Grid,
    bodies: Floats,
    perceived: Perception,
    screens: Screens,
    eye: Eye,
    group: int,
    sex: int,
    level: int,
    shell: int,
    searched: float,
    nearest_out: Nearest,
) -> None:
    """Cells that are `shell` away from the eye's own; searched [m]: side of the small cells
    that were before, or 0."""
    side = grid.sides[level, group]
    i, j, k = cell_of(eye.x, side), cell_of(eye.y, side), cell_of(eye.z, side)
    for up in range(-shell, shell + 1):
        high = _to_slab(eye.z, k + up, side)
        for along in range(-shell, shell + 1):
            wide = high + _to_slab(eye.y, j + along, side)
            if _is_beyond(nearest_out, wide):
                continue
            step = 1 if abs(up) == shell or abs(along) == shell else 2 * shell
            for across in range(-shell, shell + 1, step):
                if _is_beyond(nearest_out, wide + _to_slab(eye.x, i + across, side)):
                    continue
                key, bucket = bucket_of(grid, group, i + across, j + along, k + up)
                for row in range(grid.starts[level, bucket], grid.starts[level, bucket + 1]):
                    if grid.keys[level, row] != key:
                        continue
                    if searched == 0.0 or not _is_known(grid, eye, level, row, searched):
                        _consider(
                            grid, bodies, perceived, screens, eye, group, sex, level, row,
                            nearest_out,
                        )  # fmt: skip


@inlined
def _to_wall(eye: Eye, side: float) -> float:
    """From an eye to the nearest wall of its cell [m]."""
    x = eye.x - cell_of(eye.x, side) * side
    y = eye.y - cell_of(eye.y, side) * side
    z = eye.z - cell_of(eye.z, side) * side
    return min(x, side - x, y, side - y, z, side - z) - _ROUNDING


@inlined
def _to_slab(place: float, cell: int, side: float) -> float:
    """The square of how far a cell is away along one axis [m^2]."""
    away = max(max(cell * side - place, place - (cell + 1) * side) - _ROUNDING, 0.0)
    return away * away


@inlined
def _is_beyond(nearest: Nearest, square: float) -> bool:
    """Whether what is so far away, squared, is not among the nearest."""
    full = nearest.known[0] == ATTENDED
    return bool(full and square > nearest.squares[ATTENDED - 1])


@inlined
def _is_known(grid: Grid, eye: Eye, level: int, row: int, side: float) -> bool:
    """Whether it was in the small cells that were searched."""
    points = grid.points
    return (
        abs(cell_of(points[level, row, 0], side) - cell_of(eye.x, side)) <= SHELLS
        and abs(cell_of(points[level, row, 1], side) - cell_of(eye.y, side)) <= SHELLS
        and abs(cell_of(points[level, row, 2], side) - cell_of(eye.z, side)) <= SHELLS
    )


@inlined
def _consider(
    grid: Grid,
    bodies: Floats,
    perceived: Perception,
    screens: Screens,
    eye: Eye,
    group: int,
    sex: int,
    order: int,
    row: int,
    nearest_out: Nearest,
) -> None:
    """Take somebody or something among the nearest if it is perceived."""
    points = grid.points
    across, along = points[order, row, 0] - eye.x, points[order, row, 1] - eye.y
    up = points[order, row, 2] - eye.z
    square = across * across + along * along + up * up
    keen = KEEN * KEEN if sex == SMELLED else 1.0
    if square > keen * points[order, row, 3] or _is_beyond(nearest_out, square):
        return
    which = grid.which[order, row]
    felt = sex == FELT and square <= _NEAR * points[order, row, 3]
    if (
        group < len(bodies)
        and sex != SMELLED
        and not felt
        and (
            which == eye.slot
            or not in_view(eye, across, along, up, square)
            or (sex >= 0 and perceived.female[which] != sex)
            or fish_is_hidden(perceived, bodies, screens, eye, which, math.sqrt(square))
        )
    ):
        return
    attend(nearest_out, square, which)


@inlined
def attend(nearest_out: Nearest, square: float, which: int) -> None:
    """Put one in its place among the nearest, and drop the last if there are too many."""
    squares, whiches = nearest_out.squares, nearest_out.which
    at = nearest_out.known[0]
    if at == ATTENDED:
        at -= 1
        if squares[at] < square or (squares[at] == square and whiches[at] < which):
            return
    else:
        nearest_out.known[0] += 1
    while at > 0 and (
        squares[at - 1] > square or (squares[at - 1] == square and whiches[at - 1] > which)
    ):
        squares[at], whiches[at] = squares[at - 1], whiches[at - 1]
        at -= 1
    squares[at], whiches[at] = square, which
