"""Chance in kernels: drawn from who asks and how often, so that the order does not matter."""

from __future__ import annotations

import numpy as np

from motorium.compiled import borrowing_kernel as kernel

__all__ = ["drawn"]


@kernel
def drawn(seed: int, identity: int, decision: int, purpose: int) -> float:
    """A number from 0 to below 1; the same for the same four numbers (SplitMix64's mixer)."""
    mixed = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15)
    mixed = _mixed(mixed + np.uint64(identity) * np.uint64(0xD1B54A32D192ED03))
    mixed = _mixed(mixed + np.uint64(decision) * np.uint64(0xABC98388FB8FAC03))
    mixed = _mixed(mixed + np.uint64(purpose) * np.uint64(0x8CB92BA72F3D8DD7))
    return float(mixed >> np.uint64(11)) * 2.0**-53


@kernel
def _mixed(number: np.uint64) -> np.uint64:
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))
