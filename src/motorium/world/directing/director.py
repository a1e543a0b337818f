"""The director: releases actors at the right moment, wakes them, sends leaders, sets motives.

Higher directability, as Tu (1999, section 11.6.1) wishes for it. The director does only what a
creature could find in itself: nobody's body is ever touched after it has entered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from motorium.contracts.events import Log, register_event
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import Clock
from motorium.world.companies import Company
from motorium.world.directing.cues import Cue
from motorium.world.directing.happenings import EVERY, Happenings
from motorium.world.instincts import InstinctMind
from motorium.world.peopling import Peopling
from motorium.world.scenario import Scenario

__all__ = ["Director"]

WOKEN = register_event("woken", "the director has woken an individual")
ARRIVED = register_event("arrived", "an individual has come where the director has sent it")

NEAR: Final = 1.5
"""Who is as near to where it was sent has arrived there [L]; ours: about as it can steer."""


class Director:
    """releases: when groups come into the world [s], by name, for those who have a cue for it."""

    def __init__(
        self,
        scenario: Scenario,
        releases: Mapping[str, float],
        population: Population,
        peopling: Peopling,
        clock: Clock,
        log: Log,
    ) -> None:
        self._population = population
        self._peopling = peopling
        self._clock = clock
        self._log = log
        self._instincts = peopling.instincts
        self._instinct = peopling.instincts.instinct
        self._named = {company.group.name: company for company in peopling.companies}
        self._late = [
            (releases.get(company.group.name or "", company.group.enters), company)
            for company in peopling.companies
            if scenario.comes_later(company.group)
        ]
        told = [cue for cue in scenario.cue if cue.event is None]
        self._cues = sorted(told, key=lambda cue: cue.at)
        self._ways: dict[int, list[tuple[float, float, float]]] = {}
        self._happenings: Happenings | None = None
        if any(group.name is not None for group in scenario.group):
            self._happenings = Happenings(
                population,
                self._instinct,
                peopling.habits.female,
                peopling.companies,
                scenario.cue,
                peopling.instincts.perceived.cylinders,
                log,
            )

    def look_anew(self) -> None:
        """Other obstacles may stand there now."""
        if self._happenings is not None:
            self._happenings.split_at(self._instincts.perceived.cylinders)

    def advance(self) -> None:
        """Before a frame: do what is due."""
        seconds = self._clock.seconds
        for due in [one for one in self._late if one[0] <= seconds]:
            self._late.remove(due)
            self._peopling.release(due[1])
        for cue in [one for one in self._cues if one.at <= seconds and self._is_there(one.who)]:
            self._cues.remove(cue)
            self._tell(cue)
        if self._clock.frame % EVERY == 0:
            self._lead()
            if self._happenings is not None:
                self._happenings.watch()

    def _is_there(self, name: str) -> bool:
        """Who has not come yet is told when he comes."""
        return all(company.group.name != name for _, company in self._late)

    def _tell(self, cue: Cue) -> None:
        company, seconds = self._named[cue.who], self._clock.seconds
        slots, brains = company.slots, self._instinct.brains
        if cue.wake:
            for slot in slots[brains["asleep"][slots] != 0]:
                self._log(WOKEN, int(slot))
            brains["asleep"][slots] = 0
            if isinstance(company.mind, InstinctMind):
                # Who comes after them, born or returning, is awake.
                company.mind.asleep = False
        if cue.hunger is not None:
            self._instinct.set_hunger(slots, cue.hunger, seconds)
        if cue.libido is not None:
            self._instinct.set_libido(slots, cue.libido, seconds)
        if cue.lead is not None:
            for slot in self._leaders(company):
                identity = int(self._population.ids[slot])
                self._ways[identity] = list(cue.lead)
                brains["errand"][slot] = cue.lead[0]

    def _leaders(self, company: Company) -> Slots:
        slots = company.slots
        leading = slots[self._instinct.tempers["leads"][slots] != 0]
        return leading if len(leading) else slots

    def _lead(self) -> None:
        """Send who has arrived on to the next place, and let go who has come to the last."""
        people, brains = self._population, self._instinct.brains
        for identity, way in list(self._ways.items()):
            if identity not in people:
                del self._ways[identity]
                continue
            slot = int(people.slots([identity])[0])
            off = np.linalg.norm(people.positions[slot] - np.array(way[0]))
            if off > NEAR * people.lengths[slot]:
                continue
            way.pop(0)
            brains["errand"][slot] = way[0] if way else (np.nan, np.nan, np.nan)
            if not way:
                del self._ways[identity]
                self._log(ARRIVED, slot)
