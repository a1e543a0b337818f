"""Muscles and replay side by side: two twins, one sequence of commands."""

from __future__ import annotations

from typing import Final

from motorium.bodies.species import find_species
from motorium.minds.sequence import SequenceMind
from motorium.motors.muscle import MuscleMotor
from motorium.motors.repertoire import RepertoireMotor
from motorium.wire.messages import Comparison, Cue
from motorium.world.scenario import Command, Scenario, load_scenario
from motorium.world.world import World

__all__ = ["comparison_of", "comparison_scenario"]

AFTERWARDS: Final = 0.12
"""How long the last command is shown, as a share of the time before it."""
SHORTEST: Final = 2.0
"""[s]"""


def comparison_scenario(species: str) -> Scenario:
    """The scenario `compare` with twins of a species, at its own pace."""
    scenario = load_scenario("compare")
    written_for = find_species(scenario.group[0].species)
    pace = find_species(species).gaits.medium.speed / written_for.gaits.medium.speed
    commands = []
    for command in scenario.command:
        timed = command.timed().at_pace(pace)
        commands.append(Command(at=timed.at, turn=timed.turn, **timed.setpoints))
    groups = [group.model_copy(update={"species": species}) for group in scenario.group]
    return scenario.model_copy(update={"group": groups, "command": commands})


def comparison_of(world: World, leavable: bool) -> Comparison | None:
    """How pages show this world if it is one of two twins; None if it is not."""
    groups = world.scenario.group
    motors = [group.motor for group in groups]
    alike = {(group.species, group.count, group.mind) for group in groups}
    if (
        motors != [MuscleMotor.name, RepertoireMotor.name]
        or len(alike) > 1
        or (groups[0].count, groups[0].mind) != (1, SequenceMind.name)
    ):
        return None
    first, second = world.population.ids[world.population.living].tolist()
    cues = [command.timed() for command in world.scenario.command]
    return Comparison(
        muscle=first,
        repertoire=second,
        cues=[Cue(at=cue.at, text=cue.text) for cue in cues],
        seconds=cues[-1].at + max(SHORTEST, AFTERWARDS * cues[-1].at),
        leavable=leavable,
    )
