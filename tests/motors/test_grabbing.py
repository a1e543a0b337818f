"""Fishes that are taken by the hand: they follow, nothing of them breaks, and let go they swim."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.bodies.species import known_species, load_species
from motorium.contracts.commands import ActionState
from motorium.contracts.frames import Floats, body_to_world
from motorium.contracts.population import Slots
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.motors.grabbing import STRONGEST, grasp
from tests.motors.pond import Pond

NOSE, FLANK, TAIL = 0, 9, 21


def held_nodes(pond: Pond, nodes: Slots) -> Floats:
    """Where in the world they are [m], one a fish."""
    people, slots = pond.people, pond.slots
    bodies = body_to_world(people.orientations[slots], people.nodes[slots].astype(np.float64))
    places: Floats = people.positions[slots] + bodies[np.arange(len(nodes)), nodes]
    return places


def swimming(kinds: list[str], sizes: float = 1.0, frames: int = 60) -> Pond:
    pond = Pond(kinds, sizes, starts_on="muscle")
    pond.ask(speed=pond.gait("swim-medium"))
    pond.flex(frames)
    return pond


def directions(draw: np.random.Generator, count: int) -> Floats:
    ways = draw.normal(size=(count, 3))
    unit: Floats = ways / np.linalg.norm(ways, axis=1, keepdims=True)
    return unit


def momenta(pond: Pond) -> Floats:
    """[g cm / 0.1 s] of a pond of one species, (fishes, 3)."""
    blocks = pond.muscle.schools[0].blocks
    lanes = np.arange(blocks.count)
    total: Floats = np.einsum("n,fnk->fk", blocks.body.masses, blocks.velocities(lanes))
    return total


# ---------------------------------------------------------------- what a hand gives


def grasped(count: int = 6, far: float = 5.0) -> tuple[Floats, Floats, Floats, Floats]:
    """Masses, positions, velocities given and impulses, of herrings in hands at random places."""
    body, draw = load_species("herring").body, np.random.default_rng(1)
    positions = body.nodes + draw.normal(scale=0.2, size=(count, *body.nodes.shape))
    velocities = draw.normal(size=positions.shape)
    nodes = np.arange(count)
    hands = positions[nodes, nodes] + far * directions(draw, count)
    ones = np.ones(count)
    given, impulses = grasp(
        body.masses, positions, velocities, nodes, hands, 0.17 * ones, 4.5 * ones, 5.0 * ones
    )
    return body.masses, positions, given, impulses


def test_momentum_that_is_given_is_the_impulse() -> None:
    masses, _, given, impulses = grasped()
    assert np.einsum("p,npk->nk", masses, given) == pytest.approx(impulses, rel=1e-9)
    assert np.linalg.norm(impulses, axis=1).min() > 1.0


def test_a_hand_bends_and_stretches_nothing() -> None:
    """What it gives is the motion of a rigid body: no distance between two nodes changes."""
    _, positions, given, _ = grasped()
    between = positions[:, :, None] - positions[:, None]
    rates = ((given[:, :, None] - given[:, None]) * between).sum(axis=-1)
    assert np.abs(rates).max() < 1e-9 * np.abs(given).max() * np.abs(between).max()
    assert np.ptp(given, axis=1).max() > 0.1, "but it turns"


def test_no_hand_is_stronger_than_it_may_be() -> None:
    masses, _, _, impulses = grasped(far=1e6)
    most = STRONGEST * masses.sum() * 0.17
    assert np.linalg.norm(impulses, axis=1).max() <= most * (1 + 1e-9)


def test_the_motor_gives_fishes_what_their_hands_give() -> None:
    """Upwards, if the hand is above; in the frame after some of it goes into the water."""
    pulled, twin = (swimming(["herring"] * 2) for _ in range(2))
    above = held_nodes(twin, np.array([NOSE, NOSE]))[0] + np.array([0.0, 0.0, 0.02])
    pulled.muscle.hold(pulled.slots[:1], NOSE, above)
    twin.ask(speed=[0.0, twin.gait("swim-medium")[1]])
    pulled.flex()
    twin.flex()
    given = momenta(pulled) - momenta(twin)
    assert not given[1].any()
    assert given[0, 2] > 5.0
    assert np.abs(given[0, :2]).max() < given[0, 2]


# ---------------------------------------------------------------- who is held


@pytest.mark.parametrize("node", [NOSE, FLANK, TAIL])
def test_a_fish_follows_a_hand(node: int) -> None:
    """At a length a second, whatever the direction, its node is within a tenth of a length."""
    pond = swimming(["clownfish", "herring", "butterflyfish"] * 4)
    nodes = np.full(len(pond), node)
    hands = held_nodes(pond, nodes)
    ways = directions(np.random.default_rng(node), len(pond)) * pond.lengths[:, None]
    for frame in range(2 * FRAME_RATE):
        hands = hands + ways * FRAME_SECONDS
        pond.muscle.hold(pond.slots, nodes, hands)
        pond.flex()
        if frame > FRAME_RATE // 2:
            off = np.linalg.norm(held_nodes(pond, nodes) - hands, axis=1) / pond.lengths
            assert off.max() < 0.1
    assert not pond.broken


def test_who_is_held_still_stays_there_and_who_is_let_go_swims_on() -> None:
    pond = swimming(["herring"] * 4)
    asked = pond.commands["speed"].copy()
    nodes = np.full(4, FLANK)
    hands = held_nodes(pond, nodes)
    pond.muscle.hold(pond.slots, nodes, hands)
    pond.flex(FRAME_RATE)
    assert np.linalg.norm(held_nodes(pond, nodes) - hands, axis=1).max() < 0.03 * 0.2
    # What was asked for still stands.
    assert np.array_equal(pond.commands["speed"], asked)
    pond.muscle.let_go(pond.slots)
    pond.flex(3 * FRAME_RATE)
    swims = np.linalg.norm(pond.people.velocities[pond.slots], axis=1) / pond.lengths
    assert swims == pytest.approx(pond.gait("swim-medium"), rel=0.25)


def test_who_is_held_refuses_to_turn() -> None:
    pond = swimming(["herring"], frames=5)
    pond.muscle.hold(pond.slots, NOSE, held_nodes(pond, np.array([NOSE]))[0])
    pond.turn(1.0)
    pond.flex()
    assert pond.states() == {ActionState.REFUSED}


def test_nobody_else_feels_a_hand() -> None:
    alone, beside = (swimming(["herring"] * 3, frames=20) for _ in range(2))
    beside.muscle.hold(beside.slots[1:2], NOSE, (0.3, 0.2, 0.1))
    alone.flex(30)
    beside.flex(30)
    others = alone.slots[[0, 2]]
    assert np.array_equal(alone.people.nodes[others], beside.people.nodes[others])
    assert not np.array_equal(alone.people.positions[1], beside.people.positions[1])


def test_a_hand_follows_its_fish_when_others_leave() -> None:
    """Lanes are filled up by the last; who is released is no longer held."""
    pond = swimming(["herring"] * 3, frames=20)
    place = held_nodes(pond, np.array([NOSE] * 3))[2] + 0.1
    pond.muscle.hold(pond.slots, NOSE, np.tile(place, (3, 1)))
    given = pond.muscle.release(pond.slots[:1])
    pond.muscle.let_go(pond.slots[1:2])
    pond.flex(FRAME_RATE)
    off = np.linalg.norm(held_nodes(pond, np.array([NOSE] * 3)) - place, axis=1)
    assert off[2] < 0.01 * 0.2
    pond.muscle.adopt(pond.slots[:1], given)
    pond.flex(FRAME_RATE)
    off = np.linalg.norm(held_nodes(pond, np.array([NOSE] * 3)) - place, axis=1)
    assert off[0] > 0.1 * 0.2


@pytest.mark.slow
@pytest.mark.parametrize("size", [0.5, 1.0, 2.0])
def test_nothing_breaks_in_a_hand(size: float) -> None:
    """Moved about at random at up to 5 L/s for 20 s, in the midst of a turn, of all species."""
    pond = swimming([kind for kind in known_species() for _ in range(8)], size)
    draw = np.random.default_rng(round(10 * size))
    count = len(pond)
    pond.turn(draw.uniform(-2.5, 2.5, count))
    pond.flex(12)
    nodes = draw.integers(0, 23, count)
    hands = held_nodes(pond, nodes)
    for frame in range(20 * FRAME_RATE):
        if frame % 20 == 0:
            speeds = draw.uniform(0, 5, count) * pond.lengths
            ways = directions(draw, count) * speeds[:, None]
        hands = hands + ways * FRAME_SECONDS
        pond.muscle.hold(pond.slots, nodes, hands)
        pond.flex()
    assert not pond.broken
    pond.muscle.let_go(pond.slots)
    pond.flex(20 * FRAME_RATE)
    assert not pond.broken
    swims = np.linalg.norm(pond.people.velocities[pond.slots], axis=1) / pond.lengths
    assert (swims > 0.5 * pond.gait("swim-medium")).all()


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize("node", [-1, 23, 1.5, "nose", [0, 1]])
def test_fishes_are_held_by_their_nodes(node: object) -> None:
    pond = Pond(["herring"], starts_on="muscle")
    with pytest.raises(ValueError, match="held by one of its nodes, 0 to 22"):
        pond.muscle.hold(pond.slots, node, (0.0, 0.0, 0.0))  # type: ignore[arg-type]


@pytest.mark.parametrize("place", [(0.0, np.nan, 0.0), (np.inf, 0.0, 0.0), (0.0, 0.0), 3.0])
def test_hands_are_somewhere(place: object) -> None:
    pond = Pond(["herring"], starts_on="muscle")
    with pytest.raises(ValueError, match="its place is three finite numbers of metres"):
        pond.muscle.hold(pond.slots, NOSE, place)  # type: ignore[arg-type]


def test_who_is_replayed_cannot_be_held() -> None:
    pond = Pond(["herring"])
    with pytest.raises(KeyError, match="individual 0 is not on the motor 'muscle'"):
        pond.muscle.hold(pond.slots, NOSE, (0.0, 0.0, 0.0))
