"""Rod, bend, cone and twist: values worked by hand, gradients by finite differences, and what no
rigid motion changes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from motorium.contracts.frames import Floats
from motorium.physics.rods.constraints import (
    angle_between,
    bend_in_plane,
    bend_in_space,
    cone,
    nearest_turn,
    rod,
    twist,
)

NO_SIDE = (0.0, 0.0, 0.0)
AXIS = (0.3, -0.8, 1.7)

Measured = tuple[float, Floats]
Measure = Callable[[Floats], Measured]


def _measured(found: Any, points: int) -> Measured:
    return found[0], np.array(found[1 : 1 + points])


def _rod(x: Floats) -> Measured:
    return _measured(rod(*map(tuple, x)), 2)


def _plane(x: Floats) -> Measured:
    return _measured(bend_in_plane(*map(tuple, x)), 3)


def _space(x: Floats) -> Measured:
    return _measured(bend_in_space(*[*map(tuple, x), NO_SIDE]), 3)


def _cone(x: Floats) -> Measured:
    return _measured(cone(*[*map(tuple, x), AXIS, NO_SIDE]), 4)


def _twist(x: Floats) -> Measured:
    return _measured(twist(*[*map(tuple, x), AXIS]), 5)


CASES: list[tuple[Measure, int, int]] = [
    (_rod, 2, 3),
    (_plane, 3, 2),
    (_space, 3, 3),
    (_cone, 4, 3),
    (_twist, 5, 3),
]
NAMES = ["rod", "bend in the plane", "bend in space", "cone", "twist"]


def points(seed: int, count: int, dimensions: int) -> Floats:
    x = np.random.default_rng(seed).normal(size=(count, 3))
    if dimensions == 2:
        x[:, 1] = 0.0
    return x


def away_from_turns(value: float, distance: float = 0.05) -> bool:
    return distance < abs(value) < math.pi - distance


@pytest.mark.parametrize(("measure", "count", "dimensions"), CASES, ids=NAMES)
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_gradients_are_those_of_finite_differences(
    measure: Measure, count: int, dimensions: int, seed: int
) -> None:
    x = points(seed, count, dimensions)
    value, gradients = measure(x)
    assume(measure is _rod or away_from_turns(value))
    assume(np.abs(gradients).max() < 20)
    h = 1e-6
    for i in range(count):
        for axis in (0, 2) if dimensions == 2 else (0, 1, 2):
            ahead, back = x.copy(), x.copy()
            ahead[i, axis] += h
            back[i, axis] -= h
            slope = (measure(ahead)[0] - measure(back)[0]) / (2 * h)
            assert gradients[i, axis] == pytest.approx(slope, rel=1e-4, abs=1e-6)


@pytest.mark.parametrize(("measure", "count", "dimensions"), CASES, ids=NAMES)
@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_gradients_have_no_sum_and_no_moment(
    measure: Measure, count: int, dimensions: int, seed: int
) -> None:
    x = points(seed, count, dimensions)
    _, gradients = measure(x)
    size = np.abs(gradients).max()
    assert gradients.sum(axis=0) == pytest.approx(0.0, abs=1e-13 * size)
    moment = np.cross(x, gradients).sum(axis=0)
    assert moment == pytest.approx(0.0, abs=1e-12 * size * max(1.0, np.abs(x).max()))


def test_values_by_hand() -> None:
    """A rod of 3, 4 and 12 is 13 long. Right, then up is a left turn by a quarter; then down is
    one to the right. The same in space has no sign."""
    assert rod((3.0, 4.0, 12.0), (0.0, 0.0, 0.0))[0] == 13.0
    o, right = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0)
    up, down = (1.0, 0.0, 1.0), (1.0, 0.0, -1.0)
    assert bend_in_plane(o, right, up)[0] == pytest.approx(math.pi / 2)
    assert bend_in_plane(o, right, down)[0] == pytest.approx(-math.pi / 2)
    assert bend_in_space(o, right, up, NO_SIDE)[0] == pytest.approx(math.pi / 2)
    assert bend_in_space(o, right, down, NO_SIDE)[0] == pytest.approx(math.pi / 2)


def test_a_cone_by_hand() -> None:
    """The body spans x and y, the axis is their cross product z; the bone leans by 45 degrees."""
    u, v = (2.0, 0.0, 0.0), (0.0, 3.0, 0.0)
    found = cone((0.0, 0.0, 0.0), (1.0, 0.0, 1.0), u, v, (0.0, 0.0, 1 / 6), NO_SIDE)
    assert found[0] == pytest.approx(math.pi / 4)


def test_a_twist_by_hand() -> None:
    """The bone is along z, no twist is along x; from x to y about z is a quarter to the left."""
    u, v = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
    bone, side = (0.0, 0.0, 1.0), (0.0, 0.5, 1.3)
    found = twist((0.0, 0.0, 0.0), bone, side, u, v, (1.0, 0.0, 0.0))
    assert found[0] == pytest.approx(math.pi / 2)


def test_an_angle_that_went_through_zero_is_told_by_its_side() -> None:
    a, b = (1.0, 0.0, 0.0), (1.0, 0.1, 0.0)
    up, down = (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)
    angle, of_a, of_b, normal = angle_between(a, b, up)
    other, other_of_a, other_of_b, other_normal = angle_between(a, b, down)
    assert angle == pytest.approx(math.atan(0.1))
    assert other == -angle
    assert np.allclose(of_a, np.negative(other_of_a))
    assert np.allclose(of_b, np.negative(other_of_b))
    assert np.allclose(normal, up)
    assert np.allclose(other_normal, down)


@pytest.mark.parametrize("side", [NO_SIDE, (1.0, 0.0, 0.0), (0.2, -1.0, 0.4)])
def test_a_straight_joint_bends_in_the_plane_that_is_asked_for(
    side: tuple[float, float, float],
) -> None:
    """Where there is no plane, gradients are still finite, at right angles to the bone, and without
    moment; and they bend it towards the side, if that says anything."""
    x = np.array([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (2.5, 0.0, 0.0)])
    angle, *found = bend_in_space(*[*map(tuple, x), side])
    gradients, normal = np.array(found[:3]), np.array(found[3])
    assert angle == 0.0
    assert np.linalg.norm(normal) == pytest.approx(1.0)
    assert gradients[:, 0] == pytest.approx(0.0)
    assert np.linalg.norm(gradients[2]) == pytest.approx(1 / 1.5)
    assert np.cross(x, gradients).sum(axis=0) == pytest.approx(0.0, abs=1e-15)
    across = np.array([0.0, side[1], side[2]])
    if across.any():
        assert normal == pytest.approx(across / np.linalg.norm(across))


@pytest.mark.parametrize(("measure", "count", "dimensions"), CASES, ids=NAMES)
def test_points_at_one_place_give_finite_numbers(
    measure: Measure, count: int, dimensions: int
) -> None:
    value, gradients = measure(np.ones((count, 3)))
    assert np.isfinite(value)
    assert np.isfinite(gradients).all()


def test_an_angle_is_taken_on_the_side_of_the_nearer_bound() -> None:
    """3.2 rad beyond the middle is 3.08 before it."""
    assert nearest_turn(3.1, 0.0) == pytest.approx(3.1)
    assert nearest_turn(3.2, 0.0) == pytest.approx(3.2 - 2 * math.pi)
    assert nearest_turn(-3.0, 1.2) == pytest.approx(2 * math.pi - 3.0)
