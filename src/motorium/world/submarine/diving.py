"""Diving: the submarines of a world, if it has any, and who steers them."""

from __future__ import annotations

import operator

import numpy as np

from motorium.contracts.events import Log
from motorium.contracts.perception import Perception
from motorium.contracts.population import Population, Slots
from motorium.motors.medium import Medium
from motorium.world import changes
from motorium.world.habitat.clearance import Limits
from motorium.world.inputs import Journal
from motorium.world.scenario import Scenario
from motorium.world.submarine.berths import free_berth
from motorium.world.submarine.boat import BUMPED, FIRST, Submarine
from motorium.world.submarine.flotilla import Flotilla
from motorium.world.surroundings import Surroundings

__all__ = ["Diving"]


class Diving:
    """boats: by their numbers, ascending; empty where there is none."""

    def __init__(
        self,
        scenario: Scenario,
        population: Population,
        surroundings: Surroundings,
        medium: Medium,
        flows: bool,
        journal: Journal,
        log: Log,
    ) -> None:
        self.boats: dict[int, Submarine] = {}
        self._most = 0
        self._population = population
        self._around = surroundings
        self._medium = medium
        self._journal = journal
        self._log = log
        if scenario.submarine is None:
            return
        self._most = scenario.submarine.most
        self._sight = scenario.world.extent / 2
        first = self._boat(FIRST, scenario.submarine.place, scenario.submarine.heading)
        first.rise_out()
        self.boats = {FIRST: first}
        self._flotilla = Flotilla(self._most)
        self._moved: Slots = np.zeros(population.capacity, dtype=np.intp)
        self._streams = np.zeros((population.capacity, 3))
        if flows and not medium.varies:
            medium.vary(population.capacity)

    def launch(self, number: int | None) -> int:
        """One more, near the first, at rest; returns its number."""
        if not self.boats:
            raise ValueError("there is no submarine in this scenario; give it a [submarine]")
        free = [n for n in range(FIRST, self._most + 1) if n not in self.boats]
        if not free:
            raise ValueError(f"all {self._most} submarines are in the water; wait until one goes")
        number = free[0] if number is None else operator.index(number)
        if number not in free:
            raise ValueError(f"no submarine can be number {number}; free are {_listed(free)}")
        boat = self._boat(number, (0.0, 0.0, 0.0), 0.0)
        if not free_berth(boat, list(self.boats.values()), self._sight):
            self._population.part(boat.slot)
            raise ValueError("there is no room for another submarine near the first; steer it away")
        self.boats = dict(sorted([*self.boats.items(), (number, boat)]))
        self._journal.note(changes.Launch, boat=number)
        return number

    def recover(self, number: int) -> None:
        """Out of the water; not the first."""
        if number == FIRST:
            raise ValueError("the first submarine stays in the water")
        boat = self._known(number)
        self.boats = {n: one for n, one in self.boats.items() if n != number}
        self._population.part(boat.slot)
        self._journal.note(changes.Recover, boat=number)

    def steer(
        self,
        number: int,
        thrust: float | None,
        turn: float | None,
        pitch: float | None,
        lift: float | None,
        stop: bool | None,
    ) -> None:
        """Set of the helm what is given."""
        boat = self._known(number)
        helm = boat.helm.turned(thrust, turn, pitch, lift, stop)
        boat.steer(helm)
        self._journal.note(changes.Steer, boat=boat.number, **helm.said())

    def check(self, limits: Limits) -> None:
        """Refuse what would stand where a submarine is."""
        for boat in self.boats.values():
            if boat.room() >= 0.0 and not boat.has_room(limits):
                raise ValueError("a submarine is in the way; put it elsewhere, or steer away first")

    def look_anew(self) -> None:
        """Something else is solid now."""
        limits = self._around.limits
        if limits is not None:
            for boat in self.boats.values():
                boat.look_anew(limits)

    def advance(self, perceived: Perception) -> None:
        """One frame, which fishes perceive in the next, and in which they are held off all that
        they must not swim into."""
        if not self.boats:
            self._around.hold()
            return
        boats = tuple(self.boats.values())
        for boat in self._flotilla.advance(boats):
            self._log(BUMPED, boat.slot)
        count = 0
        for boat in boats:
            perceived.menace[boat.slot] = boat.menace
            if self._medium.varies:
                carrying = self._medium.carrying
                count = boat.part(self._population, carrying, count, self._moved, self._streams)
        self._around.hold(self._moved[:count], self._streams[:count])

    def _boat(self, number: int, place: tuple[float, float, float], heading: float) -> Submarine:
        limits = self._around.limits
        return Submarine(number, place, heading, self._population, limits, self._sight)

    def _known(self, number: int) -> Submarine:
        if not self.boats:
            raise ValueError("there is no submarine to steer; give the scenario a [submarine]")
        boat = self.boats.get(operator.index(number))
        if boat is None:
            raise ValueError(f"there is no submarine {number}; there are {_listed(self.boats)}")
        return boat


def _listed(numbers: list[int] | dict[int, Submarine]) -> str:
    return ", ".join(map(str, numbers))
