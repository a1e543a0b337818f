"""Cylinders, and the rocks and coral heads that they bound."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.world.habitat.settings import HabitatSettings
from motorium.world.habitat.terrain import Terrain

__all__ = ["CYLINDER", "Obstacles"]

CYLINDER: Final = np.dtype(
    [
        ("x", "f8"),
        ("y", "f8"),
        ("bottom", "f8"),
        ("top", "f8"),
        ("radius", "f8"),
        ("source", "f8"),
    ]
)
"""Upright [m]; source: strength of the flow around it (`physics.flow`)."""


class Obstacles:
    """cylinders: what is solid, shape (n,), of CYLINDER; kinds: what each looks like; seeds: of its
    looks, shape (n,)."""

    def __init__(
        self, settings: HabitatSettings, terrain: Terrain, chance: np.random.Generator
    ) -> None:
        self.cylinders = np.zeros(0, dtype=CYLINDER)
        self.kinds: list[str] = []
        self.seeds = np.zeros(0, dtype=np.uint16)
