"""The image force field: ridges of the brightness' gradient, broadened, draw contours to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats

__all__ = ["COARSE_TO_FINE", "Field", "blurred", "fields_of", "gradient", "potential", "sampled"]

COARSE_TO_FINE: Final = (0.12, 0.06, 0.03, 0.012, 0.004)
"""Widths of the smoothing, in lengths of the fish."""
NARROWEST: Final = 1.2
"""The least of them [pixels]."""
SOFT: Final = 0.08
"""Below this share of the steepest slope a force falls off with the slope."""


def blurred(image: Floats, sigma: float) -> Floats:
    """G_sigma * image: a Gaussian of width sigma [pixels]; the image goes on as it ends."""
    if sigma <= 0:
        return image
    reach = max(1, int(np.ceil(3.5 * sigma)))
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weights /= weights.sum()
    return _along_rows(_along_rows(image, weights).T, weights).T


def _along_rows(image: Floats, weights: Floats) -> Floats:
    reach = len(weights) // 2
    width = image.shape[1]
    padded = np.pad(image, ((0, 0), (reach, reach)), mode="edge")
    if len(weights) < 24:
        out = np.zeros_like(image, dtype=np.float64)
        for k, weight in enumerate(weights):
            out += weight * padded[:, k : k + width]
        return out
    size = padded.shape[1] + len(weights)
    spectrum = np.fft.rfft(padded, size, axis=1) * np.fft.rfft(weights, size)
    found: Floats = np.fft.irfft(spectrum, size, axis=1)[:, 2 * reach : 2 * reach + width]
    return found


def gradient(image: Floats) -> tuple[Floats, Floats]:
    """Central differences along x and y [1/pixel]; one-sided at the border."""
    slopes: list[Floats] = list(np.gradient(image))
    down, right = slopes
    return right, down


def potential(image: Floats, sigma: float) -> Floats:
    """P = G_sigma * |grad I| (Tu 1999, appendix A).

    It has no sign: dark lines and white ones, dark fishes on light ground and light ones on dark,
    make the same ridges, up which the forces grad P point.
    """
    across, down = gradient(blurred(image, 0.8))
    return blurred(np.hypot(across, down), sigma)


def sampled(image: NDArray[np.uint8] | Floats, places: Floats) -> Floats:
    """An image of any number of channels at places (x, y), shape (..., channels): bilinear; beside
    the image its border."""
    height, width = image.shape[:2]
    x = np.clip(places[..., 0], 0.0, width - 1.001)
    y = np.clip(places[..., 1], 0.0, height - 1.001)
    left, top = x.astype(np.intp), y.astype(np.intp)
    a, b = (x - left)[..., None], (y - top)[..., None]
    upper = (1 - a) * image[top, left] + a * image[top, left + 1]
    lower = (1 - a) * image[top + 1, left] + a * image[top + 1, left + 1]
    found: Floats = (1 - b) * upper + b * lower
    return found


@dataclass(frozen=True)
class Field:
    """Forces of an image at one width of smoothing.

    forces, shape (height, width, 2): along grad P, of length 1 where it is steep, falling to 0 on
    the ridge itself; sigma [pixels].
    """

    forces: Floats
    sigma: float

    def at(self, places: Floats) -> Floats:
        """Forces at places (x, y), shape (..., 2); beside the image those of its border."""
        return sampled(self.forces, places)


def field_of(image: Floats, sigma: float) -> Field:
    """The forces of an image: grad P, scaled."""
    across, down = gradient(potential(image, sigma))
    slope = np.hypot(across, down)
    steepest = float(slope.max())
    scale = 1.0 / (slope + SOFT * steepest) if steepest > 0 else np.zeros_like(slope)
    return Field(np.stack([across * scale, down * scale], axis=-1), sigma)


def fields_of(image: Floats, length: float) -> list[Field]:
    """Fields from coarse to fine for a fish of about this length [pixels]."""
    return [field_of(image, max(NARROWEST, share * length)) for share in COARSE_TO_FINE]
