"""What is around fishes in pictures: the right things, at the right places, in the right light."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest

from motorium.contracts.frames import Floats
from motorium.contracts.viewing import Camera
from motorium.looks.drawing.moment import Moment, Water
from motorium.looks.drawing.renderer import Renderer
from motorium.looks.scenery.heights import HeightField
from motorium.looks.scenery.hull import Boat
from motorium.looks.scenery.setting import Adrift, Boats, Cast, Reef, Setting
from motorium.looks.shading import shader_constant
from tests.looks.drawing.moments import shoal

SIZE = (96, 64)
MIDDLE = (32, 48)
GROUND = -2.0
SHIFT = int(shader_constant("SEEN_NUMBER_BITS"))
DOWN = Camera((0.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0))
AHEAD = Camera((0.0, -2.0, -1.0), (0.0, 1.0, 0.0))
NOTHING = np.zeros((0, 4))
NAMES = ("NOTHING", "FISH", "GROUND", "OBSTACLE", "WEED", "FOOD", "SUBMARINE", "LINE")


@dataclass(frozen=True)
class Obstacle:
    x: float
    y: float
    kind: str = "cylinder"
    bottom: float = -2.2
    top: float = -0.4
    radius: float = 0.3
    seed: int = 4


@dataclass(frozen=True)
class Weeds:
    root: tuple[float, float, float] = (0.0, 0.0, GROUND)
    kind: str = "ribbon"
    leaves: int = 1


def sea(
    *obstacles: Obstacle,
    leaves: Floats | None = None,
    food: Floats = NOTHING,
    hour: float = 12.0,
    boats: Boats | None = None,
    line: Cast | None = None,
) -> Moment:
    """Flat ground, two metres below the middle, and no fishes."""
    field = HeightField(0.5, 4.0, np.full((17, 17), GROUND, np.float32))
    weeds = () if leaves is None else (Weeds(),)
    nodes = np.zeros((0, 2, 3)) if leaves is None else leaves
    setting = Setting(
        Reef(field, obstacles, weeds), Adrift(nodes, NOTHING, NOTHING, food), boats, line
    )
    moment = shoal(("herring",), water=Water(surface=2.0, hour=hour, clarity=12.0))
    return replace(moment.without(moment.fishes.ids.tolist()), setting=setting)


def seen(renderer: Renderer, moment: Moment, camera: Camera) -> tuple[str, int, float]:
    """In the middle of a map: what, its number, and how far away [m]."""
    codes, ranges = renderer.sight(moment, camera, SIZE)
    return named(int(codes[MIDDLE])), int(codes[MIDDLE]) % (1 << SHIFT), float(ranges[MIDDLE])


def named(code: int) -> str:
    return next(name for name in NAMES if shader_constant(f"SEEN_{name}") == code >> SHIFT)


def test_the_ground_is_as_far_as_it_is_deep(renderer: Renderer) -> None:
    what, _, away = seen(renderer, sea(), DOWN)
    assert what == "GROUND"
    assert away == pytest.approx(2.0, abs=1e-3)


def test_an_obstacle_is_where_it_stands_and_has_its_number(renderer: Renderer) -> None:
    two = sea(Obstacle(1.5, 0.0), Obstacle(0.0, 0.5))
    what, number, away = seen(renderer, two, AHEAD)
    assert (what, number) == ("OBSTACLE", 1)
    assert away == pytest.approx(2.2, abs=0.01)
    assert seen(renderer, sea(Obstacle(1.5, 0.0)), AHEAD)[0] in ("NOTHING", "GROUND")


def test_a_leaf_stands_along_its_nodes(renderer: Renderer) -> None:
    nodes = np.zeros((1, 6, 3))
    nodes[0, :, 2] = np.linspace(GROUND, 0.0, 6)
    what, _, away = seen(renderer, sea(leaves=nodes), AHEAD)
    assert what == "WEED"
    assert away == pytest.approx(2.0, abs=0.06)
    nodes[0, :, 0] += 1.0
    assert seen(renderer, sea(leaves=nodes), AHEAD)[0] != "WEED"


def test_food_boats_and_lines_are_seen(renderer: Renderer) -> None:
    crumbs = np.array([[1.0, 0.0, -1.0, 0.02], [0.0, 0.0, -1.0, 0.05]])
    what, number, away = seen(renderer, sea(food=crumbs), AHEAD)
    assert (what, number) == ("FOOD", 1)
    assert away == pytest.approx(2.0, abs=1e-3)
    eaten = crumbs * [[1, 1, 1, 1], [1, 1, 1, 0]]
    assert seen(renderer, sea(food=eaten), AHEAD)[0] != "FOOD"
    across = np.array([[1.0, 0.0, 0.0, 0.0]])
    boats = Boats(Boat(2.4, 0.6), np.array([2]), np.array([[0.0, 1.0, -1.0]]), across, np.ones(1))
    what, number, away = seen(renderer, sea(boats=boats), AHEAD)
    assert (what, number) == ("SUBMARINE", 2)
    assert away == pytest.approx(3.0 - 0.48, abs=0.02)
    line = Cast(np.array([0.0, 0.0, -1.0]), np.array([0.0, 0.0, 2.0]), caught=False)
    assert seen(renderer, sea(line=line), replace(AHEAD, field=0.1))[0] == "LINE"


def test_the_bow_points_where_the_boat_goes(renderer: Renderer) -> None:
    """Its headlights shine at whoever is ahead of it, on none of the other sides."""
    quarter = math.sqrt(0.5)
    brightest = []
    for turn in (
        [1.0, 0, 0, 0],
        [quarter, 0, 0, quarter],
        [0.0, 0, 0, 1],
        [quarter, 0, 0, -quarter],
    ):
        boats = Boats(
            Boat(2.4, 0.6),
            np.array([1]),
            np.array([[0.0, 0.0, -0.8]]),
            np.array([turn]),
            np.zeros(1),
        )
        east = Camera((2.6, 0.0, -0.9), (-1.0, 0.0, 0.0))
        picture = renderer.picture(sea(boats=boats, hour=22.0), east, SIZE)
        brightest.append(int(np.sort(picture[..., 0], axis=None)[-12]))
    assert brightest[0] > max(brightest[1:]) + 30


def test_a_moment_looks_the_same_whatever_was_drawn_before(renderer: Renderer) -> None:
    one = sea(Obstacle(0.0, 0.5, "rock"), hour=10.0)
    first = renderer.picture(one, AHEAD, SIZE)
    renderer.picture(sea(Obstacle(0.2, 0.1, "coral"), hour=20.0), DOWN, SIZE)
    renderer.picture(shoal(), AHEAD, (50, 40))
    again = renderer.picture(one, AHEAD, SIZE)
    assert np.array_equal(first, again)


def test_a_rock_throws_its_shadow_away_from_the_sun(renderer: Renderer) -> None:
    high = Camera((0.0, 0.0, 1.5), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0))
    bare = renderer.picture(sea(hour=9.0), high, SIZE).astype(float)
    shaded = renderer.picture(sea(Obstacle(0.0, 0.0), hour=9.0), high, SIZE).astype(float)
    darker = (bare - shaded).mean(axis=2)
    # In the morning light comes from the east, which is on the right.
    assert darker[20:44, 16:36].mean() > darker[20:44, 60:80].mean() + 3


def test_night_is_darker_than_noon_and_water_bluer_than_sand(renderer: Renderer) -> None:
    noon = renderer.picture(sea(), DOWN, SIZE).astype(float)
    night = renderer.picture(
        replace(sea(hour=0.0), water=Water(2.0, 0.0, 0.05, 12.0)), DOWN, SIZE
    ).astype(float)
    assert night.mean() < 0.5 * noon.mean()
    level = renderer.picture(sea(), replace(AHEAD, ahead=(0.0, 1.0, 0.3)), SIZE).astype(float)
    assert level[..., 2].mean() > level[..., 0].mean() + 40
    assert noon[..., 0].mean() > level[..., 0].mean()


def test_open_water_has_sand_and_rocks_without_end(renderer: Renderer) -> None:
    moment = shoal(("herring",))
    empty = moment.without(moment.fishes.ids.tolist())
    for x in (0.0, 300.0):
        camera = Camera((x, 0.0, 0.0), (0.0, 1.0, -0.25))
        codes, ranges = renderer.sight(empty, camera, SIZE)
        kinds = {named(int(code)) for code in np.unique(codes)}
        assert kinds >= {"GROUND", "NOTHING"}
        assert np.isfinite(ranges[-1]).all()


def test_light_plays_on_the_sand(renderer: Renderer) -> None:
    one, other = (
        renderer.picture(replace(sea(), waves=waves), DOWN, SIZE).astype(int)
        for waves in (1.0, 1.8)
    )
    assert np.abs(one - other).mean() > 2
    assert abs(one.mean() - other.mean()) < 6


def test_what_is_small_may_be_left_out(renderer: Renderer) -> None:
    moment = sea(Obstacle(0.0, 0.5, "rock"))
    full = renderer.picture(moment, AHEAD, SIZE).astype(int)
    plain = Renderer(frugal=True).picture(moment, AHEAD, SIZE).astype(int)
    assert 0.05 < np.abs(full - plain).mean() < 8
