"""Populations over ten minutes, held constant and left to themselves; and a fish on the hook."""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SHOAL, panel, save
from motorium.bodies.fish import KIND_CROSS, UNIT_KINDS, UNIT_NODES
from motorium.world.scenario import Scenario, load_scenario
from motorium.world.world import BORN, EATEN, World

MINUTES: Final = 10
GROUPERS: Final = 4
SEED: Final = 8
SHOWN: Final = (("sardine", SHOAL), ("pokerfish", CORAL), ("clownfish", GOLD))


def lagoon(keeps: str, births: int) -> Scenario:
    """The lagoon on playback, with more groupers who eat more."""
    told: dict[str, Any] = load_scenario("lagoon").model_dump(mode="json", exclude_unset=True)
    told["world"] |= {"keeps": keeps, "seed": SEED, "capacity": 128}
    for group in told["group"]:
        group["motor"] = "repertoire"
        if group["species"] == "grouper":
            group |= {
                "count": GROUPERS,
                "radius": [0.3, 1.0],
                "instinct": {"hunger": 1.0, "appetite": 4.0},
            }
        if group["species"] == "clownfish" and births:
            group |= {"births": births, "most": 14}
    return Scenario.model_validate(told)


def lives(keeps: str, births: int) -> dict[str, Any]:
    """How many of each live, second by second; and who was eaten and born."""
    world = World(lagoon(keeps, births))
    people = world.population
    names = [species.name for species in world.species]
    counts = []
    for _ in range(60 * MINUTES + 1):
        counts.append(np.bincount(people.species[people.living], minlength=len(names)))
        world.advance(60)
    eaten = [event.detail.split()[0] for event in world.events
             if event.kind == EATEN and event.object >= 0]  # fmt: skip
    rates = {name: eaten.count(name) / MINUTES for name in sorted(set(eaten))}
    born = sum(event.kind == BORN for event in world.events)
    alive = dict(zip(names, counts[-1].tolist(), strict=True))
    print(f"{keeps}: eaten a minute {rates}, born {born}, in the end {alive}")
    return {"names": names, "counts": np.array(counts)}


def draw_lives(axes: Axes) -> None:
    minutes = np.arange(60 * MINUTES + 1) / 60.0
    for keeps, births, style in (("constant", 2, "-"), ("free", 0, ":")):
        found = lives(keeps, births)
        for name, color in SHOWN:
            counts = found["counts"][:, found["names"].index(name)]
            axes.plot(minutes, counts, color=color, linestyle=style, linewidth=1.6)
            if keeps == "constant":
                axes.text(MINUTES, counts[-1] + 0.6, name, color=color, fontsize=8, ha="right")
    axes.set_ylim(0.0, 40.0)
    axes.set_xlabel("minutes")
    axes.set_ylabel("alive")
    axes.set_title("held constant, and left to themselves (dotted)")


def draw_catch(axes: Axes) -> None:
    """From the side: the fish at six times, from its bite on."""
    butterfly = {
        "species": "butterflyfish",
        "mind": "instinct",
        "motor": "repertoire",
        "places": [(-0.9, 0.05, -0.2)],
        "headings": [0.3],
        "eats": ["food"],
        "instinct": {"hunger": 1.0},
    }
    world = World(
        Scenario(
            format=1,
            habitat={"radius": 3.0, "relief": 0.0, "ground": -1.0, "surface": 1.0},
            line={"place": (0.0, 0.0), "at": 0.0, "depth": 1.1},
            group=[butterfly],
        )
    )
    line, people, frame = world.line, world.population, 0
    assert line is not None
    way = []
    units = UNIT_NODES[UNIT_KINDS != KIND_CROSS]
    drawn = 0
    while len(people) and frame < 3600:
        world.advance()
        frame += 1
        if not len(people):
            break
        nodes = people[0].world_nodes[:, [0, 2]]
        way.append(nodes[0])
        if line.caught is not None and line.length < 1.1 - 0.28 * drawn - 1e-3:
            bars = list(nodes[units])
            axes.add_collection(LineCollection(bars, colors=GOLD, linewidths=0.5))
            axes.plot(line.hook[0], line.hook[2], "o", color=CORAL, markersize=3, zorder=4)
            drawn += 1
    x, z = np.array(way).T
    axes.plot(x, z, color=SHOAL, linewidth=0.8)
    axes.plot([0.0, 0.0], [1.0, -0.1], color=FOAM, linewidth=0.6)
    axes.axhline(1.0, color=REEF)
    axes.text(-0.88, 1.03, "surface", color=DIM, fontsize=8)
    axes.set_xlim(-0.95, 0.45)
    axes.set_ylim(-0.45, 1.15)
    axes.set_aspect("equal")
    axes.set_xlabel("x [m]")
    axes.set_ylabel("z [m]")
    axes.set_title("a fish bites, and is pulled up")


def main() -> None:
    figure, axes = panel(11.0, 4.4, 2, width_ratios=[1.6, 1.0])
    draw_catch(axes[1])
    if "catch" not in sys.argv:
        draw_lives(axes[0])
    save(figure, "food-chain.svg")


if __name__ == "__main__":
    main()
