"""The physics of a world: what bodies are made of, steps a frame, water or none."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

from motorium.bodies.species import known_species, load_species
from motorium.contracts.frames import Floats
from motorium.motors.muscle import PUBLISHED
from motorium.physics.settings import MOST_STEPS, RANGES, STANDARD, PhysicsSettings
from motorium.settings import SettingsError
from motorium.world import changes
from motorium.world.inputs import replay
from motorium.world.recording.digest import world_digest
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.recording.rerun import check_rerun
from motorium.world.scenario import Command, Group, Scenario, WorldSettings, load_scenario
from motorium.world.world import RESTED, World

OTHER = PhysicsSettings(mass=1.5, stiffness=2.0, damping=0.8, steps=5)
VOID = STANDARD.but(hydrodynamics=False)


def herring(count: int = 2, physics: PhysicsSettings = STANDARD) -> World:
    group = Group(species="herring", count=count)
    world = WorldSettings(seed=4, capacity=8)
    return World(Scenario(format=1, world=world, physics=physics, group=[group]))


def middles(world: World) -> Floats:
    """Centres of mass [L], (n, 3), of who is on muscles."""
    people = world.population
    masses = load_species("herring").body.masses
    ids = people.ids[people.living].tolist()
    nodes = np.array([people[identity].world_nodes / people[identity].length for identity in ids])
    return np.asarray((masses / masses.sum()) @ nodes)


# ---------------------------------------------------------------- the standard


def test_the_standard_gives_the_same_bytes_as_no_setting() -> None:
    plain, told = herring(), herring()
    told.physics = OTHER.but(hydrodynamics=True)
    own = load_species("herring").steps_per_frame
    told.physics = PhysicsSettings(mass=1.0, stiffness=1.0, damping=1.0, steps=own)
    plain.advance(90)
    told.advance(90)
    assert world_digest(plain) == world_digest(told)
    told.physics = STANDARD
    plain.advance(30)
    told.advance(30)
    assert world_digest(plain) == world_digest(told)


@pytest.mark.parametrize("changed", [{"mass": 1.5}, {"stiffness": 2.0}, {"damping": 2.0}])
def test_every_factor_counts_at_once_and_for_newcomers(changed: dict[str, float]) -> None:
    begun, later = herring(physics=STANDARD.but(**changed)), herring()
    later.physics = STANDARD.but(**changed)
    for world in (begun, later):
        world.advance(20)
        world.resize(3)
        world.advance(40)
    assert world_digest(begun) == world_digest(later)
    plain = herring()
    plain.advance(20)
    plain.resize(3)
    plain.advance(40)
    # The newcomer, too, is not where it would be.
    apart = np.abs(plain.state().nodes - later.state().nodes).max(axis=(1, 2))
    assert (apart > 1e-5).all()


def test_a_factor_is_one_of_the_body() -> None:
    body = load_species("shark").body
    made = STANDARD.but(mass=1.5, stiffness=3.0, damping=2.0).made(body)
    assert np.array_equal(made.masses, 1.5 * body.masses)
    assert np.array_equal(made.elasticity, 3 * body.elasticity)
    assert np.array_equal(made.damping, 2 * body.damping)
    assert np.array_equal(made.nodes, body.nodes)


# ---------------------------------------------------------------- time


def test_steps_are_those_asked_for_or_those_needed() -> None:
    world = World(load_scenario("gathering"))
    own = [kind.steps_per_frame for kind in world.species]
    assert world.steps == own
    world.physics = STANDARD.but(steps=7)
    assert world.steps == [7] * len(own)
    world.physics = STANDARD.but(steps=1)
    assert world.steps == [-(-steps // 2) for steps in own]
    world.physics = STANDARD.but(steps=1, stiffness=4.0)
    assert world.steps == own


def test_more_steps_are_nearly_the_same_movement() -> None:
    """Time is cut more finely, but does not run faster."""
    usual, fine = herring(1), herring(1, STANDARD.but(steps=12))
    for world in (usual, fine):
        world.advance(180)
    assert usual.clock.seconds == fine.clock.seconds
    gone = np.linalg.norm(usual.state().positions - herring(1).state().positions)
    apart = np.linalg.norm(usual.state().positions - fine.state().positions)
    assert apart < 0.05 * gone


# ---------------------------------------------------------------- without water


def test_without_water_a_tail_beats_and_the_fish_stays() -> None:
    world = herring()
    world.advance(120)
    was = middles(world)
    world.advance(30)
    assert np.linalg.norm(middles(world) - was, axis=1).min() > 0.1, "it swam"
    world.physics = VOID
    was, tails = middles(world), []
    for _ in range(300):
        world.advance()
        tails.append(world.state().nodes[:, 21, 1] / 0.2)
    assert np.ptp(np.array(tails), axis=0).min() > 0.1, "the tail beats"
    assert np.linalg.norm(middles(world) - was, axis=1).max() < 1e-3, "nothing pushes it"
    world.physics = STANDARD
    was = middles(world)
    world.advance(300)
    assert np.linalg.norm(middles(world) - was, axis=1).min() > 2.0, "it swims again"
    assert RESTED not in [event.kind for event in world.events]


def test_without_water_no_current_carries_anybody() -> None:
    world = herring(physics=VOID)
    world.current = np.array([0.4, 0.0, 0.0])
    world.advance(60)
    world.resize(3)
    was = middles(world)
    world.advance(120)
    assert np.linalg.norm(middles(world) - was, axis=1).max() < 1e-3
    world.physics = STANDARD
    world.speed = 0.0
    world.advance(600)
    assert world.population.velocities[world.population.living, 0].min() > 0.3


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"mass": 9.0}, "mass: must be from 0.25 to 1.5, not 9"),
        ({"stiffness": float("nan")}, "stiffness"),
        ({"damping": "soft"}, "damping"),
        ({"steps": 0}, "steps: must be from 1 to 16, not 0"),
        ({"steps": 2.5}, "steps"),
        ({"weight": 1.0}, "weight"),
    ],
)
def test_what_cannot_be_is_refused_by_name(wrong: dict[str, object], said: str) -> None:
    world = herring()
    with pytest.raises(SettingsError, match=said):
        world.physics = world.physics.but(**wrong)
    assert world.physics == STANDARD


def test_the_printed_model_keeps_its_own(tmp_path: Path) -> None:
    world = World(Scenario(format=1, group=[Group(species="herring", count=1)]), PUBLISHED)
    with pytest.raises(ValueError, match="printed model keeps the physics"):
        world.physics = VOID
    assert world.physics == STANDARD
    file = tmp_path / "printed.toml"
    file.write_text('format = 1\n[world]\nmodel = "published"\n[physics]\nmass = 1.5\n')
    with pytest.raises(SettingsError, match="physics"):
        load_scenario(file)


def test_a_file_may_have_a_table(tmp_path: Path) -> None:
    file = tmp_path / "stiff.toml"
    file.write_text("format = 1\n[physics]\nstiffness = 2.0\nhydrodynamics = false\n")
    world = World(load_scenario(file))
    assert world.physics == STANDARD.but(stiffness=2.0, hydrodynamics=False)
    file.write_text("format = 1\n[physics]\nstiffnes = 2.0\n")
    with pytest.raises(SettingsError, match="did you mean 'stiffness'"):
        load_scenario(file)


# ---------------------------------------------------------------- recorded


def test_it_is_an_input_and_is_played_back_to_the_byte(tmp_path: Path) -> None:
    world = herring()
    inputs = world.record_inputs()
    with Recorder(world, tmp_path / "one.arrow", nodes=True):
        for physics in (OTHER, VOID, STANDARD):
            world.physics = physics
            world.advance(20)
    told = [given.settings for given in inputs.inputs if isinstance(given, changes.Physics)]
    assert told == [OTHER, VOID, STANDARD]
    again = herring()
    replay(again, inputs, 60)
    assert world_digest(again) == world_digest(world)
    with Recording.open(tmp_path / "one.arrow") as recording:
        assert check_rerun(recording).same


# ---------------------------------------------------------------- the bounds


BEYOND = 1.1
"""By this factor the ranges could be wider: their margin."""


def corners(beyond: float) -> list[tuple[float, ...]]:
    wider = [(low / beyond, high * beyond) for low, high in RANGES.values()]
    return list(itertools.product(*wider))


@pytest.mark.slow
@pytest.mark.parametrize("steps", [1, None, MOST_STEPS])
@pytest.mark.parametrize("beyond", [1.0, BEYOND])
def test_nobody_breaks_at_any_corner_of_the_ranges(steps: int | None, beyond: float) -> None:
    """Every species, three sizes: swimming at all speeds, turning, climbing, resting."""
    groups = [
        Group(
            species=name,
            mind="sequence",
            center=(10.0 * number - 35.0, 0.0, 0.0),
            count=3,
            sizes=[0.5, 1.0, 2.0],
        )
        for number, name in enumerate(known_species())
    ]
    score = [
        Command(at=0.0, speed=0.8),
        Command(at=2.0, turn=1.5),
        Command(at=4.0, speed=5.0),
        Command(at=6.0, turn=-2.5),
        Command(at=7.5, speed=1.0, turn_rate=1.0, climb=0.5),
        Command(at=9.0, speed=0.0),
        Command(at=9.5, turn=2.0),
    ]
    broken = {}
    for corner in corners(beyond):
        world = World(Scenario(format=1, group=groups, command=score))
        made = dict(zip(RANGES, corner, strict=True))
        # As wide as no user may.
        world.physics = PhysicsSettings.model_construct(
            **{**STANDARD.model_dump(), **made, "steps": steps}
        )
        world.advance(720)
        gone = [world.group_of(event.subject) for event in world.events if event.kind == RESTED]
        if gone:
            broken[corner] = len(gone)
    assert broken == {}
