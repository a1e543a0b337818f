"""Fishes in profile: those that are known as silhouettes, and how one lies in a photograph."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from motorium.bodies.species import Shape, known_species, read_shape, shape_file
from motorium.contracts.frames import Floats
from motorium.looks.bspline import evaluate, greville
from motorium.looks.shape import (
    BODY_COLUMNS,
    BODY_ROWS,
    TAIL_COLUMN,
    fin_points,
    half_body_points,
)
from motorium.looks.texture_mesh.regions import Mask

__all__ = ["BINS", "Frame", "Known", "known_fishes", "known_of", "lying", "profiles", "rest_nodes"]

BINS: Final = 100
"""Places from nose to tail at which heights are compared."""
SAMPLES: Final = 12_000
"""Pixels that are looked at while it is found out how a fish lies."""
STEEPEST: Final = 45
"""How far its axis may be off the picture's width [degrees]."""
TILT_COST: Final = 0.002
"""Of each degree, in what is left unexplained: level fishes are likelier."""


@dataclass(frozen=True)
class Frame:
    """Where the body frame of a fish lies in a picture.

    nose [pixels]; forward, up: unit vectors; length of the fish [pixels].
    """

    nose: Floats
    forward: Floats
    up: Floats
    length: float

    def to_body(self, places: Floats) -> Floats:
        """(behind the nose, height) [L] of places in the picture, shape (..., 2)."""
        off = (places - self.nose) / self.length
        return np.stack([-(off @ self.forward), off @ self.up], axis=-1)

    def to_picture(self, places: Floats) -> Floats:
        """Places in the picture of (behind the nose, height) [L], shape (..., 2)."""
        behind, height = places[..., :1], places[..., 1:]
        found: Floats = self.nose + self.length * (height * self.up - behind * self.forward)
        return found


@dataclass(frozen=True)
class Known:
    """A species in profile, heights and places in body lengths.

    grid: of its half body where the mesh has its nodes, (behind the nose, height), shape
    (9, 21, 2); top, bottom: of the whole silhouette, back, belly: of the body without the fins on
    them, at BINS places, shapes (100,); tail: where the tail fin begins.
    """

    name: str
    grid: Floats
    top: Floats
    bottom: Floats
    back: Floats
    belly: Floats
    tail: float


@cache
def known_fishes() -> tuple[Known, ...]:
    """All species that ship."""
    return tuple(known_of(read_shape(shape_file(name))) for name in known_species())


def known_of(shape: Shape) -> Known:
    """The profile of a species."""
    nodes = rest_nodes(shape)
    body = half_body_points(nodes, shape.skin)
    grid, _ = evaluate(body, (3, 3), greville(BODY_ROWS, 3), greville(BODY_COLUMNS, 3))
    fine, _ = evaluate(body, (3, 3), np.linspace(0, 1, 41), np.linspace(0, 1, 400))
    fins = []
    for fin, upwards in ((shape.skin.dorsal, True), (shape.skin.ventral, False)):
        points = fin_points(body, fin, upwards)
        fins.append(evaluate(points, (1, 3), np.linspace(0, 1, 20), np.linspace(0, 1, 200))[0])
    every = np.concatenate([part.reshape(-1, 3) for part in (fine, *fins)])
    top, bottom = profiles(_in_profile(every, nodes))
    back, belly = profiles(_in_profile(fine.reshape(-1, 3), nodes))
    side = _in_profile(grid, nodes)
    return Known(shape.name, side, top, bottom, back, belly, float(side[4, TAIL_COLUMN, 0]))


def rest_nodes(shape: Shape) -> Floats:
    """The 23 nodes of a shape at rest [L], shape (23, 3)."""
    from motorium.bodies.fish import Tissue

    body = shape.body_of(Tissue())
    return body.nodes / body.length


def profiles(places: Floats) -> tuple[Floats, Floats]:
    """Highest and lowest of places (behind the nose, height) in each of the bins, shapes (100,)."""
    behind, height = places.reshape(-1, 2).T
    at = np.clip((behind * BINS).astype(np.intp), 0, BINS - 1)
    top, bottom = np.full(BINS, -np.inf), np.full(BINS, np.inf)
    np.maximum.at(top, at, height)
    np.minimum.at(bottom, at, height)
    seen = np.flatnonzero(np.isfinite(top))
    bins = np.arange(BINS)
    return np.interp(bins, seen, top[seen]), np.interp(bins, seen, bottom[seen])


def lying(mask: Mask, fishes: tuple[Known, ...]) -> tuple[Frame, Known, float]:
    """How a silhouette lies, which of the fishes it is most like, and what that leaves unexplained.

    The last is a share of the variance of its profile: 0 if they agree up to their heights' scale.
    The head may be on either side; back and belly are not exchanged.
    """
    y, x = np.nonzero(mask)
    step = max(1, len(x) // SAMPLES)
    places = np.stack([x, y], axis=1)[::step].astype(np.float64)
    best = (np.inf, 0.0, 1, fishes[0])
    for angles in (range(-STEEPEST, STEEPEST + 1, 5), None, None):
        middle, side = best[1], best[2]
        tries = angles or [middle + turn for turn in (-2.5, -1.5, -0.75, 0.75, 1.5, 2.5)]
        for angle in tries:
            for head in (1, -1) if angles else (side,):
                top, bottom = profiles(_frame(places, float(angle), head).to_body(places))
                for fish in fishes:
                    left = _unexplained(fish, top, bottom) + TILT_COST * abs(angle)
                    if left < best[0]:
                        best = (left, float(angle), head, fish)
    left, angle, head, fish = best
    return _frame(np.stack([x, y], axis=1), angle, head), fish, left - TILT_COST * abs(angle)


def heights_like(fish: Known, top: Floats, bottom: Floats) -> tuple[float, float]:
    """Scale and shift of a fish's heights that agree best with a profile."""
    known = np.concatenate([fish.top, fish.bottom])
    seen = np.concatenate([top, bottom])
    scale, shift = np.polyfit(known, seen, 1)
    return float(scale), float(shift)


def _unexplained(fish: Known, top: Floats, bottom: Floats) -> float:
    known = np.concatenate([fish.top, fish.bottom])
    seen = np.concatenate([top, bottom])
    known, seen = known - known.mean(), seen - seen.mean()
    together = float(known @ seen)
    if together <= 0:
        return 1.0
    return 1.0 - together**2 / float((known @ known) * (seen @ seen))


def _frame(places: Floats, angle: float, head: int) -> Frame:
    """Of a fish whose head is to the right (1) or to the left (-1), its axis raised by an angle."""
    turn = np.deg2rad(angle)
    right = np.array([np.cos(turn), -np.sin(turn)])
    up = np.array([-np.sin(turn), -np.cos(turn)])
    forward = head * right
    along, height = places @ forward, places @ up
    length = float(along.max() - along.min()) + 1.0
    front = along.max() + 0.5
    # The axis is half way between back and belly of the front half.
    ahead = along > front - length / 2
    middle = (height[ahead].max() + height[ahead].min()) / 2
    return Frame(front * forward + middle * up, forward, up, length)


def _in_profile(points: Floats, nodes: Floats) -> Floats:
    return np.stack([nodes[0, 0] - points[..., 0], points[..., 2]], axis=-1)
