"""What fishes swim in: how dense it is and how it flows, everywhere and where each of them is.

A sudden change would crumple bodies, so that what they feel approaches what was asked for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel, kernel
from motorium.contracts.frames import Floats
from motorium.contracts.population import Slots

__all__ = ["FASTEST_CURRENT", "Medium", "approached"]

WATER_APPROACH: Final = 0.05
"""Share of a change of viscosity that is made in a frame."""
NEARLY: Final = 1e-4
CURRENT_APPROACH: Final = 0.02
"""Most by which the current changes in a frame [m/s]."""
FASTEST_CURRENT: Final = 10.0
"""[m/s]"""


class Medium:
    """felt_viscosity; felt_current [m/s], shape (3,): what fishes feel now, the same everywhere.

    local [m/s], shape (capacity, 3): what flows besides where each individual is, and felt_local,
    what it feels of that; without rows as long as water flows everywhere alike.

    carrying [m/s], shape (capacity, 3): streams that speed up so much that they take small bodies
    with them, at once: what presses on the water presses on what is in it as well. Nobody feels
    them pass; without rows, too.
    """

    def __init__(self, viscosity: float, current: Sequence[float], flows: bool) -> None:
        self._flows = flows
        self.local: Floats = np.zeros((0, 3))
        self.felt_local: Floats = np.zeros((0, 3))
        self.carrying: Floats = np.zeros((0, 3))
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
        self._viscosity = float(value)

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

    @property
    def varies(self) -> bool:
        """Whether it may flow differently from place to place."""
        return len(self.local) > 0

    def vary(self, capacity: int) -> None:
        """Let it flow differently for each individual of a population from now on."""
        if not self._flows:
            raise ValueError("the printed model knows no current; the natural one does")
        self.local = np.zeros((capacity, 3))
        self.felt_local = np.zeros((capacity, 3))
        self.carrying = np.zeros((capacity, 3))

    def current_of(self, slots: Slots) -> Floats:
        """How the water moves that individuals are in [m/s], shape (n, 3)."""
        if self.varies:
            return self.felt_current + self.felt_local[slots] + self.carrying[slots]
        return np.broadcast_to(self.felt_current, (len(slots), 3))

    def write_steps(
        self, width: int, slots: Slots, seconds: float, steps: NDArray[np.float32]
    ) -> None:
        """How far it carries individuals [m] in a time, to steps of shape (blocks, 3, width)."""
        _write_steps(
            width, slots, self.felt_current, self.felt_local, self.carrying, seconds, steps
        )

    def approach(self, slots: Slots) -> bool:
        """Let what these feel come a frame closer to what is so; whether anything changed."""
        if self.varies:
            _approach(slots, self.local, CURRENT_APPROACH, self.felt_local)
        thinner = self._viscosity - self.felt_viscosity
        self.felt_viscosity = approached(self.felt_viscosity, self._viscosity)
        missing = self._current - self.felt_current
        far = float(np.linalg.norm(missing))
        if far > CURRENT_APPROACH:
            self.felt_current = self.felt_current + missing * (CURRENT_APPROACH / far)
        else:
            self.felt_current = self._current
        return self.varies or thinner != 0 or far != 0


def approached(felt: float, there: float) -> float:
    """How dense water is felt to be a frame later, that is as dense as this."""
    missing = there - felt
    return there if abs(missing) < NEARLY else felt + missing * WATER_APPROACH


@kernel
def _write_steps(
    width: int,
    slots: Slots,
    everywhere: Floats,
    local: Floats,
    carrying: Floats,
    seconds: float,
    steps: NDArray[np.float32],
) -> None:
    for slot in slots:
        for k in range(3):
            flow = everywhere[k] + local[slot, k] + carrying[slot, k]
            steps[slot // width, k, slot % width] = seconds * flow


@borrowing_kernel
def _approach(slots: Slots, aim: Floats, most: float, felt: Floats) -> None:
    for slot in slots:
        x = aim[slot, 0] - felt[slot, 0]
        y = aim[slot, 1] - felt[slot, 1]
        z = aim[slot, 2] - felt[slot, 2]
        share = min(most / max(math.sqrt(x * x + y * y + z * z), most), 1.0)
        felt[slot, 0] += share * x
        felt[slot, 1] += share * y
        felt[slot, 2] += share * z
