"""The seabed of a habitat: its height field as a mesh that runs on beyond the boundary."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.looks.scenery.heights import HeightField
from motorium.looks.scenery.solids import normalised

__all__ = ["GroundMesh", "ground_mesh"]

_MOST_CELLS = 96
"""Along an edge, whatever the field has."""
_BEYOND = (1.25, 1.7, 2.6, 5.0, 12.0)
"""How far the ground runs on, in edges' reaches: then the water hides it."""
_SHADED_FROM = 0.45
"""How far around one looks for what keeps the light away [m]."""
_AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7))


@dataclass(frozen=True)
class GroundMesh:
    places: NDArray[np.float32]
    """Shape (n, 3)."""
    normals: NDArray[np.float32]
    shades: NDArray[np.float32]
    """How little light gets in, 0 to 1, shape (n,)."""
    triangles: NDArray[np.int32]


def ground_mesh(field: HeightField) -> GroundMesh:
    lines = _lines(field)
    x, z = (axis.ravel() for axis in np.meshgrid(lines, lines, indexing="ij"))
    y = field.at(x, z)
    cells = len(lines) - 2 * len(_BEYOND) - 1
    apart = max(field.step, 2 * field.reach / cells) / 2
    slopes = np.stack(
        [
            field.at(x - apart, z) - field.at(x + apart, z),
            np.full(len(x), 2 * apart),
            field.at(x, z - apart) - field.at(x, z + apart),
        ],
        axis=-1,
    )
    places = np.stack([x, y, z], axis=-1).astype(np.float32)
    return GroundMesh(
        places,
        normalised(slopes).astype(np.float32),
        _shades(field, x, y, z).astype(np.float32),
        _triangles(places[:, 1].astype(float).reshape(len(lines), len(lines))),
    )


def _lines(field: HeightField) -> Floats:
    """From edge to edge: coarse far outside, the field within."""
    steps = len(field.heights) - 1
    cells = math.ceil(steps / math.ceil(steps / _MOST_CELLS))
    inner = ((2 * np.arange(cells + 1)) / cells - 1) * field.reach
    outer = np.array(_BEYOND) * field.reach
    return np.concatenate([-outer[::-1], inner, outer])


def _triangles(heights: Floats) -> NDArray[np.int32]:
    count = len(heights)
    at = np.arange(count * count).reshape(count, count)
    a, b, c, d = at[:-1, :-1], at[1:, :-1], at[:-1, 1:], at[1:, 1:]
    h = heights.ravel()
    # Across the slope, so that the edge of a cleft is no row of teeth.
    level = np.abs(h[c] - h[b]) < np.abs(h[a] - h[d])
    across = np.stack([a, c, b, b, c, d], axis=-1)
    along = np.stack([a, c, d, a, d, b], axis=-1)
    return np.where(level[..., None], across, along).reshape(-1, 3).astype(np.int32)


def _shades(field: HeightField, x: Floats, y: Floats, z: Floats) -> Floats:
    """Deep in a cleft little light arrives."""
    around = np.zeros_like(y)
    for dx, dz in _AROUND:
        around += field.at(x + dx * _SHADED_FROM, z + dz * _SHADED_FROM) / len(_AROUND)
    return np.clip((around - y) / 0.35, 0.0, 0.9)
