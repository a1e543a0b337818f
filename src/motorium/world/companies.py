"""Companies: the living members of a scenario's groups, how they come, and how many they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.frames import Floats
from motorium.contracts.mind import Mind
from motorium.contracts.motor import Handover
from motorium.contracts.population import Population, Slots
from motorium.motors.rest import at_rest
from motorium.world.habitat.habitat import Habitat
from motorium.world.places import draw_clear
from motorium.world.scenario import Group

__all__ = ["Arrival", "Company", "drawn_rows", "newcomers", "shared"]

BROOD: Final = 2
"""Where a scenario does not say how many there may be, births make a group so many times as large
as it began."""


@dataclass
class Company:
    """The living members of one group, and the mind that they share.

    chance draws where and how large they begin, nature what they are born with; home [m] and the
    circles around it that they swim on [m]; constant: whether who is lost is replaced; come: how
    many ever came; due: when those return who were lost [s], in this order.
    """

    group: Group
    species: int
    mind: Mind
    chance: np.random.Generator
    nature: np.random.Generator
    slots: Slots
    home: tuple[float, float, float]
    circles: tuple[float, float]
    constant: bool = False
    come: int = 0
    due: list[float] = field(default_factory=list)

    @property
    def most(self) -> int:
        """Up to how many are born."""
        group = self.group
        return BROOD * group.count if group.most is None else group.most

    def a_size(self) -> float:
        """Of somebody who comes later, relative to the species' own."""
        if self.group.sizes:
            return float(self.chance.choice(self.group.sizes))
        return float(self.chance.uniform(*self.group.size))


@dataclass(frozen=True)
class Arrival:
    """How somebody comes later: his size, his place [m] and heading [rad] as one row, shape (4,);
    young: born just now."""

    size: float
    row: Floats
    young: bool = False


def newcomers(
    company: Company,
    species: Species,
    people: Population,
    slots: Slots,
    pace: float,
    drift: Callable[[Floats], Floats],
    habitat: Habitat | None,
    arrival: Arrival | None = None,
) -> Handover:
    """Who comes into these slots, gliding around home at a pace [L/s], through water that drifts
    [m/s] at places [m]: whom the scenario puts somewhere, there; the others where it draws them;
    who comes later, as he arrives."""
    group, draw, count = company.group, company.chance, len(slots)
    if arrival is None:
        sizes = draw.uniform(*group.size, count)
        given = (group.sizes or [])[company.come : company.come + count]
        sizes[: len(given)] = given
        places, headings = _beginnings(company, species.length * sizes, habitat)
    else:
        sizes = np.full(count, arrival.size)
        places, headings = np.tile(arrival.row[:3], (count, 1)), np.full(count, arrival.row[3])
    people.species[slots] = company.species
    people.sizes[slots] = sizes
    people.lengths[slots] = species.length * sizes
    company.come += count
    people.looks[slots] = draw.integers(0, 2**16, count)
    ahead = np.stack([np.cos(headings), np.sin(headings), np.zeros(count)], axis=-1)
    return at_rest(
        species,
        people.sizes[slots].astype(np.float64),
        positions=places,
        headings=headings,
        phases=draw.uniform(0, 2 * np.pi, count),
        drift=drift(places) + pace * people.lengths[slots, None] * ahead,
    )


def _beginnings(
    company: Company, lengths: Floats, habitat: Habitat | None
) -> tuple[Floats, Floats]:
    """Where so many begin [m], shape (n, 3), and where they look to [rad], shape (n,)."""
    group = company.group
    now = slice(company.come, company.come + len(lengths))
    given = np.array((group.places or [])[now]).reshape(-1, 3)
    rows = np.empty((len(lengths), 4))
    rows[: len(given), :3] = given
    rows[: len(given), 3] = _along_circles(given - np.array(company.home))
    drawn = lengths[len(given) :]
    if habitat is None:
        rows[len(given) :] = drawn_rows(company, len(drawn), None)
    else:
        who = f"a group of {group.species}"
        rows[len(given) :] = draw_clear(
            habitat, lambda count: drawn_rows(company, count, habitat), drawn, who
        )
    if group.heading is not None:
        rows[:, 3] = group.heading
    told = (group.headings or [])[now]
    rows[: len(told), 3] = told
    return rows[:, :3], rows[:, 3]


def drawn_rows(company: Company, count: int, habitat: Habitat | None) -> Floats:
    """Places [m] and headings [rad] as the scenario lets them be drawn, shape (count, 4)."""
    if habitat is not None and company.group.spread == "habitat":
        return _anywhere(habitat, company, count)
    return _on_circles(company, count)


def _on_circles(company: Company, count: int) -> Floats:
    """Places [m] and headings [rad], shape (count, 4)."""
    draw, (inner, outer) = company.chance, company.circles
    angle = draw.uniform(-np.pi, np.pi, count)
    radius = np.sqrt(draw.uniform(inner**2, outer**2, count))
    height = draw.uniform(-0.5, 0.5, count) * company.group.height
    home_x, home_y, home_z = company.home
    x, y = home_x + radius * np.cos(angle), home_y + radius * np.sin(angle)
    return np.stack([x, y, home_z + height, angle + np.pi / 2], axis=-1)


def _anywhere(habitat: Habitat, company: Company, count: int) -> Floats:
    """Places [m] and headings [rad], shape (count, 4)."""
    draw, sea = company.chance, habitat.settings
    angle = draw.uniform(-np.pi, np.pi, count)
    radius = sea.radius * np.sqrt(draw.uniform(0.0, 1.0, count))
    x, y = radius * np.cos(angle), radius * np.sin(angle)
    z = draw.uniform(sea.ground - sea.relief, sea.surface, count)
    headings = _along_circles(np.stack([x, y], axis=-1) - np.array(company.home[:2]))
    return np.stack([x, y, z, headings], axis=-1)


def _along_circles(off: Floats) -> Floats:
    """Where one looks who swims around home to the left [rad], from where he is [m]."""
    return np.arctan2(off[:, 1], off[:, 0]) + np.pi / 2


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
