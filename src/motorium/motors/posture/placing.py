"""From turns against parents to places and turns in the world: forward kinematics of rows."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.skeleton import SIDES
from motorium.compiled import borrowing_kernel
from motorium.motors.posture.points import POINTS, floor_sites, landmark_sites
from motorium.motors.posture.shown import LEVELS, MOST_SEGMENTS, SEGMENTS, sliding_segments

__all__ = ["Bones", "Placed", "bones_of", "place_segments", "point_at"]

Singles = NDArray[np.float32]
_FLOORS: Final = max(len(floor_sites(level)) for level in range(LEVELS))


class Bones(NamedTuple):
    """Of each level: counts of segments; parents, offsets [m] from the parent's origin, and slides:
    which of a row's slides a segment has, -1 for none. Landmarks and places that the ground holds:
    on which segment, where on it [m], and for the latter how thick it is there [m]. legs, shape
    (levels, 2, 3): thigh, shin and foot, left and right."""

    counts: NDArray[np.int32]
    parents: NDArray[np.int32]
    offsets: Singles
    slides: NDArray[np.int32]
    landmarks: NDArray[np.int32]
    landmark_places: Singles
    floors: NDArray[np.int32]
    floor_places: Singles
    legs: NDArray[np.int32]


class Placed(NamedTuple):
    """A work space: places [m] (segments, 3) seen from the first segment, and turns (segments, 4),
    both in the axes that the first one's turn was given in."""

    places: Singles
    turns: Singles


def bones_of() -> Bones:
    """Of the three figures that ship."""
    parents = np.zeros((LEVELS, MOST_SEGMENTS), dtype=np.int32)
    offsets = np.zeros((LEVELS, MOST_SEGMENTS, 3), dtype=np.float32)
    slides = np.full((LEVELS, MOST_SEGMENTS), -1, dtype=np.int32)
    marks = np.zeros((LEVELS, len(POINTS)), dtype=np.int32)
    at = np.zeros((LEVELS, len(POINTS), 3), dtype=np.float32)
    floors = np.zeros((LEVELS, _FLOORS), dtype=np.int32)
    low = np.zeros((LEVELS, _FLOORS, 4), dtype=np.float32)
    legs = np.zeros((LEVELS, 2, 3), dtype=np.int32)
    for level in range(LEVELS):
        skeleton = load_skeleton(FIGURES[level])
        for number, side in enumerate(SIDES):
            names = [f"{side} {part}" for part in ("thigh", "shin", "foot")]
            legs[level, number] = [skeleton.segment(name) for name in names]
        parents[level, : SEGMENTS[level]] = skeleton.parents
        offsets[level, : SEGMENTS[level]] = skeleton.offsets
        slides[level, list(sliding_segments(level))] = range(len(sliding_segments(level)))
        for number, site in enumerate(landmark_sites(level)):
            marks[level, number], at[level, number] = site
        for number, (site, thick) in enumerate(floor_sites(level)):
            floors[level, number] = site.segment
            low[level, number] = *site.at, thick
    counts = np.array(SEGMENTS, dtype=np.int32)
    return Bones(counts, parents, offsets, slides, marks, at, floors, low, legs)


@borrowing_kernel
def place_segments(
    bones: Bones, level: int, turn: Singles, rotations: Singles, slides: Singles, placed_out: Placed
) -> None:
    """Where all segments of a row are; turn (4,): the first one's."""
    places, turns = placed_out.places, placed_out.turns
    for axis in range(3):
        places[0, axis] = 0.0
    for part in range(4):
        turns[0, part] = turn[part]
    for s in range(1, bones.counts[level]):
        p = bones.parents[level, s]
        w, a, b, c = turns[p, 0], turns[p, 1], turns[p, 2], turns[p, 3]
        e, f, g, h = rotations[s, 0], rotations[s, 1], rotations[s, 2], rotations[s, 3]
        x, y, z = bones.offsets[level, s, 0], bones.offsets[level, s, 1], bones.offsets[level, s, 2]
        slide = bones.slides[level, s]
        if slide >= 0:
            x += slides[slide, 0]
            y += slides[slide, 1]
            z += slides[slide, 2]
        i = b * z - c * y
        j = c * x - a * z
        k = a * y - b * x
        i, j, k = i + i, j + j, k + k
        places[s, 0] = places[p, 0] + x + w * i + b * k - c * j
        places[s, 1] = places[p, 1] + y + w * j + c * i - a * k
        places[s, 2] = places[p, 2] + z + w * k + a * j - b * i
        turns[s, 0] = w * e - a * f - b * g - c * h
        turns[s, 1] = w * f + a * e + b * h - c * g
        turns[s, 2] = w * g - a * h + b * e + c * f
        turns[s, 3] = w * h + a * g - b * f + c * e


@borrowing_kernel
def point_at(placed: Placed, s: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A place on a segment [m], seen from the first one."""
    w, a, b, c = placed.turns[s, 0], placed.turns[s, 1], placed.turns[s, 2], placed.turns[s, 3]
    i = 2.0 * (b * z - c * y)
    j = 2.0 * (c * x - a * z)
    k = 2.0 * (a * y - b * x)
    return (
        placed.places[s, 0] + x + w * i + b * k - c * j,
        placed.places[s, 1] + y + w * j + c * i - a * k,
        placed.places[s, 2] + z + w * k + a * j - b * i,
    )
