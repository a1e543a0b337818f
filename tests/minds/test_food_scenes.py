"""Who is hungry reaches what drifts: plankton in a current, and food that was dropped."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.world.world import EATEN
from tests.minds.tanks import SEEDS, Member, Tanks, Troupe, passing

MOTORS = ("muscle", "repertoire")
SECONDS = 25.0


def somebody(chance: np.random.Generator) -> list[Member]:
    return [Member(0.0, 0.0, 0.0, chance.uniform(-np.pi, np.pi))]


def tanks(name: str, motor: str, eats: str) -> Tanks:
    """A hungry butterflyfish in each, in water that flows at 8 cm/s and turns about."""
    flow = [
        {"kind": "uniform", "velocity": (0.08, 0.0, 0.0), "period": 9.0},
        {"kind": "uniform", "velocity": (0.0, 0.05, 0.02), "period": 5.0},
    ]
    settings = {"eats": [eats], "instinct": {"hunger": 0.9}}
    return Tanks(
        name,
        motor,
        [Troupe("butterflyfish", somebody, settings)],
        habitat={"flow": flow, "plankton": {"count": 3 * SEEDS}, "food": {"pieces": 3}},
    )


def places(name: str, played: Tanks) -> list[np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """A place around the middle of each tank, within reach of a nose but not of an eye."""
    chance = np.random.default_rng(list(name.encode()))
    around = chance.uniform(0.6, 2.5, SEEDS), chance.uniform(-np.pi, np.pi, SEEDS)
    high = chance.uniform(-0.6, 0.6, SEEDS)
    return [
        np.array([x + far * np.cos(angle), y + far * np.sin(angle), z])
        for (x, y), far, angle, z in zip(played.middles, *around, high, strict=True)
    ]


def check(name: str, motor: str, played: Tanks) -> None:
    """Let it play until everybody has eaten something."""
    first = np.full(SEEDS, np.inf)

    def watch() -> None:
        for event in played.world.events:
            if event.kind == EATEN:
                first[event.subject] = min(first[event.subject], event.t)

    while played.world.clock.seconds < SECONDS and not np.isfinite(first).all():
        played.run(1.0, watch, every=30)
    reached = np.isfinite(first)
    changes = played.changes_per_minute(played.world.clock.seconds)
    print(
        f"{name}, {motor}: {reached.sum()} of {SEEDS} ate, after {np.median(first[reached]):.1f} s "
        f"(median), {first[reached].max():.1f} s at most; {changes:.1f} changes a minute"
    )
    assert (problem := passing(list(reached), f"{name}, {motor}")) is None, problem
    assert changes < 20.0


@pytest.mark.slow
@pytest.mark.parametrize("motor", MOTORS)
def test_reaches_plankton_in_a_current(motor: str) -> None:
    name = "plankton drifts"
    played = tanks(name, motor, "plankton")
    habitat = played.world.habitat
    assert habitat is not None
    # Three of each tank, beside each other.
    for number, place in enumerate(places(name, played)):
        for one in range(3):
            habitat.plankton.positions[3 * number + one] = place + np.array([0.05 * one, 0.0, 0.0])
    habitat.plankton.there[:] = 1
    check(name, motor, played)


@pytest.mark.slow
@pytest.mark.parametrize("motor", MOTORS)
def test_reaches_food_that_was_dropped(motor: str) -> None:
    name = "food sinks"
    played = tanks(name, motor, "food")
    for place in places(name, played):
        played.world.drop_food(place + np.array([0.0, 0.0, 1.0]))
    check(name, motor, played)
