"""Fending off: submarines push each other away, and never go through each other."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from motorium.compiled import inlined, kernel
from motorium.contracts.frames import Floats
from motorium.world.habitat.holding import SOFT
from motorium.world.submarine.settings import LENGTH, RADIUS

__all__ = ["fend_off", "gap"]

SOON: Final = 1.2
"""What is farther off cannot be met within SOFT [m], not even by two who come at full speed."""
SKIN: Final = 0.05
"""How far they are held off each other [m]: who touches can still turn away."""
END: Final = 0.5 * LENGTH - RADIUS
"""Of the axis of a hull, from its middle [m]."""


@inlined
def _held(value: float) -> float:
    return min(max(value, -END), END)


@inlined
def _nearest(away: Floats, one: Floats, other: Floats) -> tuple[float, float]:
    """Where two axes are nearest to each other, from their middles [m]; away: from the middle of
    one to that of the other (Ericson, Real-Time Collision Detection, 2005, section 5.1.9)."""
    along = one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
    ahead = one[0] * away[0] + one[1] * away[1] + one[2] * away[2]
    back = other[0] * away[0] + other[1] * away[1] + other[2] * away[2]
    slant = 1.0 - along * along
    s = _held((ahead - along * back) / slant) if slant > 1e-9 else 0.0
    t = _held(along * s - back)
    return _held(along * t + ahead), t


@kernel
def gap(away: Floats, one: Floats, other: Floats) -> float:
    """Between two hulls [m], negative where they are in each other; of their axes the directions,
    away: from the middle of one to that of the other [m]."""
    s, t = _nearest(away, one, other)
    x = away[0] + t * other[0] - s * one[0]
    y = away[1] + t * other[1] - s * one[1]
    z = away[2] + t * other[2] - s * one[2]
    return math.sqrt(x * x + y * y + z * z) - 2.0 * RADIUS


@kernel
def fend_off(positions: Floats, axes: Floats, velocities: Floats, spins: Floats) -> None:
    """Two hulls come nearer to each other by no more than is left in a time SOFT (the law of
    `habitat.holding`), but for SKIN: what is too much is taken from both velocities [m/s] alike.

    Rows are submarines; axes: directions of their bows; spins: how they turn and pitch [rad/s].
    """
    away = np.zeros(3)
    for first in range(len(positions)):
        for second in range(first):
            far = 0.0
            for axis in range(3):
                away[axis] = positions[second, axis] - positions[first, axis]
                far += away[axis] * away[axis]
            if far > (LENGTH + SOON) ** 2:
                continue
            one, other = axes[first], axes[second]
            s, t = _nearest(away, one, other)
            x = away[0] + t * other[0] - s * one[0]
            y = away[1] + t * other[1] - s * one[1]
            z = away[2] + t * other[2] - s * one[2]
            far = math.sqrt(x * x + y * y + z * z)
            x, y, z = (x / far, y / far, z / far) if far > 0.0 else (0.0, 0.0, 1.0)
            u, v, w = _velocity_at(velocities, spins, first, s, one)
            p, q, r = _velocity_at(velocities, spins, second, t, other)
            nears = x * (u - p) + y * (v - q) + z * (w - r)
            lacks = 0.5 * (nears - (far - 2.0 * RADIUS - SKIN) / SOFT)
            if lacks > 0.0:
                velocities[first, 0] -= lacks * x
                velocities[first, 1] -= lacks * y
                velocities[first, 2] -= lacks * z
                velocities[second, 0] += lacks * x
                velocities[second, 1] += lacks * y
                velocities[second, 2] += lacks * z


@inlined
def _velocity_at(
    velocities: Floats, spins: Floats, row: int, along: float, axis: Floats
) -> tuple[float, float, float]:
    """Of a place on the axis: on, by turning about z and by pitching about the right."""
    level = math.sqrt(axis[0] * axis[0] + axis[1] * axis[1])
    left_x, left_y = -axis[1] / level, axis[0] / level
    turning, pitching = spins[row]
    return (
        velocities[row, 0] + along * (-turning * axis[1] - pitching * left_y * axis[2]),
        velocities[row, 1] + along * (turning * axis[0] + pitching * left_x * axis[2]),
        velocities[row, 2] - along * pitching * (left_x * axis[1] - left_y * axis[0]),
    )
