"""Benchmarks measure the same work on both sides, and report it as the records say."""

import json
import subprocess
import sys

import numpy as np
import pytest

from motorium.bench.kernel import swimming
from motorium.bench.numpy_fish import NumpyFishes
from motorium.bench.records import BenchRecord, best_seconds
from motorium.physics import fish_reference as reference
from motorium.physics.fish_kernel import FLOPS_PER_STEP
from motorium.physics.fish_reference import FishState
from tests.physics.fishes import DT, beat, herring


def test_the_numpy_peer_does_the_same_work() -> None:
    body = herring()
    peer = NumpyFishes(body, 3, DT)
    states = [FishState.at_rest(body) for _ in range(3)]
    for step in range(60):
        contraction = np.stack([beat(0.3 * lane + step * DT * 0.1) for lane in range(3)])
        peer.contraction = contraction.astype(np.float32)
        peer.step()
        for lane, state in enumerate(states):
            reference.step(body, state, contraction[lane], DT)
    expected = np.stack([state.positions for state in states])
    assert peer.positions == pytest.approx(expected, abs=1e-4)
    assert np.abs(expected - body.nodes).max() > 0.1


def test_benchmarked_fishes_really_move() -> None:
    fishes = swimming(20)
    assert np.isfinite(fishes.positions(np.arange(20))).all()
    assert np.abs(fishes.velocities(np.arange(20))).max() > 0.01


def test_flops_are_counted_for_the_fish_as_it_is() -> None:
    """91 units of 36 operations alone are 3276; a dense solve alone would add 8000."""
    assert 5_000 < FLOPS_PER_STEP < 9_000


def test_the_best_time_of_each_job() -> None:
    calls = {"a": 0, "b": 0}

    def job(name: str) -> None:
        calls[name] += 1

    times = best_seconds([lambda: job("a"), lambda: job("b")], rounds=3, enough=0.001)
    assert len(times) == 2
    assert all(0 < seconds < 0.1 for seconds in times)
    assert min(calls.values()) > 3


@pytest.mark.slow
def test_bench_kernel_prints_its_records() -> None:
    """Every population, one core and two; the figures themselves are for `make bench`."""
    result = subprocess.run(
        [sys.executable, "-m", "motorium", "bench", "kernel", "--quick", "--json", "-"],
        capture_output=True,
        text=True,
        timeout=1800,
        check=True,
    )
    report = json.loads(result.stdout)
    assert report["hardware"]["lanes"] in (8, 16)
    records = [BenchRecord.model_validate(record) for record in report["records"]]
    steps = [record for record in records if record.quantity == "step"]
    assert {record.case["fish"] for record in steps} == {1, 60, 1_000, 10_000}
    for record in records:
        case = ", ".join(f"{key} {value}" for key, value in record.case.items())
        print(f"{record.quantity} {case}: {record.value:g} {record.unit}, ratio {record.ratio}")
        assert record.bench == "kernel"
        assert record.against
        assert record.ratio is not None
        assert record.ratio > 0
    assert all((record.ratio or 0) > 3 for record in steps)
