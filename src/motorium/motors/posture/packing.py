"""Clips packed into the arrays of a motion bank, key after key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.contracts.frames import (
    Floats,
    body_to_world,
    multiply,
    quaternion_from_axes,
    quaternion_from_heading,
)
from motorium.memory import aligned_zeros
from motorium.motion.figures.channels import ChannelSet
from motorium.motors.posture.grounding import GROUND, sights_of
from motorium.motors.posture.local_turns import continued, local_turns
from motorium.motors.posture.shown import LEVELS, MOST_SLIDING, SEGMENTS, sliding_segments

__all__ = ["LANES", "Packed", "Packer", "room_of"]

_VECTOR: Final = 16
ROOT: Final = 9


def room_of(level: int) -> int:
    """Segments of a level that there is room for: whole vectors of sixteen."""
    return -(-SEGMENTS[level] // _VECTOR) * _VECTOR


LANES: Final = max(room_of(level) for level in range(LEVELS))


@dataclass(frozen=True)
class Packed:
    """As in `bank.Clips`."""

    seconds: Floats
    rates: Floats
    firsts: NDArray[np.int64]
    counts: NDArray[np.int64]
    turns: NDArray[np.float32]
    starts: NDArray[np.int64]
    key_starts: NDArray[np.int64]
    roots: NDArray[np.float32]
    slides: NDArray[np.float32]
    grounds: Floats


class Packer:
    """Gathers clips; rates: keys a second of each level, at least."""

    def __init__(self, rates: Sequence[int]) -> None:
        self._rates = rates
        self._seconds: list[float] = []
        self._levels: list[list[_Keys]] = [[] for _ in range(LEVELS)]
        self._grounds: list[Floats] = []

    def add(self, sets: Sequence[ChannelSet], ground: Floats | None) -> int:
        """A clip, as channels of each level over its way on the ground; returns its number."""
        seconds = sets[0].seconds
        self._seconds.append(seconds)
        if ground is None:
            ground = np.zeros((intervals_of(seconds, self._rates[0]) + 1, GROUND))
        self._grounds.append(ground)
        for level, channels in enumerate(sets):
            self._levels[level].append(_keys_of(channels, level, self._rates[level], ground))
        return len(self._seconds) - 1

    def packed(self) -> Packed:
        """All of them."""
        clips = len(self._seconds)
        counts = np.array([[len(one.root) for one in level] for level in self._levels])
        firsts = (np.cumsum(counts.reshape(-1)) - counts.reshape(-1)).reshape(LEVELS, clips)
        sizes = [counts[level].sum() * 4 * room_of(level) for level in range(LEVELS)]
        turns = aligned_zeros(int(sum(sizes)), np.float32)
        turns[:] = np.concatenate([one.turns.reshape(-1) for row in self._levels for one in row])
        seconds = np.array(self._seconds)
        return Packed(
            seconds=seconds,
            rates=(counts - 1) / seconds,
            firsts=firsts,
            counts=counts,
            turns=turns,
            starts=np.cumsum([0, *sizes[:-1]]),
            key_starts=firsts[:, 0].copy(),
            roots=np.concatenate([one.root for row in self._levels for one in row]),
            slides=np.concatenate([one.slides for row in self._levels for one in row]),
            grounds=np.concatenate(self._grounds),
        )


@dataclass(frozen=True)
class _Keys:
    turns: NDArray[np.float32]
    root: NDArray[np.float32]
    slides: NDArray[np.float32]


def intervals_of(seconds: float, rate: int) -> int:
    """Between keys of a clip: so many that there are at least `rate` keys a second."""
    return max(1, int(np.ceil(seconds * rate - 1e-6)))


def _keys_of(channels: ChannelSet, level: int, rate: int, ground: Floats) -> _Keys:
    skeleton = load_skeleton(FIGURES[level])
    count = intervals_of(channels.seconds, rate) + 1
    times = np.linspace(0.0, channels.seconds, count)
    poses = channels.sample(times)
    local, shifts = local_turns(skeleton, poses.angles)
    turns = np.zeros((count, 4, room_of(level)), dtype=np.float32)
    turns[:, 0] = 1.0
    turns[:, :, : SEGMENTS[level]] = continued(local).swapaxes(1, 2)
    slides = np.zeros((count, MOST_SLIDING, 3), dtype=np.float32)
    for at, segment in enumerate(sliding_segments(level)):
        slides[:, at] = shifts[:, segment]
    wanted, given = np.linspace(0.0, 1.0, count), np.linspace(0.0, 1.0, len(ground))
    x, y, heading = (np.interp(wanted, given, ground[:, column]) for column in range(3))
    back = quaternion_from_heading(-heading)
    place = poses.position - np.stack([x, y, np.zeros(count)], axis=1)
    root = np.zeros((count, ROOT), dtype=np.float32)
    root[:, :3] = body_to_world(back, place)
    root[:, 3:7] = continued(multiply(back, quaternion_from_axes(poses.rotation)))
    root[:, 7:9] = sights_of(skeleton, skeleton.place(poses), heading)
    return _Keys(turns, root, slides)
