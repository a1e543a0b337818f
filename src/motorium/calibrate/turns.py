"""C-turns: which bend and which return stroke turn a body, from rest and out of a beat."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.calibration import Calibration
from motorium.bodies.fish import BODY_LENGTH
from motorium.bodies.gaits import Turn
from motorium.bodies.species import Shape, Species, build_species
from motorium.calibrate.gaits import NoneSwims, sharpest_kink
from motorium.calibrate.search import Candidate, minimise
from motorium.contracts.frames import Floats
from motorium.measure.tank import Tank, centre_of_mass, frames_of, heading
from motorium.measure.turning import WATCHED, turn_figures
from motorium.motors.patterns import bend_muscles, turn_muscles
from motorium.physics.fish_frame import is_knotted

__all__ = ["find_turn"]

LOW: Final = np.array([0.0, 0.0, 0.0, -0.2, -0.45, -0.3, 0.2, 0.0, 0.2, 0.0, 0.3])
HIGH: Final = np.array([0.45, 0.55, 0.55, 0.45, 0.3, 0.5, 0.75, 0.4, 0.6, 0.38, 0.9])
"""Bend and stroke of the three segments; beats to bend, hold, stroke back, hold, relax."""
START: Final = np.array([0.1, 0.45, 0.45, 0.1, 0.0, 0.25, 0.5, 0.2, 0.3, 0.2, 0.6])
APPROACHES: Final = (10.0, 10.5)
"""Beats before a turn: it must not depend on which side the tail is on."""

SWIMMING: Final = 90.0
RESTING: Final = 45.0
"""Angles [degrees] that the turns are found for."""
GENTLE: Final = 0.8
"""A turn changes its acceleration by no more than this share of what a fast beat does."""


def jumps(species: Species, path: Floats) -> Floats:
    """The largest change of acceleration from one frame to the next [L/frame^2], (fishes,)."""
    centre = centre_of_mass(species.body, path) / BODY_LENGTH
    jump: Floats = np.linalg.norm(np.diff(centre, 3, axis=0), axis=-1).max(axis=0)
    return jump


def find_turn(shape: Shape, draft: Calibration, swimming: bool, effort: float) -> Turn:
    """The best turn of 90 degrees out of the medium beat, or of 45 from rest."""
    species = build_species(shape, draft)
    starts = [_approach(species, beats) for beats in APPROACHES] if swimming else [None]
    tank = Tank(species)
    tank.swim(species.gaits.fast, 8)
    bearable = GENTLE * float(jumps(species, tank.swim(species.gaits.fast, 3))[0])

    def costs(candidates: Floats) -> Floats:
        return np.asarray(sum(_costs(species, candidates, start, bearable) for start in starts))

    found = minimise(
        costs, START, LOW, HIGH, generations=max(5, round(120 * effort)), population=24, seed=3
    )
    if not found:
        kind = "while swimming" if swimming else "from rest"
        raise NoneSwims(f"{shape.name}: no turn {kind} was found that leaves the body whole")
    best: Candidate = found[0]
    values = [round(float(value), 3) for value in best.values]
    return Turn(
        angle=SWIMMING if swimming else RESTING,
        swimming=swimming,
        bend=values[:3],
        stroke=values[3:6],
        times=values[6:],
    )


def _approach(species: Species, beats: float) -> Tank:
    """A fish that has swum straight for some beats."""
    tank = Tank(species)
    tank.swim(species.gaits.medium, beats)
    return tank


def _costs(species: Species, candidates: Floats, start: Tank | None, bearable: float) -> Floats:
    gait = species.gaits.medium
    tank = Tank(species, len(candidates))
    before = 0.0
    if start is not None:
        tank.fishes.rows[:] = start.fishes.rows[:1, :, :1]
        before = start.time * gait.beat
    beat = np.array([*gait.depths, gait.lag, gait.lead])

    def muscles(time: float) -> Floats:
        if start is None:
            return bend_muscles(candidates, time * gait.beat)
        return turn_muscles(candidates, beat, before, time * gait.beat)

    path = tank.run(frames_of(gait, WATCHED), muscles, forgiving=True)
    whole = tank.whole() & np.isfinite(path).all(axis=(0, 2, 3))
    path[:, ~whole] = species.body.nodes
    knotted = np.array([is_knotted(nodes) for nodes in path[-1]])
    figures = turn_figures(species, path)
    turned = np.degrees(np.unwrap(heading(path), axis=0))
    half = frames_of(gait, 0.5)
    still_turning = np.abs(turned[-1] - turned[-half])
    beyond = np.max(turned, axis=0) - figures.angle
    moving = start is not None
    wanted, quick, exit_speed = (SWIMMING, 1.15, 0.9) if moving else (RESTING, 0.85, 0.15)
    off = np.abs(figures.angle - wanted)
    cost = off + 3 * np.maximum(off - 6, 0)
    cost = cost + 60 * np.maximum(figures.beats - quick, 0)
    cost = cost + 0.5 * np.maximum(figures.end_bend - 5, 0)
    cost = cost + 2 * still_turning + 0.3 * np.maximum(beyond - 4, 0)
    # In lengths a second of a fish of 20 cm.
    cost = cost + 20 * np.maximum(exit_speed - figures.exit_speed * species.pace, 0)
    cost = cost + np.maximum(sharpest_kink(path) - 46, 0)
    cost = cost + 40 * np.maximum(jumps(species, path) / bearable - 1, 0)
    if moving:
        cost = cost + 60 * np.maximum(figures.radius - 0.57, 0)
    rejected = ~whole | knotted | (figures.exit_speed < 0) | (figures.end_bend > 20)
    costs: Floats = np.where(rejected, np.inf, cost)
    return costs
