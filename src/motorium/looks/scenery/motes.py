"""Specks of marine snow: in a box around the camera, which the shader wraps around as it moves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motorium.looks.scenery.chance import Chance, spread_seed

__all__ = ["motes"]

_SPECKS = 700
_SEED = 5


def motes() -> NDArray[np.float32]:
    """Place in the box, and a chance of its own, 0 to 1, shape (700, 4)."""
    drawn = Chance(spread_seed(_SEED)).many(4 * _SPECKS)
    return drawn.reshape(-1, 4).astype(np.float32)
