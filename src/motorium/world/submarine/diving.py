"""Diving: the submarine of a world, if it has one, and who steers it."""

from __future__ import annotations

import numpy as np

from motorium.contracts.events import Log
from motorium.contracts.perception import Perception
from motorium.contracts.population import Population, Slots
from motorium.motors.medium import Medium
from motorium.world import changes
from motorium.world.inputs import Journal
from motorium.world.scenario import Scenario
from motorium.world.submarine.boat import BUMPED, Submarine
from motorium.world.surroundings import Surroundings

__all__ = ["Diving"]


class Diving:
    """submarine: None where there is none."""

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
        self.submarine: Submarine | None = None
        self._population = population
        self._around = surroundings
        self._medium = medium
        self._journal = journal
        self._log = log
        if scenario.submarine is None:
            return
        sight = scenario.world.extent / 2
        self.submarine = Submarine(scenario.submarine, population, surroundings.limits, sight)
        self._moved: Slots = np.zeros(population.capacity, dtype=np.intp)
        self._streams = np.zeros((population.capacity, 3))
        if flows and not medium.varies:
            medium.vary(population.capacity)

    def steer(
        self,
        thrust: float | None,
        turn: float | None,
        pitch: float | None,
        lift: float | None,
        stop: bool | None,
    ) -> None:
        """Set of the helm what is given."""
        if self.submarine is None:
            raise ValueError("there is no submarine to steer; give the scenario a [submarine]")
        helm = self.submarine.helm.turned(thrust, turn, pitch, lift, stop)
        self.submarine.steer(helm)
        self._journal.note(changes.Steer, **helm.said())

    def advance(self, perceived: Perception) -> None:
        """One frame, which fishes perceive in the next, and in which they are held off all that
        they must not swim into."""
        boat = self.submarine
        if boat is None:
            self._around.hold()
            return
        if boat.advance():
            self._log(BUMPED, boat.slot)
        perceived.menace[boat.slot] = boat.menace
        count = 0
        if self._medium.varies:
            count = boat.part(self._population, self._medium.carrying, self._moved, self._streams)
        self._around.hold(self._moved[:count], self._streams[:count])
