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
    left, sizes, axes = np.linalg.svd(flat - base, full_matrices=False)
    # The mean is one of the dimensions.
    for count in range(frames):
        drawn = base + (left[:, :count] * sizes[:count]) @ axes[:count]
        off = float(np.linalg.norm((drawn - flat).reshape(places.shape), axis=-1).max())
        if off <= tolerance:
            break
    amounts = left[:, :count] * sizes[:count]
    known = np.column_stack([np.ones(frames), amounts])
    bent = np.linalg.lstsq(known, normals.reshape(frames, -1), rcond=None)[0]
    low, span = np.zeros(0), np.zeros(0)
    if count:
        low, span = amounts.min(axis=0), np.ptp(amounts, axis=0)
    shape = (count, vertices, 3)
    return Shapes(
        (base + low @ axes[:count]).reshape(vertices, 3),
        (bent[0] + low @ bent[1:]).reshape(vertices, 3),
        (span[:, np.newaxis] * axes[:count]).reshape(shape),
        (span[:, np.newaxis] * bent[1:]).reshape(shape),
        (amounts - low) / span,
        off,
    )
