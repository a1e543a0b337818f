"""Looking about: where all are, how fast they go on the whole, and where they look."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel
from motorium.contracts.frames import Floats
from motorium.contracts.population import Slots
from motorium.contracts.time import FRAME_SECONDS
from motorium.minds.pedestrian.state import Crowd, Mode, Walkers

__all__ = ["crowd_of", "look"]

SMOOTHED: Final = 0.25
"""Steps make people faster and slower: velocities are means over about so long [s]."""
STOPS_AT_ONCE: Final = 0.5
"""How much of a lower speed that somebody wants is expected of him at once."""


def crowd_of(count: int) -> Crowd:
    """With room for so many."""
    return Crowd(
        np.zeros(count, dtype=np.int32),
        np.zeros((count, 2)),
        np.zeros((count, 2)),
        np.zeros(count),
        np.zeros(count),
    )


@borrowing_kernel
def look(
    living: Slots, positions: Floats, orientations: Floats, velocities: Floats, radii: Floats,
    walkers: Walkers, smoothed: Floats, rows_out: NDArray[np.int32], headings_out: Floats,
    crowd_out: Crowd,
) -> None:  # fmt: skip
    """Fills the crowd, one row each of the living; rows_out: by slot. smoothed [m/s] (capacity, 2):
    velocities, kept from frame to frame."""
    share = FRAME_SECONDS / SMOOTHED
    for row in range(len(living)):
        slot = living[row]
        rows_out[slot] = row
        crowd_out.slots[row] = slot
        crowd_out.radii[row] = radii[slot]
        w, x, y, z = orientations[slot]
        headings_out[slot] = math.atan2(2.0 * (x * y + w * z), 1.0 - 2.0 * (y * y + z * z))
        for axis in range(2):
            crowd_out.places[row, axis] = positions[slot, axis]
            smoothed[slot, axis] += share * (velocities[slot, axis] - smoothed[slot, axis])
            crowd_out.velocities[row, axis] = smoothed[slot, axis]
        speed = math.hypot(smoothed[slot, 0], smoothed[slot, 1])
        crowd_out.speeds[row] = speed
        if walkers.mode[slot] != Mode.AWAY:
            # Whoever wants to be faster than he is has set off, or is about to.
            part = 1.0 if walkers.speed[slot] > speed else STOPS_AT_ONCE
            ahead = walkers.heading[slot] + walkers.course[slot]
            wish_x = walkers.speed[slot] * math.cos(ahead)
            wish_y = walkers.speed[slot] * math.sin(ahead)
            crowd_out.velocities[row, 0] += part * (wish_x - smoothed[slot, 0])
            crowd_out.velocities[row, 1] += part * (wish_y - smoothed[slot, 1])
