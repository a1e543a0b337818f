"""Habits: what individuals are born with and keep for life (Tu, section 7.3)."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.population import Slots
from motorium.world.scenario import HabitSettings

__all__ = ["Habits"]

LIKES: Final = {"any": 0, "bright": 1, "dark": -1, "warm": 1, "cold": -1}
"""Tu's pairs of opposite likings as one number each; both or neither is: it does not care."""

CLEARLY: Final = 0.5
"""Which of two opposite things a species likes counts from there on."""


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

    def give(
        self, slots: Slots, habits: HabitSettings, species: Species, chance: np.random.Generator
    ) -> None:
        """To who has come into these slots: what the scenario leaves open is as with his species,
        and chance decides what sex he is."""
        own = species.habits
        drawn = chance.integers(0, 2, len(slots))
        self.female[slots] = drawn if habits.sex == "either" else habits.sex == "female"
        self.light[slots] = _liking(habits.light, own.brightness - own.darkness)
        self.warmth[slots] = _liking(habits.warmth, own.warmth - own.cold)
        schools = own.schooling > CLEARLY if habits.schooling is None else habits.schooling
        self.schooling[slots] = schools


def _liking(told: str | None, preference: float) -> int:
    if told is not None:
        return LIKES[told]
    return int(np.sign(preference)) if abs(preference) > CLEARLY else 0
