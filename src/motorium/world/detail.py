"""Levels of detail of a world: who watches, who runs on what, and within which budget."""

from __future__ import annotations

import math
import operator
from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_RATE
from motorium.contracts.viewing import Camera
from motorium.motion.governor import Governor, Spending, checked_budget
from motorium.motion.levels import UNLIMITED, LevelChoice
from motorium.world.changes import Allowance, Change, Look, View
from motorium.world.inputs import Journal

__all__ = ["Detail", "LevelsReport"]

MINUTE: Final = 60 * FRAME_RATE


@dataclass(frozen=True)
class LevelsReport:
    """Who runs on what, and why.

    muscles, playback, frame: individuals at each level; automatic: those for whom it is chosen;
    allowed: of them on muscles, None if all; budget, spent, spent_at_most (by 19 of 20 frames) [ms
    a frame]; changes: of level, per automatic fish in the last minute; sentence: what the governor
    did.
    """

    muscles: int
    playback: int
    frame: int
    automatic: int
    allowed: int | None
    budget: float | None
    spent: float
    spent_at_most: float
    changes: float
    sentence: str


class Detail:
    """Follows the eyes of all viewers together."""

    def __init__(self, population: Population, budget: float | None, journal: Journal) -> None:
        self._population = population
        self._journal = journal
        self._choice = LevelChoice(population)
        self._viewers: dict[Hashable, Camera] = {}
        self._governor: Governor | None = None
        self._spending = Spending()
        self._allowed = UNLIMITED
        self._changes: deque[tuple[int, int]] = deque()
        self._changed = 0
        self._beside = 0.0
        self._numbers: dict[Hashable, int] = {}
        self._next_number = 0
        self.budget = budget

    def look(self, viewer: Hashable, camera: Camera | None) -> None:
        """Somebody looks from here, or no longer looks."""
        if camera is not None and not isinstance(camera, Camera):
            raise ValueError(f"{camera!r} is no Camera, nor None for who no longer looks")
        if viewer not in self._numbers:
            self._numbers[viewer] = self._next_number
            self._next_number += 1
        number = self._numbers[viewer]
        if camera is None:
            self._viewers.pop(viewer, None)
            del self._numbers[viewer]
        else:
            self._viewers[viewer] = camera
        self._choice.look(list(self._viewers.values()))
        if self._journal.listeners:
            view = None if camera is None else View.of(camera)
            self._journal.note(Look, viewer=number, view=view)

    @property
    def viewers(self) -> tuple[Hashable, ...]:
        """Who watches."""
        return tuple(self._viewers)

    @property
    def budget(self) -> float | None:
        """Milliseconds that a frame may take; None for any."""
        return self._governor.budget if self._governor else None

    @budget.setter
    def budget(self, milliseconds: float | None) -> None:
        checked = checked_budget(milliseconds)
        self._governor = None if checked is None else Governor(checked, self._choice.held)
        self.allow(self._governor.allowed if self._governor else UNLIMITED)

    def allow(self, count: int) -> None:
        """Let so many who are automatic be on muscles, until a governor decides otherwise."""
        try:
            allowed = operator.index(count)
        except TypeError:
            allowed = -1
        if allowed < 0:
            raise ValueError(f"{count!r} cannot be on muscles; allow 0 or more, a whole number")
        self._allowed = allowed
        self._journal.note(Allowance, count=self._limit)

    @property
    def _limit(self) -> int | None:
        return None if self._allowed >= UNLIMITED else self._allowed

    def present(self, frame: int) -> list[Change]:
        """What makes another world's levels as they are now."""
        looks = [
            Look(frame=frame, viewer=self._numbers[viewer], view=View.of(camera))
            for viewer, camera in self._viewers.items()
        ]
        return [*looks, Allowance(frame=frame, count=self._limit)]

    def follow(self, frame: int, muscles: int, driven: Slots) -> tuple[Slots, Slots]:
        """See who is seen; returns who goes to muscles and who leaves them."""
        self._choice.view()
        if not self._population.automatic.any():
            self._choice.held = self._choice.worthy = 0
            return driven[:0], driven[:0]
        rising, falling = self._choice.choose(frame, muscles, self._allowed, driven)
        changes = len(rising) + len(falling)
        if changes:
            self._changes.append((frame, changes))
            self._changed += changes
        while self._changes and self._changes[0][0] <= frame - MINUTE:
            self._changed -= self._changes.popleft()[1]
        return rising, falling

    def account(self, muscles: float, others: float, fishes: int) -> None:
        """A frame is made: the muscle motor took so long [ms], and all the rest of it."""
        governor, others = self._governor, others + self._beside
        self._beside = 0.0
        self._spending.add(muscles + others)
        if governor and governor.observe(muscles, others, fishes, self._choice.held):
            self.allow(governor.allowed)

    def charge(self, milliseconds: float) -> None:
        """Somebody else has spent so much on the last frame; it counts with the next one."""
        if not 0.0 <= milliseconds < math.inf:
            raise ValueError(f"{milliseconds!r} ms cannot have been spent; charge 0 or more")
        self._beside += milliseconds

    def report(self, muscles: int) -> LevelsReport:
        """How it is now."""
        people, governor = self._population, self._governor
        living = people.living
        simulated = people.motors[living] == muscles
        automatic = int(people.automatic[living].sum())
        unseen = int((~simulated & (people.seen[living] == 0)).sum())
        count = int(simulated.sum())
        return LevelsReport(
            muscles=count,
            playback=len(living) - count - unseen,
            frame=unseen,
            automatic=automatic,
            allowed=self._limit,
            budget=self.budget,
            spent=self._spending.mean,
            spent_at_most=self._spending.at_most,
            changes=self._changed / automatic if automatic else 0.0,
            sentence=governor.sentence if governor else "no budget: all who are near are simulated",
        )
