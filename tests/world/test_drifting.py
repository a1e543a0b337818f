"""Plankton, bubbles and food: where they go, where they never go, and how they end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from motorium.contracts.time import FRAME_RATE
from motorium.world.habitat.drifting import EDIBLE, MOST_FOOD, Particles, eaten, rising_speed
from motorium.world.habitat.habitat import Habitat
from tests.world.seas import drift, fishes, sea

NOBODY = fishes([], eats=0)


def check_free(habitat: Habitat, particles: Particles) -> None:
    """Nothing is in an obstacle, in the ground, above the surface or outside."""
    x, y, z = particles.positions[particles.there == 1].T
    assert (np.hypot(x, y) < habitat.settings.radius).all()
    assert (z > habitat.terrain.height(x, y)).all()
    assert (z < habitat.settings.surface).all()
    for each in habitat.obstacles.cylinders:
        far = np.hypot(x - each["x"], y - each["y"])
        assert ((far > each["radius"]) | (z > each["top"])).all()


def run(habitat: Habitat, seconds: float, begin: float = 0.0) -> None:
    for frame in range(round(seconds * FRAME_RATE)):
        habitat.advance(begin + frame / FRAME_RATE, NOBODY)


@given(seed=st.integers(0, 10_000))
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_plankton_never_enters_what_is_solid(seed: int) -> None:
    """A strong sink pulls into a cylinder, a current onto overlapping rocks, up and down."""
    habitat = sea(
        seed,
        radius=4.0,
        relief=0.6,
        crevices=2,
        plankton={"count": 200},
        obstacle=[
            {"kind": "cylinder", "places": [(1.0, 0.5)], "radius": (0.5, 0.5), "height": (3, 3)},
            {"kind": "rock", "places": [(-1.2, 0.0), (-1.5, 0.4), (-1.7, -0.2)]},
            {"kind": "coral", "count": 6, "around": (1.0, 3.5), "source": 0.01},
        ],
        flow=[
            {"kind": "sink", "place": (1.0, 0.5, 0.0), "strength": 2.0, "core": 0.2},
            {"kind": "uniform", "velocity": (-0.5, 0.1, 0.4), "period": 6.0},
            {"kind": "vortex", "place": (0, -1, 0), "strength": 1.0, "line": False},
        ],
    )
    begins = habitat.plankton.positions.copy()
    check_free(habitat, habitat.plankton)
    for second in range(4):
        for frame in range(FRAME_RATE):
            habitat.plankton.advance(second + frame / FRAME_RATE, habitat.currents)
            if frame % 10 == 0:
                check_free(habitat, habitat.plankton)
    moved = np.linalg.norm(habitat.plankton.positions - begins, axis=1)
    assert np.median(moved) > 0.3


def test_plankton_slides_around_a_cylinder_that_is_in_its_way() -> None:
    habitat = sea(
        plankton={"count": 3},
        obstacle=[{"kind": "cylinder", "places": [(0, 0)], "radius": (0.5, 0.5), "height": (4, 4)}],
        flow=[{"kind": "uniform", "velocity": (0.4, 0.0, 0.0)}],
    )
    habitat.plankton.positions[:] = [(-1.0, 0.05, 0.0), (-1.0, -0.3, 0.0), (-1.0, 2.0, 0.0)]
    drift(habitat, 8.0)
    x, y, z = habitat.plankton.positions.T
    assert (x > 0.3).all()
    assert np.abs(y) == pytest.approx([0.5, 0.5, 2.0], abs=1e-3)
    assert (y[:2] * [1, -1] > 0).all()
    assert z == pytest.approx(0.0)


def test_plankton_that_flows_out_comes_in_on_the_other_side() -> None:
    habitat = sea(
        radius=2.0,
        plankton={"count": 300},
        flow=[{"kind": "uniform", "velocity": (0.5, 0.0, 0.0)}],
    )
    drift(habitat, 30.0)
    x, y, _ = habitat.plankton.positions[habitat.plankton.there == 1].T
    assert len(x) > 250
    check_free(habitat, habitat.plankton)
    # Still spread over the whole: as many before the middle as behind it.
    assert abs((x > 0).mean() - 0.5) < 0.1
    assert np.hypot(x, y).max() > 1.5


def test_plankton_that_a_source_drives_out_comes_back_anywhere() -> None:
    source = {"kind": "source", "place": (0, 0, 0), "strength": 1.0}
    habitat = sea(radius=2.0, plankton={"count": 300}, flow=[source])
    drift(habitat, 20.0)
    here = habitat.plankton.positions[habitat.plankton.there == 1]
    assert len(here) > 150
    # Who begins anywhere stays 1 s on average and then 0.4 s away; 1/16 s of it within a metre.
    within = (np.hypot(here[:, 0], here[:, 1]) < 1.0).sum()
    assert within == pytest.approx(300 / 16 / 1.4, abs=8)


def test_a_sink_swallows_plankton_which_comes_back() -> None:
    sink = {"kind": "sink", "place": (0, 0, 0), "strength": 1.0, "core": 0.3}
    habitat = sea(radius=3.0, plankton={"count": 300, "back": 1.0}, flow=[sink])
    drift(habitat, 20.0)
    here = habitat.plankton.positions[habitat.plankton.there == 1]
    assert len(here) > 100
    assert (np.hypot(here[:, 0], here[:, 1]) > 1.0).sum() > 20
    assert np.hypot(here[:, 0], here[:, 1]).min() > 0.1


def test_in_still_water_plankton_swims_a_little() -> None:
    habitat = sea(plankton={"count": 500})
    begins = habitat.plankton.positions.copy()
    for frame in range(10 * FRAME_RATE):
        habitat.plankton.advance(frame / FRAME_RATE, habitat.currents)
    way = np.linalg.norm(habitat.plankton.positions - begins, axis=1)
    # A random walk: sqrt(2 D t) along each axis, with D = speed^2 times how long it keeps its way.
    assert np.sqrt(np.mean(way**2)) == pytest.approx(
        0.004 * np.sqrt(3 * 2 * 1.5 * (10.0 - 1.5)), rel=0.1
    )


def test_plankton_may_be_told_to_keep_still() -> None:
    habitat = sea(plankton={"count": 20})
    begins = habitat.plankton.positions.copy()
    drift(habitat, 1.0)
    assert (habitat.plankton.positions == begins).all()


def test_where_there_is_no_room_plankton_stays_away() -> None:
    habitat = sea(
        radius=1.0,
        plankton={"count": 10},
        obstacle=[{"kind": "cylinder", "places": [(0, 0)], "radius": (2, 2), "height": (9, 9)}],
    )
    assert len(habitat.plankton) == 0
    drift(habitat, 3.0)
    assert len(habitat.plankton) == 0


# ---------------------------------------------------------------- mouths


def test_a_fish_swallows_what_is_at_its_snout_and_nothing_else() -> None:
    habitat = sea(plankton={"count": 4})
    habitat.plankton.positions[:] = [(0, 0, 0), (0.072, 0, 0.01), (0.072, 0, 0.02), (0.3, 0, 0)]
    found = eaten(fishes([(0.0, 0.0, 0.0)], EDIBLE["plankton"]), habitat.plankton, habitat.food)
    assert found == [(0, "plankton", 1)]
    assert habitat.plankton.there.tolist() == [1, 0, 1, 1]


def test_a_turned_fish_has_its_snout_elsewhere() -> None:
    habitat = sea(plankton={"count": 2})
    habitat.plankton.positions[:] = [(0, 0.36, 0), (0, 0, 0.36)]
    half = np.sqrt(0.5)
    people = fishes([(0, 0, 0), (0, 0, 0)], EDIBLE["plankton"], length=1.0)
    people.orientations[0] = (half, 0, 0, half)  # To the left.
    people.orientations[1] = (half, 0, -half, 0)  # Up.
    assert eaten(people, habitat.plankton, habitat.food) == [(0, "plankton", 0), (1, "plankton", 1)]


@pytest.mark.parametrize(
    ("eats", "kinds"), [(0, set()), (1, {"plankton"}), (2, {"food"}), (3, {"plankton", "food"})]
)
def test_fishes_swallow_what_they_eat(eats: int, kinds: set[str]) -> None:
    habitat = sea(plankton={"count": 1}, food={"pieces": 1})
    habitat.plankton.positions[0] = (0.072, 0, 0)
    habitat.food.drop((1.072, 0.0, 0.0))
    people = fishes([(0, 0, 0), (0, 0, 0)], eats, length=0.2)
    people.positions[1] = habitat.food.positions[habitat.food.there == 1][0] - (0.072, 0, 0)
    assert {what for _, what, _ in eaten(people, habitat.plankton, habitat.food)} == kinds


def test_one_piece_feeds_one_fish_the_first() -> None:
    habitat = sea(plankton={"count": 1})
    habitat.plankton.positions[0] = (0.072, 0, 0)
    people = fishes([(0, 0, 0.001), (0, 0, 0)], eats=1)
    assert eaten(people, habitat.plankton, habitat.food) == [(0, "plankton", 0)]
    assert eaten(people, habitat.plankton, habitat.food) == []


def test_many_fishes_eat_as_a_plain_search_says() -> None:
    chance = np.random.default_rng(3)
    habitat = sea(radius=3.0, plankton={"count": 3000})
    people = fishes([tuple(place) for place in chance.uniform(-3.5, 3.5, (400, 3))], eats=1)
    people.lengths[:] = chance.uniform(0.2, 5.0, people.capacity)
    people.eats[::7] = 0
    there, expected = habitat.plankton.there.astype(bool), []
    for slot in people.living[people.eats[people.living] == 1]:
        length = people.lengths[slot]
        snout = people.positions[slot] + (0.36 * length, 0.0, 0.0)
        far = np.linalg.norm(habitat.plankton.positions - snout, axis=1)
        far[~there] = np.inf
        nearest = int(np.argmin(far))
        if far[nearest] < 0.08 * length:
            expected.append((int(slot), "plankton", nearest))
            there[nearest] = False
    assert len(expected) > 50
    assert eaten(people, habitat.plankton, habitat.food) == expected


def test_eaten_plankton_comes_back_elsewhere_after_a_while() -> None:
    habitat = sea(plankton={"count": 400, "back": 2.0})
    before = habitat.plankton.positions.copy()
    drift(habitat, 0.5)
    habitat.plankton.take(np.arange(200))
    assert len(habitat.plankton) == 200
    counts = []
    for second in range(1, 13):
        drift(habitat, 1.0, begin=second - 0.5)
        counts.append(400 - len(habitat.plankton))
    # Away for two seconds on average: exp(-t / 2) of them are, after t.
    assert counts[:4] == pytest.approx(200 * np.exp(-np.arange(1, 5) / 2.0), abs=25)
    assert counts[-1] <= 3
    assert (np.linalg.norm(habitat.plankton.positions - before, axis=1)[:200] > 0.01).all()
    check_free(habitat, habitat.plankton)


# ---------------------------------------------------------------- bubbles


@pytest.mark.parametrize(
    ("millimetres", "speed"),
    # Mendelson's curve in clean water, and Stokes' law by hand: 9.81 * 1e-8 / 18e-6.
    [(4.0, 0.236), (12.0, 0.266), (0.1, 0.00545)],
)
def test_bubbles_rise_as_fast_as_measured_ones(millimetres: float, speed: float) -> None:
    assert rising_speed(millimetres / 1000.0) == pytest.approx(speed, rel=0.01)


def test_bubbles_rise_in_chains_and_burst_at_the_surface() -> None:
    habitat = sea(bubbles={"places": [(1.0, 0.0), (-1.0, 2.0)], "rate": 5.0})
    bubbles = habitat.bubbles
    run(habitat, 10.0)
    assert len(bubbles) == pytest.approx(2 * 5.0 * 10.0, rel=0.1)
    x, y, z = bubbles.positions[bubbles.there == 1].T
    assert np.minimum(np.hypot(x - 1, y), np.hypot(x + 1, y - 2)).max() < 0.05
    assert z.max() == pytest.approx(-2.0 + 10.0 * 0.25, abs=0.3)
    run(habitat, 40.0, begin=10.0)
    # 5 m at 0.24 to 0.27 m/s: about 20 seconds of them are on their way.
    assert 180 < len(bubbles) < 220
    assert bubbles.positions[bubbles.there == 1, 2].max() > 2.9
    check_free(habitat, bubbles)


def test_bubbles_drift_with_the_current_and_out_of_the_habitat() -> None:
    habitat = sea(
        radius=2.0,
        bubbles={"places": [(0.0, 0.0)]},
        flow=[{"kind": "uniform", "velocity": (0.25, 0.0, 0.0)}],
    )
    run(habitat, 20.0)
    x, _, z = habitat.bubbles.positions[habitat.bubbles.there == 1].T
    assert np.abs(x - (z + 2.0)).max() < 0.2
    assert x.max() > 1.9
    assert 25 < len(habitat.bubbles) < 40


def test_bubbles_wobble_about_their_way() -> None:
    habitat = sea(bubbles={"places": [(0.0, 0.0)]})
    run(habitat, 10.0)
    x, y, _ = habitat.bubbles.positions[habitat.bubbles.there == 1].T
    assert 0.001 < np.hypot(x, y).mean() < 0.02


def test_a_vent_under_an_obstacle_is_on_top_of_it() -> None:
    rock = {"kind": "rock", "places": [(0, 0)], "radius": (0.5, 0.5), "height": (1, 1)}
    habitat = sea(obstacle=[rock], bubbles={"places": [(0.1, 0.1), (1.0, 1.0)]})
    assert habitat.bubbles.vents[:, 2] == pytest.approx([-1.0, -2.0], abs=1e-3)


# ---------------------------------------------------------------- food


def test_food_sinks_lies_on_the_ground_and_is_gone_at_last() -> None:
    habitat = sea(food={"pieces": 20, "sinks": 0.5, "lasts": 15.0})
    assert habitat.food.drop((1.0, 1.0, 1.0)) == 20
    run(habitat, 1.0)
    here = habitat.food.positions[habitat.food.there == 1]
    assert here[:, 2].mean() == pytest.approx(0.5, abs=0.1)
    run(habitat, 10.0, begin=1.0)
    here = habitat.food.positions[habitat.food.there == 1]
    assert here[:, 2] == pytest.approx(-2.0, abs=1e-3)
    assert np.abs(here[:, :2] - 1.0).max() < 0.15
    run(habitat, 3.9, begin=11.0)
    assert len(habitat.food) == 20
    run(habitat, 0.2, begin=14.9)
    assert len(habitat.food) == 0


def test_food_drifts_while_it_sinks_and_lies_where_it_lands() -> None:
    habitat = sea(food={"sinks": 0.5}, flow=[{"kind": "uniform", "velocity": (0.2, 0.0, 0.0)}])
    habitat.food.drop((0.0, 0.0, 0.0))
    run(habitat, 8.0)
    landed = habitat.food.positions[habitat.food.there == 1].copy()
    assert landed[:, 0].mean() == pytest.approx(0.2 * 4.0, abs=0.15)
    run(habitat, 5.0, begin=8.0)
    assert (habitat.food.positions[habitat.food.there == 1] == landed).all()


def test_food_lies_on_top_of_an_obstacle() -> None:
    rock = {"kind": "rock", "places": [(0, 0)], "radius": (0.6, 0.6), "height": (1, 1)}
    habitat = sea(obstacle=[rock], food={"sinks": 0.5})
    habitat.food.drop((0.0, 0.0, 1.0))
    run(habitat, 8.0)
    assert habitat.food.positions[habitat.food.there == 1, 2] == pytest.approx(-1.0, abs=1e-3)


@pytest.mark.parametrize("place", [(99.0, 0.0, 0.0), (0.0, 0.0, 50.0), (1.0, 1.0, -9.0), (0, 0, 0)])
def test_food_dropped_anywhere_is_put_where_there_is_water(place: tuple[float, ...]) -> None:
    pillar = {"kind": "cylinder", "places": [(0, 0)], "radius": (0.6, 0.6), "height": (9, 9)}
    habitat = sea(obstacle=[pillar])
    assert habitat.food.drop(place) == 12
    check_free(habitat, habitat.food)


def test_the_oldest_food_makes_room() -> None:
    habitat = sea(food={"pieces": 200})
    for second in range(4):
        habitat.food.advance(float(second), habitat.currents)
        assert habitat.food.drop((float(second), 0.0, 0.0)) == 200
    assert len(habitat.food) == MOST_FOOD
    x = habitat.food.positions[:, 0]
    assert [int((np.round(x) == second).sum()) for second in range(4)] == [0, 200, 200, 200]


@pytest.mark.parametrize("place", [(1.0, 2.0), (float("nan"), 0.0, 0.0)])
def test_food_is_not_dropped_nowhere(place: Any) -> None:
    with pytest.raises(ValueError, match="three numbers in metres, not at"):
        sea().food.drop(place)


# ---------------------------------------------------------------- all of it


def test_the_same_seed_gives_the_same_bytes_and_food_changes_no_plankton() -> None:
    tables: dict[str, Any] = {
        "plankton": {"count": 100, "back": 1.0},
        "bubbles": {"count": 2},
        "obstacle": [{"kind": "coral", "count": 4, "source": 0.01}],
        "flow": [{"kind": "uniform", "velocity": (0.4, 0.1, 0.0), "period": 20.0}],
    }
    one, same, fed, other = (sea(seed, **tables) for seed in (5, 5, 5, 6))
    fed.food.drop((0.0, 0.0, 0.0))
    for habitat in (one, same, fed, other):
        run(habitat, 2.0)
        habitat.plankton.take(np.arange(30))
        run(habitat, 4.0, begin=2.0)
    for name in ("plankton", "bubbles"):
        places = [getattr(habitat, name).positions for habitat in (one, same, fed, other)]
        assert places[0].tobytes() == places[1].tobytes() == places[2].tobytes()
        assert places[0].tobytes() != places[3].tobytes()
