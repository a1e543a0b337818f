"""Cylinders, and the rocks and coral heads that they bound; and what they hide."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.settings import SettingsError
from motorium.world.habitat.settings import HabitatSettings, Obstacle
from motorium.world.habitat.terrain import Terrain

__all__ = ["CYLINDER", "Cylinder", "Cylinders", "Obstacles", "inside_from_to", "is_hidden"]

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
TRIES: Final = 2000
"""For a free place, before there is said to be none."""
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
        self.cylinders: Cylinders = np.array(standing, dtype=CYLINDER)
        self.seeds = chance.integers(0, 2**16, len(standing)).astype(np.uint16)

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
    inner, outer = obstacle.around
    outer = min(outer, boundary - radius)
    for _ in range(TRIES if inner <= outer else 0):
        far = math.sqrt(chance.uniform(inner**2, outer**2))
        angle = chance.uniform(-math.pi, math.pi)
        x, y = far * math.cos(angle), far * math.sin(angle)
        if all(
            math.hypot(x - other[0], y - other[1]) >= APART * (radius + other[4])
            for other in standing
        ):
            return x, y
    raise SettingsError(
        f"{name} finds no room between the circles {inner:g} and {obstacle.around[1]:g} m around "
        f"the middle of a habitat of {boundary:g} m; let there be fewer, smaller ones, or wider "
        "circles (count, radius, around)"
    )


def _footing(terrain: Terrain, x: float, y: float, radius: float) -> tuple[float, float]:
    """The lowest ground under an obstacle, and that under its middle [m]."""
    angles = np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False)
    rim = terrain.height(x + radius * np.cos(angles), y + radius * np.sin(angles))
    middle = float(terrain.height(np.array([x]), np.array([y]))[0])
    return min(float(rim.min()), middle), middle


@kernel
def inside_from_to(
    x: float,
    y: float,
    bottom: float,
    top: float,
    radius: float,
    eye_x: float,
    eye_y: float,
    eye_z: float,
    to_x: float,
    to_y: float,
    to_z: float,
) -> tuple[float, float]:
    """Between which shares of the way from an eye to a point it runs inside a cylinder; the first
    is not below the second where it does not.

    Tu 1999, section 6.4.1, whose two solutions t of (6.1) in (6.2) are what the mantle cuts out;
    what the lids cut out is taken from it, so that upright rays, those through a lid and eyes
    inside come out right, too.
    """
    first, last = 0.0, 1.0
    across, along, up = to_x - eye_x, to_y - eye_y, to_z - eye_z
    if up != 0.0:
        low, high = (bottom - eye_z) / up, (top - eye_z) / up
        first, last = max(first, min(low, high)), min(last, max(low, high))
    elif not bottom < eye_z < top:
        return 1.0, 0.0
    off_x, off_y = eye_x - x, eye_y - y
    a = across * across + along * along
    c = off_x * off_x + off_y * off_y - radius * radius
    if a == 0.0:
        return (first, last) if c < 0.0 else (1.0, 0.0)
    b = across * off_x + along * off_y
    root = b * b - a * c
    if root <= 0.0:
        return 1.0, 0.0
    root = math.sqrt(root)
    return max(first, (-b - root) / a), min(last, (-b + root) / a)


@kernel
def is_hidden(
    cylinders: Cylinders,
    eye_x: float,
    eye_y: float,
    eye_z: float,
    to_x: float,
    to_y: float,
    to_z: float,
) -> bool:
    """Whether a cylinder stands between an eye and a point [m], or one of them is inside; what is
    only touched is seen."""
    for each in cylinders:
        first, last = inside_from_to(
            each.x, each.y, each.bottom, each.top, each.radius,
            eye_x, eye_y, eye_z, to_x, to_y, to_z,
        )  # fmt: skip
        if first < last:
            return True
    return False


@kernel
def _hidden(
    cylinders: Cylinders, eyes: Floats, points: Floats, found_out: NDArray[np.bool_]
) -> None:
    for row in range(len(points)):
        a, b, c = eyes[row]
        x, y, z = points[row]
        found_out[row] = is_hidden(cylinders, a, b, c, x, y, z)
