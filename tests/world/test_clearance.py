"""How far it is to what is solid, and that nobody swims into it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from motorium.contracts.frames import Floats, body_to_world, quaternion_from_heading
from motorium.world.habitat.clearance import LENGTHS_AHEAD, SECONDS_AHEAD, Clearance
from motorium.world.scenario import Scenario, load_scenario
from motorium.world.world import World
from tests.world.seas import fishes, sea

POST = {"kind": "cylinder", "places": [[2.0, 0.0]], "radius": (0.5, 0.5), "height": (3.0, 3.0)}
"""From the flat ground at -2 m up to 1 m."""


def clearance(**tables: Any) -> Clearance:
    return Clearance(sea(**{"obstacle": [POST], **tables}), capacity=8)


@pytest.mark.parametrize(
    ("point", "free", "away"),
    [
        ((0.0, 0.0, -1.4), 0.6, (0.0, 0.0, 1.0)),
        ((0.0, 0.0, -2.3), -0.3, (0.0, 0.0, 1.0)),
        ((0.0, 0.0, 2.8), 0.2, (0.0, 0.0, -1.0)),
        ((0.0, 0.0, 3.5), -0.5, (0.0, 0.0, -1.0)),
        ((0.0, -7.6, 0.5), 0.4, (0.0, 1.0, 0.0)),
        ((6.6, 8.8, 0.5), -3.0, (-0.6, -0.8, 0.0)),
        ((1.2, 0.0, 0.0), 0.3, (-1.0, 0.0, 0.0)),
        ((2.0, 0.4, -1.0), -0.1, (0.0, 1.0, 0.0)),
        ((2.1, 0.0, 1.25), 0.25, (0.0, 0.0, 1.0)),
        ((2.0, 0.1, 0.8), -0.2, (0.0, 0.0, 1.0)),
        ((2.8, 0.0, 1.4), 0.5, (0.6, 0.0, 0.8)),
        ((2.0, 0.0, 0.0), -0.5, (1.0, 0.0, 0.0)),
    ],
)
def test_distances_worked_by_hand(
    point: tuple[float, float, float], free: float, away: tuple[float, float, float]
) -> None:
    distance, direction = clearance().at(np.array([point]))
    assert distance[0] == pytest.approx(free)
    assert direction[0] == pytest.approx(away)


def test_away_is_where_it_grows() -> None:
    """On uneven ground too, except on edges, where what is nearest changes."""
    there = clearance(relief=0.5, obstacle=[{"count": 8}])
    points = np.random.default_rng(1).uniform([-5.0, -5.0, -2.0], [5.0, 5.0, 2.5], (400, 3))
    free, away = there.at(points)
    assert np.linalg.norm(away, axis=1) == pytest.approx(1.0)
    grown = there.at(points + 1e-4 * away)[0] - free
    assert np.median(grown) == pytest.approx(1e-4, rel=0.01)
    assert (grown > 0.0).mean() > 0.97


def ahead_of(place: tuple[float, float, float], speed: float, heading: float = 0.0) -> Any:
    people = fishes([place], eats=0)
    people.orientations[0] = quaternion_from_heading(heading)
    people.velocities[0] = (speed * np.cos(heading), speed * np.sin(heading), 0.0)
    return clearance().ahead(people)


def test_a_fish_is_told_what_comes() -> None:
    way = LENGTHS_AHEAD * 0.2 + SECONDS_AHEAD * 0.3
    before = (1.5 - 0.5 * way, 0.0, 0.0)
    room = ahead_of(before, 0.3)
    assert room.free[0, 0] == pytest.approx(0.5 * way)
    assert -0.04 < room.free[0, 1] < 0.01
    assert room.away[0, 1] == pytest.approx([-1.0, 0.0, 0.0])
    # The other way it leaves it.
    room = ahead_of(before, 0.3, np.pi)
    assert room.free[0, 1] == room.free[0, 0]


def test_what_is_told_of_a_thin_obstacle_faces_the_fish() -> None:
    """Its way leads through and out on the other side, where all is free again."""
    thin = {**POST, "radius": (0.05, 0.05)}
    people = fishes([(1.7, 0.01, 0.0)], eats=0)
    room = clearance(obstacle=[thin]).ahead(people)
    assert room.free[0, 1] < 0.03
    assert room.away[0, 1, 0] < -0.5


def test_in_open_water_nobody_is_told_anything() -> None:
    world = World(Scenario.model_validate({"format": 1, "group": [lone()]}))
    world.advance(2)
    assert not world.commands["climb"].any()


def lone(**others: Any) -> dict[str, Any]:
    return {
        "species": "herring",
        "count": 1,
        "motor": "repertoire",
        "radius": (1.0, 1.0),
        "height": 0.0,
        **others,
    }


def nearest(world: World, there: Clearance) -> Floats:
    """Of all the nodes of each fish [L]."""
    people = world.population
    rows = people.living
    nodes = body_to_world(people.orientations[rows], people.nodes[rows].astype(np.float64))
    nodes += people.positions[rows, None]
    free, _ = there.at(nodes.reshape(-1, 3))
    shares: Floats = free.reshape(len(rows), -1).min(axis=1) / people.lengths[rows]
    return shares


def kept(tables: dict[str, Any], seconds: float, every: int = 5) -> Floats:
    """The least room that each fish of a world ever had [L]."""
    world = World(Scenario.model_validate(tables))
    assert world.habitat is not None
    there = Clearance(world.habitat, len(world.population))
    least = nearest(world, there)
    for _ in range(round(60 * seconds / every)):
        world.advance(every)
        least = np.minimum(least, nearest(world, there))
    return least


def test_a_post_on_its_circle_is_gone_round() -> None:
    spot = {**POST, "places": [[0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]]}
    spot["radius"] = (0.15, 0.15)
    group = lone(seed=3)
    tables = {"format": 1, "habitat": {"relief": 0.0, "obstacle": [spot]}, "group": [group]}
    assert kept(tables, 20.0).min() > 0.1


def test_a_boundary_close_to_its_circle_turns_it() -> None:
    habitat = {"relief": 0.0, "radius": 2.0}
    group = lone(center=(1.3, 0.0, 0.0), radius=(0.65, 0.65), seed=6)
    tables = {"format": 1, "habitat": habitat, "group": [group]}
    assert kept(tables, 20.0).min() > 0.3


def test_a_hill_is_climbed_and_left_again() -> None:
    """What it swam at before, it swims at again when the coral head lies behind."""
    head = {"kind": "coral", "places": [[0.0, 2.0]], "radius": (0.9, 0.9), "height": (1.9, 1.9)}
    group = lone(radius=(2.0, 2.0), seed=3)
    tables = {"format": 1, "habitat": {"relief": 0.0, "obstacle": [head]}, "group": [group]}
    world = World(Scenario.model_validate(tables))
    heights = []
    for _ in range(90):
        world.advance(30)
        heights.append(float(world.population.positions[0, 2]))
    assert max(np.abs(heights)) > 0.02
    assert abs(heights[-1]) < 0.1 or min(np.abs(heights[-30:])) < 0.03


def cruising_reef(motor: str) -> dict[str, Any]:
    """The reef, whose fishes swim round and round around their homes."""
    tables = load_scenario("reef").model_dump(exclude_unset=True)
    for key in ("submarine", "line", "expect"):
        del tables[key]
    del tables["world"]["keeps"]
    for group in tables["group"]:
        del group["mind"]
        group.pop("instinct", None)
        group["motor"] = motor
    return tables


@pytest.mark.slow
@pytest.mark.parametrize("motor", ["repertoire", "muscle"])
def test_on_the_reef_nobody_touches_anything(motor: str) -> None:
    tables = cruising_reef(motor)
    least = kept(tables, 60.0)
    assert len(least) > 90
    assert least.min() > 0.3


@pytest.mark.slow
@pytest.mark.parametrize("motor", ["repertoire", "muscle"])
def test_in_a_maze_of_rocks_few_touch_them(motor: str) -> None:
    """Gaps are often narrower than a turn, and a shark is 2 m long: it is left out."""
    tables = cruising_reef(motor)
    tables["group"] = [group for group in tables["group"] if group["species"] != "shark"]
    tables["habitat"] = {
        "radius": 8.0,
        "ground": -1.6,
        "surface": 1.6,
        "obstacle": [
            {"kind": "rock", "count": 14, "around": (0.5, 5.0), "height": (0.4, 1.6)},
            {"kind": "coral", "count": 8, "around": (0.5, 3.0)},
            {"kind": "cylinder", "count": 4, "height": (1.5, 3.0), "radius": (0.1, 0.3)},
        ],
    }
    least = kept(tables, 60.0)
    assert (least > -0.1).mean() > 0.95
    assert least.min() > -1.0
