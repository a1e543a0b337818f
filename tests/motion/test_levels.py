"""Who is on muscles: the largest, as many as are allowed, and nobody flickers."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.contracts.population import Population, Slots
from motorium.contracts.viewing import Camera
from motorium.motion.levels import (
    AGAIN,
    FIRST,
    GRACE,
    KEEP,
    LARGE,
    PERIOD,
    STAY,
    UNLIMITED,
    LevelChoice,
)

MUSCLES, PLAYBACK = 0, 1
NOBODY: Slots = np.zeros(0, dtype=np.intp)


def camera(distance: float = 0.0, ahead: float = 1.0) -> Camera:
    """Looks along x at the row of fishes, from so far behind the first."""
    return Camera((-distance, 0.0, 0.0), (ahead, 0.0, 0.0))


class Row:
    """Fishes of 20 cm, one behind the other at 1, 2, 3 ... metres, on playback."""

    def __init__(self, count: int = 20) -> None:
        self.people = Population(count, points=1)
        self.slots = self.people.enter(count)
        self.people.lengths[:] = 0.2
        self.people.positions[:, 0] = 1.0 + np.arange(count)
        self.people.automatic[:] = 1
        self.people.motors[:] = PLAYBACK
        self.choice = LevelChoice(self.people)
        self.frame = 0
        self.changes = np.zeros(count, dtype=int)

    def go_on(self, frames: int, allowed: int = UNLIMITED, driven: Slots = NOBODY) -> list[int]:
        """Who is on muscles after so many frames."""
        for _ in range(frames):
            self.choice.view()
            rising, falling = self.choice.choose(self.frame, MUSCLES, allowed, driven)
            assert not len(rising) or not len(falling)
            self.people.motors[rising] = MUSCLES
            self.people.motors[falling] = PLAYBACK
            self.changes[rising] += 1
            self.changes[falling] += 1
            self.frame += 1
        return [int(slot) for slot in np.flatnonzero(self.people.motors == MUSCLES)]


def test_who_is_large_is_on_muscles() -> None:
    row = Row()
    row.choice.look([camera()])
    on = row.go_on(2 * PERIOD)
    large = np.flatnonzero(row.choice.sizes >= LARGE)
    assert on == large.tolist()
    assert 2 < len(on) < 18


def test_no_more_than_are_allowed_and_the_largest_of_them() -> None:
    row = Row()
    row.choice.look([camera()])
    assert row.go_on(2 * PERIOD, allowed=3) == [0, 1, 2]
    assert row.go_on(2 * PERIOD, allowed=2) == [0, 1]
    assert row.go_on(2 * PERIOD, allowed=0) == []


def test_fewer_allowed_leave_quickly() -> None:
    row = Row()
    row.choice.look([camera()])
    assert len(row.go_on(1, allowed=5)) == 5
    assert row.go_on(8, allowed=1) == [0]


def test_importance_counts() -> None:
    row = Row()
    row.choice.look([camera()])
    row.people.importance[12] = 100.0
    assert row.go_on(2 * PERIOD, allowed=2) == [0, 12]


def test_who_is_driven_comes_first() -> None:
    row = Row()
    row.choice.look([camera()])
    assert row.go_on(2 * PERIOD, allowed=1, driven=np.array([17])) == [17]
    assert row.go_on(STAY + 3 * PERIOD, allowed=1) == [0]


def test_only_who_is_automatic_is_changed() -> None:
    row = Row()
    row.choice.look([camera()])
    row.people.automatic[[0, 15]] = 0
    row.people.motors[15] = MUSCLES
    assert row.go_on(2 * PERIOD, allowed=2) == [1, 2, 15]


def test_out_of_sight_is_off_muscles() -> None:
    row = Row()
    row.choice.look([camera()])
    assert row.go_on(STAY)
    row.choice.look([camera(ahead=-1.0, distance=10.0)])
    assert row.go_on(GRACE)
    assert row.go_on(2 * PERIOD) == []
    assert not row.people.seen.any()


def test_a_frame_only_fish_goes_straight_to_muscles() -> None:
    row = Row()
    row.choice.look([camera(ahead=-1.0, distance=10.0)])
    assert row.go_on(GRACE + PERIOD) == []
    row.choice.look([camera()])
    assert 0 in row.go_on(PERIOD)


def test_thresholds_lie_apart() -> None:
    """Between the sizes at which one comes and at which one goes, all stay as they are."""
    distance = 0.2 * 0.5 * 1080 / np.tan(np.radians(25)) / LARGE
    close, far = (camera(distance * factor - 1.0) for factor in (0.99, 0.98 * KEEP))
    row = Row(1)
    row.choice.look([far])
    assert row.go_on(4 * PERIOD) == []
    row.choice.look([close])
    assert row.go_on(STAY + 2 * PERIOD) == [0]
    row.choice.look([far])
    assert row.go_on(STAY + 2 * PERIOD) == [0]
    row.choice.look([camera(distance * KEEP * 1.02 - 1.0)])
    assert row.go_on(2 * PERIOD) == []


@pytest.mark.parametrize("period", [30, 150, 400])
def test_nobody_flickers_whatever_the_camera_does(period: int) -> None:
    """Even in the minute in which most happens nobody changes six times."""
    row = Row()
    most = np.zeros(len(row.slots), dtype=int)
    history = []
    for frame in range(2 * AGAIN):
        near = (frame // period) % 2 == 0
        row.choice.look([camera() if near else camera(ahead=-1.0, distance=10.0)])
        row.go_on(1, allowed=8 if (frame // (period + 7)) % 2 else 2)
        history.append(row.changes.copy())
        if frame >= AGAIN:
            most = np.maximum(most, row.changes - history[frame - AGAIN])
    assert row.changes.max() > 2
    assert most.max() < 6


def test_who_comes_to_a_used_slot_has_no_past() -> None:
    row = Row(1)
    for _ in range(2):
        row.choice.look([camera()])
        assert row.go_on(PERIOD + STAY) == [0]
        row.choice.look([camera(ahead=-1.0, distance=10.0)])
        assert row.go_on(2 * PERIOD) == []
    row.choice.look([camera()])
    assert row.go_on(2 * PERIOD) == []
    row.people.leave([0])
    row.people.enter(1)
    row.people.automatic[0] = 1
    assert row.go_on(PERIOD) == [0]


def test_a_driver_counts_for_more_than_any_size() -> None:
    row = Row(1)
    row.people.positions[:] = [0.0, 0.0, 0.0]
    row.choice.look([camera()])
    row.go_on(1)
    assert row.choice.sizes[0] * row.people.importance[0] * KEEP < FIRST
