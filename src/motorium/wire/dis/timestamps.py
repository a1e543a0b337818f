"""When a PDU was true: its timestamp is the time past the hour, in 31 bits, and a mark.

Absolute ones (mark 1) are of a clock that is set by UTC, so what has passed since is known, if both
clocks are right. Relative ones (mark 0) are of whatever clock the sender has: the quickest PDU that
came from there is taken to have needed no time, and others are measured by it.

Limitation: a delay that is always there cannot be seen in relative timestamps.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel
from motorium.contracts.frames import Floats

__all__ = ["HOUR", "MOST_DELAY", "past_hour", "timestamp_of", "update_delay"]

HOUR: Final = 3600.0
UNITS: Final = 2**31 - 1
"""To the hour: 1.676 microseconds each."""
MOST_DELAY: Final = 1.0
"""What is older by its timestamp [s] has another clock than we have."""
OVERTAKEN: Final = 0.5
"""Who is told to be as he was up to so long before [s] was overtaken on the way; what is older is
a clock that was set."""
FORGETS: Final = 1e-4
"""By how much the quickest way becomes slower in a second, in seconds: as clocks drift apart."""


def timestamp_of(seconds: float, absolute: bool = True) -> int:
    """Of a time [s] since any full hour, as UTC's since 1970."""
    units = math.floor(seconds % HOUR / HOUR * UNITS)
    return units << 1 | absolute


def past_hour(timestamps: NDArray[Any]) -> Floats:
    """Seconds past the hour."""
    units = np.asarray(timestamps).astype(np.int64) >> 1
    return units.astype(np.float64) * (HOUR / UNITS)


@borrowing_kernel
def wrapped(seconds: float) -> float:
    """Within half an hour before or after."""
    return seconds - HOUR * math.floor(seconds / HOUR + 0.5)


@borrowing_kernel
def update_delay(
    slot: int,
    fresh: bool,
    timestamp: int,
    received: float,
    stamps_out: NDArray[np.uint32],
    clocks_out: Floats,
    received_out: Floats,
) -> float:
    """How old a PDU is [s] that came at `received` [s] of UTC; below 0 if it was overtaken.

    Of each entity, in its slot: its last timestamp, the least of received less timestamp [s], and
    when that was.
    """
    told = (timestamp >> 1) * (HOUR / UNITS)
    absolute = timestamp & 1
    alike = not fresh and (stamps_out[slot] & 1) == absolute
    if alike:
        later = wrapped(told - (stamps_out[slot] >> 1) * (HOUR / UNITS))
        if -OVERTAKEN < later < 0.0:
            return -1.0
        # Who always says the same has no clock.
        alike = later != 0.0
    stamps_out[slot] = timestamp
    apart = wrapped(received - told)
    if absolute:
        return apart if 0.0 < apart < MOST_DELAY else 0.0
    delay = 0.0
    if alike:
        since = max(received - received_out[slot], 0.0)
        delay = wrapped(apart - clocks_out[slot]) - FORGETS * since
    if not alike or not 0.0 <= delay < MOST_DELAY:
        clocks_out[slot] = apart
        received_out[slot] = received
        delay = 0.0
    return delay
