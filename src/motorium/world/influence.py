"""What a person changes in minds: drives, tempers and habits (Tu 1999, section 9.4)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.population import Population, Slots
from motorium.contracts.time import Clock
from motorium.minds.instinct.behaviours import MATE
from motorium.minds.instinct.traits import TRAITS, Trait
from motorium.world import changes
from motorium.world.habits import HABITS
from motorium.world.inputs import Journal
from motorium.world.peopling import Peopling

__all__ = ["DRIVES", "Influence"]

NEVER: Final = {
    "hunger": "it eats nothing",
    "libido": "it does not mate",
    "fear": "nobody hunts it",
}
"""Why somebody does not feel a drive."""
DRIVES: Final = tuple(NEVER)


class Influence:
    """Of one individual, or of everybody of its species who lives by instinct.

    Limitation: who comes into the world later is as its group is.
    """

    def __init__(
        self, population: Population, peopling: Peopling, clock: Clock, journal: Journal
    ) -> None:
        self._population = population
        self._instincts = peopling.instincts
        self._instinct = peopling.instincts.instinct
        self._habits = peopling.habits
        self._clock = clock
        self._journal = journal

    def has_mind(self, identity: int) -> bool:
        """Whether there is an instinct to be influenced."""
        return bool(np.isin(self._population.slots([identity]), self._instincts.slots).all())

    # ------------------------------------------------------------ drives

    def drives(self, identity: int) -> list[str]:
        """Which of them one feels at all."""
        slots = self._population.slots([identity])
        return [drive for drive in DRIVES if self._feels(drive, slots).all()]

    def feel(self, identity: int, drive: str, value: float, everybody: bool = False) -> None:
        """Set hunger, libido or fear, 0 to 1, as it is now; it goes on from there by itself."""
        if drive not in DRIVES:
            raise KeyError(f"there is no drive {drive!r}; there are {', '.join(DRIVES)}")
        if not 0.0 <= value <= 1.0:
            raise ValueError(f"{drive} {value:g}: drives lie between 0 and 1")
        slots = self._whom(identity, everybody)
        if not self._feels(drive, self._population.slots([identity])).all():
            raise ValueError(f"fish {identity} knows no {drive}: {NEVER[drive]}")
        slots = slots[self._feels(drive, slots)]
        seconds = self._clock.seconds
        match drive:
            case "hunger":
                self._instinct.set_hunger(slots, value, seconds)
            case "libido":
                self._instinct.rouse(slots, value, seconds)
            case "fear":
                self._instinct.frighten(slots, value, seconds)
        self._journal.note(
            changes.Feel, id=int(identity), drive=drive, value=float(value), everybody=everybody
        )

    def _feels(self, drive: str, slots: Slots) -> NDArray[np.bool_]:
        tempers = self._instinct.tempers[slots]
        columns = {"hunger": ("eats", "hunts"), "libido": ("mates",), "fear": ("fears",)}[drive]
        feels: NDArray[np.bool_] = np.any([tempers[column] != 0 for column in columns], axis=0)
        feels &= np.isin(slots, self._instincts.slots)
        return feels

    # ------------------------------------------------------------ temper

    def trait(self, identity: int, name: str) -> float:
        """As one has it now."""
        return self._shown(self._instinct.tempers, identity, _trait(name))

    def own_trait(self, identity: int, name: str) -> float:
        """As one was born with it."""
        return self._shown(self._instinct.born, identity, _trait(name))

    def range_of(self, identity: int, name: str) -> tuple[float, float]:
        """Within which it may be set: what is safe, and what it was born with."""
        trait, own = _trait(name), self.own_trait(identity, name)
        return min(trait.low, own), max(trait.high, own)

    def set_trait(self, identity: int, name: str, value: float, everybody: bool = False) -> None:
        """Change a number of the temper; flees never comes above panics: the other gives way."""
        trait, slots = _trait(name), self._whom(identity, everybody)
        low, high = self.range_of(identity, name)
        if not low <= value <= high:
            raise ValueError(f"{name} {value:g}: it lies between {low:g} and {high:g}")
        tempers = self._instinct.tempers
        tempers[trait.column][slots] = trait.kept(value)
        if name == "flees":
            tempers["panics"][slots] = np.maximum(tempers["panics"][slots], np.float32(value))
        elif name == "panics":
            tempers["flees"][slots] = np.minimum(tempers["flees"][slots], np.float32(value))
        self._journal.note(
            changes.SetTrait, id=int(identity), trait=name, value=float(value), everybody=everybody
        )

    def _shown(self, tempers: NDArray[Any], identity: int, trait: Trait) -> float:
        (slot,) = self._population.slots([identity])
        return trait.shown(float(tempers[trait.column][slot]))

    # ------------------------------------------------------------ habits

    def habit(self, identity: int, name: str) -> bool:
        """Whether one has it now."""
        return self._habits.has(name, int(self._population.slots([identity])[0]))

    def own_habit(self, identity: int, name: str) -> bool:
        """Whether one was born with it."""
        return self._habits.had(name, int(self._population.slots([identity])[0]))

    def set_habit(self, identity: int, name: str, on: bool, everybody: bool = False) -> None:
        """Give or take a habit; of two opposite likings one has one at most."""
        if name not in HABITS:
            raise KeyError(f"there is no habit {name!r}; there are {', '.join(HABITS)}")
        slots = self._whom(identity, everybody)
        if name == "female":
            self._part(slots[self._habits.female[slots] != on])
        self._habits.set(name, slots, on)
        self._journal.note(
            changes.SetHabit, id=int(identity), habit=name, on=on, everybody=everybody
        )

    def _part(self, slots: Slots) -> None:
        """Who changes sex courts whom he did no more."""
        brains = self._instinct.brains
        brains["mate"][slots] = -1
        brains["courtship"][slots] = 0
        courting = slots[brains["intention"][slots] == MATE]
        brains["target"][courting] = brains["target_id"][courting] = -1

    # ------------------------------------------------------------ all of it

    def reset(self, identity: int, everybody: bool = False) -> None:
        """Temper and habits as they were born with; what they feel stays."""
        slots = self._whom(identity, everybody)
        for trait in TRAITS.values():
            self._instinct.tempers[trait.column][slots] = self._instinct.born[trait.column][slots]
        self._part(slots[self._habits.female[slots] != self._habits.born["female"][slots]])
        self._habits.reset(slots)
        self._journal.note(changes.MindReset, id=int(identity), everybody=everybody)

    def _whom(self, identity: int, everybody: bool) -> Slots:
        slots = self._population.slots([identity])
        if not self.has_mind(identity):
            raise ValueError(f"fish {identity} has no instinct that could be changed")
        if not everybody:
            return slots
        species, own = self._population.species, self._instincts.slots
        alike: Slots = own[species[own] == species[slots[0]]]
        return alike


def _trait(name: str) -> Trait:
    if name not in TRAITS:
        raise KeyError(f"there is no trait {name!r}; there are {', '.join(TRAITS)}")
    return TRAITS[name]
