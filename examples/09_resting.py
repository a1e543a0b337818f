"""A behaviour of one's own: when it gets dark, fishes who want nothing else stop and rest.

This file is all that it takes: who wants to, what they do then, and a registration.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

from motorium.contracts.population import Slots
from motorium.minds.instinct.behaviours import Behaviour, known, registered
from motorium.minds.instinct.scene import Scene
from motorium.world.scenario import Scenario
from motorium.world.world import World

DARK, DAWN = 0.1, 0.2
"""Below which light they begin to rest, and above which they stop: apart, so that nobody dithers
at dusk."""
HOURS = 8.0
SECONDS = 24.0
"""The scene begins at 16 o'clock, and an hour lasts three seconds."""


def tired(scene: Scene, slots: Slots) -> np.ndarray:
    """Who of these wants to rest."""
    resting = scene.wishes["speed"][slots] == 0.0
    return scene.perceived.light[slots] < np.where(resting, DAWN, DARK)


def rest(scene: Scene, slots: Slots) -> None:
    """Stand still, level, with the mouth shut."""
    wishes = scene.wishes
    for name in ("climb", "speed", "backward", "turn", "mouth"):
        wishes[name][slots] = 0.0
    wishes["brake"][slots] = np.linalg.norm(scene.perceived.velocities[slots], axis=1) > 0.02


# Above wandering (1) and leaving (2), below eating and mating (3): who is hungry does not sleep.
RESTING = Behaviour("rest", rest, level=2.5, wants=tired)


def main(folder: Path) -> None:
    """Watch an evening with and without it, and draw it to `folder`."""
    awake = film()
    with registered(RESTING):
        asleep = film()
    dark = awake["light"] < DARK
    for name, film_ in (("as it ships", awake), ("with resting", asleep)):
        day, night = film_["speed"][~dark].mean(), film_["speed"][dark][5:].mean()
        print(f"{name}: {day:.2f} L/s by day, {night:.2f} L/s in the dark")
    assert asleep["speed"][dark][5:].mean() < 0.25 * awake["speed"][dark][5:].mean()
    assert np.allclose(asleep["speed"][~dark], awake["speed"][~dark])
    assert set(asleep["intention"][-1]) == {"rest"}
    draw(awake, asleep, folder / "09_resting.png")


def film() -> dict[str, np.ndarray]:
    """Time [s], light, mean speed [L/s] and intentions of twelve clownfishes, every second."""
    evening = {"hour": 16.0, "day": 24.0 * SECONDS / HOURS}
    fishes = {
        "species": "clownfish",
        "count": 12,
        "mind": "instinct",
        "motor": "repertoire",
        "center": (0.0, 0.0, 1.0),
        "radius": (0.3, 2.0),
        "habits": {"light": "any", "warmth": "any"},
        "instinct": {"hunger": 0.0, "libido": 0.0, "digestion": 0.0, "lust": 0.0},
    }
    world = World(Scenario(format=1, habitat={"radius": 8.0, "light": evening}, group=[fishes]))
    people = world.population
    names = np.array([behaviour.name for behaviour in known()])
    found: dict[str, list[Any]] = {"time": [], "light": [], "speed": [], "intention": []}
    for second in range(round(SECONDS)):
        world.advance(60)
        living = people.living
        speeds = np.linalg.norm(people.velocities[living], axis=1) / people.lengths[living]
        found["time"].append(second + 1.0)
        found["light"].append(world.perceived.light[living].mean())
        found["speed"].append(speeds.mean())
        found["intention"].append(names[world.instinct.brains["intention"][living]])
    return {key: np.array(values) for key, values in found.items()}


def draw(awake: dict[str, np.ndarray], asleep: dict[str, np.ndarray], file: Path) -> None:
    """Light, and speeds of both films."""
    plt.style.use("dark_background")
    figure, axes = plt.subplots(figsize=(9.0, 3.4), layout="constrained", facecolor="#061b29")
    axes.fill_between(awake["time"], awake["light"], color="#0e3a54", label="light")
    axes.axhline(DARK, color="#86a8b8", linestyle=":", linewidth=1)
    axes.plot(awake["time"], awake["speed"], color="#86a8b8", label="speed, as it ships")
    axes.plot(asleep["time"], asleep["speed"], color="#4fd0d6", label="speed, with resting")
    axes.set(xlabel="time [s]", ylabel="light, and speed [L/s]", title="an evening in 24 seconds")
    axes.set_facecolor("#061b29")
    axes.legend(fontsize=8)
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=90)
    plt.close(figure)


if __name__ == "__main__":
    main(Path("out"))
