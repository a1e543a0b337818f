"""What bodies of other stuff swim like, and a fish with and without water; measured."""

from __future__ import annotations

import numpy as np

from docs.pictures.style import CORAL, DIM, GOLD, REEF, panel, save
from docs.pictures.tank import Tank
from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE
from motorium.physics.settings import RANGES, STANDARD

HERRING = load_species("herring")
FACTORS = 9
"""Measured of each range."""
SETTLE, MEASURE = 15, 10
"""[s]"""
DRY, WET = 3, 3
"""Seconds without water, and with it before and after."""


def main() -> None:
    figure, (left, right) = panel(9.5, 3.9, 2)
    for (name, (low, high)), color in zip(RANGES.items(), (GOLD, REEF, CORAL), strict=True):
        factors = np.union1d(np.geomspace(low, high, FACTORS), [1.0])
        speeds = [top_speed(**{name: factor}) for factor in factors]
        left.plot(factors, speeds, "o-", color=color, markersize=4, label=name)
        for factor, speed in zip(factors, speeds, strict=True):
            print(f"{name} x {factor:.2f}: {speed:.2f} L/s")
    left.axvline(1.0, color=DIM, linewidth=0.8)
    left.set_xscale("log", base=2)
    left.set_xticks([0.25, 0.5, 1, 2, 4], ["¼", "½", "1", "2", "4"])
    left.set(xlabel="factor", ylabel="swum [L/s]", title="A herring, asked for its top speed")
    left.set_ylim(0)
    left.legend(frameon=False)

    seconds, gone, tail = dry_and_wet()
    right.axvspan(WET, WET + DRY, color=DIM, alpha=0.25)
    right.text(WET + 0.15, 0.95 * gone.max(), "no water", color=DIM)
    right.plot(seconds, gone, color=REEF, label="way of the body [L]")
    right.plot(seconds, 5 * tail, color=CORAL, linewidth=1, label="tail to the side [L/5]")
    right.set(xlabel="seconds", title="It beats its tail without moving")
    right.legend(frameon=False, loc="upper left", bbox_to_anchor=(0.0, 0.9))
    save(figure, "physics-panel.svg")


def top_speed(**made: float) -> float:
    """Of a herring that is made so [L/s]."""
    tank = Tank([HERRING])
    tank.motor.physics = STANDARD.but(**{name: float(factor) for name, factor in made.items()})
    tank.commands["speed"][:] = HERRING.top_speed
    tank.run(SETTLE * FRAME_RATE)
    path = tank.run(MEASURE * FRAME_RATE)[:, 0]
    return float(np.linalg.norm(path[-1] - path[0])) / MEASURE / HERRING.length


def dry_and_wet() -> tuple[Floats, Floats, Floats]:
    """Seconds, and how far the centre of mass has come and the tail is aside [L]."""
    tank = Tank([HERRING])
    tank.commands["speed"][:] = HERRING.gaits.medium.speed
    tank.run(SETTLE * FRAME_RATE)
    places, tails = [], []
    share = HERRING.body.masses / HERRING.body.masses.sum()
    identity = int(tank.people.ids[0])
    for frame in range((2 * WET + DRY) * FRAME_RATE):
        if frame == WET * FRAME_RATE:
            tank.motor.physics = STANDARD.but(hydrodynamics=False)
        if frame == (WET + DRY) * FRAME_RATE:
            tank.motor.physics = STANDARD
        tank.run(1)
        places.append(share @ tank.people[identity].world_nodes)
        tails.append(float(tank.people.nodes[0, 21, 1]))
    way = np.array(places) - places[0]
    forwards = way[-1] / np.linalg.norm(way[-1])
    seconds = np.arange(len(places)) / FRAME_RATE
    return seconds, way @ forwards / HERRING.length, np.array(tails) / HERRING.length


if __name__ == "__main__":
    main()
