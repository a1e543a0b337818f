"""A courtship: the tracks of both fishes in space, and how its stages follow each other."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SHOAL, save
from motorium.minds.instinct.attraction import ASCENDING, CIRCLING, LOOPING, NUZZLING
from motorium.world.scenario import Scenario
from motorium.world.world import SPAWNED, World

SPECIES: Final = "butterflyfish"
LONGEST: Final = 90.0
"""[s]"""
EVERY: Final = 4
"""Frames between two points of a track."""
STAGES: Final = {
    LOOPING: ("looping", REEF),
    CIRCLING: ("circling", GOLD),
    ASCENDING: ("ascending", SHOAL),
    NUZZLING: ("nuzzling", CORAL),
}

Floats = NDArray[np.float64]


def main() -> None:
    times, places, stages = _played()
    figure = plt.figure(figsize=(12, 5.6), layout="constrained")
    grid = figure.add_gridspec(2, 2, width_ratios=[1.3, 1.0])
    space: Any = figure.add_subplot(grid[:, 0], projection="3d")
    _tracks(space, places, stages)
    _heights(figure.add_subplot(grid[0, 1]), times, places, stages)
    _distances(figure.add_subplot(grid[1, 1]), times, places, stages)
    save(figure, "courtship.svg")


def _played() -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Times [s], places of her and him [L], and how far they have come."""
    fish = {
        "species": SPECIES,
        "motor": "repertoire",
        "mind": "instinct",
        "instinct": {"hunger": 0.0, "libido": 1.0},
    }
    groups = [
        {**fish, "places": [(0.0, 0.0, 0.0)], "headings": [0.6], "habits": {"sex": "female"}},
        {**fish, "places": [(0.5, 0.2, 0.1)], "headings": [2.0], "habits": {"sex": "male"}},
    ]
    world = World(Scenario.model_validate({"format": 1, "group": groups}))
    times, places, stages = [], [], []
    while world.clock.seconds < LONGEST and not any(e.kind == SPAWNED for e in world.events):
        world.advance(EVERY)
        times.append(world.clock.seconds)
        places.append(world.population.positions[:2] / world.population.lengths[0])
        stages.append(int(world.instinct.brains["courtship"][0]))
    return np.array(times), np.array(places), np.array(stages)


def _runs(stages: NDArray[np.int64]) -> list[tuple[int, slice]]:
    """Stages, and where each begins and ends."""
    edges = [0, *(np.flatnonzero(np.diff(stages)) + 1), len(stages)]
    return [(int(stages[a]), slice(int(a), int(b) + 1)) for a, b in pairwise(edges)]


def _tracks(axes: Any, places: Floats, stages: NDArray[np.int64]) -> None:
    for stage, run in _runs(stages):
        name, color = STAGES.get(stage, ("", DIM))
        axes.plot(*places[run, 1].T, color=color, linewidth=1.6, label=name or None)
        axes.plot(*places[run, 0].T, color=color, linewidth=1.0, linestyle=(0, (3, 1.5)))
    for who in (0, 1):
        axes.plot(*places[0, who][:, None], "o", color=FOAM, markersize=4)
        axes.text(*places[0, who], " she" if who == 0 else " he", color=FOAM)
    for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
        axis.set_pane_color((0.0, 0.0, 0.0, 0.0))
    axes.set(
        xlabel="[L]", ylabel="[L]", zlabel="[L]", title="Tracks: his drawn through, hers dashed"
    )
    axes.set_aspect("equal")
    axes.view_init(elev=18.0, azim=-60.0)
    axes.legend(loc="upper left")


def _spans(axes: Axes, times: Floats, stages: NDArray[np.int64]) -> None:
    for stage, run in _runs(stages):
        color = STAGES.get(stage, ("", DIM))[1]
        last = min(run.stop, len(times)) - 1
        axes.axvspan(times[run.start], times[last], color=color, alpha=0.18, linewidth=0)


def _heights(axes: Axes, times: Floats, places: Floats, stages: NDArray[np.int64]) -> None:
    _spans(axes, times, stages)
    axes.plot(times, places[:, 1, 2], color=FOAM, label="he")
    axes.plot(times, places[:, 0, 2], color=FOAM, linestyle="--", linewidth=1.0, label="she")
    axes.set(ylabel="height [L]", title="Height and distance, stages in their colours")
    axes.legend(loc="upper left")


def _distances(axes: Axes, times: Floats, places: Floats, stages: NDArray[np.int64]) -> None:
    _spans(axes, times, stages)
    axes.plot(times, np.linalg.norm(places[:, 1] - places[:, 0], axis=1), color=FOAM)
    axes.set(xlabel="time [s]", ylabel="apart [L]")


if __name__ == "__main__":
    main()
