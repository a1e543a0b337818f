"""Pursuit: to food all around, through a field of cylinders, and down into the dark."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.patches import Circle

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SEA, panel, save
from motorium.contracts.frames import Floats
from motorium.world.scenario import Scenario
from motorium.world.world import World

COLORS = {"muscle": CORAL, "repertoire": REEF}
CALM = {"hunger": 0.0, "digestion": 0.0, "lust": 0.0}
ALONE = {"schooling": False, "light": "any", "warmth": "any"}
FIELD = [
    (1.2 * column + (0.6 if row % 2 else 0.0) - 2.1, 1.05 * row - 1.6)
    for row in range(4)
    for column in range(4)
]
RADIUS = 0.2
FAR = 30.0
"""Between two who chase [m]: they do not see each other's food."""


def played(
    motor: str, seconds: float, group: dict[str, Any], habitat: dict[str, Any], foods: Floats
) -> Floats:
    """Where they were ten times a second [m], shape (times, fishes, 3)."""
    members = {"motor": motor, "mind": "instinct", **group}
    scenario = {"format": 1, "world": {"seed": 3, "extent": 600.0}, "habitat": habitat}
    world = World(Scenario(**scenario, group=[members]))
    for place in foods:
        world.drop_food(place)
    track = []
    for _ in range(round(10 * seconds)):
        track.append(world.population.positions[world.population.living].copy())
        world.advance(6)
    return np.array(track)


def chases(motor: str) -> Floats:
    """Eight herrings who look along x, each with food a metre away in another direction."""
    starts = np.array([(FAR * (number - 3.5), 0.0, 0.0) for number in range(8)])
    angles = np.arange(8) * math.pi / 4 + 0.2
    foods = starts + np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
    group = {
        "species": "herring",
        "places": starts.tolist(),
        "headings": [0.0] * 8,
        "eats": ["food"],
        "habits": ALONE,
        "instinct": {"hunger": 0.8},
    }
    sea = {"radius": 200.0, "relief": 0.0, "food": {"pieces": 1, "sinks": 0.0}}
    tracks = played(motor, 5.6, group, sea, foods)
    tracks -= starts
    return tracks


def crossings(motor: str) -> Floats:
    """Six herrings from the left."""
    places = [(-3.4, y, 0.2 * number) for number, y in enumerate(np.linspace(-1.3, 1.3, 6))]
    group = {
        "species": "herring",
        "places": places,
        "headings": [0.0] * 6,
        "habits": ALONE,
        "instinct": CALM,
    }
    posts = {"kind": "cylinder", "places": FIELD, "radius": (RADIUS, RADIUS), "height": (20, 20)}
    sea = {"radius": 30.0, "relief": 0.0, "obstacle": [posts]}
    return played(motor, 18.0, group, sea, np.zeros((0, 3)))


def dives(motor: str) -> Floats:
    """Six clownfish that like it dark."""
    places = [(0.4 * number, 0.0, -0.5) for number in range(6)]
    group = {
        "species": "clownfish",
        "places": places,
        "headings": np.linspace(-3.0, 3.0, 6).tolist(),
        "habits": {**ALONE, "light": "dark"},
        "instinct": CALM,
    }
    sea = {"radius": 30.0, "ground": -7.0, "surface": 0.0, "relief": 0.0,
           "light": {"hour": 12.0, "clarity": 3.0}}  # fmt: skip
    return played(motor, 60.0, group, sea, np.zeros((0, 3)))


def main() -> None:
    figure, (chase, cross, dive) = panel(13, 4.4, columns=3)
    for motor, color in COLORS.items():
        for axes, tracks in ((chase, chases(motor)), (cross, crossings(motor))):
            for track in np.moveaxis(tracks, 1, 0):
                axes.plot(track[:, 0], track[:, 1], color=color, linewidth=1.0)
        for track in np.moveaxis(dives(motor), 1, 0):
            dive.plot(np.arange(len(track)) / 10, track[:, 2], color=color, linewidth=1.0)
    angles = np.arange(8) * math.pi / 4 + 0.2
    chase.plot(np.cos(angles), np.sin(angles), "o", color=GOLD, markersize=5)
    chase.annotate("", (0.25, 0.0), (0.0, 0.0), arrowprops={"arrowstyle": "-|>", "color": FOAM})
    chase.set(title="Food a metre off, all around", xlabel="x [m]", ylabel="y [m]")
    chase.set(xlim=(-1.7, 1.7), ylim=(-1.7, 1.7), aspect="equal")
    for x, y in FIELD:
        cross.add_patch(Circle((x, y), RADIUS, color=SEA, ec=DIM))
    cross.set(title="Through a field of cylinders", xlabel="x [m]")
    cross.set(xlim=(-3.6, 3.6), ylim=(-3.6, 3.6), aspect="equal")
    dark = 3.0 * math.log(0.5)
    dive.axhspan(-4.5, dark, color=SEA, alpha=0.6, linewidth=0)
    dive.set(title="Who likes it dark", xlabel="time [s]", ylabel="z [m]", ylim=(-4.5, 0.0))
    for height, (motor, color) in zip((-4.2, -3.9), COLORS.items(), strict=True):
        dive.text(59.0, height, motor, color=color, ha="right")
    save(figure, "pursuit.svg")


if __name__ == "__main__":
    main()
