"""Bench `mind` measures what perceiving and deciding costs, and knows its peers and bars."""

import numpy as np
import pytest

from motorium.bench.mesa_boids import Boids
from motorium.bench.mind import _record, _seconds, bar_of, crowded, tu_1995
from motorium.bench.runner import _judged
from motorium.contracts.perception import Kind


def test_both_take_time_and_everybody_has_decided() -> None:
    world = crowded(30)
    assert min(_seconds(world, rounds=1)) > 0.0
    decided = world.instinct.brains["decisions"][world.population.living]
    assert decided.min() >= 11


def test_there_is_one_fish_per_cubic_length() -> None:
    world = crowded(64)
    length = world.population.lengths[0]
    places = world.population.positions[world.population.living] / length
    assert np.ptp(places, axis=0) == pytest.approx(4.0, rel=0.15)


def test_the_scene_of_1995_has_its_cast() -> None:
    world = tu_1995()
    world.advance(6)
    assert len(world.population) == 10
    assert len(world.perceived.cylinders) == 4
    assert world.perceived.food_there.sum() == 15
    assert world.perceived.counts[:, Kind.FOOD].max() > 0


def test_boids_keep_to_their_space_and_align() -> None:
    boids = Boids(30)
    before = _alignment(boids)
    for _ in range(40):
        boids.step()
    assert _alignment(boids) > before
    assert len(boids.agents) == 30


def _alignment(boids: Boids) -> float:
    return float(np.linalg.norm(np.mean([boid.direction for boid in boids.agents], axis=0)))


def test_bars_are_of_the_limit_and_of_growth() -> None:
    limit = _record("mind", 10_000, 2e-6, "limit of 2.5 us", 2.5)
    assert _judged(limit) == (
        "mind of 10000 fishes on one core against limit of 2.5 us: 1.25, bar 1, reached"
    )
    growth = _record("mind", 10_000, 2e-6, "1000 fishes", 1e-6)
    assert _judged(growth) == (
        "mind of 10000 fishes on one core against 1000 fishes: 0.5, bar 0.667, missed"
    )
    assert bar_of(_record("mind", 10_000, 2e-6, "Mesa's boids", 1e-3)) is None
    assert bar_of(_record("senses", 10_000, 1e-6)) is None
