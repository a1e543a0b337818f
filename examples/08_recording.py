"""A recording: somebody drives a fish and drops food; all is read back, and run again alike."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

from motorium.contracts.time import FRAME_RATE
from motorium.world.changes import Asked, DropFood
from motorium.world.habitat.settings import HabitatSettings, PlanktonSettings, Weed
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.recording.rerun import check_rerun
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import EATEN, World

SECONDS = 12
DRIVEN = 0
FOOD = {3: (1.0, 0.5, 0.1), 6: (-0.8, 0.8, 0.1)}
"""When [s], and where [m]."""


def main(folder: Path) -> None:
    """Record, read, run again, and draw it to `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "08_recording.arrow"
    live(file)
    with Recording.open(file) as recording:
        assert recording.complete
        assert recording.seconds == SECONDS
        size = file.stat().st_size / recording.seconds / 1e3
        print(f"{len(recording)} frames, {len(recording.events)} events, {size:.0f} kB a second")
        verdict = check_rerun(recording)
        print(verdict.sentence)
        assert verdict.same
        draw(recording, folder / "08_recording.png")


def live(file: Path) -> None:
    """A minute in a small sea is too long to watch: twelve seconds, and a person in it."""
    sea = HabitatSettings(
        radius=4.0, plankton=PlanktonSettings(count=200), weed=[Weed(count=3, around=(2.5, 3.5))]
    )
    herring = Group(species="herring", count=12, motor="repertoire", eats=["plankton", "food"])
    settings = WorldSettings(seed=3, capacity=16)
    world = World(Scenario(format=1, world=settings, habitat=sea, group=[herring]))
    with Recorder(world, file, force=True):
        pilot = world.pilot(DRIVEN)
        for second in range(SECONDS):
            if second in FOOD:
                world.drop_food(FOOD[second])
            pilot.ask(speed=1.4, turn_rate=0.9 if second % 4 < 2 else -0.9)
            world.advance(FRAME_RATE)


def draw(recording: Recording, file: Path) -> None:
    """Where everybody swam, where food fell, who ate; and what the driven fish was asked for."""
    plt.style.use("dark_background")
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(9.5, 4.2), layout="constrained", facecolor="#061b29"
    )
    states = list(recording)
    places = np.array([one.positions for one in states])
    for fish in range(places.shape[1]):
        own = fish == DRIVEN
        color, width = ("#ffcf6b", 1.8) if own else ("#4fd0d6", 0.7)
        left.plot(*places[:, fish, :2].T, color=color, linewidth=width)
    food = np.array([one.place for one in recording.inputs if isinstance(one, DropFood)])
    eaten = np.array([(one.x, one.y) for one in recording.events if one.kind == EATEN])
    left.plot(*food[:, :2].T, "P", color="#ff7b6b", label="food was dropped")
    if len(eaten):
        left.plot(*eaten.T, ".", color="#e6f4f7", markersize=4, label="somebody ate")
    left.set_aspect("equal")
    left.set(xlabel="x [m]", ylabel="y [m]", title="read back: paths, inputs, events")
    left.legend(fontsize=8, loc="lower right")
    time = np.array([one.time for one in states])
    headings = np.unwrap([_heading(one.orientations[DRIVEN]) for one in states])
    right.plot(time, np.degrees(headings - headings[0]), color="#ffcf6b")
    for one in recording.inputs:
        if isinstance(one, Asked) and "turn_rate" in one.setpoints:
            left_turn = one.setpoints["turn_rate"] > 0
            color = "#8fb8ff" if left_turn else "#ff7b6b"
            right.axvline(one.frame / FRAME_RATE, color=color, linewidth=0.8)
    right.set(xlabel="time [s]", ylabel="heading [degrees]", title="the driven fish, asked to turn")
    for axes in (left, right):
        axes.set_facecolor("#061b29")
    figure.savefig(file, dpi=90)
    plt.close(figure)


def _heading(orientation: np.ndarray) -> float:
    w, x, y, z = orientation.tolist()
    return float(np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))


if __name__ == "__main__":
    main(Path("out"))
