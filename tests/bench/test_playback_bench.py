"""Bench `playback` measures a frame of swimming fishes, and a copy of just as many bytes."""

import json
import subprocess
import sys

import numpy as np
import pytest

from motorium.bench.playback import CHANGING, MUSCLE_FISHES, POPULATIONS, bar_of, copying, swimming
from motorium.bench.records import BenchRecord
from motorium.contracts.time import time_scale
from motorium.cores import usable_cores
from motorium.motors.rows import State


def test_benchmarked_fishes_swim_as_they_are_asked_to() -> None:
    shoal = swimming(40)
    people, motor = shoal.people, shoal.motor
    speeds = np.linalg.norm(people.velocities, axis=1) / people.lengths
    asked = shoal.commands["speed"]
    # Over a beat it is what is asked for; in one frame it swings.
    assert np.abs(speeds / asked - 1).max() < 0.5
    assert np.abs(speeds / asked - 1).mean() < 0.15
    assert np.ptp(asked * time_scale(people.sizes.astype(np.float64))) > 1.0
    before = people.positions.copy(), people.nodes.copy()
    motor.cores = 1
    motor.advance(0)
    assert (people.positions != before[0]).any(axis=1).all()
    assert (people.nodes != before[1]).any(axis=(1, 2)).all()


def test_counted_bytes_are_those_that_change() -> None:
    """Nodes alone take 276 bytes; and no row of the state changes that is not counted."""
    shoal = swimming(40)
    state = shoal.motor._played.columns()
    before = state.copy()
    for frame in range(8):
        shoal.motor.advance(frame)
    changed = np.flatnonzero((state != before).any(axis=(0, 2)))
    assert changed.max() < CHANGING < State.COUNT
    outputs = 4 * (23 * 3 + 4 + 12) + 8 * (3 + 4 + 3 + 3)
    assert shoal.bytes_per_fish == outputs + 24 + 4 * (State.COUNT + CHANGING)
    with_points = swimming(16, points=True)
    assert with_points.bytes_per_fish == shoal.bytes_per_fish + 426 * 3 * 4
    assert np.ptp(with_points.motor.points, axis=1).min() > 0


@pytest.mark.parametrize("cores", [1, 2])
def test_the_copy_reads_and_writes_as_many_bytes(
    cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[int] = []
    copyto = np.copyto

    def count(target: np.ndarray, source: np.ndarray) -> None:
        assert target.ctypes.data % 64 == 0 == source.ctypes.data % 64
        copyto(target, source)
        copied.append(target.nbytes + source.nbytes)

    job = copying(1_000_000, cores)
    monkeypatch.setattr(np, "copyto", count)
    job()
    assert sum(copied) == pytest.approx(1_000_000, abs=64)


def measured() -> list[BenchRecord]:
    result = subprocess.run(
        [sys.executable, "-m", "motorium", "bench", "playback", "--quick", "--json", "-"],
        capture_output=True,
        text=True,
        timeout=1800,
        check=True,
    )
    records = [BenchRecord.model_validate(r) for r in json.loads(result.stdout)["records"]]
    for record in records:
        print(
            f"{record.quantity} {record.case}: {record.value:g} {record.unit}, "
            f"{record.ratio} of {record.against}"
        )
    return records


@pytest.mark.slow
def test_bench_playback_prints_its_records() -> None:
    """The figures themselves are for `make bench`: other work on the machine spoils them, and how
    fast memory is copied differs by more than a factor of two between machines."""
    records = measured()
    cores = [n for n in (1, 2) if n <= usable_cores()]
    copies = [(r.quantity, r.case["fish"], r.case["cores"]) for r in records if r.against == "copy"]
    assert copies == [
        (quantity, fish, n)
        for quantity, populations in POPULATIONS.items()
        for fish in populations
        for n in cores
    ]
    (muscle,) = [record for record in records if record.against == "muscle"]
    assert muscle.quantity == "nodes23"
    assert muscle.case == {"fish": MUSCLE_FISHES, "cores": 1}
    assert (muscle.ratio or 0) >= (bar_of(muscle) or 0) == 30
    assert all(record.unit == "ns/fish-frame" for record in records)
    assert all((record.ratio or 0) > 0 for record in records)
    (copied,) = [record for record in records if bar_of(record) == 0.8]
    assert (copied.against, copied.case) == ("copy", {"fish": 100_000, "cores": 1})
