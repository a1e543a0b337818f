"""Renewal: who comes after those who were eaten or caught, and who is born."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from motorium.contracts.events import Log, register_event
from motorium.contracts.perception import Role
from motorium.contracts.population import Ids, Population
from motorium.contracts.time import Clock
from motorium.world.arriving import YOUNG, beside, from_afar
from motorium.world.companies import Arrival, Company
from motorium.world.peopling import Peopling
from motorium.world.surroundings import Surroundings

__all__ = ["BORN", "Renewal"]

BORN = register_event("born", "an individual was born into the world")

AGAIN: Final = 2.0
"""When who found no place tries again [s]."""

GROWS: Final = 120.0
"""How long who was born is too young to mate [s]: three times as long as it takes until who has
mated wants to again."""


class Renewal:
    """Only what the world itself takes comes back: whom a person removes stays away, and after a
    person has set how many live, that many are kept."""

    def __init__(
        self,
        population: Population,
        peopling: Peopling,
        around: Surroundings,
        clock: Clock,
        log: Log,
    ) -> None:
        self._population = population
        self._peopling = peopling
        self._around = around
        self._clock = clock
        self._log = log
        self._spawned: list[tuple[int, int]] = []
        self._young: deque[tuple[float, int]] = deque()

    def lose(self, ids: Sequence[int] | Ids, why: str) -> None:
        """These are taken out of the world by what lives or happens in it; who drives one is told
        why."""
        for slot in self._population.slots(ids):
            company = self._peopling.of(int(slot))
            if company.constant:
                company.due.append(self._clock.seconds + company.group.returns)
        self._peopling.remove(ids, why)

    def spawned(self, father: int, mother: int) -> None:
        """A pair has, by their ids; their young come at the end of the frame."""
        self._spawned.append((father, mother))

    def advance(self) -> None:
        """Let those come who are due."""
        if self._spawned:
            for father, mother in self._spawned:
                if mother in self._population:
                    self._bear(father, mother)
            self._spawned.clear()
        seconds = self._clock.seconds
        while self._young and self._young[0][0] <= seconds:
            _, grown = self._young.popleft()
            if grown in self._population:
                self._peopling.instincts.grown(int(self._population.slots([grown])[0]))
        for company in self._peopling.companies:
            if company.due and company.due[0] <= seconds:
                company.due.pop(0)
                if not self._return(company):
                    company.due.append(seconds + AGAIN)
                    company.due.sort()

    def _return(self, company: Company) -> bool:
        """Whether somebody could come in the place of one who is gone."""
        people = self._population
        if len(people) == people.capacity:
            return False
        roles = self._peopling.instincts.perceived.roles
        # Also whom fishes take for one.
        predators = people.present[roles[people.present] == Role.PREDATOR]
        size = company.a_size()
        length = size * self._peopling.length_of(company)
        place = from_afar(company, length, people, predators, self._around.habitat)
        if place is None:
            return False
        self._peopling.arrive(company, Arrival(size, place))
        return True

    def _bear(self, father: int, mother: int) -> None:
        """As many as the group's spawnings bring, and as there is room for."""
        people, peopling = self._population, self._peopling
        slot = int(people.slots([mother])[0])
        company = peopling.of(slot)
        group = company.group
        room = min(company.most - len(company.slots), people.capacity - len(people))
        place, length = people.positions[slot].copy(), float(people.lengths[slot])
        for _ in range(min(group.births, room)):
            size = float(company.chance.uniform(*YOUNG))
            own = size * peopling.length_of(company)
            begins = beside(company, own, place, length, self._around.habitat)
            if begins is None:
                return
            # Who was to return need not, now that somebody else has come.
            del company.due[:1]
            young = peopling.arrive(company, Arrival(size, begins, young=True))
            self._log(BORN, young, f"of {father} and {mother}", mother)
            self._young.append((self._clock.seconds + GROWS, int(people.ids[young])))
