"""Poses out of what a client knows: local turns and slides, and where that puts all segments."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.frames import turned
from motorium.wire.figures.frame import FrameMemory
from motorium.wire.figures.layout import PLACE_STEPS_PER_METRE, SHARE_STEPS
from motorium.wire.figures.quantizing import decode_rows

__all__ = ["LevelPoses", "poses_of"]


@dataclass(frozen=True)
class LevelPoses:
    """Figures on one level. ids (figures,); shares (figures,): how much of each is shown there.

    rotations (figures, segments, 4): turns against parents as (w, x, y, z), the first against the
    world; slides [m] (figures, slides, 3), added to offsets; positions [m] (figures, segments, 3)
    and turns (figures, segments, 4): where segments are in the world.
    """

    level: int
    ids: NDArray[np.int64]
    shares: NDArray[np.float64]
    rotations: NDArray[np.float32]
    slides: NDArray[np.float32]
    positions: NDArray[np.float64]
    turns: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.ids)


def poses_of(memory: FrameMemory, level: int, slots: NDArray[np.intp] | None = None) -> LevelPoses:
    """Of everybody on a level, by their ids, or of some slots of it."""
    levels, rows = memory.levels, memory.rows
    mine = rows.slots(level) if slots is None else slots
    segments = int(levels.segments[level])
    slide_count = int(levels.values[level]) - segments
    rotations = np.empty((len(mine), segments, 4), dtype=np.float32)
    slides = np.empty((len(mine), slide_count, 3), dtype=np.float32)
    decode_rows(mine, segments, slide_count, rows.values, rotations, slides)
    positions, turns = np.empty((len(mine), segments, 3)), np.empty((len(mine), segments, 4))
    _place_rows(
        levels.parents[level],
        levels.offsets[level],
        levels.sliding[level],
        rows.places[mine] / PLACE_STEPS_PER_METRE,
        rotations,
        slides,
        positions,
        turns,
    )
    return LevelPoses(
        level=level,
        ids=rows.keys[mine] >> 2,
        shares=rows.shares[mine] / SHARE_STEPS,
        rotations=rotations,
        slides=slides,
        positions=positions,
        turns=turns,
    )


@kernel
def _place_rows(
    parents: NDArray[np.int64],
    offsets: NDArray[np.float64],
    sliding: NDArray[np.int64],
    places: NDArray[np.float64],
    rotations: NDArray[np.float32],
    slides: NDArray[np.float32],
    positions_out: NDArray[np.float64],
    turns_out: NDArray[np.float64],
) -> None:
    """Forward kinematics: a segment is at its parent's place and its turned offset, and turned by
    its own turn first and then by its parent's."""
    for row in range(places.shape[0]):
        for axis in range(3):
            positions_out[row, 0, axis] = places[row, axis]
        for part in range(4):
            turns_out[row, 0, part] = rotations[row, 0, part]
        for segment in range(1, rotations.shape[1]):
            parent = parents[segment]
            x, y, z = offsets[segment, 0], offsets[segment, 1], offsets[segment, 2]
            for slide in range(slides.shape[1]):
                if sliding[slide] == segment:
                    x += slides[row, slide, 0]
                    y += slides[row, slide, 1]
                    z += slides[row, slide, 2]
            turn = turns_out[row, parent]
            w, a, b, c = turn[0], turn[1], turn[2], turn[3]
            moved = turned(w, a, b, c, x, y, z)
            for axis in range(3):
                positions_out[row, segment, axis] = positions_out[row, parent, axis] + moved[axis]
            own = rotations[row, segment]
            e, f, g, h = own[0], own[1], own[2], own[3]
            turns_out[row, segment, 0] = w * e - a * f - b * g - c * h
            turns_out[row, segment, 1] = w * f + a * e + b * h - c * g
            turns_out[row, segment, 2] = w * g - a * h + b * e + c * f
            turns_out[row, segment, 3] = w * h + a * g - b * f + c * e
