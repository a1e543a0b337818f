"""Bench `levels`: what a fish costs at each level of detail, and a world that chooses them.

frame  ns/fish-frame: of fishes that are not seen, against the same ones `seen`; of replayed ones,
       against `muscles`

Besides what `bench.governed` measures of a world within a budget, in ms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count as counted
from typing import Final

from threadpoolctl import threadpool_limits

from motorium.bench import muscle
from motorium.bench.governed import governed
from motorium.bench.playback import ENOUGH, SETTLING, Shoal, swimming
from motorium.bench.records import BenchRecord, best_seconds
from motorium.contracts.time import FRAME_RATE
from motorium.contracts.viewing import Level
from motorium.cores import usable_cores

__all__ = ["bar_of", "measure"]

HIDDEN_FISHES: Final = 100_000
MUSCLE_FISHES: Final = 10_000
HIDDEN_BAR: Final = 3.0
"""How many times as much a fish is to cost when it is seen."""


def measure(quick: bool = False) -> Iterator[BenchRecord]:
    """All figures, one after the other."""
    yield from _frames(HIDDEN_FISHES, rounds=10 if quick else 60)
    yield from _simulated_and_replayed(MUSCLE_FISHES, rounds=5 if quick else 20)
    yield from governed(quick)


def bar_of(record: BenchRecord) -> float | None:
    """The ratio that a record is to reach, if there is a bar for it."""
    if record.quantity == "frame":
        return {"seen": HIDDEN_BAR, "budget": 1.0}.get(str(record.against))
    return None


def _frames(count: int, rounds: int) -> Iterator[BenchRecord]:
    shoal = swimming(count)
    frames = counted(round(SETTLING * FRAME_RATE))
    jobs = [partial(_advance, shoal, frames, seen) for seen in (False, True)]
    for cores in (1, 2):
        if cores > usable_cores():
            return
        shoal.motor.cores = cores
        hidden, seen = _seconds(jobs, rounds)
        yield _record(Level.FRAME, count, cores, hidden, "seen", seen)


def _simulated_and_replayed(count: int, rounds: int) -> Iterator[BenchRecord]:
    shoal, (simulated, _) = swimming(count), muscle.swimming(count)
    shoal.motor.cores = simulated.cores = 1
    frames = counted(round(SETTLING * FRAME_RATE))
    jobs = [partial(_advance, shoal, frames, True), partial(simulated.advance, 0)]
    replayed, muscles = _seconds(jobs, rounds)
    yield _record(Level.PLAYBACK, count, 1, replayed, "muscles", muscles)
    yield _record(Level.MUSCLES, count, 1, muscles, "playback", replayed)


def _advance(shoal: Shoal, frames: Iterator[int], seen: bool) -> None:
    shoal.people.seen[:] = seen
    shoal.motor.advance(next(frames))


def _seconds(jobs: Sequence[Callable[[], None]], rounds: int) -> list[float]:
    with threadpool_limits(limits=1):
        return best_seconds(list(jobs), rounds, ENOUGH)


def _record(
    level: Level, count: int, cores: int, seconds: float, against: str, theirs: float
) -> BenchRecord:
    return BenchRecord(
        bench="levels",
        quantity="frame",
        case={"level": level.name.lower(), "fish": count, "cores": cores},
        value=round(seconds / count * 1e9, 1),
        unit="ns/fish-frame",
        against=against,
        ratio=round(theirs / seconds, 3),
    )
