"""Hands that jump, points at one place, masses that differ by a million, bounds that exclude each
other: nothing becomes NaN, and nothing explodes."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.physics.rods.stepping import Stepper
from motorium.physics.rods.walls import Walls
from tests.physics.rods.figures import arm_in_space, chain, person, puppet

SECONDS = 1 / 60
Kept = Literal["mended", "newton"]


def energy(stepper: Stepper) -> float:
    """Kinetic, of what is free [J]."""
    free = stepper.held == 0
    masses = stepper.puppet.masses[free, None]
    return float((stepper.momenta[free] ** 2 / masses).sum() / 2)


@pytest.mark.parametrize("scheme", ["mended", "newton"])
@settings(max_examples=15, deadline=None)
@given(
    dimensions=st.sampled_from([2, 3]),
    seed=st.integers(0, 2**32 - 1),
    jump=st.floats(0.0, 10.0),
    spread=st.sampled_from([0.0, 1.0, 3.0]),
    iterations=st.sampled_from([1, 3, 7]),
)
def test_energy_stays_bounded_after_a_hand_jumps(
    scheme: Kept, dimensions: int, seed: int, jump: float, spread: float, iterations: int
) -> None:
    """The hand puts a point elsewhere within one step, and holds it there for three seconds. What
    follows has less energy than three times what it takes to throw the whole puppet as fast."""
    random = np.random.default_rng(seed)
    count = 16 if dimensions == 2 else 7
    masses = 10 ** random.uniform(-spread, spread, count)
    stepper = Stepper(
        person(masses) if dimensions == 2 else arm_in_space(masses), scheme, iterations
    )
    in_plane = np.array([1.0, dimensions == 3, 1.0])
    stepper.momenta[:] = masses[:, None] * random.normal(size=(count, 3)) * in_plane
    thrown = energy(stepper)
    grabbed = int(random.integers(count))
    way = random.normal(size=3) * in_plane
    way *= jump / np.linalg.norm(way)
    stepper.held[grabbed] = 1
    stepper.places[grabbed] = stepper.positions[grabbed] + way
    most = 3 * (thrown + masses.sum() * ((jump + 0.5) / SECONDS) ** 2 / 2)
    for _ in range(200):
        stepper.step(SECONDS)
        assert np.isfinite(stepper.positions).all()
        assert energy(stepper) < most


@pytest.mark.parametrize("scheme", ["mended", "newton"])
@pytest.mark.parametrize("seed", range(8))
def test_a_shaken_person_comes_together_again(scheme: Kept, seed: int) -> None:
    """A hand of up to 25 m/s for a second, another way at every step; when it rests, the person
    goes round it with up to 30 m/s. Rods are nearly as long as they should be."""
    stepper = Stepper(person(), scheme)
    random = np.random.default_rng(seed)
    stepper.forces[:, 2] = -9.81
    grabbed = int(random.integers(16))
    stepper.held[grabbed] = 1
    for _ in range(60):
        way = random.uniform(-0.3, 0.3, 3) * [1, 0, 1]
        stepper.places[grabbed] = stepper.positions[grabbed] + way
        stepper.step(SECONDS)
    for _ in range(60):
        stepper.step(SECONDS)
    assert stepper.deviation < (0.08 if scheme == "mended" else 0.01)


@pytest.mark.parametrize("scheme", ["mended", "newton"])
def test_points_at_one_place_come_apart(scheme: Kept) -> None:
    made = puppet([(0, 1), (0, 1), (0, 1)], rods=[(0, 1), (1, 2)], lengths=[(0.5, 0.5)] * 2)
    stepper = Stepper(made, scheme)
    for _ in range(20):
        stepper.step(SECONDS)
    assert np.isfinite(stepper.positions).all()
    lengths = np.linalg.norm(np.diff(stepper.positions, axis=0), axis=1)
    assert lengths == pytest.approx([0.5, 0.5], rel=1e-3)


@pytest.mark.parametrize("scheme", ["mended", "newton"])
def test_rods_that_exclude_each_other_find_a_peace(scheme: Kept) -> None:
    """A triangle of 1, 1 and 3 cannot be: it lies stretched out, and does not fly away."""
    made = puppet(
        [(0, 0), (1, 0), (0.5, 0.8)],
        rods=[(0, 1), (1, 2), (0, 2)],
        lengths=[(3, 3), (1, 1), (1, 1)],
    )
    stepper = Stepper(made, scheme)
    for _ in range(600):
        stepper.step(SECONDS)
        assert energy(stepper) < 3 * (1.5 / SECONDS) ** 2
    assert np.abs(stepper.positions - stepper.positions.mean(axis=0)).max() < 3


@pytest.mark.parametrize("scheme", ["mended", "newton"])
def test_a_joint_that_its_rods_exclude(scheme: Kept) -> None:
    """A triangle of rods fixes the angle at 60 degrees; its joint asks for 170 to 180."""
    corner = np.sqrt(0.75)
    made = puppet(
        [(0, 0), (1, 0), (0.5, corner)],
        rods=[(0, 1), (1, 2), (0, 2)],
        joints=[(0, 1, 2)],
        angles=[(0.0, 0.17)],
    )
    stepper = Stepper(made, scheme)
    for _ in range(300):
        stepper.step(SECONDS)
    assert np.isfinite(stepper.positions).all()
    assert np.abs(stepper.positions).max() < 5


@pytest.mark.parametrize("scheme", ["mended", "newton"])
def test_both_ends_held_apart_are_let_be(scheme: Kept) -> None:
    stepper = Stepper(puppet([(0, 0), (1, 0), (2, 0)], rods=[(0, 1), (1, 2)]), scheme)
    stepper.held[[0, 2]] = 1
    stepper.places[2] = [9, 0, 0]
    for _ in range(60):
        stepper.step(SECONDS)
    assert stepper.positions[2].tolist() == [9, 0, 0]
    assert 1 <= stepper.positions[1, 0] <= 8
    assert np.isfinite(stepper.momenta).all()


@pytest.mark.parametrize("scheme", ["mended", "newton"])
def test_a_person_falls_and_comes_to_lie(scheme: Kept) -> None:
    """With walls and gravity for ten seconds: within the box, and at rest but for a tremble."""
    stepper = Stepper(person(), scheme)
    stepper.walls = Walls(np.array([-2.0, -1.0, 0.0]), np.array([2.0, 1.0, 3.0]), 0.5, 0.5)
    stepper.forces[:, 2] = -9.81
    stepper.momenta[:, 0] = 2.0
    for _ in range(600):
        stepper.step(SECONDS)
        assert (stepper.positions[:, 2] >= 0).all()
        assert (np.abs(stepper.positions[:, 0]) <= 2).all()
    assert stepper.positions[:, 2].mean() < 0.6
    assert energy(stepper) < 0.01 * 16 * 9.81


@pytest.mark.parametrize("scheme", ["mended", "newton"])
def test_a_rope_that_was_torn_out_pulls_itself_together(scheme: Kept) -> None:
    """Twenty rods, three times too long: to draw them in takes far more energy together than one by
    one."""
    stepper = Stepper(chain(20, 0.1, 0.3), scheme, 15)
    stepper.positions[:] *= 3.0
    stepper.forces[:, 2] = -9.81 * stepper.puppet.masses
    for _ in range(8 * 60):
        stepper.momenta[:] *= 0.98
        stepper.step(SECONDS)
    assert stepper.deviation < 0.02
