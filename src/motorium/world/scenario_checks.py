"""What in a scenario does not go together, though each of its tables is right in itself."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from motorium.problems import Wrong
from motorium.world.habitat.settings import HabitatSettings

if TYPE_CHECKING:
    from motorium.world.scenario import Group, Scenario

__all__ = ["scenario_wrongs"]

At = tuple[str | int, ...]


def scenario_wrongs(scenario: Scenario) -> Iterator[Wrong]:
    """All of it, each at its key."""
    yield from _said_to_nobody(scenario)
    world, habitat = scenario.world, scenario.habitat
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
        yield from _out_of_sight(group, outer, world.extent, at)
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


def _out_of_sight(group: Group, outer: float, extent: float, at: At) -> Iterator[Wrong]:
    beyond = f"m from the origin, beyond half of world.extent, {extent:g}"
    x, y, z = (abs(part) for part in group.center)
    reach = max(x + outer, y + outer, z + group.height / 2)
    if reach > extent / 2:
        circles = f"with its circles reaches {reach:g} {beyond}"
        yield Wrong((*at, "center"), circles, ("extent", "radius", "height"))
    for index, place in enumerate(group.places or ()):
        reach = max(abs(part) for part in place)
        if reach > extent / 2:
            yield Wrong((*at, "places", index), f"lies {reach:g} {beyond}", ("extent", "places"))


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
    """What of a group would begin beyond the boundary, in the ground or in the air.

    Limitation: the relief is drawn later, so the ground is taken to be as high as it may become.
    """
    boundary = f"beyond the boundary; habitat.radius is {habitat.radius:g}"
    ground = f"below the highest ground, {habitat.highest:g} (habitat.ground + habitat.relief)"
    surface = f"above the water; habitat.surface is {habitat.surface:g}"
    here = ("center", "height", "places")

    away = math.hypot(*group.center[:2]) + outer
    if away > habitat.radius:
        far = f"reaches {away:g} m from the middle, {boundary}"
        yield Wrong((*at, "radius"), far, ("center", "radius"))
    if group.places is None and group.spread == "circles":
        low, high = (group.center[2] + side * group.height / 2 for side in (-1, 1))
        if low < habitat.highest:
            deep = f"spreads down to {low:g} m, {ground}"
            yield Wrong((*at, "center"), deep, (*here, "ground", "relief"))
        if high > habitat.surface:
            yield Wrong((*at, "center"), f"spreads up to {high:g} m, {surface}", (*here, "surface"))
    for index, (x, y, z) in enumerate(group.places or ()):
        place = (*at, "places", index)
        if math.hypot(x, y) > habitat.radius:
            far = f"lies {math.hypot(x, y):g} m from the middle, {boundary}"
            yield Wrong(place, far, (*here, "radius"))
        if z < habitat.highest:
            yield Wrong(place, f"lies at {z:g} m, {ground}", (*here, "ground", "relief"))
        if z > habitat.surface:
            yield Wrong(place, f"lies at {z:g} m, {surface}", (*here, "surface"))
