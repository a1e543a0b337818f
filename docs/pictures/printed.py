"""How fast the printed herring swims by depth and beat, and how it steers; measured."""

from __future__ import annotations

import numpy as np

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SHOAL, panel, save
from docs.pictures.tank import Tank, beat_printed
from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE
from motorium.motors.controls import PRINTED_BEATS, PRINTED_SPEEDS
from motorium.motors.muscle import MENDED

FREQUENCIES = (0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0)
DEPTHS = (0.1, 0.2, 0.3, 0.4)
SETTLE = 20
MEASURE = 20
TURN_RATES = (-0.3, -0.15, 0.0, 0.15, 0.3)
COLORS = (REEF, GOLD, CORAL, SHOAL)


def speeds_by_beat() -> Floats:
    """Mean speed [L/s] once settled, shape (depths, frequencies); NaN where the body broke."""
    cases = [(f, d) for d in DEPTHS for f in FREQUENCIES]
    swum = beat_printed(cases, MENDED, (SETTLE + MEASURE) * FRAME_RATE)
    way = swum.path[-1] - swum.path[-1 - MEASURE * FRAME_RATE]
    speed: Floats = np.linalg.norm(way, axis=1) / MEASURE / 0.2
    speed[~swum.whole] = np.nan
    return speed.reshape(len(DEPTHS), len(FREQUENCIES))


def main() -> None:
    figure, (left, right) = panel(9.5, 3.9, 2)
    for depth, row, color in zip(DEPTHS, speeds_by_beat(), COLORS, strict=True):
        left.plot(FREQUENCIES, row, "o-", color=color, label=f"depth {depth}", markersize=4)
        print(depth, np.round(row, 3))
    left.plot(PRINTED_BEATS[1:], PRINTED_SPEEDS[1:], "x", color=FOAM, label="the table")
    left.set(xlabel="beat [Hz]", ylabel="speed [L/s]", title="Speed of the printed body, 20 cm")
    left.set_ylim(0)
    left.legend(fontsize=8)

    tank = Tank([load_species("herring")] * len(TURN_RATES), MENDED)
    tank.commands["speed"][:] = 0.3
    tank.commands["turn_rate"][:] = TURN_RATES
    path = tank.run(20 * FRAME_RATE) * 100
    for fish, (rate, color) in enumerate(
        zip(TURN_RATES, (CORAL, GOLD, FOAM, REEF, SHOAL), strict=True)
    ):
        right.plot(path[:, fish, 0], path[:, fish, 1], color=color, label=f"{rate:+.2f} rad/s")
        ahead = np.arctan2(*(path[-1, fish] - path[-51, fish])[1::-1])
        before = np.arctan2(*(path[-601, fish] - path[-651, fish])[1::-1])
        turned = (ahead - before + np.pi) % (2 * np.pi) - np.pi
        print(f"asked {rate:+.2f} rad/s, turned {turned / (550 / 60):+.3f} rad/s")
    right.plot(0, 0, "o", color=DIM)
    right.set_aspect("equal")
    right.set(xlabel="x [cm]", ylabel="y [cm]", title="20 s at 0.3 L/s, by turn rate asked for")
    right.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
    save(figure, "printed.svg")


if __name__ == "__main__":
    main()
