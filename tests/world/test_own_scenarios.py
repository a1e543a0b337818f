"""Scenarios that people save: read back as they were, and nothing outside their folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from motorium.settings import SettingsError, parse_settings
from motorium.world.checking import checked
from motorium.world.habitat.furniture import Stone
from motorium.world.own_scenarios import (
    find_scenario,
    own_file,
    own_scenarios,
    save_scenario,
    scenario_toml,
)
from motorium.world.present import present_scenario
from motorium.world.scenario import Scenario, known_scenarios, load_scenario
from motorium.world.world import World


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOTORIUM_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "scenarios"


@pytest.mark.parametrize("name", known_scenarios())
def test_every_shipped_scenario_comes_back_as_it_was(name: str) -> None:
    scenario = load_scenario(name)
    again = parse_settings(scenario_toml(scenario), name, Scenario)
    assert again == scenario
    assert again.model_fields_set == scenario.model_fields_set


def test_a_world_that_was_changed_is_saved_as_it_is(folder: Path) -> None:
    world = World(load_scenario("reef"))
    world.stock("shark", 3)
    world.stock("sardine", 12)
    now = world.furniture
    rock = Stone(kind="rock", place=(0.0, 6.0), radius=0.4, height=0.7, looks=7)
    world.furnish(now.model_copy(update={"stones": (*now.stones[1:], rock), "plankton": 90}))
    path = save_scenario("my-reef", present_scenario(world))
    assert path == folder / "my-reef.toml"
    assert own_scenarios() == ["my-reef"]
    again = World(find_scenario("my-reef"))
    assert again.counts == world.counts
    assert again.furniture == world.furniture
    assert again.scenario.world.title == "My reef"
    assert "3 shark" in checked(path)


def test_shipped_ones_stay_and_ones_own_are_replaced_only_when_asked(folder: Path) -> None:
    few, more = load_scenario("school"), load_scenario("schooling")
    with pytest.raises(SettingsError, match="reef ships with Motorium and stays as it is"):
        save_scenario("reef", few, replace=True)
    path = save_scenario("mine", few)
    before = path.read_bytes()
    with pytest.raises(SettingsError, match="there is a scenario mine already"):
        save_scenario("mine", more)
    assert path.read_bytes() == before
    save_scenario("mine", more, replace=True)
    assert path.read_bytes() != before
    assert sorted(file.name for file in folder.iterdir()) == ["mine.toml"]


names = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="./\\:~-a0\0\n", max_size=20),
    st.sampled_from(["../mine", "..", "/etc/passwd", "mine.toml", "C:\\mine", "mine\0", "-mine"]),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(name=names)
def test_no_name_leads_out_of_the_folder(folder: Path, name: str) -> None:
    try:
        path = own_file(name)
    except SettingsError:
        with pytest.raises(SettingsError):
            save_scenario(name, Scenario(format=1))
        with pytest.raises(SettingsError):
            find_scenario(name)
    else:
        assert path.parent == folder
        assert path.name == f"{name}.toml"
        assert path.resolve().parent == folder.resolve()


@pytest.mark.parametrize("name", ["con", "nul", "com1", "lpt9"])
def test_names_of_devices_are_no_names_of_files(folder: Path, name: str) -> None:
    with pytest.raises(SettingsError, match=f"'{name}' is a device on some systems"):
        save_scenario(name, load_scenario("school"))
    assert own_file(f"{name}-1").parent == folder


def test_links_are_neither_read_nor_written(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.toml"
    outside.write_text(scenario_toml(load_scenario("school")), encoding="utf-8")
    folder.mkdir(parents=True)
    (folder / "linked.toml").symlink_to(outside)
    before = outside.read_bytes()
    assert own_scenarios() == []
    with pytest.raises(SettingsError, match="is a link"):
        find_scenario("linked")
    with pytest.raises(SettingsError, match="is a link"):
        save_scenario("linked", load_scenario("schooling"), replace=True)
    assert outside.read_bytes() == before
