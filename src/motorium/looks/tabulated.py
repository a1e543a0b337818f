"""B-spline surfaces of many characters from tables of their basis functions (Yu 1999, section 7.2).

Knots and parameters never change while control points do. So basis functions are evaluated once, at
the finest tessellation; a coarser one takes every second or third row of the same table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.looks.bspline import basis, basis_derivative, knots

__all__ = ["BasisTable", "basis_table", "tabulated_surfaces"]


@dataclass(frozen=True)
class BasisTable:
    """Basis functions that are not zero at evenly spaced parameters from 0 to 1.

    count: control points; degree; first: the control point that the first of the degree + 1
    functions belongs to, shape (parameters,); values and slopes (derivatives by the parameter),
    shape (parameters, degree + 1).
    """

    count: int
    degree: int
    first: NDArray[np.int64]
    values: Floats
    slopes: Floats

    def decimated(self, step: int) -> BasisTable:
        """Every `step`-th parameter, both ends among them."""
        spans = len(self.first) - 1
        if step < 1 or spans % step:
            divisors = [k for k in range(1, spans + 1) if spans % k == 0]
            raise ValueError(
                f"{spans} cells cannot be taken {step} at a time; "
                f"choose of {', '.join(map(str, divisors))}"
            )
        return BasisTable(
            self.count,
            self.degree,
            self.first[::step].copy(),
            self.values[::step].copy(),
            self.slopes[::step].copy(),
        )


@cache
def basis_table(count: int, degree: int, cells: int) -> BasisTable:
    """The table for `cells` + 1 parameters."""
    if cells < 1:
        raise ValueError(f"a surface needs at least one cell, not {cells}")
    at = np.linspace(0.0, 1.0, cells + 1)
    line = knots(count, degree)
    span = np.clip(np.searchsorted(line, at, side="right") - 1, degree, count - 1)
    first = (span - degree).astype(np.int64)
    columns = first[:, None] + np.arange(degree + 1)
    rows = np.arange(cells + 1)[:, None]
    parts = (
        basis(count, degree, at)[rows, columns],
        basis_derivative(count, degree, at)[rows, columns],
    )
    for part in (first, *parts):
        part.setflags(write=False)
    return BasisTable(count, degree, first, *parts)


def tabulated_surfaces(
    control: Floats, across: BasisTable, along: BasisTable, points_out: Floats, normals_out: Floats
) -> None:
    """Points and normals dP/du x dP/dv, not normalised, of a patch for every character.

    control, shape (characters, rows, columns, 3); across: of the rows, along: of the columns;
    both results have shape (characters, across, along, 3).
    """
    people, rows, columns, _ = control.shape
    wanted = (people, len(across.first), len(along.first), 3)
    if (rows, columns) != (across.count, along.count):
        raise ValueError(
            f"tables of {across.count} x {along.count} control points, but {rows} x {columns} "
            "are given"
        )
    if points_out.shape != wanted or normals_out.shape != wanted:
        raise ValueError(f"results must have the shape {wanted}, not {points_out.shape}")
    _evaluate(
        across.first,
        across.values,
        across.slopes,
        along.first,
        along.values,
        along.slopes,
        control,
        points_out,
        normals_out,
    )


@njit(cache=True, nogil=True, fastmath=True)
def _evaluate(  # pragma: no cover
    across_first: Any,
    across_values: Any,
    across_slopes: Any,
    along_first: Any,
    along_values: Any,
    along_slopes: Any,
    control: Any,
    points_out: Any,
    normals_out: Any,
) -> None:
    people, _, columns, _ = control.shape
    us, vs = len(across_first), len(along_first)
    row_terms, column_terms = across_values.shape[1], along_values.shape[1]
    # A row of the surface is a curve: its control points, and those of its tangent along u.
    curve = np.zeros((columns, 3))
    slope = np.zeros((columns, 3))
    for person in range(people):
        for i in range(us):
            curve[:] = 0.0
            slope[:] = 0.0
            for k in range(row_terms):
                value, steep = across_values[i, k], across_slopes[i, k]
                row = control[person, across_first[i] + k]
                for column in range(columns):
                    for axis in range(3):
                        curve[column, axis] += value * row[column, axis]
                        slope[column, axis] += steep * row[column, axis]
            for j in range(vs):
                at = along_first[j]
                px = py = pz = ux = uy = uz = vx = vy = vz = 0.0
                for k in range(column_terms):
                    value, steep = along_values[j, k], along_slopes[j, k]
                    x, y, z = curve[at + k, 0], curve[at + k, 1], curve[at + k, 2]
                    px += value * x
                    py += value * y
                    pz += value * z
                    vx += steep * x
                    vy += steep * y
                    vz += steep * z
                    ux += value * slope[at + k, 0]
                    uy += value * slope[at + k, 1]
                    uz += value * slope[at + k, 2]
                points_out[person, i, j, 0] = px
                points_out[person, i, j, 1] = py
                points_out[person, i, j, 2] = pz
                normals_out[person, i, j, 0] = uy * vz - uz * vy
                normals_out[person, i, j, 1] = uz * vx - ux * vz
                normals_out[person, i, j, 2] = ux * vy - uy * vx
