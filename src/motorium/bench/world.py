"""Bench `world`: what a frame of a habitat costs, stage by stage.

environment  ms a frame: all that lives and flows around the fishes, against half a millisecond; and
             of that: currents (where each fish is), weeds, plankton, bubbles, food, eating, fields
             (light and temperature where each fish is)
motors, minds, picture  ms a frame, to compare: who moves the fishes; levels of detail, minds and
             what else there is; packing a frame for the pages

Of each the best tenth of a second, on average over its frames. Besides what `bench.living` measures
of whole worlds with minds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from motorium.bench.living import living
from motorium.bench.records import BenchRecord
from motorium.bench.stopwatch import Stopwatch
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
PARTS: Final = ("currents", "weeds", "plankton", "bubbles", "food", "eating", "fields")
"""Of the environment."""
STAGES: Final = ("environment", *PARTS, "motors", "minds", "picture")

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
    yield from living(HABITAT, quick)


def bar_of(record: BenchRecord) -> float | None:
    """The ratio that a record is to reach, if there is a bar for it."""
    return 1.0 if record.quantity in ("environment", "cores") else None


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
    watch = Stopwatch(time.perf_counter)
    watch.watch("around", habitat, "advance")
    watch.watch("currents", habitat.currents, "write_for")
    for stage in ("weeds", "plankton", "bubbles", "food"):
        watch.watch(stage, getattr(habitat, stage), "advance")
    for particles in (habitat.plankton, habitat.food):
        watch.watch("eating", particles, "bitten")
    for field in (habitat.light, habitat.temperature):
        watch.watch("fields", field, "at")
    for motor in world.motors:
        watch.watch("motors", motor, "advance")
    watch.watch("minds", world, "advance")
    watch.watch("picture", picture, "take")
    spent = np.zeros((rounds, len(STAGES)))
    for number in range(settling + rounds):
        watch.clear()
        if number % FEEDING == 0:
            habitat.food.drop((0.5, 0.0, 1.0))
        for _ in range(ROUND):
            world.advance()
            picture.take(world)
            places = world.population.positions[world.population.living]
            habitat.light.at(places)
            habitat.temperature.at(places)
        found = watch.spent
        found["environment"] = sum(found[stage] for stage in ("around", *PARTS))
        if number >= settling:
            spent[number - settling] = [found[stage] / ROUND for stage in STAGES]
    return spent
