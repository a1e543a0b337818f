"""The neighbour grid finds whom a search through everybody finds."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.contracts.perception import Kind
from motorium.senses.grid import FEW
from tests.senses.oracle import Waters, distances_to


def _crowd(name: str, chance: np.random.Generator, count: int) -> Waters:
    """Worlds that are hard for grids."""
    species = ["sardine"] * count + ["shark"] * 3 + ["clownfish"] * 20
    places = {
        "even": chance.uniform(-1.0, 1.0, (count, 3)),
        "clustered": chance.normal(0.0, 0.02, (count, 3))
        + chance.integers(-3, 4, (count, 1)) * np.array([1.7, -2.3, 0.4]),
        "sparse": chance.uniform(-40.0, 40.0, (count, 3)),
        "straggling": chance.normal(0.0, 1.0, (count, 3)) ** 5 * 0.05,
        "lattice": np.stack(np.unravel_index(np.arange(count), (10, 10, count // 100)), 1) * 0.125,
        "flat": chance.uniform(-3.0, 3.0, (count, 3)) * np.array([1.0, 1.0, 0.0]),
        "one spot": np.zeros((count, 3)),
    }[name]
    away = np.array([500.0, -300.0, 0.0])
    middle = chance.uniform(-1.0, 1.0, (23, 3))
    lengths = np.concatenate(
        [0.12 * chance.uniform(0.5, 2.0, count), [0.9, 2.0, 4.0], np.full(20, 0.11)]
    )
    count_foods = 3 * FEW
    foods = [
        (place + away, 1 + number % 2)
        for number, place in enumerate(chance.uniform(-4.0, 4.0, (count_foods, 3)))
    ]
    return Waters(
        species,
        np.concatenate([places, middle]) + away,
        chance.uniform(-np.pi, np.pi, count + 23),
        lengths,
        chance.integers(0, 2, count + 23),
        foods,
    )


@pytest.mark.parametrize(
    "name", ["even", "clustered", "sparse", "straggling", "lattice", "flat", "one spot"]
)
def test_finds_the_nearest_of_all_kinds(name: str) -> None:
    waters = _crowd(name, np.random.default_rng(7), 2 * FEW + 200)
    for again in range(4):
        waters.sense()
        # From one time to the next the sides of cells adapt.
        for slot in [(0, 500), (7, 1001), (1000, 1010), (999, 1002)][again]:
            for kind in Kind:
                assert waters.of(slot, kind) == pytest.approx(distances_to(waters, slot, kind))
