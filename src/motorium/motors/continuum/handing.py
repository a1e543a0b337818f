"""Characters that change their motor: what is told of them, and what is taken from others.

A character is told as a figure of the finest kind, whose spine bends evenly; so any motor of
figures can take it on, and it any figure.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.skeleton import Placed, Skeleton
from motorium.bodies.rigid.parts import COORDINATES
from motorium.bodies.rigid.wearing import local_turns, worn_segments
from motorium.contracts.frames import (
    Floats,
    body_to_world,
    multiply,
    rotation_matrix,
)
from motorium.contracts.motor import FigurePoses, Handover
from motorium.contracts.population import Population, Slots
from motorium.motors.posture.shown import MOST_SEGMENTS, MOST_SLIDING

__all__ = ["coordinates_of", "given_of"]

MAKE: Final = "continuum 1"
LEVEL: Final = 0
"""Characters are let go as human-high."""


def given_of(population: Population, slots: Slots, poses: Floats, velocities: Floats) -> Handover:
    """What is told about characters that are let go; poses (n, COORDINATES); velocities [m/s] of
    their landmarks in the world."""
    skeleton, count = load_skeleton(FIGURES[LEVEL]), len(slots)
    rotations = np.zeros((count, MOST_SEGMENTS, 4))
    rotations[..., 0] = 1.0
    for row, pose in enumerate(poses):
        rotations[row, : len(skeleton.segments)] = local_turns(skeleton, pose)
    return Handover.of_figures(
        population,
        slots,
        velocities,
        FigurePoses(
            levels=np.full(count, LEVEL, dtype=np.uint8),
            positions=poses[:, :3],
            turns=poses[:, 3:7],
            rotations=rotations,
            slides=np.zeros((count, MOST_SLIDING, 3)),
            memory=poses,
            make=MAKE,
        ),
    )


def coordinates_of(poses: FigurePoses, row: int) -> Floats:
    """How the double of a figure is posed that was handed over, on any level (COORDINATES,)."""
    if poses.make == MAKE and poses.memory.shape[1:] == (COORDINATES,):
        mine: Floats = poses.memory[row].astype(np.float64)
        return mine
    skeleton = load_skeleton(FIGURES[int(poses.levels[row])])
    found: Floats = worn_segments(skeleton, _placed(skeleton, poses, row))[0]
    return found


def _placed(skeleton: Skeleton, poses: FigurePoses, row: int) -> Placed:
    count = len(skeleton.segments)
    positions, turns = np.zeros((1, count, 3)), np.zeros((count, 4))
    positions[0, 0], turns[0] = poses.positions[row], poses.turns[row]
    for segment in range(1, count):
        parent = skeleton.parents[segment]
        positions[0, segment] = positions[0, parent] + body_to_world(
            turns[parent], skeleton.offsets[segment]
        )
        turns[segment] = multiply(turns[parent], poses.rotations[row, segment])
    return Placed(positions, rotation_matrix(turns)[np.newaxis])
