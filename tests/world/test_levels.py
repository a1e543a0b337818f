"""Levels of detail of a whole world: what is chosen, what is refused, what is told."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from motorium.contracts.viewing import Camera
from motorium.motion.levels import GRACE, PERIOD, STAY
from motorium.settings import SettingsError
from motorium.world.inputs import Inputs, InputsError, load_inputs, replay, save_inputs
from motorium.world.scenario import Group, Scenario, WorldSettings, load_scenario
from motorium.world.world import EXCHANGED, World

NEAR = Camera((0.0, -1.5, 0.3), (0.0, 1.0, 0.0))
AWAY = Camera((0.0, -40.0, 0.0), (0.0, -1.0, 0.0))


def world_of(count: int = 24, motor: str = "automatic", budget: float | None = None) -> World:
    group = Group(species="herring", count=count, motor=motor, radius=(0.6, 2.5))
    settings = WorldSettings(seed=3, capacity=count, budget=budget)
    return World(Scenario(format=1, world=settings, group=[group]))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames take more and less time by chance, but none for other work on this machine."""
    chance = np.random.default_rng(6)
    seconds = itertools.accumulate(4e-4 * chance.random() for _ in itertools.count())
    clock = SimpleNamespace(perf_counter=lambda: next(seconds))
    monkeypatch.setattr("motorium.world.world.time", clock)


def bytes_of(world: World) -> list[bytes]:
    """All that a population says of itself."""
    people = world.population
    arrays = (
        people.positions,
        people.orientations,
        people.velocities,
        people.angular_velocities,
        people.nodes,
        people.fins,
        people.contraction,
        people.motors,
        people.seen,
    )
    return [array.tobytes() for array in arrays]


# ---------------------------------------------------------------- who runs on what


def test_nobody_watching_all_are_simulated() -> None:
    world = world_of()
    world.advance(2)
    assert world.levels.muscles == len(world.population)
    assert world.levels.sentence.startswith("no budget")


def test_levels_follow_the_eye() -> None:
    world = world_of()
    world.look("me", Camera((0.0, -8.0, 0.3), (0.0, 1.0, 0.0), far=30.0))
    world.advance(2)
    assert world.levels.playback == len(world.population)
    world.look("you", NEAR)
    world.advance(PERIOD)
    near = world.levels
    assert 0 < near.muscles < len(world.population)
    assert near.frame == 0
    world.look("me", None)
    world.look("you", AWAY)
    world.advance(STAY + GRACE + PERIOD)
    assert world.levels.frame == len(world.population)
    assert world.levels.changes > 0


def test_who_is_fixed_stays_but_is_drawn_only_where_seen() -> None:
    world = world_of(4)
    world.exchange([0, 1], "muscle")
    world.exchange([2], "repertoire")
    world.look("me", AWAY)
    world.advance(STAY + GRACE + PERIOD)
    assert world.population.motors.tolist() == [0, 0, 1, 1]
    assert world.population.automatic.tolist() == [0, 0, 0, 1]
    assert world.levels.frame == 2


def test_a_driven_fish_is_simulated_first() -> None:
    world = world_of(12)
    world.allow(1)
    world.pilot(7)
    world.advance(2)
    assert np.flatnonzero(world.population.motors == 0).tolist() == [7]


def test_a_budget_governs() -> None:
    world = world_of(12, budget=8.0)
    world.advance(30)
    levels = world.levels
    assert levels.budget == world.budget == 8.0
    assert levels.allowed is not None
    assert 0.0 < levels.spent <= 2 * max(levels.spent_at_most, levels.spent)
    assert "may be on muscles" in levels.sentence
    world.budget = None
    assert world.levels.allowed is None


def test_what_is_charged_counts_for_the_budget() -> None:
    """A picture that takes longer than a budget leaves nothing for muscles, and is named."""
    world = world_of(80, budget=8.0)
    for _ in range(30):
        world.advance()
        world.charge(50.0)
    world.advance()
    levels = world.levels
    assert levels.spent > 45.0
    assert levels.allowed == levels.muscles == 0
    assert "even with nobody on muscles a frame takes" in levels.sentence


def test_what_frames_take_is_told_without_a_budget() -> None:
    world = world_of(2, motor="muscle")
    world.advance(3)
    assert world.levels.spent > 0.0
    assert world.levels.spent_at_most > 0.0


@pytest.mark.usefixtures("clock")
def test_nobody_automatic_nobody_is_held_against_the_budget() -> None:
    """Who was simulated when all were exchanged by hand does not count any longer."""
    world = world_of(80, budget=8.0)
    world.advance(30)
    assert world.levels.muscles > 0
    world.exchange(world.population.ids[world.population.living], "repertoire")
    world.advance(30)
    assert world.levels.muscles == 0
    assert "rest -" not in world.levels.sentence


def test_only_people_s_own_exchanges_are_events() -> None:
    world = world_of(6)
    world.advance(2)
    assert EXCHANGED not in [event.kind for event in world.events]
    world.exchange([1, 2], "repertoire")
    assert [e.subject for e in world.events if e.kind == EXCHANGED] == [1, 2]


def test_impossible_wishes() -> None:
    world = world_of(2)
    with pytest.raises(ValueError, match=r"budget -1\.0: it must be above 0"):
        world.budget = -1.0
    with pytest.raises(ValueError, match="budget '8': it must be above 0"):
        world.budget = "8"  # type: ignore[assignment]
    for refused in (-1, 2.5, math.nan, "3"):
        with pytest.raises(ValueError, match="allow 0 or more, a whole number"):
            world.allow(refused)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'x' is no Camera"):
        world.look("me", "x")  # type: ignore[arg-type]
    assert world.viewers == ()
    world.look("me", NEAR)
    world.record_inputs()
    world.allow(np.int64(3))  # type: ignore[arg-type]
    assert world.levels.allowed == 3
    for wrong in (-1.0, math.nan):
        with pytest.raises(ValueError, match="charge 0 or more"):
            world.charge(wrong)
    printed = Group(species="herring", count=1)
    world = World(Scenario(format=1, world=WorldSettings(model="published"), group=[printed]))
    with pytest.raises(ValueError, match="compiled from the natural model"):
        world.exchange([0], "automatic")
    assert not world.population.automatic.any()
    with pytest.raises(ValueError, match='must be muscle: the model "published"'):
        Scenario(
            format=1,
            world=WorldSettings(model="published"),
            group=[printed.model_copy(update={"motor": "automatic"})],
        )


def test_scenarios_know_budgets(tmp_path: Path) -> None:
    file = tmp_path / "sea.toml"
    file.write_text("format = 1\n[world]\nbudget = 5.5\n")
    assert World(load_scenario(file)).budget == 5.5
    for wrong in ("0", "true", '"8"'):
        file.write_text(f"format = 1\n[world]\nbudget = {wrong}\n")
        with pytest.raises(SettingsError, match=r"world\.budget"):
            load_scenario(file)


def test_the_shoal_is_automatic() -> None:
    scenario = load_scenario("shoal")
    assert scenario.world.budget is not None
    assert {group.motor for group in scenario.group} == {"automatic"}


# ---------------------------------------------------------------- recorded inputs


def visited(world: World, frames: int) -> None:
    """Somebody comes, flies around, and goes; the governor goes by the clock."""
    for frame in range(frames):
        angle = 0.02 * frame
        if frame % 3 == 0:
            x, y = math.cos(angle), math.sin(angle)
            world.look("guest", Camera((2.6 * x, 2.6 * y, 0.2), (-x, -y, 0.0)))
        if frame == frames // 2:
            world.budget = 1.5
        if frame == 2 * frames // 3:
            world.look("guest", None)
        world.advance()


@pytest.mark.usefixtures("clock")
def test_recorded_inputs_repeat_a_run_to_the_byte(tmp_path: Path) -> None:
    world = world_of(32, budget=0.6)
    inputs = world.record_inputs()
    visited(world, 200)
    assert world.levels.changes > 0.5
    save_inputs(inputs, tmp_path / "run.json")
    again = world_of(32, budget=0.6)
    replay(again, load_inputs(tmp_path / "run.json"), 200)
    assert bytes_of(again) == bytes_of(world)
    assert again.levels.changes == world.levels.changes


def test_a_recording_may_begin_later() -> None:
    worlds = [world_of(8) for _ in range(2)]
    for world in worlds:
        world.look("me", NEAR)
        world.advance(10)
    inputs = worlds[0].record_inputs()
    visited(worlds[0], 60)
    with pytest.raises(InputsError, match="begin at frame 10, the world is at 0"):
        replay(world_of(8), inputs, 60)
    replay(worlds[1], inputs, 60)
    assert bytes_of(worlds[1]) == bytes_of(worlds[0])


def test_nothing_is_recorded_unasked() -> None:
    world = world_of(2)
    visited(world, 10)
    assert len(world.record_inputs().inputs) == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("no json", "cannot be read"),
        (100_000 * "[", "cannot be read"),
        ('{"format": 2}', "format"),
        ('{"inputs": [{"kind": "look", "frame": -1, "viewer": 0, "view": null}]}', "frame"),
        ('{"inputs": [{"kind": "allowance", "frame": 0, "count": -4}]}', "count"),
        ('{"complete": false}', "do not suffice"),
        (
            json.dumps({"inputs": [{"kind": "allowance", "frame": f, "count": 1} for f in (3, 1)]}),
            "frames must not go back",
        ),
        (
            json.dumps(
                {
                    "inputs": [
                        {
                            "kind": "look",
                            "frame": 0,
                            "viewer": 0,
                            "view": {
                                "position": [0, 0, 0],
                                "ahead": [0, 0, 0],
                                "up": [0, 0, 1],
                                "field": 1,
                                "aspect": 1,
                                "height": 1,
                            },
                        }
                    ]
                }
            ),
            "ahead",
        ),
    ],
)
def test_recordings_that_cannot_be_used(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "run.json"
    file.write_text(text)
    with pytest.raises(InputsError, match=sentence):
        load_inputs(str(file))
    with pytest.raises(InputsError, match="cannot be read"):
        load_inputs(tmp_path / "none.json")


def test_a_recording_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motorium.world.inputs.MOST", 3)
    world = world_of(1)
    inputs: Inputs = world.record_inputs()
    for _ in range(5):
        world.look("me", NEAR)
    assert len(inputs.inputs) == 3
    with pytest.raises(InputsError, match="only the first 3"):
        replay(world, inputs, 1)
