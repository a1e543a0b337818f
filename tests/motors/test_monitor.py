"""The monitor that keeps replayed fishes from swimming in step (section 6.1)."""

from __future__ import annotations

import numpy as np

from motorium.contracts.commands import Advice
from motorium.motors.playback import LONG
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World
from tests.motors.pond import Pond

FISHES = 64


def advised(pond: Pond, seconds: float) -> np.ndarray:
    """When each fish is first recommended something [s]; infinity if it is not."""
    first = np.full(len(pond), np.inf)
    for frame in range(round(60 * seconds)):
        pond.advance()
        new = (pond.commands.advice[pond.slots] != Advice.NONE) & np.isinf(first)
        first[new] = frame / 60
    return first


def test_who_does_the_same_for_long_is_recommended_something_else() -> None:
    pond = Pond(["herring"] * FISHES)
    pond.ask(speed=pond.gait("swim-medium"))
    pond.settle()
    pond.commands.advice[:] = Advice.NONE
    first = advised(pond, 2 * LONG)
    assert np.isfinite(first).all()
    # Not all at once, and not all the same.
    assert len(np.unique(first)) > FISHES / 8
    kinds = np.bincount(pond.commands.advice[pond.slots], minlength=len(Advice))
    assert kinds[Advice.NONE] == 0
    assert (kinds[1:] > FISHES / 20).all()


def test_who_changes_now_and_then_is_left_alone() -> None:
    pond = Pond(["herring"] * 8)
    for turn in range(6):
        pond.ask(speed=pond.gait("swim-slow" if turn % 2 else "swim-fast"))
        pond.advance(round(60 * 0.5 * LONG))
        assert (pond.commands.advice == Advice.NONE).all()


def test_the_same_fishes_are_recommended_the_same() -> None:
    ponds = [Pond(["sardine"] * 16) for _ in range(2)]
    for pond in ponds:
        pond.ask(speed=pond.gait("swim-medium"))
        pond.advance(round(60 * 2 * LONG))
    assert np.array_equal(ponds[0].commands.advice, ponds[1].commands.advice)
    assert (ponds[0].commands.advice != Advice.NONE).any()


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


def test_muscles_recommend_nothing() -> None:
    world = school("muscle")
    world.advance(round(60 * 1.5 * LONG))
    assert (world.commands.advice == Advice.NONE).all()
    assert len(np.unique(world.commands["speed"])) == 1
