"""Scenarios that people save from a world: files in one folder, called by names alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import tomli_w

from motorium.folders import replace_file, scenarios_folder
from motorium.settings import SettingsError, parse_settings
from motorium.world.checking import problems_in
from motorium.world.scenario import Scenario, known_scenarios, load_scenario

__all__ = ["find_scenario", "own_file", "own_scenarios", "save_scenario", "scenario_toml"]

NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")
DEVICES: Final = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")
"""On Windows no files, whatever their suffix."""
MOST: Final = 500
"""Files that a folder may hold."""


def own_file(name: str) -> Path:
    """Where the scenario of a name is kept, or would be: in the folder, and nowhere else."""
    if not NAME.fullmatch(name):
        raise SettingsError(
            f"{name!r} is no name for a scenario: it has small letters, digits and hyphens, a "
            "letter first, 40 at most"
        )
    if DEVICES.fullmatch(name):
        raise SettingsError(f"{name!r} is a device on some systems; choose another name")
    path = scenarios_folder() / f"{name}.toml"
    if path.is_symlink():
        raise SettingsError(f"{name} is a link to another place; only files are read and written")
    return path


def own_scenarios() -> list[str]:
    """Names of those that were saved."""
    files = sorted(scenarios_folder().glob("*.toml"))[:MOST]
    return [
        file.stem
        for file in files
        if NAME.fullmatch(file.stem) and file.is_file() and not file.is_symlink()
    ]


def find_scenario(name: str) -> Scenario:
    """One that ships, or one that was saved, by its name."""
    if name in known_scenarios():
        return load_scenario(name)
    path = own_file(name)
    if not path.is_file():
        known = ", ".join([*known_scenarios(), *own_scenarios()])
        raise SettingsError(f"no scenario is called {name!r}; known are {known}")
    return load_scenario(path)


def scenario_toml(scenario: Scenario) -> str:
    """The file of a scenario: what it says, and nothing that it leaves out."""
    return tomli_w.dumps(scenario.model_dump(exclude_unset=True, exclude_none=True))


def save_scenario(name: str, scenario: Scenario, replace: bool = False) -> Path:
    """Write a scenario that `motorium scenario check` would pass; replace: even if there is one of
    that name already."""
    if name in known_scenarios():
        raise SettingsError(f"{name} ships with Motorium and stays as it is; choose another name")
    path = own_file(name)
    if path.exists() and not replace:
        raise SettingsError(f"there is a scenario {name} already; replace it, or choose another")
    if not path.exists() and len(own_scenarios()) >= MOST:
        raise SettingsError(f"there are {MOST} scenarios in {path.parent} already; remove some")
    title = name.replace("-", " ").capitalize()
    world = scenario.world.model_copy(update={"title": title})
    text = scenario_toml(scenario.with_tables(world=world))
    problems = problems_in(parse_settings(text, path.name, Scenario))
    if problems:
        raise SettingsError(f"this world cannot be saved: {'; '.join(problems)}")
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, text.encode("utf-8"))
    return path
