"""Whether what a scenario expects is counted rightly, and how it is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from motorium.cli import app
from motorium.contracts.events import Event
from motorium.contracts.time import FRAME_RATE
from motorium.problems import problems_of
from motorium.rehearsing import Tally
from motorium.world.directing.cues import Expectation
from motorium.world.directing.expecting import Outcome, Watcher, play, seeds_of
from motorium.world.scenario import Scenario
from motorium.world.world import World
from tests.world.stages import actor, runner, stage


def watched(*expected: dict[str, Any]) -> tuple[World, Watcher]:
    """A school of three, ids 0 to 2, and a shark, 3."""
    school = actor("school", "herring", (0, 0, 0), (0, 2, 0), (0, 4, 0))
    world = World(stage([school, actor("shark", "shark", (30, 0, 0))], [], expect=list(expected)))
    return world, Watcher(world)


def tell(world: World, kind: str, subject: int, seconds: float) -> None:
    """Something happens, and the frame ends."""
    world.events.add(Event(round(seconds * FRAME_RATE), seconds, kind, subject))
    for look in world.after_frame:
        look()


def test_events_are_counted_of_whom_and_when_they_are_expected() -> None:
    world, watcher = watched(
        {"who": "school", "event": "fled", "since": 2.0, "by": 5.0, "times": 2},
        {"who": "shark", "event": "fled", "by": 5.0},
        {"event": "fled", "by": 5.0, "times": 4},
    )
    assert watcher.until == 5.0
    for subject, seconds in ((0, 1.9), (1, 2.0), (0, 5.0), (0, 5.1), (3, 4.0)):
        tell(world, "fled", subject, seconds)
    tell(world, "eaten", 0, 3.0)
    mine, other, all_of_them = watcher.outcomes()
    assert (mine.met, mine.count, mine.at) == (True, 2, 2.0)
    assert (other.met, other.count, other.at) == (True, 1, 4.0)
    assert (all_of_them.met, all_of_them.count, all_of_them.at) == (True, 4, 1.9)


def test_too_few_are_not_enough_and_what_never_happens_says_so() -> None:
    world, watcher = watched(
        {"who": "school", "event": "fled", "by": 5.0, "times": 2, "say": "they flee"},
        {"who": "school", "event": "eaten", "by": 5.0},
    )
    tell(world, "fled", 0, 1.0)
    few, none = watcher.outcomes()
    assert not few.met
    assert str(few) == "they flee: 1 times, the first at 1.0 s"
    assert not none.met
    assert str(none) == "school: eaten: 0 times, the first at never"


@pytest.mark.parametrize(("alive", "met"), [((2, 2), True), ((3, 3), False), ((0, 9), True)])
def test_the_living_are_counted_when_it_is_time(alive: tuple[int, int], met: bool) -> None:
    world, watcher = watched(
        {"who": "school", "by": 0.1, "alive": alive}, {"by": 0.1, "alive": (3, 3)}
    )
    world.advance(3)
    world.remove([1])
    world.advance(3)
    world.remove([0])
    world.advance(3)
    counted, everybody = watcher.outcomes()
    assert (counted.count, counted.met) == (2, met)
    assert everybody.met
    assert str(counted) == "school: alive: 2 alive at 0.1 s"


def test_who_was_eaten_is_still_known_by_his_group() -> None:
    world, watcher = watched({"who": "school", "event": "left", "by": 5.0})
    world.remove([1])
    world.advance()
    assert watcher.outcomes()[0].met


def test_a_scenario_is_played_to_its_end_with_another_seed() -> None:
    expect = [{"who": "runner", "event": "arrived", "by": 3.0}, {"by": 4.0, "alive": (1, 1)}]
    cue = {"at": 0.0, "who": "runner", "lead": [(0.5, 0.0, 0.0)]}
    done: list[float] = []
    arrived, lives = play(stage([runner()], [cue], expect=expect), 17, done.append)
    assert arrived.met
    assert 0.0 < arrived.at < 3.0
    assert lives.met
    assert done == sorted(done)
    assert len(done) == 5


def test_an_event_that_nobody_tells_of_is_refused() -> None:
    told = {"format": 1, "expect": [{"event": "scatered", "by": 2.0}]}
    (sentence,) = problems_of(told, Scenario)
    assert sentence.startswith("expect[0].event: must be one of arrived, ascended, born, ")
    assert sentence.endswith(", not 'scatered'; did you mean 'scattered'?")


# ---------------------------------------------------------------- several seeds


def test_seeds_come_from_a_name() -> None:
    assert seeds_of("reef", 3) == seeds_of("reef", 5)[:3]
    assert seeds_of("reef", 3)[0] == 2212669319
    assert len(set(seeds_of("reef", 256))) == 256


@pytest.mark.parametrize(
    ("met", "missed", "holds"), [(3, 0, True), (2, 1, False), (25, 5, True), (24, 6, False)]
)
def test_a_sixth_of_the_seeds_may_miss_it(met: int, missed: int, holds: bool) -> None:
    expected = Expectation(who="school", event="fled", by=5.0)
    assert Tally(expected, met, list(range(missed)), [], []).holds == holds


def test_when_is_told_as_first_median_and_last() -> None:
    fled = Expectation(event="fled", by=5.0)
    assert Tally(fled, 3, [], [1.0, 2.25, 4.0], [1, 1, 1]).when == "1.0..2.2..4.0 s"
    assert Tally(fled, 0, [1], [], [0]).when == "never"
    alive = Expectation(alive=(1, 8), by=5.0)
    assert Tally(alive, 3, [], [], [3, 8, 5]).when == "3..5..8 live"


FILE = """
format = 1
[[group]]
name = "runner"
species = "herring"
places = [[0.0, 0.0, 0.0]]
headings = [0.0]
mind = "instinct"
instinct = { hunger = 0.0 }
[[cue]]
at = 0.0
who = "runner"
lead = [[0.5, 0.0, 0.0]]
[[expect]]
who = "runner"
event = "arrived"
by = 3.0
say = "he arrives"
[[expect]]
who = "runner"
event = "eaten"
by = 1.0
"""


def test_rehearse_prints_a_table_and_fails_where_something_is_missed(tmp_path: Path) -> None:
    film = tmp_path / "film.toml"
    film.write_text(FILE)
    result = CliRunner().invoke(app, ["rehearse", str(film), "--seeds=2", "--jobs=1"])
    assert result.exit_code == 1, result.output
    lines = [line.split() for line in result.stdout.splitlines() if " of 2" in line]
    assert lines[0][:7] == ["he", "arrives", "runner", "3", "s", "2", "of"]
    assert lines[1][-6:] == ["0", "of", "2,", "too", "few", "never"]


def test_rehearse_prints_json_on_another_motor(tmp_path: Path) -> None:
    film = tmp_path / "film.toml"
    film.write_text(FILE.rsplit("[[expect]]", 1)[0])
    told = ["rehearse", str(film), "--seeds=1", "--motor=repertoire", "--json", "--jobs=1"]
    result = CliRunner().invoke(app, told)
    assert result.exit_code == 0, result.output
    facts = json.loads(result.stdout)
    assert facts["scenario"] == "film"
    assert facts["seeds"] == seeds_of("film", 1)
    (record,) = facts["expect"]
    assert record["met"] == 1
    assert record["holds"]
    assert 0.0 < record["times"][0] < 3.0


def test_rehearse_refuses_what_expects_nothing() -> None:
    result = CliRunner().invoke(app, ["rehearse", "school"])
    assert result.exit_code == 2
    assert "school expects nothing; say under [[expect]] what should happen" in result.stderr


def test_outcomes_travel_between_processes() -> None:
    import pickle

    outcome = Outcome(Expectation(event="fled", by=5.0), True, 2.0, 1)
    assert pickle.loads(pickle.dumps(outcome)) == outcome
