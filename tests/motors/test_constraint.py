"""The constraint motor: puppets that are thrown, held and handed over, and fishes that go limp."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from motorium.bodies.puppet.files import load_puppet
from motorium.bodies.puppet.model import Puppet, puppet_of
from motorium.contracts.commands import FISH, Commands
from motorium.contracts.frames import (
    Floats,
    body_to_world,
    multiply,
    rotation_vector,
    world_to_body,
)
from motorium.contracts.motor import Handover
from motorium.contracts.population import Population
from motorium.contracts.time import FRAME_SECONDS
from motorium.motors.constraint import FASTEST_HAND, PUPPET, ConstraintMotor
from motorium.motors.covering import uncovered
from motorium.motors.limp import at_ease
from motorium.physics.fish_frame import is_knotted
from motorium.physics.rods.walls import Walls
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import RESTED, World
from tests.physics.rods.test_crowd import flying, in_space

CONJUGATE = np.array([1.0, -1.0, -1.0, -1.0])
PERSON = puppet_of(load_puppet("person"))


class Theatre:
    """Puppets of one kind on the motor, thrown into the air."""

    def __init__(self, made: Puppet, count: int = 5, speed: float = 1.0) -> None:
        self.made = made
        self.people = Population(count, len(made.rest))
        self.commands = Commands(PUPPET, count)
        self.broken: list[tuple[int, str]] = []
        self.motor = ConstraintMotor.of_puppets(
            self.people, self.commands, [made], lambda *what: self.broken.append(what)
        )
        self.slots = self.people.enter(count)
        positions, velocities = flying(made, count, speed)
        self.motor.adopt(self.slots, as_handover(made, positions, velocities))

    def nodes(self) -> Floats:
        """In the world [m]."""
        turned = body_to_world(
            self.people.orientations[self.slots], self.people.nodes[self.slots].astype(float)
        )
        placed: Floats = self.people.positions[self.slots][:, None] + turned
        return placed


def as_handover(made: Puppet, positions: Floats, velocities: Floats) -> Handover:
    count = len(positions)
    centres = made.masses @ positions / made.masses.sum()
    return Handover(
        positions=centres,
        orientations=np.tile([1.0, 0.0, 0.0, 0.0], (count, 1)),
        velocities=made.masses @ velocities / made.masses.sum(),
        angular_velocities=np.zeros((count, 3)),
        nodes=positions - centres[:, None],
        node_velocities=velocities,
        contraction=np.zeros((count, 0)),
        phase=np.zeros(count),
    )


def momenta(masses: Floats, handover: Handover) -> tuple[Floats, Floats]:
    """Linear and angular momentum of individuals, in the world."""
    turn = handover.orientations
    places = handover.positions[:, None] + body_to_world(turn, handover.nodes)
    moving = masses[:, None] * body_to_world(turn, handover.node_velocities)
    return moving.sum(axis=1), np.cross(places, moving).sum(axis=1)


# ---------------------------------------------------------------- puppets


@pytest.mark.parametrize("made", [PERSON, in_space()], ids=["plane", "space"])
def test_body_frames_are_those_of_the_best_fit(made: Puppet) -> None:
    """Origin in the centre of mass, orientation as SciPy finds it, velocities means of a frame."""
    theatre = Theatre(made)
    people, slots = theatre.people, theatre.slots
    theatre.motor.gravity = np.array([0.0, 0.0, -9.81])
    theatre.motor.walls = Walls(np.array([-2.0, -2.0, 0.0]), np.array([2.0, 2.0, 5.0]))
    theatre.motor.advance(0)
    rest = made.rest - made.masses @ made.rest / made.masses.sum()
    turned_most = 0.0
    for frame in range(1, 60):
        places, turns = people.positions[slots], people.orientations[slots]
        theatre.motor.advance(frame)
        moved = (people.positions[slots] - places) / FRAME_SECONDS
        assert people.velocities[slots] == pytest.approx(moved, abs=1e-9)
        turned = rotation_vector(multiply(people.orientations[slots], turns * CONJUGATE))
        assert people.angular_velocities[slots] * FRAME_SECONDS == pytest.approx(turned, abs=1e-9)
        turned_most = max(turned_most, float(np.abs(turned).max()))
        centres = made.masses @ people.nodes[slots].astype(float)
        assert np.abs(centres).max() < 1e-5
        for nodes in theatre.nodes():
            arms = nodes - made.masses @ nodes / made.masses.sum()
            found = fit(made, arms, rest)
            # The best one, or as good: bodies in the plane may also be seen from behind.
            slot = slots[np.argmin(np.abs(theatre.nodes() - nodes).sum(axis=(1, 2)))]
            own = goodness(made, arms, rest, people.orientations[slot])
            assert own == pytest.approx(goodness(made, arms, rest, found), rel=1e-6)
    assert turned_most > 0.02


def fit(made: Puppet, arms: Floats, rest: Floats) -> Floats:
    """The best rotation; of bodies in the plane, the best that keeps them in it."""
    if made.dimensions == 3:
        best, _ = Rotation.align_vectors(arms, rest, weights=made.masses)
        return np.asarray(best.as_quat(scalar_first=True))
    angles = np.linspace(0.0, 2 * np.pi, 20_000)
    cosine = (made.masses[:, None] * arms[:, ::2] * rest[:, ::2]).sum()
    sine = (made.masses * (arms[:, 0] * rest[:, 2] - arms[:, 2] * rest[:, 0])).sum()
    angle = angles[np.argmax(cosine * np.cos(angles) + sine * np.sin(angles))]
    return np.array([np.cos(angle / 2), 0.0, np.sin(angle / 2), 0.0])


def goodness(made: Puppet, arms: Floats, rest: Floats, turn: Floats) -> float:
    turned = body_to_world(turn[None], rest[None])[0]
    return float((made.masses[:, None] * arms * turned).sum())


@pytest.mark.parametrize("made", [PERSON, in_space()], ids=["plane", "space"])
def test_a_handover_keeps_momentum_and_everything_else(made: Puppet) -> None:
    theatre = Theatre(made, count=20)
    for frame in range(10):
        theatre.motor.advance(frame)
    before = theatre.nodes()
    chosen = theatre.slots[[1, 7, 19]]
    first = theatre.motor.release(chosen)
    theatre.motor.adopt(chosen, first)
    second = theatre.motor.release(chosen)
    theatre.motor.adopt(chosen, second)
    for was, now in zip(momenta(made.masses, first), momenta(made.masses, second), strict=True):
        assert now == pytest.approx(was, abs=2e-5)
    assert theatre.nodes() == pytest.approx(before, abs=1e-6)
    assert second.node_velocities == pytest.approx(first.node_velocities, abs=1e-5)
    theatre.motor.advance(10)
    assert np.isfinite(theatre.nodes()).all()


def test_momentum_of_who_flies_is_kept_frame_by_frame() -> None:
    theatre = Theatre(PERSON, speed=2.0)
    first = theatre.motor.release(theatre.slots)
    theatre.motor.adopt(theatre.slots, first)
    for frame in range(30):
        theatre.motor.advance(frame)
    last = theatre.motor.release(theatre.slots)
    for was, now in zip(momenta(PERSON.masses, first), momenta(PERSON.masses, last), strict=True):
        assert now == pytest.approx(was, abs=1e-3)


def test_iterations_are_a_dial_for_each() -> None:
    """Who is asked for fewer is stretched more; what is no number asks for the usual ones."""
    theatre = Theatre(PERSON, count=3, speed=0.0)
    positions, velocities = (np.repeat(part, 3, axis=0) for part in flying(PERSON, 1, 3.0))
    theatre.motor.release(theatre.slots)
    theatre.motor.adopt(theatre.slots, as_handover(PERSON, positions, velocities))
    theatre.commands.set("iterations", theatre.slots, [1.0, 7.0, 7.0])
    theatre.commands["iterations"][theatre.slots[2]] = np.nan
    theatre.motor.advance(0)
    ends = theatre.nodes()[:, PERSON.rods]
    lengths = np.linalg.norm(ends[:, :, 0] - ends[:, :, 1], axis=2)
    off = np.abs(lengths - PERSON.lengths.mean(axis=1)).sum(axis=1)
    assert off[0] > 1.5 * off[1]
    assert off[2] == pytest.approx(off[1], abs=1e-5)


def test_hands_lead_points_and_let_them_fly() -> None:
    theatre = Theatre(PERSON, count=3, speed=0.0)
    wrist, head = 5, 0
    start = theatre.nodes()
    hand = start[1, wrist] + np.array([0.1, 0.0, 0.1])
    theatre.motor.hold(theatre.slots[[1]], wrist, hand)
    theatre.motor.hold(theatre.slots[[1]], head, start[1, head])
    for frame in range(5):
        theatre.motor.advance(frame)
    now = theatre.nodes()
    assert now[1, wrist] == pytest.approx(hand, abs=1e-5)
    assert now[1, head] == pytest.approx(start[1, head], abs=1e-5)
    assert now[[0, 2]] == pytest.approx(start[[0, 2]], abs=1e-5)
    far = hand + np.array([50.0, 0.0, 0.0])
    theatre.motor.hold(theatre.slots[[1]], wrist, far)
    theatre.motor.advance(5)
    way = np.linalg.norm(theatre.nodes()[1, wrist] - hand)
    assert way == pytest.approx(FASTEST_HAND * FRAME_SECONDS, rel=1e-3)
    theatre.motor.let_go(theatre.slots[[1]])
    theatre.motor.advance(6)
    assert theatre.nodes()[1, wrist, 0] > hand[0] + way
    assert not theatre.broken


def test_who_comes_apart_is_put_back_to_rest_and_reported() -> None:
    theatre = Theatre(PERSON, count=4)
    theatre.motor.advance(0)
    good = theatre.people.positions[theatre.slots[2]].copy()
    last = theatre.motor.release(theatre.slots[[2]])
    wild = replace(last, node_velocities=last.node_velocities + 1e7)
    theatre.motor.adopt(theatre.slots[[2]], wild)
    theatre.motor.advance(1)
    assert theatre.broken == [(2, "it came apart; put back to rest where it was")]
    assert theatre.people.positions[theatre.slots[2]] == pytest.approx(good)
    ends = theatre.nodes()[2, PERSON.rods]
    lengths = np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1)
    assert lengths == pytest.approx(PERSON.lengths.mean(axis=1), abs=1e-5)
    theatre.motor.advance(2)
    assert len(theatre.broken) == 1
    assert np.isfinite(theatre.nodes()).all()


def test_bad_requests_get_a_sentence() -> None:
    theatre = Theatre(PERSON, count=2)
    with pytest.raises(ValueError, match="one of its points, 0 to 15"):
        theatre.motor.hold(theatre.slots, 16, (0.0, 0.0, 0.0))
    with pytest.raises(ValueError, match="three finite numbers"):
        theatre.motor.hold(theatre.slots, 3, (0.0, np.nan, 0.0))
    alone = theatre.motor.release(theatre.slots[:1])
    with pytest.raises(KeyError, match="is not on the motor 'constraint'"):
        theatre.motor.release(theatre.slots)
    with pytest.raises(ValueError, match="handover of 1 for 2"):
        theatre.motor.adopt(theatre.slots, alone)
    with pytest.raises(
        ValueError, match="has 16 points, and individuals of this population have 9"
    ):
        ConstraintMotor.of_puppets(Population(1, 9), Commands(PUPPET, 1), [PERSON])


# ---------------------------------------------------------------- limp fishes

FISHES = 12


def sea(speed: int, size: tuple[float, float] = (0.5, 2.0)) -> World:
    """Herrings that have swum for a while, at a gait from 0 to 2."""
    group = Group(species="herring", count=FISHES, size=size, radius=(0.5, 5.0), speed=0.0)
    options = WorldSettings(seed=5, capacity=FISHES, extent=1000.0)
    world = World(Scenario(format=1, world=options, group=[group]))
    world.add_motor(ConstraintMotor.of_fishes(world.population, world.commands, world.species))
    for identity in range(FISHES):
        world.pilot(identity)
    pace = world.species[0].gaits.all[speed].speed
    world.commands.set("speed", world.population.living, pace)
    world.advance(120)
    return world


def world_nodes(world: World) -> Floats:
    people, slots = world.population, world.population.living
    turned = body_to_world(people.orientations[slots], people.nodes[slots].astype(float))
    placed: Floats = people.positions[slots][:, None] + turned
    return placed


def filmed(world: World, frames: int) -> Floats:
    """Where nodes are [m], frame by frame, from now on."""
    film = [world_nodes(world)]
    for _ in range(frames):
        world.advance()
        film.append(world_nodes(world))
    return np.array(film)


def test_a_fish_goes_limp_without_a_jump_and_keeps_its_momentum() -> None:
    """In the midst of fast beats: nodes change their velocities less than beats themselves do, and
    momentum stays as it was for as long as nobody gives it back to the water."""
    world = sea(speed=2)
    ids, masses = world.population.ids[world.population.living], world.species[0].body.masses
    lengths = world.population.lengths[world.population.living][:, None, None]
    swimming = np.diff(filmed(world, 20), axis=0) / FRAME_SECONDS / lengths
    usual = np.abs(np.diff(swimming, axis=0)).max()
    before = world_nodes(world)
    world.exchange(ids, "constraint")
    assert world_nodes(world) == pytest.approx(before, abs=1e-6)
    drifting = np.diff(filmed(world, 60), axis=0) / FRAME_SECONDS / lengths
    both = np.concatenate([swimming[-1:], drifting])
    jumps = np.abs(np.diff(both, axis=0)).max(axis=(1, 2, 3))
    print(f"velocities change by {jumps.max():.2f} L/s in a frame, in beats by {usual:.2f}")
    assert jumps.max() <= usual
    mean = np.einsum("p,tfpk->tfk", masses, drifting) / masses.sum()
    assert np.abs(mean - mean[0]).max() < 1e-4
    assert np.abs(mean[0]).max() > 0.5
    bodies = world.population.nodes[world.population.living].astype(float)
    assert not any(is_knotted(nodes) for nodes in bodies)


@cache
def fast_beats() -> float:
    """The most by which nodes of herrings that swim fast change their velocity in a frame [L/s]."""
    world = sea(speed=2)
    lengths = world.population.lengths[world.population.living][:, None, None]
    velocities = np.diff(filmed(world, 30), axis=0) / FRAME_SECONDS / lengths
    return float(np.abs(np.diff(velocities, axis=0)).max())


@pytest.mark.parametrize("frames", [1, 10, 90])
def test_back_to_muscles_nothing_jumps_and_it_swims_on(frames: int) -> None:
    """However long it was limp, what is seen of it changes less than in fast beats."""
    world = sea(speed=1)
    people, slots = world.population, world.population.living
    lengths = people.lengths[slots][:, None, None]
    world.exchange(people.ids[slots], "constraint")
    limply = filmed(world, frames)
    world.exchange(people.ids[slots], "muscle")
    assert world_nodes(world) == pytest.approx(limply[-1], abs=1e-6)
    film = np.concatenate([limply[-2:], filmed(world, 30)[1:]])
    velocities = np.diff(film, axis=0) / FRAME_SECONDS / lengths
    jump = np.abs(np.diff(velocities, axis=0)).max()
    print(f"after {frames} frames: by {jump:.2f} L/s in a frame, in fast beats {fast_beats():.2f}")
    assert jump <= fast_beats()
    world.advance(240)
    assert RESTED not in [event.kind for event in world.events]
    ahead = world_to_body(people.orientations[slots], people.velocities[slots][:, None])[:, 0, 0]
    assert (ahead / people.lengths[slots] > 0.3).all()


def test_momentum_crosses_to_muscles_undiminished() -> None:
    """Both what is seen and what is simulated under it have all of it."""
    world = sea(speed=1)
    people, slots = world.population, world.population.living
    masses = world.species[0].body.masses
    world.exchange(people.ids[slots], "constraint")
    world.advance(10)
    limp = next(motor for motor in world.motors if motor.name == "constraint")
    left = limp.release(slots)
    limp.adopt(slots, left)
    world.exchange(people.ids[slots], "muscle")
    taken = world.motors[0].release(slots)
    assert taken.node_velocities == pytest.approx(left.node_velocities, abs=2e-6)
    for handover in (taken, uncovered(left)):
        for was, now in zip(momenta(masses, left), momenta(masses, handover), strict=True):
            assert now == pytest.approx(was, rel=1e-5, abs=1e-4)
    world.motors[0].adopt(slots, taken)


@given(seed=st.integers(0, 2**31))
@settings(max_examples=30, deadline=None)
def test_a_body_at_ease_has_all_the_momentum(seed: int) -> None:
    """And its rest shape, as near to the nodes as SciPy can turn it."""
    draw = np.random.default_rng(seed)
    rest, masses = draw.normal(size=(7, 3)), draw.uniform(0.1, 3.0, 7)
    turn = Rotation.random(rng=draw)
    nodes = turn.apply(rest) + draw.normal(0.0, 0.2, (7, 3)) + draw.normal(size=3)
    velocities = draw.normal(size=(7, 3))
    shape, motion = at_ease(rest[None], masses, nodes[None], velocities[None])
    weigh = masses[:, None]
    assert (weigh * motion[0]).sum(axis=0) == pytest.approx((weigh * velocities).sum(axis=0))
    spin = np.cross(nodes, weigh * velocities).sum(axis=0)
    assert np.cross(shape[0], weigh * motion[0]).sum(axis=0) == pytest.approx(spin, abs=1e-9)
    own, arms = (part - masses @ part / masses.sum() for part in (rest, nodes))
    best, _ = Rotation.align_vectors(arms, own, weights=masses)
    assert shape[0] - masses @ nodes / masses.sum() == pytest.approx(best.apply(own), abs=1e-6)


def test_limp_fishes_are_asked_for_nothing() -> None:
    world = sea(speed=0)
    limp = next(motor for motor in world.motors if motor.name == "constraint")
    assert world.commands.vocabulary is FISH
    assert limp.vocabulary.setpoints == ()
    assert limp.vocabulary.actions == ()
