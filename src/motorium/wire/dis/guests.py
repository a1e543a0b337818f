"""People whom a network sends into a town: soldiers that packets command.

    town.outside.append(Guests(town, entities, receiver))

They appear with their first packet, are led to where dead reckoning says that they are, and take up
the posture that their appearance tells (Granieri, Crabtree & Badler 1995, sections 2 and 4).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.motors.posture.tables import Mode, mode_nodes
from motorium.wire.dis.appearance import POSTURES, STILL
from motorium.wire.dis.entities import Entities
from motorium.wire.dis.receiving import Receiver
from motorium.world.town.town import FARTHEST, Town

__all__ = ["KIND", "Guests"]

KIND: Final = "soldier"
"""As whom they are shown."""
UPRIGHT: Final = ("standing deployed", "standing firing")
"""Postures in which one walks if one goes."""


class Guests:
    """entities: who is out there; receiver: where packets come in.

    Limitation: only lifeforms within the town's reach are shown; vehicles are known to `entities`,
    and not drawn.
    """

    def __init__(self, town: Town, entities: Entities, receiver: Receiver | None = None) -> None:
        self.entities = entities
        self.receiver = receiver
        self._town = town
        own = list(town.graphs[town.kinds.index(KIND)].nodes)
        self._postures = [name if name in own else own[0] for name in POSTURES]
        """As which they are shown: a graph of one's own need not have them all."""
        walking = mode_nodes(town.graphs[town.kinds.index(KIND)]).get(Mode.FORWARD)
        self._upright = UPRIGHT if walking else ()
        self._walking = walking[0] if walking else own[0]
        self._numbers = np.array([own.index(name) for name in self._postures])
        self._figures: dict[int, int] = {}
        self._ids = np.zeros(0, dtype=np.int64)
        self._rows = self._slots = np.zeros(0, dtype=np.intp)
        self._told = np.zeros(0, dtype=np.int8)
        self._marks = entities.marks[self._rows]
        """Of figures, in the order of their entities: their ids, where entities are in the table,
        where the town's population keeps figures, the posture that they were told last, and what
        was written on them."""

    def __len__(self) -> int:
        return len(self._figures)

    def figure_of(self, entity: int) -> int | None:
        """By which id the town knows an entity; None while it does not."""
        return self._figures.get(entity)

    def advance(self, seconds: float) -> None:
        """Hear what has come, reckon where everybody is, and let the town's figures follow."""
        if self.receiver is not None:
            self.entities.poll(self.receiver)
        self.entities.advance(seconds)
        self._greet()
        if self._figures:
            self._command()

    def leave(self) -> None:
        """All of them go."""
        self._notice_gone()
        for figure in self._figures.values():
            self._town.remove(figure)
        self._figures.clear()
        self._line_up()

    # ------------------------------------------------------------ inside

    def _greet(self) -> None:
        """Who has come is placed, if there is room, and who has gone removed: out of reach, no
        person any more, or silent. What is written on them may change."""
        entities, town = self.entities, self._town
        changed = self._notice_gone()
        living = entities.living
        near = (abs(entities.positions[living]) < FARTHEST).all(axis=1)
        shown = living[entities.people[living] & near]
        ids = entities.ids[shown]
        own = np.array(list(self._figures), dtype=np.int64)
        gone = own[~np.isin(own, ids)].tolist()
        for entity in gone:
            town.remove(self._figures.pop(entity))
        room = town.population.capacity - len(town.population)
        coming = shown[~np.isin(ids, own)][:room]
        for slot in coming.tolist():
            entity = int(entities.ids[slot])
            self._figures[entity] = town.place(
                KIND,
                self._name(slot),
                entities.positions[slot].tolist(),
                float(entities.headings[slot]),
                self._beginning(slot),
                source="network",
            )
        if changed or gone or len(coming):
            self._line_up()
        self._rename()

    def _notice_gone(self) -> bool:
        """Whom somebody else has taken out of the town is nobody's figure any more; whether there
        was one. His slot may be another's by now."""
        if (self._town.population.ids[self._slots] == self._ids).all():
            return False
        there = set(self._town.population.ids[self._town.population.living].tolist())
        self._figures = {one: who for one, who in self._figures.items() if who in there}
        return True

    def _rename(self) -> None:
        marks = self.entities.marks[self._rows]
        for at in np.flatnonzero((marks != self._marks).any(axis=1)).tolist():
            self._town.rename(int(self._ids[at]), self._name(int(self._rows[at])))
        self._marks = marks

    def _beginning(self, slot: int) -> str:
        """The posture in which somebody appears: of who goes already, in the midst of it."""
        posture = self._postures[max(int(self.entities.postures[slot]), 0)]
        goes = float(np.hypot(*self.entities.told_velocities[slot, :2])) >= STILL
        return self._walking if goes and posture in self._upright else posture

    def _name(self, slot: int) -> str:
        return self.entities.marking(slot) or f"entity {self.entities.ids[slot]}"

    def _line_up(self) -> None:
        told = dict(zip(self._ids.tolist(), self._told.tolist(), strict=True))
        marks = dict(zip(self._ids.tolist(), self._marks, strict=True))
        self._ids = np.array(list(self._figures.values()), dtype=np.int64)
        self._slots = self._town.population.slots(self._ids.tolist())
        self._rows = np.array([self.entities.slot(one) for one in self._figures], dtype=np.intp)
        self._told = np.array([told.get(one, -1) for one in self._ids.tolist()], dtype=np.int8)
        self._marks = self.entities.marks[self._rows]
        for at, one in enumerate(self._ids.tolist()):
            self._marks[at] = marks.get(one, self._marks[at])

    def _command(self) -> None:
        rows, slots, commands = self._rows, self._slots, self._town.commands
        velocities, headings = self.entities.told_velocities[rows], self.entities.headings[rows]
        speeds = np.hypot(velocities[:, 0], velocities[:, 1])
        speeds[speeds < STILL] = 0.0
        commands.set("speed", slots, speeds)
        commands.set("heading", slots, headings)
        commands.set("course", slots, _courses(velocities, headings))
        postures = self.entities.postures[rows]
        anew = (postures != self._told) & (postures >= 0)
        if anew.any():
            commands.begin("posture", slots[anew], self._numbers[postures[anew]])
            self._told[anew] = postures[anew]
        self._town.motor.lead(slots, self.entities.positions[rows])


def _courses(velocities: Floats, headings: Floats) -> Floats:
    """Where they go against where they face [rad], within half a turn."""
    off = np.arctan2(velocities[:, 1], velocities[:, 0]) - headings
    courses: Floats = np.arctan2(np.sin(off), np.cos(off))
    return courses
