"""The monitor that keeps fishes from swimming in step (section 6.1)."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.contracts.commands import FISH, Advice, Commands
from motorium.contracts.population import Population
from motorium.minds.monitor import LONG, Monitor
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World

FISHES = 64


class Watched:
    """Fishes that are asked for something, and nothing else."""

    def __init__(self, count: int = FISHES) -> None:
        self.population = Population(count, points=1)
        self.slots = self.population.enter(count)
        self.population.lengths[:] = 0.2
        self.commands = Commands(FISH, count)
        self.commands.set("speed", self.slots, 1.0)
        self.monitor = Monitor(self.population, self.commands)
        self.frame = 0

    def go_on(self, seconds: float) -> np.ndarray:
        """When each fish is first recommended something [s]; infinity if it is not."""
        first = np.full(len(self.slots), np.inf)
        for _ in range(round(60 * seconds)):
            self.monitor.watch(self.frame)
            first[(self.commands.advice != Advice.NONE) & np.isinf(first)] = self.frame / 60
            self.frame += 1
        return first


def test_who_is_asked_the_same_for_long_is_recommended_something_else() -> None:
    watched = Watched()
    first = watched.go_on(2 * LONG)
    assert (first > 0.7 * LONG).all()
    assert (first < 1.35 * LONG).all()
    # Not all at once, and not all the same.
    assert len(np.unique(first)) > FISHES / 8
    kinds = np.bincount(watched.commands.advice, minlength=len(Advice))
    assert kinds[Advice.NONE] == 0
    assert (kinds[1:] > FISHES / 20).all()


def test_who_changes_now_and_then_is_left_alone() -> None:
    watched = Watched()
    for turn in range(6):
        watched.commands.set("speed", watched.slots, 0.5 if turn % 2 else 1.5)
        assert np.isinf(watched.go_on(0.5 * LONG)).all()
    for _ in range(6):
        watched.commands.begin("turn", watched.slots, 1.0)
        assert np.isinf(watched.go_on(0.5 * LONG)).all()


def test_steering_is_no_change() -> None:
    """A turn rate differs a little from motor to motor; nobody's fate may hang on it."""
    steered, straight = Watched(), Watched()
    for second in range(round(2 * LONG)):
        steered.commands.set("turn_rate", steered.slots, np.sin(second))
        steered.go_on(1.0)
        straight.go_on(1.0)
    assert np.array_equal(steered.commands.advice, straight.commands.advice)
    assert (straight.commands.advice != Advice.NONE).all()


def test_large_fishes_have_more_patience() -> None:
    small, large = Watched(), Watched()
    large.population.lengths[:] = 0.8
    assert large.go_on(3 * LONG) == pytest.approx(2 * small.go_on(3 * LONG), abs=1.0)


def test_who_comes_to_a_used_slot_is_a_stranger() -> None:
    watched = Watched(2)
    watched.go_on(0.7 * LONG)
    watched.population.leave([0])
    watched.population.enter(1)
    watched.population.lengths[:] = 0.2
    first = watched.go_on(0.7 * LONG)
    assert np.isinf(first[0])
    assert np.isfinite(first[1])


def school(motor: str) -> World:
    group = Group(species="herring", count=24, motor=motor, radius=(0.8, 2.0))
    settings = WorldSettings(seed=3, capacity=24)
    return World(Scenario(format=1, world=settings, group=[group]))


def test_a_mind_decides_what_comes_of_it() -> None:
    """It takes another pace or another circle, and takes the recommendation away."""
    world = school("repertoire")
    world.advance(round(60 * 4 * LONG))
    paces = np.unique(world.commands["speed"])
    assert len(paces) > 1
    assert paces.max() <= 1.25 * world.speed
    assert paces.min() >= world.speed / 1.25
    assert (world.commands.advice == Advice.NONE).sum() >= 20


def test_motors_make_no_difference() -> None:
    worlds = [school(motor) for motor in ("muscle", "repertoire")]
    for world in worlds:
        world.advance(round(60 * 1.5 * LONG))
    assert np.array_equal(worlds[0].commands["speed"], worlds[1].commands["speed"])
    assert len(np.unique(worlds[0].commands["speed"])) > 1
