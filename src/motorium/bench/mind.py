"""Bench `mind`: what it costs a fish to perceive and to decide.

senses    us/fish-frame: who and what is nearby, seen, smelled and felt
instinct  us/fish-frame: mental state, intention, focus, routine, and steering in every frame
mind      us/fish-frame: both, against `limit`, and against Mesa's boids of the same number; growth:
          the same with most fishes against with few
world     frames/s: all of Tu's own scene of 1995, fishes on muscles, against what it ran at then

Amortised: a fish decides every sixth frame, each when its turn is, and all are measured over six
frames. One core, one fish per cubic body length, in open water. Time of the processor, whoever else
uses it; that of boids is the clock's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any, Final

import numpy as np

from motorium.bench.records import BenchRecord, best_seconds
from motorium.bodies.species import load_species
from motorium.world.instincts import EVERY
from motorium.world.scenario import Scenario
from motorium.world.world import World

__all__ = ["bar_of", "crowded", "measure", "tu_1995"]

POPULATIONS: Final = (1_000, 10_000)
LIMIT: Final = 2.5
"""Senses and instinct together, with most fishes [us/fish-frame]."""
GROWTH: Final = 1.5
"""By how much more a fish may cost with most fishes than with fewest."""
FRAMES_1995: Final = 4.0
"""A second, on one processor of its time (Tu 1999, section 8.4)."""
SPECIES: Final = "sardine"
SETTLING: Final = 10
"""Rounds of six frames until everybody has decided what to do."""


def measure(quick: bool = False) -> Iterator[BenchRecord]:
    """All figures, one after the other."""
    costs = {}
    for count in POPULATIONS:
        senses, instinct = _seconds(crowded(count), rounds=5 if quick else 20)
        costs[count] = both = senses + instinct
        yield _record("senses", count, senses)
        yield _record("instinct", count, instinct)
        if count == max(POPULATIONS):
            yield _record("mind", count, both, f"limit of {LIMIT:g} us", LIMIT)
            few = min(POPULATIONS)
            yield _record("mind", count, both, f"{few} fishes", costs[few])
        if find_spec("mesa"):
            boids = _boids(count, rounds=1 if count == max(POPULATIONS) else 3)
            yield _record("mind", count, both, "Mesa's boids", boids)
    frames = _frames_of_1995(rounds=3 if quick else 10)
    yield BenchRecord(
        bench="mind",
        quantity="world",
        case={"fish": 10, "food": 15, "obstacles": 4},
        value=round(frames, 1),
        unit="frames/s",
        against="4 frames/s in 1995",
        ratio=round(frames / FRAMES_1995, 1),
    )


def bar_of(record: BenchRecord) -> float | None:
    """The ratio that a record is to reach, if there is a bar for it."""
    if record.quantity != "mind" or record.against is None:
        return None
    if record.against.startswith("limit"):
        return 1.0
    return round(1.0 / GROWTH, 3) if record.against.endswith("fishes") else None


def crowded(count: int, seed: int = 3) -> World:
    """Sardines that live by instinct, replayed, one per cubic body length."""
    species = load_species(SPECIES)
    draw = np.random.default_rng(seed)
    side = species.length * count ** (1 / 3)
    group = {
        "species": SPECIES,
        "motor": "repertoire",
        "mind": "instinct",
        "places": draw.uniform(-0.5 * side, 0.5 * side, (count, 3)).tolist(),
        "headings": draw.uniform(-np.pi, np.pi, count).tolist(),
    }
    world = {"seed": seed, "capacity": count, "extent": 200.0}
    return World(Scenario.model_validate({"format": 1, "world": world, "group": [group]}))


def tu_1995(seed: int = 3) -> World:
    """Ten fishes, fifteen particles of food and four obstacles."""
    groups = [
        {"species": "shark", "count": 1, "radius": (3.0, 5.0)},
        {"species": "herring", "count": 5, "radius": (0.5, 3.0)},
        {"species": "clownfish", "count": 4, "radius": (0.5, 3.0)},
    ]
    return World(
        Scenario.model_validate(
            {
                "format": 1,
                "world": {"seed": seed, "capacity": 10},
                "habitat": {
                    "radius": 8.0,
                    "obstacle": [{"kind": "cylinder", "count": 4, "around": (1.0, 6.0)}],
                    "plankton": {"count": 15},
                },
                "group": [
                    {
                        "motor": "muscle",
                        "mind": "instinct",
                        "eats": ["plankton"],
                        **group,
                    }
                    for group in groups
                ],
            }
        )
    )


def _seconds(world: World, rounds: int) -> tuple[float, float]:
    """Of senses and instinct, a fish and frame: those of the best six frames."""
    spent = dict.fromkeys(("senses", "instinct"), 0.0)
    instincts = world._peopling.instincts

    def watch(quantity: str, part: Any, method: str) -> None:
        work: Callable[..., Any] = getattr(part, method)

        def timed(*arguments: Any) -> Any:
            begun = time.thread_time()
            result = work(*arguments)
            spent[quantity] += time.thread_time() - begun
            return result

        setattr(part, method, timed)

    watch("senses", instincts._edible, "follow")
    watch("senses", instincts._sensing, "sense")
    watch("senses", instincts, "_feel")
    watch("instinct", instincts.instinct, "decide")
    found = []
    for _ in range(SETTLING + rounds):
        spent.update(senses=0.0, instinct=0.0)
        world.advance(EVERY)
        found.append(tuple(spent.values()))
    fish_frames = EVERY * len(world.population)
    senses, instinct = np.min(found[SETTLING:], axis=0) / fish_frames
    return float(senses), float(instinct)


def _boids(count: int, rounds: int) -> float:
    """Seconds a boid and step."""
    from motorium.bench.mesa_boids import Boids

    best = best_seconds([Boids(count).step], rounds, enough=0.0)
    return best[0] / count


def _frames_of_1995(rounds: int) -> float:
    """A second."""
    world = tu_1995()
    world.advance(60)
    best = best_seconds([partial(world.advance, 60)], rounds, enough=0.0)
    return 60.0 / best[0]


def _record(
    quantity: str, count: int, seconds: float, against: str | None = None, theirs: float = 0.0
) -> BenchRecord:
    limit = 1e-6 * theirs if against and against.startswith("limit") else theirs
    return BenchRecord(
        bench="mind",
        quantity=quantity,
        case={"fish": count, "cores": 1},
        value=round(1e6 * seconds, 3),
        unit="us/fish-frame",
        against=against,
        ratio=round(limit / seconds, 3) if against else None,
    )
