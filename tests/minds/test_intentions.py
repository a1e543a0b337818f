"""What is intended: the hierarchy, memory, inhibitory gain and fatigue, as they follow in time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.contracts.perception import Kind, Role
from motorium.minds.instinct.behaviours import AVOID, EAT, ESCAPE, LEAVE, MATE, SCHOOL, WANDER
from motorium.minds.instinct.intentions import CLEARED, FRIGHT
from motorium.minds.instinct.memory import PATIENCE
from tests.minds.mindful import Mindful

NEAR = (0.1, 0.0, 0.0)
"""Of food: less than 5 cm before the snout, the strongest stimulus."""
AHEAD = (0.5, 0.0, 0.0)


def _prey(**nature: Any) -> Mindful:
    fish = Mindful(**nature)
    fish.instinct.tempers["fears"] = 1
    return fish


def _pacifist(**nature: Any) -> Mindful:
    """Wants to mate with number 2, whom it sees half a metre before it."""
    fish = Mindful(**nature)
    fish.perceived.roles[:] = Role.PACIFIST
    fish.perceived.female[2:4] = 1
    fish.instinct.tempers["mates"] = 1
    fish.sees(Kind.MATE, 2, AHEAD)
    return fish


def test_who_wants_nothing_wanders() -> None:
    assert Mindful().decides() == WANDER


def test_avoiding_goes_before_everything_until_it_is_cleared() -> None:
    fish = _prey(hunger=1.0)
    fish.sees(Kind.PREDATOR, 3, (0.5, 0.0, 0.0))
    assert fish.decides() == ESCAPE
    fish.perceived.obstacle[0] = 1
    assert fish.decides() == AVOID
    fish.perceived.obstacle[0] = -1
    assert fish.decides(CLEARED - 0.1) == AVOID
    assert fish.decides(0.2) == ESCAPE
    fish.perceived.fish[0] = 5
    assert fish.decides() == AVOID


def test_fear_goes_before_hunger() -> None:
    fish = _prey(hunger=1.0, flees=0.3)
    fish.sees(Kind.FOOD, 0, AHEAD)
    # F = 2 / 7 is below f_0, 2 / 6 above it.
    fish.sees(Kind.PREDATOR, 3, (7.072, 0.0, 0.0))
    assert fish.decides() == EAT
    fish.sees(Kind.PREDATOR, 3, (6.072, 0.0, 0.0))
    assert fish.decides() == ESCAPE
    fish.sees(Kind.PREDATOR, 3, (7.072, 0.0, 0.0))
    assert fish.decides() == ESCAPE, "it began above the threshold, and goes on a little below"
    fish.sees(Kind.PREDATOR, 3, (8.472, 0.0, 0.0))
    assert fish.decides(FRIGHT - 0.2) == ESCAPE, "it may come back"
    assert fish.decides(0.4) == EAT


def test_who_is_afraid_schools_until_it_panics() -> None:
    fish = _prey(flees=0.3, panics=0.6)
    fish.perceived.schooling[:] = 1
    fish.sees(Kind.PREDATOR, 3, (5.0, 0.0, 0.0))
    assert fish.decides() == ESCAPE, "it sees no schoolmates"
    fish.sees(Kind.SCHOOLMATE, 1, AHEAD)
    assert fish.decides() == SCHOOL
    # Two who are feared little each are feared much together, but one does not panic.
    fish.sees(Kind.PREDATOR, 4, (5.0, 1.0, 0.0))
    assert fish.decides() == SCHOOL
    assert fish.brain["fear"] > 0.6 > fish.brain["danger_fear"]
    fish.sees(Kind.PREDATOR, 3, (3.0, 0.0, 0.0))
    assert fish.decides() == ESCAPE


def test_the_greater_of_hunger_and_libido_wins_above_a_threshold() -> None:
    fish = _pacifist(hunger=0.3, libido=0.35, lust=1e-6)
    assert fish.decides() == MATE
    fish = _pacifist(hunger=0.4, libido=0.35, lust=1e-6)
    assert fish.decides() == EAT
    fish = _pacifist(hunger=0.2, libido=0.24, lust=1e-6)
    assert fish.decides() == WANDER


def test_of_equals_the_former_is_kept_and_else_chance_decides() -> None:
    first = set()
    for _ in range(2):
        fish = _pacifist(hunger=0.5, libido=0.5, lust=1e-9)
        for _ in range(8):
            fish.brain["intention"] = WANDER
            chosen = fish.decides()
            assert chosen in (EAT, MATE)
            first.add(chosen)
            assert fish.decides() == chosen
    assert first == {EAT, MATE}


def test_who_has_a_schooling_habit_schools_when_content() -> None:
    fish = _prey()
    fish.sees(Kind.SCHOOLMATE, 1, AHEAD)
    assert fish.decides() == WANDER
    fish.perceived.schooling[:] = 1
    assert fish.decides() == SCHOOL
    fish.sees_none(Kind.SCHOOLMATE)
    assert fish.decides(1.0) == SCHOOL, "who is first sees nobody for a while"
    assert fish.decides(1.5) == WANDER


def test_schools_look_for_food_together() -> None:
    fish = _prey(hunger=0.8)
    fish.perceived.schooling[:] = 1
    fish.sees(Kind.SCHOOLMATE, 1, (0.5, 0.3, 0.0))
    assert fish.decides() == SCHOOL
    fish.sees(Kind.FOOD, 0, (2.0, 0.0, 0.0))
    assert fish.decides() == EAT
    fish.sees_none(Kind.FOOD)
    assert fish.decides() == SCHOOL


@pytest.mark.parametrize("liking", [1, -1])
def test_who_does_not_like_the_light_leaves(liking: int) -> None:
    fish = Mindful()
    fish.perceived.light_liking[0] = liking
    intended = []
    for better in (0.01, -0.11, 0.05, 0.11):
        fish.perceived.light[0] = 0.5 + liking * better
        intended.append(fish.decides())
    assert intended == [WANDER, LEAVE, LEAVE, WANDER]


def test_who_does_not_like_the_warmth_leaves() -> None:
    fish = Mindful()
    fish.perceived.warmth_liking[0] = -1
    assert fish.decides() == WANDER
    fish.perceived.warmth[0] = 26.0
    assert fish.decides() == LEAVE
    fish.instinct.tempers["hunts"][0] = 1
    assert fish.decides() == WANDER, "predators never leave"


def test_nobody_avoids_whom_it_deals_with() -> None:
    fish = _prey()
    fish.perceived.schooling[:] = 1
    fish.sees(Kind.SCHOOLMATE, 1, AHEAD)
    assert fish.decides() == SCHOOL
    fish.perceived.fish[0] = 1
    assert fish.decides() == SCHOOL, "schooling itself keeps the distance"
    fish.perceived.species[1] = 3
    assert fish.decides() == AVOID

    hunter = Mindful(hunger=1.0)
    hunter.instinct.tempers["hunts"][0] = 1
    hunter.sees(Kind.PREY, 2, AHEAD)
    assert hunter.decides() == EAT
    hunter.perceived.fish[0] = 2
    assert hunter.decides() == EAT

    lover = _pacifist(libido=0.9)
    assert lover.decides() == MATE
    lover.perceived.fish[0] = 2
    assert lover.decides() == MATE
    lover.perceived.fish[0] = 4
    assert lover.decides() == AVOID


def test_mating_interrupted_by_an_obstacle_goes_on_with_the_same_mate() -> None:
    fish = _pacifist(libido=0.9)
    assert fish.decides() == MATE
    fish.perceived.obstacle[0] = 1
    assert fish.decides() == AVOID
    assert (fish.brain["stored"], fish.brain["stored_target"]) == (MATE, 102)
    # Meanwhile another has come nearer than loyalty would bear.
    fish.sees(Kind.MATE, 2, (1.5, 0.0, 0.0))
    fish.sees(Kind.MATE, 3, (0.2, 0.0, 0.0))
    fish.perceived.obstacle[0] = -1
    assert fish.decides(0.5) == MATE
    assert fish.brain["resumed"]
    assert fish.brain["stored"] == -1
    assert (fish.brain["target"], fish.brain["target_id"]) == (2, 102)
    assert fish.decides(1.0) == MATE
    assert fish.brain["target"] == 2


def test_a_mate_that_was_lost_is_waited_for_and_then_forgotten() -> None:
    fish = _pacifist(libido=0.9)
    fish.decides()
    fish.perceived.obstacle[0] = 1
    fish.decides()
    fish.perceived.obstacle[0] = -1
    fish.sees_none(Kind.MATE)
    fish.decides(2.0)
    assert fish.brain["stored"] == MATE
    assert not fish.brain["resumed"]
    fish.sees(Kind.MATE, 2, AHEAD)
    assert fish.decides() == MATE
    assert fish.brain["resumed"]
    fish.perceived.obstacle[0] = 1
    fish.decides()
    fish.perceived.obstacle[0] = -1
    fish.sees_none(Kind.MATE)
    fish.decides(PATIENCE + 1.0)
    assert fish.brain["stored"] == -1


def _courts_beside_food(libido: float) -> Mindful:
    """Whose hunger is 0.9 beside food (an urge of 0.1), and that ate it."""
    fish = _pacifist(hunger=0.1, libido=libido, lust=1e-9, appetite=100.0)
    assert fish.decides() == MATE
    fish.sees(Kind.FOOD, 0, NEAR)
    return fish


def _resumes(fish: Mindful) -> None:
    fish.sees_none(Kind.FOOD)
    fish.instinct.fed(0, 0.01, fish.seconds)
    assert fish.decides() == MATE
    assert fish.brain["resumed"]
    assert fish.brain["target_id"] == 102


def _set_libido(fish: Mindful, beside_food: float) -> None:
    """So that L is that at a hunger of 0.9: without a stimulus it is l (1 - H)."""
    fish.instinct.tempers["lust"][0] = beside_food / (1.0 - 0.9) * 0.1 / 100.0
    fish.brain["last_mating"] = fish.seconds - 100.0


@pytest.mark.parametrize(
    ("lustful", "interrupts_again"), [(0.7, True), (0.724, True), (0.737, False), (0.8, False)]
)
def test_a_resumed_mating_weakens_hunger(lustful: float, interrupts_again: bool) -> None:
    """H = 0.9 beats L at first; then it must beat 1.2 L: 0.84, but not 0.96. Those that differ by
    less than 0.02 are equal, so that the border is 0.88 / 1.2 = 0.733."""
    fish = _courts_beside_food(0.9)
    _set_libido(fish, lustful)
    assert fish.decides() == EAT, "an opportunity"
    assert fish.brain["stored"] == MATE
    assert fish.decides(0.5) == EAT
    _resumes(fish)
    fish.sees(Kind.FOOD, 0, NEAR)
    assert fish.decides() == (EAT if interrupts_again else MATE)
    # The activation of hunger is H - 0.2 L.
    assert fish.brain["hunger"] == pytest.approx(0.9, abs=1e-3)
    assert fish.brain["activations"][0] == pytest.approx(0.9 - 0.2 * lustful, abs=0.01)


def test_success_is_no_interruption() -> None:
    fish = _pacifist(hunger=0.6, libido=0.5, lust=1e-9, appetite=1.0)
    fish.sees(Kind.FOOD, 0, (1.0, 0.0, 0.0))
    assert fish.decides() == EAT
    fish.instinct.fed(0, 0.5, fish.seconds)
    assert fish.decides() == MATE
    assert fish.brain["stored"] == -1


def test_a_school_is_rejoined_after_an_obstacle() -> None:
    fish = _prey()
    fish.perceived.schooling[:] = 1
    fish.sees(Kind.SCHOOLMATE, 1, AHEAD)
    fish.decides()
    fish.perceived.obstacle[0] = 0
    assert fish.decides() == AVOID
    assert fish.brain["stored"] == SCHOOL
    fish.perceived.obstacle[0] = -1
    fish.sees_none(Kind.SCHOOLMATE)
    fish.sees(Kind.SCHOOLMATE, 4, AHEAD)
    assert fish.decides(0.5) == SCHOOL
    assert fish.brain["resumed"]


def test_eating_in_vain_gives_way_and_comes_back() -> None:
    fish = Mindful(hunger=1.0)
    intended = [fish.decides(1.0) for _ in range(200)]
    assert intended[0] == EAT
    # 0.5 ** ((t - 10) / 15) = 0.8 * 0.25 after 44.8 s; then it rests for 20 s.
    changes = np.flatnonzero(np.diff(intended))
    assert changes[:4] + 1 == pytest.approx([44.8, 64.8, 109.6, 129.6], abs=1.0)
    assert len(changes) <= 6


def test_success_refreshes_and_an_opportunity_ends_a_rest() -> None:
    fish = Mindful(hunger=1.0, appetite=1e6)
    for _ in range(20):
        assert fish.decides(10.0) == EAT
        fish.instinct.fed(0, 1.0, fish.seconds)
    assert fish.decides(50.0) == WANDER
    fish.sees(Kind.FOOD, 0, (2.0, 0.0, 0.0))
    assert fish.decides() == WANDER
    fish.sees(Kind.FOOD, 0, NEAR)
    assert fish.decides() == EAT


def test_a_tired_interruption_is_no_rest() -> None:
    fish = Mindful(hunger=1.0)
    fish.sees(Kind.FOOD, 0, (2.0, 0.0, 0.0))
    fish.decides(30.0)
    fish.perceived.obstacle[0] = 0
    assert fish.decides() == AVOID
    fish.perceived.obstacle[0] = -1
    assert fish.decides(0.6) == EAT
    assert fish.brain["resumed"]
    assert not fish.brain["resting"].any()


@given(
    hunger=st.floats(0.0, 1.0),
    libido=st.floats(0.0, 1.0),
    predator=st.floats(0.3, 20.0),
    schools=st.booleans(),
    threat=st.booleans(),
)
@settings(max_examples=50, deadline=None)
def test_what_does_not_change_is_not_decided_anew(
    hunger: float, libido: float, predator: float, schools: bool, threat: bool
) -> None:
    """In a world that stands still nobody changes his mind more than once."""
    fish = _pacifist(hunger=hunger, libido=libido)
    fish.instinct.tempers["fears"] = 1
    fish.perceived.schooling[:] = schools
    fish.sees(Kind.SCHOOLMATE, 1, (0.5, 0.5, 0.0))
    fish.sees(Kind.PREDATOR, 4, (predator, 0.0, 0.0))
    fish.perceived.obstacle[0] = 0 if threat else -1
    fish.decides()
    before = int(fish.brain["changes"])
    fish.decides(5.0)
    assert fish.brain["changes"] - before <= 1


def test_who_schools_for_fear_does_not_feed_while_it_loses_sight_of_the_predator() -> None:
    fish = Mindful(hunger=0.9)
    fish.perceived.schooling[:] = 1
    fish.instinct.tempers["fears"] = 1
    fish.sees(Kind.SCHOOLMATE, 1, (0.5, 0.0, 0.0))
    fish.sees(Kind.FOOD, 0, (0.3, 0.0, 0.0))
    # Fear is 2 / 5 of it: above 0.3, below 0.6.
    fish.sees(Kind.PREDATOR, 2, (5.0, 0.0, 0.0))
    assert fish.decides() == SCHOOL
    fish.sees_none(Kind.PREDATOR)
    assert fish.decides(0.5) == SCHOOL
    assert fish.decides(1.0) == EAT
