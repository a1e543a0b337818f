"""The deformable mesh: contours that stretch and bend, drawn by an image, anchors and a mouse.

Each node moves by gamma dx/dt + alpha + beta = f (Tu 1999, Eq. A.1): tension alpha and rigidity
beta of the contours through it, and outer forces f, integrated by Euler's method.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.looks.shape import BODY_COLUMNS, BODY_ROWS
from motorium.looks.texture_mesh.potential import Field

__all__ = ["BORDER", "Mesh", "Pull", "relax", "rigidity", "settle", "tension"]

# With gamma = 1 and steps of 1, Euler's method is stable while the stiffest way of moving, which is
# 8 TENSION + 32 RIGIDITY + ANCHOR + PULL, stays below 2.
TENSION: Final = 0.08
RIGIDITY: Final = 0.015
ANCHOR: Final = 0.5
"""lambda in f = lambda (c - x) (Tu 1999, appendix A)."""
PULL: Final = 0.3
IMAGE: Final = 0.125
"""The strongest force of an image, in widths of its smoothing: a field as narrow as that is not
stepped over."""
SHIFTS_ONLY: Final = 0.1
MOVES_WHOLE: Final = 0.02
"""In fields that are broader than these shares of the fish, the mesh keeps its form: it is shifted,
or also turned and stretched as a whole."""
STILL: Final = 0.004
"""Movements of a step that count as rest, in widths of smoothing."""
STEPS: Final = 20
MOST_STEPS: Final = 400

Pull = tuple[int, int, float, float]
"""A node, by row and column, and where the mouse pulls it (x, y) [pixels]."""


def _border() -> NDArray[np.bool_]:
    border = np.ones((BODY_ROWS, BODY_COLUMNS), dtype=bool)
    border[1:-1, 1:-1] = False
    border.setflags(write=False)
    return border


BORDER: Final = _border()
"""Which nodes feel the image, shape (9, 21)."""


_CONTOURS: Final = (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1])
"""The four that are the border."""


@dataclass
class Mesh:
    """The state of a mesh over a photograph.

    nodes [pixels], shape (9, 21, 2): rows from back to belly, columns from nose to tail; anchors:
    where nodes are held, by (row, column); shares: of a contour's length in each of its springs,
    along rows, shape (9, 20), and down columns, shape (8, 21); those of the nodes if left out.
    """

    nodes: Floats
    anchors: dict[tuple[int, int], tuple[float, float]] = field(default_factory=dict)
    pull: Pull | None = None
    shares: tuple[Floats, Floats] = field(default=(np.empty(0), np.empty(0)), repr=False)

    def __post_init__(self) -> None:
        if self.nodes.shape != (BODY_ROWS, BODY_COLUMNS, 2):
            raise ValueError(f"a mesh has {BODY_ROWS} x {BODY_COLUMNS} nodes (x, y)")
        if not self.shares[0].size:
            rows, columns = _lengths(self.nodes, 1), _lengths(self.nodes, 0)
            self.shares = (
                rows / np.maximum(rows.sum(axis=1, keepdims=True), 1e-9),
                columns / np.maximum(columns.sum(axis=0, keepdims=True), 1e-9),
            )

    @property
    def length(self) -> float:
        """From nose to tail [pixels]."""
        reach = self.nodes[4, -1] - self.nodes[4, 0]
        return float(np.hypot(*reach))

    @property
    def border(self) -> Floats:
        """The border once around, from the nose along the back, shape (56, 2)."""
        n = self.nodes
        return np.concatenate([n[0, :-1], n[:-1, -1], n[-1, :0:-1], n[:0:-1, 0]])

    def shift(self, x: float, y: float) -> None:
        """Move the whole mesh, anchors too."""
        self.nodes += (x, y)
        self.anchors = {at: (cx + x, cy + y) for at, (cx, cy) in self.anchors.items()}


def tension(points: Floats, rest: Floats, stiffness: float) -> Floats:
    """alpha_i = a e_{i-1} r_{i-1} - a e_i r_i (Tu 1999, Eq. A.2, whose printed sign is turned: it
    would drive the ends of stretched springs apart).

    e: a spring's length over its rest; r: unit vectors to the next node. points, shape
    (..., n, 2); rest, shape (..., n - 1).
    """
    reach = np.diff(points, axis=-2)
    length = np.hypot(reach[..., 0], reach[..., 1])
    pulls = (stiffness * (length - rest) / np.maximum(length, 1e-9))[..., None] * reach
    alpha = np.zeros_like(points)
    alpha[..., 1:, :] += pulls
    alpha[..., :-1, :] -= pulls
    return alpha


def rigidity(points: Floats, stiffness: float) -> Floats:
    """beta_i = b (D_{i+1} - 2 D_i + D_{i-1}), D_i = x_{i+1} - 2 x_i + x_{i-1} (Tu 1999, Eq. A.3).

    points, shape (..., n, 2). The ends have no D.
    """
    bend = stiffness * np.diff(points, n=2, axis=-2)
    beta = np.zeros_like(points)
    beta[..., 2:, :] += bend
    beta[..., 1:-1, :] -= 2 * bend
    beta[..., :-2, :] += bend
    return beta


def relax(mesh: Mesh, field: Field, steps: int = STEPS) -> float:
    """Let the mesh move for some steps; returns how far its quickest node went in the last."""
    moved = 0.0
    broad = field.sigma / max(mesh.length, 1.0)
    for _ in range(steps):
        outer = _outer(mesh, field)
        if broad > MOVES_WHOLE:
            change = _as_a_whole(mesh.nodes, outer, stretches=broad < SHIFTS_ONLY)
        else:
            change = outer + _elastic(mesh)
        mesh.nodes += change
        moved = float(np.hypot(change[..., 0], change[..., 1]).max())
    return moved


def settle(mesh: Mesh, fields: Iterable[Field], steps: int = STEPS) -> Iterator[float]:
    """Relax in one field after the other, from coarse to fine, so many steps at a time.

    Yields the movement [pixels]; anchors and the pull may change meanwhile.
    """
    for each in fields:
        for _ in range(0, MOST_STEPS, steps):
            moved = relax(mesh, each, steps)
            yield moved
            if moved < STILL * each.sigma:
                break


def _lengths(nodes: Floats, axis: int) -> Floats:
    reach = np.diff(nodes, axis=axis)
    found: Floats = np.hypot(reach[..., 0], reach[..., 1])
    return found


def _outer(mesh: Mesh, field: Field) -> Floats:
    """Forces of image, anchors and mouse, shape (9, 21, 2)."""
    nodes = mesh.nodes
    forces = np.zeros_like(nodes)
    for contour in _CONTOURS:
        _add_image(nodes[contour], field, forces[contour])
    forces[BORDER] *= IMAGE * field.sigma
    for at, place in mesh.anchors.items():
        forces[at] += ANCHOR * (np.array(place) - nodes[at])
    if mesh.pull is not None:
        row, column, x, y = mesh.pull
        forces[row, column] += PULL * (np.array([x, y]) - nodes[row, column])
    return forces


def _add_image(contour: Floats, field: Field, forces_out: Floats) -> None:
    """Forces across a contour of the border; along it they would heap up the nodes where an image
    is strongest. At the ends, which belong to two contours, half of the whole force each.
    """
    felt = field.at(contour)
    along = contour[2:] - contour[:-2]
    along = along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    felt[1:-1] -= np.sum(felt[1:-1] * along, axis=1, keepdims=True) * along
    felt[[0, -1]] /= 2
    forces_out += felt


def _elastic(mesh: Mesh) -> Floats:
    """- alpha - beta of all contours, shape (9, 21, 2).

    Springs share the present length of their contour as they did at the start: a contour fits a
    larger or a smaller fish as well, and does not shrink away from its edges. The border is four
    contours; those that end on it follow it.
    """
    nodes = mesh.nodes
    down = nodes.transpose(1, 0, 2)
    row_rest = mesh.shares[0] * _lengths(nodes, 1).sum(axis=1, keepdims=True)
    column_rest = mesh.shares[1] * _lengths(nodes, 0).sum(axis=0, keepdims=True)
    along = tension(nodes, row_rest, TENSION) + rigidity(nodes, RIGIDITY)
    across = tension(down, column_rest.T, TENSION) + rigidity(down, RIGIDITY)
    across = across.transpose(1, 0, 2).copy()
    across[[0, -1], 1:-1] = 0.0
    along[1:-1, [0, -1]] = 0.0
    return -along - across


def _as_a_whole(nodes: Floats, forces: Floats, stretches: bool) -> Floats:
    """How an infinitely stiff mesh gives way to forces: by a shift, or what is linear in place."""
    felt = forces[BORDER]
    if not stretches:
        return np.broadcast_to(felt.mean(axis=0), nodes.shape)
    middle = nodes[BORDER].mean(axis=0)
    scale = max(float(np.abs(nodes[BORDER] - middle).max()), 1e-9)
    basis = np.ones((len(felt), 3))
    basis[:, 1:] = (nodes[BORDER] - middle) / scale
    linear = np.linalg.lstsq(basis, felt, rcond=None)[0]
    shifts: Floats = linear[0] + (nodes - middle) / scale @ linear[1:]
    return shifts
