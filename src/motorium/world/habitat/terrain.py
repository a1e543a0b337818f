"""The seabed: a height field of dunes, a mound for the reef, roughness, and crevices cut in."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.world.habitat.settings import HabitatSettings

__all__ = ["CLEFT", "Heights", "Terrain", "ground_height", "ground_slope"]

Heights = NDArray[np.float32]

# All of these are ours: Tu and Yu print a mesh, and no shape.
MOST_POINTS: Final = 257
"""Of the grid along each side: what a page draws without thinking."""
FINEST: Final = 0.04
"""The grid is not finer than that [m]: a fish is larger."""
CLEFT: Final = 0.16
"""Half the width of a crevice [m], or two steps of the grid if they are wider."""
DUNES: Final = (0.25, 3.5)
"""Their share of the relief, and how many there are across the habitat."""
MOUND: Final = (0.5, 0.45)
"""Its share, and its radius in radii of the habitat."""
ROUGHNESS: Final = (0.25, 24)
"""Its share, and of how many waves it is made."""
MEANDER: Final = 0.22
"""How far a crevice bends from step to step [rad]."""


class Terrain:
    """heights [m], shape (n, n), of the points of a square grid around the origin: heights[i, j] is
    at x = i * step - reach, y = j * step - reach; beyond it, as at its edge.

    rims [m], shape (n, n): as if there were no crevices; cleft [m]: half the width of one. Ground
    is never higher than the settings' ground + relief, nor lower than ground - relief and, in a
    crevice, its depth less.
    """

    def __init__(self, settings: HabitatSettings, chance: np.random.Generator) -> None:
        self.reach = settings.radius
        flat = settings.relief == 0.0 and settings.crevices == 0
        finest = math.ceil(2.0 * self.reach / FINEST) + 1
        points = 2 if flat else min(finest, MOST_POINTS)
        self.step = 2.0 * self.reach / (points - 1)
        self.cleft = max(CLEFT, 2.0 * self.step)
        x, y = np.meshgrid(*2 * [np.linspace(-1.0, 1.0, points)], indexing="ij")
        rims = settings.ground + settings.relief * _relief(x, y, chance)
        cuts = np.zeros((points, points))
        for _ in range(settings.crevices):
            self._cut(cuts, settings.crevice_depth, chance)
        self.rims: Heights = rims.astype(np.float32)
        self.heights: Heights = (rims - cuts).astype(np.float32)

    def height(self, x: Floats, y: Floats) -> Floats:
        """Of the ground [m] under these places [m]."""
        across, along = np.broadcast_arrays(np.asarray(x, float), np.asarray(y, float))
        found = np.empty(across.shape)
        _heights(self.heights, self.reach, self.step, across.ravel(), along.ravel(), found.ravel())
        return found

    def normal(self, x: Floats, y: Floats) -> Floats:
        """Unit vectors that stand on the ground at these places [m], shape (..., 3)."""
        across, along = np.broadcast_arrays(np.asarray(x, float), np.asarray(y, float))
        found = np.empty((*across.shape, 3))
        flat = found.reshape(-1, 3)
        _normals(self.heights, self.reach, self.step, across.ravel(), along.ravel(), flat)
        return found

    def _cut(self, cuts: Floats, depth: float, chance: np.random.Generator) -> None:
        """One crevice that meanders, deepest in its middle; where two cross it is no deeper."""
        angle, heading = chance.uniform(-np.pi, np.pi, 2)
        far = self.reach * math.sqrt(chance.uniform(0.05, 0.6))
        pace = 0.5 * self.cleft
        length = max(self.reach * chance.uniform(0.5, 0.9), 8.0 * self.cleft)
        bends = np.cumsum(chance.normal(0.0, MEANDER, math.ceil(length / pace)))
        x = far * math.cos(angle) + pace * np.cumsum(np.cos(heading + bends))
        y = far * math.sin(angle) + pace * np.cumsum(np.sin(heading + bends))
        deep = depth * np.sqrt(np.sin(np.linspace(0.0, np.pi, len(x))))
        _carve(cuts, self.reach, self.step, self.cleft, x, y, deep)


def _relief(x: Floats, y: Floats, chance: np.random.Generator) -> Floats:
    """Rise and fall about 0, at most 1, at places in radii of the habitat."""
    turn, phase = chance.uniform(0.0, 2.0 * np.pi, 2)
    winding = _waves(x, y, 4, (0.5, 1.5), chance)
    along = np.cos(turn) * x + np.sin(turn) * y
    dunes = np.sin(np.pi * DUNES[1] * along + phase + 2.0 * winding)
    middle = chance.uniform(-0.2, 0.2, 2)
    far = np.hypot(x - middle[0], y - middle[1]) * (
        1.0 + 0.25 * _waves(x, y, 4, (0.5, 1.5), chance)
    )
    mound = 2.0 * np.exp(-((far / MOUND[1]) ** 2)) - 1.0
    rough = _waves(x, y, ROUGHNESS[1], (2.5, 25.0), chance)
    together = DUNES[0] * dunes + MOUND[0] * mound + ROUGHNESS[0] * rough
    about: Floats = together - together.mean()
    scaled: Floats = about / np.abs(about).max()
    return scaled


def _waves(
    x: Floats, y: Floats, count: int, lengths: tuple[float, float], chance: np.random.Generator
) -> Floats:
    """Plane waves in all directions, at most 1 together; the shorter, the lower."""
    numbers = np.pi * np.geomspace(*lengths, count)
    turns = chance.uniform(0.0, 2.0 * np.pi, count)
    phases = chance.uniform(0.0, 2.0 * np.pi, count)
    total = np.zeros_like(x)
    for number, turn, phase in zip(numbers, turns, phases, strict=True):
        total += np.sin(number * (np.cos(turn) * x + np.sin(turn) * y) + phase) / number
    scaled: Floats = total / np.abs(total).max()
    return scaled


@kernel
def ground_height(heights: Heights, reach: float, step: float, x: float, y: float) -> float:
    """Of the ground [m] at (x, y) [m], between the points of the grid; for kernels."""
    last = len(heights) - 1
    u = min(max((x + reach) / step, 0.0), float(last))
    v = min(max((y + reach) / step, 0.0), float(last))
    i, j = min(int(u), last - 1), min(int(v), last - 1)
    u -= i
    v -= j
    near = heights[i, j] + v * (heights[i, j + 1] - heights[i, j])
    far = heights[i + 1, j] + v * (heights[i + 1, j + 1] - heights[i + 1, j])
    return float(near + u * (far - near))


@kernel
def ground_slope(
    heights: Heights, reach: float, step: float, x: float, y: float
) -> tuple[float, float]:
    """How far the ground rises for each metre of x and of y, over a step each way; for kernels."""
    above = ground_height(heights, reach, step, x, y + step)
    below = ground_height(heights, reach, step, x, y - step)
    right = ground_height(heights, reach, step, x + step, y)
    left = ground_height(heights, reach, step, x - step, y)
    return (right - left) / (2.0 * step), (above - below) / (2.0 * step)


@kernel
def _heights(
    heights: Heights, reach: float, step: float, x: Floats, y: Floats, found_out: Floats
) -> None:
    for place in range(len(x)):
        found_out[place] = ground_height(heights, reach, step, x[place], y[place])


@kernel
def _normals(
    heights: Heights, reach: float, step: float, x: Floats, y: Floats, found_out: Floats
) -> None:
    for place in range(len(x)):
        p, q = ground_slope(heights, reach, step, x[place], y[place])
        scale = 1.0 / math.sqrt(1.0 + p * p + q * q)
        found_out[place, 0] = -p * scale
        found_out[place, 1] = -q * scale
        found_out[place, 2] = scale


@kernel
def _carve(
    cuts_out: Floats, reach: float, step: float, cleft: float, x: Floats, y: Floats, deep: Floats
) -> None:
    """Along a line, sheer walls and a rounded bottom: 1 - (d / cleft)^4."""
    last = len(cuts_out) - 1
    wide = int(cleft / step) + 1
    for place in range(len(x)):
        u, v = (x[place] + reach) / step, (y[place] + reach) / step
        for i in range(max(int(u) - wide, 0), min(int(u) + wide + 1, last) + 1):
            for j in range(max(int(v) - wide, 0), min(int(v) + wide + 1, last) + 1):
                off = ((i - u) ** 2 + (j - v) ** 2) * (step / cleft) ** 2
                cuts_out[i, j] = max(cuts_out[i, j], deep[place] * (1.0 - off * off))
