"""Support polygons against SciPy, and by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.spatial import ConvexHull, QhullError

from motorium.contracts.frames import Floats
from motorium.physics.rigid.polygon import exit_distance, hull, is_inside

SQUARE = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]])


def corners_of(points: Floats) -> Floats:
    chain = np.zeros((2 * len(points) + 2, 2))
    count = hull(points.copy(), len(points), chain)
    return chain[:count]


@given(arrays(np.float64, (12, 2), elements=st.floats(-3.0, 3.0, width=16)))
def test_hulls_are_scipys(points: Floats) -> None:
    corners = corners_of(points)
    try:
        expected = ConvexHull(points)
    except QhullError:
        assert len(corners) <= 2 or _area(corners) < 1e-9
        return
    assert _area(corners) == pytest.approx(expected.volume, abs=1e-9)
    # Against the clock, and each of them was given.
    assert {tuple(corner) for corner in corners} <= {tuple(point) for point in points}


def _area(corners: Floats) -> float:
    following = np.roll(corners, -1, axis=0)
    return float((corners[:, 0] * following[:, 1] - corners[:, 1] * following[:, 0]).sum() / 2)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_points_have_no_inside(count: int) -> None:
    corners = corners_of(SQUARE[:count]) if count else np.zeros((0, 2))
    assert len(corners) == count
    assert not is_inside(corners, count, 0.0, 0.0)


def test_inside_and_how_far_it_is_to_the_edge() -> None:
    assert is_inside(SQUARE, 4, 0.5, 0.5)
    assert is_inside(SQUARE, 4, 2.0, 0.5)
    assert not is_inside(SQUARE, 4, 2.1, 0.5)
    assert exit_distance(SQUARE, 4, 0.5, 0.5, 1.0, 0.0) == pytest.approx(1.5)
    assert exit_distance(SQUARE, 4, 0.5, 0.5, 0.0, -7.0) == pytest.approx(0.5)
    assert exit_distance(SQUARE, 4, 0.5, 0.5, -3.0, 4.0) == pytest.approx(0.625)
    assert exit_distance(SQUARE, 4, 0.5, 0.5, 0.0, 0.0) == np.inf
