"""Courses: how a steady frame travels, and how the body sways about it."""

from collections.abc import Callable

import numpy as np
import pytest

from motorium.contracts.frames import Floats
from motorium.motion.course import arc, course_of, headings_of, place, turned_about_up
from motorium.motion.cut import rotation_of
from motorium.motion.segments import Segment
from tests.motion.captured import curve, cycle, turns, unclosed


def back_again(segment: Segment) -> tuple[Floats, Floats]:
    """Origins [L] and axes of the body frame, from course and sway, as `place` gives them."""
    course = course_of(segment)
    level = turned_about_up(course.headings)
    origins = course.places + np.einsum("kij,kj->ki", level, course.offsets)
    return origins - origins[0], level @ rotation_of(course.turns)


def test_a_quarter_of_a_circle_by_hand() -> None:
    """A way of pi in all, turned by pi / 2 to the left: radius 2."""
    places = arc(speed=np.pi, turn=np.pi / 2, seconds=1.0, moments=np.array([0.0, 0.5, 1.0]))
    half = 2 * np.sin(np.pi / 4)
    assert np.allclose(places, [(0, 0, 0), (half, 2 - half, 0), (2, 2, 0)])
    straight = arc(speed=3.0, turn=0.0, seconds=2.0, moments=np.array([0.0, 0.5, 1.0]))
    assert np.allclose(straight, [(0, 0, 0), (3, 0, 0), (6, 0, 0)])


def test_headings_are_counted_on() -> None:
    headings = np.linspace(0, 11, 40)
    assert np.allclose(headings_of(turned_about_up(headings)), headings)


@pytest.mark.parametrize(
    "captured",
    [cycle, unclosed, curve],
    ids=["cycle", "passage", "curve"],
)
def test_course_and_sway_are_the_movement(captured: Callable[[], Segment]) -> None:
    _is_the_movement(captured())


def test_course_and_sway_are_the_movement_of_turns() -> None:
    for segment in turns():
        _is_the_movement(segment)


def _is_the_movement(segment: Segment) -> None:
    origins, axes = place(segment)
    again, turned = back_again(segment)
    assert np.abs(again - origins).max() < 1e-12
    assert np.abs(turned - axes).max() < 1e-12


@pytest.mark.parametrize("captured", [cycle, curve], ids=["cycle", "curve"])
def test_the_sway_of_a_cycle_is_closed_and_about_nothing(captured: Callable[[], Segment]) -> None:
    segment = captured()
    course = course_of(segment)
    assert course.headings[-1] == pytest.approx(segment.turn)
    assert np.all(course.speeds == segment.speed)
    assert np.abs(course.offsets).max() < 0.1
    assert np.abs(course.turns[0] - course.turns[-1]).max() < 1e-12
    assert np.abs(course.offsets[1:].mean(axis=0)).max() < 1e-12
    assert np.abs(course.offsets[0] - course.offsets[-1]).max() < 1e-12


def test_a_turn_begins_level_and_ends_turned() -> None:
    for segment in turns():
        course = course_of(segment)
        assert course.headings[0] == 0.0
        assert course.headings[-1] == pytest.approx(segment.turn)
        assert np.all(course.places[0] == 0.0)
        assert np.all(course.places[:, 2] == 0.0)
        assert course.speeds.min() >= 0.0


def test_a_course_is_smoother_than_its_body() -> None:
    """The nose of a turning fish jerks; its course does not."""
    for segment in turns():
        _, axes = place(segment)
        jerks = np.abs(np.diff(headings_of(axes), n=2)).max()
        assert np.abs(np.diff(course_of(segment).headings, n=2)).max() < 0.8 * jerks
