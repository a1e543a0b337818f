"""What a director asks of actors: to sleep until they are woken, and to go somewhere.

Both are behaviours like any other. Who is on an errand does that before it eats, mates or schools;
but it flees and avoids what stands in its way as ever, and schoolmates follow a leader on his.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.population import Slots
from motorium.minds.instinct.scene import Scene

__all__ = ["go", "is_asleep", "is_sent", "sleep"]

# Ours.
STEEP: Final = 0.6
"""At most so steeply it climbs on its way [rad]."""


@kernel
def sleep(scene: Scene, slots: Slots) -> None:
    """Rest."""
    for slot in slots:
        wish = scene.wishes[slot]
        wish.speed = wish.climb = wish.backward = wish.turn = wish.mouth = 0.0
        wish.brake = 1.0


@kernel
def go(scene: Scene, slots: Slots) -> None:
    """To the place of the errand."""
    for slot in slots:
        wish, place = scene.wishes[slot], scene.brains[slot].errand
        here = scene.perceived.positions[slot]
        x, y, z = place[0] - here[0], place[1] - here[1], place[2] - here[2]
        wish.heading = math.atan2(y, x)
        wish.climb = min(max(math.atan2(z, math.sqrt(x * x + y * y)), -STEEP), STEEP)
        wish.speed = scene.tempers[slot].cruise
        wish.brake = wish.backward = wish.turn = wish.mouth = 0.0


def is_asleep(scene: Scene, slots: Slots) -> NDArray[np.bool_]:
    """Until somebody wakes it."""
    return np.asarray(scene.brains["asleep"][slots] != 0)


def is_sent(scene: Scene, slots: Slots) -> NDArray[np.bool_]:
    """Until it has come there."""
    return np.asarray(~np.isnan(scene.brains["errand"][slots, 0]))
