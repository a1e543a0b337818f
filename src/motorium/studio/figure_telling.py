"""What is told of a town: who is there, what each can do, and how it goes."""

from __future__ import annotations

from typing import Final

from motorium.wire.figures import messages
from motorium.world.town.town import Town

__all__ = ["Rate", "chosen_message", "kinds_of", "roster_message"]

WINDOW: Final = 1.0
"""Over which rates are taken [s]."""


class Rate:
    """How much a second, of a number that only grows, over the last while."""

    def __init__(self) -> None:
        self._since: tuple[float, int] | None = None
        self._value = 0.0

    def at(self, now: float, number: int) -> float:
        """It is this now [s]."""
        then, before = self._since or (now, number)
        if self._since is None or now - then >= WINDOW:
            self._value = (number - before) / (now - then) if now > then else 0.0
            self._since = now, number
        return self._value


def kinds_of(town: Town) -> list[messages.Kind]:
    """Who can live there, in the order of their numbers."""
    return [
        messages.Kind(
            name=name,
            postures=[
                messages.Posture(name=node.name, kind=node.kind) for node in graph.nodes.values()
            ],
            gestures=list(graph.gestures),
        )
        for name, graph in zip(town.kinds, town.graphs, strict=True)
    ]


def roster_message(town: Town) -> messages.TownRoster:
    """Everybody who is there."""
    residents = [
        messages.Resident(
            id=one.id,
            kind=one.kind,
            name=one.name,
            armed=one.armed,
            look=one.look,
            source=one.source,
        )
        for one in town.roster
    ]
    return messages.TownRoster(revision=town.roster_version, residents=residents)


def chosen_message(town: Town, identity: int) -> messages.Chosen:
    """What somebody does, and what he was asked for."""
    told = town.describe(identity)
    slot = town.slots_of(identity)[0]

    def asked(setpoint: str) -> float:
        return float(town.commands[setpoint][slot])

    return messages.Chosen(
        id=told.resident.id,
        posture=told.posture,
        doing=told.doing,
        why=told.why,
        level=told.level,
        taken=told.taken,
        speed=asked("speed"),
        heading=asked("heading"),
        course=asked("course"),
        aim_turn=asked("aim_turn"),
        aim_rise=asked("aim_rise"),
        aim=asked("aim"),
    )
