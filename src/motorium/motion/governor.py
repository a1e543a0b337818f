"""The governor: how many may be on muscles so that a frame stays within its budget.

It learns from the clock what a simulated fish costs and what all the rest does. It is quick to take
away and slow to give, and leaves a number alone that is about right.
"""

from __future__ import annotations

import math
from collections import deque
from numbers import Real
from typing import Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE

__all__ = ["Governor", "Spending", "checked_budget"]

DECIDE: Final = FRAME_RATE // 4
"""Frames between two decisions."""
WINDOW: Final = 2 * FRAME_RATE
"""Frames that it looks back on."""
LATELY: Final = FRAME_RATE
"""Frames of which one in twenty may exceed a budget."""
AT_ONCE: Final = FRAME_RATE // 4
"""Frames of which half may."""
USED: Final = 0.85
"""The share of a budget that it plans with at most: the rest is for what comes in between."""
LEAST_USED: Final = 0.3
"""The share at least: what disturbs a frame that is as short as this is not the fishes' fault."""
EASY: Final = 0.8
"""Frames that need no more than this share of a budget let it plan with more again."""
TAKEN: Final = 0.85
"""What is left of its plan when a budget is exceeded."""
BAND: Final = 0.15
"""A number that is wrong by less than this share stays."""
GIVEN: Final = 0.25
"""The share of what could be given that is given at a time."""
PATIENCE: Final = 4 * FRAME_RATE
"""Frames after a budget was exceeded in which nobody is allowed more."""
FIRST_FEW: Final = 64
"""Allowed to begin with: enough to learn what they cost."""


def checked_budget(milliseconds: float | None) -> float | None:
    """A budget, or a sentence about why it is none."""
    if milliseconds is None:
        return None
    number = isinstance(milliseconds, Real) and not isinstance(milliseconds, bool)
    if not number or not 0.0 < milliseconds < math.inf:
        raise ValueError(
            f"budget {milliseconds!r}: it must be above 0 milliseconds a frame, or None for none"
        )
    return float(milliseconds)


class Spending:
    """What frames took."""

    def __init__(self) -> None:
        self._frames: deque[float] = deque(maxlen=WINDOW)

    def add(self, milliseconds: float) -> None:
        """One more frame."""
        self._frames.append(milliseconds)

    @property
    def mean(self) -> float:
        """A frame of the last second [ms], on average."""
        return float(np.mean(list(self._frames)[-LATELY:])) if self._frames else 0.0

    @property
    def at_most(self) -> float:
        """19 of 20 frames of the last two seconds took no longer [ms]."""
        return float(np.quantile(self._frames, 0.95)) if self._frames else 0.0


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
        self._cost: float | None = None
        self._share = USED
        self._exceeded = -PATIENCE

    def observe(self, muscles: float, others: float, fishes: int, automatic: int) -> bool:
        """A frame is made: the muscle motor took so long [ms], and all the rest of it.

        fishes: on muscles; automatic: those of them who may be sent away. Returns whether another
        number is allowed now.
        """
        at = self._frames % WINDOW
        self._muscles[at], self._others[at] = muscles, others
        # A motor that moves few takes its time, too: that is not what one more would cost.
        self._per_fish[at] = muscles / max(fishes, FIRST_FEW) if fishes else np.nan
        self._frames += 1
        if self._frames % DECIDE:
            return False
        before = self.allowed
        self._decide(max(0, fishes - automatic))
        return self.allowed != before

    def _decide(self, fixed: int) -> None:
        hurried = float(np.median(self._last(self._muscles + self._others, AT_ONCE))) > self.budget
        self._plan(hurried)
        span = AT_ONCE if hurried else WINDOW
        costs = self._last(self._per_fish, span)
        if np.isfinite(costs).any():
            self._cost = float(np.nanmedian(costs))
        if self._cost is None:
            return
        others = float(np.median(self._last(self._others, span))) + fixed * self._cost
        bears = max(0, int((self._share * self.budget - others) / max(self._cost, 1e-6)))
        if bears < self.allowed * (1 - BAND):
            self.allowed = bears
        elif bears > self.allowed * (1 + BAND) and self._frames - self._exceeded >= PATIENCE:
            self.allowed += max(1, int(GIVEN * (bears - self.allowed)))
        self.sentence = self._told(fixed, self._cost, others)

    def _told(self, fixed: int, cost: float, others: float) -> str:
        budget = self.budget
        if others > budget:
            who = f"only the {fixed} who stay" if fixed else "nobody"
            return f"even with {who} on muscles a frame takes {others:.1f} ms, more than {budget:g}"
        free = (1 - self._share) * budget
        late = f", of which {free:.1f} are kept free, for frames were late"
        return (
            f"{self.allowed} may be on muscles: one takes {1e3 * cost:.1f} µs, "
            f"all the rest {others:.1f} of {budget:g} ms{late if self._share < USED else ''}"
        )

    def _plan(self, hurried: bool) -> None:
        """Plan with less of the budget if it is exceeded, and with more again when it is not."""
        lately = float(np.quantile(self._last(self._muscles + self._others, LATELY), 0.95))
        since = self._frames - self._exceeded
        if hurried or (lately > self.budget and since >= LATELY):
            self._share = max(self._share * TAKEN, LEAST_USED)
            self._exceeded = self._frames
        elif lately < EASY * self.budget and since >= PATIENCE:
            self._share = min(self._share * 1.05, USED)

    def _last(self, values: Floats, frames: int) -> Floats:
        ago = (self._frames - 1 - np.arange(min(self._frames, frames))) % WINDOW
        last: Floats = values[ago]
        return last
