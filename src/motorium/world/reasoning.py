"""Asks fishes for their reasons, whatever mind they have."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.commands import Commands
from motorium.contracts.perception import VISITOR
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import Clock
from motorium.minds.instinct.explaining import Called, Reason, explain, unasked
from motorium.minds.instinct.reasons import Reasons, intention_names, noted
from motorium.senses.collision import Region
from motorium.world.edible import bait_number
from motorium.world.habitat.habitat import Habitat
from motorium.world.peopling import Peopling

__all__ = ["Reasoning", "calling"]


def calling(people: Population, species: Sequence[Species]) -> Called:
    """How individuals are called: by species and id, but for a visitor."""

    def called(identity: int) -> str:
        if identity == VISITOR:
            return "the submarine"
        if identity not in people:
            return f"fish {identity}"
        return f"{species[people.species[people.slots([identity])[0]]].name} {identity}"

    return called


class Reasoning:
    """Reads what brains hold, and changes nothing."""

    def __init__(
        self,
        population: Population,
        species: Sequence[Species],
        commands: Commands,
        peopling: Peopling,
        clock: Clock,
        habitat: Habitat | None,
    ) -> None:
        self._population = population
        self._commands = commands
        self._peopling = peopling
        self._clock = clock
        self._habitat = habitat
        self._called = calling(population, species)

    def thinking(self, driven: Slots) -> Slots:
        """Who decides by instinct, ascending."""
        own = self._peopling.instincts.slots
        return own[~np.isin(own, driven)] if len(driven) else own

    def of(self, slots: Slots) -> Reasons:
        """As arrays."""
        instincts = self._peopling.instincts
        return Reasons(noted(instincts.instinct, instincts.perceived, self._commands, slots))

    def region(self, identity: int, driven: Slots) -> Region | None:
        """In which one feels whom it may run into; None for who does not decide by instinct."""
        slot = int(self._population.slots([identity])[0])
        if slot not in self.thinking(driven):
            return None
        return self._peopling.instincts.region(slot)

    def of_one(self, identity: int, pilots: Collection[int]) -> Reason:
        """In words; pilots: who is driven."""
        slots = self._population.slots([identity])
        if identity in pilots:
            return unasked(identity, "pilot")
        if not np.isin(slots, self._peopling.instincts.slots).all():
            return unasked(identity, self._peopling.of(int(slots[0])).mind.name)
        (row,) = self.of(slots).rows
        bait = bait_number(self._habitat)
        return explain(row, self._clock.seconds, intention_names(), self._called, bait)
