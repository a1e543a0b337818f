"""How much a bias bends the path, and the steering map: what a C-turn does at which speed."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.calibration import Calibration, SteeringMap
from motorium.bodies.fish import BODY_LENGTH
from motorium.bodies.gaits import GAITS, Gait, Steering
from motorium.bodies.species import Shape, Species, build_species
from motorium.contracts.frames import Floats
from motorium.measure.basin import Basin
from motorium.measure.tank import RAMP, Tank, centre_of_mass, frames_of, heading
from motorium.motors.patterns import beat_muscles
from motorium.physics.fish_frame import is_knotted

__all__ = ["find_steering", "find_steering_map"]

BIASES: Final = np.array([0.025, 0.05, 0.075, 0.1, 0.125, 0.15, 0.175, 0.2, 0.225, 0.25])
TIGHT: Final = 37.0
"""Degrees a beat that the largest bias shall give at the medium gait."""
SETTLE: Final = 7
MEASURED: Final = 4
"""Beats."""

AMPLITUDES: Final = np.linspace(0.1, 1.1, 10)
"""Deeper bends than that fold slender bodies."""
ANGLES: Final = (0.0, 15.0, 30.0, 45.0, 60.0, 75.0, 90.0)
PHASES: Final = 6
"""Of the beat, in which turns of every amplitude are begun, every other one to the right."""
WAIT: Final = 7.0
"""Beats within which any single turn ends."""


def find_steering(shape: Shape, draft: Calibration) -> Steering:
    """The smallest bias that turns tightly, and the curvature that a bias gives."""
    species = build_species(shape, draft)
    bends = [_bends(species, getattr(species.gaits, name)) for name in GAITS]
    rates = bends[1][0]
    enough = np.flatnonzero(rates >= TIGHT)
    last = int(enough[0]) if len(enough) else int(np.argmax(rates))
    used = slice(0, last + 1)
    curvature = np.mean([curve for _, curve in bends], axis=0)[used]
    # Least squares through the origin.
    slope = float((curvature * BIASES[used]).sum() / (BIASES[used] ** 2).sum())
    return Steering(curvature_per_bias=round(slope, 2), largest_bias=float(BIASES[last]))


def _bends(species: Species, gait: Gait) -> tuple[Floats, Floats]:
    """Turn [degrees a beat] and curvature of the path [1/L] for every bias, once steady."""
    tank = Tank(species, len(BIASES))
    beat = np.tile([*gait.depths, gait.lag, gait.lead], (len(BIASES), 1))

    def muscles(time: float) -> Floats:
        done = time * gait.beat
        ramp = min(1.0, done / RAMP)
        return beat_muscles(beat, np.full(len(BIASES), done), ramp, BIASES * ramp)

    tank.run(frames_of(gait, SETTLE), muscles, forgiving=True)
    path = tank.run(frames_of(gait, MEASURED), muscles, forgiving=True)
    turned = np.unwrap(heading(path), axis=0)
    way = np.linalg.norm(np.diff(centre_of_mass(species.body, path), axis=0), axis=-1).sum(axis=0)
    turn = turned[-1] - turned[0]
    rate = np.where(tank.whole() & np.isfinite(turn), np.degrees(turn) / MEASURED, 0.0)
    return rate, np.nan_to_num(turn / (way / BODY_LENGTH))


def find_steering_map(shape: Shape, draft: Calibration) -> SteeringMap:
    """Turn with every amplitude at every speed, and read the table the other way round."""
    species = build_species(shape, draft)
    speeds = [0.0, *(gait.speed for gait in species.gaits.all)]
    rows = [_turned(species, speed) for speed in speeds]
    amplitudes, reach = [], []
    for angles in rows:
        depth, turned = np.array([0.0, *AMPLITUDES]), np.array([0.0, *angles])
        # Only as far as deeper turns are wider; shallow ones from rest may be alike.
        widest = int(np.argmax(turned))
        depth = depth[: widest + 1]
        turned = np.maximum.accumulate(turned[: widest + 1]) + 1e-6 * np.arange(widest + 1)
        amplitudes.append([round(float(a), 3) for a in np.interp(ANGLES, turned, depth)])
        reach.append(round(float(min(turned[-1], ANGLES[-1])), 1))
    return SteeringMap(
        speeds=[round(speed, 3) for speed in speeds],
        angles=list(ANGLES),
        amplitudes=amplitudes,
        reach=reach,
    )


def _turned(species: Species, speed: float) -> Floats:
    """Angle [degrees] of one turn of each amplitude, the mean over phases and sides."""
    count = len(AMPLITUDES) * PHASES
    basin = Basin(species, count)
    # With such a map an angle is an amplitude.
    same = np.array([0.0, 2.0])
    basin.controls = basin.controls._replace(
        turn_speeds=np.array([0.0, 99.0]),
        turn_angles=same,
        turn_amplitudes=np.tile(same, (2, 1)),
        turn_reach=np.full(2, 2.0),
        most_legs=1,
    )
    memory = basin.motor.schools[0].memory
    phase = np.repeat(np.arange(PHASES), len(AMPLITUDES))
    memory["phase"][:count] = 2 * np.pi * phase / PHASES
    basin.ask(speed=speed)
    basin.advance(basin.beats(8 if speed > 0 else 0.5))
    before = memory["held"][:count].copy()
    side = np.where(phase % 2, 1.0, -1.0)
    basin.turn(np.tile(AMPLITUDES, PHASES) * side)
    for _ in range(basin.beats(WAIT)):
        basin.advance()
        busy = (memory["turn_clock"] >= 0) | (memory["turn_legs"] > 0) | (memory["turn_due"] > 0)
        if not busy[:count].any():
            break
    turned = np.degrees((memory["held"][:count] - before) * side).reshape(PHASES, -1)
    nodes = basin.motor.schools[0].blocks.positions(basin.slots)
    knotted = np.array([is_knotted(one) for one in nodes]).reshape(PHASES, -1).any(axis=0)
    broken = np.isin(basin.slots, basin.broken).reshape(PHASES, -1).any(axis=0)
    means: Floats = np.where(knotted | broken, 0.0, turned.mean(axis=0))
    return means
