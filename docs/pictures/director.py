"""Trial runs of 'Jack Cousto' that come together, and who is where when they do."""

from __future__ import annotations

from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, SHOAL, panel, save
from motorium.rehearsing import on_motor
from motorium.world.directing.rehearsal import OVERTIME, rehearse
from motorium.world.scenario import Scenario, load_scenario
from motorium.world.world import World

AT: Final = 20.0
SHOWN: Final = {"male": GOLD, "school": SHOAL, "shark": CORAL}
WITH: Final = {"male": ("male", "female"), "school": ("leader", "school"), "shark": ("shark",)}
CALLED: Final = {"male": "pair circles", "school": "school passes", "shark": "shark hunts"}
TRACK: Final = 8.0
"""Seconds of their ways that are drawn."""


def draw_trials(axes: Axes, scenario: Scenario) -> None:
    """From each release to what was asked for, trial by trial."""
    trials = rehearse(scenario)
    for number, trial in enumerate(trials):
        for lane, (who, color) in enumerate(SHOWN.items()):
            height = number + 0.25 * (lane - 1)
            began, late = trial.released[who], trial.late[who]
            missed = np.isinf(late)
            ended = AT + OVERTIME if missed else AT + late
            axes.plot([began, ended], [height] * 2, color=color, linewidth=2.5,
                      alpha=0.3 if missed else 0.9, solid_capstyle="butt")  # fmt: skip
            if not missed:
                axes.plot(ended, height, "o", color=color, markersize=6)
            if number == 0:
                axes.text(AT + OVERTIME + 1.0, height, CALLED[who], color=color, va="center",
                          fontsize=8)  # fmt: skip
    axes.axvline(AT, color=FOAM, linewidth=0.8, linestyle="--")
    axes.set_yticks(range(len(trials)), [f"trial {n + 1}" for n in range(len(trials))])
    axes.set_ylim(len(trials) - 0.4, -0.6)
    axes.set_xlim(0.0, AT + OVERTIME)
    axes.set_xlabel("seconds")
    axes.set_title("from when they come to what is asked for")
    for trial in trials:
        print({who: f"{trial.released[who]:.1f} {trial.late[who]:+.1f}" for who in SHOWN})


def draw_stage(axes: Axes, scenario: Scenario) -> None:
    """From above, at the appointment, with the ways of the last seconds."""
    world = World(scenario)
    ways: dict[int, list[tuple[float, float]]] = {}
    people = world.population
    while world.clock.seconds < AT + 0.5:
        world.advance(6)
        if world.clock.seconds > AT + 0.5 - TRACK:
            for slot in people.living:
                x, y, _ = people.positions[slot].tolist()
                ways.setdefault(int(people.ids[slot]), []).append((x, y))
    assert world.habitat is not None
    for rock in world.habitat.obstacles.cylinders:
        axes.add_patch(Circle((rock["x"], rock["y"]), rock["radius"], facecolor=DIM, alpha=0.6))
    for identity, way in ways.items():
        name = world.group_of(identity)
        color = next((SHOWN[one] for one in SHOWN if name in WITH[one]), None)
        if color is None or identity not in people:
            continue
        x, y = np.array(way).T
        axes.plot(x, y, color=color, linewidth=0.7, alpha=0.6)
        axes.plot(x[-1], y[-1], "o", color=color, markersize=7 if name == "shark" else 3)
    camera = next(key for key in reversed(scenario.camera) if key.at <= AT)
    axes.plot(*camera.position[:2], marker="s", color=FOAM)
    axes.text(camera.position[0] + 0.4, camera.position[1], "camera", color=FOAM, va="center",
              fontsize=8)  # fmt: skip
    axes.set_aspect("equal")
    axes.set_xlim(-8.5, 7.5)
    axes.set_ylim(-6.0, 9.5)
    axes.set_xlabel("x [m]")
    axes.set_ylabel("y [m]")
    axes.set_title(f"from above at {AT:g} s")


def main() -> None:
    scenario = on_motor(load_scenario("cousto"), "repertoire")
    figure, axes = panel(11.0, 4.6, 2, width_ratios=[1.25, 1.0])
    draw_trials(axes[0], scenario)
    draw_stage(axes[1], scenario)
    save(figure, "director.svg")


if __name__ == "__main__":
    main()
