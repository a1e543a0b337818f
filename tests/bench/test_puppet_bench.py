"""The puppet benchmark measures the same work on both sides, of figures that really move."""

import json
import subprocess
import sys

import numpy as np
import pytest

from motorium.bench.numpy_puppet import NumpyPuppets, NumpySkin
from motorium.bench.puppet import (
    BOX,
    FIGURES,
    GRAVITY,
    ITERATIONS,
    MOST_SKIN,
    bar_of,
    thrown,
    thrown_crowd,
    throws,
)
from motorium.bench.records import BenchRecord
from motorium.bodies.puppet.files import load_puppet
from motorium.bodies.puppet.model import puppet_of
from motorium.contracts.time import FRAME_SECONDS
from motorium.looks.draping import Draping

PERSON = puppet_of(load_puppet("person"))


def test_it_is_the_figure_of_the_paper() -> None:
    assert (len(PERSON.rest), len(PERSON.rods), len(PERSON.joints)) == (16, 16, 9)
    assert len(PERSON.parts) == 5
    assert (FIGURES, ITERATIONS) == (10_000, 7)


def test_the_numpy_peer_does_the_same_work() -> None:
    """In float64, as the crowd in float64 would: both on the floor after half a second."""
    crowd, _ = thrown_crowd(PERSON, 40)
    places, velocities = throws(PERSON, 40)
    peer = NumpyPuppets(PERSON, 40, GRAVITY, BOX, ITERATIONS, np.float64)
    peer.positions, peer.velocities = places[:, :, ::2].copy(), velocities[:, :, ::2].copy()
    lanes = np.arange(40)
    for _ in range(12):
        crowd.step(FRAME_SECONDS)
        peer.step(FRAME_SECONDS)
    off = np.abs(crowd.positions(lanes)[:, :, ::2] - peer.positions).max(axis=(1, 2))
    assert np.median(off) < 1e-6
    assert off.max() < 1e-4
    for _ in range(18):
        crowd.step(FRAME_SECONDS)
        peer.step(FRAME_SECONDS)
    off = np.abs(crowd.positions(lanes)[:, :, ::2] - peer.positions).max(axis=(1, 2))
    # Who has bounced may have come to differ by more than rounding, but few have.
    assert np.median(off) < 1e-4


def test_the_numpy_skin_is_the_skin_where_it_is_not_blended() -> None:
    """Within a part that meets no other; at least half of all vertices."""
    stepper, _ = thrown(PERSON)
    for _ in range(10):
        stepper.step(FRAME_SECONDS)
    draping = Draping(PERSON)
    draping.drape(stepper.positions)
    plain = np.concatenate(NumpySkin(PERSON).drape(stepper.positions[:, ::2]))
    off = np.abs(plain - draping.vertices[:, ::2]).max(axis=1)
    assert np.median(off) < 1e-3
    assert off.max() < 0.3


def test_benchmarked_figures_really_move() -> None:
    """For the whole second: fast, whole, and within their box."""
    crowd, throw = thrown_crowd(PERSON, 64)
    stepper, throw_one = thrown(PERSON)
    for _ in range(2):
        for _ in range(60):
            crowd.step(FRAME_SECONDS)
            stepper.step(FRAME_SECONDS)
        lanes = np.arange(64)
        speeds = np.linalg.norm(crowd.velocities(lanes), axis=2)
        assert np.median(speeds) > 0.3
        assert np.abs(stepper.momenta).max() > 0.1
        places = crowd.positions(lanes)
        assert (places > BOX.low - 1e-5).all()
        assert (places < BOX.high + 1e-5).all()
        ends = places[:, PERSON.rods[:, 0]] - places[:, PERSON.rods[:, 1]]
        lengths = np.linalg.norm(ends, axis=2) / PERSON.lengths.mean(axis=1)
        assert np.median(np.abs(lengths - 1)) < 0.05
        throw()
        throw_one()
        assert crowd.positions(lanes)[:, :, 2].mean() == pytest.approx(1.8, abs=0.1)


@pytest.mark.slow
def test_bench_puppet_prints_its_records() -> None:
    """All quantities come, each against its bar and against NumPy."""
    result = subprocess.run(
        [sys.executable, "-m", "motorium", "bench", "puppet", "--quick", "--json", "-"],
        capture_output=True,
        text=True,
        timeout=1800,
        check=True,
    )
    records = [
        BenchRecord.model_validate(record) for record in json.loads(result.stdout)["records"]
    ]
    found = {(record.quantity, record.against) for record in records}
    for record in records:
        print(f"{record.quantity}: {record.value:g} {record.unit}, {record.ratio}, {record.case}")
        assert record.ratio is not None
    assert found >= {
        ("figure", "NumPy"),
        ("skin", f"{MOST_SKIN:g} us"),
        ("skin", "NumPy"),
        ("population", "16.7 ms"),
        ("population", "NumPy"),
    }
    judged = {record.quantity for record in records if bar_of(record) is not None}
    assert judged == {"skin", "population"}
    assert all((record.ratio or 0) > 10 for record in records if record.against == "NumPy")
