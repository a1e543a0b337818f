"""Fishes that swim: straight, faster with more amplitude, and exactly enough in float32."""

import numpy as np
import pytest

from motorium.bodies.fish import CENTIMETRE, MUSCLE_UNITS, TENTH_SECOND
from motorium.bodies.species import load_species
from motorium.contracts.frames import body_to_world
from motorium.contracts.time import FRAME_SECONDS
from motorium.motors.muscle import MuscleMotor
from motorium.physics import fish_reference as reference
from motorium.physics.fish_kernel import Row
from motorium.physics.fish_reference import FishState
from motorium.physics.natural_reference import NaturalFish
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World
from tests.physics.fishes import beats, blocks, centre, contract, herring


def swim(steps: int, **how: float) -> list[np.ndarray]:
    """Centre of mass of a swimming fish after each step [cm]."""
    fishes, body = blocks(1), herring()
    path = []
    for contraction in beats(steps, **how):
        contract(fishes, contraction)
        fishes.step(1)
        path.append(centre(body, fishes.positions(np.arange(1))[0]))
    return path


def test_swimming_is_straight() -> None:
    """Over 4000 steps (22 s), less than 2 degrees off in any direction."""
    path = np.array(swim(4000, depth=0.35))
    travelled = path[-1] - path[0]
    sideways = np.degrees(np.arctan2(np.abs(travelled[1:]), travelled[0]))
    print(f"{travelled[0] / 20:.1f} L ahead, {sideways} degrees aside and up")
    assert travelled[0] > 60
    assert sideways.max() < 2


def test_speed_grows_with_amplitude() -> None:
    speeds = []
    for depth in (0.1, 0.2, 0.3, 0.4):
        path = np.array(swim(2000, depth=depth))
        speeds.append((path[-1] - path[1000])[0])
    assert speeds == sorted(speeds)
    assert speeds[0] > 1
    assert speeds[-1] > 2.5 * speeds[0]


def alone(place: tuple[float, float, float]) -> Scenario:
    group = Group(
        species="herring", count=1, speed=0.0, center=place, radius=(2.0, 2.0), height=0.0
    )
    return Scenario(format=1, world=WorldSettings(extent=1000.0, capacity=1), group=[group])


@pytest.mark.parametrize(
    "place",
    [pytest.param((0.0, 0.0, 0.0), marks=pytest.mark.slow), (200.0, -200.0, 100.0)],
)
def test_float32_follows_float64(place: tuple[float, float, float]) -> None:
    """4000 steps in a world, at home and far out, against the reference.

    Muscles and pectorals of the reference do just what the motor's do.
    """
    world = World(alone(place))
    motor = world.motors[0]
    assert isinstance(motor, MuscleMotor)
    species = load_species("herring")
    fish, steps = NaturalFish(species.body), species.steps_per_frame
    individual = world.population[0]
    start = individual.world_nodes / CENTIMETRE
    # It begins at rest.
    world.speed = 0.8 * species.gaits.medium.speed
    state = FishState(start - start[0], np.zeros((23, 3)))
    before = np.ones(12)
    blocks_of_motor, lane = motor.schools[0].blocks, np.arange(1)
    frames = 4000 // steps + 1
    for _ in range(frames):
        world.advance()
        after = blocks_of_motor.contraction(lane)[0]
        cosine, sine, spread = blocks_of_motor.get(Row.FINS, (2, 3), lane)[0].T
        for step in range(1, steps + 1):
            fish.step(
                state,
                before + (after - before) * step / steps,
                FRAME_SECONDS / steps / TENTH_SECOND,
                fin_angles=np.arctan2(sine, cosine),
                fin_spread=spread,
                fin_strokes=blocks_of_motor.get(Row.OARS, (2,), lane)[0],
            )
        before = after
    expected = state.positions + start[0]
    nodes = (
        individual.position
        + body_to_world(
            individual.orientation[None], world.population.nodes[individual.slot][None]
        )[0]
    )
    error = np.abs(nodes / CENTIMETRE - expected).max()
    moved = np.linalg.norm(expected[0] - start[0])
    print(f"at {place}: worst node {error:.1e} units after {moved:.0f} units of way")
    assert moved > 50
    # A share of the way: the faster it swims, the more there is to round.
    assert error < 1e-5 * moved


def test_contraction_reaches_only_muscles() -> None:
    body = herring()
    lengths = reference.muscle_rest_lengths(body, np.full(12, 0.5))
    changed = np.flatnonzero(lengths != body.rest_lengths)
    assert changed.tolist() == MUSCLE_UNITS.tolist()
