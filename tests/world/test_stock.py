"""So many of a species: who comes, who leaves, and a world as it is now as a scenario."""

from __future__ import annotations

import pytest

from motorium.world import changes
from motorium.world.inputs import Inputs, replay
from motorium.world.present import present_scenario
from motorium.world.recording.digest import world_digest
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World


def mixed(capacity: int = 20) -> Scenario:
    places = [(float(x), 0.0, 0.0) for x in range(3)]
    return Scenario(
        format=1,
        world=WorldSettings(seed=5, capacity=capacity),
        group=[
            Group(species="herring", count=3, places=places, name="placed"),
            Group(species="sardine", count=4),
            Group(species="herring", count=3, center=(0.0, 4.0, 0.0)),
        ],
    )


def living(world: World, species: str) -> list[int]:
    people = world.population
    own = people.species[people.living] == world.species_names.index(species)
    ids: list[int] = people.ids[people.living[own]].tolist()
    return ids


def test_one_species_changes_and_the_others_stay() -> None:
    world = World(mixed())
    sardines, herring = living(world, "sardine"), living(world, "herring")
    world.stock("herring", 9)
    assert set(herring) < set(living(world, "herring"))
    assert len(living(world, "herring")) == 9
    world.stock("herring", 2)
    assert set(living(world, "herring")) < set(herring), "the newest have left"
    assert living(world, "sardine") == sardines


def test_what_does_not_fit_or_does_not_live_here_is_refused() -> None:
    world = World(mixed(capacity=12))
    with pytest.raises(ValueError, match="room for 8, 12 fishes together"):
        world.stock("herring", 9)
    with pytest.raises(ValueError, match="no shark lives in this world; herring, sardine do"):
        world.stock("shark", 1)
    assert world.as_begun is False, "a recording must not begin here"
    assert world.counts == [3, 4, 3]


def test_a_recording_does_it_again() -> None:
    world = World(mixed())
    inputs = world.record_inputs()
    world.advance(3)
    world.stock("herring", 9)
    world.advance(3)
    world.stock("sardine", 1)
    world.advance(3)
    assert [type(given) for given in inputs.inputs][1:] == [changes.Stock, changes.Stock]
    again = World(mixed())
    replay(again, Inputs.model_validate_json(inputs.model_dump_json()), 9)
    assert world_digest(again) == world_digest(world)


def test_a_world_as_it_is_now_is_a_scenario() -> None:
    world = World(mixed())
    world.stock("herring", 10)
    world.stock("sardine", 0)
    now = present_scenario(world)
    placed, more, sardines, others = now.group
    assert (placed.count, placed.places) == (3, world.scenario.group[0].places)
    assert (more.species, more.places, more.name) == ("herring", None, None)
    assert (sardines.count, others.center) == (0, (0.0, 4.0, 0.0))
    again = World(now)
    assert len(living(again, "herring")) == 10
    world.stock("herring", 1)
    assert sum(group.count for group in present_scenario(world).group) == 1


def test_who_is_still_to_come_comes() -> None:
    tables = mixed().model_dump(exclude_unset=True)
    tables["group"][1]["enters"] = 5.0
    world = World(Scenario.model_validate(tables))
    assert world.counts == [3, None, 3]
    assert present_scenario(world).group[1].count == 4
