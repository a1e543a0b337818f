"""Water carries what drifts along the paths that its equations give."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from motorium.contracts.frames import Floats
from tests.world.seas import drift, sea

SECONDS = 10.0


def path(flow: list[dict[str, object]], begins: Floats, seconds: float = SECONDS) -> Floats:
    """Where plankton is after a while that began at these places [m]."""
    habitat = sea(radius=50.0, plankton={"count": len(begins)}, flow=flow)
    habitat.plankton.positions[:] = begins
    drift(habitat, seconds)
    assert habitat.plankton.there.all()
    return habitat.plankton.positions


BEGINS = np.array([(1.0, 0.0, 0.0), (-0.5, 0.8, 1.0), (2.0, -2.0, -1.0)])


def test_a_steady_current_carries_in_a_straight_line() -> None:
    ends = path([{"kind": "uniform", "velocity": (0.3, -0.1, 0.02)}], BEGINS)
    assert ends == pytest.approx(BEGINS + SECONDS * np.array([0.3, -0.1, 0.02]), abs=1e-9)


def test_a_sinusoidal_current_carries_by_its_integral() -> None:
    period = 7.0
    ends = path([{"kind": "uniform", "velocity": (0.3, -0.1, 0.02), "period": period}], BEGINS)
    omega = 2 * math.pi / period
    way = (1.0 - math.cos(omega * SECONDS)) / omega
    assert ends == pytest.approx(BEGINS + way * np.array([0.3, -0.1, 0.02]), abs=1e-9)


@pytest.mark.parametrize("line", [True, False])
def test_a_vortex_carries_in_circles(line: bool) -> None:
    """Around a line at w / r^2, around a point at w / r^3, in radians a second."""
    strength, radii = 0.4, np.array([0.5, 0.7, 1.0, 2.0])
    begins = np.stack([radii, 0 * radii, 0 * radii], axis=1)
    flow = {"kind": "vortex", "place": (0, 0, 0), "strength": strength, "core": 0.2, "line": line}
    ends = path([flow], begins)
    assert np.hypot(ends[:, 0], ends[:, 1]) == pytest.approx(radii, rel=1e-3)
    turned = strength / radii ** (2 if line else 3) * SECONDS
    off = np.angle(np.exp(1j * (np.arctan2(ends[:, 1], ends[:, 0]) - turned)))
    assert np.abs(off * radii).max() < 1e-3
    assert (ends[:, 2] == 0.0).all()


def test_within_its_core_a_vortex_turns_like_a_wheel() -> None:
    radii = np.array([0.05, 0.2, 0.35])
    begins = np.stack([radii, 0 * radii, 0 * radii], axis=1)
    ends = path([{"kind": "vortex", "place": (0, 0, 0), "strength": 0.32, "core": 0.4}], begins)
    angle = 0.32 / 0.4**2 * SECONDS
    expected = np.stack([radii * math.cos(angle), radii * math.sin(angle), 0 * radii], axis=1)
    assert ends == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(("line", "power"), [(True, 2), (False, 3)])
@pytest.mark.parametrize("kind", ["source", "sink"])
def test_sources_and_sinks_carry_by_the_law_of_their_radius(
    kind: str, line: bool, power: int
) -> None:
    """r' = s / r gives r^2 = r0^2 + 2 s t; r' = s / r^2 gives r^3 = r0^3 + 3 s t."""
    strength = 0.1 if kind == "source" else -0.1
    flow = {"kind": kind, "place": (0, 0, 0), "strength": 0.1, "core": 0.1, "line": line}
    radii = np.array([1.6, 2.0, 4.0])
    ends = path([flow], np.stack([0 * radii, radii, 0 * radii], axis=1))
    expected = (radii**power + power * strength * SECONDS) ** (1 / power)
    assert ends[:, 1] == pytest.approx(expected, abs=1e-6)
    assert np.abs(ends[:, [0, 2]]).max() < 1e-12


def test_a_mixed_flow_carries_as_an_independent_integrator_says() -> None:
    flow: list[dict[str, object]] = [
        {"kind": "uniform", "velocity": (0.1, 0.05, 0.0), "period": 9.0},
        {"kind": "vortex", "place": (0.5, 0.5, 0), "strength": 0.3, "core": 0.3},
        {"kind": "source", "place": (-2, 0, 0.5), "strength": 0.1, "line": False},
        {"kind": "sink", "place": (4, 4, 0), "strength": 0.1},
    ]

    def velocity(seconds: float, at: Floats) -> Floats:
        x, y, z = at
        flow = np.array([0.1, 0.05, 0.0]) * math.sin(2 * math.pi * seconds / 9.0)
        r = max((x - 0.5) ** 2 + (y - 0.5) ** 2, 0.09)
        flow += 0.3 / r * np.array([-(y - 0.5), x - 0.5, 0.0])
        away = np.array([x + 2.0, y, z - 0.5])
        flow += 0.1 * away / max(float(np.linalg.norm(away)), 0.3) ** 3
        r = max((x - 4.0) ** 2 + (y - 4.0) ** 2, 0.09)
        flow -= 0.1 / r * np.array([x - 4.0, y - 4.0, 0.0])
        return flow

    ends = path(flow, BEGINS)
    for begin, end in zip(BEGINS, ends, strict=True):
        other = solve_ivp(velocity, (0.0, SECONDS), begin, rtol=1e-10, atol=1e-12)
        assert end == pytest.approx(other.y[:, -1], abs=1e-5)


def test_water_of_a_habitat_is_asked_in_three_ways_with_one_answer() -> None:
    habitat = sea(
        flow=[{"kind": "vortex", "place": (0, 0, 0), "strength": 0.3}],
        obstacle=[{"kind": "cylinder", "places": [(2.0, 0.0)], "source": 0.02}],
    )
    currents = habitat.currents
    currents.strength = 0.5
    currents.everywhere = (0.0, 0.0, 0.1)
    points = np.random.default_rng(0).uniform(-2.0, 2.0, (20, 3))
    at = currents.at(points, 1.0)
    written = np.zeros((20, 3))
    currents.write(points, 1.0, written)
    assert (written == at).all()
    some, rows = np.array([3, 11, 4]), np.full((20, 3), np.nan)
    currents.write_for(some, points, 1.0, rows)
    assert (rows[some] == at[some]).all()
    assert np.isnan(np.delete(rows, some, axis=0)).all()


def test_a_stronger_slider_and_a_current_everywhere_add_up() -> None:
    habitat = sea(flow=[{"kind": "uniform", "velocity": (0.2, 0.0, 0.0)}])
    point = np.zeros((1, 3))
    habitat.currents.everywhere = np.array([0.0, 0.3, 0.0])
    for strength in (0.0, 1.0, 2.5):
        habitat.currents.strength = strength
        assert habitat.currents.at(point, 0.0)[0] == pytest.approx((0.2 * strength, 0.3, 0.0))


def test_obstacles_without_a_source_leave_the_water_alone() -> None:
    obstacle = {"kind": "cylinder", "places": [(0.0, 0.0)]}
    assert len(sea(obstacle=[obstacle]).currents.field.cylinders) == 0
    assert len(sea(obstacle=[{**obstacle, "source": 0.1}]).currents.field.cylinders) == 1
