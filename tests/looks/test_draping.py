"""The skin of puppets: Eq. 3, its cure, and what no pose may do to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from numpy.typing import ArrayLike
from scipy.spatial.transform import Rotation

from motorium.bodies.puppet.model import Part, Puppet
from motorium.contracts.frames import Floats
from motorium.looks.draping import Draping, interpolation_weights

DIMENSIONS = pytest.mark.parametrize("dimensions", [2, 3])
FLOATS = st.floats(-1.0, 1.0, allow_subnormal=False).map(lambda x: round(x, 6))


def part(follows: Sequence[int], vertices: ArrayLike, blend: float = 0.0) -> Part:
    points = np.array(vertices, dtype=np.float64).reshape(-1, 3)
    return Part("part", np.array(follows), points, np.zeros((0, 3), np.intp), "#ffffff", blend)


def puppet(rest: ArrayLike, parts: Sequence[Part], dimensions: int = 3) -> Puppet:
    """A skeleton without rods: the skin asks for points only."""
    points = np.array(rest, dtype=np.float64)

    def none(columns: int, kind: type = np.intp) -> Any:
        return np.zeros((0, columns), dtype=kind)

    n = len(points)
    return Puppet(
        title="test",
        dimensions=dimensions,
        names=tuple(f"point {k}" for k in range(n)),
        rest=points,
        masses=np.ones(n),
        pinned=np.zeros(n, dtype=bool),
        rods=none(2),
        lengths=none(2, float),
        joints=none(3),
        angles=none(2, float),
        cones=none(4),
        cone_axes=none(3, float),
        cone_angles=np.zeros(0),
        twists=none(5),
        twist_axes=none(3, float),
        twist_angles=none(2, float),
        parts=tuple(parts),
    )


def draped(model: Puppet, positions: ArrayLike, turning: bool = True) -> Floats:
    draping = Draping(model, turning=turning)
    draping.drape(np.array(positions, dtype=np.float64))
    return draping.vertices


def flat(points: ArrayLike) -> Floats:
    """Of the plane y = 0 if there are two columns only."""
    x, z = np.array(points, dtype=np.float64).T
    return np.stack([x, 0.0 * x, z], axis=1)


@st.composite
def skeletons(draw: st.DrawFn, dimensions: int, least: int = 3) -> tuple[Floats, Floats]:
    """Points at rest and vertices around them."""
    shapes = [draw(st.integers(least, 7)), draw(st.integers(1, 9))]
    points, vertices = (draw(arrays(np.float64, (n, 3), elements=FLOATS)) for n in shapes)
    if dimensions == 2:
        points[:, 1] = vertices[:, 1] = 0.0
    apart = np.linalg.norm(points[:, None] - points, axis=2)
    assume((apart + np.eye(len(points))).min() > 0.05)
    spreads = np.linalg.svd(points - points.mean(axis=0))[1]
    assume(spreads[dimensions - 2] > 0.2 * spreads[0])
    return points, vertices


@st.composite
def motions(draw: st.DrawFn, dimensions: int) -> tuple[Rotation, Floats]:
    turn, way = (draw(arrays(np.float64, 3, elements=FLOATS)) for _ in range(2))
    far = draw(st.sampled_from([1.0, 1e4]))
    plane = (1.0, 1.0, 1.0) if dimensions == 3 else (0.0, 1.0, 0.0)
    shift: Floats = far * way * (np.array([1.0, 0.0, 1.0]) if dimensions == 2 else 1.0)
    return Rotation.from_rotvec(np.pi * turn * plane), shift


def test_weights_by_hand() -> None:
    """A quarter of the way between two points: 1/4^-2 : 3/4^-2 = 9 : 1."""
    apart = np.array([[[0.25, 0, 0], [-0.75, 0, 0]], [[0.0, 0, 0], [-1.0, 0, 0]]])
    assert_allclose(interpolation_weights(apart), [[0.9, 0.1], [1.0, 0.0]], rtol=1e-15)


def test_weights_approach_their_limits() -> None:
    near = [[[d, 0, 0], [d - 1.0, 0, 0]] for d in (1e-3, 1e-8, 1e-200)]
    assert_allclose(interpolation_weights(np.array(near))[:, 0], [1 - 1e-6, 1, 1], atol=1e-8)


def test_a_stretched_bone_by_hand() -> None:
    model = puppet(flat([(0, 0), (1, 0)]), [part([0, 1], flat([(0.5, 0.5), (0.25, 0)]))], 2)
    assert_allclose(draped(model, flat([(0, 0), (2, 0)])), flat([(1.0, 0.5), (0.35, 0)]))


def test_a_turned_bone_by_hand() -> None:
    """A quarter turn to the left; plain Eq. 3 moves the vertex by the mean displacement."""
    model = puppet(flat([(0, 0), (1, 0)]), [part([0, 1], flat([(0.5, 0.5)]))], 2)
    pose = flat([(0, 0), (0, 1)])
    assert_allclose(draped(model, pose), flat([(-0.5, 0.5)]), atol=1e-15)
    assert_allclose(draped(model, pose, turning=False), flat([(0.0, 1.0)]), atol=1e-15)


@DIMENSIONS
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_rigid_motions_move_the_skin_rigidly(dimensions: int, data: st.DataObject) -> None:
    points, vertices = data.draw(skeletons(dimensions))
    turn, shift = data.draw(motions(dimensions))
    model = puppet(points, [part(range(len(points)), vertices)], dimensions)
    found = draped(model, turn.apply(points) + shift)
    rounding = 1e-14 * (1.0 + float(np.abs(shift).max()))
    assert_allclose(found, turn.apply(vertices) + shift, rtol=0, atol=10 * rounding)


@DIMENSIONS
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_vertices_at_skeleton_points_go_with_them_exactly(
    dimensions: int, data: st.DataObject
) -> None:
    """Also where two parts meet and blend."""
    points, vertices = data.draw(skeletons(dimensions, least=4))
    pose = data.draw(arrays(np.float64, points.shape, elements=FLOATS))
    n = len(points)
    halves = [list(range(2 * n // 3)), list(range(n // 3, n))]
    parts = [part(own, np.concatenate([vertices, points[own]])) for own in halves]
    draping = Draping(puppet(points, parts, dimensions))
    draping.drape(pose)
    for own, span in zip(halves, draping.spans, strict=True):
        assert_array_equal(draping.vertices[span][len(vertices) :], pose[own])


def best_fit(rest: Floats, now: Floats) -> Rotation:
    """Kabsch's, by SciPy."""
    found, *_ = Rotation.align_vectors(now - now.mean(axis=0), rest - rest.mean(axis=0))
    return found


def best_fit_in_plane(rest: Floats, now: Floats) -> Rotation:
    """That of a complex number: sum p* q / |sum p* q|."""
    p, q = (x[:, 0] + 1j * x[:, 2] for x in (rest - rest.mean(axis=0), now - now.mean(axis=0)))
    return Rotation.from_rotvec([0.0, -np.angle(np.sum(np.conj(p) * q)), 0.0])


def field(turn: Rotation, rest: Floats, now: Floats, places: Floats) -> Floats:
    """Steps 0 to 7 one after the other."""
    middle, middle_now = rest.mean(axis=0), now.mean(axis=0)
    remaining = turn.inv().apply(now - middle_now) - (rest - middle)
    moved = []
    for place in places:
        near = 1.0 / np.square(place - rest).sum(axis=1)
        moved.append(place + near @ remaining / near.sum())
    result: Floats = turn.apply(np.array(moved) - middle) + middle_now
    return result


def well_known(rest: Floats, now: Floats, least: float = 0.05) -> bool:
    """Whether one rotation fits clearly best: singular values of the covariance say so."""
    covariance = (now - now.mean(axis=0)).T @ (rest - rest.mean(axis=0))
    left, size, right = np.linalg.svd(covariance)
    sign = np.sign(np.linalg.det(left) * np.linalg.det(right))
    return bool(size[1] + (sign * size[2] if size[2] > 1e-9 else 0.0) > least * size[0] > 1e-4)


@DIMENSIONS
@given(st.data())
@settings(max_examples=80, deadline=None)
def test_poses_are_as_the_seven_steps_say(dimensions: int, data: st.DataObject) -> None:
    points, vertices = data.draw(skeletons(dimensions))
    now = data.draw(arrays(np.float64, points.shape, elements=FLOATS))
    now[:, 1] *= dimensions - 2
    apart = np.linalg.norm(vertices[:, None] - points, axis=2)
    assume(well_known(points, now) and apart.min() > 1e-3)
    turn = (best_fit_in_plane if dimensions == 2 else best_fit)(points, now)
    model = puppet(points, [part(range(len(points)), vertices)], dimensions)
    expected = field(turn, points, now, vertices)
    assert_allclose(draped(model, now), expected, rtol=0, atol=1e-11)


@DIMENSIONS
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_moved_pose_is_draped_alike(dimensions: int, data: st.DataObject) -> None:
    points, vertices = data.draw(skeletons(dimensions))
    turn, shift = data.draw(motions(dimensions))
    bend = 0.3 * data.draw(arrays(np.float64, points.shape, elements=FLOATS))
    now = points + bend * ((1, 1, 1) if dimensions == 3 else (1, 0, 1))
    assume(well_known(points, now))
    model = puppet(points, [part(range(len(points)), vertices)], dimensions)
    expected = turn.apply(draped(model, now)) + shift
    rounding = 1e-13 * (1.0 + float(np.abs(shift).max()))
    assert_allclose(draped(model, turn.apply(now) + shift), expected, rtol=0, atol=10 * rounding)


def test_plain_field_is_not_cured() -> None:
    """So the test above can fail."""
    points = flat([(0, 0), (1, 0), (1, 1)])
    vertices = flat([(0.5, -0.3)])
    turn = Rotation.from_rotvec([0.0, -1.0, 0.0])
    model = puppet(points, [part([0, 1, 2], vertices)], 2)
    off = draped(model, turn.apply(points), turning=False) - turn.apply(vertices)
    assert np.abs(off).max() > 0.05


def test_rotations_at_every_third_call() -> None:
    points = flat([(0, 0), (1, 0)])
    draping = Draping(puppet(points, [part([0, 1], flat([(0.5, 0.5)]))], 2), every=3)
    found = []
    for angle in (0.3, 0.6, 0.9, 1.2):
        turn = Rotation.from_rotvec([0.0, -angle, 0.0])
        draping.drape(turn.apply(points))
        off = draping.vertices - turn.apply(flat([(0.5, 0.5)]))
        found.append(bool(np.abs(off).max() < 1e-12))
    assert found == [True, False, False, True]


@pytest.mark.parametrize(
    "points",
    [
        [(0.3, 0.1, 0.2)],
        [(0.3, 0.1, 0.2), (0.3, 0.1, 0.2)],
        [(0.3, 0.1, 0.2), (1.0, 0.0, 0.0)],
        [(0.0, 0.0, 0.0), (0.1, 0.1, 0.1), (0.3, 0.3, 0.3)],
        [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 0.0)],
    ],
    ids=["one", "one place", "two", "line", "plane"],
)
@DIMENSIONS
def test_degenerate_parts_stay_finite_and_recover(
    points: list[tuple[float, float, float]], dimensions: int
) -> None:
    rest = np.array(points) * ((1, 1, 1) if dimensions == 3 else (1, 0, 1))
    vertices = np.concatenate([rest, rest + np.array([0.1, 0.0, 0.0])])
    draping = Draping(puppet(rest, [part(range(len(rest)), vertices)], dimensions))
    poses = [rest, 0.0 * rest, -rest, 1e-200 * rest, 1e9 + rest, rest[::-1].copy()]
    for pose in poses:
        draping.drape(pose)
        assert np.isfinite(draping.vertices).all()
    for turn in draping.turns:
        assert_allclose(turn @ turn.T, np.eye(3), atol=1e-14)
    draping.rest()
    assert_allclose(draping.vertices, vertices, atol=1e-15)
    for bad in (np.nan, np.inf, 1e200, 5e307):
        draping.drape(rest + bad * (rest + 1.0))
        draping.drape(rest)
        assert_allclose(draping.vertices, vertices, atol=1e-12)


def test_a_line_takes_the_smallest_rotation_at_first() -> None:
    bone = np.array([(0.0, 0, 0), (0.5, 0, 0), (1.0, 0, 0)])
    side = np.array([(0.5, 0.2, 0.0), (0.5, 0.0, 0.2)])
    draping = Draping(puppet(bone, [part([0, 1, 2], side)]))
    draping.drape(bone[:, [1, 0, 2]])  # a quarter turn about z
    assert_allclose(draping.vertices, [(-0.2, 0.5, 0.0), (0.0, 0.5, 0.2)], atol=1e-14)


def test_a_line_keeps_its_twist() -> None:
    """From x up to z, over to y and back to x: y stays, becomes -z, and stays so."""
    bone = np.array([(0.0, 0, 0), (1.0, 0, 0)])
    draping = Draping(puppet(bone, [part([0, 1], [(0.5, 0.2, 0.0)])]))
    quarter = np.linspace(0.0, np.pi / 2, 50)
    c, s, o = np.cos(quarter), np.sin(quarter), np.zeros(50)
    ways = [np.stack(w, axis=1) for w in ([c, o, s], [o, s, c], [s, c, o])]
    for tip in np.concatenate(ways):
        draping.drape(np.stack([np.zeros(3), tip]))
    assert_allclose(draping.vertices, [(0.5, 0.0, -0.2)], atol=1e-12)


def test_thin_parts_do_not_flip_when_they_bend_the_other_way() -> None:
    """A leg drawn straight, but for a millimetre, whose knee bends to the other side."""
    leg = np.array([(0.0, 0, 0.8), (0.001, 0, 0.4), (0.0, 0, 0.0)])
    toe = np.array([(0.1, 0.0, 0.0)])
    draping = Draping(puppet(leg, [part([0, 1, 2], toe)]))
    for bend in np.linspace(0.0, 0.8, 20):
        foot = (0.4 * np.sin(bend), 0.0, 0.4 - 0.4 * np.cos(bend))
        draping.drape(np.array([(0.0, 0.0, 0.8), (0.0, 0.0, 0.4), foot]))
    assert draping.vertices[0, 0] > foot[0] + 0.05


def test_a_line_takes_the_twist_of_what_it_hangs_on() -> None:
    """A body with an arm, both turned about the arm: in a second 95 % of the turn are the arm's."""
    points = np.array([(0.0, 0, 0), (0.0, 0, 1), (0.0, 1, 0), (1.0, 0, 0)])
    parts = [part([0, 3], [(0.9, 0.1, 0.0)]), part([0, 1, 2], points[:3])]
    draping = Draping(puppet(points, parts))
    turn = Rotation.from_rotvec([2.0, 0.0, 0.0])
    for angle in np.linspace(0.0, 2.0, 30):
        draping.drape(Rotation.from_rotvec([angle, 0.0, 0.0]).apply(points))
    for calls, off in ((60, 0.01), (200, 1e-4)):
        for _ in range(calls):
            draping.drape(turn.apply(points))
        assert_allclose(draping.vertices[0], turn.apply([0.9, 0.1, 0.0]), atol=off)


@DIMENSIONS
def test_a_part_of_one_point_turns_with_what_it_hangs_on(dimensions: int) -> None:
    points = flat([(0, 0), (1, 0), (1, 1)])
    ball = flat([(1.0, 1.2)])
    draping = Draping(puppet(points, [part([2], ball), part([0, 1, 2], points)], dimensions))
    turn = Rotation.from_rotvec([0.0, 2.0, 0.0])
    draping.drape(turn.apply(points))
    assert_allclose(draping.vertices[0], turn.apply(ball)[0], atol=1e-14)


def test_same_calls_same_bytes() -> None:
    rng = np.random.default_rng(4)
    rest = rng.normal(size=(6, 3))
    draping = Draping(puppet(rest, [part(range(6), rng.normal(size=(20, 3)))]), every=2)
    runs = []
    for _ in range(2):
        draping.rest()
        calls = np.random.default_rng(5)
        for _ in range(9):
            draping.drape(rest + 0.3 * calls.normal(size=(6, 3)))
        runs.append(draping.vertices.tobytes())
    assert runs[0] == runs[1]


def test_long_play_keeps_rotations() -> None:
    rng = np.random.default_rng(6)
    rest = rng.normal(size=(5, 3))
    draping = Draping(puppet(rest, [part(range(5), rest)]))
    for _ in range(20_000):
        draping.drape(rest + 0.2 * rng.normal(size=(5, 3)))
    assert_allclose(draping.turns[0] @ draping.turns[0].T, np.eye(3), atol=1e-14)


def test_bad_input_is_named() -> None:
    model = puppet(np.zeros((3, 3)), [part([0], [(0, 0, 0)])])
    with pytest.raises(ValueError, match=r"every is 0; it is a number of calls, 1 or more"):
        Draping(model, every=0)
    with pytest.raises(ValueError, match=r'the part "part" follows no point'):
        Draping(puppet(np.zeros((3, 3)), [part([], [(0, 0, 0)])]))
    with pytest.raises(ValueError, match=r"positions have shape \(4, 3\), not \(3, 3\)"):
        Draping(model).drape(np.zeros((4, 3)))


def test_positions_of_any_kind() -> None:
    rest = np.random.default_rng(2).normal(size=(4, 3))
    draping = Draping(puppet(rest, [part(range(4), rest)]))
    kinds: list[Any] = [np.asfortranarray(rest), rest.astype(np.float32), rest[::-1][::-1]]
    for pose in kinds:
        draping.drape(pose)
        assert_allclose(draping.vertices, rest, atol=1e-6)


def test_a_puppet_without_skin() -> None:
    draping = Draping(puppet(np.zeros((3, 3)), []))
    draping.drape(np.ones((3, 3)))
    assert draping.vertices.shape == (0, 3)
    assert draping.spans == []
