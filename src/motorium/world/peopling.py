"""Who lives: the companies of a scenario's groups, who comes into them and who leaves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.commands import Commands
from motorium.contracts.events import Log, register_event
from motorium.contracts.mind import Mind
from motorium.contracts.population import Ids, Population, Slots
from motorium.minds.keep_swimming import KeepSwimming
from motorium.minds.sequence import SequenceMind
from motorium.world.companies import Arrival, Company, newcomers, shared
from motorium.world.driving import Driving
from motorium.world.habitat.drifting import EDIBLE
from motorium.world.habits import Habits
from motorium.world.instincts import InstinctMind, Instincts
from motorium.world.moving import Moving
from motorium.world.scenario import AUTOMATIC, Group, Scenario
from motorium.world.surroundings import Surroundings

__all__ = ["ENTERED", "LEFT", "Peopling"]

ENTERED = register_event("entered", "an individual has come into the world")
LEFT = register_event("left", "an individual has left the world")


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
        self.habits = Habits(len(population.ids))
        self.instincts = Instincts(scenario, species, population, self.habits, surroundings)
        self._scenario = scenario
        self._names = scenario.species_names
        self._species = species
        self._population = population
        self._commands = commands
        self._moving = moving
        self._driving = driving
        self._surroundings = surroundings
        self._log = log
        self.called: dict[int, str] = {}
        """The names of the groups of all who ever came, by id, of those that have one."""
        chance = np.random.default_rng(scenario.world.seed)
        self.companies = [self._company(group, chance) for group in scenario.group]
        for company in self.companies:
            if not scenario.comes_later(company.group):
                self._enter(company, company.group.count)

    def _company(self, group: Group, chance: np.random.Generator) -> Company:
        number = self._names.index(group.species)
        home, circles = self._scenario.home(group)
        if group.seed is not None:
            chance = np.random.default_rng(group.seed)
        elif self._scenario.comes_later(group):
            # What it draws must not depend on when it comes.
            chance = chance.spawn(1)[0]
        mind: Mind
        if group.mind == SequenceMind.name:
            mind = SequenceMind([command.timed() for command in self._scenario.command])
        elif group.mind == InstinctMind.name:
            mind = self.instincts.mind(group, self._cruising(group))
        else:
            mind = KeepSwimming(self._cruising(group), home, *circles)
        (nature,) = chance.spawn(1)
        nobody = np.zeros(0, dtype=np.intp)
        constant = (group.keeps or self._scenario.world.keeps) == "constant"
        return Company(group, number, mind, chance, nature, nobody, home, circles, constant)

    def of(self, slot: int) -> Company:
        """To which somebody belongs."""
        return next(company for company in self.companies if slot in company.slots)

    def groups_of(self, slots: Slots) -> list[int]:
        """To which group of the scenario each belongs, by its number; -1 for none."""
        numbers = np.full(self._population.capacity, -1, dtype=np.intp)
        for number, company in enumerate(self.companies):
            numbers[company.slots] = number
        found: list[int] = numbers[slots].tolist()
        return found

    @property
    def hunters(self) -> bool:
        """Whether there may be predators who go by instinct."""
        return any(
            isinstance(company.mind, InstinctMind)
            and self._species[company.species].role == "predator"
            for company in self.companies
        )

    def species_of(self, slot: int) -> str:
        """What somebody is called."""
        return self._species[int(self._population.species[slot])].name

    def top_speed(self, company: Company) -> float:
        """The fastest that they can swim [L/s]."""
        return self._species[company.species].top_speed

    def length_of(self, company: Company) -> float:
        """Of somebody of its species' own size [m]."""
        return self._species[company.species].length

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
        """Let `count` individuals live, shared among the companies as the scenario shares them;
        nobody returns beyond that. Groups that are still to come keep out of it, and come."""
        self._fill(self.companies, count)

    def stock(self, species: str, count: int) -> None:
        """Let `count` of a species live, as the scenario calls it; the others stay."""
        own = [company for company in self.companies if company.group.species == species]
        if not own:
            known = ", ".join(self._names)
            raise ValueError(f"no {species} lives in this world; {known} do")
        here, capacity = sum(len(company.slots) for company in own), self._population.capacity
        most = capacity - len(self._population) + here
        if not 0 <= count <= most:
            raise ValueError(
                f"{count} of {species} do not fit: there is room for {most}, "
                f"{capacity} fishes together"
            )
        self._fill(own, count)

    def counts(self) -> list[int | None]:
        """How many of each group live; None of one that is still to come."""
        return [None if self._is_awaited(one) else len(one.slots) for one in self.companies]

    def _fill(self, companies: Sequence[Company], count: int) -> None:
        companies = [one for one in companies if not self._is_awaited(one)] or companies
        for company, wanted in zip(companies, shared(companies, count), strict=True):
            company.due.clear()
            missing = wanted - len(company.slots)
            if missing > 0:
                self._enter(company, missing)
            elif missing < 0:
                ids = self._population.ids[company.slots]
                # The newest leave, and whoever is driven last of all.
                driven = np.isin(ids, list(self._driving.pilots))
                self.remove(ids[np.lexsort((ids, ~driven))[missing:]])

    def _is_awaited(self, company: Company) -> bool:
        return company.come == 0 and self._scenario.comes_later(company.group)

    def release(self, company: Company) -> None:
        """Let a group come into the world that was not there from the beginning."""
        missing = company.group.count - company.come
        room = self._population.capacity - len(self._population)
        self._enter(company, max(min(missing, room), 0))

    def arrive(self, company: Company, arrival: Arrival) -> int:
        """Let one more come into a company; his slot."""
        return int(self._enter(company, 1, arrival)[0])

    def _enter(self, company: Company, count: int, arrival: Arrival | None = None) -> Slots:
        people = self._population
        slots = people.enter(count)
        try:
            self._settle(company, slots, arrival)
        except Exception:
            people.leave(people.ids[slots])
            raise
        company.slots = np.sort(np.concatenate([company.slots, slots]))
        if company.group.name is not None:
            self.called |= dict.fromkeys(people.ids[slots].tolist(), company.group.name)
        for slot in slots:
            self._log(ENTERED, int(slot), self._species[company.species].name)
        return slots

    def _settle(self, company: Company, slots: Slots, arrival: Arrival | None) -> None:
        people, group, around = self._population, company.group, self._surroundings
        # Who comes is on his way: from rest each motor sets off in a way of its own.
        pace = company.mind.speed if self._moving.natural else 0.0
        flow = partial(around.flow_at, slots)
        species = self._species[company.species]
        handover = newcomers(company, species, people, slots, pace, flow, around.habitat, arrival)
        self.habits.give(slots, group.habits, species, company.nature)
        motor = self._moving.number(group.motor)
        people.motors[slots] = motor
        people.automatic[slots] = group.motor == AUTOMATIC
        people.eats[slots] = sum(EDIBLE[what] for what in set(group.eats))
        self.instincts.introduce(slots, species)
        if isinstance(company.mind, InstinctMind):
            young = arrival is not None and arrival.young
            self.instincts.enter(company.mind, slots, group, young)
        self._moving.motors[motor].adopt(slots, handover)

    def remove(self, ids: Sequence[int] | Ids, why: str = "it has left the world") -> None:
        """Take individuals out of the world; who drives one is told why."""
        slots = self._population.slots(ids)
        for identity in ids:
            self._driving.forget(int(identity), why)
        for slot in slots:
            self._log(LEFT, int(slot))
        self._moving.forget(ids, slots)
        self._population.leave(ids)
        self._commands.forget(slots)
        self.instincts.forget(slots)
        for company in self.companies:
            company.slots = company.slots[~np.isin(company.slots, slots)]
