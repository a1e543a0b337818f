"""What bench `looks` compares with: surfaces whose basis functions are evaluated at each vertex."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from motorium.contracts.frames import Floats
from motorium.looks.bspline import knots

__all__ = ["direct_surfaces"]


def direct_surfaces(
    control: Floats,
    degrees: tuple[int, int],
    points_out: Floats,
    normals_out: Floats,
) -> None:
    """As `looks.tabulated.tabulated_surfaces`, by the recursion of Cox and de Boor each time."""
    rows, columns = control.shape[1:3]
    _evaluate(
        knots(rows, degrees[0]),
        knots(columns, degrees[1]),
        degrees[0],
        degrees[1],
        control,
        points_out,
        normals_out,
    )


@njit(cache=True, nogil=True, fastmath=True)
def _functions(  # pragma: no cover
    line: Any, degree: int, span: int, t: float, values_out: Any, slopes_out: Any
) -> None:
    """N(span - degree .. span) and their derivatives at t."""
    values_out[0] = 1.0
    for p in range(1, degree + 1):
        if p == degree:
            for k in range(degree + 1):
                slopes_out[k] = 0.0
            for k in range(p):
                share = p * values_out[k] / (line[span + 1 + k] - line[span + 1 + k - p])
                slopes_out[k] -= share
                slopes_out[k + 1] += share
        carried = 0.0
        for k in range(p):
            low, high = line[span + 1 + k - p], line[span + 1 + k]
            part = values_out[k] / (high - low)
            values_out[k] = carried + (high - t) * part
            carried = (t - low) * part
        values_out[p] = carried


@njit(cache=True, nogil=True, fastmath=True)
def _evaluate(  # pragma: no cover
    row_line: Any,
    column_line: Any,
    row_degree: int,
    column_degree: int,
    control: Any,
    points_out: Any,
    normals_out: Any,
) -> None:
    people, rows, columns, _ = control.shape
    us, vs = points_out.shape[1:3]
    a, da = np.zeros(row_degree + 1), np.zeros(row_degree + 1)
    b, db = np.zeros(column_degree + 1), np.zeros(column_degree + 1)
    point, du, dv = np.zeros(3), np.zeros(3), np.zeros(3)
    for person in range(people):
        for i in range(us):
            u = i / (us - 1)
            row_span = row_degree + min(int(u * (rows - row_degree)), rows - row_degree - 1)
            for j in range(vs):
                v = j / (vs - 1)
                spans = columns - column_degree
                column_span = column_degree + min(int(v * spans), spans - 1)
                _functions(row_line, row_degree, row_span, u, a, da)
                _functions(column_line, column_degree, column_span, v, b, db)
                point[:] = 0.0
                du[:] = 0.0
                dv[:] = 0.0
                for k in range(row_degree + 1):
                    for m in range(column_degree + 1):
                        place = control[person, row_span - row_degree + k]
                        for axis in range(3):
                            x = place[column_span - column_degree + m, axis]
                            point[axis] += a[k] * b[m] * x
                            du[axis] += da[k] * b[m] * x
                            dv[axis] += a[k] * db[m] * x
                points_out[person, i, j] = point
                normals_out[person, i, j, 0] = du[1] * dv[2] - du[2] * dv[1]
                normals_out[person, i, j, 1] = du[2] * dv[0] - du[0] * dv[2]
                normals_out[person, i, j, 2] = du[0] * dv[1] - du[1] * dv[0]
