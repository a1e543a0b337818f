"""Three ways to choose what to do, on one scene: Tu's intention generator, Maes' behaviour choice
network and Tyrrell's free-flow hierarchy (Tu 1999, appendix C).

Hungry herrings, plankton behind a pillar, and a grouper that comes. Senses, drives and motor are
the same; only who chooses is exchanged. Both others are small versions of ours, made after the
descriptions in appendix C.
"""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Circle

from motorium.compiled import borrowing_kernel
from motorium.contracts.perception import NOBODY, Kind
from motorium.contracts.population import Slots
from motorium.minds.instinct.behaviours import (
    AVOID,
    EAT,
    ESCAPE,
    WANDER,
    Behaviour,
    known,
    registered,
)
from motorium.minds.instinct.focuser import focus
from motorium.minds.instinct.intentions import choose, take_up
from motorium.minds.instinct.mental_state import NOWHERE, eats_it, nearest_food
from motorium.minds.instinct.scene import Scene
from motorium.minds.instinct.steering import heading_of
from motorium.world.scenario import Scenario
from motorium.world.world import EATEN, World

COPIES, APART, IN_A_ROW = 24, 70.0, 6
"""The scene is played so often side by side, so far apart [m]."""
PREY, PARTICLES = 3, 20
"""Herrings and particles in each."""
SECONDS = 25.0
PILLAR = (1.2, 0.35)
"""How far before the herrings, and its radius [m]."""
FOOD = 2.6
"""How far before them the middle of the plankton is [m]."""

# ------------------------------------------------------------ Maes' behaviour choice network

MODULES = np.array([AVOID, ESCAPE, EAT, WANDER])
SENSED, MOTIVATED, PROTECTED, MEAN = 0.6, 1.0, 0.5, 0.5
"""phi, gamma, delta and pi: what true conditions, motivations and protected conditions give to or
take from a module, and the mean activation. Chosen once, and not tuned since."""


@borrowing_kernel
def spread(scene: Scene, slots: Slots, activations: np.ndarray) -> None:
    """Energy flows for one step; the strongest module whose condition is true is chosen."""
    for slot in slots:
        brain, energy = scene.brains[slot], activations[slot]
        perceived, temper = scene.perceived, scene.tempers[slot]
        blocked = perceived.obstacle[slot] != NOBODY or perceived.fish[slot] != NOBODY
        food = nearest_food(scene, slot) != NOWHERE
        # Conditions are true or false, whatever the distance; motivations are numbers.
        true = (blocked, brain.fear > temper.flees, food, brain.hunger >= 0.0)
        wants = (1.0, 1.0 * brain.fear, 1.0 * brain.hunger, 0.0)
        before = (energy[0], energy[1], energy[2], energy[3])
        for module in range(4):
            if true[module]:
                energy[module] += SENSED
            energy[module] += MOTIVATED * wants[module] * (1.0 if true[module] else 0.5)
        # Exploring makes food perceived: it excites eating, and a hungry fish without food excites
        # it. Fleeing loses the food: eating inhibits it, as it protects what it needs.
        if food:
            energy[1] -= PROTECTED * before[2]
        else:
            energy[3] += MOTIVATED * before[2]
            energy[2] += SENSED * before[3]
        total = 0.0
        for module in range(4):
            energy[module] = max(energy[module], 0.0)
            total += energy[module]
        best = 3
        for module in range(4):
            energy[module] *= 4.0 * MEAN / max(total, 1e-9)
            if true[module] and energy[module] > energy[best]:
                best = module
        brain.chosen = MODULES[best]
        brain.recalled = 0
        brain.decisions += 1
        brain.decided = scene.seconds


# ------------------------------------------------------------ Tyrrell's free-flow hierarchy

FOODS, PREDATORS, OBSTACLES = int(Kind.FOOD), int(Kind.PREDATOR), int(Kind.OBSTACLE)
HEADINGS, CLIMBS = 24, 3
STEEP = 0.4
"""The actions: courses all round, level or up or down by so much [rad]."""
WEIGHTS = (3.0, 2.0, 1.0, 0.15)
"""Of keeping clear, fleeing, eating and going on. Chosen once, and not tuned since."""


def flow(scene: Scene, slots: Slots) -> None:
    """Every desire says of every action what it is worth; the best sum wins."""
    _flow(scene, slots, np.zeros((4, HEADINGS, CLIMBS)))


@borrowing_kernel
def _flow(scene: Scene, slots: Slots, worth: np.ndarray) -> None:
    perceived = scene.perceived
    for slot in slots:
        brain, wish, temper = scene.brains[slot], scene.wishes[slot], scene.tempers[slot]
        here, length = perceived.positions[slot], perceived.lengths[slot]
        w, i, j, k = perceived.orientations[slot]
        own = heading_of(w, i, j, k)
        for desire in range(4):
            for course in range(HEADINGS):
                for climb in range(CLIMBS):
                    worth[desire, course, climb] = 0.0
        nearest = NOWHERE
        for course in range(HEADINGS):
            angle = own + 2.0 * math.pi * course / HEADINGS
            for climb in range(CLIMBS):
                slope = STEEP * (climb - 1)
                x, y = math.cos(angle) * math.cos(slope), math.sin(angle) * math.cos(slope)
                z = math.sin(slope)
                worth[3, course, climb] = WEIGHTS[3] * math.cos(angle - own) * math.cos(slope)
                for place in range(perceived.counts[slot, FOODS]):
                    which = perceived.which[slot, FOODS, place]
                    if not eats_it(perceived, temper.eats, which):
                        continue
                    there = perceived.food_places[which]
                    p, q, r = there[0] - here[0], there[1] - here[1], there[2] - here[2]
                    far = math.sqrt(p * p + q * q + r * r) + 1e-9
                    nearest = min(nearest, far)
                    good = max((x * p + y * q + z * r) / far, 0.0) ** 4 / (
                        1.0 + (far / length) ** 2
                    )
                    worth[2, course, climb] += WEIGHTS[2] * brain.hunger * good
                for place in range(perceived.counts[slot, PREDATORS]):
                    there = perceived.positions[perceived.which[slot, PREDATORS, place]]
                    p, q, r = there[0] - here[0], there[1] - here[1], there[2] - here[2]
                    far = math.sqrt(p * p + q * q + r * r) + 1e-9
                    fear = min(temper.timidity / far, 1.0)
                    worth[1, course, climb] -= WEIGHTS[1] * fear * (x * p + y * q + z * r) / far
                for place in range(perceived.counts[slot, OBSTACLES]):
                    one = perceived.cylinders[perceived.which[slot, OBSTACLES, place]]
                    p, q = one.x - here[0], one.y - here[1]
                    along = x * p + y * q
                    aside = abs(x * q - y * p)
                    clear = math.sqrt(p * p + q * q) - one.radius
                    if along > 0.0 and aside < one.radius + 0.25 * length and clear < 4.0 * length:
                        worth[0, course, climb] -= WEIGHTS[0] * (1.0 - clear / (4.0 * length))
        best, most = 0, -1e9
        for action in range(HEADINGS * CLIMBS):
            course, climb = action // CLIMBS, action % CLIMBS
            total = 0.0
            for desire in range(4):
                total += worth[desire, course, climb]
            if total > most:
                best, most = action, total
        course, climb = best // CLIMBS, best % CLIMBS
        # Nobody won; what the action owes most to is what we call its intention.
        leading = 3
        for desire in range(3):
            if abs(worth[desire, course, climb]) > abs(worth[leading, course, climb]):
                leading = desire
        brain.tally += leading != brain.stage
        brain.stage = leading
        wish.heading = own + 2.0 * math.pi * course / HEADINGS
        wish.climb = STEEP * (climb - 1)
        wish.speed = temper.top if leading == 1 else temper.cruise
        if leading == 2:
            wish.speed = temper.cruise * min(max(nearest / (2.0 * length), 0.25), 1.0)
        wish.mouth = 1.0 if nearest < 0.7 * length and brain.hunger > temper.acts else 0.0
        wish.turn = wish.brake = wish.backward = 0.0


FREE_FLOW = Behaviour("free flow", flow, level=0.0)

# ------------------------------------------------------------ the scene


def middles() -> np.ndarray:
    """Of all copies [m], shape (COPIES, 2)."""
    numbers = np.arange(COPIES)
    return APART * np.stack([numbers % IN_A_ROW - 2.5, numbers // IN_A_ROW - 1.5], axis=1)


def stage() -> World:
    """All copies in one world; the herrings come first."""
    chance = np.random.default_rng(list(b"three minds"))
    places = np.concatenate(
        [
            np.column_stack([chance.uniform(-0.3, 0.3, (PREY, 2)) + m, np.zeros(PREY)])
            for m in middles()
        ]
    )
    herrings = {
        "species": "herring",
        "places": places.tolist(),
        "headings": [0.0] * len(places),
        "eats": ["plankton"],
        "habits": {"schooling": False, "warmth": "any"},
        "instinct": {"hunger": 0.8},
    }
    hunters = {
        "species": "grouper",
        "places": [(x - 10.0, y + 0.5, 0.0) for x, y in middles().tolist()],
        "headings": [0.0] * COPIES,
        "instinct": {"hunger": 1.0, "appetite": 20.0},
    }
    ours = {"mind": "instinct", "motor": "repertoire"}
    pillars = {
        "kind": "cylinder",
        "places": [(x + PILLAR[0], y) for x, y in middles().tolist()],
        "radius": (PILLAR[1], PILLAR[1]),
        "height": (20.0, 20.0),
    }
    sea = {
        "radius": 300.0,
        "relief": 0.0,
        "obstacle": [pillars],
        "plankton": {"count": COPIES * PARTICLES},
    }
    world = World(
        Scenario(
            format=1,
            world={"extent": 700.0, "capacity": 512},
            habitat=sea,
            group=[herrings | ours, hunters | ours],
        )
    )
    cloud = chance.uniform(-0.6, 0.6, (COPIES, PARTICLES, 3))
    cloud[:, :, :2] += middles()[:, None]
    cloud[:, :, 0] += FOOD
    assert world.habitat is not None
    world.habitat.plankton.positions[:] = cloud.reshape(-1, 3)
    world.habitat.plankton.there[:] = 1
    return world


def play(name: str) -> dict[str, Any]:
    """The scene, with a way to choose for the herrings."""
    world = stage()
    instinct, people = world.instinct, world.population
    herring = range(COPIES * PREY)
    energy = np.zeros((people.capacity, 4))

    def of_herrings(scene: Scene, slots: Slots) -> None:
        """Groupers go on with the intention generator."""
        is_small = people.ids[slots] < len(herring)
        small = slots[is_small]
        choose(scene, slots[~is_small])
        if name == "intention generator":
            choose(scene, small)
        elif name == "choice network":
            spread(scene, small, energy)
        else:
            scene.brains["chosen"][small] = len(known()) - 1

    instinct.selector = of_herrings
    danger, paths = 0.0, []
    for _ in range(round(SECONDS * 10)):
        world.advance(6)
        living = people.slots([one for one in herring if one in people])
        hunters = people.living[people.ids[people.living] >= len(herring)]
        gaps = people.positions[living][:, None] - people.positions[hunters]
        danger += 0.1 * int((np.linalg.norm(gaps, axis=2).min(axis=1) < 2.0).sum())
        first = [int(people.slots([one])[0]) if one in people else NOBODY for one in range(PREY)]
        paths.append([people.positions[one].copy() if one >= 0 else [np.nan] * 3 for one in first])
    meals = [event for event in world.events if event.kind == EATEN]
    changes = instinct.brains["tally" if name == "free flow" else "changes"][living]
    return {
        "eaten": sum(event.subject in herring for event in meals) / len(herring),
        "survive": len(living) / len(herring),
        "danger": danger / len(herring),
        "changes": float(changes.mean() / SECONDS * 60.0),
        "cost": _cost(world, living),
        "paths": np.array(paths),
    }


def _cost(world: World, living: Slots) -> float:
    """Of one decision, from drives to wish [microseconds]: the least of twenty measurements."""
    instinct, least = world.instinct, math.inf
    scene = instinct.scene(world.clock.seconds)
    for _ in range(20):
        begin = time.perf_counter()
        instinct.selector(scene, living)
        take_up(scene, living)
        focus(scene, living)
        intentions = instinct.brains["intention"][living]
        for number, behaviour in enumerate(known()):
            if (doing := living[intentions == number]).size:
                behaviour.act(scene, doing)
        least = min(least, time.perf_counter() - begin)
    return 1e6 * least / len(living)


def main(folder: Path) -> None:
    """Play it three times, compare, and draw it to `folder`."""
    found = {}
    with registered(FREE_FLOW):
        for name in ("intention generator", "choice network", "free flow"):
            found[name] = play(name)
    print("| | food a fish | survive | danger [s] | changes a minute | a decision [µs] |")
    for name, one in found.items():
        print(
            f"| {name} | {one['eaten']:.1f} | {100 * one['survive']:.0f} % | {one['danger']:.1f} "
            f"| {one['changes']:.0f} | {one['cost']:.1f} |"
        )
    for one in found.values():
        assert one["eaten"] > 0.3, "all of them find the food"
    assert found["intention generator"]["changes"] < found["free flow"]["changes"]
    draw(found, folder / "10_three_minds.png")


def draw(found: dict[str, dict[str, Any]], file: Path) -> None:
    """Paths of the herrings of the first copy."""
    plt.style.use("dark_background")
    figure, every = plt.subplots(
        1, 3, figsize=(11.0, 3.9), layout="constrained", facecolor="#061b29"
    )
    x, y = middles()[0]
    for axes, (name, one) in zip(every, found.items(), strict=True):
        axes.add_patch(Circle((PILLAR[0], 0.0), PILLAR[1], color="#86a8b8"))
        axes.add_patch(Circle((FOOD, 0.0), 0.7, color="#0e3a54"))
        for fish, color in zip(range(PREY), ("#4fd0d6", "#ffcf6b", "#8fb8ff"), strict=True):
            axes.plot(one["paths"][:, fish, 0] - x, one["paths"][:, fish, 1] - y, color=color, lw=1)
        axes.set_facecolor("#061b29")
        axes.set_aspect("equal")
        axes.set(title=name, xlabel="x [m]", xlim=(-5, 11), ylim=(-8, 8))
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=90)
    plt.close(figure)


if __name__ == "__main__":
    main(Path("out"))
