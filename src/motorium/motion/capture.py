"""Filming simulated fishes from step to step, as raw material for segments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from motorium.bodies.fish import BODY_LENGTH, TENTH_SECOND
from motorium.contracts.frames import Floats, rotation_matrix
from motorium.contracts.time import time_scale
from motorium.measure.basin import Basin
from motorium.physics.fish_frame import body_frame

__all__ = ["Take", "film"]


@dataclass(frozen=True)
class Take:
    """Fishes at equally spaced moments, in the world, from before the first frame on.

    seconds: between two moments, of an individual of size 1. nodes [L] and velocities [L/s], shape
    (moments, fishes, 23, 3); activation (moments, fishes, 12); phase [rad] (moments, fishes),
    counted on; origins [L] (moments, fishes, 3) and axes (moments, fishes, 3, 3) of body frames.
    """

    seconds: float
    nodes: Floats
    velocities: Floats
    activation: Floats
    phase: Floats
    origins: Floats
    axes: Floats

    @property
    def moments(self) -> int:
        return len(self.phase)

    def headings(self) -> Floats:
        """Of the noses [rad], counted on, shape (moments, fishes)."""
        headings: Floats = np.unwrap(np.arctan2(self.axes[..., 1, 0], self.axes[..., 0, 0]), axis=0)
        return headings

    def cut(self, first: int, last: int, fish: int, stride: int = 1) -> Take:
        """One fish, from moment `first` to moment `last`, every so many moments."""
        keep = slice(first, last + 1, stride)
        parts = (
            self.nodes,
            self.velocities,
            self.activation,
            self.phase,
            self.origins,
            self.axes,
        )
        return Take(self.seconds * stride, *(part[keep, fish : fish + 1] for part in parts))


def film(basin: Basin, frames: int, after_frame: Callable[[int], None] | None = None) -> Take:
    """Let the fishes of a basin, all of them, go on for some frames, and look after every step.

    after_frame: told how many frames have been made.
    """
    school = basin.motor.schools[0]
    lanes = np.arange(school.blocks.count)
    scales = school.scales[lanes]
    slower = time_scale(scales) / time_scale(np.array(basin.species.scale))
    per_length = 1.0 / (basin.species.length * basin.people.sizes)[:, None, None]
    to_lengths = 1.0 / BODY_LENGTH
    to_speeds = (
        slower[:, None, None] / (BODY_LENGTH * TENTH_SECOND * time_scale(scales))[:, None, None]
    )
    nodes: list[Floats] = []
    velocities: list[Floats] = []
    activation: list[Floats] = []
    phases: list[Floats] = [school.memory["phase"][lanes].copy()]

    def look() -> None:
        origins = school.origins[lanes][:, None, :] * per_length
        nodes.append(origins + school.blocks.positions(lanes) * to_lengths)
        velocities.append(school.blocks.velocities(lanes) * to_speeds)
        activation.append(school.blocks.contraction(lanes))

    look()
    school.after_step = look
    try:
        for frame in range(frames):
            basin.advance()
            phases.append(school.memory["phase"][lanes].copy())
            if after_frame is not None:
                after_frame(frame + 1)
    finally:
        school.after_step = None
    seen = np.array(nodes)
    origins, turns = body_frame(seen)
    # The phase grows evenly within a frame.
    coarse = np.arange(frames + 1) * school.steps
    whole = np.unwrap(np.array(phases), axis=0)
    fine = np.arange(len(seen))
    phase = np.stack([np.interp(fine, coarse, column) for column in whole.T], axis=1)
    return Take(
        seconds=school.frame_seconds / school.steps / float(slower[0]),
        nodes=seen,
        velocities=np.array(velocities),
        activation=np.array(activation),
        phase=phase,
        origins=origins,
        axes=rotation_matrix(turns),
    )
