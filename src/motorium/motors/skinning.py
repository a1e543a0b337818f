"""Control points of the skin from nodes, for fishes between two segments, whose bodies no table
holds (looks.skin says how points are bound to faces)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import BODY_LENGTH
from motorium.bodies.species import Species
from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.looks.skin import FACES, skin_of
from motorium.motion.segments import SKIN_PATCHES
from motorium.physics.fish_kernel import Array

__all__ = ["bindings_of", "skin_points"]

_FACES = FACES.astype(np.int64)


def bindings_of(species: Sequence[Species]) -> Floats:
    """Face, u, v and three distances [L] of every control point, shape (species, 426, 6)."""
    tables = []
    for kind in species:
        skin = skin_of(kind.body.nodes / BODY_LENGTH, kind.skin)
        patches = {patch.name: patch.bindings for patch in skin.patches}
        tables.append(np.concatenate([patches[name] for name in SKIN_PATCHES]))
    return np.array(tables)


@kernel
def skin_points(
    bindings: Floats,
    nodes: Array,
    first_node: int,
    length: float,
    axes: Floats,
    points_out: NDArray[np.float32],
    first_point: int,
) -> None:
    """Points in the frame and unit of the nodes, x y z after each other; axes: work space (26, 9).

    nodes: flat, from `first_node` on.
    """
    for face in range(len(_FACES)):
        _face_axes(nodes, first_node, _FACES[face], axes[face])
    for n in range(len(bindings)):
        face = int(bindings[n, 0])
        u, v = bindings[n, 1], bindings[n, 2]
        corners = _FACES[face]
        for k in range(3):
            a = nodes[first_node + 3 * corners[0] + k]
            b = nodes[first_node + 3 * corners[1] + k]
            c = nodes[first_node + 3 * corners[2] + k]
            d = nodes[first_node + 3 * corners[3] + k]
            place = (1 - u) * (1 - v) * a + u * (1 - v) * b + u * v * c + (1 - u) * v * d
            for axis in range(3):
                place += length * bindings[n, 3 + axis] * axes[face, 3 * axis + k]
            points_out[first_point + 3 * n + k] = place


@kernel
def _face_axes(nodes: Array, first_node: int, corners: NDArray[np.int64], axes_out: Floats) -> None:
    """t, s and n of a face, as in `looks.skin.face_frames`."""
    a, b = first_node + 3 * corners[0], first_node + 3 * corners[1]
    c, d = first_node + 3 * corners[2], first_node + 3 * corners[3]
    px, py, pz = nodes[c] - nodes[a], nodes[c + 1] - nodes[a + 1], nodes[c + 2] - nodes[a + 2]
    qx, qy, qz = nodes[d] - nodes[b], nodes[d + 1] - nodes[b + 1], nodes[d + 2] - nodes[b + 2]
    nx, ny, nz = _unit(py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx)
    ex = nodes[b] - nodes[a] + nodes[c] - nodes[d]
    ey = nodes[b + 1] - nodes[a + 1] + nodes[c + 1] - nodes[d + 1]
    ez = nodes[b + 2] - nodes[a + 2] + nodes[c + 2] - nodes[d + 2]
    along = nx * ex + ny * ey + nz * ez
    tx, ty, tz = _unit(ex - along * nx, ey - along * ny, ez - along * nz)
    axes_out[0], axes_out[1], axes_out[2] = tx, ty, tz
    axes_out[3] = ny * tz - nz * ty
    axes_out[4] = nz * tx - nx * tz
    axes_out[5] = nx * ty - ny * tx
    axes_out[6], axes_out[7], axes_out[8] = nx, ny, nz


@kernel
def _unit(x: float, y: float, z: float) -> tuple[float, float, float]:
    size = np.sqrt(x * x + y * y + z * z)
    return x / size, y / size, z / size
