"""What a benchmark reports."""

from __future__ import annotations

import time
from collections.abc import Callable

from pydantic import BaseModel, ConfigDict

__all__ = ["BenchRecord", "best_seconds"]


class BenchRecord(BaseModel):
    """One figure; a ratio above 1 means better than what it is measured against."""

    model_config = ConfigDict(frozen=True)

    bench: str
    quantity: str
    case: dict[str, int | float | str]
    value: float
    unit: str
    against: str | None = None
    ratio: float | None = None


def best_seconds(jobs: list[Callable[[], None]], rounds: int, enough: float) -> list[float]:
    """The least time of each job, tried in turns so that a disturbance hits all alike.

    A short job is repeated within a round until a round takes `enough` seconds.
    """
    best = [float("inf")] * len(jobs)
    repeats = []
    for job in jobs:
        begun = time.perf_counter()
        job()
        repeats.append(max(1, round(enough / max(time.perf_counter() - begun, 1e-7))))
    for _ in range(rounds):
        for index, (job, times) in enumerate(zip(jobs, repeats, strict=True)):
            begun = time.perf_counter()
            for _ in range(times):
                job()
            best[index] = min(best[index], (time.perf_counter() - begun) / times)
    return best
