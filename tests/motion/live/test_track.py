"""Somebody who is captured live is there at any time, whatever has come of him."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.bodies.rigid.parts import COORDINATES
from motorium.bodies.rigid.wearing import place
from motorium.contracts.frames import Floats
from motorium.motion.live.track import Track
from tests.motors.continuum.performers import FIGURE, RATE, follow, walking

PHASE = 0.4 / RATE
"""How much earlier than frames samples are taken [s]."""


def streamed(poses: Floats, kept: np.ndarray, track: Track | None = None) -> Floats:
    """What a track makes of the samples that were kept, at each frame."""
    track, found = track or Track(), np.zeros(poses.shape)
    for frame, pose in enumerate(poses):
        if kept[frame]:
            track.add(frame / RATE - PHASE, pose)
        track.at(frame / RATE, found[frame])
    return found


def _millimetres(one: Floats, other: Floats) -> Floats:
    apart = place(FIGURE, one).positions - place(FIGURE, other).positions
    return np.asarray(1e3 * np.linalg.norm(apart, axis=2))


def _all(poses: Floats) -> np.ndarray:
    return np.ones(len(poses), dtype=bool)


def test_frames_between_samples_are_where_he_is() -> None:
    walk = walking(8)
    truth = walk[:-1] + PHASE * RATE * (walk[1:] - walk[:-1])
    apart = _millimetres(streamed(walk, _all(walk))[:-1], truth)[30:]
    assert np.sqrt((apart**2).mean()) < 0.6
    assert apart.max() < 6.0


@pytest.mark.parametrize("seed", [1, 2])
def test_a_fifth_of_all_samples_may_be_lost(seed: int) -> None:
    """At most 10 mm on a walk, said the bar: of what physics makes of it."""
    walk = walking(8)
    kept = np.random.default_rng(seed).random(len(walk)) >= 0.2
    whole, holed = (follow(streamed(walk, one)) for one in (_all(walk), kept))
    assert not holed.fallen.any()
    costs = [
        float(np.sqrt((_millimetres(one.coordinates, walk[1:]) ** 2).mean()))
        for one in (whole, holed)
    ]
    assert costs[1] - costs[0] < 10.0
    apart = _millimetres(holed.coordinates, whole.coordinates)
    assert np.sqrt((apart**2).mean()) < 10.0


@pytest.mark.parametrize("begin", range(120, 480, 40))
def test_a_gap_of_a_tenth_of_a_second_makes_no_walker_fall(begin: int) -> None:
    walk, kept = walking(8), _all(walking(8))
    kept[begin : begin + 12] = False
    track = Track()
    poses = streamed(walk, kept, track)
    assert track.gaps == 1
    assert not follow(poses).fallen.any()
    # Nothing leaps, neither in the gap nor after it.
    steps = _millimetres(poses[1:], poses[:-1]).max(axis=1)
    usual = _millimetres(walk[1:], walk[:-1]).max()
    assert steps[30:].max() < 1.5 * usual
    settled = begin + 12 + 40
    assert _millimetres(poses[settled:], walk[settled:]).max() < 0.2 * usual + 15.0


def test_who_is_not_heard_of_comes_to_rest() -> None:
    walk, track = walking(), Track()
    for frame in range(60):
        track.add(frame / RATE, walk[frame])
    one, other = np.zeros(COORDINATES), np.zeros(COORDINATES)
    track.at(10.0, one)
    track.at(11.0, other)
    assert np.allclose(one, other, atol=1e-6)
    assert np.linalg.norm(one[:2] - walk[59, :2]) < 0.8
    assert track.unheard(10.0) == pytest.approx(10.0 - 59 / RATE)


def test_what_is_late_is_left() -> None:
    walk, track = walking(), Track()
    assert not track.is_known
    assert track.add(1.0, walk[0])
    assert not track.add(0.9, walk[50])
    assert not track.add(1.0, walk[50])
    found = np.zeros(COORDINATES)
    track.at(1.0, found)
    assert np.allclose(found, walk[0])
    assert (track.samples, track.late) == (1, 2)


def test_who_is_elsewhere_after_a_gap_is_there_at_once() -> None:
    walk, track = walking(), Track()
    far = walk[0].copy()
    far[:2] += 5.0
    track.add(1.0, walk[0])
    track.add(3.0, far)
    found = np.zeros(COORDINATES)
    track.at(3.0, found)
    assert np.allclose(found, far)
