"""The ground: between its limits, flat where it shall be, the same from the same seed."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import RegularGridInterpolator

from motorium.world.habitat.settings import HabitatSettings
from motorium.world.habitat.terrain import MOST_POINTS, Terrain


def terrain(seed: int = 1, **tables: object) -> Terrain:
    return Terrain(HabitatSettings.model_validate(tables), np.random.default_rng(seed))


def test_it_rises_and_falls_as_far_as_it_is_told() -> None:
    ground = terrain(relief=0.7, ground=-2.0)
    rise = ground.heights - (-2.0)
    assert np.abs(rise).max() == pytest.approx(0.7, rel=1e-5)
    assert abs(rise.mean()) < 0.01
    assert rise.std() > 0.15


def test_without_relief_it_is_flat() -> None:
    ground = terrain(relief=0.0, ground=-1.5)
    x, y = np.random.default_rng(2).uniform(-20.0, 20.0, (2, 50))
    assert (ground.height(x, y) == -1.5).all()
    assert (ground.normal(x, y) == [0.0, 0.0, 1.0]).all()


def test_between_the_points_it_is_bilinear() -> None:
    ground = terrain(crevices=3)
    points = np.linspace(-ground.reach, ground.reach, len(ground.heights))
    oracle = RegularGridInterpolator((points, points), ground.heights.astype(np.float64))
    places = np.random.default_rng(3).uniform(-ground.reach, ground.reach, (500, 2))
    assert ground.height(*places.T) == pytest.approx(oracle(places), abs=1e-6)


def test_beyond_its_edge_it_is_as_at_the_edge() -> None:
    ground = terrain()
    along = np.linspace(-8.0, 8.0, 9)
    edge = ground.height(np.full(9, 8.0), along)
    assert (ground.height(np.full(9, 30.0), along) == edge).all()


def test_normals_stand_on_the_slope() -> None:
    """One that is known: a plane."""
    ground = terrain(relief=0.5)
    x = np.linspace(-8.0, 8.0, len(ground.heights))
    ground.heights[:] = 0.25 * x[:, None] - 0.5 * x
    found = ground.normal(np.array([1.0]), np.array([-2.0]))[0]
    assert found == pytest.approx(np.array([-0.25, 0.5, 1.0]) / np.sqrt(1.3125), abs=1e-5)


def test_crevices_are_narrow_and_as_deep_as_they_are_told() -> None:
    ground = terrain(crevices=3, crevice_depth=0.6)
    cut = ground.rims - ground.heights
    assert cut.max() == pytest.approx(0.6, abs=0.03)
    assert cut.min() == 0.0
    assert 0.005 < (cut > 0.1).mean() < 0.05
    # Where there is a wall, it is steep; the bottom is wide enough to be seen.
    assert (cut > 0.45).sum() > 50


def test_crevices_do_not_change_the_rest() -> None:
    assert (terrain(seed=4).heights == terrain(seed=4, crevices=5).rims).all()


def test_the_same_seed_gives_the_same_ground() -> None:
    one, same, other = terrain(seed=5), terrain(seed=5), terrain(seed=6)
    assert one.heights.tobytes() == same.heights.tobytes()
    assert np.abs(one.heights - other.heights).max() > 0.1


@pytest.mark.parametrize("radius", [0.6, 8.0, 500.0])
def test_its_grid_is_fine_enough_and_not_too_large(radius: float) -> None:
    ground = terrain(radius=radius, crevices=2)
    assert len(ground.heights) <= MOST_POINTS
    assert ground.step == pytest.approx(2.0 * radius / (len(ground.heights) - 1))
    assert ground.cleft >= 2.0 * ground.step
