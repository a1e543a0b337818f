"""Frames count; seconds follow."""

import numpy as np
import pytest

from motorium.contracts.time import FRAME_RATE, Clock, time_scale


def test_seconds_do_not_drift() -> None:
    clock = Clock()
    for _ in range(FRAME_RATE * 3600):
        clock.tick()
    assert clock.seconds == 3600.0


def test_larger_fishes_live_slower() -> None:
    assert time_scale(np.array([0.25, 1.0, 4.0])) == pytest.approx([0.5, 1.0, 2.0])
