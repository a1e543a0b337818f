"""A town from above: its net, two minutes of walkers, and its lights: walkers.png."""

from __future__ import annotations

from typing import Final

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patches import Circle, Polygon, Rectangle

from docs.pictures.style import CORAL, DEEP, DIM, FOAM, GOLD, REEF, bare, save
from motorium.contracts.frames import Floats
from motorium.world.town.document import TownDocument
from motorium.world.town.ground import Strip, carriageway, crossing_strip
from motorium.world.town.lights import Lights
from motorium.world.town.streets import Streets
from motorium.world.town.streets_laid import paved
from tests.minds.pedestrian.strollers import Stroll

WALKERS: Final = 40
SECONDS: Final = 120
SHOWN: Final = (3, 11, 20, 27, 34)
"""Whose tracks are drawn brightly."""
ROAD, PAVEMENT, LAWN = "#0d2433", "#173f57", "#123c35"
STATES: Final = (REEF, GOLD, CORAL)


def main() -> None:
    stroll = Stroll(WALKERS, seed=5)
    tracks = []
    for frame in range(60 * SECONDS):
        stroll.advance()
        if frame % 12 == 0:
            tracks.append(stroll.places.copy())
    figure = plt.figure(figsize=(11.0, 11.4), layout="constrained")
    axes = figure.subplots(2, 1, height_ratios=(8.2, 1.6))
    draw_map(axes[0], stroll.town, stroll.streets, np.array(tracks))
    draw_lights(axes[1], stroll.town)
    save(figure, "walkers.png", 64)


def draw_map(axes: Axes, town: TownDocument, streets: Streets, tracks: Floats) -> None:
    """tracks [m] (times, people, 2)."""
    bare(axes)
    for street in town.street:
        _fill(axes, carriageway(street), ROAD)
    for strip in paved(town):
        _fill(axes, strip, PAVEMENT)
    for square in town.square:
        width, depth = (high - low for low, high in zip(square.low, square.high, strict=True))
        axes.add_patch(Rectangle(square.low, width, depth, color=LAWN, zorder=1))
    for path in town.path:
        for strip in Strip.along(path.points, path.width):
            _fill(axes, strip, PAVEMENT)
    for crossing in town.crossing:
        strip = crossing_strip(town.street_named(crossing.street), crossing)
        _stripes(axes, strip, DIM if crossing.light is None else GOLD)
    for house in town.building:
        width, depth = house.high[0] - house.low[0], house.high[1] - house.low[1]
        axes.add_patch(Rectangle(house.low, width, depth, facecolor="#22303b", edgecolor=DEEP))
        middle = (house.low[0] + house.high[0]) / 2, (house.low[1] + house.high[1]) / 2
        axes.text(*middle, house.name.removeprefix("the "), color=DIM, fontsize=7, ha="center")
    for tree in town.tree:
        axes.add_patch(Circle(tree.at, tree.crown, color="#1d5a48", zorder=2))
    for edge in streets.edges:
        one, other = edge.strip.start, edge.strip.end
        axes.plot(*zip(one, other, strict=True), color=DIM, linewidth=0.6, zorder=3)
    for spot in streets.spots:
        axes.plot(*spot.place, ".", color=FOAM, markersize=2.5, zorder=3)
    for number in range(tracks.shape[1]):
        bright = number in SHOWN
        color = REEF if bright else "#2c6f86"
        lines = LineCollection(
            [tracks[:, number]], colors=color, linewidths=1.6 if bright else 0.6, zorder=4
        )
        axes.add_collection(lines)
        axes.plot(*tracks[-1, number], "o", color=FOAM, markersize=5 if bright else 3, zorder=5)
    axes.set_xlim(town.town.low[0], town.town.high[0])
    axes.set_ylim(town.town.low[1], town.town.high[1])
    axes.set_title(f"{tracks.shape[1]} walkers, {SECONDS} seconds; five of them bright")


def draw_lights(axes: Axes, town: TownDocument) -> None:
    lights = Lights(town.light)
    times = np.arange(0.0, float(SECONDS), 0.25)
    states = np.array([lights.states(float(time)) for time in times])
    for number, name in enumerate(lights.names):
        for state, color in enumerate(STATES):
            on = states[:, number] == state
            axes.fill_between(
                times, number - 0.32, number + 0.32, where=on, color=color, linewidth=0, step="post"
            )
        axes.text(-1.0, number, name, ha="right", va="center", color=FOAM)
    axes.set_yticks([])
    axes.grid(visible=False)
    axes.set_xlim(0.0, SECONDS)
    axes.set_xlabel("seconds; green, flashing, red for walkers")


def _fill(axes: Axes, strip: Strip, color: str) -> None:
    axes.add_patch(Polygon(strip.corners, color=color, linewidth=0, zorder=1))


def _stripes(axes: Axes, strip: Strip, color: str) -> None:
    for left in np.arange(-strip.half + 0.25, strip.half, 0.8):
        bar = Strip(strip.at(0.0, left), strip.at(strip.length, left), 0.2)
        _fill(axes, bar, color)


if __name__ == "__main__":
    main()
