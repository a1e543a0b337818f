"""How a fish rights itself, and how long a time step its body bears."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.fish import MUSCLES, NODES
from motorium.bodies.species import Species
from motorium.contracts.frames import Floats, heading_pitch_roll
from motorium.contracts.time import FRAME_SECONDS
from motorium.measure.record import Measurement
from motorium.measure.tank import Tank
from motorium.physics.fish_frame import body_frame
from motorium.physics.fish_kernel import Row

__all__ = ["measure_recovery", "measure_stability"]

TILT: Final = np.radians(40.0)
SETTLE: Final = 6
GIVEN: Final = 4
"""Beats of the medium gait."""

STEP_FACTORS: Final = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
WILD_FISHES: Final = 16
WILD_BEATS: Final = 60
WILD_DEPTH: Final = 0.5
HOLD: Final = 0.05
"""Seconds, for a fish of 20 cm, between two jumps of the muscles."""


def measure_recovery(species: Species) -> list[Measurement]:
    """What is left of a roll and of a pitch of 40 degrees after four beats at the medium gait."""
    records = []
    for quantity, axis, which in (
        ("roll_after_4_beats", 0, 2),
        ("pitch_after_4_beats", 1, 1),
    ):
        tank = Tank(species)
        gait = species.gaits.medium
        tank.swim(gait, SETTLE)
        _tilt(tank, axis)
        path = tank.swim(gait, GIVEN)[:, 0]
        beat = round(1 / gait.beat / FRAME_SECONDS)
        _, orientation = body_frame(path[-beat:])
        angles = heading_pitch_roll(orientation)[..., which]
        records.append(
            Measurement.of(species.name, quantity, float(np.degrees(np.abs(angles).max())))
        )
    return records


def _tilt(tank: Tank, axis: int) -> None:
    """Turn the whole fish, with its motion, about one of its body's axes."""
    first, second = [k for k in range(3) if k != axis]
    turn = np.eye(3)
    turn[first, first] = turn[second, second] = np.cos(TILT)
    turn[first, second], turn[second, first] = -np.sin(TILT), np.sin(TILT)
    blocks, lanes = tank.fishes, tank.lanes
    for row in (Row.POSITION, Row.VELOCITY, Row.LATELY):
        vectors = blocks.get(row, (NODES, 3), lanes)
        middle = vectors[:, 5:9].mean(axis=1, keepdims=True) if row == Row.POSITION else 0.0
        blocks.put(row, lanes, (vectors - middle) @ turn.T + middle)


def measure_stability(species: Species) -> list[Measurement]:
    """The longest step [s] with which fishes stay whole under muscles that jump at random."""
    longest = 0.0
    for factor in STEP_FACTORS:
        if not _survives(species, factor):
            break
        longest = factor * FRAME_SECONDS / species.steps_per_frame
    return [Measurement.of(species.name, "max_stable_dt", longest)]


def _survives(species: Species, factor: float) -> bool:
    draw = np.random.default_rng(7)
    tank = Tank(species, WILD_FISHES, factor)
    seconds = WILD_BEATS / species.gaits.medium.beat
    hold = max(1, round(HOLD * np.sqrt(species.scale) / tank.frame_seconds))
    contraction: Floats = np.ones((WILD_FISHES, MUSCLES))
    for frame in range(round(seconds / tank.frame_seconds)):
        if frame % hold == 0:
            left = draw.random((WILD_FISHES, 3, 1)) < 0.5
            side = np.array([True, False, False, True])
            contraction = np.where(left == side, 1 - WILD_DEPTH, 1.0).reshape(-1, MUSCLES)
        tank.frame(contraction)
        if frame % 20 == 0 and not tank.whole().all():
            return False
    return bool(tank.whole().all())
