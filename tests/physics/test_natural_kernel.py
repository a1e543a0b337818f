"""The fast kernel of the natural model against its reference."""

from functools import cache

import numpy as np
import pytest

from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats
from motorium.physics.fish_kernel import Row
from motorium.physics.fish_reference import FishState
from motorium.physics.natural_reference import NaturalFish
from tests.physics import natural
from tests.physics.natural import SPECIES, body_of, disturbed, gait_at, own_step
from tests.physics.widths import kind

STEPS = 300
CURRENT = np.array([0.8, -0.5, 0.3])
DENSITY = 1.1
ANGLES = np.array([0.6, -0.4])
SPREAD = np.array([1.0, 0.5])
STROKES = np.array([2.0, -1.0])


def _course(name: str) -> tuple[float, list[Floats]]:
    """A species' step, and the contraction of each of the steps, at its medium gait."""
    species = load_species(name)
    dt = own_step(species)
    return dt, [gait_at(species, 1, (step + 1) * dt) for step in range(STEPS)]


@cache
def expected(name: str) -> FishState:
    """By the reference, from a bent start, in a current, with spread pectorals."""
    body = body_of(name)
    fish, state = NaturalFish(body), disturbed(body, seed=1, bend=0.05, speed=0.5)
    dt, contractions = _course(name)
    for contraction in contractions:
        fish.step(state, contraction, dt, DENSITY, CURRENT, ANGLES, SPREAD, STROKES)
    return state


@pytest.mark.parametrize("name", SPECIES)
@pytest.mark.parametrize(
    ("width", "dtype", "bound"),
    [
        kind(4, np.float64, 1e-9),
        kind(8, np.float64, 1e-9),
        kind(8, np.float32, 5e-4),
        kind(16, np.float32, 5e-4),
    ],
)
def test_steps_as_the_reference_does(name: str, width: int, dtype: type, bound: float) -> None:
    """Bound [cm] on the worst node after 300 steps, in a lane beside strangers, one of them NaN."""
    body, state = body_of(name), expected(name)
    count, lane = width + 3, width + 1
    everybody = np.arange(count)
    dt, contractions = _course(name)
    fishes = natural.blocks(body, count, dt, width, dtype)
    starts = [disturbed(body, seed, bend=0.1, speed=3.0) for seed in range(10, 10 + count)]
    starts[lane] = disturbed(body, seed=1, bend=0.05, speed=0.5)
    starts[lane - 1].positions[:] = np.nan
    natural.place(fishes, everybody, starts)
    fishes.set_row(Row.WATER, everybody, DENSITY)
    fishes.put(Row.CURRENT, everybody, np.tile(CURRENT, (count, 1)))
    fins = (np.tile(part, (count, 1)) for part in (ANGLES, SPREAD, STROKES))
    natural.set_fins(fishes, *fins)
    for contraction in contractions:
        natural.contract(fishes, contraction)
        fishes.step(1)
    mine = np.array([lane])
    place = np.abs(fishes.positions(mine)[0] - state.positions).max()
    speed = np.abs(fishes.velocities(mine)[0] - state.velocities).max()
    moved = np.linalg.norm(state.positions[0] - body.nodes[0])
    print(f"{name}: after {moved:.1f} cm of way off by {place:.1e} cm, {speed:.1e} cm / 0.1 s")
    assert moved > 1
    assert place < bound
    assert speed < 10 * bound


def test_threads_change_no_bit() -> None:
    populations = [natural.blocks(body_of("herring"), 200) for _ in range(2)]
    for fishes, cores in zip(populations, (1, 3), strict=True):
        draw = np.random.default_rng(5)
        fishes.put(Row.VELOCITY, np.arange(200), draw.normal(scale=0.3, size=(200, 23, 3)))
        fishes.step(40, cores=cores)
    assert populations[0].state.tobytes() == populations[1].state.tobytes()
