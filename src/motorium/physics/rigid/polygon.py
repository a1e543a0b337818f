"""Support polygons: the convex hull of where a character touches the ground, seen from above."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from motorium.compiled import borrowing_kernel
from motorium.contracts.frames import Floats

__all__ = ["MOST_CORNERS", "exit_distance", "hull", "is_inside"]

MOST_CORNERS: Final = 64
"""Contacts of one character that are looked at."""


@borrowing_kernel
def hull(points: Floats, count: int, chain_out: Floats) -> int:
    """The corners of the convex hull of some points (count, 2), against the clock; returns how many
    (Andrew's monotone chain). `points` is sorted by it; chain_out needs twice as many rows."""
    for i in range(1, count):
        x, y = points[i, 0], points[i, 1]
        j = i
        while j > 0 and (points[j - 1, 0] > x or (points[j - 1, 0] == x and points[j - 1, 1] > y)):
            points[j, 0], points[j, 1] = points[j - 1, 0], points[j - 1, 1]
            j -= 1
        points[j, 0], points[j, 1] = x, y
    if count < 3:
        for i in range(count):
            chain_out[i, 0], chain_out[i, 1] = points[i, 0], points[i, 1]
        return count
    size = 0
    for i in range(count):
        while size >= 2 and _bend(chain_out, size, points[i]) <= 1e-12:
            size -= 1
        chain_out[size, 0], chain_out[size, 1] = points[i, 0], points[i, 1]
        size += 1
    least = size + 1
    for i in range(count - 2, -1, -1):
        while size >= least and _bend(chain_out, size, points[i]) <= 1e-12:
            size -= 1
        chain_out[size, 0], chain_out[size, 1] = points[i, 0], points[i, 1]
        size += 1
    return size - 1


@borrowing_kernel
def _bend(chain: Floats, size: int, point: Floats) -> float:
    """Positive if the way over the last two corners to a point turns left."""
    one, two = chain[size - 2], chain[size - 1]
    bend: float = (two[0] - one[0]) * (point[1] - one[1]) - (two[1] - one[1]) * (point[0] - one[0])
    return bend


@borrowing_kernel
def is_inside(corners: Floats, count: int, x: float, y: float) -> bool:
    """Whether a point is within a hull, or on its edge."""
    if count < 3:
        return False
    for i in range(count):
        one, two = corners[i], corners[(i + 1) % count]
        if (two[0] - one[0]) * (y - one[1]) - (two[1] - one[1]) * (x - one[0]) < 0.0:
            return False
    return True


@borrowing_kernel
def exit_distance(corners: Floats, count: int, x: float, y: float, vx: float, vy: float) -> float:
    """How far it is from a point inside of a hull to its edge, along a velocity [m]; infinite for
    what does not move."""
    speed = math.hypot(vx, vy)
    if speed < 1e-6:
        return np.inf
    ux, uy = vx / speed, vy / speed
    nearest = np.inf
    for i in range(count):
        one, two = corners[i], corners[(i + 1) % count]
        ex, ey = two[0] - one[0], two[1] - one[1]
        across = ux * ey - uy * ex
        if abs(across) < 1e-12:
            continue
        along = ((one[0] - x) * ey - (one[1] - y) * ex) / across
        share = ((one[0] - x) * uy - (one[1] - y) * ux) / across
        if along >= 0.0 and -1e-9 <= share <= 1.0 + 1e-9:
            nearest = min(nearest, along)
    return nearest
