"""The governor, with made-up costs instead of a clock."""

from __future__ import annotations

import math

import numpy as np
import pytest

from motorium.motion.governor import Governor, Spending, checked_budget

BUDGET = 8.0


class Machine:
    """Fishes that cost so much [ms], of whom so many want to be on muscles."""

    def __init__(self, per_fish: float, others: float, fishes: int, fixed: int = 0) -> None:
        self.governor = Governor(BUDGET)
        self.per_fish, self.others, self.fishes, self.fixed = per_fish, others, fishes, fixed
        self.on = 0
        self.changes = 0
        self._draw = np.random.default_rng(3)

    def run(self, seconds: float) -> np.ndarray:
        """Frame times [ms]."""
        spent = np.zeros(round(60 * seconds))
        for frame in range(len(spent)):
            before = self.on
            self.on = min(self.governor.allowed, self.fishes)
            self.changes += abs(self.on - before)
            disturbed = 1.0 + 0.1 * self._draw.random()
            count = self.on + self.fixed
            muscles = (0.2 + self.per_fish * count) * disturbed
            self.governor.observe(muscles, self.others * disturbed, count, self.on)
            spent[frame] = muscles + self.others * disturbed
        return spent


@pytest.mark.parametrize(
    ("per_fish", "others"), [(0.004, 0.5), (0.004, 3.0), (0.02, 1.0), (0.001, 6.0)]
)
def test_a_budget_is_kept_and_used(per_fish: float, others: float) -> None:
    machine = Machine(per_fish, others, fishes=100_000)
    spent = machine.run(12.0)
    assert np.quantile(spent[120:], 0.95) < BUDGET
    assert spent[-60:].mean() > 0.7 * BUDGET


def test_who_costs_little_is_all_allowed() -> None:
    machine = Machine(0.001, 0.5, fishes=500)
    machine.run(5.0)
    assert machine.on == 500


def test_what_is_about_right_stays() -> None:
    machine = Machine(0.004, 1.0, fishes=10_000)
    machine.run(10.0)
    machine.changes = 0
    machine.run(60.0)
    assert machine.changes / machine.on < 0.5


def test_dearer_fishes_leave_at_once() -> None:
    machine = Machine(0.004, 1.0, fishes=10_000)
    machine.run(10.0)
    machine.per_fish *= 3
    assert (machine.run(2.0)[-60:] < BUDGET).all()


def test_giving_takes_longer_than_taking() -> None:
    machine = Machine(0.012, 1.0, fishes=10_000)
    machine.run(10.0)
    before = machine.on
    machine.others = 7.5
    machine.run(2.0)
    taken = before - machine.on
    assert taken > 0.8 * before
    machine.others = 1.0
    machine.run(2.0)
    assert machine.on < before


def test_who_is_fixed_on_muscles_counts_but_stays() -> None:
    machine = Machine(0.004, 1.0, fishes=10_000, fixed=1000)
    spent = machine.run(10.0)
    assert np.quantile(spent[120:], 0.95) < BUDGET
    free = Machine(0.004, 1.0, fishes=10_000)
    free.run(10.0)
    assert 700 < free.on - machine.on < 1300


def test_it_says_when_a_budget_cannot_be_kept() -> None:
    machine = Machine(0.004, 12.0, fishes=1000)
    machine.run(6.0)
    assert machine.on == 0
    assert "even with nobody on muscles a frame takes" in machine.governor.sentence
    assert "more than 8" in machine.governor.sentence


def test_it_does_not_say_nobody_where_some_stay() -> None:
    machine = Machine(0.2, 1.0, fishes=0, fixed=100)
    machine.run(1.0)
    assert "even with only the 100 who stay on muscles" in machine.governor.sentence


def test_it_says_what_it_keeps_free() -> None:
    machine = Machine(0.004, 1.0, fishes=1000)
    machine.run(1.0)
    assert "kept free" not in machine.governor.sentence
    machine.others = 12.0
    machine.run(1.0)
    machine.others = 1.0
    machine.run(2.0)
    assert "8 ms, of which" in machine.governor.sentence
    assert "are kept free, for frames were late" in machine.governor.sentence
    machine.run(60.0)
    assert "kept free" not in machine.governor.sentence


def test_it_comes_back_from_nothing() -> None:
    machine = Machine(0.004, 12.0, fishes=1000)
    machine.run(6.0)
    machine.others = 1.0
    machine.run(20.0)
    assert machine.on > 900


def test_what_is_spent() -> None:
    spending = Spending()
    assert spending.mean == spending.at_most == 0.0
    spent = np.random.default_rng(1).random(300)
    for milliseconds in spent:
        spending.add(milliseconds)
    assert spending.mean == pytest.approx(spent[-60:].mean())
    assert spending.at_most == pytest.approx(np.quantile(spent[-120:], 0.95))


@pytest.mark.parametrize("wrong", [0.0, -1.0, math.nan, math.inf, True, "8", [8.0]])
def test_impossible_budgets(wrong: float) -> None:
    with pytest.raises(ValueError, match="must be above 0 milliseconds a frame, or None"):
        checked_budget(wrong)
    assert checked_budget(None) is None
