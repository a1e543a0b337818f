"""Where a figure's segments, landmarks and rifle are in the world, for who looks at one closely."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.rifle import rifle_placed
from motorium.bodies.figure.skeleton import Placed, Skeleton
from motorium.contracts.frames import Floats, body_to_world, multiply, rotation_matrix
from motorium.motors.posture.points import landmark_sites
from motorium.motors.posture.shown import Shown, sliding_segments

__all__ = ["FigurePlaces", "figure_places"]


@dataclass(frozen=True)
class FigurePlaces:
    """Of one figure on a level, in the world: positions [m] (segments, 3) and rotations (segments,
    3, 3) of its segments; landmarks [m] (15, 3); of the rifle in its right hand rifle_position [m]
    (3,) and rifle_rotation (3, 3), whose first column is where it points."""

    level: int
    positions: Floats
    rotations: Floats
    landmarks: Floats
    rifle_position: Floats
    rifle_rotation: Floats

    @property
    def skeleton(self) -> Skeleton:
        return load_skeleton(FIGURES[self.level])


def figure_places(shown: Shown, row: int) -> FigurePlaces:
    """Forward kinematics of a row, in float64: plain, and not made for many."""
    level = int(shown.levels[row])
    skeleton = load_skeleton(FIGURES[level])
    turns = shown.rotations[row].astype(np.float64)
    offsets = skeleton.offsets.copy()
    for place, segment in enumerate(sliding_segments(level)):
        offsets[segment] += shown.slides[row, place]
    count = len(skeleton.segments)
    positions: Floats = np.zeros((count, 3))
    world: Floats = np.zeros((count, 4))
    positions[0], world[0] = shown.positions[row], shown.turns[row]
    for segment in range(1, count):
        parent = skeleton.parents[segment]
        positions[segment] = positions[parent] + body_to_world(world[parent], offsets[segment])
        world[segment] = multiply(world[parent], turns[segment])
    rotations = rotation_matrix(world)
    placed = Placed(positions[None], rotations[None])
    grip, rifle = rifle_placed(skeleton, placed)
    marks = [
        positions[one.segment] + rotations[one.segment] @ one.at for one in landmark_sites(level)
    ]
    return FigurePlaces(level, positions, rotations, np.stack(marks), grip[0], rifle[0])
