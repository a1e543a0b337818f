"""Things made by people: shapes of a colour that shine and glow, put together to one mesh."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motorium.looks.scenery.shapes import Shape

__all__ = ["Painted", "PaintedMesh", "Tint"]

Tint = tuple[float, float, float]


@dataclass(frozen=True)
class PaintedMesh:
    vertices: NDArray[np.float32]
    """Place [m], normal, tint, gloss and glow, shape (n, 11)."""
    triangles: NDArray[np.int32]


class Painted:
    def __init__(self) -> None:
        self._vertices: list[NDArray[np.float64]] = []
        self._triangles: list[NDArray[np.int32]] = []
        self._count = 0

    def add(self, shape: Shape, tint: Tint, gloss: float = 0.5, glow: float = 0.0) -> None:
        """gloss: how much it shines; glow: how much by itself."""
        count = len(shape.places)
        paint = np.tile([*tint, gloss, glow], (count, 1))
        self._vertices.append(np.concatenate([shape.places, shape.normals, paint], axis=1))
        self._triangles.append(shape.triangles + self._count)
        self._count += count

    def mesh(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> PaintedMesh:
        """Moved."""
        vertices = np.concatenate(self._vertices)
        vertices[:, :3] += [x, y, z]
        triangles = np.concatenate(self._triangles).astype(np.int32)
        return PaintedMesh(vertices.astype(np.float32), triangles)
