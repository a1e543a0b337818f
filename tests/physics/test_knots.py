"""Bodies that are squeezed, dragged and knotted: what physics mends, and what the motor does."""

import numpy as np
import pytest

from motorium.bodies.fish import NODES, UNIT_NODES
from motorium.bodies.species import known_species, load_species
from motorium.contracts.frames import Floats
from motorium.measure.tank import Tank
from motorium.measure.turning import turn_path
from motorium.motors.muscle import MuscleMotor
from motorium.physics.fish_frame import KNOT_FRAMES, KNOT_LOOKS, is_knotted
from motorium.physics.fish_kernel import Row
from motorium.physics.fish_reference import FishState
from motorium.physics.natural_reference import SHORT, SQUEEZE, NaturalFish, squeeze
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import RESTED, World

HERRING = load_species("herring")
_I, _J = UNIT_NODES.T


def test_a_squeezed_unit_by_hand() -> None:
    """At 0.3 of its rest length, which is two thirds of 0.45: half as much again beyond it."""
    lengths = HERRING.body.rest_lengths.copy()
    lengths[5] *= 0.3
    beyond = squeeze(HERRING.body, lengths)
    assert beyond[5] == pytest.approx(0.5)
    assert np.delete(beyond, 5) == pytest.approx(0)


def test_the_push_of_a_squeezed_unit_is_the_slope_of_its_energy() -> None:
    fish, state = NaturalFish(HERRING.body), FishState.at_rest(HERRING.body)
    x = HERRING.body.nodes
    nearer = []
    unit = int(np.flatnonzero((_I == 21) & (_J == 22))[0])
    rest = HERRING.body.rest_lengths[unit]
    for share in (0.30, 0.31):
        state.positions = x.copy()
        state.positions[22] = x[21] + (x[22] - x[21]) * share
        lengths = np.linalg.norm(state.positions[_J] - state.positions[_I], axis=1)
        assert (np.delete(lengths / HERRING.body.rest_lengths, unit) > SHORT).all()
        nearer.append(fish.potential(state) + (fish._pull * state.positions).sum())
    slope = (nearer[0] - nearer[1]) / (0.01 * rest)
    beyond = SHORT / 0.305 - 1
    stiffness = HERRING.body.elasticity[unit]
    expected = SQUEEZE * stiffness * 0.305 * rest * beyond * (1 + beyond)
    assert slope == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize("name", known_species())
def test_none_is_squeezed_or_knotted_in_swimming_and_turning(name: str) -> None:
    species = load_species(name)
    tank = Tank(species)
    poses = [tank.swim(species.gaits.fast, 4)[:, 0]]
    poses += [turn_path(species, turn, approach=4)[1] for turn in species.turns]
    for nodes in np.concatenate(poses):
        lengths = np.linalg.norm(nodes[_J] - nodes[_I], axis=1)
        assert not squeeze(species.body, lengths).any()
        assert not is_knotted(np.ascontiguousarray(nodes))


def test_what_counts_as_a_knot() -> None:
    rest = HERRING.body.nodes.copy()
    assert not is_knotted(rest)
    folded = rest.copy()
    folded[21:, 0] = 2 * rest[17, 0] - rest[21:, 0]
    assert is_knotted(folded)
    exchanged = rest.copy()
    exchanged[[9, 10, 11, 12]] = rest[[10, 9, 12, 11]]
    assert is_knotted(exchanged)
    through = rest.copy()
    through[9:13, 0] = rest[5, 0] + 1.0
    assert is_knotted(through)


def school(count: int) -> tuple[World, MuscleMotor]:
    group = Group(species="herring", count=count, radius=(2.0, 2.0), speed=0.0)
    world = World(Scenario(format=1, world=WorldSettings(), group=[group]))
    motor = world.motors[0]
    assert isinstance(motor, MuscleMotor)
    return world, motor


def test_a_knot_is_undone_by_the_motor_and_reported() -> None:
    """The tail's mirror image strains no unit: left alone it would stay folded for ever."""
    world, motor = school(2)
    world.advance(5)
    blocks = motor.schools[0].blocks
    one = np.array([1])
    x = blocks.get(Row.POSITION, (NODES, 3), one)
    middle = x[0, 17:21].mean(axis=0)
    x[0, 21:] += 2 * (middle - x[0, 21:].mean(axis=0))
    blocks.put(Row.POSITION, one, x)
    world.advance(KNOT_FRAMES * KNOT_LOOKS + 1)
    told = [event.subject for event in world.events if event.kind == RESTED]
    assert told == [int(world.population.ids[1])]
    world.advance(60)
    assert not is_knotted(np.ascontiguousarray(blocks.positions(one)[0]))


def test_dragged_by_any_node_and_let_go_a_fish_is_soon_itself_again() -> None:
    """At ten body lengths a second for half a second, each of 23 fishes by another node."""
    world, motor = school(NODES)
    world.advance(5)
    blocks = motor.schools[0].blocks
    lanes = np.arange(NODES)
    draw = np.random.default_rng(3)
    pull: Floats = draw.normal(size=(NODES, 3))
    pull *= 20.0 / np.linalg.norm(pull, axis=1, keepdims=True)
    held = blocks.positions(lanes)[lanes, lanes]
    for frame in range(30):
        x, v = blocks.positions(lanes), blocks.velocities(lanes)
        # Their own coordinates move along with them: drag by what a frame adds.
        held = x[lanes, lanes] if frame else held
        x[lanes, lanes] = held + pull / 6
        v[lanes, lanes] = pull
        blocks.put(Row.POSITION, lanes, x)
        blocks.put(Row.VELOCITY, lanes, v)
        world.advance(1)
    world.advance(300)
    x = blocks.positions(lanes)
    stretch = np.linalg.norm(x[:, _J] - x[:, _I], axis=2) / HERRING.body.rest_lengths
    reset = sum(event.kind == RESTED for event in world.events)
    print(f"units {stretch.min():.2f} to {stretch.max():.2f}; {reset} times put back to rest")
    assert stretch.min() > 0.9
    assert stretch.max() < 1.1
    assert not any(is_knotted(np.ascontiguousarray(nodes)) for nodes in x)
