"""Cylinders, and the rocks and coral heads that they bound; and what they hide."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.senses.sight import is_hidden
from motorium.settings import SettingsError
from motorium.world.habitat.settings import HabitatSettings, Obstacle
from motorium.world.habitat.spots import free_spot
from motorium.world.habitat.terrain import Terrain

__all__ = ["CYLINDER", "Cylinder", "Cylinders", "Obstacles"]

CYLINDER: Final = np.dtype(
    [
        ("x", "f8"),
        ("y", "f8"),
        ("bottom", "f8"),
        ("top", "f8"),
        ("radius", "f8"),
        ("source", "f8"),
    ]
)
"""Upright [m]; source: strength of the flow around it (`physics.flow`)."""

Cylinder = Any
"""A row of Cylinders, as kernels see it: each.x, each.radius, ..."""
Cylinders = NDArray[Any]

APART: Final = 0.9
"""Two that are drawn are not closer than this share of their radii together."""
BURIED: Final = 0.05
"""How far they reach below the lowest ground around them [m]."""


class Obstacles:
    """cylinders: what is solid, shape (n,), of CYLINDER; kinds: what each looks like; seeds: of its
    looks, shape (n,)."""

    def __init__(
        self, settings: HabitatSettings, terrain: Terrain, chance: np.random.Generator
    ) -> None:
        self.terrain = terrain
        standing: list[tuple[float, ...]] = []
        self.kinds: list[str] = []
        looks: list[int | None] = []
        for index, obstacle in enumerate(settings.obstacle):
            count = obstacle.count if obstacle.places is None else len(obstacle.places)
            for number in range(count):
                radius = chance.uniform(*obstacle.radius)
                height = chance.uniform(*obstacle.height)
                if obstacle.places is not None:
                    x, y = obstacle.places[number]
                else:
                    name = f"habitat.obstacle[{index}]: number {number + 1} of {count}"
                    x, y = _free_place(name, obstacle, radius, settings.radius, standing, chance)
                foot, ground = _footing(terrain, x, y, radius)
                standing.append((x, y, foot - BURIED, ground + height, radius, obstacle.source))
                self.kinds.append(obstacle.kind)
                looks.append(obstacle.looks)
        self.cylinders: Cylinders = np.array(standing, dtype=CYLINDER)
        drawn = chance.integers(0, 2**16, len(standing))
        own = [given if told is None else told for given, told in zip(drawn, looks, strict=True)]
        self.seeds = np.array(own, dtype=np.uint16)

    def hide(self, eyes: Floats, points: Floats) -> NDArray[np.bool_]:
        """Which points [m] cannot be seen from these eyes [m], both of shape (n, 3)."""
        found = np.zeros(len(points), dtype=np.bool_)
        _hidden(self.cylinders, np.asarray(eyes, float), np.asarray(points, float), found)
        return found


def _free_place(
    name: str,
    obstacle: Obstacle,
    radius: float,
    boundary: float,
    standing: list[tuple[float, ...]],
    chance: np.random.Generator,
) -> tuple[float, float]:
    def is_free(x: float, y: float) -> bool:
        return all(
            math.hypot(x - other[0], y - other[1]) >= APART * (radius + other[4])
            for other in standing
        )

    spot = free_spot(obstacle.around, boundary - radius, chance, is_free)
    if spot is None:
        inner, outer = obstacle.around
        raise SettingsError(
            f"{name} finds no room between the circles {inner:g} and {outer:g} m around the middle "
            f"of a habitat of {boundary:g} m; let there be fewer, smaller ones, or wider circles "
            "(count, radius, around)"
        )
    return spot


def _footing(terrain: Terrain, x: float, y: float, radius: float) -> tuple[float, float]:
    """The lowest ground under an obstacle, and that under its middle [m]."""
    angles = np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False)
    rim = terrain.height(x + radius * np.cos(angles), y + radius * np.sin(angles))
    middle = float(terrain.height(np.array([x]), np.array([y]))[0])
    return min(float(rim.min()), middle), middle


@kernel
def _hidden(
    cylinders: Cylinders, eyes: Floats, points: Floats, found_out: NDArray[np.bool_]
) -> None:
    for row in range(len(points)):
        a, b, c = eyes[row]
        x, y, z = points[row]
        found_out[row] = is_hidden(cylinders, a, b, c, x, y, z)
