"""Angling: who bites the bait of a fishing line, and is pulled up by it.

A hand at its snout pulls it (`Moving.grab`), at the pace of the line: its body follows by itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from motorium.contracts.commands import Commands
from motorium.contracts.events import Log, register_event
from motorium.contracts.frames import Floats, body_to_world
from motorium.contracts.population import Population
from motorium.contracts.time import FRAME_RATE, Clock
from motorium.world import changes
from motorium.world.expressing import Expressing
from motorium.world.fishing.line import Line
from motorium.world.habitat.biting import Mouths
from motorium.world.habitat.drifting import EDIBLE
from motorium.world.habitat.suction import mouth_of
from motorium.world.inputs import Journal
from motorium.world.moving import Moving
from motorium.world.renewal import Renewal
from motorium.world.surroundings import Surroundings

__all__ = ["CAUGHT", "HOOKED", "TORN_OFF", "Angling"]

HOOKED = register_event("hooked", "an individual has bitten the bait of a fishing line")
CAUGHT = register_event("caught", "an individual was pulled out of the water by a fishing line")

TORN_OFF = register_event("torn-off", "an individual has torn itself off a fishing line")

SNOUT: Final = 0
"""The node by which a fish hangs on the hook."""
SLACK: Final = 0.5
"""The line waits for who is farther below the hook than that [L]: no lip bears more."""
BEARS: Final = 20 * FRAME_RATE
"""And as many frames at most: what a current holds fast tears off (ours)."""
ANYTHING: Final = sum(EDIBLE.values())
"""Who eats any of it takes the bait."""
STRUGGLES: Final = (0.12, 2.5)
"""How far to each side it tears at the hook [L], and how often a second: who is held cannot beat
its tail, but it is not quiet either."""
ASIDE: Final = np.array([[[0.0, 1.0, 0.0]]])


class Angling:
    """Goes between a line and the fishes; where there is no line it does nothing, or says so."""

    def __init__(
        self,
        population: Population,
        commands: Commands,
        moving: Moving,
        around: Surroundings,
        renewal: Renewal,
        expressing: Expressing,
        clock: Clock,
        journal: Journal,
        log: Log,
    ) -> None:
        self.line = around.line
        self._population = population
        self._expressing = expressing
        self._mouths = Mouths(commands.mouth, commands.suction)
        self._moving = moving
        self._around = around
        self._renewal = renewal
        self._clock = clock
        self._journal = journal
        self._log = log
        self._due = None if self.line is None else self.line.settings.at
        self._waited = 0
        """For how many frames the line has waited for who hangs on it."""

    # ------------------------------------------------------------ what a person can do

    def cast(self, place: Sequence[float] | Floats) -> None:
        """Let the hook down at a place, x and y [m]."""
        line = self._existing()
        x, y = line.check(place)
        line.cast((x, y))
        self._journal.note(changes.CastLine, place=(x, y))

    def pull(self) -> None:
        """Pull it up, with or without somebody."""
        self._existing().pull()
        self._journal.note(changes.PullLine)

    def check_free(self, identity: int) -> None:
        """Refuse to take whom the line has."""
        if self.line is not None and self.line.caught == identity:
            raise ValueError(f"fish {identity} hangs on the fishing line: nobody else can hold it")

    def _existing(self) -> Line:
        if self.line is None:
            raise ValueError("there is no fishing line here; give the scenario a [line]")
        return self.line

    # ------------------------------------------------------------ frames

    def advance(self) -> None:
        """A frame of the line and of who is on it, after everybody has moved."""
        line, habitat = self.line, self._around.habitat
        if line is None or habitat is None:
            return
        seconds = self._clock.seconds
        if self._due is not None and seconds >= self._due:
            self._due = None
            if line.state == "up":
                line.cast(line.settings.place)
        if line.state == "up":
            return
        if line.caught is not None and line.caught not in self._population:
            # Somebody has eaten it or taken it away; the hook comes up with nothing.
            line.caught = None
        taut = self._is_taut(line)
        self._waited = 0 if taut else self._waited + 1
        line.advance(seconds, habitat.currents, taut)
        if line.caught is not None and self._waited > BEARS:
            self._tear_off(line, line.caught)
        elif line.caught is not None:
            self._haul(line, line.caught, seconds)
        elif line.bait.there[0]:
            for slot, _ in line.bait.bitten(self._population, ANYTHING, self._mouths):
                line.caught, line.state = int(self._population.ids[slot]), "pulls"
                self._log(HOOKED, slot)
                self._expressing.swallowed(slot)
                self._haul(line, line.caught, seconds)

    def _is_taut(self, line: Line) -> bool:
        """Whether who is on the hook, if anybody, is near it."""
        if line.caught is None:
            return True
        people = self._population
        slot = int(people.slots([line.caught])[0])
        length = float(people.lengths[slot])
        snout = mouth_of(people.positions[slot], people.orientations[slot], length)
        return math.dist(snout, line.hook) < SLACK * length

    def _tear_off(self, line: Line, identity: int) -> None:
        """It is free again, on the motor that it had."""
        line.caught = None
        self._log(TORN_OFF, int(self._population.slots([identity])[0]))
        self._moving.let_go(identity)

    def _haul(self, line: Line, identity: int, seconds: float) -> None:
        """Pull it by its snout, which it tears to both sides; at the surface it leaves."""
        people = self._population
        slots = people.slots([identity])
        if line.length == 0.0:
            self._log(CAUGHT, int(slots[0]))
            line.rest()
            self._renewal.lose([identity], "it was caught by a fishing line")
            return
        far, often = STRUGGLES
        aside = body_to_world(people.orientations[slots], ASIDE)[0, 0]
        aside *= far * people.lengths[slots[0]] * math.sin(2.0 * math.pi * often * seconds)
        self._moving.grab(identity, SNOUT, line.hook + aside)
