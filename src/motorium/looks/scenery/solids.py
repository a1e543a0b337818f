"""Shapes built from lumps, discs and tubes: a mesh of places, normals and what shaders are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.looks.scenery.balls import ball

__all__ = ["Solid", "SolidMesh", "normalised", "smooth_normals"]

Singles = NDArray[np.float32]
Indices = NDArray[np.int32]
Bending = Callable[[Floats], Floats]
"""Of places on a ball or disc, shape (n, 3), what belongs to each, shape (n, 3)."""

_ASIDE = np.array([0.31, 0.12, 0.94])


@dataclass(frozen=True)
class SolidMesh:
    places: Singles
    """y up, shape (n, 3)."""
    normals: Singles
    looks: Singles
    """How far towards its tip, how open to the light, how freely it sways: 0 to 1, shape (n, 3)."""
    triangles: Indices
    """Shape (m, 3), counter-clockwise seen from outside."""


def normalised(vectors: Floats) -> Floats:
    """Of length 1; what has none stays as it is."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    result: Floats = vectors / np.where(lengths == 0, 1.0, lengths)
    return result


def smooth_normals(places: Floats, triangles: Indices) -> Floats:
    """Of vertices: the sum of the faces around, by their areas."""
    a, b, c = (places[triangles[:, k]] for k in range(3))
    faces = np.cross(c - b, a - b)
    corners = triangles.T.ravel()
    sums = [
        np.bincount(corners, np.tile(faces[:, axis], 3), minlength=len(places)) for axis in range(3)
    ]
    return normalised(np.stack(sums, axis=-1))


class Solid:
    def __init__(self) -> None:
        self._parts: list[tuple[Floats, Floats, Floats, Indices]] = []

    def lump(self, detail: int, shape: Bending, look: Bending) -> None:
        """A ball that `shape` bends into its form; normals follow from the form."""
        places, triangles = ball(detail)
        self._sheet(places.astype(float), triangles, shape, look)

    def disc(self, spokes: int, rings: int, shape: Bending, look: Bending) -> None:
        """A disc that `shape` bends into its form: (x, z) in the unit circle, y its underside (-1)
        or its upper side (1), which meet at the rim (0)."""
        at = np.arange(spokes * (rings + 1))
        angle = (at % spokes) / spokes * 2 * np.pi
        far = (at // spokes) / rings
        x, z = far * np.cos(angle), far * np.sin(angle)
        sides = [np.stack([x, np.where(far == 1, 0.0, side), z], axis=-1) for side in (-1.0, 1.0)]
        ring, spoke = (k.ravel() for k in np.indices((rings, spokes)))
        a = ring * spokes + spoke
        b = ring * spokes + (spoke + 1) % spokes
        under = np.stack([a, a + spokes, b, b, a + spokes, b + spokes], axis=-1)
        upper = np.stack([a, b, a + spokes, b, b + spokes, a + spokes], axis=-1) + len(at)
        triangles = np.concatenate([under, upper]).reshape(-1, 3).astype(np.int32)
        self._sheet(np.concatenate(sides), triangles, shape, look)

    def _sheet(self, on: Floats, triangles: Indices, shape: Bending, look: Bending) -> None:
        places = shape(on).astype(np.float32).astype(float)
        normals = smooth_normals(places, triangles)
        self._parts.append((places, normals, look(on), triangles))

    def tubes(self, paths: Floats, radii: Floats, looks: Floats, sides: int = 6) -> None:
        """Bent tubes of as many points each, closed at their ends: `paths` and `looks` of shape
        (tubes, points, 3), `radii` (tubes, points)."""
        tubes, points = radii.shape
        angle = np.arange(sides) / sides * 2 * np.pi
        aside = np.broadcast_to(_ASIDE, (tubes, 3))
        places = np.empty((tubes, points * sides + 1, 3))
        normals = np.empty_like(places)
        along = aside
        for k in range(points):
            after, before = paths[:, min(k + 1, points - 1)], paths[:, max(k - 1, 0)]
            along = normalised(after - before)
            # Square to the path, and as little turned against the ring before as can be.
            aside = normalised(aside - along * np.sum(along * aside, axis=-1, keepdims=True))
            across = np.cross(along, aside)
            out = aside[:, None] * np.cos(angle)[:, None] + across[:, None] * np.sin(angle)[:, None]
            ring = slice(k * sides, (k + 1) * sides)
            places[:, ring] = paths[:, k, None] + out * radii[:, k, None, None]
            normals[:, ring] = out
        places[:, -1] = paths[:, -1]
        normals[:, -1] = along
        told = np.concatenate([np.repeat(looks, sides, axis=1), looks[:, -1:]], axis=1)
        one = _tube_triangles(points, sides)
        starts = np.arange(tubes)[:, None, None] * (points * sides + 1)
        triangles = (one + starts).reshape(-1, 3).astype(np.int32)
        self._parts.append(
            (places.reshape(-1, 3), normals.reshape(-1, 3), told.reshape(-1, 3), triangles)
        )

    def tube(
        self, path: Floats, radii: Sequence[float], looks: Sequence[Sequence[float]], sides: int = 6
    ) -> None:
        self.tubes(path[None], np.array([radii], float), np.array([looks], float), sides)

    def mesh(self, filling: bool = False) -> SolidMesh:
        """Stretched so that it stands on the origin, 1 high, and is at most 1 wide to all sides if
        `filling`; else the farthest place is 1 away."""
        places, normals, looks = (
            np.concatenate([part[k] for part in self._parts]) for k in range(3)
        )
        starts = np.cumsum([0, *(len(part[0]) for part in self._parts)])[:-1]
        triangles = [part[3] + start for part, start in zip(self._parts, starts, strict=True)]
        farthest = float(np.linalg.norm(places, axis=-1).max())
        wide = float(np.hypot(places[:, 0], places[:, 2]).max()) if filling else farthest
        high = max(0.0, float(places[:, 1].max())) if filling else farthest
        size = np.array([wide, high, wide])
        return SolidMesh(
            (places.astype(np.float32) * (1 / size)).astype(np.float32),
            normalised(normals.astype(np.float32) * size).astype(np.float32),
            looks.astype(np.float32),
            np.concatenate(triangles).astype(np.int32),
        )


def _tube_triangles(points: int, sides: int) -> Indices:
    side = np.arange(sides)
    after = (side + 1) % sides
    rings = []
    for k in range(1, points):
        a, b = (k - 1) * sides + side, (k - 1) * sides + after
        c, d = k * sides + side, k * sides + after
        rings.append(np.stack([a, b, c, b, d, c], axis=-1).reshape(-1, 3))
    last = (points - 1) * sides
    end = np.stack([last + side, last + after, np.full(sides, last + sides)], axis=-1)
    return np.concatenate([*rings, end]).astype(np.int32)
