"""What a fish reads of the tables right now, number by number, for rare events."""

from __future__ import annotations

import numpy as np

from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.motors.rows import Reader
from motorium.motors.tables import ROW
from motorium.physics.fish_kernel import Array

__all__ = ["channel", "sample"]


@kernel
def channel(width: int, lane: int, poses: Array, readers: Array, which: int) -> float:
    """One number of what is read now."""
    total = 0.0
    for reader in range(3):
        at = reader * Reader.SIZE * width + lane
        weight = readers[at + Reader.WEIGHT * width]
        if weight != 0.0:
            row = np.int64(readers[at + Reader.ROW * width]) * ROW + which
            here = poses[row]
            way = readers[at + Reader.WAY * width]
            total += weight * (here + way * (poses[row + ROW] - here))
    return total


@kernel
def sample(
    width: int, lane: int, poses: Array, readers: Array, row_out: Floats, rate_out: Floats
) -> None:
    """What is read now, and how fast it changes [1/s]."""
    row_out[:] = 0.0
    rate_out[:] = 0.0
    for reader in range(3):
        at = reader * Reader.SIZE * width + lane
        weight = readers[at + Reader.WEIGHT * width]
        if weight == 0.0:
            continue
        row = np.int64(readers[at + Reader.ROW * width]) * ROW
        way = readers[at + Reader.WAY * width]
        rate = readers[at + Reader.RATE * width]
        for k in range(ROW):
            change = poses[row + ROW + k] - poses[row + k]
            row_out[k] += weight * (poses[row + k] + way * change)
            rate_out[k] += weight * rate * change
