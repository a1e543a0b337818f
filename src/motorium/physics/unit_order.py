"""In which order kernels go through the units."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLE_UNITS, MUSCLES, NODES, UNIT_NODES, UNITS

__all__ = ["PASSIVE", "UNIT", "UNIT_I", "UNIT_J"]


def _spread(units: NDArray[np.intp]) -> list[int]:
    """An order in which neighbours share no node, as far as possible.

    A unit adds to its nodes' loads in memory; the next one that needs the same node would wait.
    """
    waiting = units.tolist()
    last_use = np.full(NODES, -1)
    order: list[int] = []
    while waiting:
        rested = [int(last_use[UNIT_NODES[unit]].max()) for unit in waiting]
        order.append(waiting.pop(int(np.argmin(rested))))
        last_use[UNIT_NODES[order[-1]]] = len(order)
    return order


# Muscles last, so that the loop over the other units need not ask.
_ORDER = np.array([*_spread(np.setdiff1d(np.arange(UNITS), MUSCLE_UNITS)), *MUSCLE_UNITS])
UNIT_I = UNIT_NODES[_ORDER, 0].astype(np.int64)
UNIT_J = UNIT_NODES[_ORDER, 1].astype(np.int64)
UNIT = _ORDER.astype(np.int64)
PASSIVE: Final = UNITS - MUSCLES
