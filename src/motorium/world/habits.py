"""Habits: what individuals are born with and keep for life (Tu, section 7.3)."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.population import Slots
from motorium.world.scenario import HabitSettings

__all__ = ["HABITS", "Habits"]

LIKES: Final = {"any": 0, "bright": 1, "dark": -1, "warm": 1, "cold": -1}
"""Tu's pairs of opposite likings as one number each; both or neither is: it does not care."""

CLEARLY: Final = 0.5
"""Which of two opposite things a species likes counts from there on."""


HABITS: Final = {
    "female": ("female", 1),
    "schooling": ("schooling", 1),
    "bright": ("light", 1),
    "dark": ("light", -1),
    "warm": ("warmth", 1),
    "cold": ("warmth", -1),
}
"""As switches: the array of each, and what is in it of who has it."""


class Habits:
    """One row a slot, like the population's arrays.

    female; schooling: 1 or 0; light: 1 likes it bright, -1 dark, 0 does not care; warmth: 1 likes
    it warm, -1 cold, 0 does not care; all of shape (capacity,). born: the same as they were at
    birth.
    """

    def __init__(self, capacity: int) -> None:
        self.female = np.zeros(capacity, dtype=np.uint8)
        self.light = np.zeros(capacity, dtype=np.int8)
        self.warmth = np.zeros(capacity, dtype=np.int8)
        self.schooling = np.zeros(capacity, dtype=np.uint8)
        self.born = {column: getattr(self, column).copy() for column, _ in HABITS.values()}

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
        for column, born in self.born.items():
            born[slots] = getattr(self, column)[slots]

    def has(self, habit: str, slot: int) -> bool:
        """Whether somebody has one of HABITS."""
        column, value = HABITS[habit]
        return bool(getattr(self, column)[slot] == value)

    def had(self, habit: str, slot: int) -> bool:
        """Whether he was born with it."""
        column, value = HABITS[habit]
        return bool(self.born[column][slot] == value)

    def set(self, habit: str, slots: Slots, on: bool) -> None:
        """Give or take one of HABITS; its opposite goes when it comes."""
        column, value = HABITS[habit]
        array = getattr(self, column)
        array[slots] = value if on else np.where(array[slots] == value, 0, array[slots])

    def reset(self, slots: Slots) -> None:
        """As they were born with."""
        for column, born in self.born.items():
            getattr(self, column)[slots] = born[slots]


def _liking(told: str | None, preference: float) -> int:
    if told is not None:
        return LIKES[told]
    return int(np.sign(preference)) if abs(preference) > CLEARLY else 0
