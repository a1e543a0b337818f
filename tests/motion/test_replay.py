"""Replay: what was filmed, from any pose, at any size, for any time."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.contracts.frames import (
    Floats,
    body_to_world,
    heading_pitch_roll,
    multiply,
    quaternion_from_axes,
    quaternion_from_heading,
    rotation_matrix,
)
from motorium.motion.capture import Take
from motorium.motion.course import turned_about_up
from motorium.motion.cut import gap, passage
from motorium.motion.replay import Pose, Replayed, replay, replay_at
from motorium.motion.segments import CONTROL_POINTS, Segment
from motorium.physics.fish_frame import body_frame
from tests.motion.captured import (
    beat,
    coarse_curve,
    coarse_cycle,
    curve,
    cycle,
    rounded,
    stretch,
    turns,
    unclosed,
)

ORIGIN = Pose(np.zeros(3), np.array([1.0, 0.0, 0.0, 0.0]))
TILT = np.array([np.cos(np.pi / 8), 0.0, -np.sin(np.pi / 8), 0.0])
"""Nose up by 45 degrees."""


def first_pose(take: Take) -> Pose:
    return Pose(take.origins[0, 0], quaternion_from_axes(take.axes[0, 0]))


def test_a_stretch_is_replayed_to_the_rounding_of_its_file() -> None:
    """Within 1e-12 L as captured; within 3e-7 L once its arrays are rounded to float32."""
    take, segment = stretch(), unclosed()
    start = first_pose(take)
    exact = replay(segment, start, segment.frames).nodes
    assert np.abs(exact - take.nodes[1:, 0]).max() < 1e-12
    kept = replay(rounded(segment), start, segment.frames).nodes
    off = np.abs(kept - take.nodes[1:, 0]).max()
    assert 1e-9 < off < 3e-7


def test_closing_a_cycle_moves_nodes_by_less_than_its_gap() -> None:
    take, segment = beat(), cycle()
    assert gap(take) < 2e-5
    axes, origins = take.axes[1:, 0], take.origins[1:, 0]
    filmed = np.einsum("kji,knj->kni", axes, take.nodes[1:, 0] - origins[:, None])
    moved = np.linalg.norm(segment.nodes - filmed, axis=-1).max()
    assert 0 < moved <= 0.5 * gap(take) + 1e-12
    level = turned_about_up(np.array(_course_heading(take)))
    replayed = replay(segment, Pose.along(segment, take.origins[0, 0], level), segment.frames)
    assert np.linalg.norm(replayed.nodes - take.nodes[1:, 0], axis=-1).max() < 2e-4


def _course_heading(take: Take) -> float:
    way = take.origins[-1, 0] - take.origins[0, 0]
    return float(np.arctan2(way[1], way[0]))


quaternions = st.tuples(*[st.floats(-1, 1)] * 4).filter(lambda q: np.linalg.norm(q) > 0.1)


@settings(max_examples=40, deadline=None)
@given(quaternions, st.tuples(*[st.floats(-50, 50)] * 3))
def test_from_any_pose_it_is_the_same_path_rigidly_moved(
    quaternion: tuple[float, ...], place: tuple[float, ...]
) -> None:
    turn = np.array(quaternion) / np.linalg.norm(quaternion)
    for segment in (unclosed(), cycle(), curve()):
        home = replay(segment, ORIGIN, segment.frames)
        away = replay(segment, Pose(np.array(place), turn), segment.frames)
        _is_moved(home, away, turn, np.array(place))
        times = np.linspace(0, segment.seconds, 7)
        home = replay_at(segment, ORIGIN, times)
        _is_moved(home, replay_at(segment, Pose(np.array(place), turn), times), turn, place)


def _is_moved(
    home: Replayed, away: Replayed, turn: Floats, place: Floats | tuple[float, ...]
) -> None:
    moved = body_to_world(turn, home.nodes.reshape(-1, 3)).reshape(home.nodes.shape)
    assert np.abs(moved + np.array(place) - away.nodes).max() < 1e-11
    same = np.abs(np.sum(multiply(turn, home.orientations) * away.orientations, axis=-1))
    assert np.abs(same - 1).max() < 1e-12


def as_printed(take: Take, start: Floats) -> Floats:
    """Origins [L] by Eqs. 6, 7, 10 and 11 as they are printed: increments in the world's axes."""
    axes, origins = take.axes[:, 0], take.origins[:, 0]
    now, place, places = rotation_matrix(start), np.zeros(3), []
    for k in range(take.moments - 1):
        place = place + now @ axes[k].T @ (origins[k + 1] - origins[k])
        now = axes[k + 1] @ axes[k].T @ now
        places.append(place)
    return np.array(places)


def test_the_printed_increments_only_survive_where_they_were_recorded() -> None:
    """Why Eq. 6 is mended: a fish that starts with its nose up leaves its path."""
    take, segment = beat(), cycle()
    recorded = quaternion_from_axes(take.axes[0, 0])
    for start, astray in ((recorded, False), (multiply(TILT, recorded), True)):
        mended = replay(segment, Pose(np.zeros(3), start), segment.frames).positions
        printed = as_printed(take, start)
        off = np.linalg.norm(mended - printed, axis=-1).max()
        assert (off > 0.01) == astray


@pytest.mark.parametrize("size", [0.5, 2.0])
def test_size_scales_paths_and_times(size: float) -> None:
    segment, length = curve(), 0.2
    start = Pose(np.array([1.0, 2.0, 3.0]), quaternion_from_heading(0.7))
    frames = 2 * segment.frames
    one = replay(segment, start, frames, length)
    other = replay(segment, start, frames, length, size)
    here = start.position
    assert np.allclose(other.nodes - here, size * (one.nodes - here), atol=1e-13)
    assert np.allclose(other.orientations, one.orientations)
    times = np.linspace(0.0, 3.0, 50)
    one = replay_at(segment, start, times, length)
    slow = replay_at(segment, start, times * np.sqrt(size), length, size)
    assert np.allclose(slow.nodes - here, size * (one.nodes - here), atol=1e-12)


def test_frames_and_times_agree() -> None:
    for segment in (cycle(), curve(), unclosed(), *turns()):
        frames = segment.frames * (3 if segment.cyclic else 1)
        start = Pose(np.array([4.0, -1.0, 2.0]), multiply(TILT, quaternion_from_heading(2.0)))
        by_frame = replay(segment, start, frames)
        by_time = replay_at(segment, start, np.arange(1, frames + 1) / segment.rate)
        assert np.abs(by_frame.nodes - by_time.nodes).max() < 1e-11


def test_between_frames_it_moves_evenly() -> None:
    segment = curve()
    times = np.arange(20, 24) / segment.rate
    around = replay_at(segment, ORIGIN, times)
    between = replay_at(segment, ORIGIN, (times[:-1] + times[1:]) / 2)
    middle = (around.positions[1:] + around.positions[:-1]) / 2
    assert np.abs(between.positions - middle).max() < 1e-12
    halves = np.abs(np.sum(between.orientations * around.orientations[:-1], axis=-1))
    other_halves = np.abs(np.sum(between.orientations * around.orientations[1:], axis=-1))
    assert np.allclose(halves, other_halves, atol=1e-14)


CYCLES = 3000


def test_no_drift_in_thousands_of_cycles() -> None:
    """Straight ones end as they began and on their line; curves turn by what they say."""
    for segment in (coarse_cycle(), coarse_curve()):
        start = Pose.along(segment, np.zeros(3), np.eye(3))
        end = replay(segment, start, CYCLES * segment.frames)
        assert np.abs(np.linalg.norm(end.orientations, axis=-1) - 1).max() < 1e-15
        level = turned_about_up(np.array(CYCLES * segment.turn))
        goal = quaternion_from_axes(level @ segment.stance)
        assert np.linalg.norm(_rotation(end.orientations[-1], goal)) < 1e-10
        if segment.turn == 0.0:
            way = CYCLES * segment.speed * segment.seconds
            assert np.abs(end.positions[-1] - (way, 0.0, 0.0)).max() < 1e-7


def _rotation(quaternion: Floats, goal: Floats) -> Floats:
    """From one to the other, as twice the vector part."""
    back = quaternion * (1.0, -1.0, -1.0, -1.0)
    vector: Floats = 2 * multiply(goal, back)[1:]
    return vector


def test_rounded_arrays_do_not_drift_by_time() -> None:
    """Increments rounded to float32 add up; whole cycles that are known do not."""
    segment = rounded(coarse_cycle())
    start = Pose.along(segment, np.zeros(3), np.eye(3))
    frames = CYCLES * segment.frames
    added_up = heading_pitch_roll(replay(segment, start, frames).orientations[-1])
    known = replay_at(segment, start, np.array([0.0, CYCLES * segment.seconds])).orientations
    assert np.abs(added_up - heading_pitch_roll(start.orientation)).max() > 1e-6
    assert np.abs(known[1] - known[0]).max() < 1e-9


def by_hand() -> Take:
    """Three moments of a fish that turns left and travels, then raises its nose and climbs."""
    body = np.zeros((23, 3))
    body[0] = (2.0, 0.0, 0.0)
    body[5:9] = [(0, 1, 1), (0, -1, 1), (0, -1, -1), (0, 1, -1)]
    left = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    nose_up = np.array([[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
    poses = [np.eye(3), left, left @ nose_up]
    places = [np.zeros(3), np.array([3.0, 4.0, 0.0]), np.array([2.0, 6.0, 5.0])]
    nodes = np.array([[body @ axes.T + here] for axes, here in zip(poses, places, strict=True)])
    origins, quaternions = body_frame(nodes)
    still = np.zeros((3, 1))
    return Take(
        seconds=0.5,
        nodes=nodes,
        velocities=np.zeros_like(nodes),
        activation=np.ones((3, 1, 12)),
        phase=still,
        origins=origins,
        axes=rotation_matrix(quaternions),
    )


def test_equations_worked_by_hand() -> None:
    """Eqs. 1-8, and 10-12 from another pose and at another size."""
    take = by_hand()
    assert np.allclose(take.origins[:, 0], [(0, 0, 0), (3, 4, 0), (2, 6, 5)])
    assert np.allclose(take.axes[1, 0], [[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    segment = passage("by hand", "turn", take, heading=0.0, turn=0.0)
    assert segment.seconds == 1.0
    assert np.allclose(segment.rotation[0], [[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    assert np.allclose(segment.rotation[1], [[0, 0, -1], [0, 1, 0], [1, 0, 0]])
    # The second step leads by (-1, 2, 5); a fish that looks along y goes 2 ahead, 1 to the left.
    assert np.allclose(segment.translation, [(3, 4, 0), (2, 1, 5)])
    assert np.allclose(segment.nodes[:, 0], (2, 0, 0))
    assert np.allclose(segment.nodes[:, 5], (0, 1, 1))
    start = Pose(np.array([10.0, 0.0, 0.0]), quaternion_from_heading(np.pi))
    shown = replay(segment, start, 2, size=2.0)
    assert np.allclose(shown.positions, [(4, -8, 0), (6, -12, 10)])
    # It looks along -y, then up; its nose is 2 ahead, at twice the size 4.
    assert np.allclose(shown.nodes[:, 0], [(4, -12, 0), (6, -12, 14)])


def test_points_are_replayed_like_nodes() -> None:
    """The first 23 control points are put where the nodes are, so that they must stay there."""
    bare = curve()
    points = np.zeros((bare.frames, CONTROL_POINTS, 3))
    points[:, :23] = bare.nodes
    segment = dataclasses.replace(bare, points=points)
    start = Pose(np.array([1.0, 2.0, 3.0]), multiply(TILT, quaternion_from_heading(1.0)))
    times = np.linspace(0, 2, 9)
    for shown in (replay(segment, start, 30, 0.2, 2.0), replay_at(segment, start, times, 0.2, 2.0)):
        assert shown.points is not None
        assert np.array_equal(shown.points[:, :23], shown.nodes)
        assert np.allclose(shown.points[:, 23:], shown.positions[:, None])
    assert replay(bare, start, 30).points is None


def test_a_passage_ends() -> None:
    segment: Segment = unclosed()
    with pytest.raises(ValueError, match=f"stretch has {segment.frames} frames, not"):
        replay(segment, ORIGIN, segment.frames + 1)
    shown = replay_at(segment, ORIGIN, segment.seconds * np.array([1.0, 1.5, 30.0]))
    assert np.array_equal(shown.nodes[0], shown.nodes[1])
    assert np.array_equal(shown.nodes[0], shown.nodes[2])
    with pytest.raises(ValueError, match="before its start"):
        replay_at(segment, ORIGIN, np.array([-0.1]))
