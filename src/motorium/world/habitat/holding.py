"""Holding: who comes to the limits of the water all the same is held back by the water itself."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel, inlined
from motorium.contracts.frames import Floats
from motorium.contracts.population import Slots
from motorium.world.habitat.clearance import Limits, off_cylinder
from motorium.world.habitat.terrain import ground_height, ground_slope

__all__ = ["hold"]

# Ours. Minds keep off what is solid; but a C-turn that has begun goes on, who rests drifts, and a
# strong current takes fishes with it. Water cannot flow into a wall, nor does what is in it.
THICK: Final = 0.15
"""How near the middle of a body can come [L]."""
SOFT: Final = 0.2
"""It comes nearer at most by what is left in this time [s]: the water between gives way."""
ROUNDED: Final = 1.0 + 1e-9
"""Times what is looked at, so that rounding leaves out nothing that holds somebody."""


@borrowing_kernel
def hold(
    limits: Limits,
    slots: Slots,
    positions: Floats,
    velocities: Floats,
    lengths: NDArray[np.float32],
    carrying: Floats,
) -> None:
    """Let streams carry individuals [m/s] that keep them out of ground, obstacles and air, and
    within the boundary, on all motors alike: the speed at which one comes nearer is bounded by how
    near it is (d' >= -d / SOFT).

    velocities [m/s]: of the last frame, in which they were carried as `carrying` still tells.
    """
    heights, reach, step, surface, boundary, cylinders = limits
    for slot in slots:
        x, y, z = positions[slot, 0], positions[slot, 1], positions[slot, 2]
        thick = THICK * lengths[slot]
        u = velocities[slot, 0] - carrying[slot, 0]
        v = velocities[slot, 1] - carrying[slot, 1]
        w = velocities[slot, 2] - carrying[slot, 2]
        before_u, before_v, before_w = u, v, w
        w -= _lacking(surface - z - thick, -w)
        far = math.sqrt(x * x + y * y)
        if far > 0.0:
            lacks = _lacking(boundary - far - thick, -(u * x + v * y) / far)
            u -= lacks * x / far
            v -= lacks * y / far
        above = z - ground_height(heights, reach, step, x, y)
        p, q = ground_slope(heights, reach, step, x, y)
        level = 1.0 / math.sqrt(1.0 + p * p + q * q)
        lacks = level * _lacking(above * level - thick, level * (w - p * u - q * v))
        u -= lacks * p
        v -= lacks * q
        w += lacks
        near = _holding_distance(thick, u, v, w)
        for number in range(len(cylinders)):
            each = cylinders[number]
            off_x, off_y, about = x - each.x, y - each.y, each.radius + near
            if off_x * off_x + off_y * off_y > about * about or z - each.top > near:
                continue
            free, a, b, c = off_cylinder(each, x, y, z)
            lacks = _lacking(free - thick, a * u + b * v + c * w)
            if lacks > 0.0:
                u += lacks * a
                v += lacks * b
                w += lacks * c
                near = _holding_distance(thick, u, v, w)
        carrying[slot, 0] = u - before_u
        carrying[slot, 1] = v - before_v
        carrying[slot, 2] = w - before_w


@inlined
def _lacking(free: float, speed: float) -> float:
    """What a speed away from a limit lacks [m/s], so far from it [m]."""
    return max(-free / SOFT - speed, 0.0)


@inlined
def _holding_distance(thick: float, u: float, v: float, w: float) -> float:
    """Nothing farther than that [m] holds who moves like this [m/s], wherever it is."""
    return ROUNDED * (thick + SOFT * math.sqrt(u * u + v * v + w * w))
