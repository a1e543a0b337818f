"""A grouper hunts herrings; how fast water streams into a mouth; the rules of fleeing."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SHOAL, arrow, bare, panel, save
from motorium.minds.instinct.behaviours import ESCAPE
from motorium.minds.instinct.routines.escaping import angle_of, rule
from motorium.world.habitat.suction import stream
from motorium.world.scenario import Scenario
from motorium.world.world import World

SECONDS = 15.0
FISHES = (("clownfish", 0.11, REEF), ("herring", 0.2, GOLD), ("grouper", 0.75, CORAL))


def hunt(axes: Axes) -> None:
    chance = np.random.default_rng(3)
    places = chance.uniform(-1.0, 1.0, (8, 3)) * (1.0, 1.0, 0.4)
    world = World(
        Scenario(
            format=1,
            group=[
                {
                    "species": "grouper",
                    "mind": "instinct",
                    "motor": "repertoire",
                    "places": [(-3.0, 0.0, 0.0)],
                    "headings": [0.0],
                    "instinct": {"hunger": 1.0, "appetite": 20.0},
                },
                {
                    "species": "herring",
                    "mind": "instinct",
                    "motor": "repertoire",
                    "places": places.tolist(),
                    "headings": chance.uniform(-3.0, 3.0, 8).tolist(),
                },
            ],
        )
    )
    ways: dict[int, list[Any]] = {identity: [] for identity in range(9)}
    people, brains = world.population, world.instinct.brains
    for _ in range(round(SECONDS * 60 / 6)):
        world.advance(6)
        for slot in people.living:
            flees = brains["intention"][slot] == ESCAPE
            ways[int(people.ids[slot])].append((*people.positions[slot, :2], flees))
    for identity, way in ways.items():
        x, y, flees = np.array(way).T
        if identity == 0:
            axes.plot(x, y, color=FOAM, linewidth=2.0)
            axes.plot(x[0], y[0], "o", color=FOAM)
            continue
        axes.plot(x, y, color=SHOAL, linewidth=0.8)
        axes.plot(np.where(flees, x, np.nan), np.where(flees, y, np.nan), color=CORAL, linewidth=1)
        if identity not in people:
            axes.plot(x[-1], y[-1], "x", color=GOLD, markersize=9, markeredgewidth=2)
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_title("a hunt")
    axes.set_xlabel("m")


def streams(axes: Axes) -> None:
    for (name, length, color), level in zip(FISHES, (0.95, 0.8, 0.65), strict=True):
        far = np.linspace(0.0, 0.27 * length, 300)
        speeds = [stream(float(distance), length, 1.0) for distance in far]
        axes.plot(100.0 * far, speeds, color=color)
        axes.text(100.0 * 0.11 * length + 0.2, level, name, color=color, fontsize=8)
    axes.set_title("into a mouth")
    axes.set_xlabel("cm from the snout")
    axes.set_ylabel("m/s")


def rules(axes: Axes) -> None:
    """Around prey that looks up: a close predator in every direction, which looks the same way."""
    for degrees in range(0, 360, 15):
        bearing = math.radians((degrees + 180) % 360 - 180)
        number = rule(True, bearing, 0.0, True)
        turn = angle_of(number, bearing)
        x, y = -math.sin(bearing), math.cos(bearing)
        axes.plot(x, y, "o", color=CORAL, markersize=3)
        # The way of the prey, drawn between itself and the predator.
        begin = np.array([0.72 * x, 0.72 * y])
        way = np.array([-math.sin(turn), math.cos(turn)])
        arrow(axes, begin, begin + 0.2 * way, FOAM, mutation_scale=7, linewidth=0.9)
        axes.text(1.13 * x, 1.13 * y, str(number), color=DIM, fontsize=7, ha="center", va="center")
    arrow(axes, (0.0, -0.25), (0.0, 0.25), REEF, linewidth=4.0)
    for edge in (150, -150):
        axes.plot(
            [0.0, -0.8 * math.sin(math.radians(edge))],
            [0.0, 0.8 * math.cos(math.radians(edge))],
            color=DIM,
            linestyle=":",
        )
    axes.text(0.0, -0.45, "blind", color=DIM, fontsize=8, ha="center")
    bare(axes)
    axes.set_title("where to, from a predator there", pad=14)


def main() -> None:
    figure, axes = panel(12.0, 4.0, columns=3, width_ratios=[1.3, 1.0, 1.0])
    hunt(axes[0])
    streams(axes[1])
    rules(axes[2])
    save(figure, "feeding.svg")


if __name__ == "__main__":
    main()
