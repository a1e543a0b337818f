"""What fishes swim in: how dense it is and how it flows, asked for and felt.

A sudden change would crumple bodies, so that what they feel approaches what was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from motorium.contracts.frames import Floats

__all__ = ["FASTEST_CURRENT", "Medium"]

WATER_APPROACH: Final = 0.05
"""Share of a change of viscosity that is made in a frame."""
NEARLY: Final = 1e-4
CURRENT_APPROACH: Final = 0.02
"""Most by which the current changes in a frame [m/s]."""
FASTEST_CURRENT: Final = 10.0
"""[m/s]"""


class Medium:
    """The same everywhere. felt_viscosity; felt_current [m/s], shape (3,): what fishes feel now."""

    def __init__(self, viscosity: float, current: Sequence[float], flows: bool) -> None:
        self._flows = flows
        self.viscosity = viscosity
        self.current = np.array(current)
        self.felt_viscosity = self._viscosity
        self.felt_current = self._current

    @property
    def viscosity(self) -> float:
        """The water's mu (Tu, Eq. 4.3); a change reaches the fishes within a second."""
        return self._viscosity

    @viscosity.setter
    def viscosity(self, value: float) -> None:
        if not 0 <= value < np.inf:
            raise ValueError(f"viscosity {value} is not a number from 0 upwards")
        self._viscosity = value

    @property
    def current(self) -> Floats:
        """Velocity of the water [m/s], in the world, shape (3,)."""
        return self._current.copy()

    @current.setter
    def current(self, value: Sequence[float] | Floats) -> None:
        flow = np.array(value, dtype=np.float64)
        if flow.shape != (3,) or not (np.abs(flow) <= FASTEST_CURRENT).all():
            raise ValueError(
                f"current {value} is not three numbers in m/s, at most {FASTEST_CURRENT:g} each way"
            )
        if not self._flows and flow.any():
            raise ValueError("the printed model knows no current; the natural one does")
        self._current = flow

    def approach(self) -> bool:
        """Let what is felt come a frame closer to what was asked for; whether anything changed."""
        thinner = self._viscosity - self.felt_viscosity
        if abs(thinner) < NEARLY:
            self.felt_viscosity = self._viscosity
        else:
            self.felt_viscosity += thinner * WATER_APPROACH
        missing = self._current - self.felt_current
        far = float(np.linalg.norm(missing))
        if far > CURRENT_APPROACH:
            self.felt_current = self.felt_current + missing * (CURRENT_APPROACH / far)
        else:
            self.felt_current = self._current
        return thinner != 0 or far != 0
