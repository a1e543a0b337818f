"""The governor: how many may be on muscles so that a frame stays within its budget.

It learns from the clock what a simulated fish costs and what all the rest does. It is quick to take
away and slow to give, and leaves a number alone that is about right.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from motorium.contracts.time import FRAME_RATE

__all__ = ["Governor", "checked_budget"]

DECIDE: Final = FRAME_RATE // 4
"""Frames between two decisions."""
WINDOW: Final = 2 * FRAME_RATE
"""Frames that it looks back on."""
LATELY: Final = FRAME_RATE // 2
"""Frames by which it sees that a budget is exceeded."""
USED: Final = 0.85
"""The share of a budget that it plans with: the rest is for what comes in between."""
BAND: Final = 0.15
"""A number that is wrong by less than this share stays."""
GIVEN: Final = 0.25
"""The share of what could be given that is given at a time."""
TAKEN: Final = 0.85
"""What is left of a number when a budget is exceeded."""
PATIENCE: Final = 4 * FRAME_RATE
"""Frames after somebody was sent away in which nobody is allowed more."""
FIRST_FEW: Final = 64
"""Allowed to begin with: enough to learn what they cost."""


def checked_budget(milliseconds: float | None) -> float | None:
    """A budget, or a sentence about why it is none."""
    if milliseconds is None:
        return None
    if not 0.0 < milliseconds < math.inf:
        raise ValueError(
            f"budget {milliseconds!r}: it must be above 0 milliseconds a frame, or None for none"
        )
    return float(milliseconds)


class Governor:
    """Allows as many on muscles as a budget [ms a frame] bears; `allowed` is what it decided.

    Limitation: it goes by the clock, and so never twice the same way; who wants to repeat a run
    records what it allowed.
    """

    def __init__(self, budget: float, allowed: int = 0) -> None:
        self.budget = budget
        self.allowed = max(allowed, FIRST_FEW)
        self.sentence = "learning what fishes cost"
        self._muscles = np.zeros(WINDOW)
        self._others = np.zeros(WINDOW)
        self._per_fish = np.full(WINDOW, np.nan)
        self._frames = 0
        self._taken_at = -PATIENCE

    @property
    def spent(self) -> float:
        """A frame of the last half second [ms], on average."""
        return float(self._lately().mean()) if self._frames else 0.0

    @property
    def spent_at_most(self) -> float:
        """19 of 20 frames of the last two seconds took no longer [ms]."""
        count = min(self._frames, WINDOW)
        return _most(self._muscles[:count] + self._others[:count]) if count else 0.0

    def observe(self, muscles: float, others: float, fishes: int, automatic: int) -> bool:
        """A frame is made: the muscle motor took so long [ms], and all the rest of it.

        fishes: on muscles; automatic: of them, who may be sent away. Returns whether the number
        that is allowed has changed.
        """
        at = self._frames % WINDOW
        self._muscles[at], self._others[at] = muscles, others
        self._per_fish[at] = muscles / fishes if fishes else np.nan
        self._frames += 1
        if self._frames % DECIDE:
            return False
        before = self.allowed
        self._decide(fishes - automatic, automatic)
        return self.allowed != before

    def _decide(self, fixed: int, automatic: int) -> None:
        count = min(self._frames, WINDOW)
        costs = self._per_fish[:count]
        known = costs[np.isfinite(costs)]
        others = _most(self._others[:count])
        lately = _most(self._lately())
        if lately > self.budget and automatic:
            self.allowed = min(self.allowed, int(automatic * TAKEN))
            self._taken_at = self._frames
            self.sentence = (
                f"{lately:.1f} ms is more than {self.budget:g}: {self.allowed} may stay on muscles"
            )
            return
        if len(known) == 0:
            if others > self.budget:
                self.sentence = self._beyond(others)
            elif self._frames - self._taken_at >= PATIENCE:
                self.allowed = max(self.allowed, FIRST_FEW)
            return
        room = USED * self.budget - others - fixed * float(np.median(known))
        bears = max(0, int(room / max(_most(known), 1e-6)))
        if bears < self.allowed * (1 - BAND):
            self.allowed = bears
            self._taken_at = self._frames
        elif bears > self.allowed * (1 + BAND) and self._frames - self._taken_at >= PATIENCE:
            self.allowed += max(1, int(GIVEN * (bears - self.allowed)))
        if bears == 0 and others > self.budget:
            self.sentence = self._beyond(others)
        else:
            self.sentence = (
                f"{self.allowed} may be on muscles: one takes {1e3 * np.median(known):.1f} µs, "
                f"all the rest {others:.1f} of {self.budget:g} ms"
            )

    def _beyond(self, others: float) -> str:
        return (
            f"even with nobody on muscles a frame takes {others:.1f} ms, more than {self.budget:g}"
        )

    def _lately(self) -> np.ndarray:
        ago = (self._frames - 1 - np.arange(min(self._frames, LATELY))) % WINDOW
        return self._muscles[ago] + self._others[ago]


def _most(values: np.ndarray) -> float:
    return float(np.quantile(values, 0.95))
