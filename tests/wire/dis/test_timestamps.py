"""Timestamps are times past the hour, and tell how old a PDU is where that is known."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.wire.dis.timestamps import HOUR, past_hour, timestamp_of, update_delay


@pytest.mark.parametrize(
    ("stamp", "seconds"), [(0x9011A3DC, 2025.968999), (0x733D1A6A, 1620.543998)]
)
def test_times_of_other_programs(stamp: int, seconds: float) -> None:
    """As tshark prints them."""
    assert past_hour(np.array([stamp], dtype=np.uint32))[0] == pytest.approx(seconds, abs=3e-6)


@pytest.mark.parametrize("seconds", [0.0, 1.5, 3599.9999, 3600.0, 1.75e9 + 12.25])
def test_there_and_back(seconds: float) -> None:
    for absolute in (False, True):
        stamp = timestamp_of(seconds, absolute)
        assert stamp & 1 == absolute
        assert 0 <= stamp < 2**32
        assert past_hour(np.array([stamp]))[0] == pytest.approx(seconds % HOUR, abs=3e-6)


class Clock:
    """One entity's memory of timestamps."""

    def __init__(self) -> None:
        self.arrays = np.zeros(1, np.uint32), np.zeros(1), np.zeros(1)
        self.fresh = True

    def delay(self, told: float, received: float, absolute: bool) -> float:
        fresh, self.fresh = self.fresh, False
        return update_delay(0, fresh, timestamp_of(told, absolute), received, *self.arrays)


def test_absolute_times_are_compared_with_ours() -> None:
    clock, begun = Clock(), 1.75e9
    assert clock.delay(begun, begun + 0.125, True) == pytest.approx(0.125, abs=1e-5)
    # Over the full hour.
    hour = begun // HOUR * HOUR + HOUR
    assert clock.delay(hour - 0.1, hour + 0.1, True) == pytest.approx(0.2, abs=1e-5)
    # A clock that goes ahead of ours, or far behind, is not believed.
    assert clock.delay(hour + 10.0, hour + 5.0, True) == 0.0
    assert clock.delay(hour + 11.0, hour + 600.0, True) == 0.0


def test_relative_times_are_compared_with_the_quickest() -> None:
    clock, begun = Clock(), 1.75e9
    assert clock.delay(100.0, begun + 0.30, False) == 0.0
    assert clock.delay(101.0, begun + 1.40, False) == pytest.approx(0.10, abs=1e-3)
    assert clock.delay(102.0, begun + 2.25, False) == 0.0
    assert clock.delay(103.0, begun + 3.30, False) == pytest.approx(0.05, abs=1e-3)
    # Somebody has set that clock.
    assert clock.delay(900.0, begun + 4.0, False) == 0.0
    assert clock.delay(901.0, begun + 5.0, False) == pytest.approx(0.0, abs=1e-3)


def test_who_has_no_clock_is_not_compensated() -> None:
    clock = Clock()
    assert [clock.delay(0.0, 1.75e9 + 0.2 * n, False) for n in range(9)] == [0.0] * 9


def test_what_was_overtaken_is_told() -> None:
    clock, begun = Clock(), 1.75e9
    clock.delay(begun, begun, True)
    assert clock.delay(begun - 0.2, begun + 0.01, True) < 0.0
    assert clock.delay(begun + 0.2, begun + 0.21, True) == pytest.approx(0.01, abs=1e-5)
    # A clock that was set back by more is believed.
    assert clock.delay(begun - 100.0, begun + 0.3, True) == 0.0
