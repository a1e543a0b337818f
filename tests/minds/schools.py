"""What schools are measured by, over all tanks at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from tests.minds.tanks import Member, Tanks

__all__ = ["TOGETHER", "groups", "in_rows", "polarisation", "scattered", "spacing", "spread"]

Floats = NDArray[np.float64]

TOGETHER = 3.0
"""Who is as near to another is in one group with him [L]."""


def scattered(count: int, wide: float, high: float, chance: np.random.Generator) -> list[Member]:
    """So many anywhere, looking anywhere."""
    places = chance.uniform((-wide, -wide, -high), (wide, wide, high), (count, 3))
    headings = chance.uniform(-np.pi, np.pi, count)
    return [Member(x, y, z, heading) for (x, y, z), heading in zip(places, headings, strict=True)]


def in_rows(
    count: int,
    apart: float,
    chance: np.random.Generator,
    x: float = 0.0,
    z: float = 0.0,
    across: int = 4,
) -> list[Member]:
    """So many about so far apart [m], in two layers, all on their way along x."""
    members = []
    for number in range(count):
        row, column, layer = number // (2 * across), number // 2 % across, number % 2
        place = np.array([-row, column - 0.5 * (across - 1), layer - 0.5]) * apart
        place += chance.uniform(-0.15, 0.15, 3) * apart
        members.append(Member(x + place[0], place[1], z + place[2], chance.uniform(-0.1, 0.1)))
    return members


def polarisation(tanks: Tanks, troupe: int = 0) -> Floats:
    """Of each tank, from 0 to 1: the length of the mean direction in which all swim."""
    people = tanks.world.population
    found = []
    for tank in range(len(tanks.middles)):
        going = people.velocities[tanks.slots(troupe, tank)]
        pace = np.maximum(np.linalg.norm(going, axis=1, keepdims=True), 1e-9)
        found.append(np.linalg.norm((going / pace).mean(axis=0)) if len(going) else np.nan)
    return np.array(found)


def spacing(tanks: Tanks, troupe: int = 0) -> list[Floats]:
    """Of each tank: how far from each the nearest other one is [L]."""
    people = tanks.world.population
    found = []
    for tank in range(len(tanks.middles)):
        slots = tanks.slots(troupe, tank)
        places = people.positions[slots]
        near = cKDTree(places).query(places, k=2)[0][:, 1] if len(slots) > 1 else np.zeros(0)
        found.append(near / people.lengths[slots][: len(near)])
    return found


def groups(tanks: Tanks, troupe: int = 0, within: float = TOGETHER) -> list[NDArray[np.int32]]:
    """Of each tank: to which group each belongs; who is near enough [L] to one belongs to his."""
    people = tanks.world.population
    found = []
    for tank in range(len(tanks.middles)):
        slots = tanks.slots(troupe, tank)
        if not len(slots):
            found.append(np.zeros(0, dtype=np.int32))
            continue
        tree = cKDTree(people.positions[slots])
        near = tree.sparse_distance_matrix(tree, within * float(people.lengths[slots].mean()))
        found.append(connected_components(near, directed=False)[1])
    return found


def spread(tanks: Tanks, troupe: int = 0) -> Floats:
    """Of each tank: how far from their middle all are [L], in the root mean square."""
    people = tanks.world.population
    found = []
    for tank in range(len(tanks.middles)):
        slots = tanks.slots(troupe, tank)
        off = people.positions[slots] - people.positions[slots].mean(axis=0)
        found.append(np.sqrt((off**2).sum(axis=1).mean()) / people.lengths[slots].mean())
    return np.array(found)
