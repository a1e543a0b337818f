"""From a tube and a piece of it to vertices and polygons."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.figure.flesh_document import Piece, Ring, Tube
from motorium.contracts.frames import Floats

__all__ = ["Net", "face_normals", "lofted", "mirrored"]

Ints = NDArray[np.int64]
POINT = 1e-6
"""Rings smaller than this [m] are one vertex."""


@dataclass(frozen=True)
class Net:
    """vertices [m] (vertices, 3) in the figure's frame at rest; the segment of each, by name; faces
    (faces, 4) by number, against the clock seen from outside, -1 in the last place of triangles;
    normals (vertices, 3) of length 1."""

    vertices: Floats
    segments: tuple[str, ...]
    faces: Ints
    normals: Floats


def lofted(tube: Tube, piece: Piece) -> Net:
    """The net of a piece."""
    angles = _angles(piece)
    owners = [(ring, at) for ring in piece.ring for at in ring.at]
    at = np.array([at for _, at in owners])[:, np.newaxis] + np.zeros(len(angles))
    if piece.hem is not None:
        hem = _hem(piece.hem, angles)
        at = hem + at * (tube.ends[1] - hem)
    points = _surface(tube, at, angles, piece)
    slopes = _slopes(tube, at, angles, piece)

    vertices: list[Floats] = []
    normals: list[Floats] = []
    segments: list[str] = []
    rows: list[list[int]] = []
    for (ring, _), row, slope in zip(owners, points, slopes, strict=True):
        small = bool(np.ptp(row, axis=0).max() < POINT)
        first = len(vertices)
        vertices += [row.mean(axis=0)] if small else list(row)
        normals += [np.zeros(3)] if small else list(slope)
        rows.append([first] * len(row) if small else list(range(first, first + len(row))))
        segments += [ring.on] if small else [_owner(ring, angle) for angle in angles]

    columns = list(pairwise(range(len(angles)))) + ([] if piece.gap else [(len(angles) - 1, 0)])
    faces = [
        (row[left], row[right], following[right], following[left])
        for row, following in pairwise(rows)
        for left, right in columns
    ]
    pointed = angles[0] == 0.0
    for closed, row in ((piece.start, rows[0]), (piece.end, rows[-1])):
        if closed == "flat":
            # With vertices of its own, since there is an edge around it.
            own = list(range(len(vertices), len(vertices) + len(row)))
            lid = _lid(own, pointed)
            faces += [face[::-1] for face in lid] if row is rows[0] else lid
            segments += [segments[one] for one in row]
            vertices += [vertices[one] for one in row]
            normals += [np.zeros(3)] * len(row)
    turn = np.linalg.det(np.array([tube.front, tube.side, tube.along]))
    if turn * (at[-1].mean() - at[0].mean()) < 0.0:
        faces = [face[::-1] for face in faces]
    whole = [_without_doubles(face) for face in faces]
    net = np.array([face for face in whole if face is not None])
    places = np.array(vertices)
    if piece.edges:
        return _edged(Net(places, tuple(segments), net, places))
    return Net(places, tuple(segments), net, _toward(np.array(normals), places, net))


def mirrored(net: Net) -> Net:
    """On the other side, with "right" for "left"; quadrangles keep their diagonals."""
    faces = np.where(
        (net.faces[:, 3] < 0)[:, np.newaxis], net.faces[:, [0, 2, 1, 3]], net.faces[:, [0, 3, 2, 1]]
    )
    segments = tuple(name.replace("left", "right") for name in net.segments)
    other = np.array([1.0, -1.0, 1.0])
    return Net(net.vertices * other, segments, faces, net.normals * other)


def face_normals(vertices: Floats, faces: Ints) -> Floats:
    """Across each face, as long as twice its area [m²]: by its diagonals, so it need not be
    flat."""
    last = np.where(faces[:, 3] < 0, faces[:, 0], faces[:, 3])
    one = vertices[faces[:, 2]] - vertices[faces[:, 0]]
    other = vertices[last] - vertices[faces[:, 1]]
    normals: Floats = np.cross(one, other)
    return normals


# ---------------------------------------------------------------- normals


def _toward(slopes: Floats, vertices: Floats, faces: Ints) -> Floats:
    """Across the smooth surface, outward; where that has none, in a point, across the faces."""
    sums = np.zeros_like(vertices)
    across = face_normals(vertices, faces)
    for corner in range(4):
        there = faces[:, corner] >= 0
        np.add.at(sums, faces[there, corner], across[there])
    outward = np.sign((slopes * sums).sum(axis=1, keepdims=True))
    lengths = np.linalg.norm(slopes, axis=1, keepdims=True)
    return _unit(np.where(lengths * np.abs(outward) > 0.0, slopes * outward, sums))


def _edged(net: Net) -> Net:
    """With vertices of their own for all faces, so that edges are seen."""
    corners = net.faces >= 0
    old = net.faces[corners]
    faces = np.full_like(net.faces, -1)
    faces[corners] = np.arange(len(old))
    vertices = net.vertices[old]
    across = _unit(face_normals(vertices, faces))
    normals = np.repeat(across, corners.sum(axis=1), axis=0)
    return Net(vertices, tuple(net.segments[one] for one in old), faces, normals)


def _unit(vectors: Floats) -> Floats:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Floats = vectors / np.where(lengths > 0.0, lengths, 1.0)
    return unit


# ---------------------------------------------------------------- the surface of a tube


def _surface(tube: Tube, at: Floats, angles: Floats, piece: Piece) -> Floats:
    """Places [m] (rings, angles, 3)."""
    back, front, inner, outer, power = _sections(tube, at)
    # Over all views the polygon is then as wide as the round section that it stands for.
    corner = np.pi / len(angles)
    widening = 1.0 if piece.gap else corner / np.sin(corner)
    radians = np.radians(angles)
    across = _powered(np.cos(radians), 2.0 / power) * widening
    aside = _powered(np.sin(radians), 2.0 / power) * widening
    # Not where the tube closes, or it would not.
    open_end = (front > back) & (outer > inner)
    grow = np.where(open_end, piece.grow, 0.0)
    u = (front + back) / 2 + across * ((front - back) / 2 + grow)
    v = (outer + inner) / 2 + aside * ((outer - inner) / 2 + grow)
    places: Floats = (
        np.array(tube.at)
        + at[..., np.newaxis] * np.array(tube.along)
        + u[..., np.newaxis] * np.array(tube.front)
        + v[..., np.newaxis] * np.array(tube.side)
    )
    pushes = np.zeros_like(places)
    for bump in tube.bump:
        for mirror in (1.0, -1.0) if bump.both else (1.0,):
            turn = np.array([1.0, mirror, 1.0])
            far = (places - np.array(bump.at) * turn) / np.array(bump.size)
            height = np.exp(-0.5 * (far**2).sum(axis=-1, keepdims=True))
            pushes += height * np.array(bump.push) * turn
    places += pushes
    if piece.grow and tube.end_round:
        # What grows over a round end lies on it, too.
        share = np.clip((at - tube.section[-1][0]) / tube.end_round, 0.0, 1.0)
        places += piece.grow * share[..., np.newaxis] * np.array(tube.along)
    if tube.floor is not None:
        places[..., 2] = np.maximum(places[..., 2], tube.floor)
    return places


def _slopes(tube: Tube, at: Floats, angles: Floats, piece: Piece) -> Floats:
    """Across the surface (rings, angles, 3), of whatever length and sense: so that two pieces that
    meet at a joint are shaded alike there. Zero where it is not smooth."""
    low, high = tube.ends
    step = 5e-4
    further = _surface(tube, np.clip(at + step, low, high), angles, piece)
    before = _surface(tube, np.clip(at - step, low, high), angles, piece)
    left = _surface(tube, at, angles + 1.0, piece)
    right = _surface(tube, at, angles - 1.0, piece)
    slopes = np.cross(left - right, further - before)
    smooth = np.linalg.norm(slopes, axis=-1, keepdims=True) > 1e-9
    return np.where(smooth, slopes, 0.0)


def _sections(tube: Tube, at: Floats) -> Floats:
    """Back, front, inner, outer and power (5, rings, angles), by cubics through the sections."""
    rows = np.array(tube.section)
    knots, values = rows[:, 0], rows[:, 1:]
    inside = np.clip(at, knots[0], knots[-1])
    if len(rows) == 1:
        found = np.broadcast_to(values[0], (*at.shape, 5)).copy()
    else:
        slopes = np.gradient(values, knots, axis=0)
        place = np.clip(np.searchsorted(knots, inside, side="right") - 1, 0, len(rows) - 2)
        width = (knots[place + 1] - knots[place])[..., np.newaxis]
        t = (inside - knots[place])[..., np.newaxis] / width
        found = (
            (1 + 2 * t) * (1 - t) ** 2 * values[place]
            + t * (1 - t) ** 2 * width * slopes[place]
            + t * t * (3 - 2 * t) * values[place + 1]
            + t * t * (t - 1) * width * slopes[place + 1]
        )
    before = (knots[0] - at) / tube.start_round if tube.start_round else np.zeros_like(at)
    behind = (at - knots[-1]) / tube.end_round if tube.end_round else np.zeros_like(at)
    beyond = np.clip(np.maximum(before, behind), 0.0, 1.0)
    found[..., :4] *= np.sqrt(1.0 - beyond**2)[..., np.newaxis]
    return np.moveaxis(found, -1, 0)


def _powered(value: Floats, power: Floats) -> Floats:
    value = np.where(np.abs(value) < 1e-12, 0.0, value)
    powered: Floats = np.sign(value) * np.abs(value) ** power
    return powered


# ---------------------------------------------------------------- rings and lids


def _angles(piece: Piece) -> Floats:
    if piece.angles is not None:
        return np.array(piece.angles)
    step = 360.0 / piece.sides
    first = step / 2 if piece.turned else 0.0
    return np.linspace(first, first + 360.0, piece.sides, endpoint=False)


def _hem(hem: list[tuple[float, float]], angles: Floats) -> Floats:
    """The same on both sides."""
    to_the_side = 180.0 - np.abs(angles % 360.0 - 180.0)
    heights: Floats = np.interp(to_the_side, *np.array(sorted(hem)).T)
    return heights


def _owner(ring: Ring, angle: float) -> str:
    to_the_side = 180.0 - abs(angle % 360.0 - 180.0)
    return ring.front if ring.front and to_the_side <= ring.within else ring.on


def _lid(row: list[int], pointed: bool) -> list[tuple[int, int, int, int]]:
    """A flat end in quadrangles across, the same on both sides; it faces the way the tube goes."""
    count = len(row)
    left = list(range(count // 2 + 1)) if pointed else list(range(count // 2))
    right = [-n % count for n in left] if pointed else [count - 1 - n for n in left]
    if count % 2 and not pointed:
        left, right = [*left, count // 2], [*right, count // 2]
    return [
        (row[left[n]], row[left[n + 1]], row[right[n + 1]], row[right[n]])
        for n in range(len(left) - 1)
    ]


def _without_doubles(face: tuple[int, ...]) -> list[int] | None:
    """A triangle instead of a quadrangle two corners of which are the same; none instead of
    less."""
    corners = [one for one, before in zip(face, (face[-1], *face), strict=False) if one != before]
    if len(set(corners)) < 3:
        return None
    return [*corners, -1] if len(corners) == 3 else corners
