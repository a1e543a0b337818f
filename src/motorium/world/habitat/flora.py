"""Seaweeds: clusters of leaves that are chains of masses and springs (Tu, section 8.2)."""

from __future__ import annotations

import numpy as np

from motorium.contracts.population import Population
from motorium.world.habitat.currents import Currents
from motorium.world.habitat.settings import HabitatSettings
from motorium.world.habitat.terrain import Terrain

__all__ = ["NODES_PER_LEAF", "Weeds"]

NODES_PER_LEAF = 10
"""Besides the root."""


class Weeds:
    """roots [m], shape (clusters, 3); first_leaf: index of each cluster's first leaf, shape
    (clusters + 1,); kinds of clusters; nodes [m] in the world, shape (leaves, 1 + NODES_PER_LEAF,
    3), the first of each leaf its root; boxes [m]: of each cluster, lowest and highest corner,
    shape (clusters, 2, 3), for sight."""

    def __init__(
        self, settings: HabitatSettings, terrain: Terrain, chance: np.random.Generator
    ) -> None:
        self.roots = np.zeros((0, 3))
        self.first_leaf = np.zeros(1, dtype=np.intp)
        self.kinds: list[str] = []
        self.nodes = np.zeros((0, 1 + NODES_PER_LEAF, 3))
        self.boxes = np.zeros((0, 2, 3))

    def advance(self, seconds: float, currents: Currents, people: Population) -> None:
        """Sway for one frame in the currents, pushed aside by who passes."""
