"""A crowd moves as its figures would one by one, and keeps their momentum."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import DTypeLike

from motorium.bodies.puppet.files import load_puppet
from motorium.bodies.puppet.model import Puppet, puppet_of
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_SECONDS
from motorium.physics.rods.crowd import Crowd
from motorium.physics.rods.stepping import Stepper
from motorium.physics.rods.walls import Walls
from tests.physics.rods.figures import arm_in_space, person, puppet

BOX = Walls(np.array([-2.0, -1.5, 0.0]), np.array([2.0, 1.5, 4.0]))
GRAVITY = np.array([0.0, 0.0, -9.81])
SHIPPED = puppet_of(load_puppet("person"))


def in_space() -> Puppet:
    """A braced trunk with a chain of four points that bends, and may nowhere be straight."""
    rest = [(0, 0, 0), (0.4, 0, 0), (0, 0.4, 0), (0.1, 0.1, 0.5), (0.5, 0.1, 0.6), (0.6, 0.5, 0.5)]
    rods = [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3), (3, 4), (4, 5)]
    return puppet(
        rest,
        rods=rods,
        joints=[(0, 3, 4), (3, 4, 5)],
        angles=[(0.5, 1.6), (0.9, 1.8)],
        masses=[3.0, 1.0, 2.0, 0.7, 1.5, 0.4],
    )


MADE = [
    pytest.param(SHIPPED, id="shipped"),
    pytest.param(person(np.linspace(0.5, 4.0, 16)), id="plane"),
    pytest.param(in_space(), id="space"),
]


def flying(made: Puppet, count: int, speed: float, seed: int = 1) -> tuple[Floats, Floats]:
    """Figures that fall and turn, with limbs that fly."""
    draw = np.random.default_rng(seed)
    flat = np.array([1.0, 0.0 if made.dimensions == 2 else 1.0, 1.0])
    positions = made.rest + draw.uniform(-0.5, 0.5, (count, 1, 3)) * flat + np.array([0, 0, 0.8])
    velocities = draw.normal(0.0, speed, (count, len(made.rest), 3)) * flat
    return positions, velocities


def crowd_of(
    made: Puppet, positions: Floats, velocities: Floats, dtype: DTypeLike = np.float32
) -> Crowd:
    crowd = Crowd(made, dtype=dtype)
    crowd.place_figures(crowd.add(len(positions)), positions, velocities)
    return crowd


def everybody(crowd: Crowd) -> np.ndarray:
    return np.arange(crowd.count)


def momenta(made: Puppet, crowd: Crowd) -> tuple[Floats, Floats]:
    """Linear and angular momentum of each figure."""
    lanes = everybody(crowd)
    moving = made.masses[:, None] * crowd.velocities(lanes)
    return moving.sum(axis=1), np.cross(crowd.positions(lanes), moving).sum(axis=1)


@pytest.mark.parametrize("made", MADE)
@pytest.mark.parametrize(
    ("dtype", "near"),
    # Kernels in float64 are for this test only, and take long to compile.
    [(np.float32, 3e-5), pytest.param(np.float64, 1e-6, marks=pytest.mark.slow)],
)
def test_a_crowd_moves_like_one_by_one(made: Puppet, dtype: DTypeLike, near: float) -> None:
    """Through the air, onto the floor and off it, also where steps are cut into parts. What is left
    is the polynomial of angles in float64, and rounding, which collisions make grow, in float32."""
    positions, velocities = flying(made, 21, 1.5)
    crowd = crowd_of(made, positions, velocities, dtype)
    crowd.walls, crowd.gravity = BOX, GRAVITY
    steppers = []
    for place, velocity in zip(positions, velocities, strict=True):
        one = Stepper(made, "mended", 7, tolerance=0.0)
        one.positions[:], one.momenta[:] = place, made.masses[:, None] * velocity
        one.forces[:], one.walls = made.masses[:, None] * GRAVITY, BOX
        steppers.append(one)
    met_walls = False
    for frame in range(30):
        crowd.step(FRAME_SECONDS)
        for one in steppers:
            one.step(FRAME_SECONDS)
        expected = np.stack([one.positions for one in steppers])
        met_walls = met_walls or bool((expected[..., 2] < 0.01).any())
        off = np.abs(crowd.positions(everybody(crowd)) - expected).max()
        # One step is exact to rounding.
        assert off < (near if frame else (1e-8 if dtype is np.float64 else 5e-7)), frame
    assert met_walls


def test_one_rod_by_hand() -> None:
    """Ends of 3 and 1 kg, 1 m apart, of which the light one flies across at 4 m/s for 0.1 s.

    It would be 0.4 m aside: |(1 + s, 0.4)| = 1 has the smaller root s = sqrt(0.84) - 1, of which
    the light end takes three quarters.
    """
    made = puppet([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0)], rods=[(1, 0)], masses=[3.0, 1.0])
    velocities = np.array([[(0.0, 0.0, 0.0), (0.0, 0.0, 4.0)]])
    crowd = crowd_of(made, made.rest[None], velocities)
    crowd.step(0.1)
    root = 1.0 - np.sqrt(1.0 - 0.16)
    expected = [[(root / 4, 0.0, 0.0), (1.0 - 0.75 * root, 0.0, 0.4)]]
    assert crowd.positions(everybody(crowd)) == pytest.approx(np.array(expected), abs=1e-6)
    assert crowd.velocities(everybody(crowd))[0, 0] == pytest.approx((2.5 * root, 0, 0), abs=1e-5)


@pytest.mark.parametrize("made", [person(np.geomspace(0.1, 10.0, 16)), in_space()])
@given(seed=st.integers(0, 2**31), speed=st.floats(0.01, 5.0), iterations=st.integers(0, 12))
@settings(max_examples=20, deadline=None)
def test_momentum_is_kept(made: Puppet, seed: int, speed: float, iterations: int) -> None:
    """Without walls and hands, to float32 rounding, however many iterations."""
    crowd = crowd_of(made, *flying(made, 5, speed, seed))
    crowd.rows[:, crowd.place.iterations] = iterations
    before = momenta(made, crowd)
    size = made.masses.sum() * speed
    for _ in range(3):
        crowd.step(FRAME_SECONDS)
    for was, now in zip(before, momenta(made, crowd), strict=True):
        assert np.abs(now - was).max() < 2e-6 * size


def test_damping_and_tone_keep_momentum_and_bring_bodies_back_to_rest() -> None:
    """A body of loose rods, shaken: after two seconds it turns as if it were rigid, and its rods
    are as long as they were, but for what turning stretches them."""
    trunk = in_space()
    lengths = trunk.lengths * np.array([0.6, 1.4])
    made = puppet(trunk.rest, rods=trunk.rods, lengths=lengths, masses=trunk.masses)
    crowd = crowd_of(made, *flying(made, 16, 0.3))
    crowd.tone, crowd.damping = 300.0, 20.0
    before, shaken = momenta(made, crowd), not_rigid(made, crowd)
    for _ in range(120):
        crowd.step(FRAME_SECONDS)
    for was, now in zip(before, momenta(made, crowd), strict=True):
        assert now == pytest.approx(was, abs=1e-5)
    left = not_rigid(made, crowd)
    print(f"moves by {shaken.mean():.3f} m/s within itself, then by {left.mean():.4f}")
    assert left.max() < 0.05 * shaken.mean()
    x = crowd.positions(everybody(crowd))
    now = np.linalg.norm(x[:, made.rods[:, 0]] - x[:, made.rods[:, 1]], axis=2)
    assert now == pytest.approx(np.tile(crowd.rest_lengths, (16, 1)), rel=0.02)


def not_rigid(made: Puppet, crowd: Crowd) -> Floats:
    """Root mean square [m/s] by which velocities differ from those of a rigid body."""
    found = []
    for x, v in zip(
        crowd.positions(everybody(crowd)), crowd.velocities(everybody(crowd)), strict=True
    ):
        roots = np.sqrt(made.masses)[:, None]
        turns = [np.cross(axis, x) for axis in np.eye(3)]
        shifts = [np.tile(axis, (len(x), 1)) for axis in np.eye(3)]
        columns = np.stack([(roots * one).ravel() for one in (*turns, *shifts)], axis=1)
        best = np.linalg.lstsq(columns, (roots * v).ravel(), rcond=None)[0]
        rest = (roots * v).ravel() - columns @ best
        found.append(np.sqrt((rest**2).sum() / made.masses.sum()))
    return np.array(found)


def test_fewer_iterations_stretch_more() -> None:
    """The dial, one figure beside the other in the same block."""
    made = person()
    positions, velocities = (np.repeat(part, 4, axis=0) for part in flying(made, 1, 3.0))
    crowd = crowd_of(made, positions, velocities)
    crowd.rows[0, crowd.place.iterations, :4] = (0, 1, 3, 20)
    crowd.step(FRAME_SECONDS)
    x = crowd.positions(everybody(crowd))
    lengths = np.linalg.norm(x[:, made.rods[:, 0]] - x[:, made.rods[:, 1]], axis=2)
    off = np.abs(lengths - made.lengths[:, 0]).sum(axis=1)
    print("off by", off)
    assert off[0] > off[1] > off[2] > off[3]
    assert off[3] < 0.02 * off[0]
    free = positions[0] + FRAME_SECONDS * velocities[0]
    assert x[0] == pytest.approx(free, abs=0.05)


def test_held_points_are_where_they_are_led_and_fly_on() -> None:
    made = person()
    crowd = crowd_of(made, made.rest[None].repeat(3, axis=0), np.zeros((3, 16, 3)))
    hand = made.rest[8] + np.array([0.05, 0.0, 0.02])
    crowd.hold(np.array([1]), np.array([8]), hand[None])
    crowd.step(FRAME_SECONDS)
    x, v = crowd.positions(everybody(crowd)), crowd.velocities(everybody(crowd))
    assert x[1, 8] == pytest.approx(hand, abs=1e-6)
    assert v[1, 8] == pytest.approx((hand - made.rest[8]) / FRAME_SECONDS, abs=1e-4)
    assert x[[0, 2]] == pytest.approx(made.rest[None].repeat(2, axis=0), abs=1e-6)
    crowd.let_go(np.array([1]))
    crowd.step(FRAME_SECONDS)
    assert crowd.positions(np.array([1]))[0, 8, 0] > hand[0] + 0.005


def test_steps_of_a_frame_are_steps() -> None:
    """Two at once, or one after the other; a hand leads its point evenly through both."""
    positions, velocities = flying(SHIPPED, 5, 1.0)
    once, twice = (crowd_of(SHIPPED, positions, velocities) for _ in range(2))
    lanes, points = np.array([2]), np.array([0])
    hand = positions[2, :1] + np.array([0.03, 0.0, 0.01])
    once.hold(lanes, points, hand)
    once.step(FRAME_SECONDS / 2, steps=2)
    for place in (0.5 * (positions[2, :1] + hand), hand):
        twice.hold(lanes, points, place)
        twice.step(FRAME_SECONDS / 2)
    everyone = everybody(once)
    assert once.positions(everyone) == pytest.approx(twice.positions(everyone), abs=1e-6)


def test_pinned_points_stay() -> None:
    made = puppet([(0.0, 0.0, 1.0), (0.5, 0.0, 1.0)], rods=[(0, 1)], pinned=[True, False])
    crowd = crowd_of(made, made.rest[None] + 7.25, np.zeros((1, 2, 3)))
    crowd.gravity = GRAVITY
    for _ in range(60):
        crowd.step(FRAME_SECONDS)
    x = crowd.positions(everybody(crowd))[0]
    assert x[0] == pytest.approx(made.rest[0] + 7.25, abs=1e-6)
    assert np.linalg.norm(x[1] - x[0]) == pytest.approx(0.5, abs=1e-4)
    assert x[1, 2] < 8.2


def test_far_away_and_twice_as_large_it_moves_alike() -> None:
    """What is twice as large and as fast does the same, twice as far, 200 km from home."""
    positions, velocities = flying(SHIPPED, 4, 1.0)
    here = crowd_of(SHIPPED, positions, velocities)
    there = Crowd(SHIPPED)
    far = np.array([2e5, 0.0, -1e5])
    there.place_figures(there.add(4), 2.0 * positions + far, 2.0 * velocities, 2.0)
    for _ in range(20):
        here.step(FRAME_SECONDS)
        there.step(FRAME_SECONDS)
    expected = 2.0 * here.positions(np.arange(4)) + far
    assert there.positions(np.arange(4)) == pytest.approx(expected, abs=2e-5)


def test_cores_and_neighbours_have_no_influence() -> None:
    positions, velocities = flying(SHIPPED, 70, 2.0)
    alone, shared = (crowd_of(SHIPPED, positions, velocities) for _ in range(2))
    for _ in range(10):
        alone.step(FRAME_SECONDS, cores=1)
        shared.step(FRAME_SECONDS, cores=2)
    assert np.array_equal(alone.state, shared.state)


def test_leaving_moves_the_last_into_the_gap() -> None:
    positions, velocities = flying(SHIPPED, 20, 1.0)
    crowd = crowd_of(SHIPPED, positions, velocities)
    assert crowd.remove(3) == 19
    assert crowd.count == 19
    assert crowd.positions(np.array([3]))[0] == pytest.approx(positions[19], abs=1e-6)
    with pytest.raises(IndexError, match="no figure in lane 19"):
        crowd.remove(19)


def test_what_it_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="rods and joints only"):
        Crowd(arm_in_space())
    with pytest.raises(ValueError, match="0 to 100 iterations"):
        Crowd(SHIPPED, iterations=101)
    with pytest.raises(ValueError, match="cannot add -1"):
        Crowd(SHIPPED).add(-1)
