"""The world: frames, populations, determinism."""

import hashlib

import numpy as np
import pytest

from motorium.bodies.species import load_species
from motorium.studio.picture import Picture
from motorium.world.scenario import Group, Scenario, WorldSettings, load_scenario
from motorium.world.world import ENTERED, LEFT, World


def digest(world: World, frames: int) -> str:
    """Of every snapshot that a page would get."""
    picture, seen = Picture(), hashlib.sha256()
    for _ in range(frames):
        world.advance()
        roster = picture.roster(world)
        seen.update(roster.model_dump_json().encode() if roster else b"")
        seen.update(picture.take(world))
        seen.update(world.state().nodes.tobytes() + world.state().positions.tobytes())
    return seen.hexdigest()


def test_two_runs_with_one_seed_give_the_same_bytes() -> None:
    assert digest(World(load_scenario("school")), 120) == digest(
        World(load_scenario("school")), 120
    )


def test_another_seed_gives_another_world() -> None:
    scenario = load_scenario("school")
    other = scenario.model_copy(update={"world": scenario.world.model_copy(update={"seed": 8})})
    assert digest(World(scenario), 5) != digest(World(other), 5)


def test_the_first_school_lives_well() -> None:
    """Two minutes: everybody circles within sight, upright, at one depth, unbroken."""
    world = World(load_scenario("school"))
    start = world.state()
    for _ in range(120):
        world.advance(60)
        state = world.state()
        assert np.hypot(state.positions[:, 0], state.positions[:, 1]).max() < 1.8
    assert np.abs(state.positions[:, 2] - start.positions[:, 2]).max() < 0.05
    assert {event.kind for event in world.events} == {ENTERED}
    assert world.clock.seconds == 120.0
    travelled = np.linalg.norm(state.positions - start.positions, axis=1)
    assert (travelled > 0).all()


def test_populations_grow_and_shrink_in_motion() -> None:
    world = World(load_scenario("school"))
    for count in (5, 200, 0, 37, 37, 1):
        world.resize(count)
        world.advance(3)
        assert len(world.population) == count
        assert len(world.state().ids) == count
        assert np.isfinite(world.state().nodes).all()
    left = [event.subject for event in world.events if event.kind == LEFT]
    entered = [event.subject for event in world.events if event.kind == ENTERED]
    assert len(set(entered)) == len(entered)
    assert set(left) < set(entered)


def test_shrinking_spares_the_eldest_and_leaves_them_alone() -> None:
    whole, cut = World(load_scenario("school")), World(load_scenario("school"))
    for world in (whole, cut):
        world.advance(30)
    cut.resize(10)
    for world in (whole, cut):
        world.advance(30)
    assert cut.state().ids.tolist() == list(range(10))
    assert np.array_equal(cut.state().nodes, whole.state().nodes[:10])


def test_groups_share_a_population_as_the_scenario_does() -> None:
    groups = [Group(species="herring", count=30), Group(species="herring", count=10)]
    world = World(Scenario(format=1, world=WorldSettings(capacity=100), group=groups))
    for count in (80, 81, 82, 83, 8, 7, 6, 90):
        before = {*world.state().ids.tolist()}
        world.resize(count)
        after = {*world.state().ids.tolist()}
        assert len(after) == count
        assert after >= before or after <= before


def test_what_does_not_fit_is_refused_and_nothing_changes() -> None:
    world = World(Scenario(format=1, world=WorldSettings(capacity=4)))
    with pytest.raises(ValueError, match="no \\[\\[group\\]\\] that could grow"):
        world.resize(2)
    full = World(
        Scenario(
            format=1,
            world=WorldSettings(capacity=4),
            group=[Group(species="herring", count=2)],
        )
    )
    with pytest.raises(ValueError, match="population of 5 does not fit: at most 4"):
        full.resize(5)
    with pytest.raises(ValueError, match="speed nan is not"):
        full.speed = float("nan")
    assert len(full.population) == 2


def test_an_empty_world_passes_its_time() -> None:
    world = World(Scenario(format=1))
    world.advance(60)
    assert world.clock.seconds == 1.0
    assert world.top_speed == 0.0


@pytest.mark.parametrize("count", [61.5, "61", None])
def test_a_population_is_a_whole_number(count: object) -> None:
    world = World(load_scenario("school"))
    with pytest.raises(ValueError, match="whole number"):
        world.resize(count)  # type: ignore[arg-type]


def test_groups_keep_their_proportions_when_the_speed_changes() -> None:
    """The speed is the first group's; nobody is asked for more than it can swim."""
    groups = [Group(species="shark", count=1), Group(species="sardine", count=1)]
    world = World(Scenario(format=1, world=WorldSettings(), group=groups))
    shark, sardine = (kind.gaits for kind in (load_species("shark"), load_species("sardine")))
    assert world.speed == shark.medium.speed
    world.speed = shark.medium.speed / 2
    world.advance(1)
    assert world.commands["speed"][:2] == pytest.approx(
        [shark.medium.speed / 2, sardine.medium.speed / 2]
    )
    world.speed = shark.fast.speed
    world.advance(1)
    asked = world.commands["speed"][:2]
    assert asked[1] == pytest.approx(
        min(sardine.fast.speed, sardine.medium.speed * shark.fast.speed / shark.medium.speed)
    )
