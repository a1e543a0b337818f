"""Lights on somebody's way: whether he may cross, must wait, or had better hurry."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined
from motorium.contracts.frames import Floats
from motorium.minds.pedestrian.state import Event, Mode, Reason, Walkers

__all__ = ["FASTEST", "heed_lights"]

FASTEST: Final = 2.8
"""How fast people run for a light [m/s]."""
AT_KERB: Final = 3.5
"""How far before a kerb somebody looks at the light [m]."""
STARTS: Final = 2.0
"""How long it takes to begin to cross [s]."""
SPARE: Final = 1.5
"""How long before red one wants to be across [s]."""
MORE: Final = 1.3
"""Who hurries goes so many times as fast as he must."""
ON_IT: Final = 0.3
"""Who is nearer to the kerb than that does not turn back any more [m]."""
GREEN: Final = 0


@inlined
def heed_lights(
    walkers: Walkers,
    slot: int,
    leg: int,
    along: float,
    light_states: NDArray[np.int8],
    until_red: Floats,
) -> float:
    """Looks at lights on this leg of a way and on the next one. Writes mode, granted, event and
    reason, and returns how fast he wants to go [m/s]."""
    pace = float(walkers.pace[slot])
    points = walkers.points[slot]
    before = -along
    for each in range(leg, min(leg + 2, walkers.legs[slot])):
        length = math.hypot(
            points[each + 1, 0] - points[each, 0], points[each + 1, 1] - points[each, 1]
        )
        light = walkers.lights[slot, each]
        if light >= 0:
            kerb = walkers.kerbs[slot, each]
            to_kerb, to_other = before + kerb, before + length - kerb
            red_in = until_red[light]
            late = red_in * pace < to_other
            runs = walkers.hasty[slot] == 1 and red_in * FASTEST > 1.5 * to_other
            if walkers.granted[slot] == each and to_kerb > ON_IT and late and not runs:
                walkers.granted[slot] = -1  # Somebody was in his way for too long.
            if walkers.granted[slot] == each:
                needed = to_other / max(red_in - SPARE, 0.1)
                if needed > pace:
                    walkers.reason[slot] = Reason.HURRIES
                    pace = min(MORE * needed, FASTEST)
                elif to_kerb <= ON_IT and to_other > 0.0:
                    walkers.reason[slot] = Reason.CROSSES
            elif -1.0 < to_kerb < AT_KERB:
                left = red_in - STARTS
                running = walkers.hasty[slot] == 1 and walkers.mode[slot] == Mode.WALKING
                fast_enough = FASTEST if running else pace
                if light_states[light] == GREEN and left * fast_enough > to_other:
                    walkers.granted[slot] = each
                    if walkers.mode[slot] == Mode.HOLDING:
                        walkers.event[slot] = Event.OPENED
                        walkers.mode[slot] = Mode.WALKING
                    if left * pace <= to_other:
                        walkers.reason[slot] = Reason.HURRIES
                        pace = FASTEST
                elif walkers.mode[slot] == Mode.WALKING:
                    walkers.event[slot] = Event.BARRED
                    walkers.mode[slot] = Mode.HOLDING
        before += length
    return float(pace)
