"""The dial: a herring in the midst of a turn changes its motor and back, beside its twin."""

from __future__ import annotations

import numpy as np

from docs.pictures.style import CORAL, DIM, FOAM, REEF, panel, save
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE
from motorium.world.scenario import Command, Group, Scenario
from motorium.world.world import World

TURN = 3.0
CHANGES = {3.25: "repertoire", 3.75: "muscle"}
"""When to which motor [s]."""
FIRST, LAST = 2.8, 4.6
"""What is drawn [s]."""
TAIL = 21


def filmed() -> tuple[Floats, Floats]:
    """Nodes [L] of a herring and its twin, (frames, 2, 23, 3), and shares of mass, (23,)."""
    twins = [Group(species="herring", count=1, mind="sequence", seed=5) for _ in range(2)]
    commands = [Command(at=0.0, speed=1.5), Command(at=TURN, turn=1.5)]
    world = World(Scenario(format=1, group=twins, command=commands))
    nodes = []
    for frame in range(round(LAST * FRAME_RATE)):
        for second, motor in CHANGES.items():
            if frame == round(second * FRAME_RATE):
                world.exchange([0], motor)
        world.advance()
        nodes.append([world.population[each].world_nodes for each in (0, 1)])
    masses = world.species[0].body.masses
    return np.array(nodes) / world.population[0].length, masses / masses.sum()


def main() -> None:
    nodes, masses = filmed()
    time = np.arange(1, len(nodes) + 1) / FRAME_RATE
    tails = nodes[:, :, TAIL, :2] - nodes[0, :, TAIL, :2]
    velocities = np.diff(np.einsum("p,fnpk->fnk", masses, nodes), axis=0) * FRAME_RATE
    speeds = np.linalg.norm(velocities, axis=-1)
    figure, (left, right) = panel(10, 4.0, columns=2)
    for axes, when, values, title, unit in (
        (left, time, tails[:, :, 1], "A tip of the tail, in the world", "y [L]"),
        (right, time[1:], speeds, "Speed of the centre of mass", "[L/s]"),
    ):
        drawn = when >= FIRST
        axes.plot(when[drawn], values[drawn, 0], color=FOAM, label="changes its motor")
        axes.plot(when[drawn], values[drawn, 1], color=DIM, linestyle=":", label="its twin")
        there, back = CHANGES
        axes.axvspan(FIRST, there, color=CORAL, alpha=0.15, linewidth=0)
        axes.axvspan(there, back, color=REEF, alpha=0.15, linewidth=0)
        axes.axvspan(back, LAST, color=CORAL, alpha=0.15, linewidth=0)
        axes.set(xlabel="time [s]", ylabel=unit, title=title, xlim=(FIRST, LAST))
        top = axes.get_ylim()[1]
        for second, name, color in (
            (FIRST, "muscles", CORAL),
            (there, "playback", REEF),
            (back, "muscles", CORAL),
        ):
            axes.text(second + 0.02, top, name, color=color, va="top")
    left.legend(loc="lower left")
    save(figure, "dial.svg")


if __name__ == "__main__":
    main()
