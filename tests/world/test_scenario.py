"""Scenario and species files: what they say is what there is."""

import math
import shutil
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from motorium.bodies.species import (
    calibration_file,
    known_species,
    load_species,
    read_species,
    shape_file,
)
from motorium.cli import app
from motorium.settings import SettingsError, parse_settings
from motorium.world.checking import checked
from motorium.world.habitat.habitat import Habitat
from motorium.world.moving import RESTED
from motorium.world.places import clear
from motorium.world.scenario import (
    DEFAULT,
    Scenario,
    known_scenarios,
    load_scenario,
    scenario_text,
)
from motorium.world.world import World

GOOD = """
format = 1
[world]
seed = 3
[[group]]
species = "herring"
"""
REHEARSED = ("cousto",)
"""What minutes of simulation go before."""


def _world(text: str) -> World:
    return World(parse_settings(text, "sea.toml", Scenario))


def test_the_studio_shows_what_load_scenario_loads() -> None:
    studio = typer.main.get_command(app).commands["studio"]  # type: ignore[attr-defined]
    (argument,) = [p for p in studio.params if p.name == "scenario"]
    assert argument.default == DEFAULT
    assert load_scenario() == load_scenario(DEFAULT)
    assert load_scenario().habitat is not None


@pytest.mark.parametrize("name", known_scenarios())
def test_shipped_scenarios_are_right(name: str) -> None:
    assert ", " in checked(name)
    world = load_scenario(name).world
    assert world.title != "Untitled"
    assert world.description.endswith(".")
    assert scenario_text(name).startswith("# ")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in REHEARSED else ())
        for name in known_scenarios()
    ],
)
def test_shipped_scenarios_run_for_a_second(name: str) -> None:
    scenario = load_scenario(name)
    if sum(group.count for group in scenario.group) > 200:
        groups = [group.model_copy(update={"count": 64}) for group in scenario.group]
        scenario = scenario.model_copy(update={"group": groups})
    world = World(scenario)
    world.advance(60)
    people = world.population
    assert np.isfinite(people.positions[people.living]).all()
    assert RESTED not in [event.kind for event in world.events]
    if world.habitat is not None:
        assert _inside(world) == 0


def _inside(world: World) -> int:
    """How many are in the ground, in a rock, in the air or beyond the boundary."""
    assert world.habitat is not None
    living = world.population.living
    places = world.population.positions[living]
    return int((~clear(world.habitat, places, np.zeros(len(living)))).sum())


# ---------------------------------------------------------------- who begins where

SEA = (
    GOOD
    + """
count = 40
spread = "habitat"
[habitat]
radius = 4.0
ground = -1.0
surface = 1.0
relief = 0.3
[[habitat.obstacle]]
count = 12
around = [0.5, 3.5]
radius = [0.3, 0.5]
height = [2.5, 2.5]
"""
)


def test_given_places_headings_and_sizes_are_kept() -> None:
    world = _world(
        GOOD
        + "places = [[1.0, 2.0, 0.5], [-3.0, 0.0, 0.0]]\n"
        + "headings = [0.5, -1.0]\nsizes = [0.8, 1.4]\n"
    )
    people = world.population
    assert people.positions[:2].tolist() == [[1.0, 2.0, 0.5], [-3.0, 0.0, 0.0]]
    assert [people[n].heading for n in (0, 1)] == pytest.approx([0.5, -1.0])
    assert people.sizes[:2] == pytest.approx([0.8, 1.4])
    assert people.lengths[:2] == pytest.approx(world.species[0].length * people.sizes[:2])


def test_without_headings_they_look_along_their_circles() -> None:
    """Left around home, which is the origin: at (2, 0) northwards, at (0, 2) westwards."""
    people = _world(GOOD + "places = [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0]]\n").population
    assert people[0].heading == pytest.approx(np.pi / 2)
    assert abs(people[1].heading) == pytest.approx(np.pi)


def test_who_comes_later_is_drawn() -> None:
    world = _world(GOOD + "places = [[5.0, 0.0, 0.0], [6.0, 0.0, 0.0]]\nsizes = [0.9, 0.8]\n")
    world.resize(1)
    world.resize(12)
    people = world.population
    assert people.positions[0].tolist() == [5.0, 0.0, 0.0]
    away = np.hypot(*people.positions[people.living][1:, :2].T)
    assert (away >= 0.5).all()
    assert (away <= 1.5).all()
    assert people.sizes[people.living].tolist() == pytest.approx([0.9, *11 * [1.0]])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_anywhere_is_anywhere_free(seed: int) -> None:
    world = _world(SEA.replace("seed = 3", f"seed = {seed}"))
    assert world.habitat is not None
    people = world.population
    places = people.positions[people.living]
    assert clear(world.habitat, places, people.lengths[people.living].astype(np.float64)).all()
    # Spread all over: in every quarter, low and high.
    for axis in range(3):
        assert 8 <= (places[:, axis] > 0).sum() <= 32
    world.resize(60)
    assert _inside(world) == 0


def test_circles_avoid_rocks_too() -> None:
    text = SEA.replace('spread = "habitat"', "radius = [0.5, 3.5]\nheight = 1.0")
    assert _inside(_world(text)) == 0


def test_no_free_water_is_a_sentence() -> None:
    filled = SEA.replace("count = 12\naround = [0.5, 3.5]", "places = [[0.0, 0.0]]").replace(
        "radius = [0.3, 0.5]", "radius = [4.0, 4.0]"
    )
    with pytest.raises(SettingsError, match="a group of herring: 40 of 40 find no free water"):
        _world(filled)


@given(
    st.lists(st.tuples(*3 * [st.floats(-0.9, 0.9)]), min_size=1, max_size=30),
    st.floats(0.05, 0.5),
)
def test_what_is_clear_is_clear(shares: list[tuple[float, float, float]], length: float) -> None:
    """Against the words: a distance to each wall, one by one."""
    habitat = _rocky()
    places = np.array(shares) * (4.0, 4.0, 1.4)
    found = clear(habitat, places, np.full(len(places), length))
    for (x, y, z), free in zip(places.tolist(), found, strict=True):
        ground = float(habitat.terrain.height(np.array([x]), np.array([y]))[0])
        solid = [
            math.hypot(x - rock["x"], y - rock["y"]) < rock["radius"] + 0.6 * length
            and z - 0.25 * length < rock["top"]
            for rock in habitat.obstacles.cylinders
        ]
        inside = math.hypot(x, y) + 0.6 * length <= 4.0
        wet = ground <= z - 0.25 * length and z + 0.25 * length <= 1.0
        assert free == (inside and wet and not any(solid))


@cache
def _rocky() -> Habitat:
    settings = parse_settings(SEA, "sea.toml", Scenario).habitat
    assert settings is not None
    return Habitat(settings, 3)


# ---------------------------------------------------------------- habits


def test_habits_are_given_and_drawn() -> None:
    liking = 'light = "dark"\nwarmth = "warm"\nschooling = true\n'
    text = GOOD + "count = 200\n[group.habits]\n" + liking
    habits = _world(text).habits
    assert (habits.light[:200] == -1).all()
    assert (habits.warmth[:200] == 1).all()
    assert (habits.schooling[:200] == 1).all()
    assert 70 < habits.female[:200].sum() < 130
    assert np.array_equal(_world(text).habits.female, habits.female)
    other = _world(text.replace("seed = 3", "seed = 4")).habits.female
    assert not np.array_equal(other, habits.female)
    for sex, number in (("female", 200), ("male", 0)):
        assert _world(text + f'sex = "{sex}"\n').habits.female.sum() == number


def test_habits_change_nothing_else() -> None:
    plain = _world(GOOD + "count = 20\n")
    other = _world(GOOD + 'count = 20\n[group.habits]\nsex = "female"\nlight = "bright"\n')
    assert np.array_equal(plain.population.positions, other.population.positions)
    assert np.array_equal(plain.population.looks, other.population.looks)


def test_who_has_the_same_seed_has_the_same_habits() -> None:
    twin = '[[group]]\nspecies = "herring"\ncount = 30\nseed = 9\n'
    female = _world("format = 1\n" + 2 * twin).habits.female
    assert np.array_equal(female[:30], female[30:60])
    assert 0 < female[:30].sum() < 30


@pytest.mark.parametrize("name", known_species())
def test_shipped_species_are_valid(name: str) -> None:
    species = load_species(name)
    assert species.name == name
    assert 0.01 < species.length < 10


def test_species_of_ones_own(tmp_path: Path) -> None:
    known = ", ".join(known_species())
    with pytest.raises(SettingsError, match=f"no species is called 'dragon'; known are {known}"):
        load_species("dragon")
    shipped = resources.files("motorium.bodies") / "species" / "herring.toml"
    text = shipped.read_text(encoding="utf-8")
    own = tmp_path / "own.toml"

    found = calibration_file(Path(str(shipped))).read_text(encoding="utf-8")

    def changed(was: str, now: str) -> Path:
        assert (was in text) != (was in found)
        own.write_text(text.replace(was, now))
        calibration_file(own).write_text(found.replace(was, now))
        return own

    own.write_text(text)
    with pytest.raises(SettingsError, match=r"own\.calibration\.toml is missing; run: motorium"):
        read_species(own)
    assert read_species(changed('label = "Herring"', 'label = "Mine"')).label == "Mine"
    with pytest.raises(SettingsError, match=r"found for another shape than that of own\.toml"):
        read_species(changed("length = 0.2\n", "length = 0.19\n"))
    with pytest.raises(SettingsError, match=r"station\[2\] at 0.56 does not lie behind"):
        read_species(changed("behind_nose = 0.36", "behind_nose = 0.66"))
    slow = load_species("herring").gaits.slow.speed
    with pytest.raises(SettingsError, match="speeds must grow"):
        read_species(changed(f"speed = {slow:g}\n", "speed = 19.0\n"))


def test_a_scenario_names_a_species_file_beside_it(tmp_path: Path) -> None:
    """Found from where the scenario is, not from where one stands; a missing one is a sentence."""
    shipped = shape_file("sardine")
    for file in (shipped, calibration_file(shipped)):
        shutil.copy(file, tmp_path / file.name.replace("sardine", "mine"))
    scenario = tmp_path / "sea.toml"
    text = 'format = 1\n[[group]]\nspecies = "mine.toml"\ncount = 2\n'
    scenario.write_text(text)
    world = World(load_scenario(scenario))
    world.advance(2)
    assert [kind.label for kind in world.species] == ["Sardine"]
    assert world.speed == world.species[0].gaits.medium.speed
    scenario.write_text(text.replace("mine", "yours"))
    with pytest.raises(SettingsError, match=r"group\[0\]\.species: .*yours\.toml is missing"):
        load_scenario(scenario)
    scenario.write_text(text.replace("mine.toml", "dragon"))
    with pytest.raises(SettingsError, match=r"must be one of .*, or a file of one's own"):
        load_scenario(scenario)


def test_eight_species_ship() -> None:
    assert len(known_species()) == 8
    reef = load_scenario("reef")
    assert sorted({group.species for group in reef.group}) == known_species()
    assert sum(group.count for group in reef.group) < 100
