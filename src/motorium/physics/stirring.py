"""Water that a passing body pushes aside and drags along, as a leaf feels it.

Tu 1999, section 8.2, has leaves respond to a water force that a fish generates, and prints no law.
Ours: a body is a capsule from nose to tail. Near it, at a distance r from its axis, the share
s = (1 - (r / reach)^2)^2 of what a leaf feels is the body's, which grips GRIP times as hard as open
water: mu (u - v) becomes mu (u - v) + GRIP s mu (u + g - v). Its velocity g is made of three:
dragged along with the body, pushed away from its axis, most at the end that goes ahead and not at
all behind, and out of the body itself. All ends at `reach`, so that whoever is farther off need not
be looked at.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined, kernel
from motorium.contracts.frames import Floats

__all__ = ["RADIUS", "REACH", "Stirring"]

# In body lengths; a body's frame lies 0.36 behind its nose (`bodies.fish`).
NOSE: Final = 0.36
TAIL: Final = -0.64
RADIUS: Final = 0.12
"""Of the capsule: between half the width and half the height of a body."""
REACH: Final = 0.4
FARTHEST: Final = REACH - RADIUS - TAIL
"""From a body's frame [L]: no water is stirred beyond."""
DRAGGED: Final = 0.6
"""Velocity of the water beside the axis, in that of the body through the water."""
PUSHED: Final = 0.6
"""Likewise away from the axis."""
YIELDING: Final = 0.1
"""What is inside a body is out of it in about so long [s]."""
GRIP: Final = 20.0
"""Leaves are led by a body that touches them, not by a breath of water."""
CELLS: Final = 32
"""Of the grid that says how high stirred things reach, along each side."""

Array = NDArray[Any]
Vector = tuple[float, float, float]


class Stirring:
    """What bodies add to the water at clusters of points.

    felt, shape (points, 4): sum of the velocities that bodies give [m/s], and of their shares.
    """

    def __init__(self, points: int) -> None:
        self.felt = np.zeros((points, 4))
        self._tops = np.zeros((CELLS, CELLS))

    def add(
        self,
        slots: NDArray[np.intp],
        positions: Floats,
        orientations: Floats,
        velocities: Floats,
        lengths: NDArray[np.float32],
        first: NDArray[np.intp],
        boxes: Floats,
        points: Floats,
        flow_out: Floats,
        grip_out: Floats,
    ) -> None:
        """Add what bodies in these slots do to the flow [m/s] at points [m], both (points, 3), and
        write how many times its drag each point feels, shape (points,).

        Points first[c] to first[c + 1] lie in the box [m] of cluster c, shape (clusters, 2, 3).
        Where many bodies stir, shares that sum to more than 1 are scaled to it: water is never
        faster than who stirs it.
        """
        _stir(
            slots,
            positions,
            orientations,
            velocities,
            lengths,
            first,
            boxes,
            points,
            self._tops,
            self.felt,
            flow_out,
            grip_out,
        )


@kernel
def _stir(
    slots: Array,
    positions: Floats,
    orientations: Floats,
    velocities: Floats,
    lengths: Array,
    first: Array,
    boxes: Floats,
    points: Floats,
    tops_out: Floats,
    felt_out: Floats,
    flow_out: Floats,
    grip_out: Floats,
) -> None:
    """See `Stirring.add`; tops, shape (CELLS, CELLS), is for its own use."""
    longest = 0.0
    for slot in slots:
        longest = max(longest, float(lengths[slot]))
    low_x, low_y, cells_x, cells_y = _survey(boxes, FARTHEST * longest, tops_out)
    felt_out[:] = 0.0
    someone = False
    for slot in slots:
        x, y, z = positions[slot, 0], positions[slot, 1], positions[slot, 2]
        i, j = math.floor((x - low_x) * cells_x), math.floor((y - low_y) * cells_y)
        if not (0 <= i < CELLS and 0 <= j < CELLS) or z > tops_out[i, j]:
            continue
        length = float(lengths[slot])
        far = FARTHEST * length
        ahead = _ahead(orientations, slot)
        velocity = (velocities[slot, 0], velocities[slot, 1], velocities[slot, 2])
        for c in range(len(boxes)):
            if (
                boxes[c, 0, 0] - far < x < boxes[c, 1, 0] + far
                and boxes[c, 0, 1] - far < y < boxes[c, 1, 1] + far
                and boxes[c, 0, 2] - far < z < boxes[c, 1, 2] + far
            ):
                someone = True
                _pass(
                    (x, y, z),
                    ahead,
                    velocity,
                    length,
                    first[c],
                    first[c + 1],
                    points,
                    flow_out,
                    felt_out,
                )
    grip_out[:] = 1.0
    if someone:
        for point in range(len(points)):
            share = felt_out[point, 3]
            pull = GRIP / max(1.0, share)
            grip_out[point] += pull * share
            for axis in range(3):
                flow_out[point, axis] += pull * felt_out[point, axis] / grip_out[point]


@inlined
def _ahead(orientations: Floats, slot: int) -> Vector:
    """The body's axis in the world."""
    w, x, y, z = (
        orientations[slot, 0],
        orientations[slot, 1],
        orientations[slot, 2],
        orientations[slot, 3],
    )
    return 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)


@inlined
def _survey(boxes: Floats, margin: float, tops_out: Floats) -> Any:
    """Up to where a body in each cell of a grid may touch a box; the grid's corner [m], and cells
    to the metre along x and y."""
    low_x, low_y, high_x, high_y = np.inf, np.inf, -np.inf, -np.inf
    for cluster in range(len(boxes)):
        low_x = min(low_x, boxes[cluster, 0, 0] - margin)
        low_y = min(low_y, boxes[cluster, 0, 1] - margin)
        high_x = max(high_x, boxes[cluster, 1, 0] + margin)
        high_y = max(high_y, boxes[cluster, 1, 1] + margin)
    # A bit less than all cells, so that the far edge still lies in the last one.
    cells_x = 0.999 * CELLS / max(high_x - low_x, 1e-9)
    cells_y = 0.999 * CELLS / max(high_y - low_y, 1e-9)
    tops_out[:] = -np.inf
    for cluster in range(len(boxes)):
        top = boxes[cluster, 1, 2] + margin
        from_i = math.floor((boxes[cluster, 0, 0] - margin - low_x) * cells_x)
        from_j = math.floor((boxes[cluster, 0, 1] - margin - low_y) * cells_y)
        to_i = math.floor((boxes[cluster, 1, 0] + margin - low_x) * cells_x)
        to_j = math.floor((boxes[cluster, 1, 1] + margin - low_y) * cells_y)
        for i in range(from_i, to_i + 1):
            for j in range(from_j, to_j + 1):
                tops_out[i, j] = max(tops_out[i, j], top)
    return low_x, low_y, cells_x, cells_y


@inlined
def _pass(
    place: Vector,
    ahead: Vector,
    velocity: Vector,
    length: float,
    first: int,
    last: int,
    points: Floats,
    flow: Floats,
    felt_out: Floats,
) -> None:
    """One body adds to what some points feel."""
    nose, tail, reach = (NOSE - RADIUS) * length, (TAIL + RADIUS) * length, REACH * length
    for point in range(first, last):
        z = points[point, 2] - place[2]
        # Leaves stand upright: most of their nodes are far above or below.
        if abs(z) > FARTHEST * length:
            continue
        x, y = points[point, 0] - place[0], points[point, 1] - place[1]
        along = min(max(x * ahead[0] + y * ahead[1] + z * ahead[2], tail), nose)
        x -= along * ahead[0]
        y -= along * ahead[1]
        z -= along * ahead[2]
        squared = x * x + y * y + z * z
        if not squared < reach * reach:
            continue
        # On the axis there is no way out of it but up, as well as any other.
        distance = math.sqrt(squared)
        x, y, z = (x / distance, y / distance, z / distance) if distance > 0.0 else (0.0, 0.0, 1.0)
        u, v, w = (
            velocity[0] - flow[point, 0],
            velocity[1] - flow[point, 1],
            velocity[2] - flow[point, 2],
        )
        before = (along - tail) / (nose - tail)
        if u * ahead[0] + v * ahead[1] + w * ahead[2] < 0.0:
            before = 1.0 - before
        away = PUSHED * before * math.sqrt(u * u + v * v + w * w)
        away += max(RADIUS * length - distance, 0.0) / YIELDING
        share = (1.0 - squared / (reach * reach)) ** 2
        felt_out[point, 0] += share * (DRAGGED * u + away * x)
        felt_out[point, 1] += share * (DRAGGED * v + away * y)
        felt_out[point, 2] += share * (DRAGGED * w + away * z)
        felt_out[point, 3] += share
