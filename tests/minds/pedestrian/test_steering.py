"""What steering is made of, against independent ways to work it out."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.compiled import kernel
from motorium.minds.pedestrian.corridor import BODY, exit_distance, point_ahead, progress
from motorium.minds.pedestrian.others import HORIZON, Around, Numbers, free_way, led, nearest
from motorium.minds.pedestrian.state import Crowd, Walkers, walkers_of

METRES = st.floats(-4.0, 4.0).map(lambda value: round(value, 3))
SPEEDS = st.floats(-1.6, 1.6).map(lambda value: round(value, 3))


def crowd_of(people: list[tuple[float, float, float, float]]) -> Crowd:
    """Places and velocities."""
    rows = np.array(people).reshape(-1, 4)
    return Crowd(
        np.arange(len(rows), dtype=np.int32),
        np.ascontiguousarray(rows[:, :2]),
        np.ascontiguousarray(rows[:, 2:]),
        np.hypot(rows[:, 2], rows[:, 3]),
        np.full(len(rows), 0.25),
    )


def around_of(crowd: Crowd, gap: float = 0.1) -> Around:
    """Of the first one."""
    near = np.arange(1, len(crowd.slots), dtype=np.int32)
    x, y = crowd.places[0]
    return Around(crowd, near, len(near), float(x), float(y), 0.25, gap)


@given(
    others=st.lists(st.tuples(METRES, METRES, SPEEDS, SPEEDS), min_size=1, max_size=4),
    heading=st.floats(-3.1, 3.1),
    speed=st.floats(0.4, 1.7),
)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_how_far_a_direction_is_free(
    others: list[tuple[float, float, float, float]], heading: float, speed: float
) -> None:
    """Against walking it out in small steps."""
    crowd = crowd_of([(0.0, 0.0, 0.0, 0.0), *others])
    cosine, sine = math.cos(heading), math.sin(heading)
    far, whom = free_way(around_of(crowd), cosine, sine, speed)
    times = np.arange(0.0, HORIZON / speed, 0.004)[:, None]
    own = speed * times * np.array([[cosine, sine]])
    places = crowd.places[1:, None] + times * crowd.velocities[1:, None]
    apart = np.linalg.norm(places - own, axis=2)
    begun = apart[:, 0] < 0.6
    rates = speed * np.array([cosine, sine]) - crowd.velocities[1:]
    nearer = (crowd.places[1:] * rates).sum(axis=1) > 0
    if (begun & nearer).any():
        assert far == 0.0
        return
    touching = (apart < 0.6) & ~begun[:, None]
    first = np.where(touching.any(axis=1), touching.argmax(axis=1), len(times))
    if first.min() == len(times):
        # A graze may fall between two steps.
        assert whom == -1 or apart[whom - 1].min() < 0.601
    else:
        assert far == pytest.approx(speed * times[first.min(), 0], abs=0.02)


def test_who_is_followed() -> None:
    """Somebody 2 m ahead at 1 m/s: free of him are 2 - 0.5 - 2 * 0.1 = 1.3 m, of which the
    headway of 0.35 s takes 0.35; so 1 + 0.95 / 1.4."""
    crowd = crowd_of([(0.0, 0.0, 1.0, 0.0), (2.0, 0.0, 1.0, 0.0), (1.0, 3.0, 0.0, 0.0)])
    speed, whom = led(around_of(crowd), 1.0, 0.0)
    assert speed == pytest.approx(1.0 + 0.95 / 1.4)
    assert whom == 1
    assert led(around_of(crowd), 0.0, -1.0)[1] == -1


@kernel
def nearest_of(crowd: Crowd, near: Numbers) -> int:
    return nearest(crowd, 0, near)


def test_the_nearest_are_heeded() -> None:
    random = np.random.default_rng(1)
    rows = [(*place, 0.0, 0.0) for place in random.uniform(-6.0, 6.0, (60, 2))]
    crowd = crowd_of([(0.0, 0.0, 0.0, 0.0), *rows])
    near = np.zeros(14, dtype=np.int32)
    count = nearest_of(crowd, near)
    apart = np.linalg.norm(crowd.places, axis=1)
    apart[0] = np.inf
    wanted = [one for one in np.argsort(apart)[:14] if apart[one] < 5.0]
    assert near[:count].tolist() == wanted


# ---------------------------------------------------------------- corridors


def on_way(points: list[tuple[float, float]], halves: list[float], aside: float = 0.0) -> Walkers:
    """Slot 0 has this way."""
    walkers = walkers_of(1)
    walkers.points[0, : len(points)] = points
    walkers.halves[0, : len(halves)] = halves
    walkers.legs[0] = len(halves)
    walkers.aside[0] = aside
    return walkers


CORNER = [(0.0, 0.0), (10.0, 0.0), (10.0, 8.0), (16.0, 8.0)]


@given(x=st.floats(-0.5, 12.0), y=st.floats(-1.2, 9.0), heading=st.floats(-3.1, 3.1))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_how_far_a_direction_stays_on_the_way(x: float, y: float, heading: float) -> None:
    """Against going along it in small steps, in the strips of the first two legs."""
    walkers = on_way(CORNER, [1.5, 1.5, 1.5])
    far = exit_distance(walkers, 0, 0, x, y, math.cos(heading), math.sin(heading))
    room = 1.5 - BODY
    steps = np.arange(0.0, 30.0, 0.01)
    xs, ys = x + steps * math.cos(heading), y + steps * math.sin(heading)
    inside = (
        (xs >= -0.6) & (xs <= 10.0 + room) & (abs(ys) <= room)
        | (ys >= -room) & (ys <= 8.0 + room) & (abs(xs - 10.0) <= room)
    )  # fmt: skip
    if not inside[0]:
        assert far == 1e9
        return
    left = np.flatnonzero(~inside)
    assert far == pytest.approx(steps[left[0]], abs=0.02)


def test_one_aims_to_the_right_of_the_middle() -> None:
    walkers = on_way(CORNER, [1.5, 1.5, 1.5], aside=0.4)
    assert point_ahead(walkers, 0, 0, 3.0, 1.5) == pytest.approx((4.5, -0.5))
    assert point_ahead(walkers, 0, 0, 9.0, 3.0) == pytest.approx((10.5, 2.0))
    # At the end one is where one wanted to be.
    assert point_ahead(walkers, 0, 2, 5.0, 3.0) == pytest.approx((16.0, 8.0))


def test_legs_follow_each_other() -> None:
    walkers = on_way(CORNER, [1.5, 1.5, 1.5])
    assert progress(walkers, 0, 5.0, 0.5) == 0
    assert progress(walkers, 0, 9.7, 0.0) == 1
    # Who has cut the corner, too.
    assert progress(walkers, 0, 9.0, 0.9) == 1
    walkers.leg[0] = 1
    assert progress(walkers, 0, 10.0, 7.8) == 2
    assert progress(walkers, 0, 30.0, 8.0) == 2
