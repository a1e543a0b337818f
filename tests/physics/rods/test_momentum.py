"""Linear and angular momentum of whole steps: kept to rounding, whatever the masses, whatever
constraints are at work, and however few iterations are made."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.bodies.puppet.model import Puppet
from motorium.contracts.frames import Floats
from motorium.physics.rods.constraints import bend_in_plane, bend_in_space, cone, twist
from motorium.physics.rods.stepping import Stepper
from tests.physics.rods.figures import arm_in_space, momentum, person, puppet, spin

SECONDS = 1 / 60
True_ = Literal["mended", "newton"]


def thrown(made: Puppet, scheme: True_, iterations: int, seed: int, speed: float) -> Stepper:
    """Every point with a velocity of its own [m/s]: nothing is as its rods and joints want it."""
    stepper = Stepper(made, scheme, iterations)
    velocities = np.random.default_rng(seed).normal(scale=speed, size=made.rest.shape)
    if made.dimensions == 2:
        velocities[:, 1] = 0.0
    stepper.momenta[:] = made.masses[:, None] * velocities
    return stepper


def size(stepper: Stepper) -> float:
    """Of the momenta that are added up and rounded [kg m/s]."""
    return float(np.abs(stepper.momenta).sum())


@pytest.mark.parametrize("scheme", ["mended", "newton"])
@pytest.mark.parametrize("dimensions", [2, 3])
@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    speed=st.floats(0.1, 8.0),
    spread=st.sampled_from([0.0, 0.0, 1.0, 3.0]),
    iterations=st.integers(1, 12),
)
def test_momentum_of_every_step_is_kept(
    scheme: True_, dimensions: int, seed: int, speed: float, spread: float, iterations: int
) -> None:
    """spread: masses are from 10^-spread to 10^spread; 0: equal."""
    count = 16 if dimensions == 2 else 7
    masses = 10 ** np.random.default_rng(seed).uniform(-spread, spread, count)
    made = person(masses) if dimensions == 2 else arm_in_space(masses)
    stepper = thrown(made, scheme, iterations, seed, speed)
    for _ in range(25):
        before = momentum(stepper.momenta), spin(stepper.positions, stepper.momenta)
        # Rounding goes with the largest of what is added: impulses between heavy points, and with
        # how far from the origin they act.
        far = 1.0 + np.abs(stepper.positions).max()
        rounding = 1e-12 * (size(stepper) + made.masses.sum())
        stepper.step(SECONDS)
        rounding += 1e-12 * size(stepper)
        assert momentum(stepper.momenta) == pytest.approx(before[0], abs=rounding)
        after = spin(stepper.positions, stepper.momenta)
        far = max(far, 1.0 + np.abs(stepper.positions).max())
        assert after == pytest.approx(before[1], abs=rounding * far)


def _angles(made: Puppet, x: Floats) -> dict[str, float]:
    """How far angles are beyond their bounds [rad], the worst of each kind."""
    worst = dict.fromkeys(("joint", "cone", "twist"), 0.0)
    for points, (least, most) in zip(made.joints, made.angles, strict=True):
        at = [tuple(x[p]) for p in points]
        bend = (
            bend_in_plane(*at) if made.dimensions == 2 else bend_in_space(*[*at, (0.0, 0.0, 0.0)])
        )
        worst["joint"] = max(worst["joint"], least - bend[0], bend[0] - most)
    for points, axis, most in zip(made.cones, made.cone_axes, made.cone_angles, strict=True):
        at = [tuple(x[p]) for p in points]
        worst["cone"] = max(worst["cone"], cone(*[*at, tuple(axis), (0.0, 0.0, 0.0)])[0] - most)
    for points, axis, (least, most) in zip(
        made.twists, made.twist_axes, made.twist_angles, strict=True
    ):
        found = twist(*[*(tuple(x[p]) for p in points), tuple(axis)])[0]
        worst["twist"] = max(worst["twist"], least - found, found - most)
    return worst


@pytest.mark.parametrize("scheme", ["mended", "newton"])
@pytest.mark.parametrize("made", [person(), arm_in_space()], ids=["plane", "space"])
def test_all_kinds_of_constraints_were_at_work(made: Puppet, scheme: True_) -> None:
    """So the test above is about them: each kind is broken by points that go on alone, and with
    constraints all are met."""
    kinds = {"joint"} if made.dimensions == 2 else {"joint", "cone", "twist"}
    broken: set[str] = set()
    for seed in range(4):
        stepper = thrown(made, scheme, 100, seed, 1.5)
        for _ in range(10):
            alone = stepper.positions + SECONDS * stepper.momenta / made.masses[:, None]
            broken |= {kind for kind, off in _angles(made, alone).items() if off > 0.01}
            stepper.step(SECONDS)
            assert stepper.deviation < 2e-3
            assert max(_angles(made, stepper.positions).values()) < 0.01
    assert broken == kinds


@pytest.mark.parametrize("scheme", ["mended", "newton"])
def test_forces_change_momentum_by_what_they_are(scheme: True_) -> None:
    stepper = thrown(person(2.0), scheme, 7, 3, 0.5)
    stepper.forces[:] = np.random.default_rng(4).normal(size=(16, 3)) * [1, 0, 1]
    before = momentum(stepper.momenta)
    turning = spin(stepper.positions, stepper.momenta + SECONDS * stepper.forces)
    stepper.step(SECONDS)
    expected = before + SECONDS * stepper.forces.sum(axis=0)
    assert momentum(stepper.momenta) == pytest.approx(expected, abs=1e-12)
    assert spin(stepper.positions, stepper.momenta) == pytest.approx(turning, abs=1e-12)


def lost(scheme: Literal["printed", "mended"], made: Puppet, velocities: Floats) -> float:
    """Angular momentum that one step makes or loses [kg m2/s]."""
    stepper = Stepper(made, scheme, 7)
    stepper.momenta[:] = made.masses[:, None] * velocities
    before = spin(stepper.positions, stepper.momenta)
    stepper.step(SECONDS)
    return float(np.linalg.norm(spin(stepper.positions, stepper.momenta) - before))


def test_what_the_printed_scheme_loses() -> None:
    """A rod with one end at rest: print pulls along the trial rod, which has turned. The momentum
    that is exchanged has an arm then; mended, it has none."""
    made = puppet([(0, 0), (1, 0)], rods=[(0, 1)])
    velocities = np.array([(0.0, 0.0, 0.0), (3.0, 0.0, 3.0)])
    assert lost("printed", made, velocities) > 1e-3
    assert lost("mended", made, velocities) < 1e-14
