"""Checking a scenario as deeply as can be without swimming: also what is drawn must find room."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np

from motorium.bodies.species import find_species
from motorium.motors.muscle import MuscleMotor
from motorium.settings import SettingsError
from motorium.world.habitat.habitat import Habitat
from motorium.world.places import clear
from motorium.world.scenario import Scenario, load_scenario
from motorium.world.world import World

__all__ = ["checked", "problems_in"]


def checked(name: str | Path) -> str:
    """What is in a scenario, in a line; a SettingsError says all that is wrong."""
    scenario = load_scenario(name)
    problems = problems_in(scenario)
    if problems:
        raise SettingsError("\n".join(f"{name}: {problem}" for problem in problems))
    return _described(scenario)


def problems_in(scenario: Scenario) -> list[str]:
    """What does not find room in a scenario whose tables are right."""
    if scenario.habitat is None:
        return []
    try:
        habitat = _peopled(scenario)
    except ValueError as problem:
        return [str(problem)]
    return _in_the_way(scenario, habitat) if habitat else []


def _in_the_way(scenario: Scenario, habitat: Habitat) -> list[str]:
    """Whom the scenario puts where something solid is; who is drawn finds free water."""
    problems: list[str] = []
    for index, group in enumerate(scenario.group):
        places = np.array(group.places or []).reshape(-1, 3)
        inside = np.flatnonzero(~clear(habitat, places, np.zeros(len(places))))
        solid = "lies inside the ground or an obstacle"
        problems += [f"group[{index}].places[{number}]: {solid}" for number in inside]
    return problems


def _peopled(scenario: Scenario) -> Habitat | None:
    """The habitat when everybody has come, also later, on muscles, which need no films."""
    here = {"motor": MuscleMotor.name, "enters": 0.0}
    groups = [group.model_copy(update=here) for group in scenario.group]
    return World(scenario.model_copy(update={"group": groups, "cue": []})).habitat


def _described(scenario: Scenario) -> str:
    kinds: Counter[str] = Counter()
    for group in scenario.group:
        kinds[find_species(group.species).name] += group.count
    fishes = f"{kinds.total()} fishes" if kinds.total() != 1 else "1 fish"
    who = ", ".join(f"{count} {name}" for name, count in kinds.most_common() if count)
    return f"{fishes}{f' ({who})' if who else ''}, {_sea(scenario)}"


def _sea(scenario: Scenario) -> str:
    sea = scenario.habitat
    if sea is None:
        return "open water"
    counts = {
        "flow": len(sea.flow),
        "obstacle": sum(table.number for table in sea.obstacle),
        "seaweed": sum(table.number for table in sea.weed),
        "vent": sea.bubbles.number,
    }
    parts = [f"{count} {name}{'s' * (count != 1)}" for name, count in counts.items() if count]
    parts += [f"{sea.plankton.count} plankton"] * bool(sea.plankton.count)
    holds = f" with {', '.join(parts)}" if parts else ""
    depth = sea.surface - sea.ground
    return f"a habitat {2 * sea.radius:g} m across and {depth:g} m deep{holds}"
