"""Bench `world`: what a frame of a habitat costs, stage by stage.

environment  ms a frame: all that lives and flows around the fishes, against half a millisecond; and
             of that: currents (where each fish is), weeds, plankton, bubbles, food, eating, fields
             (light and temperature where each fish is)
motors, minds, picture  ms a frame, to compare: who moves the fishes; levels of detail, minds and
             what else there is; packing a frame for the pages

Of each the best tenth of a second, on average over its frames.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from motorium.bench.records import BenchRecord
from motorium.studio.picture import Picture
from motorium.world.scenario import Scenario
from motorium.world.world import World

__all__ = ["MOST_ENVIRONMENT", "bar_of", "lively", "measure"]

MOST_ENVIRONMENT: Final = 0.5
"""[ms] a frame."""
ROUND: Final = 6
"""Frames."""
SETTLING: Final = 250
"""Rounds until as many bubbles burst as come."""
FEEDING: Final = 50
"""Rounds from one handful of food to the next."""
FISHES: Final = 100
CLUSTERS: Final = 20
LEAVES: Final = 8
PLANKTON: Final = 500
STAGES: Final = (
    "environment",
    "currents",
    "weeds",
    "plankton",
    "bubbles",
    "food",
    "eating",
    "fields",
    "motors",
    "minds",
    "picture",
)

HABITAT: Final[dict[str, Any]] = {
    "radius": 6.0,
    "relief": 0.4,
    "crevices": 2,
    "flow": [
        {"kind": "uniform", "velocity": (0.15, 0.05, 0.0), "period": 12.0},
        {"kind": "uniform", "velocity": (0.02, 0.0, 0.0)},
        {"kind": "vortex", "place": (2.0, 1.0, 0.0), "strength": 0.1},
        {"kind": "vortex", "place": (-2.0, -2.0, 0.5), "strength": 0.1, "line": False},
        {"kind": "source", "place": (-3.0, 2.0, -1.0), "strength": 0.03},
        {"kind": "source", "place": (0.0, 3.0, -1.0), "strength": 0.05, "line": False},
        {"kind": "sink", "place": (3.0, -3.0, 0.0), "strength": 0.03},
        {"kind": "sink", "place": (0.0, -4.0, 0.0), "strength": 0.05, "line": False},
    ],
    "obstacle": [
        {"kind": "cylinder", "count": 4, "around": (1.0, 5.0), "source": 0.004},
        {"kind": "rock", "count": 8, "around": (1.0, 5.0), "source": 0.002},
        {"kind": "coral", "count": 8, "around": (1.0, 5.0)},
    ],
    "weed": [{"count": CLUSTERS, "leaves": LEAVES, "around": (0.5, 5.5)}],
    "plankton": {"count": PLANKTON},
    "bubbles": {"count": 3},
    "light": {"day": 600.0},
    "temperature": {"spot": [{"place": (1.0, 1.0, -1.5), "warmer": 3.0}]},
}
"""All kinds of currents, and of everything a little."""


def measure(quick: bool = False) -> Iterator[BenchRecord]:
    """All figures."""
    spent = _rounds(lively(), rounds=200 if quick else 600)
    case: dict[str, int | float | str] = {
        "fish": FISHES,
        "clusters": CLUSTERS,
        "leaves": LEAVES,
        "plankton": PLANKTON,
    }
    for stage, seconds in zip(STAGES, spent.min(axis=0), strict=True):
        bounded = stage == "environment"
        yield BenchRecord(
            bench="world",
            quantity=stage,
            case=case,
            value=round(1e3 * seconds, 4),
            unit="ms/frame",
            against=f"{MOST_ENVIRONMENT:g} ms" if bounded else None,
            ratio=round(MOST_ENVIRONMENT / (1e3 * seconds), 3) if bounded else None,
        )


def bar_of(record: BenchRecord) -> float | None:
    """The ratio that a record is to reach, if there is a bar for it."""
    return 1.0 if record.quantity == "environment" else None


def lively(fishes: int = FISHES) -> World:
    """Herrings that cruise, replayed, in a habitat of everything, and eat whatever they meet."""
    group = {
        "species": "herring",
        "count": fishes,
        "motor": "repertoire",
        "radius": (1.0, 4.0),
        "eats": ["plankton", "food"],
    }
    world = {"seed": 5, "capacity": max(fishes, 1)}
    return World(
        Scenario.model_validate({"format": 1, "world": world, "habitat": HABITAT, "group": [group]})
    )


def _rounds(world: World, rounds: int, settling: int = SETTLING) -> Any:
    """Seconds a frame of each stage, shape (rounds, stages)."""
    habitat, picture = world.habitat, Picture()
    if habitat is None:
        raise ValueError("there is no habitat to measure")
    clock = _Stopwatch()
    clock.watch("environment", habitat, "advance")
    clock.watch("currents", habitat.currents, "write_for")
    for stage in ("weeds", "plankton", "bubbles", "food"):
        clock.watch(stage, getattr(habitat, stage), "advance")
    for particles in (habitat.plankton, habitat.food):
        clock.watch("eating", particles, "bitten")
    for motor in world.motors:
        clock.watch("motors", motor, "advance")
    spent = np.zeros((rounds, len(STAGES)))
    for number in range(settling + rounds):
        clock.spent = dict.fromkeys((*STAGES, "frame"), 0.0)
        if number % FEEDING == 0:
            habitat.food.drop((0.5, 0.0, 1.0))
        for _ in range(ROUND):
            clock.run("frame", world.advance)
            clock.run("picture", picture.take, world)
            living = world.population.positions[world.population.living]
            clock.run("fields", habitat.light.at, living)
            clock.run("fields", habitat.temperature.at, living)
        found = clock.spent
        found["minds"] = found["frame"] - sum(
            found[stage] for stage in ("motors", "environment", "currents")
        )
        found["environment"] += found["currents"] + found["fields"]
        if number >= settling:
            spent[number - settling] = [found[stage] / ROUND for stage in STAGES]
    return spent


class _Stopwatch:
    """spent [s]: in each stage so far."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    def run(self, stage: str, work: Callable[..., Any], *arguments: Any) -> Any:
        begun = time.perf_counter()
        result = work(*arguments)
        self.spent[stage] += time.perf_counter() - begun
        return result

    def watch(self, stage: str, part: object, method: str) -> None:
        """Time a method of a part of the world from now on."""
        work = getattr(part, method)
        setattr(part, method, lambda *arguments: self.run(stage, work, *arguments))
