"""Fishes of a new species for an ocean that is on show: it begins again, with them in it."""

from __future__ import annotations

from typing import Final

from motorium.motors.muscle import MuscleMotor
from motorium.wire.message import Message
from motorium.world.scenario import Group, Scenario

__all__ = ["Newcomers", "with_newcomers"]

LIVES: Final = (
    *("mind", "spread", "center", "radius", "height", "eats", "instinct", "habits"),
    "heading",
)
"""What of a group says where and how its members live."""


class Newcomers(Message):
    """So many of a species come, by its file; template: the species whose life they share."""

    path: str
    template: str
    count: int


def with_newcomers(scenario: Scenario, newcomers: Newcomers) -> Scenario:
    """The same scenario with one group more, which lives where its template does, or else where
    the largest group does that has a mind of its own; who came before is counted anew."""
    groups = [group for group in scenario.group if group.species != newcomers.path]
    hosts = [group for group in groups if group.mind != "sequence"]
    hosts.sort(key=lambda group: (group.species == newcomers.template, group.count))
    life = {}
    if hosts:
        told = hosts[-1].model_fields_set
        life = {name: getattr(hosts[-1], name) for name in LIVES if name in told}
    group = Group(species=newcomers.path, count=newcomers.count, motor=MuscleMotor.name, **life)
    return scenario.with_tables(group=[*groups, group])
