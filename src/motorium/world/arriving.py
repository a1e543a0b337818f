"""Where those come into the world who come later: returning ones from afar, young ones with their
mother."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.contracts.population import Population, Slots
from motorium.world.companies import Company, drawn_rows
from motorium.world.habitat.habitat import Habitat
from motorium.world.places import clear
from motorium.world.scenario import SIZES

__all__ = ["YOUNG", "beside", "from_afar"]

CANDIDATES: Final = 60
"""Places that are drawn for each who returns."""
EDGE: Final = 0.8
"""From which share of a habitat's radius on they are."""
SAFE: Final = 4.5
"""As far from all predators as a place should be [m]: as far as they smell prey."""
TRIES: Final = 30
"""Places around its mother for each who is born."""
NEAR: Final = 1.5
"""How far from her they are at most, in her lengths."""
YOUNG: Final = (SIZES.low, 1.3 * SIZES.low)
"""Sizes of who is born, relative to the species' own: the smallest that there can be."""


def from_afar(
    company: Company,
    length: float,
    people: Population,
    predators: Slots,
    habitat: Habitat | None,
) -> Floats | None:
    """A place [m] and heading [rad], shape (4,), for somebody of a length [m] who returns: out of
    reach of predators, near its own kind; if predators are everywhere, as far from them as can be.
    None if there is no free water."""
    rows = _on_the_edge(company, habitat) if habitat else drawn_rows(company, CANDIDATES, None)
    if habitat is not None:
        rows = rows[clear(habitat, rows[:, :3], np.full(len(rows), length))]
    if not len(rows):
        return None
    danger = _nearest(rows[:, :3], people.positions[predators])
    safe = danger >= SAFE
    if not safe.any():
        found: Floats = rows[np.argmax(danger)]
    elif len(company.slots):
        rows = rows[safe]
        found = rows[np.argmin(_nearest(rows[:, :3], people.positions[company.slots]))]
    else:
        found = rows[safe][0]
    return found


def beside(
    company: Company, length: float, mother: Floats, her_length: float, habitat: Habitat | None
) -> Floats | None:
    """A place [m] and heading [rad], shape (4,), for a young one of a length [m] around its
    mother's place [m]; None if there is no free water."""
    draw = company.chance
    away = draw.standard_normal((TRIES, 3))
    away /= np.maximum(np.linalg.norm(away, axis=1), 1e-9)[:, None]
    rows = np.empty((TRIES, 4))
    rows[:, :3] = mother + draw.uniform(0.5, 1.0, (TRIES, 1)) * NEAR * her_length * away
    rows[:, 3] = draw.uniform(-np.pi, np.pi, TRIES)
    if habitat is not None:
        rows = rows[clear(habitat, rows[:, :3], np.full(TRIES, length))]
    return rows[0] if len(rows) else None


def _on_the_edge(company: Company, habitat: Habitat) -> Floats:
    """Places [m] near the boundary and headings inwards [rad], shape (CANDIDATES, 4)."""
    draw, sea = company.chance, habitat.settings
    angle = draw.uniform(-np.pi, np.pi, CANDIDATES)
    radius = sea.radius * np.sqrt(draw.uniform(EDGE**2, 1.0, CANDIDATES))
    z = draw.uniform(sea.ground - sea.relief, sea.surface, CANDIDATES)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), z, angle + np.pi], axis=-1)


def _nearest(places: Floats, others: Floats) -> Floats:
    """From each place to the nearest of the others [m]."""
    if not len(others):
        return np.full(len(places), np.inf)
    near: Floats = np.linalg.norm(places[:, None] - others[None], axis=2).min(axis=1)
    return near
