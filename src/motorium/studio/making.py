"""Making a world from its page: who lives in it, and what stands there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from motorium.bodies.species import find_species, known_species
from motorium.folders import species_folder
from motorium.settings import SettingsError
from motorium.studio import scenarios
from motorium.studio.audience import Audience
from motorium.studio.furnishing import MOST_UNDONE, changed
from motorium.studio.newcomers import Newcomers, with_newcomers
from motorium.wire.making import AskScenarios, Kind, Load, MakingWish, Save, Stock, Undo
from motorium.wire.messages import Happening
from motorium.world.own_scenarios import find_scenario
from motorium.world.present import present_scenario
from motorium.world.scenario import Scenario
from motorium.world.world import World

if TYPE_CHECKING:
    from motorium.studio.scene import Scene

__all__ = ["counts", "grant", "kinds", "needs_films"]


def grant(
    scene: Scene, wish: MakingWish, audience: Audience, page: object | None
) -> tuple[Scenario, str] | None:
    """Change the world of a scene as was wished; where another must begin for that, return which,
    and why."""
    match wish:
        case Stock(species=species, count=count):
            return _stock(scene.world, species, count)
        case Load(name=name):
            return find_scenario(name), f"{name} begins"
        case AskScenarios():
            audience.message(scenarios.listed(), page)
        case Save(name=name, replace=replace):
            news = scenarios.save(scene.world, name, replace)
            audience.message(Happening(time=scene.world.seconds, kind="made", text=news))
            audience.message(scenarios.listed())
        case _:
            _furnish(scene, wish)
    return None


def needs_films(wish: MakingWish) -> list[str]:
    """Species that must be filmed before it can be granted."""
    return scenarios.to_film(wish.name) if isinstance(wish, Load) else []


def _furnish(scene: Scene, wish: MakingWish) -> None:
    furniture = changed(scene.world, wish, scene.past)
    before = scene.world.furniture
    scene.world.furnish(furniture)
    if isinstance(wish, Undo):
        scene.past.pop()
    else:
        scene.past[:] = [*scene.past, before][-MOST_UNDONE:]
    scene.tell_habitat()


def kinds(world: World) -> list[Kind]:
    """Everybody who can be let in: who lives here already, then all others that are installed."""
    found = {kind.name: kind for kind in world.species}
    for path in _installed():
        try:
            kind = find_species(path)
        except SettingsError:
            # Somebody's own that is not calibrated yet.
            continue
        found.setdefault(kind.name, kind)
    return [Kind(name=kind.name, label=kind.label, role=kind.role) for kind in found.values()]


def counts(world: World) -> list[int]:
    """How many of each of the world's species live."""
    people = world.population
    living = people.species[people.living]
    found: list[int] = np.bincount(living, minlength=len(world.species)).tolist()
    return found


def _stock(world: World, name: str, count: int) -> tuple[Scenario, str] | None:
    for called, kind in zip(world.species_names, world.species, strict=True):
        if kind.name == name:
            world.stock(called, count)
            return None
    path = _path_of(name)
    if count == 0:
        return None
    scenario = with_newcomers(
        present_scenario(world), Newcomers(path=path, template="", count=count)
    )
    label = find_species(path).label.lower()
    return scenario, f"The first {label} is here, so the scenario has begun again"


def _installed() -> list[str]:
    """Shipped species by name, and the user's own by the paths of their files."""
    own = sorted(species_folder().glob("*.toml"))
    return [*known_species(), *(str(path) for path in own if path.suffixes == [".toml"])]


def _path_of(name: str) -> str:
    """By which a scenario calls an installed species; only names of files that are there count."""
    known = {Path(path).name.removesuffix(".toml"): path for path in reversed(_installed())}
    if name not in known:
        raise ValueError(f"no species is called {name!r}; known are {', '.join(sorted(known))}")
    return known[name]
