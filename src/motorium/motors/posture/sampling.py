"""Local turns of figures out of the motion bank; for kernels.

A pose is four rows of numbers, all w first, with room for whole vectors of sixteen segments: what
is done to every segment alike is then done to sixteen at once.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel, inlined
from motorium.motors.posture.bank import Clips
from motorium.motors.posture.reading import key_at
from motorium.motors.posture.shown import MOST_SLIDING

__all__ = ["Pose", "mix_slides", "mix_turns", "sample_slides", "sample_turns", "write_turns"]

Pose = NDArray[np.float32]
ONE = np.float32(1.0)
TINY = np.float32(1e-12)


@borrowing_kernel
def sample_turns(clips: Clips, level: int, clip: int, time: float, pose_out: Pose) -> None:
    """The pose at a time [s] of a clip, straight between its keys."""
    key, part = key_at(clips, level, clip, time)
    room = clips.rooms[level]
    first = clips.starts[level] + 4 * room * (key - clips.key_starts[level])
    share = np.float32(part)
    here = clips.turns[first : first + 4 * room]
    there = clips.turns[first + 4 * room : first + 8 * room]
    for s in range(room):
        w = here[s] + share * (there[s] - here[s])
        x = here[room + s] + share * (there[room + s] - here[room + s])
        y = here[2 * room + s] + share * (there[2 * room + s] - here[2 * room + s])
        z = here[3 * room + s] + share * (there[3 * room + s] - here[3 * room + s])
        scale = ONE / np.float32(math.sqrt(w * w + x * x + y * y + z * z))
        pose_out[s] = w * scale
        pose_out[room + s] = x * scale
        pose_out[2 * room + s] = y * scale
        pose_out[3 * room + s] = z * scale


@borrowing_kernel
def mix_turns(room: int, other: Pose, shares: Pose, amount: float, pose_out: Pose) -> None:
    """Each segment goes over to another pose by its share of the amount, the short way."""
    for s in range(room):
        part = np.float32(amount) * shares[s]
        w, x, y, z = pose_out[s], pose_out[room + s], pose_out[2 * room + s], pose_out[3 * room + s]
        a, b = other[s], other[room + s]
        c, d = other[2 * room + s], other[3 * room + s]
        come = part if w * a + x * b + y * c + z * d >= np.float32(0.0) else -part
        kept = ONE - part
        w, x = kept * w + come * a, kept * x + come * b
        y, z = kept * y + come * c, kept * z + come * d
        scale = ONE / np.float32(math.sqrt(w * w + x * x + y * y + z * z + TINY))
        pose_out[s] = w * scale
        pose_out[room + s] = x * scale
        pose_out[2 * room + s] = y * scale
        pose_out[3 * room + s] = z * scale


@inlined
def write_turns(room: int, segments: int, pose: Pose, rotations_out: Any) -> None:
    """A pose segment by segment (segments, 4)."""
    for s in range(segments):
        rotations_out[s, 0] = pose[s]
        rotations_out[s, 1] = pose[room + s]
        rotations_out[s, 2] = pose[2 * room + s]
        rotations_out[s, 3] = pose[3 * room + s]


@inlined
def sample_slides(clips: Clips, level: int, clip: int, time: float, slides_out: Any) -> None:
    """Slides [m] (4, 3) at a time of a clip."""
    key, share = key_at(clips, level, clip, time)
    for place in range(MOST_SLIDING):
        for axis in range(3):
            one = clips.slides[key, place, axis]
            slides_out[place, axis] = one + share * (clips.slides[key + 1, place, axis] - one)


@inlined
def mix_slides(other: Any, share: float, slides_out: Any) -> None:
    """Over to other slides, by a share."""
    for place in range(MOST_SLIDING):
        for axis in range(3):
            one = slides_out[place, axis]
            slides_out[place, axis] = one + share * (other[place, axis] - one)
