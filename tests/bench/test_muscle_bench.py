"""Bench `muscle` measures a frame of living fishes, and the same steps in the reference."""

import json
import subprocess
import sys

import numpy as np
import pytest

from motorium.bench.muscle import swimming
from motorium.bench.records import BenchRecord


def test_benchmarked_fishes_swim() -> None:
    motor, species = swimming(20)
    people = motor._population
    speeds = np.linalg.norm(people.velocities[people.living], axis=1) / species.length
    assert speeds.min() > 0.2
    before = people.positions[people.living].copy()
    motor.cores = 1
    motor.advance(0)
    assert (people.positions[people.living] != before).any(axis=1).all()


@pytest.mark.slow
def test_bench_muscle_prints_its_records() -> None:
    """The figures themselves are for `make bench`: other work on the machine spoils them."""
    result = subprocess.run(
        [sys.executable, "-m", "motorium", "bench", "muscle", "--quick", "--json", "-"],
        capture_output=True,
        text=True,
        timeout=1800,
        check=True,
    )
    records = [BenchRecord.model_validate(r) for r in json.loads(result.stdout)["records"]]
    for record in records:
        print(f"{record.quantity} {record.case}: {record.value:g} {record.unit}, {record.ratio}")
    frames = [record for record in records if record.quantity == "frame"]
    assert {"fish": 1000, "cores": 1} in [record.case for record in frames]
    assert all(record.unit == "ns/fish-frame" for record in frames)
    assert all((record.ratio or 0) > 50 for record in frames)
    assert [record.case["fish"] for record in records if record.quantity == "budget"] == [1000]
