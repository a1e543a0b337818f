"""What stands out from a photograph's background, whose colours are learnt from its frame."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.looks.texture_mesh.photo import Photo
from motorium.looks.texture_mesh.potential import blurred
from motorium.looks.texture_mesh.regions import Mask

__all__ = ["stand_out"]

FRAME: Final = 0.05
"""Width of the frame in shorter sides of the picture."""
FAINT: Final = 0.012
"""Differences of colour that nobody sees, 1 is from black to white."""
UNLIKE: Final = 2.5
"""How far off the frame's colours a pixel of it may be, in standard deviations, to be learnt."""
MARGIN: Final = 1.3
"""What stands out is as much further off than nearly all of the background."""
LEAST: Final = 4.0
ROUNDS: Final = 4


def stand_out(photo: Photo) -> tuple[Floats, Mask]:
    """How much each pixel stands out, from 0 to 1 with 1/2 as the border, and which ones do.

    The background's colour may change across the picture like a polynomial of degree 2, and vary
    about that as it does in the frame. Limitation: what has its very colours is taken for it.
    """
    if photo.cover is not None:
        return photo.cover, photo.cover > 0.5
    colours = _opponent(photo)
    height, width = colours.shape[:2]
    y, x = np.meshgrid(np.linspace(-1, 1, height), np.linspace(-1, 1, width), indexing="ij")
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    rim = max(3, round(FRAME * min(height, width)))
    frame = np.ones((height, width), dtype=bool)
    frame[rim:-rim, rim:-rim] = False

    known, seen = terms[frame], colours[frame]
    learnt = np.ones(len(seen), dtype=bool)
    for _ in range(ROUNDS):
        surface = np.linalg.lstsq(known[learnt], seen[learnt], rcond=None)[0]
        off = seen - known @ surface
        spread = np.cov(off[learnt].T) + FAINT**2 * np.eye(3)
        away = _distance(off, spread)
        learnt = away < max(UNLIKE, float(np.quantile(away, 0.5)))
    away = blurred(_distance(colours - terms @ surface, spread), 0.7)
    usual = away[frame][learnt]
    limit = max(LEAST, MARGIN * float(np.quantile(usual, 0.995)))
    mask = away > limit
    # Half way between the background and what is not, in the picture's own contrast.
    typical = float(np.median(away[mask])) if mask.any() else 2 * limit
    half = max(limit, 0.4 * min(typical, 6 * limit))
    standing = away**2 / (away**2 + half**2)
    return standing, away > half


def _opponent(photo: Photo) -> Floats:
    """Brightness, red against green, yellow against blue."""
    red, green, blue = np.moveaxis(photo.pixels / 255.0, -1, 0)
    return np.stack([(red + green + blue) / 3, red - green, (red + green) / 2 - blue], axis=-1)


def _distance(off: Floats, spread: Floats) -> Floats:
    """In standard deviations (Mahalanobis)."""
    whitened = off @ np.linalg.inv(np.linalg.cholesky(spread)).T
    found: Floats = np.sqrt(np.sum(whitened**2, axis=-1))
    return found
