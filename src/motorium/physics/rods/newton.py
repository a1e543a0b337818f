"""The Newton scheme: all constraints at once.

(J_n W J_r^T) mu = bounds - C(n), with gradients J_n at the trial and J_r at the old positions and
W = 1 / masses: M-SHAKE, with an active set for what is bounded on one side only. As in `mended`,
impulses are along J_r, so momentum is kept whatever mu is. Near its end the number of correct
digits doubles with every iteration.

An iteration that brings the puppet not much nearer is taken back, and a sweep of `mended` is made
in its place: far from the goal, or where constraints exclude each other, that does better.

Limitations: the matrix is dense, so time grows with the third power of the constraints at worst.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined, kernel
from motorium.physics.rods.mended import sweep
from motorium.physics.rods.motion import parts_of_step
from motorium.physics.rods.parts import begin_part, end_part
from motorium.physics.rods.table import (
    GOALS,
    MASSES,
    OLD,
    POINTS_OF,
    ROD,
    TRIAL,
    WAYS,
    measure,
    old_gradients,
)

__all__ = ["newton_step", "room_for"]

REGULAR: Final = 1e-7
"""Added to the diagonal, relative to it: so redundant constraints share what is to be done."""
ENOUGH: Final = 0.7
"""An iteration must leave at most this share of what was off."""
MISSING: Final = 0
MULTIPLIERS: Final = 1
SOLUTION: Final = 2
"""Rows of what a solver keeps of every constraint."""

Array = NDArray[Any]


def room_for(constraints: int, points: int) -> tuple[Array, ...]:
    """What a step of this scheme works in."""
    return (
        np.zeros((2, constraints, 7, 3)),
        np.zeros((constraints, constraints)),
        np.zeros((3, constraints)),
        np.zeros(constraints, dtype=np.int64),
        np.zeros((2, points, 3)),
    )


@kernel
def newton_step(
    links: Array,
    bounds: Array,
    rods: int,
    held: Array,
    walls: Array,
    seconds: float,
    iterations: int,
    tolerance: float,
    most_parts: int,
    state_out: Array,
    room_out: Any,
) -> int:
    """One step of a puppet; returns how many iterations it took, at most. In parts, as `mended`."""
    most_used = 0
    parts = min(parts_of_step(links, bounds, rods, held, seconds, state_out), most_parts)
    for part in range(parts):
        share = 1.0 / (parts - part)
        used = _part(
            links, bounds, rods, held, walls, seconds / parts, share,
            iterations, tolerance, state_out, room_out,
        )  # fmt: skip
        most_used = max(used, most_used)
    return most_used


@inlined
def _part(
    links: Array,
    bounds: Array,
    rods: int,
    held: Array,
    walls: Array,
    seconds: float,
    share: float,
    iterations: int,
    tolerance: float,
    state_out: Array,
    room_out: Any,
) -> int:
    gradients, matrix, vectors, active, rows = room_out
    to_put_right = begin_part(links, bounds, held, seconds, share, state_out, gradients[OLD])
    vectors[MULTIPLIERS] = 0.0
    used = 0
    off, met = _assess(links, bounds, tolerance, state_out, gradients, vectors)
    while used < iterations:
        used += 1
        if met:
            break
        rows[1] = state_out[WAYS]
        count = _assemble(links, bounds, state_out, gradients, vectors, matrix, active, rows[0])
        _solve(matrix, vectors[SOLUTION], count)
        _apply(links, bounds, active, count, vectors, gradients, state_out)
        now, met = _assess(links, bounds, tolerance, state_out, gradients, vectors)
        if not now < ENOUGH * off:
            state_out[WAYS] = rows[1]
            vectors[MULTIPLIERS] = 0.0
            sweep(links, bounds, rods, tolerance, state_out, gradients)
            now, met = _assess(links, bounds, tolerance, state_out, gradients, vectors)
        off = now
    end_part(
        links, bounds, rods, held, walls, seconds, share, gradients[OLD], to_put_right, state_out
    )  # fmt: skip
    return used


@inlined
def _assess(
    links: Array,
    bounds: Array,
    tolerance: float,
    state: Array,
    gradients_out: Array,
    vectors_out: Array,
) -> Any:
    """Measure all constraints: by how much they are off in all, and whether each is within the
    tolerance. What each misses is written, NaN if it has no part in this."""
    off, met = 0.0, True
    for k in range(len(links)):
        old, trial = gradients_out[OLD, k], gradients_out[TRIAL, k]
        value = measure(links[k], bounds[k], state, old, trial)
        least, most = old[GOALS, 0], old[GOALS, 1]
        # Lengths count by their share, angles in radians.
        unit = max(most, 1e-9) if links[k, 0] == ROD else 1.0
        missing = math.nan
        if value > most or value < least or least == most:
            missing = (most if value > most else least) - value
            off += abs(missing) / unit
            met = met and abs(missing) <= tolerance * unit
        elif vectors_out[MULTIPLIERS, k] != 0.0:
            # Held at its bound by the others: it may yet be let go.
            missing = (least if vectors_out[MULTIPLIERS, k] > 0.0 else most) - value
        vectors_out[MISSING, k] = missing
        if missing == missing and links[k, 0] != ROD:
            old_gradients(links[k], bounds[k], state, trial, old)
    return off, met


@inlined
def _assemble(
    links: Array,
    bounds: Array,
    state: Array,
    gradients: Array,
    vectors_out: Array,
    matrix_out: Array,
    active_out: Array,
    spread_out: Array,
) -> int:
    """J_n W J_r^T of those who have a part in it, and the right side; how many they are."""
    count = 0
    for k in range(len(links)):
        if vectors_out[MISSING, k] == vectors_out[MISSING, k]:
            active_out[count] = k
            count += 1
    for row in range(count):
        k = active_out[row]
        spread_out[:] = 0.0
        of_old = of_trial = 0.0
        for i in range(POINTS_OF[links[k, 0]]):
            point = links[k, 1 + i]
            w = state[MASSES, point, 1]
            for axis in range(3):
                old, trial = gradients[OLD, k, i, axis], gradients[TRIAL, k, i, axis]
                spread_out[point, axis] += w * trial
                of_old += w * old * old
                of_trial += w * trial * trial
        for column in range(count):
            other = active_out[column]
            total = 0.0
            for i in range(POINTS_OF[links[other, 0]]):
                point = links[other, 1 + i]
                for axis in range(3):
                    total += spread_out[point, axis] * gradients[OLD, other, i, axis]
            matrix_out[row, column] = total
        vectors_out[SOLUTION, row] = vectors_out[MISSING, k]
        matrix_out[row, row] += REGULAR * math.sqrt(of_old * of_trial)
        if of_old * of_trial == 0.0:
            # Nobody can move: both ends are held, or at one place.
            matrix_out[row, row] = 1.0
            vectors_out[SOLUTION, row] = 0.0
    return count


@inlined
def _solve(matrix_out: Array, right_out: Array, count: int) -> None:
    """Gauss with partial pivoting, in place. Most entries are zero, and passed over."""
    for column in range(count):
        pivot = column
        for row in range(column + 1, count):
            if abs(matrix_out[row, column]) > abs(matrix_out[pivot, column]):
                pivot = row
        if matrix_out[pivot, column] == 0.0:
            matrix_out[pivot, column] = 1.0
            right_out[pivot] = 0.0
        if pivot != column:
            for other in range(column, count):
                kept = matrix_out[column, other]
                matrix_out[column, other] = matrix_out[pivot, other]
                matrix_out[pivot, other] = kept
            right_out[column], right_out[pivot] = right_out[pivot], right_out[column]
        for row in range(column + 1, count):
            factor = matrix_out[row, column] / matrix_out[column, column]
            if factor != 0.0:
                for other in range(column + 1, count):
                    matrix_out[row, other] -= factor * matrix_out[column, other]
                right_out[row] -= factor * right_out[column]
    for row in range(count - 1, -1, -1):
        total = right_out[row]
        for other in range(row + 1, count):
            total -= matrix_out[row, other] * right_out[other]
        right_out[row] = total / matrix_out[row, row]


@inlined
def _apply(
    links: Array,
    bounds: Array,
    active: Array,
    count: int,
    vectors_out: Array,
    gradients: Array,
    state_out: Array,
) -> None:
    """Move points along the old gradients. A bound can push one way only: whose multiplier would
    change its sign gives back what it had."""
    for row in range(count):
        k = active[row]
        mu, had = vectors_out[SOLUTION, row], vectors_out[MULTIPLIERS, k]
        if bounds[k, 0] != bounds[k, 1] and (had + mu) * had < 0.0:
            mu = -had
        vectors_out[MULTIPLIERS, k] = had + mu
        for i in range(POINTS_OF[links[k, 0]]):
            point = links[k, 1 + i]
            by = mu * state_out[MASSES, point, 1]
            for axis in range(3):
                state_out[WAYS, point, axis] += by * gradients[OLD, k, i, axis]
