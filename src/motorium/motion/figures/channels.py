"""Channel sets: what a figure does along an arc, as keys in time.

    channels = record(load_skeleton("human-med"), poses, times)
    channels.sample(0.4)  # a pose of one frame

Each has the place and turn of the first segment and one number a degree of freedom, at keys that
need not be evenly spaced; between keys it is interpolated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from motorium.bodies.figure.skeleton import Poses, Skeleton
from motorium.contracts.frames import Floats, quaternion_from_axes, rotation_matrix
from motorium.contracts.time import FRAME_RATE

__all__ = ["MADE_AT", "RATES", "ChannelSet", "at_rate", "between", "record"]

MADE_AT: Final = FRAME_RATE
"""Frames a second of all motion that is made."""
RATES: Final = {"human-high": 60, "human-med": 30, "human-low": 15}
"""Frames a second that are recorded of each figure (Granieri et al., Fig. 6)."""


@dataclass(frozen=True)
class ChannelSet:
    """figure: whose; seconds: how long it takes. Of each key: times [s], position [m] (keys, 3),
    turn as a quaternion (keys, 4), angles [rad or m] (keys, freedoms)."""

    figure: str
    seconds: float
    times: Floats
    position: Floats
    turn: Floats
    angles: Floats

    def __post_init__(self) -> None:
        keys = len(self.times)
        if not keys == len(self.position) == len(self.turn) == len(self.angles) > 0:
            raise ValueError("a channel set must have as many of everything as it has keys")
        if self.times[0] != 0.0 or abs(self.times[-1] - self.seconds) > 1e-4:
            raise ValueError("a channel set must have keys at its beginning and at its end")
        if (np.diff(self.times) <= 0.0).any():
            raise ValueError("a channel set's keys must follow each other")

    @property
    def size(self) -> int:
        """In memory [bytes]."""
        return sum(one.nbytes for one in (self.times, self.position, self.turn, self.angles))

    def sample(self, seconds: float | Floats) -> Poses:
        """Poses at these times; before the first key it is the first, after the last the last."""
        at = np.clip(np.atleast_1d(np.asarray(seconds, dtype=float)), 0.0, self.seconds)
        if len(self.times) == 1:
            return self._poses(np.zeros(len(at), dtype=int))
        left = np.clip(np.searchsorted(self.times, at, "right") - 1, 0, len(self.times) - 2)
        share = (at - self.times[left]) / (self.times[left + 1] - self.times[left])
        return between(self._poses(left), self._poses(left + 1), share)

    def every(self, rate: float = MADE_AT) -> Poses:
        """Poses from beginning to end, so many a second; the end is always among them."""
        count = int(np.floor(self.seconds * rate + 1e-6))
        times = np.arange(count + 1) / rate
        if self.seconds - times[-1] > 1e-6:
            times = np.append(times, self.seconds)
        return self.sample(times)

    def _poses(self, keys: np.ndarray) -> Poses:
        turn = self.turn[keys].astype(float)
        turn /= np.linalg.norm(turn, axis=1, keepdims=True)
        return Poses(
            self.position[keys].astype(float),
            rotation_matrix(turn),
            self.angles[keys].astype(float),
        )


def record(
    skeleton: Skeleton, poses: Poses, times: Floats, keys: np.ndarray | None = None
) -> ChannelSet:
    """A figure's poses at times [s] as channels of float32.

    keys: the numbers of those to keep; all if not said.
    """
    keep = np.arange(len(poses)) if keys is None else np.asarray(keys)
    return ChannelSet(
        skeleton.title,
        float(times[-1]),
        times[keep].astype(np.float32),
        poses.position[keep].astype(np.float32),
        quaternion_from_axes(poses.rotation[keep]).astype(np.float32),
        poses.angles[keep].astype(np.float32),
    )


def at_rate(frames: int, rate: int) -> np.ndarray:
    """Which of so many frames, made at `MADE_AT`, are recorded at a rate; the last always is."""
    if MADE_AT % rate:
        raise ValueError(f"a rate must divide {MADE_AT}, not {rate}")
    step = MADE_AT // rate
    numbers = np.arange(0, frames, step)
    return numbers if numbers[-1] == frames - 1 else np.append(numbers, frames - 1)


def between(one: Poses, other: Poses, share: Floats) -> Poses:
    """Straight from each to each; turns along the short way."""
    part = share[:, np.newaxis]
    first, second = quaternion_from_axes(one.rotation), quaternion_from_axes(other.rotation)
    sign = np.where((first * second).sum(axis=1, keepdims=True) < 0.0, -1.0, 1.0)
    turn = (1.0 - part) * first + part * sign * second
    turn /= np.linalg.norm(turn, axis=1, keepdims=True)
    return Poses(
        (1.0 - part) * one.position + part * other.position,
        rotation_matrix(turn),
        (1.0 - part) * one.angles + part * other.angles,
    )
