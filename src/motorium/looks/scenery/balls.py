"""Balls of even triangles: an icosahedron whose faces are divided."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

__all__ = ["ball"]

_T = (1 + math.sqrt(5)) / 2
_CORNERS = np.array(
    [
        [-1, _T, 0],
        [1, _T, 0],
        [-1, -_T, 0],
        [1, -_T, 0],
        [0, -1, _T],
        [0, 1, _T],
        [0, -1, -_T],
        [0, 1, -_T],
        [_T, 0, -1],
        [_T, 0, 1],
        [-_T, 0, -1],
        [-_T, 0, 1],
    ]
)
_FACES = (
    "0 11 5, 0 5 1, 0 1 7, 0 7 10, 0 10 11, 1 5 9, 5 11 4, 11 10 2, 10 7 6, 7 1 8, "
    "3 9 4, 3 4 2, 3 2 6, 3 6 8, 3 8 9, 4 9 5, 2 4 11, 6 2 10, 8 6 7, 9 8 1"
)


@cache
def ball(detail: int) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Places on the unit ball and triangles; every edge of a face in `detail` + 1 parts. Vertices
    come in the order in which triangles first use them."""
    parts = detail + 1
    within = _face_corners(parts)
    corners = []
    for face in _FACES.split(", "):
        a, b, c = (_CORNERS[int(k)] for k in face.split())
        i, j = within[:, 0, None] / parts, within[:, 1, None]
        left, right = a + (c - a) * i, b + (c - b) * i
        rows = np.maximum(parts - within[:, 0, None], 1)
        corners.append(left + (right - left) * (j / rows))
    places = np.concatenate(corners)
    places = (places / np.linalg.norm(places, axis=1, keepdims=True)).astype(np.float32)
    keys = np.trunc(places.astype(float) * 1e4 + 0.5).astype(np.int64)
    _, first, where = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(first), np.int32)
    rank[order] = np.arange(len(first))
    return places[first[order]], rank[where.reshape(-1, 3)]


def _face_corners(parts: int) -> NDArray[np.int64]:
    """(row, place in it) of the corners of the triangles that a face is divided into."""
    corners: list[tuple[int, int]] = []
    for i in range(parts):
        for j in range(2 * (parts - i) - 1):
            k = j // 2
            if j % 2 == 0:
                corners += [(i, k + 1), (i + 1, k), (i, k)]
            else:
                corners += [(i, k + 1), (i + 1, k + 1), (i + 1, k)]
    return np.array(corners)
