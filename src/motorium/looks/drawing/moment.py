"""All that there is to be drawn at a time, as plain arrays in world axes (z up) [m]."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.species import Species
from motorium.contracts.frames import Floats
from motorium.looks.scenery.setting import Setting

__all__ = ["OPEN_WATER", "Fishes", "Moment", "Water"]


@dataclass(frozen=True)
class Fishes:
    """ids (n,); kinds, indices of the moment's species (n,); positions [m] and orientations of the
    body frames (n, 3), (n, 4); lengths [m] (n,); seeds of their looks, 0 to 65535 (n,); nodes [m]
    in the body frame (n, 23, 3); fins [rad] (n, 2, 2) and expression, 0 to 1 (n, 3), as in a
    population."""

    ids: NDArray[np.int64]
    kinds: NDArray[np.integer]
    positions: Floats
    orientations: Floats
    lengths: NDArray[np.floating]
    seeds: NDArray[np.integer]
    nodes: NDArray[np.floating]
    fins: NDArray[np.floating]
    expression: NDArray[np.floating]

    def __len__(self) -> int:
        return len(self.ids)

    def without(self, ids: Collection[int]) -> Fishes:
        """All others."""
        rows = ~np.isin(self.ids, list(ids))
        return Fishes(**{name: array[rows] for name, array in vars(self).items()})


@dataclass(frozen=True)
class Water:
    """surface: its height [m]; hour: of the day, 0 to 24; sun: how bright it is right below the
    surface, 0 to 1; clarity: in how far light falls to 37 % [m]. hour None: noon in open water."""

    surface: float
    hour: float | None = None
    sun: float = 1.0
    clarity: float | None = None


OPEN_WATER: Final = Water(surface=4.0)


@dataclass(frozen=True)
class Moment:
    """seconds: of the world, which fins ripple and gills breathe by; waves: by which light plays
    [s], the same unless somebody holds one of them."""

    seconds: float
    species: tuple[Species, ...]
    fishes: Fishes
    water: Water = OPEN_WATER
    waves: float | None = None
    setting: Setting | None = None

    def without(self, ids: Collection[int]) -> Self:
        """The same without some fishes: out of whose eyes one looks."""
        return replace(self, fishes=self.fishes.without(ids))
