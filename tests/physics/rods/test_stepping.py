"""The stepper: hands, rest, deviation, and what cannot be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motorium.contracts.frames import Floats
from motorium.physics.rods.printed import rotated
from motorium.physics.rods.stepping import SCHEMES, Scheme, Stepper
from tests.physics.rods.figures import arm_in_space, chain, person, puppet

SECONDS = 1 / 60


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_held_point_is_at_its_place_and_flies_on_when_it_is_let_go(scheme: Scheme) -> None:
    """Carried by 0.1 m in 1/60 s, 2 kg: 12 kg m/s."""
    stepper = Stepper(puppet([(0, 1)], masses=[2.0]), scheme)
    stepper.held[0] = 1
    stepper.places[0] = [0.1, 0.0, 1.0]
    stepper.step(SECONDS)
    assert stepper.positions[0].tolist() == [0.1, 0.0, 1.0]
    assert stepper.momenta[0] == pytest.approx([12.0, 0.0, 0.0])
    stepper.held[0] = 0
    stepper.step(SECONDS)
    assert stepper.positions[0] == pytest.approx([0.2, 0.0, 1.0])


@pytest.mark.parametrize("scheme", ["mended", "newton"])
def test_a_rod_by_hand_with_unequal_masses(scheme: Scheme) -> None:
    """A rod of 1 m along x, of 1 and 3 kg; the light end runs off with 0.4 m a step. The rod pulls
    along itself: 1.4 m must become 1, the light end gives way by 0.3, the heavy one by 0.1."""
    stepper = Stepper(puppet([(0, 0), (1, 0)], rods=[(0, 1)], masses=[3.0, 1.0]), scheme)
    stepper.momenta[1] = [0.4, 0.0, 0.0]
    stepper.step(1.0)
    assert stepper.positions[:, 0] == pytest.approx([0.1, 1.1], abs=1e-6)
    assert stepper.momenta[:, 0] == pytest.approx([0.3, 0.1], abs=1e-6)


def test_a_mended_rod_pulls_along_its_old_direction() -> None:
    """A rod of 1 m along x whose end goes up by 0.28 m: it must come in along x to the root
    of 1 - 0.0784, 0.96, and keeps its 0.28 up; each end gives way by half of 0.04."""
    stepper = Stepper(puppet([(0, 0), (1, 0)], rods=[(0, 1)]))
    stepper.momenta[1] = [0.0, 0.0, 0.28]
    stepper.step(1.0)
    assert stepper.positions == pytest.approx(np.array([(0.02, 0.0, 0.0), (0.98, 0.0, 0.28)]))


def test_a_lash_is_made_in_parts() -> None:
    """An end that goes up by 2 m in a step turns its rod by far more than a radian: it ends on the
    circle about the middle, with the angular momentum that it had."""
    stepper = Stepper(puppet([(0, 0), (1, 0)], rods=[(0, 1)]))
    stepper.momenta[1] = [0.0, 0.0, 2.0]
    stepper.step(1.0)
    assert stepper.deviation < 1e-3
    turning = np.cross(stepper.positions, stepper.momenta).sum(axis=0)
    assert turning == pytest.approx([0.0, -2.0, 0.0])


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_telescope_has_play(scheme: Scheme) -> None:
    stepper = Stepper(puppet([(0, 0), (1, 0)], rods=[(0, 1)], lengths=[(0.5, 1.5)]), scheme, 50)
    stepper.momenta[1] = [0.3, 0.0, 0.0]
    assert stepper.step(1.0) == 1
    assert stepper.positions[1, 0] == 1.3
    assert stepper.deviation == 0.0
    stepper.step(1.0)
    assert stepper.positions[1, 0] - stepper.positions[0, 0] == pytest.approx(1.5, rel=1e-3)


def test_deviation_by_hand() -> None:
    """Rods of 1 and 2 m; one is 1.3 long, the other 1.8: 0.5 of 3."""
    stepper = Stepper(puppet([(0, 0), (1, 0), (3, 0)], rods=[(0, 1), (1, 2)]))
    stepper.positions[:, 0] = [0.0, 1.3, 3.1]
    assert stepper.deviation == pytest.approx(0.5 / 3)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_rest_is_the_beginning_again_to_the_byte(scheme: Scheme) -> None:
    stepper = Stepper(chain(4), scheme)
    stepper.forces[:, 2] = -9.81

    def run() -> bytes:
        for _ in range(50):
            stepper.step(SECONDS)
        return bytes(stepper.positions.tobytes() + stepper.momenta.tobytes())

    first = run()
    stepper.held[2] = 1
    run()
    stepper.rest()
    assert stepper.held.tolist() == [1, 0, 0, 0, 0]
    assert run() == first


@pytest.mark.parametrize("scheme", ["mended", "newton"])
def test_a_puppet_in_the_plane_stays_in_it(scheme: Scheme) -> None:
    stepper = Stepper(person(), scheme)
    stepper.momenta[:] = np.random.default_rng(0).normal(size=(16, 3)) * [3, 0, 3]
    for _ in range(100):
        stepper.step(SECONDS)
    assert (stepper.positions[:, 1] == 0).all()


@pytest.mark.parametrize("scheme", ["mended", "newton"])
def test_where_it_is_and_how_it_is_turned_does_not_matter(scheme: Scheme) -> None:
    """The same throw, turned about a skew axis and elsewhere, gives the same motion, turned."""
    made = arm_in_space()

    def turned(vectors: Floats) -> Floats:
        return np.array([rotated(one, np.array([1.0, 2.0, 3.0]), 0.8) for one in vectors])

    far = np.array([3.0, -2.0, 1.0])
    here, there = (
        Stepper(made, scheme),
        Stepper(replace(made, rest=turned(made.rest) + far), scheme),
    )
    here.momenta[:] = np.random.default_rng(2).normal(size=(7, 3))
    there.momenta[:] = turned(here.momenta)
    for _ in range(20):
        here.step(SECONDS)
        there.step(SECONDS)
    assert there.positions == pytest.approx(turned(here.positions) + far, abs=1e-9)


def test_newton_needs_fewer_iterations() -> None:
    """A person in free fall that is thrown about, to a millionth: a fifth of the iterations."""
    used = {}
    for scheme in ("mended", "newton"):
        stepper = Stepper(person(), scheme, 200, tolerance=1e-6)
        stepper.momenta[:] = np.random.default_rng(0).normal(size=(16, 3)) * [1, 0, 1]
        used[scheme] = sum(stepper.step(SECONDS) for _ in range(60))
    assert used["newton"] < used["mended"] / 5


def test_fewer_iterations_let_it_stretch_more() -> None:
    """The dial of squash and stretch: a chain on a hand that goes to and fro."""
    worst = []
    for iterations in (1, 2, 4, 8, 16):
        stepper = Stepper(chain(8, 0.1, 0.0), iterations=iterations)
        stepper.forces[:, 2] = -9.81
        deviations = []
        for n in range(120):
            stepper.places[0, 0] = 0.1 * np.sin(n / 12)
            stepper.step(SECONDS)
            deviations.append(stepper.deviation)
        worst.append(max(deviations))
    assert worst == sorted(worst, reverse=True)
    assert worst[0] > 0.05
    assert worst[-1] < 0.01


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(ValueError, match="no scheme 'euler'; there are printed, mended, newton"):
        Stepper(chain(1), "euler")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one iteration, not 0"):
        Stepper(chain(1), iterations=0)
    with pytest.raises(ValueError, match="that of 'p1' is not"):
        Stepper(replace(chain(1), masses=np.array([1.0, 0.0])))
    with pytest.raises(ValueError, match="more than 0 s"):
        Stepper(chain(1)).step(0.0)
