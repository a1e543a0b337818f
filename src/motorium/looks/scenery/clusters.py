"""What stands on the ground of a habitat, or on the sand of open water, as instances of forms."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.looks.scenery.chance import Chance, spread_seed
from motorium.looks.scenery.colonies import Cylinder, Part, Standing, filling, parts_of
from motorium.looks.scenery.heights import HeightField
from motorium.looks.scenery.sand import sand_height

__all__ = ["Cluster", "clusters_on", "rocks_around"]

_RUBBLE: Final = 7
"""So many pieces lie around an obstacle."""
_MOST_WITH_RUBBLE: Final = 200
"""More than so many obstacles have none."""

_CELL: Final = 5.0
"""Rocks stand in clusters, at most one cluster a cell of this edge [m]."""
_CELLS_AROUND: Final = 3
_ROCKS_IN_CLUSTER: Final = 4
_FREQUENCY: Final = 0.45
"""Share of the cells that have a cluster."""


@dataclass(frozen=True, eq=False)
class Cluster:
    """What is seen together, or not."""

    middle: Floats
    radius: float
    parts: Sequence[Part]

    @cached_property
    def rows(self) -> NDArray[np.float32]:
        """What the shader is given of the parts, shape (parts, 20)."""
        return np.array([part.row for part in self.parts], np.float32)


def clusters_on(field: HeightField, standing: Sequence[Standing]) -> list[Cluster]:
    littered = len(standing) <= _MOST_WITH_RUBBLE
    return [_cluster_of(one, field, littered) for one in standing]


def _cluster_of(one: Standing, field: HeightField, littered: bool) -> Cluster:
    ground = float(field.at(one.x, -one.y))
    parts = [replace(part, ground=ground) for part in parts_of(one)]
    if littered:
        parts += _rubble(one, field)
    middle = np.array([one.x, (one.bottom + one.top) / 2, -one.y])
    return Cluster(middle, math.hypot(1.4 * one.radius, (one.top - one.bottom) / 2), parts)


def _rubble(one: Standing, field: HeightField) -> list[Part]:
    """Small stones that have come off; fishes swim over them."""
    chance = Chance(spread_seed(one.seed + 77))
    pieces = []
    for _ in range(_RUBBLE):
        angle = 2 * math.pi * chance()
        away = one.radius * (0.85 + 0.5 * chance())
        size = (0.02 + 0.05 * chance() ** 2) * (0.6 + one.radius)
        east, north = one.x + away * math.cos(angle), one.y + away * math.sin(angle)
        ground = float(field.at(east, -north))
        within = Cylinder(east, north, ground - 0.4 * size, ground + 0.7 * size, size)
        pieces.append(replace(filling(within, "pebble", chance), ground=ground))
    return pieces


def rocks_around(x: float, z: float) -> list[Cluster]:
    """Boulders here and there on the sand of open water: the same ones at the same place always."""
    column, row = math.floor(x / _CELL), math.floor(z / _CELL)
    around = range(-_CELLS_AROUND, _CELLS_AROUND + 1)
    cells = ((column + i, row + j) for i in around for j in around)
    return [_rock(*rock) for cell in cells for rock in _rocks_in(*cell)]


def _rock(x: float, y: float, z: float, radius: float) -> Cluster:
    seed = math.floor(1000 * (x + 1000) + 0.5) + math.floor(1000 * z + 0.5)
    within = Cylinder(x, -z, y - 0.45 * radius, y + 0.75 * radius, radius)
    stone = filling(within, "boulder", Chance(spread_seed(seed)))
    return Cluster(np.array([x, y, z]), 1.2 * radius, [replace(stone, ground=y - 0.1 * radius)])


def _rocks_in(column: int, row: int) -> list[tuple[float, float, float, float]]:
    """(x, y, z, radius) of the rocks of a cell [m]."""

    def chance(salt: int) -> float:
        mixed = math.sin(column * 127.1 + row * 311.7 + salt * 74.7) * 43758.5453
        return mixed - math.floor(mixed)

    if chance(0) > _FREQUENCY:
        return []
    x = (column + 0.2 + 0.6 * chance(1)) * _CELL
    z = (row + 0.2 + 0.6 * chance(2)) * _CELL
    largest = 0.22 + 0.4 * chance(3)
    rocks = []
    for rock in range(1 + math.floor(chance(4) * _ROCKS_IN_CLUSTER)):
        angle = 2 * math.pi * chance(10 + rock)
        away = 0.0 if rock == 0 else largest * (0.9 + 0.6 * chance(20 + rock))
        radius = largest * (1 if rock == 0 else 0.25 + 0.4 * chance(30 + rock))
        rock_x, rock_z = x + away * math.cos(angle), z + away * math.sin(angle)
        height = float(sand_height(rock_x, rock_z)) + radius * 0.1
        rocks.append((rock_x, height, rock_z, radius))
    return rocks
