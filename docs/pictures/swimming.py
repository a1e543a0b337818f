"""How fast a herring swims against what it is asked for, and how it steers; measured."""

from __future__ import annotations

import numpy as np

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SHOAL, panel, save
from docs.pictures.tank import Tank
from motorium.bodies.gaits import GAITS
from motorium.bodies.species import load_species
from motorium.contracts.time import FRAME_RATE

HERRING = load_species("herring")
ASKED = np.linspace(0.1, 1.1, 21) * HERRING.top_speed
SETTLE = 15
MEASURE = 10
TURNS = (-1.0, -0.5, 0.0, 0.5, 1.0)
"""In the largest turn rates."""
TURNING = 10
"""Seconds."""


def main() -> None:
    figure, (left, right) = panel(9.5, 3.9, 2)
    tank = Tank([HERRING] * len(ASKED))
    tank.commands["speed"][:] = ASKED
    tank.run(SETTLE * FRAME_RATE)
    path = tank.run(MEASURE * FRAME_RATE)
    swum = np.linalg.norm(path[-1] - path[0], axis=1) / (MEASURE - 1 / FRAME_RATE) / HERRING.length
    left.plot([0, ASKED[-1]], [0, ASKED[-1]], color=DIM, linewidth=0.8)
    left.plot(ASKED, swum, "o-", color=REEF, markersize=4)
    for asked, speed in zip(ASKED, swum, strict=True):
        print(f"asked {asked:.2f} L/s, swam {speed:.2f} L/s")
    for name, color in zip(GAITS, (SHOAL, GOLD, CORAL), strict=True):
        gait = getattr(HERRING.gaits, name)
        left.axvline(gait.speed, color=color, linestyle="--", linewidth=1)
        left.text(
            gait.speed + 0.04,
            0.1,
            f"{name}, {gait.beat:g} Hz",
            color=color,
            fontsize=9,
            rotation=90,
        )
    left.set(xlabel="asked for [L/s]", ylabel="swum [L/s]", title="Speed of a herring of 20 cm")
    left.set_xlim(0)
    left.set_ylim(0)

    speed = HERRING.gaits.medium.speed
    beats = round(10 / HERRING.gaits.medium.beat * FRAME_RATE)
    most = speed * HERRING.steering.curvature_per_bias * HERRING.steering.largest_bias
    tank = Tank([HERRING] * len(TURNS))
    tank.commands["speed"][:] = speed
    tank.run(SETTLE * FRAME_RATE)
    start = tank.people.positions.copy()
    tank.commands["turn_rate"][:] = most * np.array(TURNS)
    path = 100 * (tank.run(TURNING * FRAME_RATE) - start)
    for fish, (turn, color) in enumerate(zip(TURNS, (CORAL, GOLD, FOAM, REEF, SHOAL), strict=True)):
        steps = np.diff(path[:, fish, :2], axis=0)
        course = np.unwrap(np.arctan2(steps[:, 1], steps[:, 0]))
        rate = (course[-1] - course[-1 - beats]) * FRAME_RATE / beats
        right.plot(path[:, fish, 0], path[:, fish, 1], color=color, label=f"{turn * most:+.2f}")
        print(f"asked {turn * most:+.2f} rad/s, turned {rate:+.2f} rad/s")
    right.plot(0, 0, "o", color=DIM)
    right.set_xlim(-60, 160)
    right.set_ylim(-90, 90)
    right.set_aspect("equal")
    right.set(xlabel="x [cm]", ylabel="y [cm]", title=f"{TURNING} s at {speed:.1f} L/s")
    right.legend(fontsize=8, title="asked for\n[rad/s]", loc="upper left", bbox_to_anchor=(1, 1))
    save(figure, "swimming.svg")


if __name__ == "__main__":
    main()
