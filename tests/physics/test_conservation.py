"""What the step conserves, what it loses, and how that falls with the step."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from motorium.contracts.frames import Floats
from motorium.physics import fish_reference as reference
from motorium.physics.fish_kernel import Row
from motorium.physics.fish_reference import FishState, Ledger
from tests.physics.fishes import DT, beats, blocks, centre, herring

AT_REST = np.ones(12)


def spinning(rate: float = 0.3) -> FishState:
    """Turning about a skew axis, flying along, and trembling a little."""
    body = herring()
    state = FishState.at_rest(body)
    state.positions -= centre(body, state.positions)
    tremble = np.random.default_rng(0).normal(scale=0.02, size=(23, 3))
    turning = np.cross([0.1, 0.2, rate], state.positions)
    state.velocities = turning + tremble + [0.5, 0.2, 0.1]
    return state


def drift(dt: float, time: float = 4.0) -> float:
    """Relative change of angular momentum over a time, without water and muscle action."""
    body, state = herring(), spinning()
    before = reference.angular_momentum(body, state)
    for _ in range(round(time / dt)):
        reference.step(body, state, AT_REST, dt, viscosity=0.0)
    change = reference.angular_momentum(body, state) - before
    return float(np.linalg.norm(change) / np.linalg.norm(before))


def test_linear_momentum_is_conserved_to_rounding() -> None:
    body, state = herring(), spinning()
    before = reference.momentum(body, state)
    for _ in range(500):
        reference.step(body, state, AT_REST, DT, viscosity=0.0)
    assert reference.momentum(body, state) == pytest.approx(before, rel=1e-12)


def test_the_kernel_conserves_linear_momentum_to_its_rounding() -> None:
    body, state = herring(), spinning()
    fishes = blocks(1)
    lane = np.arange(1)
    fishes.put(Row.POSITION, lane, state.positions[None])
    fishes.put(Row.VELOCITY, lane, state.velocities[None])
    fishes.set_row(Row.WATER, lane, 0.0)
    before = body.masses @ fishes.velocities(lane)[0]
    fishes.step(500)
    after = body.masses @ fishes.velocities(lane)[0]
    assert after == pytest.approx(before, rel=2e-5)


def test_angular_momentum_drifts_with_the_first_order_of_the_step() -> None:
    """The force acts along the new r, the arm is the old x: an error of dt^2 a step, dt in all."""
    drifts = [drift(DT / factor) for factor in (1, 2, 4, 8)]
    orders = [np.log2(a / b) for a, b in pairwise(drifts)]
    print(f"angular momentum drift at DT, DT/2, DT/4, DT/8: {drifts}; orders {orders}")
    assert orders == pytest.approx([1.0, 1.0, 1.0], abs=0.15)


def _shaken(state: FishState) -> None:
    state.positions += np.random.default_rng(1).normal(scale=0.01, size=(23, 3))


def _kicked(state: FishState) -> None:
    state.velocities += np.random.default_rng(1).normal(scale=0.03, size=(23, 3))


def _turning(state: FishState) -> None:
    arm = state.positions - centre(herring(), state.positions)
    state.velocities = np.cross([0.0, 0.0, 0.1], arm)


def energy_error(disturb: Callable[[FishState], None], dt: float, time: float = 20.0) -> float:
    """The largest relative change of kinetic + elastic + dissipated energy, without water.

    Velocities live half a step before positions (Eq. 4.7 moves with the new velocity); energy is
    taken where both are known, with the mean of two velocities.
    """
    body, state = herring(), FishState.at_rest(herring())
    disturb(state)
    ledger = Ledger()
    totals: list[float] = []
    for _ in range(round(time / dt)):
        before, spent = FishState(state.positions, state.velocities), ledger.dashpots
        reference.step(body, state, AT_REST, dt, viscosity=0.0, ledger=ledger)
        middle: Floats = (before.velocities + state.velocities) / 2
        now = FishState(before.positions, middle)
        held = reference.kinetic_energy(body, now) + reference.elastic_energy(body, now, AT_REST)
        totals.append(held + (spent + ledger.dashpots) / 2)
    return float(np.abs(np.array(totals) / totals[0] - 1).max())


@pytest.mark.parametrize("disturb", [_shaken, _kicked, _turning])
def test_energy_is_kept_within_one_percent_at_a_quarter_of_the_step(
    disturb: Callable[[FishState], None],
) -> None:
    at_default, at_quarter = energy_error(disturb, DT), energy_error(disturb, DT / 4)
    print(
        f"{disturb.__name__}: {at_default:.4f} at the default step, {at_quarter:.4f} at a quarter"
    )
    assert at_quarter < 0.01
    assert at_quarter < at_default < 0.05


def test_a_pushed_fish_comes_to_rest() -> None:
    """Quadratic drag: v falls like 1/t; after 60 s less than 0.1 % of the energy is left."""
    fishes = blocks(1)
    lane = np.arange(1)
    masses = herring().masses[:, None]
    fishes.put(Row.VELOCITY, lane, np.tile([2.0, 0.3, 0.1], (1, 23, 1)))
    before = (masses * fishes.velocities(lane)[0] ** 2).sum()
    fishes.step(round(600 / DT))
    left = (masses * fishes.velocities(lane)[0] ** 2).sum() / before
    print(f"kinetic energy left after 60 s: {left:.2e}")
    assert left < 1e-3


@pytest.mark.parametrize(
    "depth", [*(pytest.param(depth, marks=pytest.mark.slow) for depth in (0.2, 0.3)), 0.371]
)
def test_the_books_close_over_ten_beats(depth: float) -> None:
    """Work of muscles = change of energy + dashpots + water."""
    body, state = herring(), FishState.at_rest(herring())
    period = round(10 / 1.2 / DT)
    ledger, before, energy = Ledger(), AT_REST, 0.0
    for index, contraction in enumerate(beats(20 * period, depth=depth)):
        if index == 10 * period:
            ledger = Ledger()
            energy = reference.kinetic_energy(body, state)
            energy += reference.elastic_energy(body, state, before)
        reference.step(body, state, contraction, DT, ledger=ledger, contraction_before=before)
        before = contraction
    gained = reference.kinetic_energy(body, state) - energy
    gained += reference.elastic_energy(body, state, before)
    residual = (gained + ledger.dashpots + ledger.water - ledger.muscles) / ledger.muscles
    print(f"depth {depth}: residual {residual:+.4f} of the muscles' work")
    assert abs(residual) < 0.05
    assert ledger.water > 0.5 * ledger.muscles > 0
