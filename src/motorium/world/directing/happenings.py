"""Happenings: what can be seen of groups that a scenario names, told as events.

Looked at ten times a second, of named groups only: who flees from whom is of interest where a
scene is told, not among thousands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from motorium.contracts.events import Log, register_event
from motorium.contracts.frames import Floats
from motorium.contracts.perception import VISITOR, Kind
from motorium.contracts.population import Population, Slots
from motorium.minds.instinct.attraction import ASCENDING, CIRCLING, LOOPING, NUZZLING
from motorium.minds.instinct.behaviours import EAT, ESCAPE
from motorium.minds.instinct.instinct import Instinct
from motorium.minds.instinct.routines.mating import TOUCHES
from motorium.world.companies import Company
from motorium.world.directing.cues import FEWEST, Cue
from motorium.world.habitat.obstacles import Cylinders

__all__ = ["EVERY", "Happenings"]

COURTED = register_event("courted", "a male loops before a female who lets him")
CIRCLED = register_event("circled", "a male and a female circle each other")
ASCENDED = register_event("ascended", "a male follows a female who ascends to spawn")
NUDGED = register_event("nudged", "a male nuzzles a female's abdomen")
TURNED_AWAY = register_event("turned-away", "an individual gives up whom it has courted")
HUNTED = register_event("hunted", "a predator goes for a prey")
FLED = register_event("fled", "an individual takes flight")
LOOKED = register_event("looked", "an individual has looked at a visitor for a while")
SCHOOLED = register_event("schooled", "a group swims together, most of it one way")
SCATTERED = register_event("scattered", "a school breaks up in flight")
SPLIT = register_event("split", "a school passes something on both sides")
REJOINED = register_event("rejoined", "a school that was split or scattered is together again")
PASSED = register_event("passed", "the middle of a group passes a place")

STAGES: Final = {LOOPING: COURTED, CIRCLING: CIRCLED, ASCENDING: ASCENDED}

# Ours.
EVERY: Final = 6
"""Frames between two looks."""
TOGETHER: Final = 4.0
"""Who is as near to another is in one group with him [L]."""
MOST: Final = 0.85
"""What share must be in one group to be together."""
ONE_WAY: Final = 0.8
"""How polarised a school is at least."""
TORN: Final = 0.7
"""And a scattered one at most, of whom MANY flee."""
MANY: Final = 0.4
A_WHILE: Final = 5.0
"""So long at least one looks at a visitor [s]."""
SMALLEST: Final = 2
"""So many at least are a part of a split school."""
BESIDE: Final = 6.0
"""Who passes something nearer than that passes beside it [L]."""
FORGOTTEN: Final = 8.0
"""What lies so far behind splits nobody [L]."""


class Happenings:
    """companies: of which those are watched whose groups have a name; passes: cues for places;
    cylinders: what a school can split at."""

    def __init__(
        self,
        population: Population,
        instinct: Instinct,
        female: NDArray[np.uint8],
        companies: Sequence[Company],
        passes: Sequence[Cue],
        cylinders: Cylinders,
        log: Log,
    ) -> None:
        self._population = population
        self._brains = instinct.brains
        self._female = female
        self._companies = [company for company in companies if company.group.name is not None]
        self._passes = [
            (cue, company)
            for cue in passes
            for company in self._companies
            if cue.event == "passed" and cue.who == company.group.name
        ]
        self._log = log
        count = len(instinct.brains)
        self._known = np.full(count, -1, dtype=np.int64)
        self._courtship = np.zeros(count, dtype=np.int8)
        self._nudges = np.zeros(count, dtype=np.int8)
        self._leaving = np.zeros(count)
        self._mated = np.zeros(count)
        self._hunted = np.full(count, -1, dtype=np.int64)
        self._fleeing = np.zeros(count, dtype=np.bool_)
        self._gazing = np.zeros(count, dtype=np.bool_)
        self._schools = ["" for _ in self._companies]
        self.split_at(cylinders)

    def split_at(self, cylinders: Cylinders) -> None:
        """Others stand there from now on, and nobody has passed them yet."""
        count = len(self._brains)
        self._pillars = cylinders
        self._before = np.full((count, len(cylinders)), np.nan, dtype=np.float32)
        self._sides = np.zeros((count, len(cylinders)), dtype=np.int8)

    def watch(self) -> None:
        """Tell what has happened since the last look."""
        if not self._companies:
            return
        minded = [one.slots for one in self._companies if one.group.mind == "instinct"]
        self._greet(np.concatenate([company.slots for company in self._companies]))
        if minded:
            together = np.concatenate(minded)
            self._court(together)
            self._hunt(together)
        for number, company in enumerate(self._companies):
            if len(company.slots) >= FEWEST:
                self._school(number, company.slots)
        self._passes = [one for one in self._passes if not self._pass(*one)]

    def _greet(self, slots: Slots) -> None:
        """Who is new has done nothing yet."""
        ids = self._population.ids[slots]
        new = slots[self._known[slots] != ids]
        self._known[new] = self._population.ids[new]
        self._courtship[new] = self._nudges[new] = 0
        self._hunted[new] = -1
        self._leaving[new], self._mated[new] = 0.0, self._brains["last_mating"][new]
        self._fleeing[new] = self._gazing[new] = False
        self._before[new] = np.nan
        self._sides[new] = 0

    def _court(self, slots: Slots) -> None:
        brains = self._brains
        stages, mated = brains["courtship"][slots], brains["last_mating"][slots]
        leaves, nudges = brains["refused_until"][slots], self._nudges_of(slots)
        changed = (stages != self._courtship[slots]) | (leaves > self._leaving[slots])
        for row in np.flatnonzero(changed | (nudges != self._nudges[slots])):
            slot, stage = int(slots[row]), int(stages[row])
            refused, mate = int(brains["refused"][slot]), int(brains["mate"][slot])
            before, given = int(self._courtship[slot]), int(nudges[row])
            spawned = before == NUZZLING and mated[row] > self._mated[slot]
            if spawned:
                # The last nudge and the end of it are one.
                given, mate = TOUCHES, refused
            if not self._female[slot]:
                if stage > before and stage in STAGES:
                    self._log(STAGES[stage], slot, concerned=mate)
                for _ in range(int(self._nudges[slot]), given):
                    self._log(NUDGED, slot, concerned=mate)
            if leaves[row] > self._leaving[slot] and not spawned:
                self._log(TURNED_AWAY, slot, concerned=refused)
        self._courtship[slots], self._mated[slots] = stages, mated
        self._leaving[slots], self._nudges[slots] = leaves, nudges

    def _nudges_of(self, slots: Slots) -> NDArray[np.int8]:
        nuzzles = self._brains["courtship"][slots] == NUZZLING
        return np.where(nuzzles, self._brains["progress"][slots], 0).astype(np.int8)

    def _hunt(self, slots: Slots) -> None:
        brains = self._brains
        hunting = (brains["intention"][slots] == EAT) & (brains["target_kind"][slots] == Kind.PREY)
        prey = np.where(hunting, brains["target_id"][slots], -1)
        for row in np.flatnonzero((prey != self._hunted[slots]) & (prey >= 0)):
            self._log(HUNTED, int(slots[row]), concerned=int(prey[row]))
        self._hunted[slots] = prey
        fleeing = brains["intention"][slots] == ESCAPE
        for row in np.flatnonzero(fleeing & ~self._fleeing[slots]):
            danger = int(brains["danger"][slots[row]])
            whom = int(self._population.ids[danger]) if danger >= 0 else -1
            self._log(FLED, int(slots[row]), concerned=whom)
        self._fleeing[slots] = fleeing
        gazing = brains["looked"][slots] > A_WHILE
        for row in np.flatnonzero(gazing & ~self._gazing[slots]):
            self._log(LOOKED, int(slots[row]), concerned=VISITOR)
        self._gazing[slots] = gazing

    def _school(self, number: int, slots: Slots) -> None:
        people = self._population
        length = float(people.lengths[slots].mean())
        going = people.velocities[slots]
        pace = np.maximum(np.linalg.norm(going, axis=1, keepdims=True), 1e-9)
        going = (going / pace).mean(axis=0)
        polarised = float(np.linalg.norm(going))
        torn = self._fleeing[slots].mean() > MANY and polarised < TORN
        two_ways, beside = self._two_ways(slots, length, going)
        before, now = self._schools[number], self._schools[number]
        if before in (SCHOOLED, REJOINED) and (torn or two_ways):
            now = SCATTERED if torn else SPLIT
        elif before == SPLIT and torn:
            now = SCATTERED
        elif (
            before in ("", SPLIT, SCATTERED)
            and polarised > ONE_WAY
            and not beside
            and self._parts(slots, length)[0] >= MOST * len(slots)
        ):
            now = REJOINED if before else SCHOOLED
        if now == REJOINED:
            self._sides[slots] = 0
        if now != before:
            self._schools[number] = now
            parts = self._parts(slots, length)
            self._log(now, int(slots[0]), f"{len(slots)} in {len(parts)}")

    def _parts(self, slots: Slots, length: float) -> NDArray[np.int64]:
        """How many are in each group of those who are near one another, the largest first."""
        tree = cKDTree(self._population.positions[slots])
        linked = tree.sparse_distance_matrix(tree, TOGETHER * length)
        labels = connected_components(linked, directed=False)[1]
        return np.sort(np.bincount(labels))[::-1]

    def _two_ways(self, slots: Slots, length: float, going: Floats) -> tuple[bool, bool]:
        """Whether these pass, or have just passed, on both sides of one cylinder; and whether any
        of them is beside one now."""
        pillars = self._pillars
        if not len(pillars):
            return False, False
        places = self._population.positions[slots]
        off_x, off_y = places[:, :1] - pillars["x"], places[:, 1:2] - pillars["y"]
        level = max(float(np.hypot(*going[:2])), 1e-9)
        x, y = going[:2] / level
        along, aside = off_x * x + off_y * y, off_y * x - off_x * y
        near = (np.abs(aside) < pillars["radius"] + BESIDE * length) & (
            places[:, 2:] < pillars["top"]
        )
        passes = near & (self._before[slots] < 0.0) & (along >= 0.0)
        sides = self._sides[slots]
        sides[passes] = np.sign(aside[passes])
        # What lies far behind is forgotten.
        sides[np.abs(along) > FORGOTTEN * length + pillars["radius"]] = 0
        self._sides[slots], self._before[slots] = sides, along
        both = np.minimum((sides > 0).sum(axis=0), (sides < 0).sum(axis=0))
        beside = near & (np.abs(along) < pillars["radius"])
        return bool((both >= SMALLEST).any()), bool(beside.any())

    def _pass(self, cue: Cue, company: Company) -> bool:
        """Whether its middle passes now the place of a cue."""
        if not len(company.slots):
            return False
        middle = self._population.positions[company.slots].mean(axis=0)
        passes = bool(np.linalg.norm(middle - np.array(cue.place)) < cue.within)
        if passes:
            self._log(PASSED, int(company.slots[0]))
        return passes
