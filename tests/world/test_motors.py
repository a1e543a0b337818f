"""Exchange of motors, and the muscle motor itself; what any motor must do is in conformance."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from motorium.bodies.fish import BODY_LENGTH, UNIT_NODES
from motorium.bodies.gaits import DEEPEST, GAITS, GaitName
from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats, body_to_world
from motorium.contracts.motor import Handover, Motor
from motorium.contracts.population import Slots
from motorium.contracts.time import FRAME_SECONDS
from motorium.motors.controls import LAG_AS_PRINTED, PRINTED_SPEEDS
from motorium.motors.muscle import MENDED, MuscleMotor, MuscleOptions
from motorium.physics.fish_kernel import Row
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import RESTED, World
from tests.conformance.motors import DriftMotor

SLOW = load_species("herring").gaits.slow.speed
"""What a herring swims at without hurry [L/s]."""


def world_of(
    count: int,
    size: tuple[float, float] = (1.0, 1.0),
    speed: float = SLOW,
    radius: tuple[float, float] = (0.5, 1.5),
    options: MuscleOptions | None = None,
) -> World:
    group = Group(species="herring", count=count, size=size, speed=speed, radius=radius)
    scenario = Scenario(format=1, world=WorldSettings(seed=3, capacity=64), group=[group])
    return World(scenario, options)


def with_drift(world: World) -> World:
    world.add_motor(DriftMotor(world.population, world.commands))
    return world


def world_nodes(world: World) -> Floats:
    state = world.state()
    return state.positions[:, None] + body_to_world(state.orientations, state.nodes)


def motor_of(world: World, name: str) -> Motor:
    return next(motor for motor in world.motors if motor.name == name)


# ---------------------------------------------------------------- exchange


def test_exchange_there_and_back_without_a_jump() -> None:
    """Positions and velocities go on as if nothing had happened, in both directions."""
    world = with_drift(world_of(5, size=(0.5, 2.0)))
    world.advance(120)
    ids = world.population.ids[world.population.living]
    before, velocity = world_nodes(world), world.state().velocities
    world.exchange(ids, "drift")
    assert world_nodes(world) == pytest.approx(before, abs=1e-7)
    world.advance(1)
    assert world.state().velocities == pytest.approx(velocity, abs=1e-12)
    there = world_nodes(world)
    world.exchange(ids, "muscle")
    assert world_nodes(world) == pytest.approx(there, abs=1e-6)
    world.advance(1)
    change = world.state().velocities - velocity
    beat_to_beat = 0.1 * np.linalg.norm(velocity, axis=1).max() + 0.01
    assert np.abs(change).max() < beat_to_beat
    world.advance(120)
    assert np.isfinite(world_nodes(world)).all()
    assert [e.kind for e in world.events].count("exchanged") == 10
    assert RESTED not in [e.kind for e in world.events]


def test_momentum_crosses_undiminished() -> None:
    world = with_drift(world_of(4))
    world.advance(100)
    motor = motor_of(world, "muscle")
    assert isinstance(motor, MuscleMotor)
    blocks = motor.schools[0].blocks
    momentum = np.einsum("n,fnk->fk", blocks.body.masses, blocks.velocities(np.arange(4)))
    ids = world.population.ids[world.population.living]
    world.exchange(ids, "drift")
    world.exchange(ids, "muscle")
    back = np.einsum("n,fnk->fk", blocks.body.masses, blocks.velocities(np.arange(4)))
    assert back == pytest.approx(momentum, rel=1e-4, abs=1e-3)


def test_exchange_with_nobody_and_with_strangers() -> None:
    world = with_drift(world_of(2))
    world.advance()
    with pytest.raises(KeyError, match="no motor is called 'rocket'; known are muscle, drift, rep"):
        world.exchange([0], "rocket")
    for wrong in ([1.7], "1", 1):
        with pytest.raises(ValueError, match="ids are a list of whole numbers"):
            world.exchange(wrong, "drift")  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="nobody has id 99"):
        world.exchange([99], "drift")
    world.exchange([0], "drift")
    world.exchange([0], "drift")
    world.exchange([], "muscle")
    with pytest.raises(KeyError, match="individual 0 is not on the motor 'muscle'"):
        motor_of(world, "muscle").release(world.population.slots([0]))


def test_nobody_may_be_named_twice() -> None:
    world = with_drift(world_of(4))
    for act in (world.remove, lambda ids: world.exchange(ids, "drift")):
        with pytest.raises(ValueError, match="an id is named twice"):
            act([3, 3])
    world.advance(5)
    assert len(world.population) == len(world.state().ids) == 4


class FiveNodes(DriftMotor):
    """Gives back fishes of five nodes."""

    def release(self, slots: Slots) -> Handover:
        whole = super().release(slots)
        five = {"nodes": whole.nodes[:, :5], "node_velocities": whole.node_velocities[:, :5]}
        return Handover(**{**vars(whole), **five})


def test_an_exchange_that_fails_changes_nothing() -> None:
    """The motor that refused a handover has nobody half on board; the old one goes on."""
    world = world_of(5)
    world.add_motor(FiveNodes(world.population, world.commands))
    world.advance(30)
    world.exchange([1, 2], "drift")
    with pytest.raises(ValueError, match="a fish has 23 nodes and 12 muscles"):
        world.exchange([1, 2], "muscle")
    assert world.population.motors[world.population.slots([1, 2])].tolist() == [1, 1]
    world.advance(30)
    muscle = motor_of(world, "muscle")
    assert isinstance(muscle, MuscleMotor)
    assert muscle.schools[0].blocks.count == 3
    world.remove([1, 2, 3])
    assert len(world.population) == 2


class Clinging(DriftMotor):
    """Lets nobody go."""

    name = "cling"

    def release(self, slots: Slots) -> Handover:
        raise RuntimeError("nobody leaves")


def test_all_are_exchanged_or_nobody() -> None:
    world = with_drift(world_of(4))
    world.add_motor(Clinging(world.population, world.commands))
    world.exchange([1], "drift")
    world.exchange([2], "cling")
    with pytest.raises(RuntimeError, match="nobody leaves"):
        world.exchange([0, 1, 2], "repertoire")
    assert world.population.motors[:4].tolist() == [0, 1, 2, 0]
    world.advance(5)
    assert len(world.state().ids) == 4


def test_who_is_automatic_leaves_a_motor_of_one_s_own() -> None:
    world = with_drift(world_of(3))
    world.exchange([0, 1], "drift")
    world.exchange([0, 2], "automatic")
    names = [world.motors[number].name for number in world.population.motors[:3]]
    assert names == ["repertoire", "drift", "muscle"]
    assert world.population.automatic[:3].tolist() == [1, 0, 1]
    motor = DriftMotor(world.population, world.commands)
    motor.name = "automatic"
    with pytest.raises(ValueError, match="cannot be called 'automatic'"):
        world.add_motor(motor)


@pytest.mark.parametrize(
    ("options", "speed"),
    [(MuscleOptions(), load_species("herring").top_speed), (MENDED, 0.34)],
    ids=["natural", "printed"],
)
def test_a_sudden_change_of_water_breaks_nobody(options: MuscleOptions, speed: float) -> None:
    for seed in (1, 7):
        group = Group(species="herring", count=60, size=(0.7, 1.2), speed=speed)
        settings = WorldSettings(seed=seed, capacity=60)
        world = World(Scenario(format=1, world=settings, group=[group]), options)
        for viscosity in (0.0, 4.0, 0.0, 1.0):
            world.viscosity = viscosity
            world.advance(300)
        assert RESTED not in [event.kind for event in world.events]


def test_a_handover_must_be_whole_and_finite() -> None:
    good: dict[str, Any] = {
        "positions": np.zeros((1, 3)),
        "orientations": np.array([[1.0, 0, 0, 0]]),
        "velocities": np.zeros((1, 3)),
        "angular_velocities": np.zeros((1, 3)),
        "nodes": np.zeros((1, 23, 3)),
        "node_velocities": np.zeros((1, 23, 3)),
        "contraction": np.ones((1, 12)),
        "phase": np.zeros(1),
    }
    Handover(**good)
    with pytest.raises(ValueError, match="node_velocities has rows of shape"):
        Handover(**{**good, "nodes": np.zeros((1, 5, 3))})
    with pytest.raises(ValueError, match="handover of 1: phase has 2 rows"):
        Handover(**{**good, "phase": np.zeros(2)})
    with pytest.raises(ValueError, match="nodes is not finite"):
        Handover(**{**good, "nodes": np.full((1, 23, 3), np.nan)})


# ---------------------------------------------------------------- the muscle motor itself


@pytest.mark.parametrize(
    ("options", "speed"),
    [(MuscleOptions(), SLOW), (MENDED, 0.3)],
    ids=["natural", "printed"],
)
@pytest.mark.parametrize("damage", ["nan", "stretch", "collapse"])
def test_a_broken_fish_is_put_to_rest_where_it_was(
    damage: str, options: MuscleOptions, speed: float
) -> None:
    """It is reported, it swims on, and nobody else notices: the others' bytes are the same."""
    hurt, unhurt = (world_of(9, speed=speed, options=options) for _ in range(2))
    for world in (hurt, unhurt):
        world.advance(60)
    motor = motor_of(hurt, "muscle")
    assert isinstance(motor, MuscleMotor)
    lane = np.array([4])
    before = hurt.state()
    broken = motor.schools[0].blocks.positions(lane)
    if damage == "nan":
        broken[:] = np.nan
    elif damage == "stretch":
        broken[:, 21] += 100 * BODY_LENGTH
    else:
        broken[:] = broken[:, :1]
    motor.schools[0].blocks.put(Row.POSITION, lane, broken)
    hurt.advance()
    unhurt.advance()
    events = [e for e in hurt.events if e.kind == RESTED]
    assert [e.subject for e in events] == [4]
    assert "put back to rest" in events[0].detail
    assert hurt.state().positions[4] == pytest.approx(before.positions[4], abs=1e-9)
    assert hurt.state().velocities[4].tolist() == [0, 0, 0]
    hurt.advance(300)
    unhurt.advance(300)
    others = [0, 1, 2, 3, 5, 6, 7, 8]
    assert np.array_equal(hurt.state().nodes[others], unhurt.state().nodes[others])
    swims = np.linalg.norm(hurt.state().velocities[4]) / hurt.state().lengths[4]
    assert swims > 0.5 * speed
    assert len([e for e in hurt.events if e.kind == RESTED]) == 1


def test_stretched_fishes_pull_themselves_together() -> None:
    """A tail tip pulled a quarter of a body length out is no break for the natural model."""
    world = world_of(32, size=(0.5, 2.0))
    world.advance(60)
    motor = motor_of(world, "muscle")
    assert isinstance(motor, MuscleMotor)
    blocks, lanes = motor.schools[0].blocks, np.arange(32)
    stretched = blocks.positions(lanes)
    outwards = stretched[:, 21] - stretched[:, 17:21].mean(axis=1)
    outwards /= np.linalg.norm(outwards, axis=1, keepdims=True)
    stretched[:, 21] += outwards * BODY_LENGTH / 4
    blocks.put(Row.POSITION, lanes, stretched)
    world.advance(120)
    i, j = UNIT_NODES.T
    nodes = blocks.positions(lanes)
    lengths = np.linalg.norm(nodes[:, j] - nodes[:, i], axis=2) / blocks.body.rest_lengths
    assert RESTED not in [event.kind for event in world.events]
    assert lengths.min() > 1 - DEEPEST
    assert lengths.max() < 1.5


def straight_speed(world: World) -> float:
    """Of a lone fish on a wide circle, over 15 s once it has settled [L/s]."""
    world.advance(900)
    places = []
    for _ in range(900):
        world.advance()
        places.append(world.state().positions[0])
    x, y, _ = np.array(places).T
    swept = np.ptp(np.unwrap(np.arctan2(y, x)))
    return float(swept * np.hypot(x, y).mean() / 15 / world.state().lengths[0])


@pytest.mark.parametrize("size", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("gait", GAITS)
def test_swims_at_the_speed_that_is_asked_for(size: float, gait: GaitName) -> None:
    """Within 12 %, for every size: the law of size makes one table serve all."""
    speed = getattr(load_species("herring").gaits, gait).speed / np.sqrt(size)
    world = world_of(1, size=(size, size), speed=speed, radius=(90.0, 90.0))
    straight = straight_speed(world)
    print(f"size {size}: asked {speed:.3f}, swims {straight:.3f} L/s")
    assert straight == pytest.approx(speed, rel=0.12)


@pytest.mark.parametrize("size", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("speed", [0.1, 0.2, 0.3])
def test_the_printed_fish_swims_at_the_speed_that_is_asked_for(size: float, speed: float) -> None:
    """Within 12 %, as far as it can: at most 0.36 L/s at size 1."""
    world = world_of(1, size=(size, size), speed=speed, radius=(90.0, 90.0), options=MENDED)
    straight = straight_speed(world)
    reachable = min(speed, PRINTED_SPEEDS[-1] / np.sqrt(size))
    print(f"size {size}: asked {speed}, swims {straight:.3f} L/s")
    assert straight == pytest.approx(reachable, rel=0.12)


@pytest.mark.parametrize(
    ("options", "speed"),
    [(MuscleOptions(), SLOW), (MENDED, 0.3)],
    ids=["natural", "printed"],
)
def test_starts_and_stops_smoothly(options: MuscleOptions, speed: float) -> None:
    """No muscle jumps; after 'speed 0' the body relaxes and the fish glides to a halt."""
    world = world_of(1, speed=speed, options=options)
    motor = motor_of(world, "muscle")
    assert isinstance(motor, MuscleMotor)
    contraction = [np.ones(12)]
    for frame in range(840):
        if frame == 300:
            world.speed = 0.0
        world.advance()
        contraction.append(motor.schools[0].blocks.contraction(np.arange(1))[0])
    steps = np.abs(np.diff(contraction, axis=0))
    # As fast as a muscle contracts in any gait; as printed, they are slower.
    quickest = min(motor.schools[0].controls.quickest * FRAME_SECONDS, 0.12)
    assert steps.max() <= (quickest if options.physics == "natural" else 0.05)
    assert contraction[-1] == pytest.approx(np.ones(12), abs=0.01)
    assert np.linalg.norm(world.state().velocities[0]) < 0.5 * speed * world.state().lengths[0]


def test_air_gives_no_hold_and_in_thick_water_a_fish_keeps_its_speed() -> None:
    ways = {}
    for viscosity in (0.0, 1.0, 3.0):
        settings = WorldSettings(seed=3, capacity=3, viscosity=viscosity)
        group = Group(species="herring", count=3, speed=0.0)
        world = World(Scenario(format=1, world=settings, group=[group]))
        world.speed = load_species("herring").gaits.medium.speed
        start = world.state().positions
        world.advance(600)
        ways[viscosity] = float(np.linalg.norm(world.state().positions - start, axis=1).mean())
    assert ways[0.0] < 0.05 * ways[1.0]
    assert ways[3.0] == pytest.approx(ways[1.0], rel=0.1)


def test_viscosity_must_be_a_number_from_zero() -> None:
    world = world_of(1)
    for wrong in (-1.0, np.nan, np.inf):
        with pytest.raises(ValueError, match="is not a number from 0 upwards"):
            world.viscosity = wrong
    assert world.viscosity == 1.0


def test_the_printed_lag_is_selectable_and_swims_worse() -> None:
    """With pi between the segments the beat of 1.2 Hz hardly moves the fish."""
    ways = []
    for options in (MENDED, replace(MENDED, lag=LAG_AS_PRINTED)):
        scenario = Scenario(
            format=1, world=WorldSettings(capacity=1), group=[Group(species="herring", count=1)]
        )
        world = World(scenario, options)
        start = world.state().positions
        world.advance(600)
        ways.append(float(np.linalg.norm(world.state().positions - start)))
    assert ways[1] < 0.5 * ways[0]


def test_the_model_as_printed_is_a_word_in_a_scenario() -> None:
    """Triangles, light tail tips, no clamp, a lag of pi: all at once, and still nobody is lost."""
    settings = WorldSettings(capacity=20, model="published")
    group = Group(species="herring", count=20, size=(0.8, 1.2))
    world = World(Scenario(format=1, world=settings, group=[group]))
    motor = motor_of(world, "muscle")
    assert isinstance(motor, MuscleMotor)
    body = motor.schools[0].blocks.body
    assert (len(body.quads), len(body.triangles), body.masses[21]) == (0, 42, 0.165)
    world.advance(600)
    assert len(world.population) == 20
    assert np.isfinite(world_nodes(world)).all()
