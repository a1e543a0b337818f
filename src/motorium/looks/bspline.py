"""Tensor-product B-spline surfaces with clamped uniform knots over the unit square.

The seed calls its surfaces NURBS; all weights are 1, so that they are plain B-splines.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats

__all__ = [
    "basis",
    "basis_derivative",
    "evaluate",
    "greville",
    "grid_triangles",
    "knots",
    "passing_through",
    "surface",
]


def knots(count: int, degree: int) -> Floats:
    """Knots of `count` control points on [0, 1], evenly spaced, the ends degree + 1 times."""
    if not 1 <= degree < count:
        raise ValueError(f"{count} control points carry a degree of 1 to {count - 1}, not {degree}")
    inner = np.linspace(0.0, 1.0, count - degree + 1)
    return np.concatenate([np.zeros(degree), inner, np.ones(degree)])


def greville(count: int, degree: int) -> Floats:
    """The parameter that each control point stands for: control points there draw a line."""
    line = knots(count, degree)
    return np.array([line[i + 1 : i + 1 + degree].mean() for i in range(count)])


def basis(count: int, degree: int, parameters: Floats) -> Floats:
    """Basis functions, shape (parameters, count), by the recursion of Cox and de Boor."""
    at = np.asarray(parameters, dtype=np.float64)
    return _recursion(knots(count, degree), count, degree, at)


def basis_derivative(count: int, degree: int, parameters: Floats) -> Floats:
    """First derivatives of the basis functions, shape (parameters, count)."""
    at = np.asarray(parameters, dtype=np.float64)
    line = knots(count, degree)
    lower = _recursion(line, count + 1, degree - 1, at)
    slopes = np.zeros((len(at), count))
    for i in range(count):
        left, right = line[i + degree] - line[i], line[i + degree + 1] - line[i + 1]
        if left > 0:
            slopes[:, i] += degree / left * lower[:, i]
        if right > 0:
            slopes[:, i] -= degree / right * lower[:, i + 1]
    return slopes


def passing_through(points: Floats, degree: int) -> Floats:
    """Control points of the curve that takes each point's value at its Greville parameter.

    points, shape (..., count, n); the result has the same shape.
    """
    count = points.shape[-2]
    control = np.linalg.solve(basis(count, degree, greville(count, degree)), points)
    return np.asarray(control, dtype=np.float64)


def _recursion(line: Floats, count: int, degree: int, at: Floats) -> Floats:
    # The last span that is not empty also holds its right end, so that parameter 1 has a value.
    span = np.searchsorted(line, at, side="right") - 1
    last = int(np.flatnonzero(np.diff(line) > 0)[-1])
    values = np.zeros((len(at), len(line) - 1))
    values[np.arange(len(at)), np.clip(span, 0, last)] = 1.0
    for p in range(1, degree + 1):
        for i in range(len(line) - 1 - p):
            left, right = line[i + p] - line[i], line[i + p + 1] - line[i + 1]
            rise = (at - line[i]) / left * values[:, i] if left > 0 else 0.0
            fall = (line[i + p + 1] - at) / right * values[:, i + 1] if right > 0 else 0.0
            values[:, i] = rise + fall
    return values[:, :count]


def evaluate(
    control: Floats, degrees: tuple[int, int], u: Floats, v: Floats
) -> tuple[Floats, Floats]:
    """Points and unnormalised normals dP/du x dP/dv on the grid u x v.

    control, shape (..., rows, columns, 3); u runs along the rows' index, v along the columns';
    both results have shape (..., u, v, 3).
    """
    rows, columns = control.shape[-3:-1]
    across, along = basis(rows, degrees[0], u), basis(columns, degrees[1], v)
    across_slope = basis_derivative(rows, degrees[0], u)
    along_slope = basis_derivative(columns, degrees[1], v)
    points = _blend(across, control, along)
    du = _blend(across_slope, control, along)
    dv = _blend(across, control, along_slope)
    return points, np.cross(du, dv)


def surface(
    control: Floats, degrees: tuple[int, int], counts: tuple[int, int], flip: bool = False
) -> tuple[Floats, Floats]:
    """Points and unit normals of an even grid of `counts` vertices; shapes (..., u, v, 3)."""
    points, normals = evaluate(
        control, degrees, np.linspace(0.0, 1.0, counts[0]), np.linspace(0.0, 1.0, counts[1])
    )
    lengths = np.linalg.norm(normals, axis=-1, keepdims=True)
    normals = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)
    return points, -normals if flip else normals


def _blend(across: Floats, control: Floats, along: Floats) -> Floats:
    blended: Floats = np.einsum("ur,...rck,vc->...uvk", across, control, along, optimize=True)
    return blended


@cache
def grid_triangles(rows: int, columns: int, flip: bool = False) -> NDArray[np.int32]:
    """Triangles of a grid of vertices (row-major), wound like dP/du x dP/dv; shape (n, 3)."""
    number = np.arange(rows * columns, dtype=np.int32).reshape(rows, columns)
    a, b = number[:-1, :-1].ravel(), number[1:, :-1].ravel()
    c, d = number[1:, 1:].ravel(), number[:-1, 1:].ravel()
    triangles = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    if flip:
        triangles = triangles[:, ::-1].copy()
    triangles.setflags(write=False)
    return triangles
