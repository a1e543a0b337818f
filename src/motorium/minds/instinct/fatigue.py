"""Fatigue: what is done for long without success gives way to something else (Tu 1999, section
7.7.2: the activation is multiplied by a decay function of time)."""

from __future__ import annotations

from typing import Final

from motorium.compiled import borrowing_kernel as kernel
from motorium.minds.instinct.behaviours import EAT, MATE
from motorium.minds.instinct.scene import Brain

__all__ = ["give_up", "refresh", "tire", "vigour"]

# Ours: the text prints no function.
FRESH: Final = 10.0
"""For so long [s] one does something in vain as if it were new."""
HALF_LIFE: Final = 15.0
"""[s] after that, in which it comes to count half: who is as hungry as can be gives up after 45 s,
when his activation has fallen below the threshold."""
REST: Final = 20.0
"""Who gives up does not try again before so long [s]: else two equal drives would change places
all the time."""
RECOVERY: Final = 2.0
"""One recovers so many times as fast as one tires."""
PAUSE: Final = 0.5
"""Longest time between two decisions that counts [s]."""


@kernel
def vigour(brain: Brain, which: int) -> float:
    """By which hunger (0) or libido (1) is multiplied, from 1 to 0."""
    if brain.resting[which]:
        return 0.0
    return float(0.5 ** (max(brain.weary[which] - FRESH, 0.0) / HALF_LIFE))


@kernel
def give_up(brain: Brain, which: int) -> None:
    """Eating (0) or mating (1), until it is fresh again."""
    brain.resting[which] = 1
    brain.weary[which] = REST * RECOVERY


@kernel
def refresh(brain: Brain, which: int) -> None:
    """At once, on success or at an opportunity."""
    brain.resting[which] = 0
    brain.weary[which] = 0.0


@kernel
def tire(brain: Brain, seconds: float) -> None:
    """It has done until now what it intends; success refreshes, and so does anything else."""
    elapsed = min(seconds - brain.decided, PAUSE)
    _tire(brain, 0, brain.intention == EAT, brain.last_meal >= brain.decided, elapsed)
    succeeded = max(brain.last_mating, brain.stage_since) >= brain.decided
    _tire(brain, 1, brain.intention == MATE, succeeded, elapsed)
    brain.busy = 0.0
    if brain.intention == EAT:
        brain.busy = brain.weary[0]
    elif brain.intention == MATE:
        brain.busy = brain.weary[1]


@kernel
def _tire(brain: Brain, which: int, doing: bool, succeeded: bool, elapsed: float) -> None:
    if doing and succeeded:
        refresh(brain, which)
    elif doing:
        brain.weary[which] += elapsed
    else:
        brain.weary[which] -= RECOVERY * elapsed
        if brain.weary[which] <= 0.0:
            refresh(brain, which)
