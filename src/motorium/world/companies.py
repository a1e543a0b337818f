"""Companies: the living members of a scenario's groups, how they come, and how many they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.frames import Floats
from motorium.contracts.mind import Mind
from motorium.contracts.motor import Handover
from motorium.contracts.population import Population, Slots
from motorium.motors.rest import at_rest
from motorium.world.scenario import Group

__all__ = ["Company", "newcomers", "shared"]


@dataclass
class Company:
    """The living members of one group, and the mind that they share."""

    group: Group
    species: int
    mind: Mind
    chance: np.random.Generator
    slots: Slots


def newcomers(
    company: Company,
    species: Species,
    people: Population,
    slots: Slots,
    pace: float,
    drift: Callable[[Floats], Floats],
) -> Handover:
    """Who comes into these slots: on circles around home, gliding along them at a pace [L/s],
    through water that drifts [m/s] at places [m]."""
    group, draw, count = company.group, company.chance, len(slots)
    sizes = draw.uniform(*group.size, count)
    angle = draw.uniform(-np.pi, np.pi, count)
    radius = np.sqrt(draw.uniform(group.radius[0] ** 2, group.radius[1] ** 2, count))
    height = draw.uniform(-0.5, 0.5, count) * group.height
    place = np.stack([radius * np.cos(angle), radius * np.sin(angle), height], axis=-1)
    place += np.array(group.center)
    people.species[slots] = company.species
    people.sizes[slots] = sizes
    people.lengths[slots] = species.length * sizes
    people.looks[slots] = draw.integers(0, 2**16, count)
    headings = angle + np.pi / 2
    ahead = np.stack([np.cos(headings), np.sin(headings), np.zeros(count)], axis=-1)
    return at_rest(
        species,
        people.sizes[slots].astype(np.float64),
        positions=place,
        headings=headings,
        phases=draw.uniform(0, 2 * np.pi, count),
        drift=drift(place) + pace * people.lengths[slots, None] * ahead,
    )


def shared(companies: Sequence[Company], count: int) -> list[int]:
    """Sizes of companies that are `count` together, as the scenario shares them: when all grow
    nobody leaves, when all shrink nobody comes."""
    now = [len(company.slots) for company in companies]
    weights = np.array([max(c.group.count, 1) for c in companies], dtype=np.float64)
    edges = np.round(np.concatenate([[0.0], np.cumsum(weights)]) / weights.sum() * count)
    better = max if count >= sum(now) else min
    wanted = [better(a, int(b)) for a, b in zip(now, np.diff(edges), strict=True)]
    while (excess := sum(wanted) - count) != 0:
        step = -1 if excess > 0 else 1
        differs = [abs(a - b) for a, b in zip(wanted, now, strict=True)]
        wanted[int(np.argmax(differs))] += step
    return wanted
