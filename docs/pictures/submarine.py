"""Tracks around a submarine, from above: prey parts before it, pacifists come to look."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SEA, panel, save
from motorium.contracts.frames import Floats
from motorium.world.scenario import Scenario
from motorium.world.submarine.settings import LENGTH, RADIUS
from motorium.world.world import World

CALM: Final = {"hunger": 0.0, "digestion": 0.0, "acts": 1.0}
DOING: Final = {"escape": CORAL, "look": GOLD, "avoid": FOAM}
"""All else is REEF."""


def dive(species: str, count: int, place: tuple[float, float, float], **group: Any) -> World:
    told = {"species": species, "count": count, "mind": "instinct", "instinct": CALM, **group}
    return World(
        Scenario.model_validate(
            {
                "format": 1,
                "world": {"seed": 2, "capacity": count},
                "submarine": {"place": place},
                "group": [told],
            }
        )
    )


def tracks(world: World, seconds: float) -> tuple[Floats, np.ndarray]:
    """Where everybody was, ten times a second, and what he intended."""
    places, doing = [], []
    for _ in range(round(10 * seconds)):
        world.advance(6)
        places.append(world.population.positions[world.population.living].copy())
        doing.append(world.reasons().intentions)
    return np.array(places), np.array(doing)


def draw(axes: Axes, places: Floats, doing: np.ndarray) -> None:
    for fish in range(places.shape[1]):
        changes = np.flatnonzero(doing[1:, fish] != doing[:-1, fish]) + 1
        for begin, end in pairwise([0, *changes.tolist(), len(places)]):
            part = places[begin : end + 1, fish]
            color = DOING.get(str(doing[begin, fish]), REEF)
            axes.plot(part[:, 0], part[:, 1], color=color, linewidth=1.0)
        axes.plot(*places[-1, fish, :2], "o", color=FOAM, markersize=2.5)


def hull(axes: Axes, x: float, y: float, **look: Any) -> None:
    """Its outline from above."""
    corner = (x - LENGTH / 2, y - RADIUS)
    style = f"round,pad=0,rounding_size={RADIUS}"
    axes.add_patch(FancyBboxPatch(corner, LENGTH, 2 * RADIUS, boxstyle=style, **look))


def main() -> None:
    figure, (fast, still) = panel(12, 5.2, columns=2)
    world = dive("herring", 24, (-4.5, 0.0, 0.0), radius=[0.2, 1.2], height=0.8)
    world.steer(thrust=1.0)
    begin = float(world.population.positions[world.population.visitors[0], 0])
    draw(fast, *tracks(world, 5.5))
    end = float(world.population.positions[world.population.visitors[0], 0])
    hull(fast, begin, 0.0, facecolor="none", edgecolor=DIM, linestyle=":")
    hull(fast, end, 0.0, facecolor=SEA, edgecolor=DIM)
    fast.annotate(
        "", (end - 1.7, 0.0), (begin + 1.7, 0.0), arrowprops={"arrowstyle": "->", "color": DIM}
    )
    fast.set(title="At full speed through a school: prey flees", xlabel="x [m]", ylabel="y [m]")
    fast.set(xlim=(-6.2, 4.2), ylim=(-4.1, 4.1), aspect="equal")

    world = dive(
        "butterflyfish", 6, (0.0, 0.0, 0.0),
        radius=[3.0, 4.0], height=0.8, habits={"schooling": False},
    )  # fmt: skip
    draw(still, *tracks(world, 30.0))
    hull(still, 0.0, 0.0, facecolor=SEA, edgecolor=DIM)
    still.set(title="At rest: pacifists come to look, for half a minute", xlabel="x [m]")
    still.set(xlim=(-5.2, 5.2), ylim=(-4.1, 4.1), aspect="equal")
    for height, (word, color) in enumerate((*DOING.items(), ("all else", REEF))):
        still.text(5.0, 3.7 - 0.42 * height, word, color=color, ha="right")
    save(figure, "submarine.svg")


if __name__ == "__main__":
    main()
