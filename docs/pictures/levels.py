"""Levels of detail: who runs on what around a camera, and a governor that finds its number."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SEA, panel, save
from motorium.contracts.time import FRAME_RATE
from motorium.contracts.viewing import Camera
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World

FISHES = 1200
BUDGET = 4.0
SECONDS = 16
EYE = Camera(position=(0.0, -3.4, 0.0), ahead=(0.15, 1.0, 0.0), far=7.5)


def main() -> None:
    group = Group(species="herring", count=FISHES, motor="automatic", radius=(0.6, 6.0))
    settings = WorldSettings(seed=4, capacity=FISHES, budget=BUDGET)
    world = World(Scenario(format=1, world=settings, group=[group]))
    world.look("camera", EYE)
    spent, simulated, allowed = [], [], []
    for _ in range(SECONDS * FRAME_RATE):
        world.advance()
        levels = world.levels
        spent.append(levels.spent_at_most)
        simulated.append(levels.muscles)
        allowed.append(levels.allowed)
    figure, (left, right) = panel(10, 4.8, columns=2)
    _around(left, world)
    time = np.arange(len(spent)) / FRAME_RATE
    right.plot(time, simulated, color=CORAL, label="on muscles")
    right.plot(time, [float(count or 0) for count in allowed], color=DIM, label="allowed")
    right.set(xlabel="time [s]", ylabel="fishes", title="The governor finds its number")
    frames = right.twinx()
    frames.plot(time, spent, color=GOLD, label="a frame (95 %)")
    frames.axhline(BUDGET, color=GOLD, linestyle=":", linewidth=1)
    frames.set(ylabel="ms", ylim=(0, 1.6 * BUDGET))
    frames.grid(visible=False)
    lines = [*right.get_lines(), frames.get_lines()[0]]
    right.legend(lines, [str(line.get_label()) for line in lines], loc="upper left")
    save(figure, "levels.svg")


def _around(axes: Axes, world: World) -> None:
    """Everybody from above, by level."""
    people = world.population
    x, y, _ = people.positions[people.living].T
    muscles = people.motors[people.living] == 0
    seen = people.seen[people.living] == 1
    for who, color, name in (
        (~muscles & ~seen, DIM, "frame"),
        (~muscles & seen, REEF, "playback"),
        (muscles, CORAL, "muscles"),
    ):
        axes.scatter(x[who], y[who], s=5, color=color, label=f"{name}, {who.sum()}", linewidths=0)
    eye = np.array(EYE.position[:2])
    half = math.atan(math.tan(EYE.field / 2) * EYE.aspect)
    middle = math.atan2(EYE.ahead[1], EYE.ahead[0])
    rim = [middle + half * share for share in np.linspace(-1, 1, 40)]
    arc = [eye + EYE.far * np.array([math.cos(angle), math.sin(angle)]) for angle in rim]
    axes.add_patch(Polygon([eye, *arc], facecolor=SEA, edgecolor=FOAM, alpha=0.5, zorder=0))
    axes.set(xlabel="x [m]", ylabel="y [m]", title="Around a camera", aspect="equal")
    axes.legend(loc="upper right", markerscale=2, handletextpad=0.2)


if __name__ == "__main__":
    main()
