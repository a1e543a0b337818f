"""When samples were taken, told from when they came."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.motion.live.clocks import EvenClock, SenderClock

RATE = 120.0


def _delays(count: int, seed: int = 1) -> np.ndarray:
    """Half a millisecond at least, mostly little more, sometimes much [s]."""
    return 5e-4 + np.random.default_rng(seed).exponential(2e-3, count)


def test_a_clock_of_theirs_is_known_to_the_shortest_delay() -> None:
    clock, told = SenderClock(), np.arange(600) / RATE
    came = told + 1000.0 + _delays(600)
    taken = [clock.taken(when, what) for when, what in zip(came, told, strict=True)]
    off = np.array(taken[100:]) - told[100:] - 1000.0
    assert off.min() > 4e-4
    assert off.max() < 1e-3
    assert (np.array(taken) <= came + 1e-12).all()


@pytest.mark.parametrize("drift", [1e-4, -1e-4])
def test_a_clock_that_drifts_is_followed(drift: float) -> None:
    clock, truth = SenderClock(), np.arange(120 * 60) / RATE
    came = truth + _delays(len(truth))
    taken = [
        clock.taken(when, what * (1.0 + drift)) for when, what in zip(came, truth, strict=True)
    ]
    assert np.abs(np.array(taken[240:]) - truth[240:]).max() < 1.5e-3


def test_a_clock_that_is_set_is_believed_at_once() -> None:
    clock = SenderClock()
    for number in range(50):
        clock.taken(10.0 + number / RATE, number / RATE)
    assert clock.taken(11.0, 5000.0) == 11.0
    assert clock.taken(11.1, 0.0) == 11.1


@pytest.mark.parametrize("rate", [120.0, 100.0, 90.0])
@pytest.mark.parametrize("lost", [0.0, 0.2])
def test_even_samples_are_put_where_they_were_taken(rate: float, lost: float) -> None:
    """Whatever rate was named, and though some are lost."""
    clock, truth = EvenClock(RATE), np.arange(2000) / rate
    kept = np.random.default_rng(3).random(2000) >= lost
    came = (truth + _delays(2000) / 4.0)[kept]
    taken = np.array([clock.taken(when) for when in came])
    off = (taken - truth[kept])[len(came) // 2 :]
    assert np.ptp(off) < 1.5e-3
    assert (taken <= came + 1e-9).all()
    assert (np.diff(taken) > 0.0).all()


def test_who_comes_back_after_long_begins_again() -> None:
    clock = EvenClock(RATE)
    for number in range(50):
        clock.taken(number / RATE)
    assert clock.taken(100.0) == 100.0
