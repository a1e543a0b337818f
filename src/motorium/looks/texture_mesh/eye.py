"""Where the photograph's fish has its eye: the one dark round spot on its head."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.looks.texture_mesh.photo import Photo
from motorium.looks.texture_mesh.potential import blurred
from motorium.looks.texture_mesh.regions import Mask
from motorium.looks.texture_mesh.silhouette import Frame

__all__ = ["find_eye"]

AHEAD, BEHIND = 0.04, 0.24
"""Where a head has its eye, behind the nose [L]."""
STEP: Final = 0.002
"""How finely it is looked for [L]."""
HIGHEST: Final = 0.3
"""How far off the axis it is looked for [L]."""
LOWEST: Final = 0.4
"""From belly to back, as a share."""
SIZES: Final = (0.003, 0.005, 0.008, 0.012, 0.018)
"""Widths of the smoothing at which a spot is seen [L]."""
DARK: Final = 0.05
"""How much a spot must stand out: a black one on white has about 1/4."""
RIVAL: Final = 0.6
"""The next spot may stand out by so much of that at most, or nobody knows which is the eye."""


def find_eye(photo: Photo, frame: Frame, mask: Mask) -> tuple[float, float] | None:
    """(behind the nose, height) [L] of the eye, or None if that is not sure."""
    behind = np.arange(0.0, BEHIND + 0.06, STEP)
    height = np.arange(HIGHEST, -HIGHEST, -STEP)
    places = frame.to_picture(np.stack(np.meshgrid(behind, height), axis=-1))
    fish = _at(mask.astype(np.float64), places)
    gray = _at(photo.gray, places)
    spots = np.max([_spots(gray, fish, size / STEP) for size in SIZES], axis=0)

    head = fish > 0.5
    inside = np.cumsum(head, axis=0) / np.maximum(head.sum(axis=0), 1)
    surely = blurred(fish, 4.0) > 0.98
    allowed = surely & (inside < 1 - LOWEST) & (behind > AHEAD) & (behind < BEHIND)
    spots = np.where(allowed, spots, 0.0)
    row, column = np.unravel_index(int(np.argmax(spots)), spots.shape)
    best = spots[row, column]
    away = np.hypot(behind - behind[column], (height - height[row])[:, None])
    if best < DARK or spots[away > 0.03].max(initial=0.0) > RIVAL * best:
        return None
    return float(behind[column]), float(height[row])


def _spots(gray: Floats, fish: Floats, sigma: float) -> Floats:
    """How much each place is the middle of something round and dark: the lesser curvature of the
    smoothed brightness, in units of the smoothing. Beside the fish nothing counts."""
    smooth = blurred(gray * fish, sigma) / np.maximum(blurred(fish, sigma), 1e-6)
    down, across = np.gradient(smooth)
    yy, yx = np.gradient(down)
    _, xx = np.gradient(across)
    least = (xx + yy) / 2 - np.hypot((xx - yy) / 2, yx)
    found: Floats = sigma**2 * least
    return found


def _at(image: Floats, places: Floats) -> Floats:
    """Of the nearest pixels; 0 beside the image."""
    x, y = np.rint(np.moveaxis(places, -1, 0)).astype(np.intp)
    height, width = image.shape
    there = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    found: Floats = np.where(there, image[y.clip(0, height - 1), x.clip(0, width - 1)], 0.0)
    return found
