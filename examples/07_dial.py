"""The dial: a fish goes from muscles to playback and back in the midst of turns, and nothing jumps.

Its twin, which begins alike and is asked for the same, stays on muscles.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.world.scenario import Command, Group, Scenario
from motorium.world.world import RESTED, World

TURNS = (3.0, 5.0)
"""When the fishes are asked for C-turns [s], to the left and to the right."""
CHANGES = {3.3: "repertoire", 5.3: "muscle"}
"""When one of them changes to which motor [s]."""
SECONDS = 7.0
FISH, TWIN = 0, 1
COLORS = {"muscle": "#ffcf6b", "repertoire": "#4fd0d6"}


def main(folder: Path) -> None:
    """Film both fishes, compare how far their nodes jump, and draw it to `folder`."""
    nodes, motors = film()
    # By how much the step of a node differs from its step before.
    jumps = np.linalg.norm(np.diff(nodes, 2, axis=0), axis=-1).max(axis=-1)
    for second, motor in CHANGES.items():
        frame = round(second * FRAME_RATE)
        # The two frames before the first one on the new motor are still old ones.
        own, twin = jumps[frame - 2 : frame + 60, [FISH, TWIN]].max(axis=0)
        print(f"to {motor} at {second} s: nodes jump by {own:.4f} L, those of the twin {twin:.4f}")
        assert own < twin + 0.01
    apart = np.linalg.norm(nodes[-1, FISH] - nodes[-1, TWIN], axis=-1).mean()
    swum = np.linalg.norm(np.diff(nodes[:, TWIN, 0], axis=0), axis=-1).sum()
    print(f"in the end they are {apart:.2f} L apart, having swum {swum:.1f} L")
    assert apart < 0.15 * swum
    draw(nodes, jumps, motors, folder / "07_dial.png")


def film() -> tuple[np.ndarray, list[str]]:
    """Nodes [L] of both fishes, (frames, 2, 23, 3), and what the first of them runs on."""
    twins = [Group(species="herring", count=1, mind="sequence", seed=5) for _ in range(2)]
    commands = [
        Command(at=0.0, speed=1.5),
        Command(at=TURNS[0], turn=1.2),
        Command(at=TURNS[1], turn=-1.2),
    ]
    world = World(Scenario(format=1, group=twins, command=commands))
    due = {round(second * FRAME_RATE): motor for second, motor in CHANGES.items()}
    nodes, motors = [], []
    for frame in range(round(SECONDS * FRAME_RATE)):
        if frame in due:
            world.exchange([FISH], due[frame])
        world.advance()
        nodes.append([world.population[each].world_nodes for each in (FISH, TWIN)])
        motors.append(world.motors[world.population.motors[FISH]].name)
    assert RESTED not in [event.kind for event in world.events]
    assert set(motors) == set(COLORS)
    return np.array(nodes) / world.population[FISH].length, motors


def draw(nodes: np.ndarray, jumps: np.ndarray, motors: list[str], file: Path) -> None:
    """nodes as filmed; jumps [L], (frames - 2, 2)."""
    plt.style.use("dark_background")
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(9.5, 4.2), layout="constrained", facecolor="#061b29"
    )
    time = np.arange(len(nodes)) * FRAME_SECONDS
    noses = nodes[:, :, 0, :2]
    left.plot(*noses[:, TWIN].T, color="#86a8b8", linestyle=":", label="its twin")
    right.plot(time[2:], jumps[:, TWIN], color="#86a8b8", linestyle=":", label="its twin")
    for motor, color in COLORS.items():
        there = np.array([name == motor for name in motors])
        own = np.where(there[:, None], noses[:, FISH], np.nan)
        left.plot(*own.T, color=color, label=motor)
        right.plot(time[2:], np.where(there[2:], jumps[:, FISH], np.nan), color=color)
    left.set_aspect("equal")
    left.set(xlabel="x [L]", ylabel="y [L]", title="paths of the noses")
    left.legend(fontsize=8)
    right.set(xlabel="time [s]", ylabel="[L]", title="change of a node's step, the largest of 23")
    right.set_ylim(0)
    for axes in (left, right):
        axes.set_facecolor("#061b29")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=90)
    plt.close(figure)


if __name__ == "__main__":
    main(Path("out"))
