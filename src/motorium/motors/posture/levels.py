"""Which level a figure is shown on: geometry, articulation and rate in one.

Granieri et al. 1995, sections 4.1 and 5: by its size on a screen, and by how far it is from where
one attends to; outside of that resolution of detail is low. Levels change what a figure costs and
how it looks, never what it does.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.contracts.population import Population, Slots
from motorium.contracts.viewing import Camera
from motorium.motion.governor import Governor, checked_budget
from motorium.motion.viewing import NEAR, eyes_of

__all__ = ["DETAIL", "FigureLevels"]

HIGH_FROM: Final = 230.0
MED_FROM: Final = 80.0
"""Who is as tall on a screen [pixels] and looked at is shown as human-high, or as human-med."""
KEEP: Final = 1.25
"""How many times his size somebody counts for on the level that he has."""
ATTENDED: Final = math.radians(8.0)
PERIPHERAL: Final = math.radians(40.0)
OVERLOOKED: Final = 0.35
"""Within the first angle of the focus everybody counts for his whole size, beyond the second for
this share of it."""
GRACE: Final = 0.5
"""Who has gone out of all pictures still counts for so long [s]."""
DETAIL: Final = (0.1, 4.0)
"""The dial's range: how many times his size everybody counts for."""
STATURE: Final = 1.75
MIDDLE: Final = 0.9
"""How tall figures are, and how high their middle is [m]."""
REACH: Final = 1.5
"""So far from its middle is a figure, or may it soon be [m]."""
UNLIMITED: Final = 1 << 30


class FigureLevels:
    """Chooses levels; the same cameras, dial and number allowed, the same choice.

    sizes [pixels], shape (capacity,): on the screen where it counts most, 0 if it is on none.
    budget [ms a frame]: with one, the fishes' governor learns from the clock how many may be shown
    as human-high, and `observe` must be told what frames took.
    """

    def __init__(self, population: Population, budget: float | None = None) -> None:
        capacity = population.capacity
        self._population = population
        self._detail = 1.0
        self.sizes = np.zeros(capacity, dtype=np.float32)
        self.levels = np.zeros(capacity, dtype=np.int8)
        self._unseen = np.zeros(capacity)
        self._owners = np.full(capacity, -1, dtype=np.int64)
        self._eyes = eyes_of([])
        self._focus: Floats = np.zeros((0, 3))
        limit = checked_budget(budget)
        self.governor = None if limit is None else Governor(limit)

    @property
    def detail(self) -> float:
        """The dial: how many times his size everybody counts for."""
        return self._detail

    @detail.setter
    def detail(self, value: float) -> None:
        if not DETAIL[0] <= value <= DETAIL[1]:
            raise ValueError(f"detail {value!r}: it must be from {DETAIL[0]} to {DETAIL[1]}")
        self._detail = float(value)

    def look(self, cameras: Sequence[Camera], focus: Sequence[Sequence[float] | None] = ()) -> None:
        """These watch from now on; focus: of each the direction that it attends to in the world,
        straight ahead where none is given."""
        self._eyes = eyes_of(cameras)
        self._focus = self._eyes[:, 3:6].copy()
        for row, direction in enumerate(focus[: len(cameras)]):
            if direction is not None:
                along: Floats = np.asarray(direction, dtype=np.float64)
                length = float(np.linalg.norm(along)) if along.shape == (3,) else 0.0
                if not 0.0 < length < math.inf:
                    raise ValueError(f"a focus is a direction of three numbers, not {direction!r}")
                self._focus[row] = along / length

    def choose(self, slots: Slots, seconds: float) -> NDArray[np.int8]:
        """The levels of these figures, some seconds after they were chosen last."""
        people = self._population
        new = slots[self._owners[slots] != people.ids[slots]]
        self._owners[new], self._unseen[new], self.levels[new] = people.ids[new], GRACE, 2
        _view(self._eyes, self._focus, slots, people.positions, seconds, self._unseen, self.sizes)
        allowed = UNLIMITED if self.governor is None else self.governor.allowed
        counted = self.sizes[slots] * np.float32(self._detail)
        levels = _judge(counted, self.levels[slots])
        if (levels == 0).sum() > allowed:
            kept = counted * np.where(self.levels[slots] == 0, np.float32(KEEP), np.float32(1.0))
            order = np.argsort(-kept, kind="stable")
            levels[order[allowed:]] = np.maximum(levels[order[allowed:]], 1)
        self.levels[slots] = levels
        return levels

    def observe(self, showing: float, others: float, slots: Slots) -> bool:
        """A frame is made: to show figures took so long [ms], and all the rest. Returns whether
        another number is allowed on the highest level now."""
        if self.governor is None:
            return False
        high = int((self.levels[slots] == 0).sum())
        return self.governor.observe(showing, others, high, high)


def _judge(sizes: NDArray[np.float32], before: NDArray[np.int8]) -> NDArray[np.int8]:
    """By size [pixels]; who has a level keeps it a little longer."""
    levels = np.full(len(sizes), 2, dtype=np.int8)
    for level, least in ((1, MED_FROM), (0, HIGH_FROM)):
        kept = np.where(before <= level, np.float32(KEEP), np.float32(1.0))
        levels[sizes * kept >= least] = level
    return levels


@kernel
def _view(
    eyes: Floats,
    focus: Floats,
    slots: Slots,
    positions: Floats,
    seconds: float,
    unseen_out: Floats,
    sizes_out: NDArray[np.float32],
) -> None:
    """How large everybody counts on any screen [pixels]; the geometry is `motion.viewing`'s."""
    for slot in slots:
        largest = NEAR if len(eyes) == 0 else 0.0
        for eye in range(len(eyes)):
            x = positions[slot, 0] - eyes[eye, 0]
            y = positions[slot, 1] - eyes[eye, 1]
            z = positions[slot, 2] + MIDDLE - eyes[eye, 2]
            depth = eyes[eye, 3] * x + eyes[eye, 4] * y + eyes[eye, 5] * z
            right = abs(eyes[eye, 6] * x + eyes[eye, 7] * y + eyes[eye, 8] * z)
            up = abs(eyes[eye, 9] * x + eyes[eye, 10] * y + eyes[eye, 11] * z)
            if (
                depth >= -REACH
                and right * eyes[eye, 13] - depth * eyes[eye, 12] <= REACH
                and up * eyes[eye, 15] - depth * eyes[eye, 14] <= REACH
            ):
                distance = math.sqrt(x * x + y * y + z * z)
                if distance <= eyes[eye, 17] + REACH:
                    along = focus[eye, 0] * x + focus[eye, 1] * y + focus[eye, 2] * z
                    # Of its nearest side: a figure close by fills all that one sees.
                    off = math.acos(min(max(along / max(distance, 1e-6), -1.0), 1.0))
                    off = max(0.0, off - math.atan2(0.5 * STATURE, max(distance, 1e-6)))
                    part = min(max((off - ATTENDED) / (PERIPHERAL - ATTENDED), 0.0), 1.0)
                    share = 1.0 - (1.0 - OVERLOOKED) * part
                    size = eyes[eye, 16] * STATURE / max(distance, STATURE)
                    largest = max(largest, share * size)
        if largest > 0.0:
            unseen_out[slot] = 0.0
            sizes_out[slot] = largest
        elif unseen_out[slot] < GRACE:
            unseen_out[slot] += seconds
        else:
            sizes_out[slot] = 0.0
