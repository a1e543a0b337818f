"""The search over a box, on functions whose minimum is known."""

import numpy as np
import pytest

from motorium.calibrate.search import KEPT, Candidate, Costs, minimise
from motorium.contracts.frames import Floats

LOW = np.array([-1.0, 10.0, 0.0])
HIGH = np.array([3.0, 30.0, 0.1])
WIDTH = HIGH - LOW
LOWEST = np.array([2.0, 14.0, 0.03])


def bowl(candidates: Floats) -> Floats:
    costs: Floats = (((candidates - LOWEST) / WIDTH) ** 2).sum(axis=1)
    return costs


def search(costs: Costs, seed: int = 1, generations: int = 40) -> list[Candidate]:
    middle = (LOW + HIGH) / 2
    return minimise(costs, middle, LOW, HIGH, generations=generations, population=12, seed=seed)


def test_finds_the_bottom_of_a_bowl() -> None:
    found = search(bowl)
    assert (np.abs(found[0].values - LOWEST) < 0.01 * WIDTH).all()
    assert found[0].cost == pytest.approx(float(bowl(found[0].values[None])[0]))


def test_gives_the_best_first_and_not_too_many() -> None:
    found = search(bowl)
    costs = [candidate.cost for candidate in found]
    assert costs == sorted(costs)
    assert len(found) == KEPT


def test_never_leaves_the_box() -> None:
    """Although everything gets better beyond its corner."""
    tried = []

    def slope(candidates: Floats) -> Floats:
        tried.append(candidates)
        costs: Floats = -(candidates / WIDTH).sum(axis=1)
        return costs

    found = search(slope)
    everything = np.concatenate(tried)
    assert (everything >= LOW).all()
    assert (everything <= HIGH).all()
    assert (np.abs(found[0].values - HIGH) < 0.02 * WIDTH).all()


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_rejects_what_has_no_finite_cost(bad: float) -> None:
    """However good it would be: the bottom of the bowl lies where nothing is allowed."""

    def half(candidates: Floats) -> Floats:
        return np.where(candidates[:, 0] > 1.5, bad, bowl(candidates))

    found = search(half)
    assert all(np.isfinite(candidate.cost) for candidate in found)
    assert all(candidate.values[0] <= 1.5 for candidate in found)
    assert found[0].values[0] == pytest.approx(1.5, abs=0.2)


def test_finds_nothing_where_nothing_is_allowed() -> None:
    assert search(lambda candidates: np.full(len(candidates), np.inf), generations=3) == []


def test_the_same_seed_finds_the_same() -> None:
    one, same, other = (search(bowl, seed, generations=5) for seed in (3, 3, 4))
    assert np.array_equal(one[0].values, same[0].values)
    assert not np.array_equal(one[0].values, other[0].values)


def test_a_start_outside_is_taken_to_the_nearest_place_inside() -> None:
    found = minimise(bowl, HIGH + 5, LOW, HIGH, generations=40, population=12, seed=1)
    assert (np.abs(found[0].values - LOWEST) < 0.05 * WIDTH).all()
