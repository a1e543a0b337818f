"""A person changes minds: drives, tempers and habits, and what fishes then do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motorium.minds.instinct.traits import TRAITS
from motorium.world.changes import Allowance, Feel, MindReset, SetHabit, SetTrait
from motorium.world.influence import DRIVES
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.recording.rerun import check_rerun
from motorium.world.scenario import Scenario
from motorium.world.world import World

HERRING, SHARK, BUTTERFLY, CLOCKWORK = 0, 3, 4, 6


def pool(**herring: object) -> World:
    """Three herrings, a shark far away that sleeps, two pacifists, and one without a mind."""
    asleep = {"instinct": {"asleep": True}}
    groups: list[dict[str, object]] = [
        {"species": "herring", "count": 3, "mind": "instinct", "eats": ["food"], **herring},
        {"species": "shark", "places": [(40, 0, 0)], "mind": "instinct", **asleep},
        {"species": "butterflyfish", "count": 2, "mind": "instinct", "center": (0, 20, 0)},
        {"species": "herring", "count": 1, "center": (0, -20, 0)},
    ]
    playback = [{"motor": "repertoire", **group} for group in groups]
    return World(Scenario(format=1, world={"capacity": 16, "seed": 2}, group=playback))


@pytest.fixture
def world() -> World:
    one = pool()
    one.advance(12)
    return one


def felt(world: World, identity: int) -> dict[str, float]:
    return {drive.name: drive.value for drive in world.reason(identity).drives}


def test_who_is_made_hungry_looks_for_food_until_fed(world: World) -> None:
    assert world.reason(HERRING).intention == "school"
    world.influence.set_habit(HERRING, "schooling", False)
    world.influence.feel(HERRING, "hunger", 1.0)
    assert felt(world, HERRING)["hunger"] == 1.0
    world.advance(12)
    assert felt(world, HERRING)["hunger"] > 0.99
    assert world.reason(HERRING).intention == "eat"
    assert felt(world, HERRING + 1)["hunger"] < 0.6, "only this one"
    world.influence.feel(HERRING, "hunger", 0.0)
    world.advance(12)
    assert felt(world, HERRING)["hunger"] < 0.02
    assert world.reason(HERRING).intention == "wander"


def test_a_frightened_fish_flees_and_calms_down(world: World) -> None:
    world.influence.feel(HERRING, "fear", 1.0)
    world.advance(12)
    reason = world.reason(HERRING)
    assert reason.intention == "escape"
    assert "something has frightened it" in reason.sentence
    slot = int(world.population.slots([HERRING])[0])
    speeds = [np.linalg.norm(world.population.velocities[slot])]
    world.advance(60)
    speeds.append(np.linalg.norm(world.population.velocities[slot]))
    assert speeds[1] > 1.2 * speeds[0]
    after_three_seconds = felt(world, HERRING)["fear"]
    world.advance(120)
    assert felt(world, HERRING)["fear"] == pytest.approx(
        after_three_seconds / 2 ** (2 / 3), abs=0.03
    )
    world.influence.feel(HERRING, "fear", 0.0)
    world.advance(120)
    assert felt(world, HERRING)["fear"] == 0.0
    assert world.reason(HERRING).intention != "escape"


def test_even_who_starves_is_made_amorous(world: World) -> None:
    world.influence.set_habit(BUTTERFLY, "female", True)
    world.influence.set_habit(BUTTERFLY + 1, "female", False)
    slot = int(world.population.slots([BUTTERFLY])[0])
    world.instinct.tempers["eats"][slot] = 1
    world.influence.feel(BUTTERFLY, "hunger", 1.0)
    world.influence.feel(BUTTERFLY, "libido", 1.0)
    world.advance(12)
    assert felt(world, BUTTERFLY)["libido"] > 0.98
    assert world.reason(BUTTERFLY).intention == "mate"


@pytest.mark.parametrize(
    ("fish", "drive", "why"),
    [
        (SHARK, "fear", "knows no fear: nobody hunts it"),
        (HERRING, "libido", "knows no libido: it does not mate"),
        (BUTTERFLY, "hunger", "knows no hunger: it eats nothing"),
        (CLOCKWORK, "hunger", "has no instinct"),
    ],
)
def test_who_does_not_feel_says_why(world: World, fish: int, drive: str, why: str) -> None:
    assert drive not in world.influence.drives(fish)
    with pytest.raises(ValueError, match=why):
        world.influence.feel(fish, drive, 1.0)


def test_everybody_of_a_species_is_changed_and_nobody_else(world: World) -> None:
    world.influence.feel(HERRING, "hunger", 1.0, everybody=True)
    world.influence.set_trait(HERRING, "timidity", 5.0, everybody=True)
    tempers = world.instinct.tempers["timidity"][world.population.living]
    assert tempers.tolist() == [5.0, 5.0, 5.0, 2.0, 2.0, 2.0, 0.0]
    assert [felt(world, fish)["hunger"] for fish in range(HERRING, SHARK)] == [1.0] * 3
    assert felt(world, SHARK)["hunger"] < 0.6


@pytest.mark.parametrize("name", TRAITS)
def test_traits_are_set_and_reset(world: World, name: str) -> None:
    influence = world.influence
    own = influence.trait(HERRING, name)
    low, high = influence.range_of(HERRING, name)
    assert low <= own <= high
    for value in (low, high, 0.3 * low + 0.7 * high):
        influence.set_trait(HERRING, name, value)
        assert influence.trait(HERRING, name) == pytest.approx(value, rel=1e-6)
        assert influence.trait(HERRING, "flees") <= influence.trait(HERRING, "panics")
    with pytest.raises(ValueError, match=f"{name} .* it lies between"):
        influence.set_trait(HERRING, name, high + 0.1)
    influence.reset(HERRING)
    assert influence.trait(HERRING, name) == own == influence.own_trait(HERRING, name)


def test_a_large_appetite_of_a_scenario_may_stay() -> None:
    world = pool(instinct={"appetite": 200.0})
    world.influence.set_trait(HERRING, "appetite", 200.0)
    with pytest.raises(ValueError, match=r"lies between 0\.5 and 200"):
        world.influence.set_trait(HERRING, "appetite", 201.0)


def test_who_acts_later_does_something_else(world: World) -> None:
    world.influence.set_habit(HERRING, "schooling", False)
    world.influence.feel(HERRING, "hunger", 0.6)
    world.advance(12)
    assert world.reason(HERRING).intention == "eat"
    world.influence.set_trait(HERRING, "acts", 0.9)
    world.advance(12)
    assert world.reason(HERRING).intention == "wander"


def test_of_opposite_habits_one_at_most(world: World) -> None:
    habits = world.influence
    habits.set_habit(HERRING, "bright", True)
    habits.set_habit(HERRING, "dark", True)
    assert habits.habit(HERRING, "dark")
    assert not habits.habit(HERRING, "bright")
    habits.set_habit(HERRING, "bright", False)
    assert habits.habit(HERRING, "dark"), "what it had not cannot be taken"
    habits.set_habit(HERRING, "dark", False)
    assert not habits.habit(HERRING, "dark")
    habits.set_habit(HERRING, "schooling", False)
    habits.reset(HERRING)
    assert habits.habit(HERRING, "schooling") == habits.own_habit(HERRING, "schooling") is True


def test_who_stops_schooling_swims_its_own_way(world: World) -> None:
    world.influence.set_habit(HERRING, "schooling", False)
    world.influence.feel(HERRING, "hunger", 0.0, everybody=True)
    world.advance(180)
    assert world.reason(HERRING).intention in ("wander", "avoid")


def test_who_changes_sex_courts_nobody(world: World) -> None:
    slot = int(world.population.slots([BUTTERFLY])[0])
    brain = world.instinct.brains[slot]
    brain["mate"], brain["courtship"] = BUTTERFLY + 1, 2
    female = world.influence.habit(BUTTERFLY, "female")
    world.influence.set_habit(BUTTERFLY, "female", female)
    assert brain["courtship"] == 2
    world.influence.set_habit(BUTTERFLY, "female", not female)
    assert (brain["mate"], brain["courtship"]) == (-1, 0)


def test_a_recording_repeats_it_to_the_byte(tmp_path: Path) -> None:
    world = pool()
    with Recorder(world, tmp_path / "minds.arrow"):
        for frame in range(120):
            if frame == 20:
                world.influence.feel(HERRING, "fear", 1.0, everybody=True)
            if frame == 40:
                world.influence.set_trait(SHARK, "longing", 12.5)
            if frame == 60:
                world.influence.set_habit(HERRING, "schooling", False)
                world.influence.feel(BUTTERFLY, "libido", 0.7)
            if frame == 90:
                world.influence.reset(HERRING, everybody=True)
            world.advance()
    with Recording.open(tmp_path / "minds.arrow") as recording:
        given = [type(one) for one in recording.inputs if not isinstance(one, Allowance)]
        assert given == [Feel, SetTrait, SetHabit, Feel, MindReset]
        assert check_rerun(recording).same


def test_all_drives_are_felt_by_somebody(world: World) -> None:
    felt_by = {
        fish: world.influence.drives(fish) for fish in (HERRING, SHARK, BUTTERFLY, CLOCKWORK)
    }
    assert felt_by == {
        HERRING: ["hunger", "fear"],
        SHARK: ["hunger"],
        BUTTERFLY: ["libido"],
        CLOCKWORK: [],
    }
    assert set(DRIVES) == {drive for drives in felt_by.values() for drive in drives}
