"""Flow primitives against numbers worked by hand, and what holds for all of them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorium.contracts.frames import Floats
from motorium.physics.flow import BLOCK, GUARD, still_water, write_flow

NOWHERE = np.zeros(3)


def flow(
    at: list[tuple[float, float, float]] | Floats,
    seconds: float = 0.0,
    everywhere: Floats = NOWHERE,
    strength: float = 1.0,
    **primitives: Any,
) -> Floats:
    field = still_water()._replace(
        **{name: np.array(rows, dtype=np.float64) for name, rows in primitives.items()}
    )
    points = np.array(at, dtype=np.float64)
    found = np.full(points.shape, np.nan)
    write_flow(field, everywhere, strength, seconds, points, found)
    return found


def test_still_water_is_still() -> None:
    assert (flow([(1.0, 2.0, 3.0)]) == 0.0).all()


def test_uniform_flow_is_steady_or_follows_the_sine() -> None:
    at = [(5.0, -3.0, 1.0), (0.0, 0.0, 0.0)]
    assert flow(at, 7.0, uniform=[(0.1, 0.2, -0.3, 0.0)]) == pytest.approx(
        np.tile([0.1, 0.2, -0.3], (2, 1))
    )
    omega = 2 * math.pi / 8.0
    for seconds, share in ((0.0, 0.0), (2.0, 1.0), (4.0, 0.0), (6.0, -1.0), (1.0, math.sqrt(0.5))):
        found = flow(at, seconds, uniform=[(0.1, 0.2, -0.3, omega)])
        assert found == pytest.approx(share * np.tile([0.1, 0.2, -0.3], (2, 1)), abs=1e-12)


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ((2.0, 1.0, 5.0), (0.6, 0.0, 0.0)),  # One metre away: the strength.
        ((1.0, 3.0, -5.0), (0.0, 0.3, 0.0)),  # Twice as far: half as fast, at any height.
        ((1.5, 1.0, 0.0), (1.2, 0.0, 0.0)),  # At the core's edge: fastest.
        ((1.25, 1.0, 0.0), (0.6, 0.0, 0.0)),  # Halfway into it: half of that.
        ((1.0, 1.0, 0.0), (0.0, 0.0, 0.0)),
    ],
)
def test_source_on_a_line(place: tuple[float, float, float], expected: tuple[float, ...]) -> None:
    line = (1.0, 1.0, 0.5, 0.6, 0.0)
    assert flow([place], lines=[line])[0] == pytest.approx(expected, rel=1e-6, abs=1e-12)


def test_vortex_on_a_line_turns_left_seen_from_above() -> None:
    found = flow([(2.0, 0.0, 1.0), (0.0, 2.0, 1.0)], lines=[(0.0, 0.0, 0.5, 0.0, 0.6)])
    assert found == pytest.approx(
        np.array([[0.0, 0.3, 0.0], [-0.3, 0.0, 0.0]]), rel=1e-6, abs=1e-12
    )


@pytest.mark.parametrize(
    ("place", "away", "around"),
    [
        ((2.0, 0.0, 0.0), (0.2, 0.0, 0.0), (0.0, 0.2, 0.0)),  # Twice as far: a quarter.
        ((0.0, 0.0, 2.0), (0.0, 0.0, 0.2), (0.0, 0.0, 0.0)),  # On the axis nothing turns.
        ((0.0, 0.5, 0.0), (0.0, 3.2, 0.0), (-3.2, 0.0, 0.0)),
        ((0.0, 0.25, 0.0), (0.0, 1.6, 0.0), (-1.6, 0.0, 0.0)),
        (
            (3.0, 0.0, 4.0),
            (0.0192, 0.0, 0.0256),
            (0.0, 0.0192, 0.0),
        ),
    ],
)
def test_source_and_vortex_at_a_point(
    place: tuple[float, ...], away: tuple[float, ...], around: tuple[float, ...]
) -> None:
    at = np.array([place])
    found = flow(at, points=[(0.0, 0.0, 0.0, 0.5, 0.8, 0.0)])
    assert found[0] == pytest.approx(away, rel=1e-6, abs=1e-12)
    found = flow(at, points=[(0.0, 0.0, 0.0, 0.5, 0.0, 0.8)])
    assert found[0] == pytest.approx(around, rel=1e-6, abs=1e-12)


def test_cylinder_as_printed_outside_of_its_guard() -> None:
    """a / (d - r)^2 outwards, below its top (Tu, section 8.1)."""
    cylinder = (1.0, 0.0, 2.0, 0.4, 0.09)
    below, above, high = flow(
        [(2.4, 0.0, 1.0), (1.0, -1.9, 1.999), (2.4, 0.0, 2.0)], cylinders=[cylinder]
    )
    assert below == pytest.approx((0.09, 0.0, 0.0))
    assert above == pytest.approx((0.0, -0.09 / 1.5**2, 0.0), rel=1e-6, abs=1e-12)
    assert (high == 0.0).all()


def test_cylinder_is_bounded_at_its_wall_and_falls_to_nothing_at_its_axis() -> None:
    radius, a = 0.4, 0.09
    fastest = a / (GUARD * radius) ** 2
    distances = np.array([0.0, 0.1, 0.4, 0.45, 0.5 - 1e-9, 0.5 + 1e-9])
    at = np.stack([distances, 0 * distances, 0 * distances], axis=1)
    found = flow(at, cylinders=[(0.0, 0.0, 1.0, radius, a)])
    assert found[:, 0] == pytest.approx(fastest * np.array([0.0, 0.25, 1.0, 1.0, 1.0, 1.0]))


def test_primitives_add_up_and_only_they_feel_the_strength() -> None:
    chance = np.random.default_rng(4)
    at = chance.uniform(-3, 3, (2 * BLOCK + 7, 3))
    each: dict[str, Any] = {
        "uniform": [(0.1, 0.0, 0.2, 1.3)],
        "lines": [(1.0, 0.0, 0.3, 0.2, 0.0), (0.0, 1.0, 0.3, 0.0, -0.2)],
        "points": [(0.5, 0.5, 0.5, 0.2, -0.1, 0.3)],
        "cylinders": [(-1.0, -1.0, 0.5, 0.3, 0.01)],
    }
    alone = np.sum([flow(at, 2.0, **{name: rows}) for name, rows in each.items()], axis=0)
    everywhere = np.array([0.01, 0.02, 0.03])
    together = flow(at, 2.0, everywhere, 2.5, **each)
    assert together == pytest.approx(everywhere + 2.5 * alone, rel=1e-6, abs=1e-7)


places = st.floats(-5.0, 5.0)


@given(
    x=places,
    y=places,
    z=places,
    core=st.floats(0.01, 2.0),
    away=st.floats(-2.0, 2.0),
    around=st.floats(-2.0, 2.0),
)
def test_nothing_is_faster_than_at_the_edge_of_a_core(
    x: float, y: float, z: float, core: float, away: float, around: float
) -> None:
    most = math.hypot(away, around)
    line = flow([(x, y, z)], lines=[(0.3, -0.2, core, away, around)])
    point = flow([(x, y, z)], points=[(0.3, -0.2, 0.1, core, away, around)])
    assert np.linalg.norm(line) <= most / core * (1 + 1e-6)
    assert np.linalg.norm(point) <= most / core**2 * (1 + 1e-6)


@given(x=places, y=places, z=st.floats(-5.0, 0.99), radius=st.floats(0.05, 1.0))
def test_a_cylinder_pushes_outwards_and_never_faster_than_at_its_wall(
    x: float, y: float, z: float, radius: float
) -> None:
    u, v, w = flow([(x, y, z)], cylinders=[(0.3, -0.2, 1.0, radius, 0.02)])[0]
    assert math.hypot(u, v) <= 0.02 / (GUARD * radius) ** 2 * (1 + 1e-6)
    assert u * (x - 0.3) + v * (y + 0.2) >= 0.0
    assert w == 0.0


def test_sources_are_free_of_divergence_outside_of_their_cores() -> None:
    """What leaves a line or a point passes every circle or sphere around it: 1/r and 1/r^2."""
    h = 1e-3
    chance = np.random.default_rng(1)
    cases: list[dict[str, Any]] = [
        {"lines": [(0.0, 0.0, 0.2, 0.7, 0.4)]},
        {"points": [(0.0, 0.0, 0.0, 0.2, 0.7, 0.4)]},
    ]
    for primitives in cases:
        at = chance.uniform(0.5, 2.0, (50, 3))
        divergence = sum(
            (flow(at + step, **primitives) - flow(at - step, **primitives))[:, axis] / (2 * h)
            for axis, step in enumerate(h * np.eye(3))
        )
        assert np.abs(divergence).max() < 1e-4
