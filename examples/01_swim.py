"""A fish swims: where it goes in 30 seconds, and how its body bends over one beat."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

from motorium.bodies.species import load_species
from motorium.contracts.time import FRAME_RATE
from motorium.world.scenario import Group, Scenario
from motorium.world.world import World

SECONDS = 30
RADIUS = 0.8
"""Of the circle that it swims along [m]."""
SHAPES = 8
"""How many shapes of one beat are drawn."""
LEFT = [0, 1, 5, 9, 13, 17, 21]
RIGHT = [21, 18, 14, 10, 6, 2, 0]


def main(folder: Path) -> None:
    """Let a herring swim round a circle, and draw it to `folder`."""
    gait = load_species("herring").gaits.medium
    group = Group(species="herring", count=1, speed=gait.speed, radius=(RADIUS, RADIUS))
    world = World(Scenario(format=1, group=[group]))
    path, shapes = [], []
    for _ in range(SECONDS * FRAME_RATE):
        world.advance()
        state = world.state()
        path.append(state.positions[0])
        shapes.append(state.nodes[0])
    way = np.array(path)
    travelled = float(np.linalg.norm(np.diff(way, axis=0), axis=1).sum())
    length = float(state.lengths[0])
    print(f"swam {travelled:.2f} m, which is {travelled / length / SECONDS:.2f} body lengths/s")

    # It has moved, forwards, and on its circle.
    assert 0.8 < travelled / length / SECONDS / gait.speed < 1.2
    ahead = np.array([np.cos(world.population[0].heading), np.sin(world.population[0].heading)])
    assert (way[-1] - way[-30])[:2] @ ahead > 0.25 * gait.speed * length
    assert abs(float(np.hypot(*way[-1, :2])) - RADIUS) < length
    one_beat = round(FRAME_RATE / gait.beat)
    climbed = way[-one_beat:, 2].mean() - way[:one_beat, 2].mean()
    # In sixty lengths of way.
    assert abs(climbed) < 0.1 * length, "it neither climbs nor sinks"

    draw(way, np.array(shapes[-one_beat:]), folder / "01_swim.png")


def draw(way: np.ndarray, beat: np.ndarray, file: Path) -> None:
    """`way` [m], shape (frames, 3), and the nodes of the frames of a beat [m], body frame."""
    plt.style.use("dark_background")
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(9, 4), layout="constrained", facecolor="#061b29", width_ratios=(1.1, 1)
    )
    for axes in (left, right):
        axes.set_facecolor("#061b29")
        axes.set_aspect("equal")
    left.plot(*way[:, :2].T, color="#4fd0d6")
    left.plot(*way[0, :2], "o", color="#ffcf6b")
    left.text(*(way[0, :2] + 0.03), "start", color="#ffcf6b")
    left.set(xlabel="x [m]", ylabel="y [m]", title=f"{SECONDS} s of swimming, from above")
    every = len(beat) // SHAPES
    for k, nodes in enumerate(beat[: every * SHAPES : every]):
        place = np.array([24.0 * (k // 4), -9.0 * (k % 4)])
        outline = 100 * nodes[LEFT + RIGHT, :2] + place
        right.fill(*outline.T, facecolor="#0e3a54", edgecolor="#4fd0d6")
    right.set_axis_off()
    right.set_title(f"its body over one beat, in steps of {every / 60:.2f} s")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=100)
    plt.close(figure)


if __name__ == "__main__":
    main(Path("out"))
