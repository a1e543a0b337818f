"""Levels of detail: who is simulated, who is replayed, and of whom only the frame is made.

The largest on any screen are simulated, as many as are allowed. Nobody flickers: who is simulated
counts for more than who is not, and stays for a while; who was simulated twice within a minute is
not for the rest of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_RATE
from motorium.contracts.viewing import Camera
from motorium.motion.viewing import eyes_of, view_fishes

__all__ = ["GRACE", "LARGE", "STAY", "UNLIMITED", "LevelChoice"]

LARGE: Final = 40.0
"""Who is larger than this on a screen [pixels] is worth muscles."""
KEEP: Final = 1.4
"""How many times his size somebody counts for while he is on muscles."""
STAY: Final = 2 * FRAME_RATE
"""Frames that he stays on them at least, unless fewer are allowed."""
AGAIN: Final = 60 * FRAME_RATE
"""Within so many frames nobody goes to muscles a third time."""
GRACE: Final = FRAME_RATE // 2
"""Frames for which somebody who has gone out of all pictures still counts as seen."""
PERIOD: Final = 48
"""Every so many frames some go to muscles, and half a period later some to playback: a change has
its price, most of it whether one goes or many, so fewer than one frame in twenty has to pay it."""
HURRY: Final = 4
"""Frames between two changes while more are on muscles than are allowed."""
MOST_AT_ONCE: Final = 96
"""So many change in one frame at most."""
UNLIMITED: Final = 1 << 30
"""Allowed on muscles where nobody counts."""

FIRST: Final = 1e9
"""Counts for more than any size: somebody drives him."""
_NOBODY: Final[Slots] = np.zeros(0, dtype=np.intp)
_LONG_AGO: Final = -(1 << 30)


class LevelChoice:
    """Chooses levels for a population; the same cameras and numbers allowed, the same choice.

    sizes: on the screen where it is largest [pixels], shape (capacity,), 0 if on none; held: how
    many who are automatic are on muscles; worthy: how many are worth it.
    """

    def __init__(self, population: Population) -> None:
        capacity = population.capacity
        self._population = population
        self._eyes = eyes_of([])
        self.sizes = np.zeros(capacity, dtype=np.float32)
        self.held = 0
        self.worthy = 0
        self._scores = np.zeros(capacity, dtype=np.float32)
        self._unseen_for = np.zeros(capacity, dtype=np.uint16)
        self._owners = np.full(capacity, -1, dtype=np.int64)
        self._risen = np.full(capacity, _LONG_AGO, dtype=np.int64)
        self._risen_before = np.full(capacity, _LONG_AGO, dtype=np.int64)
        self._may = np.zeros(capacity, dtype=np.int8)

    def look(self, cameras: Sequence[Camera]) -> None:
        """These watch from now on."""
        self._eyes = eyes_of(cameras)

    def view(self) -> None:
        """Find out who is seen, and how large."""
        people = self._population
        view_fishes(
            self._eyes,
            people.living,
            people.positions,
            people.lengths,
            GRACE,
            self._unseen_for,
            self.sizes,
            people.seen,
        )

    def choose(self, frame: int, muscles: int, allowed: int, driven: Slots) -> tuple[Slots, Slots]:
        """Who goes to muscles now and who leaves them, of those who are automatic.

        muscles: their number among the motors; allowed: how many may be on them.
        """
        if frame % HURRY:
            return _NOBODY, _NOBODY
        people = self._population
        living, may, scores = people.living, self._may, self._scores
        self.held, self.worthy = _score(
            living,
            people.ids,
            people.automatic,
            people.motors,
            people.importance,
            driven,
            self.sizes,
            muscles,
            self._owners,
            self._risen,
            self._risen_before,
            scores,
        )
        least = LARGE
        if self.worthy > allowed:
            least = math.inf if allowed == 0 else self._least_of(allowed)
        _judge(
            living,
            people.automatic,
            people.motors,
            scores,
            least,
            frame,
            muscles,
            self._risen,
            self._risen_before,
            may,
        )
        rising, falling = self._changing(frame, allowed, may[living])
        self.held += len(rising) - len(falling)
        return rising, falling

    def _changing(self, frame: int, allowed: int, state: NDArray[np.int8]) -> tuple[Slots, Slots]:
        """Of those who may, as many as change in this frame."""
        living, scores = self._population.living, self._scores
        if self.held > allowed:
            leaving = living[state >= _STAYS]
            excess = min(self.held - allowed, MOST_AT_ONCE)
            return _NOBODY, _largest(leaving, -scores[leaving], excess)
        if frame % PERIOD == PERIOD // 2:
            leaving = living[state == _LEAVES]
            return _NOBODY, _largest(leaving, -scores[leaving], MOST_AT_ONCE)
        if frame % PERIOD:
            return _NOBODY, _NOBODY
        coming = living[state == _COMES]
        room = min(allowed - self.held, MOST_AT_ONCE)
        rising = _largest(coming, scores[coming], room)
        self._risen_before[rising] = self._risen[rising]
        self._risen[rising] = frame
        return rising, _NOBODY

    def _least_of(self, count: int) -> float:
        """What the least of so many counts for."""
        scores = self._scores[self._population.living]
        return float(np.partition(scores, len(scores) - count)[len(scores) - count])


def _largest(slots: Slots, by: NDArray[np.float32], most: int) -> Slots:
    """At most so many of these, the largest first, and of equals the first."""
    best: Slots = slots[np.argsort(-by, kind="stable")[:most]]
    return best


_COMES: Final = 1
_STAYS: Final = 2
_LEAVES: Final = 3


@kernel
def _score(
    living: Slots,
    ids: NDArray[np.int64],
    automatic: NDArray[np.uint8],
    motors: NDArray[np.int8],
    importance: NDArray[np.float32],
    driven: Slots,
    sizes: NDArray[np.float32],
    muscles: int,
    owners: NDArray[np.int64],
    risen: NDArray[np.int64],
    risen_before: NDArray[np.int64],
    scores_out: NDArray[np.float32],
) -> tuple[int, int]:
    """What everybody counts for; how many are on muscles, and how many are worth it."""
    held = worthy = 0
    for slot in living:
        if owners[slot] != ids[slot]:
            owners[slot] = ids[slot]
            risen[slot] = risen_before[slot] = _LONG_AGO
        scores_out[slot] = sizes[slot] * importance[slot] if automatic[slot] else 0.0
    for slot in driven:
        if automatic[slot] and sizes[slot] > 0.0:
            scores_out[slot] = FIRST
    for slot in living:
        if automatic[slot] and motors[slot] == muscles:
            held += 1
            scores_out[slot] *= KEEP
        if scores_out[slot] >= LARGE:
            worthy += 1
    return held, worthy


@kernel
def _judge(
    living: Slots,
    automatic: NDArray[np.uint8],
    motors: NDArray[np.int8],
    scores: NDArray[np.float32],
    least: float,
    frame: int,
    muscles: int,
    risen: NDArray[np.int64],
    risen_before: NDArray[np.int64],
    may_out: NDArray[np.int8],
) -> None:
    """Who may come to muscles, stays, or may leave them: he counts for less than `least`."""
    for slot in living:
        may_out[slot] = 0
        if automatic[slot] and motors[slot] == muscles:
            gone = scores[slot] < least and frame - risen[slot] >= STAY
            may_out[slot] = _LEAVES if gone else _STAYS
        elif automatic[slot] and scores[slot] >= least:
            rested = frame - risen_before[slot] >= AGAIN or scores[slot] >= FIRST
            may_out[slot] = _COMES if rested else 0
