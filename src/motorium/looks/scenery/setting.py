"""What there is around fishes: what stays as it is, and what moves. World axes (z up) [m]."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.looks.scenery.colonies import Standing
from motorium.looks.scenery.heights import HeightField
from motorium.looks.scenery.hull import Boat
from motorium.looks.scenery.weeds import WeedCluster

__all__ = ["Adrift", "Boats", "Cast", "Reef", "Setting"]


@dataclass(frozen=True, eq=False)
class Reef:
    """What stays. Its meshes are built once, for as long as it is the same object."""

    field: HeightField
    standing: tuple[Standing, ...]
    weeds: tuple[WeedCluster, ...]


@dataclass(frozen=True, eq=False)
class Adrift:
    """What moves with the water: nodes of the leaves of all weeds in their order, shape (leaves,
    nodes, 3); places and diameters of small things, 0 where there is none, shape (n, 4)."""

    leaves: Floats
    plankton: Floats
    bubbles: Floats
    food: Floats


@dataclass(frozen=True, eq=False)
class Boats:
    """Submarines: their numbers from 1 on (n,), of which the smallest lights the sea; positions
    (n, 3), orientations (w, x, y, z) (n, 4), and thrusts of their propellers, -1 to 1 (n,)."""

    size: Boat
    numbers: NDArray[np.integer]
    positions: Floats
    orientations: Floats
    thrusts: Floats


@dataclass(frozen=True, eq=False)
class Cast:
    """A fishing line in the water."""

    hook: Floats
    top: Floats
    """Where it enters the water."""
    caught: bool
    """Somebody hangs on it, and the bait is gone."""


@dataclass(frozen=True, eq=False)
class Setting:
    """reef: None in open water, where sand has no end."""

    reef: Reef | None = None
    adrift: Adrift | None = None
    boats: Boats | None = None
    line: Cast | None = None
