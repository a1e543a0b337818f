"""Outlines of a flat puppet: rounded as the page draws them, and cut into triangles."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats

__all__ = ["rounded", "triangulated"]

CORNER: Final = 1.25
"""Turns sharper than this stay corners [rad]."""
FINE: Final = 96
"""So many vertices have all outlines at least, if they have corners enough for it."""
MOST_PIECES: Final = 8


def rounded(corners: Floats) -> Floats:
    """A cubic through all corners whose speed follows the chords: it never swings out far.

    corners [m] (n, 3), in y = 0; the result has them, too (web/src/stages/puppet/outline.ts).
    """
    flat = corners[:, [0, 2]]
    ahead = np.roll(flat, -1, axis=0) - flat
    chords = np.maximum(np.linalg.norm(ahead, axis=1), 1e-9)
    pieces = max(1, min(MOST_PIECES, math.ceil(FINE / len(flat))))
    leaving, coming = _tangents(ahead, chords)
    t = (np.arange(pieces) / pieces)[np.newaxis, :, np.newaxis]
    start, end = flat[:, np.newaxis], np.roll(flat, -1, axis=0)[:, np.newaxis]
    long = chords[:, np.newaxis, np.newaxis]
    found = (2 * t**3 - 3 * t**2 + 1) * start + (3 * t**2 - 2 * t**3) * end
    found = found + long * (t**3 - 2 * t**2 + t) * leaving[:, np.newaxis]
    found = found + long * (t**3 - t**2) * np.roll(coming, -1, axis=0)[:, np.newaxis]
    dots = np.zeros((len(flat) * pieces, 3))
    dots[:, [0, 2]] = found.reshape(-1, 2)
    return dots


def _tangents(ahead: Floats, chords: Floats) -> tuple[Floats, Floats]:
    """Of each corner, for the chord after it and for the chord before it."""
    before, short = np.roll(ahead, 1, axis=0), np.roll(chords, 1)
    sine = before[:, 0] * ahead[:, 1] - before[:, 1] * ahead[:, 0]
    sharp = abs(np.arctan2(sine, np.sum(before * ahead, axis=1))) > CORNER
    units = ahead / chords[:, np.newaxis]
    other = before / short[:, np.newaxis]
    # The shorter chord counts more; a long side between short ones stays nearly straight.
    mean = (units * short[:, np.newaxis] + other * chords[:, np.newaxis]) / (chords + short)[
        :, np.newaxis
    ]
    leaving = mean * np.minimum(1.0, 2.0 * short / chords)[:, np.newaxis]
    coming = mean * np.minimum(1.0, 2.0 * chords / short)[:, np.newaxis]
    return (
        np.where(sharp[:, np.newaxis], units, leaving),
        np.where(sharp[:, np.newaxis], other, coming),
    )


def triangulated(outline: Floats) -> NDArray[np.int64]:
    """Triangles (t, 3) within an outline (n, 2), each against the clock, by cutting off ears
    (Meisters, 1975). Where it crosses itself they are as good as they can be."""
    ring = list(range(len(outline)))
    following = np.roll(outline, -1, axis=0)
    if np.sum(outline[:, 0] * following[:, 1] - outline[:, 1] * following[:, 0]) < 0.0:
        ring.reverse()
    triangles = []
    # Cutting off an ear changes only its neighbours (O'Rourke 1998, section 1.4).
    worth = {ring[k]: _worth(outline, ring, k) for k in range(len(ring))}
    while len(ring) > 3:
        # The plumpest first: slivers bend badly.
        k = max(range(len(ring)), key=lambda k: worth[ring[k]])
        triangles.append((ring[k - 1], ring[k], ring[(k + 1) % len(ring)]))
        del ring[k]
        for near in (k - 1, k % len(ring)):
            worth[ring[near]] = _worth(outline, ring, near)
    if len(ring) == 3:
        triangles.append((ring[0], ring[1], ring[2]))
    return np.array(triangles, dtype=np.int64).reshape(-1, 3)


def _worth(outline: Floats, ring: list[int], k: int) -> float:
    """Of cutting off a corner: area over the longest side squared, or nothing if it is no ear."""
    whose = [ring[k - 1], ring[k], ring[(k + 1) % len(ring)]]
    a, b, c = corners = outline[whose]
    area = float(_area(a, b, c))
    rest = outline[[one for one in ring if one not in whose]]
    inside = (_area(a, b, rest) >= 0.0) & (_area(b, c, rest) >= 0.0) & (_area(c, a, rest) >= 0.0)
    if area <= 0.0 or bool(np.any(inside)):
        return min(area, 0.0) - 1.0
    sides = np.square(corners - np.roll(corners, 1, axis=0)).sum(axis=1)
    return area / float(sides.max())


def _area(a: Floats, b: Floats, c: Floats) -> Floats:
    """Twice that of a triangle, negative if it goes with the clock; of many, for many corners c."""
    found: Floats = (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (
        c[..., 0] - a[..., 0]
    )
    return found
