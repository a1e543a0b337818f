"""Leaves of seaweed: statics by hand and by SciPy, one step by dense algebra, and storms."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_SECONDS
from motorium.physics.weeds import (
    DRAG,
    GRAVITY,
    NODES_PER_LEAF,
    SPRING,
    STEPS_PER_FRAME,
    WIDTH,
    Leaves,
)

UP = np.array([0.0, 0.0, 1.0])


def leaning(angle: float, turned: float = 0.0) -> Floats:
    """Directions of one leaf that leans everywhere by the same angle [rad]."""
    one = [math.sin(angle) * math.cos(turned), math.sin(angle) * math.sin(turned), math.cos(angle)]
    return np.tile(one, (NODES_PER_LEAF, 1))


def a_leaf(stiffness: float, height: float = 1.0, buoyancy: float = 1.0) -> Leaves:
    shape = leaning(0.8, turned=0.5)[None]
    return Leaves(np.array([height]), np.array([buoyancy]), shape, stiffness)


def some_leaves(count: int, stiffness: float = 0.5) -> Leaves:
    draw = np.random.default_rng(count)
    shapes = [leaning(*draw.uniform((0.0, -3.0), (1.0, 3.0))) for _ in range(count)]
    return Leaves(
        draw.uniform(0.4, 1.6, count), draw.uniform(0.5, 2.0, count), np.stack(shapes), stiffness
    )


def blow(leaves: Leaves, current: Floats, seconds: float) -> None:
    leaves.flow[:] = np.asarray(current)[:, None]
    for _ in range(round(seconds / FRAME_SECONDS)):
        leaves.advance()


def links(leaves: Leaves) -> Floats:
    """From node to node, the first from the root, shape (leaves, NODES_PER_LEAF, 3)."""
    return np.diff(leaves.nodes, axis=1, prepend=0.0)


def stretch(leaves: Leaves) -> Floats:
    """Of each link, 1 at its own length."""
    relative: Floats = np.linalg.norm(links(leaves), axis=2) / leaves.lengths
    return relative


def energy(leaves: Leaves, nodes: Floats, current: Floats) -> float:
    """Of springs, shape, lift and a steady current at nodes of the first leaf [J]."""
    along = np.diff(nodes, axis=0, prepend=0.0)
    rest, pulls = leaves.lengths[0], leaves.pulls[0]
    stretched = np.linalg.norm(along, axis=1) - rest
    bent = along - rest[:, None] * leaves.directions[0]
    held = SPRING * stretched**2 + pulls / rest * (bent**2).sum(axis=1)
    return float(
        0.5 * held.sum()
        - (leaves.lifts[0] * nodes[:, 2]).sum()
        - leaves.drags[0] * (nodes @ current).sum()
    )


def slope(leaves: Leaves, nodes: Floats, current: Floats) -> Floats:
    """Of that energy [N]."""
    along = np.diff(nodes, axis=0, prepend=0.0)
    rest, pulls = leaves.lengths[0][:, None], leaves.pulls[0][:, None]
    long = np.linalg.norm(along, axis=1)[:, None]
    held = SPRING * (long - rest) / long * along + pulls * (along / rest - leaves.directions[0])
    pulled = leaves.lifts[0][:, None] * UP + leaves.drags[0] * current
    total: Floats = held - np.append(held[1:], np.zeros((1, 3)), axis=0) - pulled
    return total


# ------------------------------------------------------------ the model


def test_links_and_masses_decrease_towards_the_tip() -> None:
    leaves = some_leaves(5)
    assert (np.diff(leaves.lengths, axis=1) < 0).all()
    assert (np.diff(leaves.masses, axis=1) < 0).all()
    assert leaves.masses.sum(axis=1) == pytest.approx(0.003 * leaves.lengths.sum(axis=1))


def test_a_leaf_is_as_long_as_it_is_said_to_be() -> None:
    assert a_leaf(0.5, height=1.3).lengths.sum() == pytest.approx(1.3)


# ------------------------------------------------------------ at rest


def test_links_settle_at_the_angles_of_the_forces_above_them() -> None:
    """By hand: the tip's node weighs 3 g x 0.15 x 0.85^9 / (1 - 0.85^10) = 0.12974 g, is lifted by
    1.2728 mN and pulled by 0.01 kg/s x 0.2 m/s = 2 mN: 57.5 degrees. The whole leaf is lifted by
    29.43 mN and pulled by 20 mN: its first link leans by 34.2 degrees."""
    leaves = a_leaf(stiffness=0.0)
    blow(leaves, np.array([0.2, 0.0, 0.0]), seconds=120.0)
    x, y, z = links(leaves)[0].T
    angles = np.degrees(np.arctan2(x, z))
    assert angles[-1] == pytest.approx(math.degrees(math.atan(2.0 / 1.2728)), abs=0.01)
    assert angles[0] == pytest.approx(math.degrees(math.atan(20.0 / 29.43)), abs=0.01)
    masses = leaves.masses[0]
    for link in range(NODES_PER_LEAF):
        pull = 0.2 * DRAG * (NODES_PER_LEAF - link)
        assert math.tan(math.radians(angles[link])) == pytest.approx(
            pull / (GRAVITY * masses[link:].sum()), rel=1e-4
        )
    assert (np.diff(angles) > 0).all()
    assert np.abs(y).max() < 1e-12


def test_a_settled_link_is_as_long_as_its_spring_says() -> None:
    """By hand: the first link of a leaf of 1 m has 0.15353 m, and bears the whole lift, 29.43 mN,
    with 100 N/m: 0.2943 mm longer."""
    assert links(a_leaf(stiffness=0.0))[0, 0, 2] == pytest.approx(0.153534 + 0.0002943, abs=1e-6)


@pytest.mark.parametrize("current", [(0.0, 0.0, 0.0), (0.3, -0.1, 0.05), (-1.0, 0.0, 0.0)])
def test_with_a_shape_it_settles_where_energy_is_least(current: tuple[float, ...]) -> None:
    leaves, flow = a_leaf(stiffness=0.5), np.array(current)
    blow(leaves, flow, seconds=120.0)
    shape = (NODES_PER_LEAF, 3)
    upright = np.cumsum(leaves.lengths[0])[:, None] * UP + np.linspace(0.0, 0.01, 30).reshape(shape)
    least = minimize(
        lambda x: 1e3 * energy(leaves, x.reshape(shape), flow),
        upright.ravel(),
        jac=lambda x: 1e3 * slope(leaves, x.reshape(shape), flow).ravel(),
        method="BFGS",
        options={"gtol": 1e-6, "maxiter": 5000},
    )
    assert leaves.nodes[0] == pytest.approx(least.x.reshape(shape), abs=2e-4)
    assert leaves.nodes[0] == pytest.approx(leaves.settled(flow)[0], abs=2e-5)


def test_leaves_of_one_root_fan_out_as_their_shapes_lean() -> None:
    """In still water a link points along b z + S s / W: here tan = 0.5 sin 0.8 / (1 + 0.5 cos 0.8),
    all along the leaf."""
    (along,) = links(a_leaf(stiffness=0.5))
    lean = np.arctan2(np.hypot(along[:, 0], along[:, 1]), along[:, 2])
    assert lean == pytest.approx(
        np.full(NODES_PER_LEAF, math.atan2(0.5 * math.sin(0.8), 1 + 0.5 * math.cos(0.8)))
    )


def test_long_and_short_leaves_bend_alike() -> None:
    current = np.array([0.4, 0.0, 0.0])
    short, long = (a_leaf(0.5, height).settled(current) for height in (0.5, 1.5))
    assert 3.0 * short == pytest.approx(long)


def test_it_recovers_when_the_current_stops() -> None:
    leaves = some_leaves(9)
    rest = leaves.nodes
    blow(leaves, np.array([0.5, 0.2, 0.0]), seconds=10.0)
    bent = np.linalg.norm(leaves.nodes[:, -1] - rest[:, -1], axis=1)
    assert (bent > 0.2 * leaves.lengths.sum(axis=1)).all()
    blow(leaves, np.zeros(3), seconds=120.0)
    assert np.abs(leaves.nodes - rest).max() < 1e-3


# ------------------------------------------------------------ on the way


def one_frame_by_dense_algebra(leaves: Leaves, current: Floats) -> Floats:
    """Of the first leaf: the step as it is defined, with whole matrices."""
    x, v = leaves.nodes[0], leaves.velocities[0, :, :, 0].copy()
    h = FRAME_SECONDS / STEPS_PER_FRAME
    rest, pulls = leaves.lengths[0], leaves.pulls[0]
    for _ in range(STEPS_PER_FRAME):
        along = np.diff(x, axis=0, prepend=0.0)
        long = np.linalg.norm(along, axis=1)
        matrix = np.zeros((NODES_PER_LEAF, 3, NODES_PER_LEAF, 3))
        force = leaves.drags[0] * (current - v) + leaves.lifts[0][:, None] * UP
        for i in range(NODES_PER_LEAF):
            d = along[i] / long[i]
            pull = SPRING * (long[i] - rest[i]) * d
            pull += pulls[i] / rest[i] * (along[i] - rest[i] * leaves.directions[0, i])
            slack = max(0.0, 1.0 - rest[i] / long[i])
            tangent = SPRING * (slack * np.eye(3) + (1.0 - slack) * np.outer(d, d))
            tangent += pulls[i] / rest[i] * np.eye(3)
            force[i] -= pull
            matrix[i, :, i] += (leaves.masses[0, i] / h + leaves.drags[0]) * np.eye(3) + h * tangent
            if i > 0:
                force[i - 1] += pull
                matrix[i - 1, :, i - 1] += h * tangent
                matrix[i, :, i - 1] -= h * tangent
                matrix[i - 1, :, i] -= h * tangent
        inertia = leaves.masses[0][:, None] / h + leaves.drags[0]
        flat = matrix.reshape(3 * NODES_PER_LEAF, -1)
        v = np.linalg.solve(flat, (inertia * v + force).ravel()).reshape(-1, 3)
        x = x + h * v
    return np.asarray(x)


def test_a_frame_is_the_implicit_step() -> None:
    leaves = some_leaves(3)
    blow(leaves, np.array([2.0, 0.5, -1.0]), seconds=0.3)
    current = np.array([-3.0, 1.0, 2.0])
    expected = one_frame_by_dense_algebra(leaves, current)
    blow(leaves, current, seconds=FRAME_SECONDS)
    assert leaves.nodes[0] == pytest.approx(expected, abs=1e-12)


def test_a_leaf_does_not_care_for_its_neighbours() -> None:
    together = some_leaves(2 * WIDTH + 3)
    blow(together, np.array([0.7, 0.1, 0.0]), seconds=1.0)
    for one in (0, WIDTH, 2 * WIDTH + 2):
        alone = Leaves(
            together.lengths[one : one + 1].sum(axis=1),
            together.lifts[one : one + 1].sum(axis=1) / GRAVITY / together.masses[one].sum(),
            together.directions[one : one + 1],
        )
        blow(alone, np.array([0.7, 0.1, 0.0]), seconds=1.0)
        assert alone.nodes[0] == pytest.approx(together.nodes[one], abs=1e-12)


def test_still_water_only_takes_energy() -> None:
    leaves = a_leaf(stiffness=0.5)
    blow(leaves, np.array([3.0, 1.0, 0.0]), seconds=1.0)
    leaves.flow[:] = 0.0
    books = []
    for _ in range(300):
        leaves.advance()
        speeds = leaves.velocities[0, :, :, 0]
        kinetic = 0.5 * (leaves.masses[0][:, None] * speeds**2).sum()
        books.append(kinetic + energy(leaves, leaves.nodes[0], np.zeros(3)))
    assert (np.diff(books) < 1e-9).all()
    assert books[0] - books[-1] > 1e-3


@given(st.lists(st.tuples(*3 * [st.floats(-10.0, 10.0)]), min_size=1, max_size=12))
@settings(max_examples=25, deadline=None)
def test_no_storm_tears_it(gusts: list[tuple[float, float, float]]) -> None:
    """Whatever blows, as often as every frame, up to 17 m/s: no link doubles, no node outruns the
    water for long."""
    leaves = some_leaves(WIDTH)
    for gust in gusts:
        for frames in (1, 1, 3):
            blow(leaves, np.array(gust), frames * FRAME_SECONDS)
            assert stretch(leaves).max() < 1.3
            assert np.abs(leaves.velocities).max() < 30.0
    blow(leaves, np.array([10.0, 0.0, 0.0]), seconds=5.0)
    assert stretch(leaves).max() < 1.08


@pytest.mark.parametrize("frames", [1, 6, 9, 30])
def test_the_current_may_turn_as_often_as_every_frame(frames: int) -> None:
    leaves, worst = some_leaves(10 * WIDTH), 0.0
    for frame in range(600):
        blow(leaves, np.array([10.0 * (-1) ** (frame // frames), 0.0, 0.0]), FRAME_SECONDS)
        worst = max(worst, float(stretch(leaves).max()))
    assert worst < 1.25
    blow(leaves, np.zeros(3), seconds=60.0)
    assert np.abs(leaves.nodes - leaves.settled(np.zeros(3))).max() < 1e-3


@pytest.mark.parametrize("speed", [0.2, 0.5, 1.0])
def test_usual_currents_stretch_it_by_a_few_per_cent_at_most(speed: float) -> None:
    leaves, worst = some_leaves(WIDTH), 0.0
    for second in range(10):
        blow(leaves, np.array([speed * (-1) ** second, 0.0, 0.0]), seconds=1.0)
        worst = max(worst, float(np.abs(stretch(leaves) - 1.0).max()))
    assert worst < 0.02


# ------------------------------------------------------------ ground and surface


@pytest.mark.parametrize("down", [0.5, 10.0])
def test_ground_holds_it_up(down: float) -> None:
    leaves = some_leaves(WIDTH)
    leaves.floor[:] = 0.0
    blow(leaves, np.array([0.1, 0.0, -down]), seconds=10.0)
    assert leaves.nodes[:, :, 2].min() > -0.003
    assert leaves.nodes[:, -1, 2].max() < 0.05


@pytest.mark.parametrize("up", [0.0, 10.0])
def test_the_surface_holds_it_down(up: float) -> None:
    leaves = some_leaves(WIDTH)
    leaves.ceiling[:] = 0.3
    blow(leaves, np.array([0.3, 0.0, up]), seconds=10.0)
    assert leaves.nodes[:, :, 2].max() < 0.303
    assert stretch(leaves).max() < 1.08


def test_what_is_far_inside_the_ground_slides_out_of_it() -> None:
    leaves = some_leaves(WIDTH)
    leaves.floor[:] = 2.0
    leaves.advance()
    assert np.abs(leaves.velocities).max() < 5.0
    leaves.floor[:] = 0.0
    blow(leaves, np.zeros(3), seconds=60.0)
    assert np.abs(leaves.nodes - leaves.settled(np.zeros(3))).max() < 0.01
