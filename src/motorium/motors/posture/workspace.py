"""Arrays that figures are posed in and written to, as kernels take them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.motors.posture.packing import LANES
from motorium.motors.posture.placing import Placed
from motorium.motors.posture.sampling import Pose
from motorium.motors.posture.shown import MOST_SEGMENTS, MOST_SLIDING, Shown

__all__ = ["Borrowed", "Rows", "Workspace", "fresh_borrowed", "fresh_workspace", "rows_of"]


class Rows(NamedTuple):
    """Of `Shown`."""

    slots: NDArray[np.intp]
    levels: NDArray[np.uint8]
    shares: NDArray[np.float32]
    positions: Floats
    turns: NDArray[np.float32]
    rotations: NDArray[np.float32]
    slides: NDArray[np.float32]
    stamps: NDArray[np.int64]


class Borrowed(NamedTuple):
    """What was left over when figures were adopted, by slot: on which level; turns (69, 4) of all
    segments, and of the first one place [m] and turn (7,) in the ground frame; how long it takes
    until it is gone [s]."""

    levels: NDArray[np.int8]
    turns: NDArray[np.float32]
    roots: Floats
    seconds: float


class Workspace(NamedTuple):
    """Poses and slides that are mixed, shares that are all 1, and placed segments."""

    pose: Pose
    other: Pose
    slides: NDArray[np.float32]
    whole: Pose
    placed: Placed


def rows_of(shown: Shown) -> Rows:
    """The arrays of what is shown."""
    return Rows(*(getattr(shown, name) for name in Rows._fields))


def fresh_borrowed(capacity: int, seconds: float) -> Borrowed:
    """Of nobody yet."""
    return Borrowed(
        levels=np.full(capacity, -1, dtype=np.int8),
        turns=np.zeros((capacity, MOST_SEGMENTS, 4), dtype=np.float32),
        roots=np.zeros((capacity, 7)),
        seconds=seconds,
    )


def fresh_workspace() -> Workspace:
    """For one figure after the other."""
    places = np.zeros((MOST_SEGMENTS, 3), dtype=np.float32)
    turns = np.zeros((MOST_SEGMENTS, 4), dtype=np.float32)
    return Workspace(
        pose=np.zeros(4 * LANES, dtype=np.float32),
        other=np.zeros(4 * LANES, dtype=np.float32),
        slides=np.zeros((2, MOST_SLIDING, 3), dtype=np.float32),
        whole=np.ones(LANES, dtype=np.float32),
        placed=Placed(places, turns),
    )
