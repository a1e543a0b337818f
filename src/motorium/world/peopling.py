"""Who lives: the companies of a scenario's groups, who comes into them and who leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.commands import Commands
from motorium.contracts.events import register_event
from motorium.contracts.mind import Mind
from motorium.contracts.population import Ids, Population, Slots
from motorium.minds.keep_swimming import KeepSwimming
from motorium.minds.sequence import SequenceMind
from motorium.world.companies import Company, newcomers, shared
from motorium.world.driving import Driving
from motorium.world.habits import Habits
from motorium.world.moving import Moving
from motorium.world.scenario import AUTOMATIC, Group, Scenario
from motorium.world.surroundings import Surroundings

__all__ = ["ENTERED", "LEFT", "Peopling"]

ENTERED = register_event("entered", "an individual has come into the world")
LEFT = register_event("left", "an individual has left the world")

EDIBLE: Final = {"plankton": 1, "food": 2}

Log = Callable[[str, int, str], None]
"""Called with a kind of event, a slot and a detail."""


class Peopling:
    """companies: one a group, in its order; habits: what everybody was born with."""

    def __init__(
        self,
        scenario: Scenario,
        species: Sequence[Species],
        population: Population,
        commands: Commands,
        moving: Moving,
        driving: Driving,
        surroundings: Surroundings,
        log: Log,
    ) -> None:
        self.habits = Habits(scenario.world.capacity)
        self._scenario = scenario
        self._names = scenario.species_names
        self._species = species
        self._population = population
        self._commands = commands
        self._moving = moving
        self._driving = driving
        self._surroundings = surroundings
        self._log = log
        chance = np.random.default_rng(scenario.world.seed)
        self.companies = [self._company(group, chance) for group in scenario.group]
        for company in self.companies:
            self._enter(company, company.group.count)

    def _company(self, group: Group, chance: np.random.Generator) -> Company:
        number = self._names.index(group.species)
        home, circles = self._scenario.home(group)
        if group.seed is not None:
            chance = np.random.default_rng(group.seed)
        mind: Mind
        if group.mind == SequenceMind.name:
            mind = SequenceMind([command.timed() for command in self._scenario.command])
        else:
            mind = KeepSwimming(self._cruising(group), home, *circles)
        (nature,) = chance.spawn(1)
        nobody = np.zeros(0, dtype=np.intp)
        return Company(group, number, mind, chance, nature, nobody, home, circles)

    def of(self, slot: int) -> Company:
        """To which somebody belongs."""
        return next(company for company in self.companies if slot in company.slots)

    def top_speed(self, company: Company) -> float:
        """The fastest that they can swim [L/s]."""
        return self._species[company.species].top_speed

    def _cruising(self, group: Group) -> float:
        """What a group cruises at [L/s]; its species' medium gait if it does not say."""
        if group.speed is not None:
            return group.speed
        return self._species[self._names.index(group.species)].gaits.medium.speed

    def set_speed(self, value: float) -> None:
        """What the first company cruises at [L/s]; the others keep their proportions to it: a
        shark's pace is not a sardine's."""
        if not 0 <= value < np.inf:
            raise ValueError(f"speed {value} is not a number of body lengths a second")
        value = float(value)
        cruising = [self._cruising(company.group) for company in self.companies]
        for company, own in zip(self.companies, cruising, strict=True):
            share = own / cruising[0] if cruising[0] > 0 else 1.0
            company.mind.speed = min(value * share, self.top_speed(company))

    # ------------------------------------------------------------ coming and going

    def check(self, count: int) -> None:
        """Refuse a population that cannot be."""
        capacity = self._population.capacity
        if not 0 <= count <= capacity:
            raise ValueError(f"a population of {count} does not fit: at most {capacity} here")
        if not self.companies:
            raise ValueError("this scenario has no [[group]] that could grow")

    def share_out(self, count: int) -> None:
        """Let `count` individuals live, shared among the companies as the scenario shares them."""
        for company, wanted in zip(self.companies, shared(self.companies, count), strict=True):
            missing = wanted - len(company.slots)
            if missing > 0:
                self._enter(company, missing)
            elif missing < 0:
                ids = self._population.ids[company.slots]
                # The newest leave, and whoever is driven last of all.
                driven = np.isin(ids, list(self._driving.pilots))
                self.remove(ids[np.lexsort((ids, ~driven))[missing:]])

    def _enter(self, company: Company, count: int) -> None:
        people = self._population
        slots = people.enter(count)
        try:
            self._settle(company, slots)
        except Exception:
            people.leave(people.ids[slots])
            raise
        company.slots = np.sort(np.concatenate([company.slots, slots]))
        for slot in slots:
            self._log(ENTERED, int(slot), self._species[company.species].name)

    def _settle(self, company: Company, slots: Slots) -> None:
        people, group, around = self._population, company.group, self._surroundings
        # Who comes is on his way: from rest each motor sets off in a way of its own.
        pace = company.mind.speed if self._moving.natural else 0.0
        flow = partial(around.flow_at, slots)
        species = self._species[company.species]
        handover = newcomers(company, species, people, slots, pace, flow, around.habitat)
        self.habits.give(slots, group.habits, company.nature)
        motor = self._moving.number(group.motor)
        people.motors[slots] = motor
        people.automatic[slots] = group.motor == AUTOMATIC
        people.eats[slots] = sum(EDIBLE[what] for what in set(group.eats))
        self._moving.motors[motor].adopt(slots, handover)

    def remove(self, ids: Sequence[int] | Ids) -> None:
        """Take individuals out of the world."""
        slots = self._population.slots(ids)
        for identity in ids:
            self._driving.forget(int(identity))
        for slot in slots:
            self._log(LEFT, int(slot), "")
        self._moving.forget(ids, slots)
        self._population.leave(ids)
        self._commands.forget(slots)
        for company in self.companies:
            company.slots = company.slots[~np.isin(company.slots, slots)]
