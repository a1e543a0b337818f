"""Places on the skin as sums over nodes and faces, for shaders (web/.../fish/terms.ts).

A place of a B-spline surface is a sum of control points, and a control point rides on a face of the
body: so places and tangents are sums over nodes and over the axes of faces, with constant weights.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import NODES
from motorium.contracts.frames import Floats
from motorium.looks.bspline import basis, basis_derivative
from motorium.looks.shading import shader_constant
from motorium.looks.skin import FACES, Patch, face_frames

__all__ = ["Terms", "bound_terms", "pack", "patch_terms", "stacked"]

INSIDE: Final = 0.012
"""Where an edge of a patch is drawn together to a point, tangents are taken this far inside."""
NEGLIGIBLE: Final = 1e-7
"""Weights below this move no vertex by a visible distance [L]."""
DECIMALS: Final = 5
"""Of bindings, as the page gets them."""


@dataclass(frozen=True)
class Terms:
    """Of v vertices: place, tangent along u, tangent along v. nodes: their weights (3, v, 23);
    faces: offsets along t, s and n [L] (3, v, 26, 3)."""

    nodes: Floats
    faces: Floats

    def __len__(self) -> int:
        return int(self.nodes.shape[1])

    def sums(self, nodes: Floats, length: float = 1.0) -> Floats:
        """Places and both tangents of a body with these nodes (23, 3), shape (3, v, 3)."""
        _, axes = face_frames(nodes)
        found: Floats = self.nodes @ nodes + length * np.einsum("kvfa,fax->kvx", self.faces, axes)
        return found

    def with_along_u(self, other: Terms, where: NDArray[np.bool_]) -> Terms:
        """The tangent along u of another added, at some vertices: where two sheets meet with one
        tangent along v for both, the normal becomes the sum of theirs."""
        nodes, faces = self.nodes.copy(), self.faces.copy()
        nodes[1, where] += other.nodes[1, where]
        faces[1, where] += other.faces[1, where]
        return replace(self, nodes=nodes, faces=faces)


def patch_terms(patch: Patch, u: Floats, v: Floats) -> Terms:
    """Of the grid u x v, rows by u; alongU x alongV points outwards."""
    rows, columns = patch.rows, patch.columns
    inside = np.clip(v, INSIDE, 1.0 - INSIDE)
    across, along = basis(rows, patch.degrees[0], u), basis(columns, patch.degrees[1], v)
    across_slope = basis_derivative(rows, patch.degrees[0], u)
    near = basis(columns, patch.degrees[1], inside)
    near_slope = basis_derivative(columns, patch.degrees[1], inside)
    turn = -1.0 if patch.flip else 1.0
    weights = np.stack(
        [_outer(across, along), turn * _outer(across_slope, near), _outer(across, near_slope)]
    )
    nodes, faces = _bindings(patch.bindings)
    return Terms(weights @ nodes, np.einsum("kvp,pfa->kvfa", weights, faces, optimize=True))


def bound_terms(binding: Floats, count: int) -> Terms:
    """The same bound point `count` times, without tangents."""
    nodes, faces = _bindings(binding[np.newaxis])
    weights = np.zeros((3, count, 1))
    weights[0] = 1.0
    return Terms(weights @ nodes, np.einsum("kvp,pfa->kvfa", weights, faces))


def stacked(parts: list[Terms]) -> Terms:
    """One behind the other."""
    return Terms(
        np.concatenate([part.nodes for part in parts], axis=1),
        np.concatenate([part.faces for part in parts], axis=1),
    )


def pack(terms: Terms) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Starts (v, 3): first texel, how many nodes, how many faces; and texels (rows, width, 4).

    Of each vertex first its nodes, a texel each: (node, place, along u, along v); then its faces,
    three texels each: offsets of the place and the face's number, of both tangents.
    """
    nodes, faces = np.moveaxis(terms.nodes, 0, -1), np.moveaxis(terms.faces, 0, 2)
    has_node = (np.abs(nodes) > NEGLIGIBLE).any(axis=-1)
    has_face = (np.abs(faces) > NEGLIGIBLE).any(axis=(2, 3))
    node_counts, face_counts = has_node.sum(axis=1), has_face.sum(axis=1)
    sizes = node_counts + 3 * face_counts
    first = np.cumsum(sizes) - sizes
    width = int(shader_constant("TERM_TEXTURE_WIDTH"))
    texels = np.zeros((max(1, -(-int(sizes.sum()) // width)) * width, 4), dtype=np.float32)
    vertex, node = np.nonzero(has_node)
    rank = np.arange(len(vertex)) - (np.cumsum(node_counts) - node_counts)[vertex]
    at = first[vertex] + rank
    texels[at, 0], texels[at, 1:] = node, nodes[vertex, node]
    vertex, face = np.nonzero(has_face)
    rank = np.arange(len(vertex)) - (np.cumsum(face_counts) - face_counts)[vertex]
    at = first[vertex] + node_counts[vertex] + 3 * rank
    for k in range(3):
        texels[at + k, :3] = faces[vertex, face, k]
    texels[at, 3] = face
    starts = np.stack([first, node_counts, face_counts], axis=-1).astype(np.float32)
    return starts, texels.reshape(-1, width, 4)


def _outer(across: Floats, along: Floats) -> Floats:
    grid: Floats = np.einsum("ur,vc->uvrc", across, along)
    return grid.reshape(len(across) * len(along), -1)


def _bindings(bindings: Floats) -> tuple[Floats, Floats]:
    """What each bound point is of nodes (p, 23) and of faces' axes (p, 26, 3)."""
    told = np.round(bindings, DECIMALS)
    face, u, v = told[:, 0].astype(np.intp), told[:, 1], told[:, 2]
    shares = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=-1)
    points = np.arange(len(told))
    nodes = np.zeros((len(told), NODES))
    for corner in range(4):
        np.add.at(nodes, (points, FACES[face, corner]), shares[:, corner])
    faces = np.zeros((len(told), len(FACES), 3))
    faces[points, face] = told[:, 3:]
    return nodes, faces
