"""The figures' benchmark measures the same work on both sides, of figures that really play."""

import json
import subprocess
import sys

import numpy as np
import pytest

from motorium.bench.figures import MOST_A_JOINT, Crowd, bar_of, peopled_town
from motorium.bench.numpy_figures import NumpyFigures
from motorium.bench.records import BenchRecord
from motorium.bodies.figure.files import load_skeleton
from motorium.contracts.frames import quaternion_from_axes
from tests.motors.posture.graphs import small_bank, small_graph


def test_the_numpy_peer_does_the_same_work() -> None:
    crowd = Crowd(small_bank(), 40)
    peer = NumpyFigures(small_bank(), crowd.clips, crowd.times)
    crowd.sample()
    turns = peer.sample()
    assert np.allclose(turns, crowd.rotations, atol=1e-6)
    crowd.world()
    places, world = peer.world(turns, crowd.roots)
    assert np.allclose(places, crowd.places, atol=1e-5)
    assert np.allclose(world, crowd.turns, atol=1e-5)


def test_what_is_measured_is_what_was_recorded() -> None:
    """Against the graph's own sampling and the skeleton's forward kinematics."""
    crowd = Crowd(small_bank(), 20)
    crowd.sample()
    crowd.world()
    skeleton = load_skeleton("human-high")
    arc_of = {clip: small_graph().arcs[ends] for ends, clip in small_bank().arcs[0].items()}
    for one in range(20):
        poses = arc_of[int(crowd.clips[one])].sets["human-high"].sample(crowd.times[one])
        poses.position[:] = 0.0
        poses.rotation[:] = np.eye(3)
        placed = skeleton.place(poses)
        assert np.allclose(crowd.places[one], placed.positions[0], atol=1e-3)
        alike = np.abs((crowd.turns[one] * quaternion_from_axes(placed.rotations[0])).sum(axis=1))
        assert alike == pytest.approx(1.0, abs=1e-4)


def test_the_town_lives() -> None:
    """Many of its people go about, some of them near enough to be more than human-low."""
    advance, motor = peopled_town(small_graph(), 300, ("standing deployed", "prone deployed"))
    shown = motor.shown
    before = motor.state["x"].copy()
    for _ in range(60):
        advance()
    assert (np.abs(motor.state["x"] - before) > 0.05).mean() > 0.3
    counts = np.bincount(shown.levels[: shown.count], minlength=3)
    assert 0 < counts[:2].sum() < counts[2]


@pytest.mark.slow
def test_bench_figures_prints_its_records() -> None:
    """All quantities come, those with a bar against it, and each against NumPy that can be."""
    result = subprocess.run(
        [sys.executable, "-m", "motorium", "bench", "figures", "--quick", "--json", "-"],
        capture_output=True,
        text=True,
        timeout=1800,
        check=True,
    )
    records = [
        BenchRecord.model_validate(record) for record in json.loads(result.stdout)["records"]
    ]
    for record in records:
        print(f"{record.quantity}: {record.value:g} {record.unit}, {record.ratio}, {record.case}")
    found = {(record.quantity, record.against) for record in records}
    assert found == {
        ("sample", "NumPy"),
        ("world", "NumPy"),
        ("both", f"{MOST_A_JOINT:g} ns/joint"),
        ("both", "NumPy"),
        ("posed", None),
        ("town", "0.25 of a core"),
    }
    judged = {record.quantity for record in records if bar_of(record) is not None}
    assert judged == {"both", "town"}
    assert all((record.ratio or 0) > 3 for record in records if record.against == "NumPy")
