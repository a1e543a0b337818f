"""What keeps a body from turning inside out, and what happens if it does all the same."""

import numpy as np
import pytest

from motorium.bodies.fish import NODES
from motorium.bodies.species import known_species, load_species
from motorium.measure.tank import Tank
from motorium.measure.turning import turn_path
from motorium.motors.muscle import MuscleMotor
from motorium.physics.fish_frame import KNOT_FRAMES, _knotted
from motorium.physics.fish_kernel import Row
from motorium.physics.fish_reference import FishState
from motorium.physics.hinges import HINGE_WEIGHTS, hinge_stiffness, hinge_stops
from motorium.physics.natural_reference import NaturalFish
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import RESTED, World

HERRING = load_species("herring")


def test_a_hinge_pushes_nobody_along() -> None:
    """Weights add up to nothing: no net force, and distances do not depend on the place."""
    assert HINGE_WEIGHTS.sum(axis=1) == pytest.approx(np.zeros(7))
    stops = hinge_stops(HERRING.body)
    # Nose to first quad, four sections, two tips, at 0.35 of the rest distance in cm.
    assert stops == pytest.approx(0.35 * np.array([3.2, 4.0, 4.0, 3.6, 2.4, 2.8, 2.8]))
    assert (hinge_stiffness(HERRING.body) > 0).all()


@pytest.mark.parametrize("name", known_species())
def test_none_acts_in_swimming_and_turning(name: str) -> None:
    species = load_species(name)
    fish = NaturalFish(species.body)
    tank = Tank(species)
    poses = [tank.swim(species.gaits.fast, 4)[:, 0]]
    poses += [turn_path(species, turn, approach=4)[1] for turn in species.turns]
    for nodes in np.concatenate(poses):
        assert (fish.hinges(nodes)[1] < 0).all()
        assert not _knotted(np.ascontiguousarray(nodes))


@pytest.mark.parametrize("name", known_species())
def test_a_tail_folded_forwards_unfolds(name: str) -> None:
    """The mirror image of the tail fin strains no unit: without hinges it would stay."""
    species = load_species(name)
    tank = Tank(species)
    nodes = species.body.nodes.copy()
    nodes[21:, 0] = 2 * nodes[17, 0] - nodes[21:, 0]
    assert _knotted(nodes)
    tank.fishes.put(Row.POSITION, tank.lanes, nodes[None])
    for _ in range(120):
        tank.frame(np.ones(12))
    after = tank.positions[0]
    assert not _knotted(np.ascontiguousarray(after))
    assert np.linalg.norm(after[21] - after[17]) == pytest.approx(
        np.linalg.norm(species.body.nodes[21] - species.body.nodes[17]), rel=0.05
    )


def test_a_quad_pushed_through_its_neighbour_comes_back() -> None:
    fish, state = NaturalFish(HERRING.body), FishState.at_rest(HERRING.body)
    state.positions = HERRING.body.nodes.copy()
    state.positions[9:13, 0] = state.positions[5, 0] + 1.0
    for _ in range(600):
        fish.step(state, np.ones(12), 1 / 18)
    assert not _knotted(np.ascontiguousarray(state.positions))
    shape = np.linalg.norm(state.positions[9] - state.positions[5])
    assert shape == pytest.approx(
        np.linalg.norm(HERRING.body.nodes[9] - HERRING.body.nodes[5]), 0.05
    )


def test_a_knot_is_undone_by_the_motor_and_reported() -> None:
    """A quad whose left and right are exchanged cannot find back by itself."""
    group = Group(species="herring", count=2, radius=(2.0, 2.0), speed=0.0)
    world = World(Scenario(format=1, world=WorldSettings(), group=[group]))
    motor = world.motors[0]
    assert isinstance(motor, MuscleMotor)
    world.advance(5)
    blocks = motor.schools[0].blocks
    one = np.array([1])
    x = blocks.get(Row.POSITION, (NODES, 3), one)
    x[0, [9, 10, 11, 12]] = x[0, [10, 9, 12, 11]]
    blocks.put(Row.POSITION, one, x)
    world.advance(KNOT_FRAMES + 1)
    told = [event for event in world.events if event.kind == RESTED]
    assert [event.subject for event in told] == [int(world.population.ids[1])]
    world.advance(60)
    assert not _knotted(np.ascontiguousarray(blocks.positions(one)[0]))
