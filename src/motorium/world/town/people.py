"""The town's own people: pedestrians and guards, their minds, and who has been taken from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

import numpy as np

from motorium.contracts.commands import Commands
from motorium.contracts.population import Population, Slots
from motorium.minds.pedestrian.mind import Pedestrians
from motorium.minds.pedestrian.patrol import Guards, Patrol
from motorium.motion.figures.graph import PostureGraph
from motorium.world.town.document import TownDocument
from motorium.world.town.lights import Lights
from motorium.world.town.residents import Source
from motorium.world.town.streets import Streets

__all__ = ["GUARD", "PEDESTRIAN", "People"]

PEDESTRIAN: Final = "pedestrian"
GUARD: Final = "soldier"


class Places(Protocol):
    """Where people are put."""

    population: Population
    commands: Commands

    def place(
        self,
        kind: str,
        name: str,
        position: tuple[float, float],
        heading: float,
        *,
        source: Source,
    ) -> int:
        """Somebody new; returns his id."""


class People:
    """graphs: by their names. Who is taken does what he is asked, and the others keep off him."""

    def __init__(
        self,
        document: TownDocument,
        graphs: Mapping[str, PostureGraph],
        population: Population,
        commands: Commands,
        chance: np.random.Generator,
    ) -> None:
        self.streets = Streets(document)
        self.lights = Lights(document.light)
        self._document = document
        self._chance = chance
        self._population = population
        self._taken: set[int] = set()
        self._patrols: dict[int, Patrol] = {}
        walkers, soldiers = graphs.get(PEDESTRIAN), graphs.get(GUARD)
        self._walkers = walkers and Pedestrians(
            self.streets,
            self.lights,
            population,
            commands,
            list(walkers.nodes),
            list(walkers.gestures),
            seed=int(chance.integers(2**31)),
        )
        self._guards = soldiers and Guards(population, commands, list(soldiers.nodes))

    def move_in(self, town: Places) -> None:
        """As many as the document says, wherever one can walk; guards at their first stops."""
        if self._walkers:
            count = self._document.town.pedestrians
            places, headings = self.streets.scattered(count, self._chance)
            ids = [
                town.place(
                    PEDESTRIAN, f"pedestrian {number}", (x, y), float(heading), source="town"
                )
                for number, ((x, y), heading) in enumerate(
                    zip(places.tolist(), headings, strict=True), start=1
                )
            ]
            self._walkers.enter(self._population.slots(ids))
        if self._guards:
            for guard in self._document.guard:
                first = guard.stop[0]
                heading = np.radians(first.faces or 0.0)
                identity = town.place(GUARD, guard.name, first.at, float(heading), source="town")
                slot = int(self._population.slots([identity])[0])
                self._patrols[slot] = guard
                self._guards.enter(slot, guard)

    def decide(self, frame: int) -> None:
        """All minds write their commands."""
        if self._walkers:
            self._walkers.decide(frame)
        if self._guards:
            self._guards.decide(frame)

    def why(self, slot: int) -> str:
        """Why somebody does what he does, in a sentence without its subject."""
        if slot in self._patrols and self._guards:
            return self._guards.why(slot)
        return self._walkers.why(slot) if self._walkers else ""

    # ------------------------------------------------------------ who is taken

    def is_taken(self, slot: int) -> bool:
        return slot in self._taken

    def take(self, slots: Slots) -> None:
        """From their minds, if they have one."""
        for slot in slots.tolist():
            if slot not in self._taken:
                self._taken.add(slot)
                self._leave(slot)

    def give_back(self, slots: Slots) -> None:
        """To their minds, who begin anew from where they are."""
        for slot in slots.tolist():
            if slot not in self._taken:
                continue
            self._taken.discard(slot)
            if slot in self._patrols and self._guards:
                self._guards.enter(slot, self._patrols[slot])
            elif self._walkers:
                self._walkers.enter(np.array([slot]))

    def forget(self, slot: int) -> None:
        """Somebody has gone."""
        if slot not in self._taken:
            self._leave(slot)
        self._taken.discard(slot)
        self._patrols.pop(slot, None)

    def _leave(self, slot: int) -> None:
        if slot in self._patrols:
            if self._guards:
                self._guards.leave(slot)
        elif self._walkers and slot in self._walkers.slots:
            self._walkers.leave(np.array([slot]))
