"""Surfaces from tables of basis functions, against SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import BSpline

from motorium.bench.direct_bspline import direct_surfaces
from motorium.contracts.frames import Floats
from motorium.looks.bspline import knots
from motorium.looks.tabulated import basis_table, tabulated_surfaces

PATCHES = [((9, 21), (3, 3), (16, 48)), ((2, 12), (1, 3), (3, 18)), ((2, 4), (1, 3), (2, 6))]
"""Control points, degrees, cells: half a body, a fin, a pectoral fin."""


def scipys(
    control: Floats, degrees: tuple[int, int], u: Floats, v: Floats
) -> tuple[Floats, Floats]:
    """Points and normals of one surface."""
    rows = BSpline(knots(control.shape[0], degrees[0]), control, degrees[0])
    columns = knots(control.shape[1], degrees[1])
    along = BSpline(columns, rows(u), degrees[1], axis=1)
    du = BSpline(columns, rows.derivative()(u), degrees[1], axis=1)(v)
    return along(v), np.cross(du, along.derivative()(v))


@pytest.mark.parametrize(("size", "degrees", "cells"), PATCHES)
def test_surfaces_are_scipys(
    size: tuple[int, int], degrees: tuple[int, int], cells: tuple[int, int]
) -> None:
    control = np.random.default_rng(5).normal(size=(3, *size, 3))
    tables = [basis_table(*numbers) for numbers in zip(size, degrees, cells, strict=True)]
    points = np.empty((3, cells[0] + 1, cells[1] + 1, 3))
    normals, direct, direct_normals = (np.empty_like(points) for _ in range(3))
    tabulated_surfaces(control, tables[0], tables[1], points, normals)
    direct_surfaces(control, degrees, direct, direct_normals)
    u, v = (np.linspace(0.0, 1.0, count + 1) for count in cells)
    for one in range(3):
        theirs, their_normals = scipys(control[one], degrees, u, v)
        assert points[one] == pytest.approx(theirs, abs=1e-6)
        assert direct[one] == pytest.approx(theirs, abs=1e-6)
        # A polynomial of degree 1 has a kink at its knots, where SciPy takes the slope behind it.
        if degrees[0] > 1:
            assert normals[one] == pytest.approx(their_normals, abs=1e-6)
            assert direct_normals[one] == pytest.approx(their_normals, abs=1e-6)


def test_coarser_levels_are_parts_of_the_finest() -> None:
    finest = basis_table(21, 3, 48)
    for step in (2, 3, 4, 6):
        coarse, evaluated = finest.decimated(step), basis_table(21, 3, 48 // step)
        assert np.array_equal(coarse.first, evaluated.first)
        assert coarse.values == pytest.approx(evaluated.values, abs=1e-14)
        assert coarse.slopes == pytest.approx(evaluated.slopes, abs=1e-12)


def test_cells_that_do_not_fit_are_named_beside_those_that_do() -> None:
    with pytest.raises(ValueError, match="48 cells cannot be taken 5 at a time; choose of 1, 2, 3"):
        basis_table(21, 3, 48).decimated(5)
    with pytest.raises(ValueError, match="at least one cell, not 0"):
        basis_table(21, 3, 0)


def test_arrays_of_the_wrong_shape_are_refused() -> None:
    across, along = basis_table(9, 3, 4), basis_table(21, 3, 8)
    out = np.empty((1, 5, 9, 3))
    with pytest.raises(ValueError, match="9 x 21 control points, but 9 x 20"):
        tabulated_surfaces(np.zeros((1, 9, 20, 3)), across, along, out, out.copy())
    with pytest.raises(ValueError, match=r"shape \(2, 5, 9, 3\)"):
        tabulated_surfaces(np.zeros((2, 9, 21, 3)), across, along, out, out.copy())
