"""Bench `levels` measures fishes that are seen and the same ones unseen, and knows its bars."""

from itertools import count

import pytest

from motorium.bench.levels import _advance, _frames, _simulated_and_replayed, bar_of
from motorium.bench.playback import swimming
from motorium.bench.records import BenchRecord
from motorium.bench.runner import _judged
from motorium.cores import usable_cores


def test_only_bodies_of_seen_fishes_are_written() -> None:
    shoal = swimming(40)
    people, frames = shoal.people, count(120)
    for seen in (False, True):
        places, bodies = people.positions.copy(), people.nodes.copy()
        _advance(shoal, frames, seen)
        assert (people.positions != places).any(axis=1).all()
        assert (people.nodes != bodies).any() == seen


@pytest.mark.parametrize(
    ("against", "ratio", "sentence"),
    [
        ("seen", 3.1, "frame of 100 fishes on two cores against seen: 3.1, bar 3, reached"),
        ("seen", 2.9, "frame of 100 fishes on two cores against seen: 2.9, bar 3, missed"),
        ("muscles", 40.0, None),
    ],
)
def test_bars(against: str, ratio: float, sentence: str | None) -> None:
    record = BenchRecord(
        bench="levels",
        quantity="frame",
        case={"level": "frame", "fish": 100, "cores": 2},
        value=1.0,
        unit="ns/fish-frame",
        against=against,
        ratio=ratio,
    )
    assert bar_of(record) == (3.0 if against == "seen" else None)
    assert _judged(record) == sentence


@pytest.mark.slow
def test_unseen_fishes_and_replayed_ones_are_cheaper() -> None:
    """The figures themselves are for `make bench`: other work on the machine spoils them, and a
    ratio between two cores above all."""
    hidden = list(_frames(20_000, rounds=20))
    assert [record.case["cores"] for record in hidden] == list(range(1, usable_cores() + 1))[:2]
    assert (hidden[0].ratio or 0) > 1.5
    replayed, simulated = _simulated_and_replayed(1_000, rounds=2)
    assert replayed.ratio is not None
    assert replayed.ratio > 5
    # Told to three digits behind the point, of which the smaller one has few that count.
    assert simulated.ratio == pytest.approx(1 / replayed.ratio, abs=1e-3)
