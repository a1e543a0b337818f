"""Where the energy of a beat goes, by the float64 reference."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.fish import MUSCLES, TENTH_SECOND
from motorium.bodies.gaits import GAITS, Gait
from motorium.bodies.species import Species
from motorium.contracts.time import FRAME_SECONDS
from motorium.measure.record import Measurement
from motorium.measure.tank import RAMP, frames_of
from motorium.motors.patterns import beating
from motorium.physics.fish_reference import FishState, Ledger, elastic_energy, kinetic_energy
from motorium.physics.natural_reference import NaturalFish

__all__ = ["energy_of_beats", "measure_energy"]

SETTLE: Final = 4
BEATS: Final = 10
WATT: Final = 1e-7 / TENTH_SECOND**3
"""One g cm^2 / (0.1 s)^3, of a fish of 20 cm."""


def measure_energy(species: Species) -> list[Measurement]:
    """Power of the muscles, and what the books of ten beats miss, by gait."""
    records = []
    for name in GAITS:
        gait: Gait = getattr(species.gaits, name)
        ledger, missing = energy_of_beats(species, gait)
        time = BEATS / gait.beat / TENTH_SECOND / species.pace
        watts_per_kilogram = ledger.muscles / time * WATT / (species.body.mass / 1000)
        # Power a mass scales with length^2 / time^3, and time with the root of length.
        power = watts_per_kilogram * species.scale**2 / species.pace**3
        records.append(Measurement.of(species.name, "power", power, gait=name))
        residual = 100 * missing / ledger.muscles
        records.append(Measurement.of(species.name, "residual", residual, gait=name))
    return records


def energy_of_beats(species: Species, gait: Gait) -> tuple[Ledger, float]:
    """The books of ten steady beats, and the energy that appeared (or, negative, got lost)."""
    body = species.body
    fish, state = NaturalFish(body), FishState.at_rest(body)
    steps = species.steps_per_frame
    contraction = np.ones(MUSCLES)
    ledger: Ledger | None = None

    def energy() -> float:
        inside = kinetic_energy(body, state) + elastic_energy(body, state, contraction)
        return inside + fish.potential(state)

    before = 0.0
    settle, total = frames_of(gait, SETTLE), frames_of(gait, SETTLE + BEATS)
    for frame in range(total):
        if frame == settle:
            ledger, before = Ledger(), energy()
        done = (frame + 1) * FRAME_SECONDS * gait.beat
        ramp = (beating(gait, done, min(1.0, done / RAMP)) - contraction) / steps
        for _ in range(steps):
            was, contraction = contraction, contraction + ramp
            fish.step(state, contraction, species.step, ledger=ledger, contraction_before=was)
    assert ledger is not None
    return ledger, energy() - before - (ledger.muscles - ledger.dashpots - ledger.water)
