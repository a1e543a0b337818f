"""What in a scenario does not go together, though each of its tables is right in itself."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from motorium.bodies.species import find_species, known_species
from motorium.problems import Wrong
from motorium.world.directing.checks import cue_wrongs
from motorium.world.fishing.settings import line_wrongs
from motorium.world.habitat.settings import HabitatSettings
from motorium.world.submarine.settings import submarine_wrongs

if TYPE_CHECKING:
    from motorium.world.scenario import Group, Scenario, WorldSettings

__all__ = ["scenario_wrongs"]

At = tuple[str | int, ...]


def scenario_wrongs(scenario: Scenario) -> Iterator[Wrong]:
    """All of it, each at its key."""
    yield from _said_to_nobody(scenario)
    yield from cue_wrongs(scenario)
    yield from line_wrongs(scenario)
    yield from submarine_wrongs(scenario)
    world, habitat = scenario.world, scenario.habitat
    if world.model == "published" and not scenario.physics.is_standard:
        printed = 'must be left out: the model "published" keeps the physics that is printed'
        yield Wrong(("physics",), printed, ("model",), scenario.physics.model_dump())
    total = sum(group.count for group in scenario.group)
    if total > world.capacity:
        yield Wrong(
            ("group",),
            f"all groups hold {total} individuals, world.capacity only {world.capacity}",
            ("count", "capacity"),
        )
    for index, group in enumerate(scenario.group):
        at = ("group", index)
        _, (_, outer) = scenario.home(group)
        if world.model == "published" and group.motor != "muscle":
            knows = 'must be muscle: the model "published" has no other'
            yield Wrong((*at, "motor"), knows, ("model",), group.motor)
        if world.model == "published" and group.mind == "instinct":
            knows = 'must not be instinct: fishes of the model "published" neither climb nor brake'
            yield Wrong((*at, "mind"), knows, ("model",), group.mind)
        yield from _never_renewed(group, world.keeps, at)
        yield from _out_of_sight(group, outer, world, at)
        if habitat is not None:
            yield from _out_of_water(group, outer, habitat, at)
        elif group.spread == "habitat":
            yield Wrong((*at, "spread"), 'is "habitat", but there is no [habitat]', ("habitat",))
    if habitat is not None:
        yield from _unbearable(scenario, habitat)


def _said_to_nobody(scenario: Scenario) -> Iterator[Wrong]:
    commands = scenario.command
    listening = [n for n, group in enumerate(scenario.group) if group.mind == "sequence"]
    if listening and not commands:
        silent = 'is "sequence", but there is no [[command]] to say'
        yield Wrong(("group", listening[0], "mind"), silent, ("command",))
    if commands and not listening:
        nobody = 'is said to groups with the mind "sequence"; none has it'
        yield Wrong(("command",), nobody, ("mind", "group"))
    for index in range(1, len(commands)):
        before = commands[index - 1].at
        if commands[index].at < before:
            later = f"must not be before that of the command above it, {before:g}"
            yield Wrong(("command", index, "at"), later, given=commands[index].at)


def _never_renewed(group: Group, keeps: str, at: At) -> Iterator[Wrong]:
    """What says how a group is renewed that is not."""
    said = group.model_fields_set
    if "returns" in said and (group.keeps or keeps) != "constant":
        free = 'is for a group that keeps "constant"; this one is free'
        yield Wrong((*at, "returns"), free, ("keeps",))
    if "most" in said and not group.births:
        yield Wrong((*at, "most"), "is for a group that has births; this one has none", ("births",))
    if group.births and group.species in known_species():
        role = find_species(group.species).role
        if role != "pacifist":
            what = role if role == "prey" else f"a {role}"
            chaste = f"must be 0: only pacifists mate, and a {group.species} is {what}"
            yield Wrong((*at, "births"), chaste, ("species",))


def _out_of_sight(group: Group, outer: float, world: WorldSettings, at: At) -> Iterator[Wrong]:
    x, y, z = (abs(part) for part in group.center)
    reach = max(x + outer, y + outer, z + group.height / 2)
    if reach > world.extent / 2:
        circles = f"with its circles reaches {reach:g} {world.beyond_sight}"
        yield Wrong((*at, "center"), circles, ("extent", "radius", "height"))
    for index, place in enumerate(group.places or ()):
        yield from world.out_of_sight(place, (*at, "places", index), "places")


def _unbearable(scenario: Scenario, habitat: HabitatSettings) -> Iterator[Wrong]:
    """What of a habitat a page cannot show, or the printed model not bear."""
    extent = scenario.world.extent
    for key in ("radius", "ground", "surface"):
        if abs(getattr(habitat, key)) > extent / 2:
            within = f"must be within half of world.extent, {extent:g}"
            yield Wrong(("habitat", key), within, ("extent",), getattr(habitat, key))
    if scenario.world.model == "published":
        knows = 'the model "published" knows no current'
        if habitat.flow:
            yield Wrong(("habitat", "flow"), knows, ("model",))
        for index, obstacle in enumerate(habitat.obstacle):
            if obstacle.source > 0:
                yield Wrong(("habitat", "obstacle", index, "source"), knows, ("model",))


def _out_of_water(group: Group, outer: float, habitat: HabitatSettings, at: At) -> Iterator[Wrong]:
    """What of a group would begin beyond the boundary, in the ground or in the air."""
    here = ("center", "height", "places")
    away = math.hypot(*group.center[:2]) + outer
    if away > habitat.radius:
        boundary = f"beyond the boundary; habitat.radius is {habitat.radius:g}"
        far = f"reaches {away:g} m from the middle, {boundary}"
        yield Wrong((*at, "radius"), far, ("center", "radius"))
    if group.places is None and group.spread == "circles":
        low, high = (group.center[2] + side * group.height / 2 for side in (-1, 1))
        if low < habitat.highest:
            deep = f"spreads down to {low:g} m, {habitat.below_ground}"
            yield Wrong((*at, "center"), deep, (*here, "ground", "relief"))
        if high > habitat.surface:
            up = f"spreads up to {high:g} m, {habitat.above_water}"
            yield Wrong((*at, "center"), up, (*here, "surface"))
    for index, place in enumerate(group.places or ()):
        yield from habitat.out_of_water(place, (*at, "places", index), *here)
