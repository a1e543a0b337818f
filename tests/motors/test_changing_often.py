"""Fishes that change between muscles and repertoire again and again, faster than changes die away:
nothing adds up."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from motorium.bench.dial import NODE_BAR
from motorium.bodies.species import known_species
from motorium.contracts.frames import Floats, body_to_world
from motorium.motors.warping import MASS_SHARES
from motorium.world.scenario import Command, Group, Scenario, WorldSettings
from motorium.world.world import World
from tests.motors.pond import Pond

MOTORS = ("repertoire", "muscle")
FISHES = 16
FRAMES = 360
MOST = 1.5
"""Times the farthest that a node moves in a frame, of fishes that stay on muscles."""


def places_of_nodes(world: World) -> Floats:
    """[L], (fishes, 23, 3)."""
    people = world.population
    places = [people[slot].world_nodes / people[slot].length for slot in people.living]
    return np.stack(places)


@cache
def farthest(name: str, every: int) -> tuple[float, int]:
    """How far a node moves in a frame at most [L], and how many fishes break, if they change their
    motor every so many frames; 0: never."""
    group = Group(species=name, count=FISHES, radius=(2, 6))
    world = World(Scenario(format=1, world=WorldSettings(seed=4), group=[group]))
    world.advance(60)
    before, most = places_of_nodes(world), 0.0
    for frame in range(FRAMES):
        if every and frame % every == 0:
            world.exchange(range(FISHES), MOTORS[frame // every % 2])
        world.advance()
        now = places_of_nodes(world)
        most = max(most, float(np.linalg.norm(now - before, axis=-1).max()))
        before = now
    return most, len({event.subject for event in world.events if event.kind == "rested"})


def check_often(name: str, every: int) -> None:
    usual, _ = farthest(name, 0)
    most, broken = farthest(name, every)
    print(f"{name}, every {every} frames: {most / usual:.2f} times as far, {broken} broken")
    assert broken == 0
    assert most <= MOST * usual


def test_changes_do_not_add_up() -> None:
    check_often("shark", 10)


@pytest.mark.slow
@pytest.mark.parametrize("every", [5, 10, 20, 30])
@pytest.mark.parametrize("name", known_species())
def test_changes_of_no_species_add_up(name: str, every: int) -> None:
    check_often(name, every)


@pytest.mark.parametrize(
    ("name", "times"),
    [
        ("herring", 200),
        ("shark", 201),
        *(
            pytest.param(*other, marks=pytest.mark.slow)
            for other in (("herring", 201), ("clownfish", 200), ("clownfish", 201), ("shark", 200))
        ),
    ],
)
def test_many_changes_within_a_frame_are_as_one(name: str, times: int) -> None:
    """There and back again in the midst of a turn: nobody is moved, and all go on as after two
    changes, or one."""
    worlds = []
    for changes in (0, 2 - times % 2, times):
        group = Group(species=name, count=1, mind="sequence", seed=5)
        commands = [Command(at=0.0, speed=1.5), Command(at=2.0, turn=1.5)]
        world = World(Scenario(format=1, group=[group], command=commands))
        world.advance(135)
        for change in range(changes):
            world.exchange([0], MOTORS[change % 2])
        worlds.append(world)
    films = [[places_of_nodes(world)] for world in worlds]
    for _ in range(60):
        for world, film in zip(worlds, films, strict=True):
            world.advance()
            film.append(places_of_nodes(world))
    alone, few, many = (np.stack(film) for film in films)
    jumps = [np.linalg.norm(np.diff(film, 2, axis=0), axis=-1).max() for film in (alone, many)]
    print(f"{name}, {times} changes: steps change by {jumps[1]:.4f} L, else by {jumps[0]:.4f}")
    assert np.abs(many[0] - alone[0]).max() < 1e-5
    assert np.abs(many - few).max() < 1e-3
    assert jumps[1] <= jumps[0] + NODE_BAR


def test_who_was_handed_over_is_given_back_as_he_came() -> None:
    """Before a frame has passed; after it, as he was played."""
    pond = Pond(["herring"] * 4, starts_on="muscle")
    pond.ask(speed=pond.gait("swim-medium"))
    pond.flex(60)
    given = pond.to_repertoire()
    back = pond.motor.release(pond.slots)
    assert np.array_equal(back.node_velocities, given.node_velocities)
    pond.motor.adopt(pond.slots, back)
    pond.advance()
    later = pond.motor.release(pond.slots)
    assert not np.array_equal(later.node_velocities, given.node_velocities)


def test_muscles_do_not_simulate_what_is_borrowed() -> None:
    """The rest of a warp is left to the cover; where the centre of mass is, and how it moves, is
    not."""
    pond = Pond(["shark"] * 4, starts_on="muscle")
    pond.ask(speed=pond.gait("swim-medium"))
    pond.flex(90)
    pond.to_repertoire()
    pond.advance(3)
    given = pond.to_muscle()
    assert given.intent is not None
    turn, borrowed = given.orientations, given.intent.borrowed
    lengths = pond.lengths[:, None, None]
    assert 1e-4 < np.abs(borrowed[:, 0] / lengths).max() < 0.1
    assert np.abs(given.intent.borrowed_contraction).max() > 1e-4
    school, lanes = pond.muscle.schools[0], pond.muscle._lane_of_slot[pond.slots]
    blocks = school.blocks
    unit, pace = (factor[:, None, None] for factor in school.units(lanes))
    nodes = body_to_world(turn, given.nodes)
    velocities = body_to_world(turn, given.node_velocities)
    off = (nodes - blocks.positions(lanes) * unit) / lengths
    faster = (velocities - blocks.velocities(lanes) * pace) / lengths
    assert off == pytest.approx(body_to_world(turn, borrowed[:, 0]) / lengths, abs=1e-6)
    for difference in (off, faster):
        assert np.abs(difference).max() > 1e-4
        assert np.einsum("p,npi->ni", MASS_SHARES, difference) == pytest.approx(0.0, abs=1e-6)
    contraction = given.contraction - given.intent.borrowed_contraction
    assert blocks.contraction(lanes) == pytest.approx(contraction, abs=1e-6)
