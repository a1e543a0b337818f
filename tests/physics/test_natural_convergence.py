"""The step against the same law integrated by somebody else: SciPy, with tight tolerances."""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from motorium.contracts.frames import Floats
from motorium.physics.fish_reference import FishState
from motorium.physics.natural_reference import THETA, NaturalFish
from tests.physics import natural
from tests.physics.natural import SPECIES, body_of, disturbed

TIME = 0.12
"""[0.1 s]: a fast beat takes 2; the stiffest unit swings or dies away within 0.01."""
CONTRACTION = np.array([0.8, 1, 1, 0.8, 1, 0.7, 0.7, 1, 0.9, 0.6, 0.6, 0.9])


@cache
def truth(name: str, density: float) -> tuple[FishState, Floats]:
    """A start, bent and under way, and where the law of motion leads from it."""
    body = body_of(name)
    start = disturbed(body, seed=7, bend=0.05, speed=3.0)
    start.velocities[:, 0] += 4.0

    def slope(_: float, y: Floats) -> Floats:
        x, v = y.reshape(2, 23, 3)
        a = natural.acceleration(body, x, v, CONTRACTION, density)
        return np.concatenate([v.ravel(), a.ravel()])

    y0 = np.concatenate([start.positions.ravel(), start.velocities.ravel()])
    found = solve_ivp(slope, (0, TIME), y0, method="DOP853", rtol=1e-8, atol=1e-8)
    assert found.success
    return start, np.asarray(found.y[:, -1].reshape(2, 23, 3))


def errors(name: str, density: float, theta: float, steps: list[int]) -> tuple[Floats, Floats]:
    """Of the worst place [cm] and velocity [cm / 0.1 s] at the end, for each number of steps."""
    start, end = truth(name, density)
    fish = NaturalFish(body_of(name), theta)
    places, velocities = [], []
    for count in steps:
        state = FishState(start.positions.copy(), start.velocities.copy())
        for _ in range(count):
            fish.step(state, CONTRACTION, TIME / count, density)
        places.append(np.abs(state.positions - end[0]).max())
        velocities.append(np.abs(state.velocities - end[1]).max())
    return np.array(places), np.array(velocities)


def orders(values: Floats) -> list[float]:
    return [float(np.log2(a / b)) for a, b in pairwise(values)]


@pytest.mark.parametrize(
    "name",
    ["herring", *(pytest.param(n, marks=pytest.mark.slow) for n in SPECIES if n != "herring")],
)
def test_the_step_converges_to_the_law_of_motion(name: str) -> None:
    """In water, with muscles held: halving a short step halves the error."""
    steps = [40, 80, 160, 320]
    places, velocities = errors(name, 1.0, THETA, steps)
    moved = np.abs(truth(name, 1.0)[1][0] - truth(name, 1.0)[0].positions).max()
    print(
        f"{name}: nodes move {moved:.2f} cm; worst place off by {places} cm at {steps} steps, "
        f"orders {np.round(orders(places), 2)}; velocities {velocities}, "
        f"orders {np.round(orders(velocities), 2)}"
    )
    assert places[-1] < 2e-3 * moved
    assert min(orders(places)) > 0.6
    assert min(orders(velocities)) > 0.6
    assert orders(places)[-1] > 0.9
    assert orders(velocities)[-1] > 0.9


def test_without_water_and_with_half_the_weight_the_step_is_of_second_order() -> None:
    """What is left of the first order comes from theta and from the water's lagging speed."""
    places, velocities = errors("herring", 0.0, 0.5, [40, 80, 160])
    print(f"orders of places {orders(places)}, of velocities {orders(velocities)}")
    assert min(orders(places)) > 1.8
    assert min(orders(velocities)) > 1.8
