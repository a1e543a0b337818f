"""Somebody's size, told by where his parts hang."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.rigid.figure import rigid_figure
from motorium.bodies.rigid.parts import part_number
from motorium.bodies.rigid.sizing import is_human, sized_to, told_offsets
from motorium.bodies.rigid.wearing import place
from motorium.contracts.frames import quaternion_from_axes
from tests.motors.continuum.performers import FIGURE, walking

HIGH = load_skeleton("human-high")


def test_offsets_are_told_in_any_pose() -> None:
    for frame in (0, 50):
        placed = place(FIGURE, walking()[frame : frame + 1])
        told = told_offsets(placed.positions[0], quaternion_from_axes(placed.rotations[0]))
        assert np.allclose(told[1:], FIGURE.offsets[1:], atol=1e-9)


def test_our_own_bones_make_our_own_figure() -> None:
    again = sized_to(HIGH, FIGURE.offsets)
    assert np.allclose(again.offsets, HIGH.offsets, atol=1e-9)
    assert again.stature == pytest.approx(HIGH.stature, abs=0.05)
    assert is_human(HIGH, FIGURE.offsets)


def test_bones_are_as_long_as_they_are_told() -> None:
    told = FIGURE.offsets * 0.8
    told[part_number("left forearm")] *= 1.1
    told[part_number("right forearm")] *= 1.1
    small = rigid_figure(sized_to(HIGH, told))
    assert np.allclose(small.offsets[1:], told[1:], atol=1e-9)
    assert small.stature == pytest.approx(0.8 * FIGURE.stature, rel=0.05)
    assert small.mass < 0.75 * FIGURE.mass


@pytest.mark.parametrize("size", [0.1, 3.0, 100.0])
def test_other_units_are_no_human(size: float) -> None:
    assert not is_human(HIGH, FIGURE.offsets * size)


def test_other_orders_and_mirrors_are_no_human() -> None:
    assert not is_human(HIGH, np.zeros_like(FIGURE.offsets))
    assert not is_human(HIGH, FIGURE.offsets * [1.0, -1.0, 1.0])
    assert not is_human(HIGH, FIGURE.offsets[::-1])
    assert not is_human(HIGH, FIGURE.offsets * [1.0, 1.0, -1.0])
