"""Light and temperature against their laws."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from motorium.contracts.time import FRAME_RATE
from motorium.world.habitat.fields import NOON
from tests.world.seas import sea

POST = {"kind": "cylinder", "places": [[0.0, 0.0]], "radius": (0.5, 0.5), "height": (3.0, 3.0)}


def light(hour: float = 12.0, **tables: Any) -> Any:
    return sea(light={"hour": hour, "clarity": 10.0, "night": 0.04}, **tables).light


def test_it_falls_with_the_depth() -> None:
    depths = np.array([0.0, 1.0, 4.0])
    points = np.stack([depths, depths, 3.0 - depths], axis=-1)
    assert light().at(points) == pytest.approx(np.exp(-depths / 10.0))
    assert light().at(np.array([[0.0, 0.0, 7.0]])) == pytest.approx([1.0])


def test_the_sun_goes_from_east_to_west() -> None:
    assert light(6.0).sun == pytest.approx([1.0, 0.0, 0.0], abs=1e-9)
    assert light(12.0).sun == pytest.approx([0.0, -np.cos(NOON), np.sin(NOON)], abs=1e-9)
    assert light(18.0).sun == pytest.approx([-1.0, 0.0, 0.0], abs=1e-9)
    assert light(0.0).sun[2] == pytest.approx(-np.sin(NOON))


def test_under_water_the_sun_stands_higher() -> None:
    """Snell: the sines of the angles from the zenith are as 1.33 to 1."""
    for hour in (6.5, 9.0, 12.0):
        there = light(hour)
        assert np.linalg.norm(there.rays) == pytest.approx(1.0)
        across = np.hypot(*there.sun[:2]) / np.hypot(*there.rays[:2])
        assert across == pytest.approx(1.33)


def test_day_and_night() -> None:
    top = np.array([[0.0, 0.0, 3.0]])
    bright = [light(hour).at(top)[0] for hour in (12.0, 9.0, 6.5, 6.0, 5.0, 0.0)]
    assert bright[0] == pytest.approx(1.0)
    assert (np.diff(bright) <= 0.0).all()
    assert bright[3] > 0.05
    assert bright[4:] == pytest.approx([0.04, 0.04])


def test_a_day_passes_in_its_length() -> None:
    there = sea(light={"hour": 23.0, "day": 2.0}).light
    for _ in range(FRAME_RATE // 4):
        there.advance()
    assert there.hour == pytest.approx(2.0)
    still = light(8.0)
    still.advance()
    assert still.hour == 8.0


def test_obstacles_cast_shadows_away_from_the_sun() -> None:
    there = light(9.0, obstacle=[POST])
    across, along, _ = there.rays
    aside = np.array([across, along]) / np.hypot(across, along)
    points = np.array([[*(-1.0 * aside), 0.0], [*(1.0 * aside), 0.0], [*(-1.0 * aside), 2.9]])
    shaded, lit, above = there.at(points)
    assert shaded == pytest.approx(there.scattered * np.exp(-0.3))
    assert lit == pytest.approx((there.direct + there.scattered) * np.exp(-0.3))
    assert above == pytest.approx((there.direct + there.scattered) * np.exp(-0.01))


def test_shadows_are_where_the_rays_are_stopped() -> None:
    """Except at their soft edges, and of the sun's own rays."""
    there = sea(light={"hour": 10.0}, obstacle=[{"count": 6, "height": (0.5, 2.0)}])
    points = np.random.default_rng(1).uniform([-5.0, -5.0, -2.0], [5.0, 5.0, 3.0], (4000, 3))
    bright = there.light.at(points) / np.exp((points[:, 2] - 3.0) / 12.0)
    shade = (there.light.direct + there.light.scattered - bright) / there.light.direct
    hidden = there.obstacles.hide(points, points + 30.0 * there.light.rays)
    sharp = (shade < 1e-9) | (shade > 1.0 - 1e-9)
    assert sharp.mean() > 0.9
    assert 20 < hidden.sum() < 1000
    assert ((shade > 0.5) == hidden)[sharp].all()


def test_crevices_are_dark() -> None:
    there = sea(crevices=3, crevice_depth=0.8, light={"hour": 12.0})
    ground = there.terrain
    cut = ground.rims - ground.heights
    i, j = np.unravel_index(cut.argmax(), cut.shape)
    x, y = i * ground.step - ground.reach, j * ground.step - ground.reach
    points = np.array([[x, y, ground.heights[i, j]], [x, y, ground.rims[i, j] + 0.01]])
    deep, above = there.light.at(points)
    assert 0.0 < deep < 0.4 * above


def test_the_thermocline() -> None:
    water = {"surface": 26.0, "deep": 18.0, "depth": 2.0, "thickness": 1.0}
    there = sea(temperature=water).temperature
    heights = np.array([9.0, 3.0, 1.5, 1.0, 0.5, -2.0])
    points = np.stack([0 * heights, 0 * heights, heights], axis=-1)
    expected = 22.0 + 4.0 * np.tanh(2.0 * (np.minimum(heights, 3.0) - 1.0))
    assert there.at(points) == pytest.approx(expected)


def test_warm_spots_add_up() -> None:
    spots = [
        {"place": (1.0, 0.0, 0.0), "warmer": 4.0, "radius": 0.5},
        {"place": (1.0, 0.5, 0.0), "warmer": -1.0, "radius": 0.5},
    ]
    water = {"surface": 20.0, "deep": 20.0}
    there = sea(temperature={**water, "spot": spots}).temperature
    found = there.at(np.array([[1.0, 0.0, 0.0], [1.0, 0.5, 0.0], [-7.0, 0.0, 0.0]]))
    fall = np.exp(-1.0)
    assert found == pytest.approx([24.0 - fall, 19.0 + 4.0 * fall, 20.0])
