"""Worlds with a submarine, for tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from motorium.contracts.frames import Floats, world_to_body
from motorium.world.scenario import Scenario, load_scenario
from motorium.world.submarine.boat import Submarine
from motorium.world.submarine.settings import LENGTH, RADIUS
from motorium.world.world import World

__all__ = ["boat_of", "dive", "in_reef", "off_hull"]


def dive(
    groups: list[dict[str, Any]],
    seed: int = 1,
    place: tuple[float, float, float] = (0.0, 0.0, 0.0),
    habitat: dict[str, Any] | None = None,
) -> World:
    """A submarine that looks along x, among these groups; in open water unless told otherwise."""
    tables = {
        "format": 1,
        "world": {"seed": seed, "capacity": 64},
        "submarine": {"place": place},
        "group": groups,
    }
    if habitat is not None:
        tables["habitat"] = habitat
    return World(Scenario.model_validate(tables))


def in_reef(seed: int, groups: list[dict[str, Any]] | None = None) -> World:
    """In the rocks of the reef, as a seed draws them."""
    reef = load_scenario("reef").model_dump(mode="json", exclude_unset=True)
    kept = {key: reef[key] for key in ("format", "world", "habitat")}
    kept["world"] = {**kept["world"], "seed": seed, "capacity": 64}
    return World(
        Scenario.model_validate(
            {**kept, "submarine": {"place": [0.0, 0.0, 0.5]}, "group": groups or []}
        )
    )


def boat_of(world: World) -> Submarine:
    assert world.submarine is not None
    return world.submarine


def off_hull(world: World) -> Floats:
    """How far everybody's middle is off the hull [m]."""
    boat, people = boat_of(world), world.population
    away = people.positions[people.living] - boat.position
    turned = np.broadcast_to(boat.orientation, (len(away), 4))
    seen = world_to_body(turned, away[:, None])[:, 0]
    beyond = np.maximum(np.abs(seen[:, 0]) - (LENGTH / 2 - RADIUS), 0.0)
    found: Floats = np.sqrt(beyond**2 + seen[:, 1] ** 2 + seen[:, 2] ** 2) - RADIUS
    return found
