"""B-spline surfaces against SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import BSpline

from motorium.looks.bspline import (
    basis,
    basis_derivative,
    evaluate,
    greville,
    grid_triangles,
    knots,
    passing_through,
    surface,
)

SIZES = [(9, 3), (21, 3), (12, 3), (2, 1), (4, 3), (5, 2)]
AT = np.linspace(0.0, 1.0, 97)


@pytest.mark.parametrize(("count", "degree"), SIZES)
def test_basis_is_scipys(count: int, degree: int) -> None:
    theirs = BSpline(knots(count, degree), np.eye(count), degree)
    assert basis(count, degree, AT) == pytest.approx(theirs(AT), abs=1e-12)
    slopes = theirs.derivative()
    assert basis_derivative(count, degree, AT) == pytest.approx(slopes(AT), abs=1e-9)


@pytest.mark.parametrize(("count", "degree"), SIZES)
def test_basis_sums_to_one_and_is_linear_in_greville(count: int, degree: int) -> None:
    values = basis(count, degree, AT)
    assert values.min() >= 0
    assert values.sum(axis=1) == pytest.approx(1.0)
    assert values @ greville(count, degree) == pytest.approx(AT)


def test_surface_is_scipys_tensor_product() -> None:
    control = np.random.default_rng(3).normal(size=(9, 21, 3))
    u, v = np.linspace(0, 1, 13), np.linspace(0, 1, 17)
    points, normals = evaluate(control, (3, 3), u, v)
    rows = BSpline(knots(9, 3), control, 3)
    along = BSpline(knots(21, 3), rows(u), 3, axis=1)
    assert points == pytest.approx(along(v))
    du = BSpline(knots(21, 3), rows.derivative()(u), 3, axis=1)(v)
    dv = along.derivative()(v)
    assert normals == pytest.approx(np.cross(du, dv), rel=1e-6, abs=1e-6)


def test_a_population_of_surfaces_is_evaluated_at_once() -> None:
    control = np.random.default_rng(4).normal(size=(5, 2, 12, 3))
    points, normals = surface(control, (1, 3), (3, 20))
    one, one_normal = surface(control[2], (1, 3), (3, 20), flip=True)
    assert points.shape == (5, 3, 20, 3)
    assert points[2] == pytest.approx(one)
    assert normals[2] == pytest.approx(-one_normal)
    assert np.linalg.norm(normals, axis=-1) == pytest.approx(1.0)


def test_curves_pass_through_points() -> None:
    points = np.random.default_rng(5).normal(size=(9, 21, 3))
    control = passing_through(points, 3)
    assert basis(21, 3, greville(21, 3)) @ control == pytest.approx(points)


def test_triangles_are_wound_like_the_surface() -> None:
    u, v = np.meshgrid(np.arange(3.0), np.arange(4.0), indexing="ij")
    flat = np.stack([u, v, np.zeros_like(u)], axis=-1).reshape(-1, 3)
    for flip, up in ((False, 1.0), (True, -1.0)):
        a, b, c = np.moveaxis(flat[grid_triangles(3, 4, flip)], 1, 0)
        assert np.cross(b - a, c - a)[:, 2] == pytest.approx(up)
    assert len(grid_triangles(3, 4)) == 12


def test_a_degree_that_the_points_cannot_carry_is_refused() -> None:
    with pytest.raises(ValueError, match="3 control points carry a degree of 1 to 2, not 3"):
        knots(3, 3)
