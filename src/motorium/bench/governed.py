"""What a governed world costs: fishes that cruise, automatic, within a budget.

frame    ms: 19 of 20 frames take no longer, from two seconds on; with who watches, levels,
         exchanges, minds, motors, and packing the picture for the pages; against the budget
picture  ms: of that the picture; 19 of 20 take no longer
changes  per fish and minute: how often one changes between muscles and playback, on average; the
         case also says how often the most restless one did. A quick run has less than a minute
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Final

import numpy as np

from motorium.bench.records import BenchRecord
from motorium.contracts.time import FRAME_RATE
from motorium.contracts.viewing import Camera
from motorium.studio.picture import Picture
from motorium.world.scenario import AUTOMATIC, Group, Scenario, WorldSettings
from motorium.world.world import World

__all__ = ["BUDGET", "MOST_CHANGES", "cruising", "governed", "orbiting"]

POPULATIONS: Final = (1_000, 3_000, 10_000)
BUDGET: Final = 8.0
"""[ms]"""
MOST_CHANGES: Final = 6.0
"""Of level, per fish and minute."""
SETTLING: Final = 2.0
"""[s] after which the budget is kept."""
ORBIT: Final = 40.0
"""[s] a camera takes around the shoal."""


def cruising(count: int, budget: float | None = BUDGET) -> World:
    """Herrings on circles, automatic."""
    group = Group(
        species="herring", count=count, motor=AUTOMATIC, radius=(1.0, 5.0), size=(0.7, 1.2)
    )
    settings = WorldSettings(seed=5, capacity=count, budget=budget)
    return World(Scenario(format=1, world=settings, group=[group]))


def orbiting(seconds: float) -> Camera:
    """A camera that swims around the shoal, close to it, and looks at its middle."""
    angle = 2 * math.pi * seconds / ORBIT
    x, y = math.cos(angle), math.sin(angle)
    return Camera(position=(5.5 * x, 5.5 * y, 0.6), ahead=(-x, -y, -0.1))


def governed(quick: bool = False) -> Iterator[BenchRecord]:
    """Figures of all populations, with a camera that goes around and with nobody: then all are near
    and the budget is what limits muscles."""
    for count in POPULATIONS:
        for viewers in (1, 0):
            yield from _run(count, viewers, seconds=10.0 if quick else 60.0)


def _run(count: int, viewers: int, seconds: float) -> Iterator[BenchRecord]:
    world, picture = cruising(count), Picture()
    settling, frames = round(SETTLING * FRAME_RATE), round(seconds * FRAME_RATE)
    spent, pictures = np.zeros(frames), np.zeros(frames)
    changes = np.zeros(count, dtype=np.intp)
    on_muscles = 0
    for frame in range(settling + frames):
        before = world.population.motors.copy()
        begun = time.perf_counter()
        if viewers:
            world.look("viewer", orbiting(frame / FRAME_RATE))
        world.advance()
        packing = time.perf_counter()
        picture.take(world)
        ended = time.perf_counter()
        world.charge(1e3 * (ended - packing))
        if frame >= settling:
            spent[frame - settling] = 1e3 * (ended - begun)
            pictures[frame - settling] = 1e3 * (ended - packing)
            changes += world.population.motors != before
            on_muscles += world.levels.muscles
    case: dict[str, int | float | str] = {
        "fish": count,
        "viewers": viewers,
        "muscles": round(on_muscles / frames),
        "seconds": round(seconds),
    }
    most = float(np.quantile(spent, 0.95))
    yield BenchRecord(
        bench="levels",
        quantity="frame",
        case=case,
        value=round(most, 2),
        unit="ms",
        against="budget",
        ratio=round(BUDGET / most, 3),
    )
    yield BenchRecord(
        bench="levels",
        quantity="picture",
        case=case,
        value=round(float(np.quantile(pictures, 0.95)), 2),
        unit="ms",
    )
    yield BenchRecord(
        bench="levels",
        quantity="changes",
        case={**case, "most": int(changes.max())},
        value=round(float(changes.mean()), 3),
        unit="1/fish/min",
    )
