"""Muscle action by the clock: beats and C-turns."""

import numpy as np
import pytest

from motorium.bodies.gaits import DEEPEST, Gait, Turn
from motorium.bodies.species import known_species, load_species
from motorium.motors.beat import contract
from motorium.motors.patterns import beating, bending, turning

GAIT = Gait(speed=1.0, beat=2.0, depths=[0.2, 0.3, 0.4], lag=0.25, lead=0.25)
TURN = Turn(
    angle=90,
    swimming=True,
    bend=[0.1, 0.4, 0.5],
    stroke=[0.1, -0.2, 0.3],
    times=[0.5, 0.25, 0.5, 0.25, 1.0],
)
LEFT = np.tile([True, False, False, True], 3)


def mirrored(contraction: np.ndarray) -> np.ndarray:
    """Left and right exchanged."""
    return contraction.reshape(3, 4)[:, [1, 0, 3, 2]].ravel()


def test_a_beat_by_hand() -> None:
    """At the start the middle segment's left is long; a quarter early or late is half way."""
    start = beating(GAIT, 0.0)
    assert start[LEFT] == pytest.approx([1 - 0.1] * 2 + [1.0] * 2 + [1 - 0.2] * 2)
    assert start[~LEFT] == pytest.approx([1 - 0.1] * 2 + [1 - 0.3] * 2 + [1 - 0.2] * 2)
    quarter = beating(GAIT, 0.25)
    assert quarter[LEFT] == pytest.approx([1 - 0.2] * 2 + [1 - 0.15] * 2 + [1.0] * 2)


def test_half_a_beat_later_is_the_mirror_image() -> None:
    for beats in np.linspace(0, 1, 7):
        assert beating(GAIT, beats + 0.5) == pytest.approx(mirrored(beating(GAIT, beats)))


def test_bias_shortens_one_side_only() -> None:
    straight, left = beating(GAIT, 0.3), beating(GAIT, 0.3, bias=0.1)
    assert left[LEFT] == pytest.approx(straight[LEFT] - 0.1)
    assert left[~LEFT] == pytest.approx(straight[~LEFT])
    assert beating(GAIT, 0.8, bias=-0.1) == pytest.approx(mirrored(left))


def test_no_muscle_shortens_beyond_its_limit() -> None:
    assert beating(GAIT, 0.5, amplitude=5.0).min() == pytest.approx(1 - DEEPEST)


def test_a_turn_bends_strokes_back_and_relaxes() -> None:
    assert bending(TURN, 0.0) == pytest.approx(np.ones(12))
    bent = bending(TURN, 0.6)
    assert bent[LEFT] == pytest.approx([0.9, 0.9, 0.6, 0.6, 0.5, 0.5])
    assert bent[~LEFT] == pytest.approx(np.ones(6))
    stroke = bending(TURN, 1.4)
    assert stroke[LEFT] == pytest.approx([0.9, 0.9, 1.0, 1.0, 0.7, 0.7])
    assert stroke[~LEFT] == pytest.approx([1.0, 1.0, 0.8, 0.8, 1.0, 1.0])
    assert bending(TURN, 3.0) == pytest.approx(np.ones(12))
    assert bending(TURN, 0.6, to_the_left=False) == pytest.approx(mirrored(bent))


def test_a_turn_out_of_a_beat_begins_with_that_beat() -> None:
    assert turning(TURN, GAIT, 4.3, 0.0) == pytest.approx(beating(GAIT, 4.3))
    assert turning(TURN, GAIT, 4.3, 0.6) == pytest.approx(bending(TURN, 0.6))


@pytest.mark.parametrize("name", known_species())
def test_the_motor_beats_in_the_same_way(name: str) -> None:
    gait = load_species(name).gaits.medium
    late = 2 * np.pi * np.array([-gait.lead, 0.0, gait.lag])
    for beats in (0.0, 0.13, 0.4, 0.77):
        angles = 2 * np.pi * beats - late
        by_motor = []
        for segment in range(3):
            left, right = contract(gait.depths[segment], angles[segment], 0.05)
            by_motor += [left, right, right, left]
        assert by_motor == pytest.approx(beating(gait, beats, bias=0.05))
