"""Mating: desirability by hand, and the state machine of courtship, one transition at a time."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorium.contracts.frames import quaternion_from_heading
from motorium.contracts.perception import Kind
from motorium.minds.instinct.attraction import (
    APART,
    ASCENDING,
    CIRCLING,
    LOOPING,
    NUZZLING,
    attraction,
    charm,
    suitor,
)
from motorium.minds.instinct.behaviours import AVOID, EAT, MATE, WANDER
from motorium.minds.instinct.intentions import intend
from motorium.minds.instinct.routines import dancing, mating, names
from motorium.senses import numbers as senses
from motorium.world.scenario import Scenario
from motorium.world.world import SPAWNED, World
from tests.minds.mindful import LENGTH, Mindful

FEMALE, MALE, RIVAL, OTHER = range(4)
SNOUT = senses.EYE * LENGTH
shares = st.floats(0.0, 1.0)


@pytest.mark.parametrize(
    ("nearness", "size", "same_species", "for_female", "worth"),
    [
        (0.75, 1.0, True, False, 0.75),
        (0.75, 9.0, True, False, 0.75),
        (0.75, 1.0, False, False, 0.375),
        # 0.8 * 1.5 / 2 + 0.2 * 0.5
        (0.5, 1.5, True, True, 0.7),
        (0.5, 1.5, False, True, 0.35),
        # 0.8 * 1 + 0.2 * 0.25
        (0.25, 3.0, True, True, 0.85),
        (-1.0, 1.0, True, False, 0.0),
    ],
)
def test_charm(
    nearness: float, size: float, same_species: bool, for_female: bool, worth: float
) -> None:
    assert charm(nearness, size, same_species, for_female) == pytest.approx(worth)


@given(shares, shares, st.floats(0.2, 1.4), st.floats(0.51, 1.0))
def test_females_look_at_size_before_nearness_and_males_at_nearness(
    near: float, nearer: float, size: float, more: float
) -> None:
    assert charm(near, size + more, True, True) > charm(nearer, size, True, True)
    low, high = sorted((near, nearer))
    assert charm(low, size + more, True, False) <= charm(high, size, True, False)


class Court(Mindful):
    """A female at the origin who looks along x, and males before her; all want to mate, the first
    two with each other."""

    def __init__(self) -> None:
        super().__init__(count=4, libido=1.0)
        self.perceived.female[FEMALE] = 1
        self.perceived.positions[MALE] = (0.5, 0.0, 0.0)
        self.perceived.positions[RIVAL] = (0.3, 0.3, 0.0)
        self.perceived.positions[OTHER] = (9.0, 9.0, 0.0)
        self.instinct.tempers["mates"] = 1
        brains = self.instinct.brains
        brains["intention"] = MATE
        brains["intention"][OTHER] = brains["intention"][RIVAL] = WANDER
        self.wants(FEMALE, MALE)
        self.wants(MALE, FEMALE)

    def wants(self, slot: int, other: int) -> None:
        self.instinct.brains["target"][slot] = other

    def acts(self, *slots: int, seconds: float = 0.1) -> None:
        """These take a step towards mating, at one decision."""
        self.seconds += seconds
        mating.mate(self.scene, np.array(slots or (FEMALE, MALE)))

    def at_stage(self, stage: int) -> None:
        """Both have come so far."""
        self.acts()
        for slot in (FEMALE, MALE):
            mating.enter_stage(self.scene, slot, stage)

    def courtship(self) -> list[int]:
        return list(map(int, self.instinct.brains["courtship"][[FEMALE, MALE]]))

    def put_snout(self, slot: int, place: tuple[float, float, float]) -> None:
        """Somebody who looks along x now has his snout there [m]."""
        self.perceived.positions[slot] = np.subtract(place, (SNOUT, 0.0, 0.0))


def test_who_wants_each_other_begin_with_looping_and_do_not_shrink_back() -> None:
    court = Court()
    court.acts()
    assert court.courtship() == [LOOPING, LOOPING] or court.courtship() == [APART, LOOPING]
    court.acts()
    assert court.courtship() == [LOOPING, LOOPING]
    assert court.perceived.boxes[[FEMALE, MALE]].max() < 0.1
    wishes = court.instinct.wishes
    assert wishes["speed"][FEMALE] == 0.0
    assert wishes["speed"][MALE] > 0.5


def test_her_head_bobs_while_she_hovers() -> None:
    court = Court()
    court.at_stage(LOOPING)
    climbs = []
    for _ in range(15):
        court.acts(FEMALE)
        climbs.append(float(court.instinct.wishes["climb"][FEMALE]))
    assert max(climbs) == pytest.approx(dancing.BOB, rel=0.05)
    assert min(climbs) == pytest.approx(-dancing.BOB, rel=0.05)


def test_the_point_before_her_head_goes_up_and_down() -> None:
    court = Court()
    heights = []
    for tenth in range(40):
        court.seconds = tenth / 10.0
        x, y, z = dancing.loop_point(court.scene, FEMALE)
        assert (x, y) == pytest.approx((SNOUT + dancing.BEFORE * LENGTH, 0.0))
        heights.append(z / LENGTH)
    # 0.3 +- 0.5 of her lengths, once in 4 s.
    assert (min(heights), max(heights)) == pytest.approx((-0.2, 0.8), abs=1e-3)
    assert heights[10] == pytest.approx(0.8, abs=1e-6)


def test_who_reaches_the_point_three_times_circles_and_she_joins_in() -> None:
    court = Court()
    court.at_stage(LOOPING)
    for times in range(1, mating.LOOPS + 1):
        court.seconds += 2.0
        court.put_snout(MALE, dancing.loop_point(court.scene, FEMALE))
        court.acts(MALE, seconds=0.0)
        court.acts(MALE, seconds=0.1)  # Still there: that does not count again.
        if times < mating.LOOPS:
            assert court.instinct.brains["progress"][MALE] == times
            assert court.courtship() == [LOOPING, LOOPING]
    assert court.courtship() == [LOOPING, CIRCLING]
    court.acts(FEMALE)
    assert court.courtship() == [CIRCLING, CIRCLING]


@pytest.mark.parametrize(("swings", "stage"), [(False, ASCENDING), (True, CIRCLING)])
def test_after_two_turns_of_hers_she_ascends(swings: bool, stage: int) -> None:
    court = Court()
    court.at_stage(CIRCLING)
    heading, decisions = 0.0, math.ceil(mating.TURNS * 2.0 * math.pi / 0.3)
    for number in range(decisions):
        assert court.courtship()[0] == CIRCLING
        heading += 0.3 * (-1.0 if swings and number % 20 >= 10 else 1.0)
        court.perceived.orientations[FEMALE] = quaternion_from_heading(heading)
        court.acts(FEMALE)
    assert court.courtship()[0] == stage


def test_they_circle_in_one_sense() -> None:
    court = Court()
    court.perceived.positions[MALE] = (0.0, -0.3, 0.0)
    court.at_stage(CIRCLING)
    court.perceived.orientations[MALE] = quaternion_from_heading(math.pi)
    court.acts(FEMALE)
    court.acts(MALE)
    wishes = court.instinct.wishes
    assert -1.3 < wishes["heading"][FEMALE] < 0.0, "he is to her right"
    assert math.pi - 1.3 < wishes["heading"][MALE] < math.pi
    # She would turn back to the left; but they go round to the right.
    court.perceived.positions[MALE] = (0.0, 0.3, 0.0)
    court.acts(FEMALE)
    assert wishes["heading"][FEMALE] == pytest.approx(-dancing.TIGHTLY)


def test_she_ascends_hovers_and_waits_for_him() -> None:
    court = Court()
    court.at_stage(ASCENDING)
    wishes, places = court.instinct.wishes, court.perceived.positions
    court.acts()
    assert wishes["climb"][FEMALE] == pytest.approx(math.radians(60.0))
    assert wishes["speed"][FEMALE] == pytest.approx(0.8 * 2.0)
    assert wishes["climb"][MALE] < 0.0, "her abdomen is below"
    places[FEMALE, 2] += 1.01 * mating.RISE * LENGTH
    court.acts()
    assert wishes["speed"][FEMALE] == 0.0
    assert wishes["brake"][FEMALE] == 1.0
    assert wishes["climb"][MALE] == pytest.approx(0.25 * math.pi)
    assert court.courtship() == [ASCENDING, ASCENDING], "he is not there yet"
    x, y, z = dancing.abdomen_of(court.scene, FEMALE)
    court.put_snout(MALE, (x, y, z - 1.4 * LENGTH))
    court.acts(FEMALE)
    assert court.courtship() == [NUZZLING, ASCENDING]
    court.acts(MALE)
    assert court.courtship() == [NUZZLING, NUZZLING]


def test_where_there_is_no_more_water_above_she_hovers_after_a_while() -> None:
    court = Court()
    court.at_stage(ASCENDING)
    court.acts(FEMALE, seconds=mating.RISE_LONGEST - 0.1)
    assert court.instinct.wishes["speed"][FEMALE] > 0.0
    court.acts(FEMALE, seconds=0.2)
    assert court.instinct.wishes["speed"][FEMALE] == 0.0


def test_he_nuzzles_three_times_and_both_are_satisfied() -> None:
    court = Court()
    court.at_stage(NUZZLING)
    brains, wishes = court.instinct.brains, court.instinct.wishes
    x, y, z = dancing.abdomen_of(court.scene, FEMALE)
    for times in range(1, mating.TOUCHES + 1):
        court.put_snout(MALE, (x - LENGTH, y, z - 0.5 * LENGTH))
        court.acts(MALE)
        if times == 1:
            court.acts(MALE)
        assert brains["attempt"][MALE] == dancing.RISING
        assert wishes["climb"][MALE] > 0.1, "from below"
        court.put_snout(MALE, (x - 0.1 * LENGTH, y, z))
        court.acts(MALE)
        if times == mating.TOUCHES:
            break
        assert brains["progress"][MALE] == times
        assert brains["attempt"][MALE] == dancing.RETREATING
        court.acts(MALE)
        assert wishes["backward"][MALE] == dancing.ROW
        assert brains["progress"][MALE] == times, "one touch counts once"
        court.put_snout(MALE, (x - LENGTH, y, z))
        court.acts(MALE)
        assert brains["attempt"][MALE] == dancing.WAITING
        assert wishes["speed"][MALE] == wishes["backward"][MALE] == 0.0
        court.acts(MALE, seconds=dancing.WAIT + 0.05)
        assert brains["attempt"][MALE] == dancing.RISING
    assert court.courtship() == [APART, APART]
    assert brains["last_mating"][[FEMALE, MALE]] == pytest.approx(court.seconds)
    assert brains["refused"][[FEMALE, MALE]].tolist() == [100 + MALE, 100 + FEMALE]
    assert brains["spawned"][[FEMALE, MALE]].tolist() == [0, 1]


def test_who_does_not_want_to_mate_is_followed() -> None:
    court = Court()
    court.instinct.brains["intention"][FEMALE] = WANDER
    court.acts(MALE)
    assert court.instinct.brains["routine"][MALE] == names.CHASING
    assert court.courtship() == [APART, APART]


def test_a_female_chooses_another_when_he_has_another() -> None:
    court = Court()
    court.wants(MALE, OTHER)
    court.acts(MALE)
    court.acts(FEMALE)
    brain = court.instinct.brains[FEMALE]
    assert (brain["refused"], brain["mate"], brain["target"]) == (100 + MALE, -1, -1)
    assert attraction(court.scene, FEMALE, MALE, 0.5) == 0.0
    assert attraction(court.scene, FEMALE, RIVAL, 0.5) > 0.0
    court.seconds += mating.UNIMPRESSED
    assert attraction(court.scene, FEMALE, MALE, 0.5) > 0.0


def test_a_male_loops_for_a_while_before_who_has_another_and_then_leaves_her() -> None:
    court = Court()
    brains, wishes = court.instinct.brains, court.instinct.wishes
    brains["intention"][RIVAL] = MATE
    court.wants(RIVAL, FEMALE)
    court.acts()
    court.acts(RIVAL)
    begun = court.seconds
    while brains["refused"][RIVAL] < 0:
        assert brains["routine"][RIVAL] == names.LOOPING
        court.acts(RIVAL)
    assert court.seconds - begun == pytest.approx(mating.PATIENCE, abs=0.15)
    court.wants(RIVAL, -1)
    court.acts(RIVAL)
    assert brains["routine"][RIVAL] == names.LEAVING
    assert wishes["heading"][RIVAL] == pytest.approx(math.pi / 4.0), "away from her"


@pytest.mark.parametrize(("size", "wins"), [(1.2, True), (1.0, False), (0.8, False)])
@pytest.mark.parametrize("stage", [LOOPING, CIRCLING])
def test_a_larger_male_who_loops_before_her_wins_until_they_circle(
    size: float, wins: bool, stage: int
) -> None:
    court = Court()
    brains = court.instinct.brains
    brains["intention"][RIVAL] = MATE
    court.wants(RIVAL, FEMALE)
    court.perceived.lengths[RIVAL] = size * LENGTH
    court.at_stage(stage)
    court.acts(RIVAL)
    court.sees(Kind.MATE, MALE, (0.5, 0.0, 0.0))
    court.sees(Kind.MATE, RIVAL, (0.3, 0.3, 0.0))
    assert suitor(court.scene, FEMALE, MALE) == (RIVAL if wins else MALE)
    court.acts(FEMALE)
    taken = wins and stage == LOOPING
    assert brains["mate"][FEMALE] == 100 + (RIVAL if taken else MALE)
    court.acts(MALE, RIVAL)
    assert brains["courtship"][MALE] == (APART if taken else stage)
    assert brains["courtship"][RIVAL] == (LOOPING if taken else APART)


def test_a_larger_male_far_away_does_not_distract_her() -> None:
    court = Court()
    court.instinct.brains["intention"][OTHER] = MATE
    court.instinct.brains["mate"][OTHER] = 100 + FEMALE
    court.perceived.lengths[OTHER] = 2.0 * LENGTH
    court.at_stage(LOOPING)
    court.sees(Kind.MATE, OTHER, (1.5, 0.0, 0.0))
    assert suitor(court.scene, FEMALE, MALE) == MALE


@pytest.mark.parametrize("interruption", [AVOID, EAT])
def test_partner_and_stage_outlast_an_interruption(interruption: int) -> None:
    court = Court()
    court.at_stage(CIRCLING)
    brain = court.instinct.brains[MALE]
    brain["stored"] = MATE
    intend(brain, interruption, court.seconds)
    court.acts(FEMALE)
    assert court.courtship() == [CIRCLING, CIRCLING]
    assert court.instinct.brains["routine"][FEMALE] == names.CIRCLING, "she waits for him"
    intend(brain, MATE, court.seconds)
    court.acts(MALE)
    assert court.courtship() == [CIRCLING, CIRCLING]
    assert (brain["mate"], brain["target"]) == (100 + FEMALE, FEMALE)


@pytest.mark.parametrize("how", ["died", "too far"])
def test_who_has_lost_its_partner_is_free_again(how: str) -> None:
    court = Court()
    court.at_stage(CIRCLING)
    court.wants(FEMALE, -1)
    if how == "died":
        court.perceived.ids[MALE] = -1
    else:
        court.perceived.positions[MALE] = (3.1, 0.0, 0.0)
    court.acts(FEMALE)
    assert court.courtship()[0] == APART
    assert court.instinct.brains["mate"][FEMALE] == -1


def test_the_world_takes_note_of_who_has_spawned() -> None:
    group = {"species": "clownfish", "mind": "instinct", "motor": "repertoire", "count": 2}
    world = World(Scenario(format=1, group=[group]))
    world.advance(1)
    world.instinct.brains["spawned"][0] = 1
    world.instinct.brains["refused"][0] = 1
    world.advance(6)
    (event,) = [event for event in world.events if event.kind == SPAWNED]
    assert (event.subject, event.object) == (0, 1)
