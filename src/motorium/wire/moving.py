"""What moves in a habitat, behind the characters of a snapshot (the layout is in `wire.layout`)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined, kernel
from motorium.contracts.frames import Floats
from motorium.wire.layout import LEAF_STEPS_PER_METRE, PARTICLE_STEPS, SIZE_STEPS_PER_METRE

__all__ = [
    "Drifting",
    "Moving",
    "MovingSnapshot",
    "read_moving",
    "write_leaves",
    "write_particles",
]


@dataclass(frozen=True)
class Drifting:
    """Places for small things: positions [m], shape (n, 3), whether there is one and its diameter
    [m], shape (n,)."""

    positions: Floats
    there: NDArray[np.uint8]
    sizes: NDArray[np.float32]


@dataclass(frozen=True)
class Moving:
    """What a habitat looks like in one frame.

    Everything small lies within `radius` of the middle, between lowest and highest [m]; leaves [m],
    shape (leaves, nodes, 3), and where the clusters that they belong to have their roots [m], shape
    (leaves, 3); plankton, bubbles, food.
    """

    radius: float
    lowest: float
    highest: float
    leaves: Floats
    roots: Floats
    particles: tuple[Drifting, Drifting, Drifting]


@dataclass(frozen=True)
class MovingSnapshot:
    """The same as it was sent: leaves [m] from the roots of their clusters, shape (leaves, nodes,
    3); of plankton, bubbles and food positions [m] and diameters [m], 0 where there is none."""

    radius: float
    lowest: float
    highest: float
    leaves: Floats
    plankton: tuple[Floats, Floats]
    bubbles: tuple[Floats, Floats]
    food: tuple[Floats, Floats]


@kernel
def write_leaves(leaves: Floats, roots: Floats, out: NDArray[np.int16]) -> None:
    """Nodes in steps from their cluster's root."""
    for leaf in range(leaves.shape[0]):
        for node in range(leaves.shape[1]):
            for k in range(3):
                step = (leaves[leaf, node, k] - roots[leaf, k]) * LEAF_STEPS_PER_METRE
                out[leaf, node, k] = _whole(step, -32767.0, 32767.0)


@kernel
def write_particles(
    radius: float,
    lowest: float,
    highest: float,
    positions: Floats,
    there: NDArray[np.uint8],
    sizes: NDArray[np.float32],
    out: NDArray[np.uint16],
) -> None:
    """Places and sizes in steps; what has no place is not there."""
    across = PARTICLE_STEPS / (2.0 * radius)
    upwards = PARTICLE_STEPS / (highest - lowest)
    for n in range(positions.shape[0]):
        x, y, z = positions[n, 0], positions[n, 1], positions[n, 2]
        if not there[n] or not math.isfinite(x + y + z):
            out[n, 3] = 0
            continue
        out[n, 0] = _whole((x + radius) * across, 0.0, PARTICLE_STEPS)
        out[n, 1] = _whole((y + radius) * across, 0.0, PARTICLE_STEPS)
        out[n, 2] = _whole((z - lowest) * upwards, 0.0, PARTICLE_STEPS)
        out[n, 3] = _whole(sizes[n] * SIZE_STEPS_PER_METRE, 1.0, PARTICLE_STEPS)


@inlined
def _whole(step: float, least: float, most: float) -> int:
    if math.isnan(step):
        return int(least) if least > 0.0 else 0
    return math.floor(min(max(step, least), most) + 0.5)


def read_moving(
    bounds: tuple[float, float, float],
    leaves: NDArray[np.int16],
    particles: list[NDArray[np.uint16]],
) -> MovingSnapshot:
    """Back from steps; leaves, shape (leaves, nodes, 3); particles, each of shape (n, 4)."""
    radius, lowest, highest = bounds
    low = np.array([-radius, -radius, lowest])
    span = np.array([2.0 * radius, 2.0 * radius, highest - lowest])
    read = [
        (low + steps[:, :3] * (span / PARTICLE_STEPS), steps[:, 3] / SIZE_STEPS_PER_METRE)
        for steps in particles
    ]
    return MovingSnapshot(*bounds, leaves / np.float64(LEAF_STEPS_PER_METRE), *read)
