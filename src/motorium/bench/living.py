"""What a living sea costs: fishes with minds, weeds, plankton, a submarine and a fishing line.

cores  share of a core at 60 frames a second: everything that makes a frame, and its picture for the
       pages; 60 fishes, all on muscles, against a quarter of a core; 1000 on automatic levels, with
       a viewer among them, within a budget and with a number allowed on muscles, against one core
frame  ms: the same, of one frame; wall: by the clock on the wall, which goes on while others have
       the processor; and of each stage, in the order in which they come

Judged is the time that this process uses of processors, and the median of seconds. A fish may be
eaten; another comes in its place.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from motorium.bench.records import BenchRecord
from motorium.bench.stopwatch import Stopwatch
from motorium.contracts.time import FRAME_RATE
from motorium.contracts.viewing import Camera
from motorium.studio.picture import Picture
from motorium.world.scenario import Scenario
from motorium.world.world import World

__all__ = ["BARS", "CASES", "Case", "living", "peopled"]

SETTLING: Final = 10
"""Seconds until everybody has found his school, and a budget its level."""
TURN: Final = 40.0
"""[s] in which the viewer looks all around."""
SHARES: Final = {
    "shark": 1,
    "grouper": 1,
    "sardine": 20,
    "herring": 14,
    "pokerfish": 10,
    "emperor-angelfish": 4,
    "butterflyfish": 4,
    "clownfish": 6,
}
"""Of each species, in 60 fishes: all that ship."""
STAGES: Final = (
    "director",
    "levels",
    "room",
    "senses",
    "instinct",
    "muscles",
    "playback",
    "submarine",
    "holding",
    "currents",
    "weeds",
    "plankton",
    "bubbles",
    "food",
    "eating",
    "line",
    "renewal",
    "picture",
    "rest",
)


class Case(NamedTuple):
    """fishes; motor; budget [ms] a frame; allowed: on muscles, of who is automatic, in place of a
    budget; radius of the habitat [m]; viewers; cores that it may use."""

    fishes: int
    motor: str
    budget: float | None
    allowed: int | None
    radius: float
    viewers: int
    cores: float


# A budget goes by the clock on the wall: where others use the machine, it lets fewer be simulated,
# and the frame is cheaper. A number that is allowed stays.
CASES: Final = (
    Case(60, "muscle", None, None, 6.0, 0, 0.25),
    Case(1000, "automatic", 12.0, None, 15.0, 1, 1.0),
    Case(1000, "automatic", None, 200, 15.0, 1, 1.0),
)
BARS: Final = {0.25: "a quarter of a core", 1.0: "one core"}


def living(habitat: dict[str, Any], quick: bool = False) -> Iterator[BenchRecord]:
    """Figures of all cases, in a habitat."""
    for case in CASES:
        yield from _run(case, peopled(case, habitat), seconds=10 if quick else 40)


def peopled(case: Case, habitat: dict[str, Any]) -> World:
    """Everybody who ships lives by instinct, in as much of a habitat as they need."""
    whole = sum(SHARES.values())
    groups: list[dict[str, Any]] = [
        {
            "name": species,
            "species": species,
            "count": share * case.fishes // whole,
            "motor": case.motor,
            "mind": "instinct",
            "spread": "habitat",
            "eats": ["plankton", "food"],
            "returns": 1.0,
        }
        for species, share in SHARES.items()
    ]
    groups[2]["count"] += case.fishes - sum(group["count"] for group in groups)
    settings = {
        "format": 1,
        "world": {"seed": 5, "capacity": case.fishes, "budget": case.budget, "keeps": "constant"},
        "habitat": {**habitat, "radius": case.radius},
        "submarine": {"place": (-3.5, 0.0, 0.5)},
        "line": {"place": (3.0, 1.0), "at": 5.0},
        "group": groups,
    }
    world = World(Scenario.model_validate(settings))
    if case.allowed is not None:
        world.allow(case.allowed)
    return world


def watched(world: World, picture: Picture) -> Stopwatch:
    """A stopwatch for all stages of its frames and pictures."""
    watch = Stopwatch(time.process_time)
    habitat, instincts = world.habitat, world._peopling.instincts
    if habitat is None:
        raise ValueError("there is no habitat to measure")
    watch.watch("director", world._director, "advance")
    watch.watch("levels", world, "_follow_eyes", "look")
    watch.watch("room", world._around, "room")
    watch.watch("senses", instincts._edible, "follow")
    watch.watch("senses", instincts._sensing, "sense")
    watch.watch("senses", instincts, "_feel")
    watch.watch("instinct", instincts, "decide")
    watch.watch("muscles", world.motors[0], "advance")
    for motor in world.motors[1:]:
        watch.watch("playback", motor, "advance")
    watch.watch("submarine", world._diving, "advance")
    watch.watch("holding", world._around, "hold")
    watch.watch("currents", world._around, "_flow")
    for stage in ("weeds", "plankton", "bubbles", "food"):
        watch.watch(stage, getattr(habitat, stage), "advance")
    watch.watch("eating", world._feeding, "advance")
    watch.watch("line", world._angling, "advance")
    watch.watch("renewal", world._renewal, "advance")
    watch.watch("picture", picture, "take")
    watch.watch("rest", world, "advance")
    return watch


def looking_around(seconds: float) -> Camera:
    """A camera in the middle of everybody."""
    angle = 2.0 * math.pi * seconds / TURN
    return Camera(position=(0.0, 0.0, 0.5), ahead=(math.cos(angle), math.sin(angle), 0.0))


def _run(case: Case, world: World, seconds: int, settling: int = SETTLING) -> Iterator[BenchRecord]:
    picture = Picture()
    watch = watched(world, picture)
    spent, walls = np.zeros((seconds, len(STAGES))), np.zeros(seconds)
    on_muscles = 0
    for second in range(settling + seconds):
        watch.clear()
        begun = time.perf_counter()
        for frame in range(FRAME_RATE):
            if case.viewers:
                world.look("viewer", looking_around(second + frame / FRAME_RATE))
            world.advance()
            drawing = time.perf_counter()
            picture.take(world)
            world.charge(1e3 * (time.perf_counter() - drawing))
        wall = time.perf_counter() - begun
        if second >= settling:
            spent[second - settling] = [watch.spent.get(stage, 0.0) for stage in STAGES]
            walls[second - settling] = wall
            on_muscles += world.levels.muscles
    told: dict[str, int | float | str] = {
        "fish": case.fishes,
        "motor": case.motor,
        "muscles": round(on_muscles / seconds),
    }
    if case.budget is not None:
        told["budget"] = case.budget
    cores = float(np.median(spent.sum(axis=1)))
    yield BenchRecord(
        bench="world",
        quantity="cores",
        case=told,
        value=round(cores, 4),
        unit="cores",
        against=BARS[case.cores],
        ratio=round(case.cores / cores, 3),
    )
    milliseconds = 1e3 / FRAME_RATE
    yield _stage("frame", told, milliseconds * cores)
    yield _stage("wall", told, milliseconds * float(np.median(walls)))
    for stage, each in zip(STAGES, np.median(spent, axis=0), strict=True):
        if each > 0.0:
            yield _stage(stage, told, milliseconds * float(each))


def _stage(quantity: str, case: dict[str, int | float | str], value: float) -> BenchRecord:
    return BenchRecord(
        bench="world", quantity=quantity, case=case, value=round(value, 4), unit="ms/frame"
    )
