"""Behaviours of one's own: who goes first, and what becomes of what they interrupt."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from motorium.contracts.commands import FISH, Commands
from motorium.contracts.mind import Senses
from motorium.contracts.perception import Kind
from motorium.contracts.population import Slots
from motorium.minds.instinct.behaviours import AVOID, EAT, Behaviour, known, register, registered
from motorium.minds.instinct.scene import Scene
from tests.minds.mindful import Mindful


def _dance(scene: Scene, slots: Slots) -> None:
    scene.wishes["climb"][slots] = 0.7


def _in_the_light(scene: Scene, slots: Slots) -> NDArray[np.bool_]:
    return scene.perceived.light[slots] > 0.5


def _decide(fish: Mindful) -> int:
    """All that an instinct does for the first fish."""
    perceived = fish.perceived
    fish.seconds += 0.1
    one = np.zeros(1, dtype=np.intp)
    senses = Senses(
        fish.seconds, one, perceived.positions, perceived.orientations, perceived.lengths
    )
    fish.instinct.decide(senses, one, Commands(FISH, len(perceived.ids)))
    return int(fish.brain["intention"])


@pytest.mark.parametrize(("level", "first"), [(3.5, True), (2.5, False)])
def test_the_higher_level_goes_first_and_what_it_interrupts_is_resumed(
    level: float, first: bool
) -> None:
    fish = Mindful(hunger=0.9)
    fish.sees(Kind.FOOD, 1, (2.0, 0.0, 0.0))
    fish.perceived.light[0] = 0.0
    with registered(Behaviour("dance", _dance, level, _in_the_light)) as dance:
        assert _decide(fish) == EAT
        fish.perceived.light[0] = 1.0
        assert _decide(fish) == (dance if first else EAT)
        assert (fish.instinct.wishes["climb"][0] == 0.7) == first
        changes = int(fish.brain["changes"])
        assert _decide(fish) == (dance if first else EAT)
        assert fish.brain["changes"] == changes
        fish.perceived.obstacle[0] = 0
        assert _decide(fish) == AVOID
        fish.perceived.obstacle[0] = -1
        fish.perceived.light[0] = 0.0
        for _ in range(5):
            _decide(fish)
        assert fish.brain["intention"] == EAT
        assert fish.brain["resumed"]
        assert fish.brain["target"] == 1


def test_a_name_is_given_once_and_for_a_while_only() -> None:
    before = known()
    with registered(Behaviour("dance", _dance, 2.0)) as number:
        assert known()[number].name == "dance"
        with pytest.raises(ValueError, match="already is a behaviour 'dance'"):
            register(Behaviour("dance", _dance, 3.0))
    assert known() == before
