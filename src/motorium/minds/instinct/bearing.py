"""Bearing: where things are, as one who looks at them has it."""

from __future__ import annotations

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.frames import Floats, turned
from motorium.contracts.perception import Perception
from motorium.senses import numbers as senses

__all__ = ["bearing", "in_body"]


@kernel
def in_body(
    perceived: Perception, slot: int, x: float, y: float, z: float
) -> tuple[float, float, float]:
    """A vector of the world as one has it: forward, left, up."""
    w, a, b, c = perceived.orientations[slot]
    return turned(w, -a, -b, -c, x, y, z)


@kernel
def bearing(perceived: Perception, slot: int, there: Floats) -> tuple[float, float, float]:
    """How far forward, left and up of its snout something is [m]."""
    here = perceived.positions[slot]
    x, y, z = in_body(perceived, slot, there[0] - here[0], there[1] - here[1], there[2] - here[2])
    return x - senses.EYE * perceived.lengths[slot], y, z
