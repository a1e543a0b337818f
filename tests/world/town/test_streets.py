"""The net that one can walk, and ways through it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.sparse.csgraph import floyd_warshall

pytest.importorskip("networkx", reason="towns need motorium[figures]")

from motorium.settings import SettingsError
from motorium.world.town.document import load_town
from motorium.world.town.ground import Strip, carriageway, touch
from motorium.world.town.streets import WAITING, Streets
from motorium.world.town.streets_laid import paved
from tests.world.town.towns import small_town


@pytest.fixture(scope="module")
def streets() -> Streets:
    return Streets(load_town())


@pytest.fixture(scope="module")
def small() -> Streets:
    return Streets(small_town())


def test_a_small_net_by_hand(small: Streets) -> None:
    """Pavements of Long Lane are at y = 4 and -4, of Short Lane at x = -3 and 3; the former's
    northern one is cut by Short Lane's carriageway, and its stubs beyond the corners are left
    out."""
    edges = {
        (edge.kind, edge.name, tuple(np.round(edge.strip.start, 6)), round(edge.strip.length, 6))
        for edge in small.edges
    }
    assert edges == {
        ("pavement", "Long Lane", (-30.0, 4.0), 20.0),
        ("pavement", "Long Lane", (-10.0, 4.0), 7.0),
        ("pavement", "Long Lane", (3.0, 4.0), 27.0),
        ("pavement", "Long Lane", (-30.0, -4.0), 20.0),
        ("pavement", "Long Lane", (-10.0, -4.0), 40.0),
        ("pavement", "Short Lane", (-3.0, 4.0), 8.0),
        ("pavement", "Short Lane", (-3.0, 12.0), 8.0),
        ("pavement", "Short Lane", (3.0, 4.0), 8.0),
        ("pavement", "Short Lane", (3.0, 12.0), 8.0),
        ("crossing", "Long Lane", (-10.0, 4.0), 8.0),
        ("crossing", "Short Lane", (-3.0, 12.0), 6.0),
    }
    assert {edge.strip.half for edge in small.edges if edge.kind == "pavement"} == {1.0}
    (lit,) = [edge for edge in small.edges if edge.light >= 0]
    assert (lit.kerb, lit.strip.half) == (1.0, 2.0)


def test_a_way_by_hand(small: Streets) -> None:
    """From the south-west over the crossing of Long Lane to the north-east."""
    way = small.way(small.beside((-20.0, -4.0)), small.beside((20.0, 4.0)))
    assert way.points.tolist() == [
        [-20.0, -4.0],
        [-10.0, -4.0],
        [-10.0, 4.0],
        [-3.0, 4.0],
        [-3.0, 12.0],
        [3.0, 12.0],
        [3.0, 4.0],
        [20.0, 4.0],
    ]
    assert way.length == pytest.approx(10 + 8 + 7 + 8 + 6 + 8 + 17)
    assert way.halves.tolist() == [1.0, 2.0, 1.0, 1.0, 1.5, 1.0, 1.0]
    kinds = [small.edges[edge].kind for edge in way.edges]
    assert [kind == "crossing" for kind in kinds] == [False, True, False, False, True, False, False]


def test_on_one_edge_one_goes_straight(small: Streets) -> None:
    way = small.way(small.beside((6.0, 4.5)), small.beside((12.0, 3.5)))
    assert way.points.tolist() == [[6.0, 4.5], [6.0, 4.0], [12.0, 4.0], [12.0, 3.5]]


def test_ways_are_the_shortest(streets: Streets) -> None:
    count = len(streets.places)
    costs = np.full((count, count), np.inf)
    for edge in streets.edges:
        cost = edge.strip.length + (WAITING if edge.light >= 0 else 0.0)
        costs[edge.one, edge.other] = costs[edge.other, edge.one] = cost
    costs = floyd_warshall(costs)
    random = np.random.default_rng(3)
    for start, goal in random.integers(count, size=(60, 2)):
        if start == goal:
            continue
        way = streets.way(streets.at_node(int(start)), streets.at_node(int(goal)))
        waits = sum(WAITING for edge in way.edges if streets.edges[edge].light >= 0)
        assert way.length + waits == pytest.approx(costs[start, goal])
        assert way.points[0] == pytest.approx(streets.places[start], abs=0.06)
        assert way.points[-1] == pytest.approx(streets.places[goal], abs=0.06)


def test_ways_between_spots_go_from_the_one_to_the_other(streets: Streets) -> None:
    random = np.random.default_rng(4)
    for start, goal in random.integers(len(streets.spots), size=(100, 2)):
        way = streets.way(streets.at_spot(int(start)), streets.at_spot(int(goal)))
        assert way.points[0] == pytest.approx(streets.spots[start].place)
        assert way.points[-1] == pytest.approx(streets.spots[goal].place, abs=0.06)
        for edge, one, other in zip(way.edges, way.points, way.points[1:], strict=False):
            if edge >= 0:
                strip = streets.edges[edge].strip
                assert max(abs(strip.seen(tuple(place))[1]) for place in (one, other)) < 1e-6


def test_nobody_is_led_onto_a_carriageway_but_by_crossings(streets: Streets) -> None:
    roads = [carriageway(street) for street in streets.town.street]
    for edge in streets.edges:
        if edge.kind != "crossing":
            assert not any(touch(edge.strip, road) for road in roads), edge
        else:
            assert sum(touch(edge.strip, road) for road in roads) == 1
    for strip in paved(streets.town):
        assert not any(touch(strip, road) for road in roads)


def test_spots_are_beside_ways_and_in_front_of_their_houses(streets: Streets) -> None:
    assert {spot.kind for spot in streets.spots} == {"window", "bench"}
    boxes = [Strip.of_box(house.low, house.high) for house in streets.town.building]
    for spot in streets.spots:
        for box in boxes:
            along, left = box.seen(spot.place)
            assert not (0 < along < box.length and abs(left) < box.half)
        if spot.kind == "window":
            ahead = math.cos(spot.heading), math.sin(spot.heading)
            seen = spot.place[0] + 1.5 * ahead[0], spot.place[1] + 1.5 * ahead[1]
            (house,) = [one for one in streets.town.building if one.name == spot.name]
            assert house.low[0] <= seen[0] <= house.high[0]
            assert house.low[1] <= seen[1] <= house.high[1]


def test_people_wait_behind_the_kerb(streets: Streets) -> None:
    roads = [carriageway(street) for street in streets.town.street]
    assert len(streets.waiting) == 2 * sum(edge.light >= 0 for edge in streets.edges)
    for places in streets.waiting.values():
        apart = np.linalg.norm(places[:, None] - places[None], axis=2) + np.eye(len(places))
        assert apart.min() > 0.6
        for x, y in places:
            body = Strip((x - 0.25, y), (x + 0.25, y), 0.25)
            assert not any(touch(body, road) for road in roads)


def test_who_enters_is_on_a_pavement_or_path_and_apart(streets: Streets) -> None:
    places, headings = streets.scattered(200, np.random.default_rng(5))
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + 9 * np.eye(200)
    assert apart.min() > 0.55
    assert np.isfinite(headings).all()
    for place in places:
        seen = [(edge.strip, edge.strip.seen(tuple(place))) for edge in streets.edges]
        assert any(
            0 <= along <= strip.length and abs(left) < strip.half for strip, (along, left) in seen
        )


def test_a_part_that_cannot_be_reached_is_told() -> None:
    crossing = '[[crossing]]\nstreet = "Long Lane"\nat = 20.0\nlight = "middle"\n'
    with pytest.raises(
        SettingsError, match=r"nobody can walk from Long Lane at .* to the rest of the town; a cros"
    ):
        small_town((crossing, ""))
