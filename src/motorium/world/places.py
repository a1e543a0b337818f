"""Where individuals can come into the world: in free water, clear of all that is solid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.settings import SettingsError
from motorium.world.habitat.habitat import Habitat

__all__ = ["clear", "draw_clear"]

ROUND: Final = 0.6
"""How far around it a body keeps clear of what is solid [L]: its half, and a bit to turn."""
ABOVE: Final = 0.25
"""How far above the ground and below the surface [L]."""
TRIES: Final = 400
"""Draws for who found no free place, before there is said to be none."""


def clear(habitat: Habitat, places: Floats, lengths: Floats) -> NDArray[np.bool_]:
    """Which places [m], shape (n, 3), have room for bodies of these lengths [m], shape (n,)."""
    x, y, z = places.T
    around, above = ROUND * lengths, ABOVE * lengths
    settings = habitat.settings
    free: NDArray[np.bool_] = np.hypot(x, y) + around <= settings.radius
    free &= z + above <= settings.surface
    free &= z - above >= habitat.terrain.height(x, y)
    for solid in habitat.obstacles.cylinders:
        beside = np.hypot(x - solid["x"], y - solid["y"]) >= solid["radius"] + around
        free &= beside | (z - above >= solid["top"])
    return free


def draw_clear(
    habitat: Habitat, draw: Callable[[int], Floats], lengths: Floats, who: str
) -> Floats:
    """Rows that begin with a place [m], for bodies of these lengths [m]; who is not clear of what
    is solid is drawn again."""
    rows = draw(len(lengths))
    for _ in range(TRIES):
        stuck = np.flatnonzero(~clear(habitat, rows[:, :3], lengths))
        if not len(stuck):
            return rows
        rows[stuck] = draw(len(stuck))
    raise SettingsError(
        f"{who}: {len(stuck)} of {len(lengths)} find no free water where they are to begin; move "
        "them, spread them wider, or let there be fewer obstacles"
    )
