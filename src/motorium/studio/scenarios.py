"""Scenarios of the page: which there are, saving the world on show, and beginning another."""

from __future__ import annotations

from motorium.motors.muscle import MuscleMotor
from motorium.settings import SettingsError
from motorium.studio.films import unfilmed
from motorium.wire.making import Listed, Scenarios
from motorium.world.own_scenarios import find_scenario, own_scenarios, save_scenario
from motorium.world.present import present_scenario
from motorium.world.scenario import known_scenarios
from motorium.world.world import World

__all__ = ["listed", "save", "to_film"]


def listed() -> Scenarios:
    """All of them, those that were saved first."""
    names = [(name, True) for name in own_scenarios()]
    names += [(name, False) for name in known_scenarios()]
    return Scenarios(scenarios=[_listed(name, own) for name, own in names])


def save(world: World, name: str, replace: bool) -> str:
    """Keep a world as it is now; a sentence about it."""
    path = save_scenario(name, present_scenario(world), replace)
    return f"Saved as {name}, in {path}"


def to_film(name: str) -> list[str]:
    """Species of which there are no films yet that a scenario needs."""
    scenario = find_scenario(name)
    if all(group.motor == MuscleMotor.name for group in scenario.group):
        return []
    return unfilmed(group.species for group in scenario.group)


def _listed(name: str, own: bool) -> Listed:
    try:
        world = find_scenario(name).world
    except SettingsError as problem:
        return Listed(name=name, title=name, description=str(problem).splitlines()[0], own=own)
    return Listed(name=name, title=world.title, description=world.description, own=own)
