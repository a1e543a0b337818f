"""Expressions over time: a mouth that gulps, two who court, and one whom a shark frightens."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from docs.pictures.style import CORAL, FOAM, GOLD, REEF, panel, save
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE
from motorium.world.expressing import COURTSHIP, FEAR, MOUTH
from motorium.world.scenario import Scenario
from motorium.world.world import EATEN, World


def world_of(*groups: dict[str, Any], **tables: Any) -> World:
    living = [{"mind": "instinct", "motor": "repertoire", **group} for group in groups]
    world = {"seed": 7, "extent": 60.0, "capacity": 12}
    return World(Scenario.model_validate({"format": 1, "world": world, "group": living, **tables}))


def one(species: str, x: float, heading: float = 0.0, **more: Any) -> dict[str, Any]:
    return {"species": species, "places": [(x, 0.0, 0.0)], "headings": [heading], **more}


def story(world: World, seconds: float) -> Floats:
    """Expressions frame by frame, shape (frames, individuals, 3)."""
    frames = []
    for _ in range(round(seconds * FRAME_RATE)):
        world.advance()
        frames.append(world.state().expression)
    return np.array(frames)


def meal() -> tuple[Floats, float]:
    """A hungry fish with food before it: its mouth, and when it has eaten [s]."""
    hungry = one("butterflyfish", 0.0, eats=["food"], instinct={"hunger": 0.9})
    world = world_of(hungry, habitat={"radius": 20.0, "relief": 0.0, "food": {"pieces": 1}})
    world.drop_food((0.5, 0.0, 0.0))
    mouth = story(world, 4.0)[:, 0, MOUTH]
    return mouth, next(event.t for event in world.events if event.kind == EATEN)


def courtship() -> Floats:
    """His colours and hers; after 4 s both have had enough."""
    ready = {"hunger": 0.0, "libido": 1.0, "digestion": 0.0}
    male = one("clownfish", 0.0, habits={"sex": "male"}, instinct=ready)
    female = one("clownfish", 0.4, math.pi, habits={"sex": "female"}, instinct=ready)
    world = world_of(male, female)
    before = story(world, 4.0)
    world.instinct.mated(world.population.living, world.seconds)
    return np.concatenate([before, story(world, 6.0)])[:, :, COURTSHIP]


def fright() -> Floats:
    """A herring that sees a shark, which is gone after 4 s."""
    world = world_of(one("herring", 0.0), one("shark", 4.0, math.pi))
    before = story(world, 4.0)[:, :1]
    world.remove(world.state().ids[1:])
    return np.concatenate([before, story(world, 6.0)])[:, 0, FEAR]


def main() -> None:
    figure, (left, right) = panel(9.5, 3.2, 2)
    mouth, eaten = meal()
    times = np.arange(len(mouth)) / FRAME_RATE - eaten
    left.plot(times, mouth, color=REEF)
    left.axvline(0.0, color=GOLD, linewidth=1)
    left.text(0.01, 1.04, "it has it", color=GOLD, fontsize=9)
    left.set(xlim=(-0.5, 0.5), ylim=(0.0, 1.15), xlabel="time [s]", ylabel="mouth")
    colours, fear = courtship(), fright()
    times = np.arange(len(colours)) / FRAME_RATE
    right.plot(times, colours[:, 0], color=CORAL, label="courtship, male")
    right.plot(times, colours[:, 1], color=GOLD, label="courtship, female")
    right.plot(times, fear, color=FOAM, label="fear")
    right.axvline(4.0, color=REEF, linewidth=1)
    right.set(ylim=(0.0, 1.15), xlabel="time [s]")
    right.legend(loc="upper right", fontsize=8)
    save(figure, "expressions.svg")


if __name__ == "__main__":
    main()
