"""Behaviours that cannot work are refused, with their name."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from motorium.contracts.commands import FISH, Commands
from motorium.contracts.mind import Senses
from motorium.contracts.population import Slots
from motorium.minds.instinct.behaviours import Behaviour, known, register, registered, wanted
from motorium.minds.instinct.scene import Scene
from tests.minds.mindful import Mindful


def _nothing(scene: Scene, slots: Slots) -> None:
    """Acts by not acting."""


def _nobody(scene: Scene, slots: Slots) -> Any:
    return np.zeros(len(slots), dtype=np.bool_)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"name": ""}, "called by a word"),
        ({"name": 3}, "called by a word"),
        ({"level": float("nan")}, "'rest': its level is a number"),
        ({"level": "high"}, "'rest': its level is a number"),
        ({"act": None}, "'rest': act is a function"),
        ({"name": "eat"}, "already is a behaviour 'eat'"),
    ],
)
def test_what_cannot_be_registered(changes: dict[str, Any], says: str) -> None:
    before = known()
    parts: dict[str, Any] = {"name": "rest", "act": _nothing, "level": 1.5, "wants": _nobody}
    with pytest.raises(ValueError, match=says):
        register(Behaviour(**parts | changes))
    assert known() == before


@pytest.mark.parametrize(
    "told", [None, True, np.array([1, 0]), np.array([0.5]), np.array([[True]])]
)
def test_wants_that_tell_nothing_of_each_are_named(told: Any) -> None:
    instinct = Mindful().instinct
    rest = Behaviour("rest", _nothing, 1.5, lambda scene, slots: told)
    with pytest.raises(TypeError, match="behaviour 'rest': wants gave"):
        wanted(rest, instinct.scene(0.0), np.arange(3))


@pytest.mark.parametrize("value", [math.nan, math.inf])
@pytest.mark.parametrize("name", ["heading", "climb", "speed", "turn", "mouth"])
def test_wishes_that_are_no_numbers_are_told_with_the_behaviour_and_the_fish(
    name: str, value: float
) -> None:
    def astray(scene: Scene, slots: Slots) -> None:
        scene.wishes[name][slots[scene.perceived.ids[slots] == 102]] = value

    mindful = Mindful()
    places = mindful.perceived.positions
    senses = Senses(
        0.0, mindful.everybody, places, mindful.perceived.orientations, mindful.perceived.lengths
    )
    always = Behaviour("astray", astray, 9.0, lambda scene, slots: np.ones(len(slots), bool))
    with registered(always), pytest.raises(ValueError, match=f"'astray': for fish 102 .* {name} "):
        mindful.instinct.decide(senses, mindful.everybody, Commands(FISH, 6))


def test_flags_of_brains_and_tempers_are_taken_as_they_are_meant() -> None:
    rest = Behaviour("rest", _nothing, 1.5, lambda scene, slots: scene.tempers["mates"][slots])
    instinct = Mindful().instinct
    instinct.tempers["mates"][:3] = (0, 1, 1)
    assert wanted(rest, instinct.scene(0.0), np.arange(3)).tolist() == [False, True, True]
