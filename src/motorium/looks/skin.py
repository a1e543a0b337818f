"""The skin of a fish: B-spline surfaces whose control points ride on the faces of the body.

Two half bodies of 9 x 21 control points (degree 3), a dorsal and a ventral fin of 2 x 12 (degree
1 x 3), together 426 (Tu 1999, section 5.1), and two pectoral fins of 2 x 4. A control point belongs
to a face of the body: it keeps its distance from a point of the face in the axes of the face (Tu
1999, section 5.4), so that the skin follows the 23 nodes wherever they go.

The halves share the numbers of the control points on their common border. They meet without a
crack whatever the nodes do, because the same numbers give the same points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motorium.bodies.outline import Outline
from motorium.contracts.frames import Floats
from motorium.looks.bspline import surface
from motorium.looks.shape import (
    BODY_COLUMNS,
    BODY_ROWS,
    FIN_COLUMNS,
    PECTORAL_COLUMNS,
    Flank,
    fin_points,
    half_body_points,
    pectoral_points,
)

__all__ = [
    "FACES",
    "Binding",
    "Patch",
    "Skin",
    "control_points",
    "face_frames",
    "skin_of",
    "surfaces",
]

TOP, LEFT, BOTTOM, RIGHT = range(4)
TAIL: Final = 5
"""The last segment."""
CROSSED: Final = 24
"""The first of the two faces within the tail fin."""
ASIDE: Final = 10.0
"""How much worse it is for the tail's rear edge to ride beside the middle than above or below."""


def _faces() -> NDArray[np.int32]:
    """Corners (a, b, c, d) of the faces, four around each of the six segments, and two within.

    Around a segment: top, left, bottom, right; normals point outwards. u runs around the body, v
    from front to rear, but to the nose at the head, where c = d as in all triangles.
    """
    # Corners of a quad in the order of the faces: right-top, left-top, left-bottom, right-bottom.
    ring = (1, 0, 3, 2)
    faces = [(1 + ring[(side + 1) % 4], 1 + ring[side], 0, 0) for side in range(4)]
    for segment in range(4):
        front, rear = 1 + 4 * segment, 5 + 4 * segment
        for side in range(4):
            one, other = ring[side], ring[(side + 1) % 4]
            faces.append((front + one, front + other, rear + other, rear + one))
    faces += [(18, 17, 21, 21), (17, 20, 22, 21), (20, 19, 22, 22), (19, 18, 21, 22)]
    # From each edge of the peduncle to the other tail tip: middle lines that cross in the fin.
    faces += [(18, 17, 22, 22), (20, 19, 21, 21)]
    return np.array(faces, dtype=np.int32)


FACES: Final = _faces()
"""Node numbers of the faces that control points ride on, shape (26, 4)."""
MIRRORED: Final = tuple(f ^ 2 if f % 2 == 1 and f < CROSSED else f for f in range(len(FACES)))
"""The face on the other side."""


class Binding(NamedTuple):
    """How a point rides on a face: place (u, v) on it and offsets along t, s, n [L]."""

    face: int
    u: float
    v: float
    dt: float = 0.0
    ds: float = 0.0
    dn: float = 0.0

    def mirrored(self) -> Binding:
        """The same on the other side of the fish."""
        return Binding(MIRRORED[self.face], 1 - self.u, self.v, -self.dt, self.ds, self.dn)


@dataclass(frozen=True)
class Patch:
    """A B-spline surface with clamped uniform knots.

    degrees: along the rows' index (u) and the columns' (v); bindings, shape (rows * columns, 6),
    row-major, columns as in Binding; flip: dP/du x dP/dv points inwards and is to be reversed.
    """

    name: str
    rows: int
    columns: int
    degrees: tuple[int, int]
    flip: bool
    bindings: Floats

    def __post_init__(self) -> None:
        self.bindings.setflags(write=False)


@dataclass(frozen=True)
class Skin:
    """All surfaces of a species: left, right, dorsal, ventral, pectoral_left, pectoral_right.

    Half bodies have rows from back to belly and columns from nose to tail; fins have rows from
    root to edge and columns from front to rear. eyes: left and right; eye_uv, mouth_uv: places on
    the left and right patch, shapes (2,) and (2, 2), the mouth from the nose to its corner.
    """

    patches: tuple[Patch, ...]
    outline: Outline
    eyes: tuple[Binding, Binding]
    eye_uv: Floats
    mouth_uv: Floats

    def to_data(self) -> dict[str, Any]:
        """As plain lists and numbers, for JSON."""
        outline = self.outline
        return {
            "faces": FACES.tolist(),
            "patches": [
                {
                    "name": patch.name,
                    "rows": patch.rows,
                    "columns": patch.columns,
                    "degrees": list(patch.degrees),
                    "flip": patch.flip,
                    "bindings": _rounded(patch.bindings),
                }
                for patch in self.patches
            ],
            "palette": outline.palette.model_dump(mode="json"),
            "eye": {
                "radius": outline.eye.radius,
                "iris": outline.eye.iris,
                "uv": _rounded(self.eye_uv),
                "left": _rounded(np.array(self.eyes[0])),
                "right": _rounded(np.array(self.eyes[1])),
            },
            "mouth": {"uv": _rounded(self.mouth_uv)},
        }


def _rounded(values: Floats) -> list[float]:
    return [
        int(value) if value == int(value) else value
        for value in np.round(values, 5).ravel().tolist()
    ]


def face_frames(nodes: Floats) -> tuple[Floats, Floats]:
    """Corners, shape (..., 26, 4, 3), and axes t, s, n, shape (..., 26, 3, 3), of all faces.

    n = (c - a) x (d - b), t = (b - a) + (c - d) made square to n, s = n x t, of unit length.
    """
    corners = nodes[..., FACES, :]
    a, b, c, d = (corners[..., k, :] for k in range(4))
    n = _unit(np.cross(c - a, d - b))
    e = (b - a) + (c - d)
    t = _unit(e - n * np.sum(n * e, axis=-1, keepdims=True))
    return corners, np.stack([t, np.cross(n, t), n], axis=-2)


def _unit(vectors: Floats) -> Floats:
    unit: Floats = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    return unit


def control_points(skin: Skin, nodes: Floats, length: ArrayLike = 1.0) -> dict[str, Floats]:
    """Control points of every patch, shape (..., rows, columns, 3), in the unit of the nodes.

    nodes, shape (..., 23, 3), in any frame; length: of the individual at rest in the same unit, a
    number or shape (...).
    """
    corners, axes = face_frames(np.asarray(nodes, dtype=np.float64))
    scale = np.asarray(length, dtype=np.float64)[..., None, None]
    found = {}
    for patch in skin.patches:
        points = _bound(patch.bindings, corners, axes, scale)
        found[patch.name] = points.reshape(*points.shape[:-2], patch.rows, patch.columns, 3)
    return found


def _bound(bindings: Floats, corners: Floats, axes: Floats, scale: Floats) -> Floats:
    face = bindings[:, 0].astype(np.int64)
    u, v = bindings[:, 1], bindings[:, 2]
    weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=-1)
    places = np.einsum("pk,...pkx->...px", weights, corners[..., face, :, :])
    offsets = np.einsum("pk,...pkx->...px", bindings[:, 3:], axes[..., face, :, :])
    points: Floats = places + scale * offsets
    return points


def surfaces(
    skin: Skin, nodes: Floats, length: ArrayLike = 1.0, fineness: int = 4
) -> dict[str, tuple[Floats, Floats]]:
    """Points and outward unit normals of every patch, for pictures and tests.

    A patch has `fineness` vertices for each control point and direction of degree 3.
    """
    found = {}
    control = control_points(skin, nodes, length)
    for patch in skin.patches:
        counts = (
            patch.rows if patch.degrees[0] == 1 else fineness * patch.rows,
            fineness * patch.columns,
        )
        found[patch.name] = surface(control[patch.name], patch.degrees, counts, patch.flip)
    return found


def skin_of(nodes: Floats, outline: Outline) -> Skin:
    """The skin of a species from its nodes at rest [L], shape (23, 3), and its outline."""
    rest = _Rest(np.asarray(nodes, dtype=np.float64))
    body = half_body_points(rest.nodes, outline)
    left = [
        rest.bind_body(body[row, column], row, column)
        for row in range(BODY_ROWS)
        for column in range(BODY_COLUMNS)
    ]
    right = [
        binding if _on_border(number) else binding.mirrored() for number, binding in enumerate(left)
    ]
    patches = [
        Patch("left", BODY_ROWS, BODY_COLUMNS, (3, 3), False, np.array(left)),
        Patch("right", BODY_ROWS, BODY_COLUMNS, (3, 3), True, np.array(right)),
    ]
    for name, fin, side in (("dorsal", outline.dorsal, TOP), ("ventral", outline.ventral, BOTTOM)):
        points = fin_points(body, fin, side == TOP)
        # An edge rides where its root does, even where it reaches over the tail.
        segments = [rest.segment(x) for x in points[0, :, 0]]
        bindings = np.array(
            [rest.bind(p, side, at) for row in points for p, at in zip(row, segments, strict=True)]
        )
        patches.append(Patch(name, 2, FIN_COLUMNS, (1, 3), False, bindings))
    flank = Flank(body)
    points = pectoral_points(flank, outline.pectoral).reshape(-1, 3)
    root = rest.segment(points[0, 0])
    pectoral = [rest.bind(p, LEFT, root) for p in points]
    for name, bindings in (
        ("pectoral_left", np.array(pectoral)),
        ("pectoral_right", np.array([binding.mirrored() for binding in pectoral])),
    ):
        flip = name.endswith("right")
        patches.append(Patch(name, 2, PECTORAL_COLUMNS, (1, 3), flip, bindings))

    eye = outline.eye
    eye_point, eye_uv = flank.at(eye.behind_nose, eye.height)
    mouth = outline.mouth
    front = mouth.behind_nose
    _, mouth_front = flank.at(front, mouth.height)
    _, mouth_corner = flank.at(front + mouth.length, mouth.height - mouth.drop)
    bound = rest.bind(eye_point, LEFT, 0)
    return Skin(
        tuple(patches),
        outline,
        (bound, bound.mirrored()),
        eye_uv,
        np.stack([mouth_front, mouth_corner]),
    )


def _on_border(number: int) -> bool:
    row, column = divmod(number, BODY_COLUMNS)
    return row in (0, BODY_ROWS - 1) or column in (0, BODY_COLUMNS - 1)


class _Rest:
    """The body at rest: finds the face and the offsets of a point of the skin."""

    def __init__(self, nodes: Floats) -> None:
        self.nodes = nodes
        self.corners, self.axes = face_frames(nodes)
        self.stations = nodes[[0, 1, 5, 9, 13, 17, 21], 0]

    def segment(self, x: float) -> int:
        """0 the head, 1 to 4 between the quads, 5 the tail."""
        return int(np.clip(np.searchsorted(-self.stations, -x) - 1, 0, 5))

    def bind_body(self, point: Floats, row: int, column: int) -> Binding:
        """To the back, the flank or the belly, by row.

        Flanks keep rows apart where the body is squeezed in height, back and belly where it is
        squeezed in width. The edge of the snout belongs to both halves, and so to no flank.
        """
        if column == BODY_COLUMNS - 1:
            return self.bind_rear_edge(point)
        flank = 0 if column == 0 else 1
        side = TOP if row < 4 - flank else BOTTOM if row > 4 + flank else LEFT if flank else TOP
        return self.bind(point, side)

    def bind_rear_edge(self, point: Floats) -> Binding:
        """To the nearest of four middle lines of the tail fin, or to its side where none is near.

        The edge belongs to both halves. On a middle line it stays in the middle however the fin
        turns; on the flank it leaves it a little, the less the nearer to the tips.
        """
        lines = [4 * TAIL + TOP, 4 * TAIL + BOTTOM, CROSSED, CROSSED + 1]
        bindings = [self.bind_face(point, face, TAIL, middle=True) for face in lines]
        costs = [float(np.hypot(b.ds, b.dn)) for b in bindings]
        aside = self.bind(point, LEFT, TAIL)
        bindings.append(aside)
        costs.append(ASIDE * float(np.linalg.norm(aside[3:])))
        return bindings[int(np.argmin(costs))]

    def bind(self, point: Floats, side: int, segment: int | None = None) -> Binding:
        """To a side of a segment, at the place of the face beside the point."""
        segment = self.segment(point[0]) if segment is None else segment
        middle = bool(point[1] == 0.0) and side in (TOP, BOTTOM)
        return self.bind_face(point, 4 * segment + side, segment, middle)

    def bind_face(self, point: Floats, face: int, segment: int, middle: bool) -> Binding:
        """To a face, on its middle line or beside the point."""
        front, rear = self.stations[segment], self.stations[segment + 1]
        v = float((point[0] - front) / (rear - front))
        v = float(np.clip(1 - v if segment == 0 else v, -0.2, 1.2))
        if middle:
            return self.close(face, 0.5, v, point)
        a, b, c, d = self.corners[face]
        one, other = (1 - v) * a + v * d, (1 - v) * b + v * c
        reach = other - one
        squared = float(reach @ reach)
        u = float((point - one) @ reach) / squared if squared > 1e-9 else 0.5
        return self.close(face, float(np.clip(u, -0.3, 1.3)), v, point)

    def close(self, face: int, u: float, v: float, point: Floats) -> Binding:
        """The binding whose offsets lead from the place to the point."""
        a, b, c, d = self.corners[face]
        place = (1 - u) * (1 - v) * a + u * (1 - v) * b + u * v * c + (1 - u) * v * d
        dt, ds, dn = self.axes[face] @ (point - place)
        if point[1] == 0.0 and MIRRORED[face] == face:
            # Exactly in the middle, or the fish and its mirror image would differ by rounding.
            dt = 0.0
        return Binding(face, u, v, float(dt), float(ds), float(dn))
