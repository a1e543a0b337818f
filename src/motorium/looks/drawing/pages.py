"""From the world's axes, z up, to those of the page and of its shaders, y up."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["page_places"]


def page_places(places: ArrayLike) -> NDArray[np.float64]:
    """(x, y, z) becomes (x, z, -y); of places and directions, shape (..., 3)."""
    x, y, z = np.moveaxis(np.asarray(places, dtype=np.float64), -1, 0)
    return np.stack([x, z, -y], axis=-1)
