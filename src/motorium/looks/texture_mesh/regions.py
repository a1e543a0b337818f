"""Connected regions of a mask, and what is round about them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats

__all__ = ["Mask", "filled", "hull_area", "labelled"]

Mask = NDArray[np.bool_]


def labelled(mask: Mask) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Numbers of the regions that hang together by edges, 0 beside them, and their sizes.

    Sizes are those of 0, 1, ... [pixels]. Runs of the rows are joined where they touch.
    """
    height, width = mask.shape
    edges = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, starts = np.nonzero(edges == 1)
    ends = np.nonzero(edges == -1)[1]
    parent = list(range(len(rows)))

    def root(run: int) -> int:
        while parent[run] != run:
            parent[run] = parent[parent[run]]
            run = parent[run]
        return run

    first = np.searchsorted(rows, np.arange(height + 1)).tolist()
    start, end = starts.tolist(), ends.tolist()
    for row in range(1, height):
        above, here = first[row - 1], first[row]
        while above < first[row] and here < first[row + 1]:
            if start[above] < end[here] and start[here] < end[above]:
                one, other = root(above), root(here)
                parent[max(one, other)] = min(one, other)
            if end[above] < end[here]:
                above += 1
            else:
                here += 1
    roots = np.array([root(run) for run in range(len(rows))], dtype=np.int64)
    _, numbers = np.unique(roots, return_inverse=True)
    # Each run adds its number where it starts and takes it away where it ends.
    marks = np.zeros((height, width + 1), dtype=np.int32)
    np.add.at(marks, (rows, starts), numbers + 1)
    np.subtract.at(marks, (rows, ends), numbers + 1)
    labels = np.cumsum(marks, axis=1, dtype=np.int32)[:, :width]
    return labels, np.bincount(labels.ravel(), minlength=1)


def filled(mask: Mask) -> Mask:
    """The mask without its holes: what does not reach the picture's border belongs to it."""
    padded = np.pad(mask, 1)
    labels, _ = labelled(~padded)
    return np.asarray((labels != labels[0, 0])[1:-1, 1:-1])


def hull_area(mask: Mask) -> float:
    """Area of the convex hull of the pixels' corners [pixels]."""
    rows = np.flatnonzero(mask.any(axis=1))
    if not rows.size:
        return 0.0
    left = mask[rows].argmax(axis=1)
    right = mask.shape[1] - mask[rows, ::-1].argmax(axis=1)
    corners = [(x, y) for y, a, b in zip(rows, left, right, strict=True) for x in (a, b)]
    corners += [(x, y + 1) for y, a, b in zip(rows, left, right, strict=True) for x in (a, b)]
    points = sorted({(int(x), int(y)) for x, y in corners})
    hull = _half_hull(points)[:-1] + _half_hull(points[::-1])[:-1]
    x, y = np.array(hull, dtype=np.float64).T
    return _area(x, y)


def _area(x: Floats, y: Floats) -> float:
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def _half_hull(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    hull: list[tuple[int, int]] = []
    for x, y in points:
        while len(hull) > 1:
            (ax, ay), (bx, by) = hull[-2:]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            hull.pop()
        hull.append((x, y))
    return hull
