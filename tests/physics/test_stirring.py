"""Water that bodies stir: the law by hand, and that looking away from far ones changes nothing."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.contracts.frames import Floats, rotation_matrix
from motorium.physics.stirring import Stirring

LEVEL = np.array([1.0, 0.0, 0.0, 0.0])


def added(
    points: Floats,
    positions: Floats,
    orientations: Floats,
    velocities: Floats,
    lengths: Floats,
    flow: Floats,
) -> Floats:
    """To the flow [m/s] at points that are one cluster, and how it grips, shape (points, 4)."""
    result, grip = np.tile(flow, (len(points), 1)), np.empty(len(points))
    boxes = np.array([[points.min(axis=0), points.max(axis=0)]])
    Stirring(len(points)).add(
        np.arange(len(positions)),
        positions,
        orientations,
        velocities,
        lengths.astype(np.float32),
        np.array([0, len(points)]),
        boxes,
        points,
        result,
        grip,
    )
    return np.column_stack([result - flow, grip])


def by_one(
    points: list[list[float]],
    velocity: tuple[float, float, float] = (0.5, 0.0, 0.0),
    flow: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> Floats:
    """By a fish of one metre that looks along x: its axis runs from 0.24 to -0.52."""
    return added(
        np.array(points),
        np.zeros((1, 3)),
        LEVEL[None],
        np.array([velocity]),
        np.ones(1),
        np.array(flow),
    )


def felt(*velocity: float, share: float) -> Floats:
    """Of a share of a velocity, as the law has it: what is added, and the grip."""
    grip = 1.0 + 20.0 * share
    return np.append(20.0 * share * np.array(velocity) / grip, grip)


def law(
    point: Floats, position: Floats, orientation: Floats, velocity: Floats, length: float
) -> Floats:
    """A body's velocity times its share, and its share, in still water, shape (4,)."""
    ahead = rotation_matrix(orientation)[:, 0]
    tail, nose = -0.52 * length, 0.24 * length
    along = np.clip((point - position) @ ahead, tail, nose)
    off = point - position - along * ahead
    distance = float(np.linalg.norm(off))
    share = max(0.0, 1.0 - (distance / (0.4 * length)) ** 2) ** 2
    before = (along - tail) / (nose - tail)
    if velocity @ ahead < 0:
        before = 1.0 - before
    away = 0.6 * before * np.linalg.norm(velocity) + max(0.12 * length - distance, 0.0) / 0.1
    return np.append(share * (0.6 * velocity + away * off / distance), share)


def test_beside_the_head_water_is_dragged_along_and_pushed_away() -> None:
    """0.2 m to the left of the axis' end: half the reach, a share of (1 - 1/4)^2 = 0.5625, of
    0.6 x 0.5 m/s along and as much away."""
    (beside,) = by_one([[0.24, 0.2, 0.0]])
    assert beside == pytest.approx(felt(0.3, 0.3, 0.0, share=0.5625))


def test_beside_the_tail_it_is_dragged_along_only() -> None:
    (beside,) = by_one([[-0.52, 0.0, 0.2]])
    assert beside == pytest.approx(felt(0.3, 0.0, 0.0, share=0.5625))


def test_who_swims_backwards_pushes_with_his_tail() -> None:
    tail, head = by_one([[-0.52, 0.2, 0.0], [0.24, 0.2, 0.0]], velocity=(-0.5, 0.0, 0.0))
    assert tail == pytest.approx(felt(-0.3, 0.3, 0.0, share=0.5625))
    assert head == pytest.approx(felt(-0.3, 0.0, 0.0, share=0.5625))


def test_who_drifts_with_the_water_moves_none_outside_of_himself() -> None:
    beside, inside = by_one(
        [[0.0, 0.2, 0.0], [0.0, 0.06, 0.0]], velocity=(0.5, 0.1, 0.0), flow=(0.5, 0.1, 0.0)
    )
    assert beside[:3] == pytest.approx(np.zeros(3))
    # 0.06 m inside, out of it in 0.1 s.
    assert inside == pytest.approx(felt(0.0, 0.6, 0.0, share=(1.0 - 0.15**2) ** 2))


def test_on_the_axis_there_is_a_way_out() -> None:
    (inside,) = by_one([[0.0, 0.0, 0.0]], velocity=(0.0, 0.0, 0.0))
    assert inside == pytest.approx(felt(0.0, 0.0, 1.2, share=1.0))


@pytest.mark.parametrize("point", [[0.0, 0.4, 0.0], [0.641, 0.0, 0.0], [-0.921, 0.0, 0.0]])
def test_beyond_its_reach_water_is_left_alone(point: list[float]) -> None:
    assert by_one([point]).tolist() == [[0.0, 0.0, 0.0, 1.0]]


def test_a_crowd_grips_no_harder_than_one() -> None:
    (together,) = added(
        np.array([[-0.52, 0.1, 0.0]]),
        np.zeros((50, 3)),
        np.tile(LEVEL, (50, 1)),
        np.tile([0.5, 0.0, 0.0], (50, 1)),
        np.ones(50),
        np.zeros(3),
    )
    # A quarter of the reach off the axis, 0.02 m inside.
    assert together == pytest.approx(felt(0.3, 0.2, 0.0, share=1.0))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32 - 1), st.floats(0.3, 30.0))
def test_looking_away_from_far_ones_changes_nothing(seed: int, wide: float) -> None:
    """Clusters and fishes anywhere, of all sizes, against everybody felt by every point."""
    draw = np.random.default_rng(seed)
    clusters, each, fishes = draw.integers(1, 8), 6, draw.integers(1, 40)
    middles = draw.uniform(-wide, wide, (clusters, 1, 3))
    points = middles + draw.normal(0.0, 0.3, (clusters, each, 3))
    boxes = np.stack([points.min(axis=1), points.max(axis=1)], axis=1)
    positions = draw.uniform(-1.2 * wide, 1.2 * wide, (fishes, 3))
    orientations = draw.normal(size=(fishes, 4))
    orientations /= np.linalg.norm(orientations, axis=1, keepdims=True)
    velocities = draw.normal(size=(fishes, 3))
    lengths = draw.uniform(0.05, 2.0, fishes).astype(np.float32)
    flow, grip = np.zeros((clusters * each, 3)), np.zeros(clusters * each)
    Stirring(len(flow)).add(
        np.arange(fishes),
        positions,
        orientations,
        velocities,
        lengths,
        each * np.arange(clusters + 1),
        boxes,
        points.reshape(-1, 3),
        flow,
        grip,
    )
    rows = list(zip(positions, orientations, velocities, lengths.astype(float), strict=True))
    for point, *found in zip(points.reshape(-1, 3), flow, grip, strict=True):
        total = sum((law(point, *row) for row in rows), np.zeros(4))
        share = total[3]
        expected = felt(*total[:3] / max(share, 1e-30), share=min(1.0, share))
        assert np.append(*found) == pytest.approx(expected, abs=1e-9)
