"""Twins with the same commands, and the scenario that shows them."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.bodies.species import find_species, known_species
from motorium.settings import SettingsError, parse_settings
from motorium.studio.comparison import comparison_of, comparison_scenario
from motorium.world.scenario import Scenario, load_scenario
from motorium.world.world import World


@pytest.fixture(scope="module")
def world() -> World:
    return World(load_scenario("compare"))


def test_twins_begin_alike_and_hear_the_same(world: World) -> None:
    comparison = comparison_of(world, leavable=False)
    assert comparison is not None
    assert (comparison.muscle, comparison.repertoire) == (0, 1)
    assert comparison.cues[0].text == "swim 1.5 L/s"
    assert comparison.cues[1].text == "C-turn 90° left"
    assert comparison.seconds > comparison.cues[-1].at
    people = world.population
    assert people.orientations[0] == pytest.approx(people.orientations[1])
    assert people.nodes[0] == pytest.approx(people.nodes[1], abs=1e-6)
    assert people.looks[0] == people.looks[1]
    for _ in range(4 * 60):
        world.advance()
        for setpoint in world.commands.vocabulary.setpoints:
            asked = world.commands[setpoint.name]
            assert asked[0] == asked[1]
    assert world.commands.action_sequence[:2].tolist() == [1, 1]
    assert [world.motors[m].name for m in people.motors[:2]] == ["muscle", "repertoire"]


def test_other_worlds_are_no_comparisons() -> None:
    assert comparison_of(World(load_scenario("school")), leavable=False) is None


@pytest.mark.parametrize("name", known_species())
def test_every_species_is_asked_at_its_own_pace(name: str) -> None:
    scenario = comparison_scenario(name)
    assert [group.species for group in scenario.group] == [name, name]
    top = find_species(name).top_speed
    speeds = [command.speed for command in scenario.command if command.speed is not None]
    assert 0.6 * top < max(speeds) <= top
    times = [command.at for command in scenario.command]
    assert times == sorted(times)
    assert np.diff(times).max() < 12.0


HEAD = """
format = 1
[[group]]
species = "herring"
count = 1
mind = "sequence"
"""

WRONG = {
    HEAD: 'group[0].mind: is "sequence", but there is no [[command]] to say',
    HEAD + "[[command]]\nat = 1.0\n": "says nothing; it needs at least one of speed, turn_rate",
    HEAD + "[[command]]\nat = -1.0\nspeed = 1.0\n": "command[0].at",
    HEAD + "[[command]]\nat = 1.0\nspeed = 99.0\n": "command[0].speed",
    HEAD + "[[command]]\nat = 1.0\nturn = 3.2\n": "command[0].turn",
    HEAD + "[[command]]\nat = 1.0\nswim = 1.0\n": "unknown key; known keys are at, speed",
    HEAD + "[[command]]\nat = 2.0\nturn = 1.0\n[[command]]\nat = 1.0\nturn = 1.0\n": (
        "command[1].at: must not be before that of the command above it, 2, not 1.0"
    ),
    HEAD.replace('mind = "sequence"', "") + "[[command]]\nat = 1.0\nturn = 1.0\n": "none has it",
}


@pytest.mark.parametrize("text", WRONG, ids=WRONG.values())
def test_wrong_commands_get_a_sentence(text: str) -> None:
    with pytest.raises(SettingsError) as problem:
        parse_settings(text, "sea.toml", Scenario)
    assert WRONG[text] in str(problem.value)
