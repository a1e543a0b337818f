"""What a real second costs: of a soldier who stands, walks or lies down, on every level."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from rich.console import Console

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, panel, save
from motorium.contracts.commands import Commands
from motorium.contracts.population import Population
from motorium.motion.figures.graph import PostureGraph
from motorium.motion.figures.run import ready_graph
from motorium.motors.posture.motor import PostureMotor
from motorium.motors.posture.points import POINTS
from motorium.motors.posture.vocabulary import FIGURE
from motorium.wire.figures.frame import picture_of
from motorium.wire.figures.levels import shipped_levels

DOES: Final = ("stands", "walks", "waves", "kneels down")
FULL: Final = [level.rate * sum(level.joints) for level in shipped_levels()]
"""Joint updates of a second in which everything changes."""


class Second(NamedTuple):
    """Of one figure."""

    joint_updates: float
    bytes: float


def second(graph: PostureGraph, level: int, does: str) -> Second:
    """After a while; without the header of frames, which all figures share."""
    people, commands = Population(1, points=len(POINTS)), Commands(FIGURE, 1)
    slots = people.enter(1)
    motor = PostureMotor(people, commands, [graph])
    motor.set_levels(slots, [level])
    motor.enter(slots, "standing deployed", np.zeros((1, 3)), np.zeros(1))
    memory = None
    begun = Second(0, 0)
    for frame in range(180):
        if frame == 60 and does == "walks":
            commands.set("speed", slots, 1.4)
        if frame == 119 and does == "waves":
            commands.begin("gesture", slots, list(graph.gestures).index("waving"))
        if frame == 119 and does == "kneels down":
            commands.begin("posture", slots, list(graph.nodes).index("kneeling deployed"))
        motor.advance(frame)
        picture = picture_of(motor.shown, frame, frame / 60, 1)
        memory = memory or picture.fresh_memory()
        if frame == 120:
            begun = Second(memory.tally.joint_updates, memory.tally.bytes)
        picture.pack_for(memory)
    assert memory is not None
    tally = memory.tally
    return Second(tally.joint_updates - begun[0], tally.bytes - begun[1] - 60 * 28)


def main() -> None:
    graph = ready_graph(Console())
    levels = shipped_levels()
    seconds = [[second(graph, k, does) for does in DOES] for k in range(len(levels))]
    print("| | " + " | ".join(level.name for level in levels) + " |")
    print("|---|" + "---|" * len(levels))
    print("| everything changes | " + " | ".join(f"{full:,}" for full in FULL) + " |")
    for which, does in enumerate(DOES):
        cells = [f"{row[which].joint_updates:,.0f} ({row[which].bytes:,.0f} B)" for row in seconds]
        print(f"| {does} | " + " | ".join(cells) + " |")
    figure, axes = panel(9.0, 3.2)
    for which, (does, color) in enumerate(zip(DOES, (DIM, REEF, GOLD, CORAL), strict=True)):
        places = np.arange(len(levels)) + 0.18 * which - 0.36
        heights = [row[which].joint_updates for row in seconds]
        axes.bar(places, heights, 0.16, color=color, label=does)
    axes.bar(np.arange(len(levels)) + 0.36, FULL, 0.16, color=FOAM, label="everything changes")
    axes.set_yscale("symlog", linthresh=10)
    axes.set_axisbelow(True)
    axes.set_xticks(np.arange(len(levels)), [f"{one.name}\n{one.rate} Hz" for one in levels])
    axes.set_ylabel("joint updates a second")
    axes.legend(ncols=3, frameon=False, labelcolor=FOAM, fontsize=9)
    save(figure, "motion-protocol.svg")


if __name__ == "__main__":
    main()
