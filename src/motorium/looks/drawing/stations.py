"""Where surfaces are cut into cells, as the page cuts them (web/.../fish/stations.ts).

Coarser levels take parts of one finest set of parameters (Yu & Terzopoulos 1999, section 7.2).
"""

from __future__ import annotations

from typing import Final, Literal

import numpy as np

from motorium.contracts.frames import Floats
from motorium.looks.bspline import greville

__all__ = ["Tessellation", "stations"]

Tessellation = int | Literal["control", "coarse"]
"""Every so many of the finest cells; one for each control point; or for every second of these."""

CELLS_A_SPAN: Final = 3
LEAST_CELLS: Final = 12
"""A single cubic bends as much as all spans of another fin."""


def stations(degree: int, count: int, tessellation: Tessellation) -> Floats:
    """Parameters from 0 to 1 along one direction of a patch."""
    cells = CELLS_A_SPAN * (count - degree)
    if degree > 1:
        cells = max(cells, LEAST_CELLS)
    if isinstance(tessellation, int):
        return np.arange(0, cells + 1, tessellation) / cells
    control = np.floor(cells * greville(count, degree) + 0.5)
    if tessellation == "coarse" and count >= 5:
        control = control[(np.arange(count) % 2 == 0) | (np.arange(count) == count - 1)]
    return np.asarray(control / cells)
