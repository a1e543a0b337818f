"""The plain way to play figures, in NumPy: what `bench.figures` is measured against."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.motors.posture.bank import MotionBank
from motorium.motors.posture.shown import SEGMENTS

__all__ = ["NumpyFigures"]

Singles = NDArray[np.float32]


class NumpyFigures:
    """All figures of one level at once, an operation after the other.

    clips and times [s] of each, shape (figures,).
    """

    def __init__(
        self, bank: MotionBank, clips: NDArray[np.int64], times: NDArray[np.float64], level: int = 0
    ) -> None:
        data, room = bank.clips, int(bank.clips.rooms[level])
        count = int(data.counts[level].sum())
        start = int(data.starts[level])
        keys = data.turns[start : start + 4 * room * count].reshape(count, 4, room)
        self._keys = np.ascontiguousarray(keys[:, :, : SEGMENTS[level]].swapaxes(1, 2))
        self._rates = data.rates[level][clips]
        self._firsts = (data.firsts[level] - data.key_starts[level])[clips]
        self._last = data.counts[level][clips] - 2
        self.times = times
        skeleton = load_skeleton(FIGURES[level])
        self._parents = skeleton.parents
        self._offsets = skeleton.offsets.astype(np.float32)

    def sample(self) -> Singles:
        """Local turns (figures, segments, 4)."""
        at = self.times * self._rates
        key = np.minimum(at.astype(np.int64), self._last)
        share = (at - key).astype(np.float32)[:, None, None]
        here = self._keys[self._firsts + key]
        turns = here + share * (self._keys[self._firsts + key + 1] - here)
        unit: Singles = turns / np.sqrt((turns * turns).sum(axis=2, keepdims=True))
        return unit

    def world(self, turns: Singles, roots: Singles) -> tuple[Singles, Singles]:
        """Places [m] (figures, segments, 3) seen from the first segment, and turns in the world;
        roots (figures, 4): the first segment's. Slides are left out."""
        places = np.zeros((*turns.shape[:2], 3), dtype=np.float32)
        world = np.empty_like(turns)
        world[:, 0] = roots
        for segment in range(1, turns.shape[1]):
            parent = self._parents[segment]
            w, a, b, c = world[:, parent].T
            x, y, z = self._offsets[segment]
            i, j, k = 2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)
            places[:, segment, 0] = places[:, parent, 0] + x + w * i + b * k - c * j
            places[:, segment, 1] = places[:, parent, 1] + y + w * j + c * i - a * k
            places[:, segment, 2] = places[:, parent, 2] + z + w * k + a * j - b * i
            e, f, g, h = turns[:, segment].T
            world[:, segment, 0] = w * e - a * f - b * g - c * h
            world[:, segment, 1] = w * f + a * e + b * h - c * g
            world[:, segment, 2] = w * g - a * h + b * e + c * f
            world[:, segment, 3] = w * h + a * g - b * f + c * e
        return places, world
