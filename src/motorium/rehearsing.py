"""`motorium rehearse`: a scenario with several seeds, and how often what it expects happens."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from motorium import batch
from motorium.batch import compile_first, ended_by_ctrl_c, run_batch
from motorium.studio.warm import open_repertoires
from motorium.world.directing.cues import Expectation
from motorium.world.directing.expecting import Outcome, play, seeds_of
from motorium.world.scenario import Scenario
from motorium.world.world import World

__all__ = ["MOST_SEEDS", "RehearseError", "Tally", "on_motor", "play_all", "run_rehearse"]

MOST_SEEDS: Final = 256
MISSED: Final = 6
"""What fails in more than one of so many seeds has failed: 25 of 30 must come out."""


class RehearseError(ValueError):
    """Why a scenario cannot be rehearsed, in a sentence."""


@dataclass(frozen=True)
class Tally:
    """What became of an expectation: in how many of the seeds it was met, in which not, and when
    first [s], ascending, for those in which it happened at all; counts: how often, or how many
    live, of each seed."""

    expected: Expectation
    met: int
    missed: list[int]
    times: list[float]
    counts: list[int]

    @property
    def holds(self) -> bool:
        return MISSED * len(self.missed) <= self.met + len(self.missed)

    @property
    def when(self) -> str:
        """First, in the median, and last; or how many live."""
        if self.expected.alive is not None:
            low, high = min(self.counts), max(self.counts)
            return f"{low}..{statistics.median(self.counts):g}..{high} live"
        if not self.times:
            return "never"
        middle = statistics.median(self.times)
        return f"{self.times[0]:.1f}..{middle:.1f}..{self.times[-1]:.1f} s"

    def as_record(self) -> dict[str, Any]:
        """For JSON."""
        asked = self.expected.model_dump(mode="json", exclude_none=True)
        return {
            "expect": asked,
            "met": self.met,
            "missed": self.missed,
            "times": self.times,
            "counts": self.counts,
            "holds": self.holds,
        }


def run_rehearse(
    scenario: Scenario,
    name: str,
    seeds: int = 3,
    motor: str | None = None,
    jobs: int | None = None,
    as_json: bool = False,
) -> bool:
    """Play a scenario with seeds that are drawn from a name, print what came of what it expects,
    and tell whether all of it holds."""
    if not scenario.expect:
        raise RehearseError(f"{name} expects nothing; say under [[expect]] what should happen")
    scenario = on_motor(scenario, motor)
    open_repertoires(scenario)
    drawn = seeds_of(name, seeds)
    played = play_all(scenario, drawn, jobs)
    tallies = [
        _tally(expected, drawn, [outcomes[number] for outcomes in played])
        for number, expected in enumerate(scenario.expect)
    ]
    if as_json:
        told = {"scenario": name, "seeds": drawn, "expect": [one.as_record() for one in tallies]}
        print(json.dumps(told, indent=2))
    else:
        _print(scenario, tallies, seeds)
    return all(tally.holds for tally in tallies)


def on_motor(scenario: Scenario, motor: str | None) -> Scenario:
    """The same with everybody on one motor; None: as it is."""
    if motor is None:
        return scenario
    groups = [group.model_copy(update={"motor": motor}) for group in scenario.group]
    return scenario.model_copy(update={"group": groups})


def _play(job: tuple[str, int]) -> list[Outcome]:
    text, seed = job
    return play(Scenario.model_validate_json(text), seed)


def play_all(
    scenario: Scenario, seeds: Sequence[int], workers: int | None = None
) -> list[list[Outcome]]:
    """What came of all expectations, seed by seed, with a progress bar; workers: processes, as many
    as there are cores if None, and with one, none but this."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with ended_by_ctrl_c(RehearseError("interrupted")):
        # The director's own trials belong to who plays it.
        compile_first(console, lambda: World(scenario, releases={}).advance())
        with bar:
            trials = ", each with its trials" if scenario.appointments else ""
            task = bar.add_task(f"{len(seeds)} seeds{trials}", total=len(seeds))
            if workers == 1 or len(seeds) == 1:
                return [_play_here(scenario, seed, bar, task) for seed in seeds]
            text = scenario.model_dump_json(exclude_unset=True)
            outcomes = run_batch(
                _play,
                [(text, seed) for seed in seeds],
                workers=workers,
                tell=lambda number, outcome: bar.advance(task),
            )
    return [_result(seed, outcome) for seed, outcome in zip(seeds, outcomes, strict=True)]


def _play_here(scenario: Scenario, seed: int, bar: Progress, task: TaskID) -> list[Outcome]:
    done = bar.tasks[0].completed
    outcomes = play(scenario, seed, lambda share: bar.update(task, completed=done + share))
    bar.update(task, completed=done + 1)
    return outcomes


def _result(seed: int, outcome: batch.Outcome[list[Outcome]]) -> list[Outcome]:
    if outcome.result is None:
        raise RehearseError(f"seed {seed}: {outcome.problem}")
    return outcome.result


def _tally(expected: Expectation, seeds: Sequence[int], outcomes: Sequence[Outcome]) -> Tally:
    missed = [seed for seed, one in zip(seeds, outcomes, strict=True) if not one.met]
    times = sorted(one.at for one in outcomes if not math.isnan(one.at))
    return Tally(
        expected,
        len(seeds) - len(missed),
        missed,
        [round(time, 3) for time in times],
        [one.count for one in outcomes],
    )


def _print(scenario: Scenario, tallies: Sequence[Tally], seeds: int) -> None:
    table = Table(box=SIMPLE_HEAD, title=scenario.world.title, title_justify="left")
    for heading in ("what should happen", "who", "until", "met", "first..median..last"):
        table.add_column(heading, overflow="fold")
    for tally in tallies:
        expected = tally.expected
        table.add_row(
            expected.told,
            expected.who or "anybody",
            f"{expected.by:g} s",
            f"{tally.met} of {seeds}{'' if tally.holds else ', too few'}",
            tally.when,
        )
    Console().print(table)
