"""Habitats for tests of what drifts, built from a few words."""

from __future__ import annotations

from typing import Any

import numpy as np

from motorium.contracts.population import Population
from motorium.contracts.time import FRAME_RATE
from motorium.world.habitat.habitat import Habitat
from motorium.world.habitat.settings import HabitatSettings

__all__ = ["drift", "fishes", "sea"]


def sea(seed: int = 1, **tables: Any) -> Habitat:
    """Flat ground at -2 m, surface at 3 m, unless told otherwise."""
    return Habitat(HabitatSettings(**{"relief": 0.0, **tables}), seed)


def drift(habitat: Habitat, seconds: float, begin: float = 0.0) -> None:
    """Let the plankton, which shall not swim by itself, drift for a while."""
    habitat.plankton.swims = 0.0
    for frame in range(round(seconds * FRAME_RATE)):
        habitat.plankton.advance(begin + frame / FRAME_RATE, habitat.currents)


def fishes(places: list[tuple[float, float, float]], eats: int, length: float = 0.2) -> Population:
    """Fishes at these places [m] that look along x."""
    people = Population(len(places) + 3, points=23)
    slots = people.enter(len(places))
    people.positions[slots] = np.array(places).reshape(-1, 3)
    people.orientations[slots] = (1.0, 0.0, 0.0, 0.0)
    people.lengths[slots] = length
    people.eats[slots] = eats
    return people
