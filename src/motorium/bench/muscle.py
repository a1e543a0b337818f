"""Bench `muscle`: what a frame of the muscle motor costs: controller, physics, and looking at it.

frame   ns/fish-frame, against the same steps of the float64 reference
budget  share of one core that 1000 fishes take at 60 frames a second, against a fifth of a core
"""

from __future__ import annotations

from collections.abc import Iterator

from threadpoolctl import threadpool_limits

from motorium.bench.records import BenchRecord, best_seconds
from motorium.bodies.species import Species
from motorium.contracts.time import FRAME_RATE
from motorium.cores import usable_cores
from motorium.motors.muscle import MuscleMotor
from motorium.motors.patterns import beating
from motorium.physics.fish_reference import FishState
from motorium.physics.natural_reference import NaturalFish
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World

__all__ = ["measure"]

POPULATIONS = (16, 1_000, 10_000)
BUDGET_FISHES = 1_000
BUDGET = 0.2
"""Of one core."""
PEER = "float64 reference, the same steps"


def measure(quick: bool = False) -> Iterator[BenchRecord]:
    """All figures, one after the other."""
    rounds = 15 if quick else 40
    for count in POPULATIONS[:2] if quick else POPULATIONS:
        yield from _frame(count, rounds)


def swimming(count: int) -> tuple[MuscleMotor, Species]:
    """Herring that have swum for a second, each somewhere in its own beat."""
    group = Group(species="herring", count=count, radius=(1.0, 20.0))
    world = World(
        Scenario(format=1, world=WorldSettings(extent=100.0, capacity=count), group=[group])
    )
    world.advance(FRAME_RATE)
    motor = world.motors[0]
    assert isinstance(motor, MuscleMotor)
    return motor, world.species[0]


def _frame(count: int, rounds: int) -> Iterator[BenchRecord]:
    motor, species = swimming(count)
    fish, state = NaturalFish(species.body), FishState.at_rest(species.body)
    contraction = beating(species.gaits.medium, 0.3)

    def by_motor() -> None:
        motor.advance(0)

    def by_reference() -> None:
        for _ in range(species.steps_per_frame):
            fish.step(state, contraction, species.step)

    for cores in (1, 2):
        if cores > usable_cores():
            return
        motor.cores = cores
        with threadpool_limits(limits=1):
            seconds, reference = best_seconds([by_motor, by_reference], rounds, 0.01)
        per_fish = seconds / count * 1e9
        yield BenchRecord(
            bench="muscle",
            quantity="frame",
            case={"fish": count, "cores": cores},
            value=round(per_fish, 1),
            unit="ns/fish-frame",
            against=PEER,
            ratio=round(reference * 1e9 / per_fish, 1),
        )
        if count == BUDGET_FISHES and cores == 1:
            share = seconds * FRAME_RATE
            yield BenchRecord(
                bench="muscle",
                quantity="budget",
                case={"fish": count, "cores": cores},
                value=round(share, 4),
                unit="cores",
                against="a fifth of a core",
                ratio=round(BUDGET / share, 2),
            )
