"""What a benchmark reports."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable

import llvmlite.binding as llvm
from pydantic import BaseModel, ConfigDict

from motorium import __version__
from motorium.cores import usable_cores
from motorium.physics.simd import host_width

__all__ = ["BenchRecord", "Hardware", "best_seconds", "hardware"]


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


class Hardware(BaseModel):
    """What the figures were taken on."""

    model_config = ConfigDict(frozen=True)

    processor: str
    cores: int
    lanes: int
    load: float
    """Processes that wanted to run in the last minute: above `cores`, figures are pessimistic."""
    system: str
    python: str
    motorium: str


def hardware() -> Hardware:
    """This machine, now."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return Hardware(
        processor=llvm.get_host_cpu_name(),
        cores=usable_cores(),
        lanes=host_width(),
        load=round(load, 2),
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        motorium=__version__,
    )


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
