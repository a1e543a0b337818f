"""Habits: what individuals are born with and keep for life (Tu, section 7.3)."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.contracts.population import Slots
from motorium.world.scenario import HabitSettings

__all__ = ["Habits"]

LIKES: Final = {"any": 0, "bright": 1, "dark": -1, "warm": 1, "cold": -1}
"""Tu's pairs of opposite likings as one number each; both or neither is: it does not care."""


class Habits:
    """One row a slot, like the population's arrays.

    female; schooling: 1 or 0; light: 1 likes it bright, -1 dark, 0 does not care; warmth: 1 likes
    it warm, -1 cold, 0 does not care; all of shape (capacity,).
    """

    def __init__(self, capacity: int) -> None:
        self.female = np.zeros(capacity, dtype=np.uint8)
        self.light = np.zeros(capacity, dtype=np.int8)
        self.warmth = np.zeros(capacity, dtype=np.int8)
        self.schooling = np.zeros(capacity, dtype=np.uint8)

    def give(self, slots: Slots, habits: HabitSettings, chance: np.random.Generator) -> None:
        """To who has come into these slots; chance decides what the scenario leaves open."""
        drawn = chance.integers(0, 2, len(slots))
        self.female[slots] = drawn if habits.sex == "either" else habits.sex == "female"
        self.light[slots] = LIKES[habits.light]
        self.warmth[slots] = LIKES[habits.warmth]
        self.schooling[slots] = habits.schooling
