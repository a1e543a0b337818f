"""Many frames of a surface as few shapes that are blended.

    shapes = few_shapes(places, normals, tolerance=1e-4)
    shapes.base + np.tensordot(shapes.weights[frame], shapes.places, 1)

A beat of a tail has few ways to move: its frames lie near a space of few dimensions, whose axes are
the singular vectors of largest value. So a file need not hold a shape a frame, and between keys the
surface goes straight, as it would with one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from motorium.contracts.frames import Floats

__all__ = ["Shapes", "few_shapes"]


class Shapes(NamedTuple):
    """base (v, 3) and base_normals; what each shape adds to both, (s, v, 3); weights (frames, s),
    each from 0 to 1, as some programs know no others; off [m]: how far a vertex is at most from
    where it was."""

    base: Floats
    base_normals: Floats
    places: Floats
    normals: Floats
    weights: Floats
    off: float


def few_shapes(places: Floats, normals: Floats, tolerance: float) -> Shapes:
    """As few as bring every vertex of every frame within the tolerance [m].

    places and normals, shape (frames, v, 3); normals follow from the weights by least squares.
    """
    frames, vertices, _ = places.shape
    flat = places.reshape(frames, -1)
    base = flat.mean(axis=0)
    left = flat - base
    axes = _principal_axes(left)
    amounts = left @ axes.T
    count, off = 0, _farthest(left)
    while off > tolerance and count < len(axes):
        left = left - np.outer(amounts[:, count], axes[count])
        count, off = count + 1, _farthest(left)
    axes, amounts = axes[:count], amounts[:, :count]
    known = np.column_stack([np.ones(frames), amounts])
    bent = np.linalg.pinv(known) @ normals.reshape(frames, -1)
    low, span = (amounts.min(axis=0), np.ptp(amounts, axis=0)) if count else (np.zeros(0),) * 2
    return Shapes(
        (base + low @ axes).reshape(vertices, 3),
        (bent[0] + low @ bent[1:]).reshape(vertices, 3),
        (span[:, np.newaxis] * axes).reshape(count, vertices, 3),
        (span[:, np.newaxis] * bent[1:]).reshape(count, vertices, 3),
        (amounts - low) / span,
        off,
    )


def _principal_axes(rows: Floats) -> Floats:
    """Directions (k, n) of length 1 in which rows (m, n) spread, the widest first; of m or n,
    whichever is less, by the eigenvectors of the smaller Gram matrix."""
    axes: Floats
    if rows.shape[0] > rows.shape[1]:
        axes = np.linalg.eigh(rows.T @ rows)[1].T[::-1]
        return axes
    squares, vectors = np.linalg.eigh(rows @ rows.T)
    seen = squares > 1e-14 * max(float(squares[-1]), 1e-300)
    axes = (vectors[:, seen].T @ rows / np.sqrt(squares[seen])[:, np.newaxis])[::-1]
    return axes


def _farthest(flat: Floats) -> float:
    return float(np.linalg.norm(flat.reshape(len(flat), -1, 3), axis=-1).max())
