"""A hanging chain against its Euler-Lagrange equations, solved by SciPy: of first order."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from motorium.contracts.frames import Floats
from motorium.physics.rods.stepping import Scheme, Stepper
from tests.physics.rods.exact import GRAVITY, errors, exact_chain, start_of


def orders(values: Floats) -> list[float]:
    return [float(np.log2(a / b)) for a, b in pairwise(values)]


@pytest.mark.parametrize("links", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("scheme", ["printed", "mended", "newton"])
def test_first_order_with_seven_iterations(scheme: Scheme, links: int) -> None:
    """Half a second from a bent pose: every halving of the step halves the error, with the default
    seven iterations; mended and newton also with the default tolerance."""
    steps = [120, 240, 480]
    found = errors(links, scheme, steps)
    print(f"{scheme}, {links} links: off by {found} m at {steps} steps, orders {orders(found)}")
    assert all(0.8 < order < 1.2 for order in orders(found))
    assert found[-1] < 0.01


@pytest.mark.parametrize("scheme", ["mended", "newton"])
def test_unequal_masses_converge_too(scheme: Scheme) -> None:
    """A hundredfold, from link to link."""
    masses = np.array([1.0, 10.0, 0.1, 1.0])
    found = errors(3, scheme, [240, 480, 960], iterations=200, tolerance=1e-10, masses=masses)
    assert all(0.8 < order < 1.2 for order in orders(found))


@pytest.mark.parametrize("links", [1, 3, 5])
def test_what_is_left_of_the_first_order_is_its_start(links: int) -> None:
    """Momenta live half a step before positions. With half a step's force in the first step, the
    mended scheme is SHAKE (Ryckaert 1977) with Verlet's positions, and of second order."""
    found = errors(
        links, "mended", [60, 120, 240], iterations=300, tolerance=1e-12, half_start=True
    )
    print(f"{links} links: off by {found} m, orders {orders(found)}")
    assert all(1.8 < order < 2.2 for order in orders(found))


def test_the_exact_chain_keeps_its_energy() -> None:
    """The oracle itself: a pendulum's period for small swings, 2 pi sqrt(l / g)."""
    length, start = np.array([0.7]), np.array([1e-4])
    period = 2 * np.pi * np.sqrt(0.7 / GRAVITY)
    (place,) = exact_chain(length, np.ones(1), start, np.zeros(1), period)
    assert place == pytest.approx([0.7 * np.sin(1e-4), -0.7 * np.cos(1e-4)], abs=1e-11)


def test_the_chain_is_bent_and_moves() -> None:
    """So the comparison is about something."""
    made, lengths, angles = start_of(5)
    stepper = Stepper(made)
    stepper.forces[:, 2] = -GRAVITY * made.masses
    for _ in range(30):
        stepper.step(1 / 60)
    assert len(lengths) == len(angles) == 5
    assert np.linalg.norm(stepper.positions[-1] - made.rest[-1]) > 0.5
