"""Simple bodies that things made by people are put together of: places, normals and triangles.

Places are rounded to single precision at every step, as they are where the page builds them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.looks.scenery.solids import normalised

__all__ = [
    "Shape",
    "box",
    "capsule",
    "circle",
    "cone",
    "cylinder",
    "sphere",
    "tapered_plate",
    "torus",
    "turned_shape",
]

_WHOLE = 2 * math.pi


@dataclass(frozen=True)
class Shape:
    places: Floats
    """[m], shape (n, 3)."""
    normals: Floats
    triangles: NDArray[np.int32]
    uv: Floats | None = None
    """Where on it, 0 to 1, shape (n, 2); of those whose shader asks."""

    def moved(self, x: float, y: float, z: float) -> Shape:
        return replace(self, places=_single(self.places + np.array([x, y, z])))

    def scaled(self, x: float, y: float, z: float) -> Shape:
        size = np.array([x, y, z])
        return replace(
            self,
            places=_single(self.places * size),
            normals=_single(normalised(self.normals / size)),
        )

    def turned(self, axis: str, angle: float) -> Shape:
        """About x, y or z."""
        c, s = math.cos(angle), math.sin(angle)
        rows = {
            "x": [[1, 0, 0], [0, c, -s], [0, s, c]],
            "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
            "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]],
        }
        return self.mapped(np.array(rows[axis], float))

    def mapped(self, turn: Floats) -> Shape:
        """By a matrix that turns."""
        return replace(
            self, places=_single(self.places @ turn.T), normals=_single(self.normals @ turn.T)
        )


def _single(values: Floats) -> Floats:
    return values.astype(np.float32).astype(float)


def _grid(rows: int, columns: int, corners: Sequence[tuple[int, int]]) -> NDArray[np.int32]:
    """Triangles of a grid of points, rows x columns; corners of each cell as (row, column)."""
    at = np.arange(rows * columns).reshape(rows, columns)
    parts = [at[i : rows - 1 + i, j : columns - 1 + j] for i, j in corners]
    return np.stack(parts, axis=-1).reshape(-1, 3).astype(np.int32)


def _shape(
    places: Floats, normals: Floats, triangles: NDArray[np.int32], uv: Floats | None = None
) -> Shape:
    return Shape(
        _single(places.reshape(-1, 3)), _single(normalised(normals).reshape(-1, 3)), triangles, uv
    )


def turned_shape(profile: Sequence[tuple[float, float]], sides: int) -> Shape:
    """Turned around y: (radius, y) from one end to the other."""
    points = np.array(profile, float)
    edges = np.diff(points, axis=0)
    slopes = np.stack([edges[:, 1], -edges[:, 0]], axis=-1)
    normals = np.concatenate([slopes[:1], slopes[1:] + slopes[:-1], slopes[-1:]])
    normals = normalised(normals)
    angle = np.arange(sides + 1) * (1.0 / sides) * _WHOLE
    sin, cos = np.sin(angle)[:, None], np.cos(angle)[:, None]

    def around(radius: Floats, y: Floats) -> Floats:
        return np.stack([radius * sin, np.broadcast_to(y, (len(angle), len(y))), radius * cos], -1)

    corners = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 1), (1, 0))
    faces = _grid(sides + 1, len(points), corners)
    return _shape(around(*points.T), around(*normals.T), faces)


def torus(radius: float, tube: float, around: int, along: int, arc: float = _WHOLE) -> Shape:
    """About z."""
    v = (np.arange(around + 1) / around * _WHOLE)[:, None]
    u = (np.arange(along + 1) / along * arc)[None, :]
    reach = radius + tube * np.cos(v)
    places = np.stack(
        np.broadcast_arrays(reach * np.cos(u), reach * np.sin(u), tube * np.sin(v)), axis=-1
    )
    middles = np.stack(
        np.broadcast_arrays(radius * np.cos(u), radius * np.sin(u), 0 * u * v), axis=-1
    )
    corners = ((1, 0), (0, 0), (1, 1), (0, 0), (0, 1), (1, 1))
    return _shape(places, places - middles, _grid(around + 1, along + 1, corners))


def cylinder(
    top: float, bottom: float, height: float, sides: int, open_ended: bool = False
) -> Shape:
    """About y, around the origin."""
    angle = np.arange(sides + 1) / sides * _WHOLE
    sin, cos = np.sin(angle), np.cos(angle)
    slope = np.full(sides + 1, (bottom - top) / height)
    rows = [
        np.stack([radius * sin, np.full(sides + 1, y), radius * cos], axis=-1)
        for radius, y in ((top, height / 2), (bottom, -height / 2))
    ]
    side = np.arange(sides)
    a, b, c, d = side, side + sides + 1, side + sides + 2, side + 1
    faces = []
    if top > 0:
        faces.append(np.stack([a, b, d], axis=-1))
    faces.append(np.stack([b, c, d], axis=-1))
    triangles = np.stack(faces, axis=1).reshape(-1, 3)
    uv = np.stack([np.tile(angle / _WHOLE, 2), np.repeat([1.0, 0.0], sides + 1)], axis=-1)
    normals = np.tile(np.stack([sin, slope, cos], axis=-1), (2, 1))
    body = _shape(np.concatenate(rows), normals, triangles.astype(np.int32), uv)
    if open_ended:
        return body
    caps = [
        _cap(radius, height / 2 * sign, sign, sides)
        for radius, sign in ((top, 1), (bottom, -1))
        if radius > 0
    ]
    return joined([replace(body, uv=None), *caps])


def _cap(radius: float, y: float, sign: int, sides: int) -> Shape:
    angle = np.arange(sides + 1) / sides * _WHOLE
    middles = np.tile([0.0, y, 0.0], (sides, 1))
    rim = np.stack([radius * np.sin(angle), np.full(sides + 1, y), radius * np.cos(angle)], axis=-1)
    c, i = np.arange(sides), np.arange(sides) + sides
    triangles = np.stack([i, i + 1, c] if sign > 0 else [i + 1, i, c], axis=-1).astype(np.int32)
    places = np.concatenate([middles, rim])
    return _shape(places, np.tile([0.0, float(sign), 0.0], (len(places), 1)), triangles)


def cone(radius: float, height: float, sides: int) -> Shape:
    return cylinder(0.0, radius, height, sides)


def sphere(
    radius: float, around: int, down: int, start: float = 0.0, angle: float = math.pi
) -> Shape:
    """From `start` to `start + angle`, from its upper pole down [rad]."""
    end = min(start + angle, math.pi)
    theta = start + np.arange(down + 1) / down * angle
    phi = np.arange(around + 1) / around * _WHOLE
    y = radius * np.cos(theta)[:, None]
    ring = np.sqrt(np.maximum(0.0, radius * radius - y * y))
    places = np.stack(
        np.broadcast_arrays(-ring * np.cos(phi), y + 0 * phi, ring * np.sin(phi)), axis=-1
    )
    at = np.arange((down + 1) * (around + 1)).reshape(down + 1, around + 1)
    a, b, c, d = at[:-1, 1:], at[:-1, :-1], at[1:, :-1], at[1:, 1:]
    both = np.stack([np.stack([a, b, d], axis=-1), np.stack([b, c, d], axis=-1)], axis=2)
    wanted = np.ones(both.shape[:3], bool)
    wanted[0, :, 0] = start > 0
    wanted[-1, :, 1] = end < math.pi
    return _shape(places, places, both[wanted].astype(np.int32))


def capsule(radius: float, height: float, caps: int, sides: int) -> Shape:
    """About y: a cylinder of a height with half a ball at each end."""
    quarter = np.arange(caps + 1) / caps * math.pi / 2
    below = np.stack(
        [radius * np.sin(quarter), -height / 2 - radius * np.cos(quarter), -np.cos(quarter)], -1
    )
    middle = np.array([[radius, height / 2, 0.0]])
    above = np.stack(
        [radius * np.cos(quarter), height / 2 + radius * np.sin(quarter), np.sin(quarter)], -1
    )[1:]
    reach, y, normal_y = np.concatenate([below, middle, above]).T
    angle = np.arange(sides + 1) / sides * _WHOLE
    x, z = -reach[:, None] * np.cos(angle), reach[:, None] * np.sin(angle)
    places = np.stack(np.broadcast_arrays(x, y[:, None], z), axis=-1)
    normals = np.stack(np.broadcast_arrays(x, radius * normal_y[:, None], z), axis=-1)
    corners = ((0, 0), (0, 1), (1, 0), (0, 1), (1, 1), (1, 0))
    return _shape(places, normals, _grid(len(y), sides + 1, corners))


def box(width: float, height: float, depth: float) -> Shape:
    """Along x, y and z."""
    size = np.array([width, height, depth]) / 2
    parts = []
    for across, down, out, across_sign, down_sign, sign in (
        (2, 1, 0, -1, -1, 1),
        (2, 1, 0, 1, -1, -1),
        (0, 2, 1, 1, 1, 1),
        (0, 2, 1, 1, -1, -1),
        (0, 1, 2, 1, -1, 1),
        (0, 1, 2, -1, -1, -1),
    ):
        places, normals = np.zeros((4, 3)), np.zeros((4, 3))
        places[:, across] = np.array([-1, 1, -1, 1]) * size[across] * across_sign
        places[:, down] = np.array([-1, -1, 1, 1]) * size[down] * down_sign
        places[:, out] = size[out] * sign
        normals[:, out] = sign
        parts.append(_shape(places, normals, np.array([[0, 2, 1], [2, 3, 1]], np.int32)))
    return joined(parts)


def circle(radius: float, sides: int) -> Shape:
    """In the plane of x and y."""
    angle = np.arange(sides + 1) / sides * _WHOLE
    rim = np.stack([radius * np.cos(angle), radius * np.sin(angle), 0 * angle], axis=-1)
    k = np.arange(1, sides + 1)
    triangles = np.stack([k, k + 1, 0 * k], axis=-1).astype(np.int32)
    places = np.concatenate([np.zeros((1, 3)), rim])
    return _shape(places, np.tile([0.0, 0.0, 1.0], (len(places), 1)), triangles)


def tapered_plate(outline: Floats, thick: float, bevel: float, steps: int) -> Shape:
    """An outline (n, 2), convex and counter-clockwise, as thick as said along z, its edges rounded
    outwards by a bevel in so many steps; faces are flat."""
    outline = outline[::-1]
    moves = np.array(
        [
            _outwards(outline[k - 1], outline[k], outline[(k + 1) % len(outline)])
            for k in range(len(outline))
        ]
    )
    t = np.arange(steps) / steps * math.pi / 2
    layers = [(bevel * math.sin(a), -bevel * math.cos(a)) for a in t]
    layers += [(bevel, 0.0), (bevel, thick)]
    layers += [(bevel * math.sin(a), thick + bevel * math.cos(a)) for a in t[::-1]]
    rings = np.stack(
        [np.column_stack([outline + moves * out, np.full(len(outline), z)]) for out, z in layers]
    )
    corners = []
    count = len(outline)
    for k in range(1, count - 1):
        # Seen from below, and from above.
        corners += [rings[0, 0], rings[0, k], rings[0, k + 1]]
        corners += [rings[-1, 0], rings[-1, k + 1], rings[-1, k]]
    for below, above in pairwise(rings):
        for k in range(count):
            j = (k + 1) % count
            corners += [below[k], above[j], below[j], below[k], above[k], above[j]]
    places = _single(np.array(corners))
    faces = places.reshape(-1, 3, 3)
    normals = np.cross(faces[:, 2] - faces[:, 1], faces[:, 0] - faces[:, 1])
    triangles = np.arange(len(places), dtype=np.int32).reshape(-1, 3)
    return _shape(places, np.repeat(normals, 3, axis=0), triangles)


def _outwards(before: Floats, at: Floats, after: Floats) -> Floats:
    """Where a corner goes if both of its edges move outwards by one; not far at sharp corners."""
    edges = [normalised(at - before), normalised(after - at)]
    normals = [np.array([-edge[1], edge[0]]) for edge in edges]
    both = normals[0] + normals[1]
    move: Floats = both * (2 / (both @ both))
    square = float(move @ move)
    return move if square <= 2 else move / math.sqrt(square / 2)


def joined(shapes: Sequence[Shape]) -> Shape:
    starts = np.cumsum([0, *(len(shape.places) for shape in shapes)])[:-1]
    return Shape(
        np.concatenate([shape.places for shape in shapes]),
        np.concatenate([shape.normals for shape in shapes]),
        np.concatenate(
            [shape.triangles + start for shape, start in zip(shapes, starts, strict=True)]
        ).astype(np.int32),
    )
