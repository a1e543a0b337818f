"""Time: the world advances in frames; physics takes whole steps inside a frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from motorium.contracts.frames import Floats

__all__ = ["FRAME_RATE", "FRAME_SECONDS", "PERFORMANCE_RATE", "Clock", "time_scale"]

FRAME_RATE: Final = 60
"""Frames a second of simulated time."""
FRAME_SECONDS: Final = 1 / FRAME_RATE
PERFORMANCE_RATE: Final = 120
"""Frames a second where a performer is in the play: as fast as Soriano's cameras."""


@dataclass
class Clock:
    """Counts frames; seconds follow from the count, so that they never drift."""

    frame: int = 0

    @property
    def seconds(self) -> float:
        """Simulated time [s]."""
        return self.frame / FRAME_RATE

    def tick(self) -> None:
        """One frame has been made."""
        self.frame += 1


def time_scale(size: Floats) -> Floats:
    """How much slower individuals live than one of size 1: the root of their size.

    Lengths scale with size, times with its root, so that larger fishes beat more slowly, as real
    ones do. It is the one law of size, for every motor.
    """
    return np.sqrt(size)
