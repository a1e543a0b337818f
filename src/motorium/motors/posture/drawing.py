"""Numbers that are drawn for figures, each from its own seed; for kernels."""

from __future__ import annotations

import math

import numpy as np

from motorium.compiled import borrowing_kernel

__all__ = ["drawn", "wandering"]


@borrowing_kernel
def drawn(seed: int, number: int) -> float:
    """A number between -1 and 1, by a hash (SplitMix64: Steele, Lea and Flood, 2014)."""
    mixed = np.uint64(seed) + np.uint64(number) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed = mixed ^ (mixed >> np.uint64(31))
    return np.float64(mixed >> np.uint64(11)) * (2.0 / 9007199254740992.0) - 1.0


@borrowing_kernel
def wandering(seed: int, which: int, rate: float, time: float) -> float:
    """A smooth function of time [s] between -1 and 1, about so fast [Hz], that never repeats: two
    swings whose rates are drawn a little off, and not a ratio of each other."""
    fast = rate * (1.0 + 0.2 * drawn(seed, -4 * which - 1))
    slow = 0.437 * rate * (1.0 + 0.2 * drawn(seed, -4 * which - 2))
    first = math.pi * drawn(seed, -4 * which - 3)
    second = math.pi * drawn(seed, -4 * which - 4)
    turns = 2.0 * math.pi * time
    return 0.6 * math.sin(fast * turns + first) + 0.4 * math.sin(slow * turns + second)
