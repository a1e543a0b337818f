"""Obstacles: where they stand, and what they hide (Tu 1999, section 6.4.1)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.senses.sight import inside_from_to
from motorium.settings import SettingsError
from motorium.world.habitat.obstacles import BURIED, Obstacles
from motorium.world.habitat.settings import HabitatSettings
from motorium.world.habitat.terrain import Terrain

POST = (1.0, 0.0, -2.0, 1.0, 0.5)
"""A cylinder: x, y, bottom, top, radius [m]."""


def standing(seed: int = 1, **tables: Any) -> Obstacles:
    habitat = HabitatSettings.model_validate(tables)
    chance = np.random.default_rng(seed)
    return Obstacles(habitat, Terrain(habitat, chance), chance)


def hides(eye: tuple[float, float, float], point: tuple[float, float, float]) -> bool:
    first, last = inside_from_to(*POST, *eye, *point)
    return first < last


def test_drawn_ones_stand_apart_and_within() -> None:
    table = {"count": 25, "around": (1.0, 6.0), "radius": (0.2, 0.6)}
    solid = standing(obstacle=[table]).cylinders
    far = np.hypot(solid["x"], solid["y"])
    assert len(solid) == 25
    assert (far >= 1.0).all()
    assert (far <= 6.0).all()
    gaps = np.hypot(solid["x"][:, None] - solid["x"], solid["y"][:, None] - solid["y"])
    touch = 0.9 * (solid["radius"][:, None] + solid["radius"])
    assert (gaps + 9.0 * np.eye(25) >= touch).all()


def test_they_stand_in_the_ground_and_reach_as_high_as_told() -> None:
    obstacles = standing(obstacle=[{"count": 10, "height": (0.5, 0.7)}], relief=1.0)
    solid = obstacles.cylinders
    ground = obstacles.terrain.height(solid["x"], solid["y"])
    assert ((solid["top"] - ground > 0.5) & (solid["top"] - ground < 0.7)).all()
    assert (solid["bottom"] <= ground - BURIED).all()


def test_given_places_are_kept_with_their_kind() -> None:
    table = {"kind": "coral", "places": [[1.0, 2.0], [-3.0, 0.5]], "source": 0.2}
    obstacles = standing(obstacle=[table, {"kind": "cylinder", "count": 1}])
    assert obstacles.kinds == ["coral", "coral", "cylinder"]
    assert obstacles.cylinders["x"][:2].tolist() == [1.0, -3.0]
    assert obstacles.cylinders["source"].tolist() == [0.2, 0.2, 0.0]
    assert len(obstacles.seeds) == 3


def test_who_finds_no_room_is_named() -> None:
    table = {"count": 60, "around": (1.0, 2.0), "radius": (0.4, 0.4)}
    with pytest.raises(SettingsError, match=r"habitat.obstacle\[0\]: number \d+ of 60 finds no"):
        standing(obstacle=[table])


@pytest.mark.parametrize(
    ("eye", "point", "hidden"),
    [
        ((0.0, 0.0, 0.0), (2.0, 0.0, 0.0), True),  # straight through
        ((0.0, 0.0, 0.0), (0.4, 0.0, 0.0), False),  # the point is before it
        ((0.0, 0.0, 0.0), (2.0, 1.5, 0.0), False),  # passes beside
        ((0.0, 0.5, 0.0), (2.0, 0.5, 0.0), False),  # touches the mantle
        ((0.0, 0.0, 1.2), (2.0, 0.0, 1.2), False),  # over the top
        ((0.0, 0.0, 1.0), (2.0, 0.0, 1.0), False),  # along the lid
        ((1.0, 0.0, 2.0), (1.0, 0.0, 0.0), True),  # from above, upright, through the lid
        ((1.0, 0.0, 2.0), (1.0, 0.0, 1.5), False),  # upright, and ends above the lid
        ((1.6, 0.0, 2.0), (1.6, 0.0, -1.0), False),  # upright, beside
        ((1.0, 0.0, 0.0), (3.0, 0.0, 0.0), True),  # an eye inside sees nothing
        ((0.9, 0.0, 0.0), (1.1, 0.0, 0.5), True),  # nor what is inside with it
        ((1.2, 0.0, 1.4), (0.8, 0.0, 0.6), True),  # both above the circle: in by the lid alone
        ((1.2, 0.0, 1.4), (0.8, 0.0, 1.1), False),  # both above the circle and the lid
        ((0.0, 0.0, -3.0), (2.0, 0.0, -2.5), False),  # under it
    ],
)
def test_what_a_cylinder_hides(
    eye: tuple[float, float, float], point: tuple[float, float, float], hidden: bool
) -> None:
    assert hides(eye, point) == hidden
    assert hides(point, eye) == hidden


places = st.tuples(*3 * [st.floats(-3.0, 3.0)])


@settings(max_examples=200, deadline=None)
@given(places, places)
def test_it_hides_what_a_walk_along_the_ray_finds_inside(
    eye: tuple[float, float, float], point: tuple[float, float, float]
) -> None:
    x, y, bottom, top, radius = POST
    share = np.linspace(0.0, 1.0, 2001)[:, None]
    way = np.array(eye) + share * (np.array(point) - np.array(eye))
    deep = np.minimum(radius - np.hypot(way[:, 0] - x, way[:, 1] - y), top - way[:, 2])
    deep = np.minimum(deep, way[:, 2] - bottom).max()
    if abs(deep) > 0.01:
        assert hides(eye, point) == (deep > 0.0)


def test_many_at_once() -> None:
    obstacles = standing(obstacle=[{"places": [[1.0, 0.0], [-1.0, 0.0]], "radius": (0.3, 0.3)}])
    low = float(obstacles.cylinders["top"].min()) - 0.1
    eyes = np.tile([0.0, 0.0, low], (4, 1))
    points = np.array([[2.0, 0.0, low], [-2.0, 0.0, low], [0.0, 2.0, low], [0.5, 0.0, low]])
    assert obstacles.hide(eyes, points).tolist() == [True, True, False, False]
