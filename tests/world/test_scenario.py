"""Scenario and species files: every mistake gets a sentence with file, key and choices."""

import shutil
from importlib import resources
from pathlib import Path

import pytest

from motorium.bodies.species import (
    calibration_file,
    known_species,
    load_species,
    read_species,
    shape_file,
)
from motorium.settings import SettingsError
from motorium.world.scenario import known_scenarios, load_scenario
from motorium.world.world import World

GOOD = """
format = 1
[world]
seed = 3
[[group]]
species = "herring"
count = 4
"""

BROKEN = {
    "missing format": ("[world]\n", "the key 'format' is missing; it must be 1"),
    "newer format": ("format = 2\n", "format 2 is newer than this program, which reads format 1"),
    "wrong format": ('format = "1"\n', "'1' is not a version"),
    "not TOML": ("format = = 1", "not valid TOML"),
    "unknown table": ("format = 1\n[wrld]\n", "wrld: unknown key; known keys are format, world"),
    "unknown key": (
        "format = 1\n[world]\nsed = 1\n",
        "world.sed: unknown key; known keys are",
    ),
    "unknown group key": (
        GOOD + "colour = 1\n",
        "group[0].colour: unknown key; known keys are species, count",
    ),
    "unknown species": (
        'format = 1\n[[group]]\nspecies = "whale"\ncount = 1\n',
        f"group[0].species: must be one of {', '.join(known_species())}, or a file of one's own",
    ),
    "unknown motor": (GOOD + 'motor = "jet"\n', "group[0].motor: must be one of muscle"),
    "unknown mind": (GOOD + 'mind = "zen"\n', "group[0].mind: must be one of keep-swimming"),
    "negative count": (GOOD.replace("4", "-4"), "group[0].count: input should be greater than"),
    "text for number": (GOOD.replace("4", '"many"'), "group[0].count"),
    "missing count": ('format = 1\n[[group]]\nspecies = "herring"\n', "group[0].count: is missing"),
    "sizes out of range": (GOOD + "size = [0.1, 1.0]\n", "size must be two numbers"),
    "sizes backwards": (GOOD + "size = [2.0, 1.0]\n", "size must be two numbers"),
    "radius backwards": (GOOD + "radius = [2.0, 1.0]\n", "radius must be two numbers"),
    "one number for two": (GOOD + "radius = 3\n", "group[0].radius"),
    "not a number": (GOOD + "speed = nan\n", "group[0].speed"),
    "too many": (
        GOOD.replace("seed = 3", "capacity = 2"),
        "groups hold 4 individuals, [world] capacity only 2",
    ),
    "number in quotes": (GOOD.replace("4", '"4"'), "group[0].count"),
    "yes for number": (GOOD.replace("4", "true"), "group[0].count"),
    "out of sight": (
        GOOD + "center = [1000, 0, 0]\n",
        "group[0] reaches 1001.5 m from the origin, beyond half of [world] extent, 200",
    ),
    "group as table": ('format = 1\n[group]\nspecies = "herring"\n', "group"),
}


def test_the_good_file_is_good(tmp_path: Path) -> None:
    file = tmp_path / "good.toml"
    file.write_text(GOOD)
    assert load_scenario(file).group[0].count == 4


@pytest.mark.parametrize("mistake", BROKEN)
def test_a_broken_file_gets_a_sentence(tmp_path: Path, mistake: str) -> None:
    text, sentence = BROKEN[mistake]
    file = tmp_path / "broken.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as problem:
        load_scenario(file)
    assert str(file) in str(problem.value)
    assert sentence in str(problem.value)


def test_files_that_are_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="there is no such file"):
        load_scenario(tmp_path / "nothing.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="cannot be read"):
        load_scenario(tmp_path / "binary.toml")
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(SettingsError, match="cannot be read"):
        load_scenario(tmp_path / "folder.toml")
    with pytest.raises(
        SettingsError, match="no scenario is called 'shcool'; known are compare, reef, school"
    ):
        load_scenario("shcool")


@pytest.mark.parametrize("name", known_scenarios())
def test_shipped_scenarios_are_valid(name: str) -> None:
    assert load_scenario(name).format == 1


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
