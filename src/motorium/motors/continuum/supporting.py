"""Who is supported by what: which parts touch the ground, at any height, and the polygon of where
(Soriano 2009, chapter 3)."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel
from motorium.contracts.frames import Floats
from motorium.motors.continuum.state import Balance, Build, Scratch
from motorium.physics.rigid.polygon import MOST_CORNERS, hull
from motorium.physics.rigid.posing import PARENTS

__all__ = ["TOUCHES", "Seen", "find_support"]

TOUCHES: Final = 0.002
"""Contacts that are less far off count [m]."""
SOLE: Final = 0.02
"""Corners of a sole that are so much farther off than its nearest one are off the ground [m]."""
UPWARD: Final = 0.5
"""The least upward part of a contact's normal that one can stand on: at most 60 degrees steep."""


class Seen(NamedTuple):
    """What MuJoCo shows after the first half of a step: of bodies centres [m], spatial velocities
    and the centres of mass of all that hangs on them; of geoms places and axes; coordinates of
    everything; weights [N m]: what joints must bear against gravity and their own motion; rates
    of all degrees of freedom [rad/s]."""

    centres: Floats
    velocities: Floats
    masses: Floats
    geom_places: Floats
    geom_axes: Floats
    coordinates: Floats
    weights: Floats
    rates: Floats


@borrowing_kernel
def find_support(
    build: Build,
    seen: Seen,
    geoms: NDArray[np.int32],
    places: Floats,
    gaps: Floats,
    frames: Floats,
    seconds: float,
    scratch: Scratch,
    balance: Balance,
) -> None:
    """Which parts touch the ground, and the polygon of where, seen from above; frames (contacts,
    9): the first three are the normal, from the first geom to the second."""
    for character in range(len(build.bodies)):
        for part in range(len(PARENTS)):
            balance.touched[character, part] += seconds
        balance.corner_count[character] = 0
        count = 0
        sole = floor = -1
        for contact in range(len(gaps)):
            one, two = geoms[contact, 0], geoms[contact, 1]
            mine = two if build.ground[one] == 1 else one
            other = one if build.ground[one] == 1 else two
            if gaps[contact] > TOUCHES or build.ground[other] == 0:
                continue
            if build.owner[mine] != character:
                continue
            balance.touched[character, build.part[mine]] = 0.0
            if build.foot[mine] == 0:
                if count < MOST_CORNERS:
                    scratch.points[count, 0] = places[contact, 0]
                    scratch.points[count, 1] = places[contact, 1]
                    count += 1
                continue
            # All contacts of two geoms stand one after the other: a sole is looked at once.
            up = frames[contact, 2] if mine == two else -frames[contact, 2]
            if up > UPWARD and (mine != sole or other != floor):
                sole, floor = mine, other
                count = _add_sole(build, seen, mine, other, frames[contact], scratch, count)
        corners = hull(scratch.points, count, scratch.chain)
        for k in range(corners):
            balance.corners[character, k, 0] = scratch.chain[k, 0]
            balance.corners[character, k, 1] = scratch.chain[k, 1]
        balance.corner_count[character] = corners


@borrowing_kernel
def _add_sole(
    build: Build,
    seen: Seen,
    sole: int,
    floor: int,
    normal: Floats,
    scratch: Scratch,
    count: int,
) -> int:
    """Corners of a sole that stand on a floor and are not lifted off it; those beyond the edge of a
    box count where its edge is. How high they are is measured along the normal, so that who stands
    on a slope stands on all four."""
    place, axes, half = seen.geom_places[sole], seen.geom_axes[sole], build.sizes[sole]
    sign = 1.0 if normal[2] > 0.0 else -1.0
    lowest = np.inf
    for corner in range(4):
        lowest = min(lowest, sign * _height(place, axes, half, corner, normal))
    for corner in range(4):
        high = sign * _height(place, axes, half, corner, normal)
        if high < lowest + SOLE and count < MOST_CORNERS:
            x, y, z = (
                _corner(place, axes, half, corner, 0),
                _corner(place, axes, half, corner, 1),
                _corner(place, axes, half, corner, 2),
            )
            if build.box[floor] == 1:
                x, y = _within(
                    seen.geom_places[floor], seen.geom_axes[floor], build.sizes[floor], x, y, z
                )
            scratch.points[count, 0], scratch.points[count, 1] = x, y
            count += 1
    return count


@borrowing_kernel
def _height(place: Floats, axes: Floats, half: Floats, corner: int, normal: Floats) -> float:
    """Of one of the four lower corners of a block, along a normal."""
    high = 0.0
    for k in range(3):
        high += normal[k] * _corner(place, axes, half, corner, k)
    return high


@borrowing_kernel
def _within(
    place: Floats, axes: Floats, half: Floats, x: float, y: float, z: float
) -> tuple[float, float]:
    """Where the point of a block that is nearest to a place is, seen from above."""
    found_x, found_y = place[0], place[1]
    for k in range(3):
        along = axes[k] * (x - place[0]) + axes[3 + k] * (y - place[1])
        along += axes[6 + k] * (z - place[2])
        along = min(max(along, -half[k]), half[k])
        found_x += axes[k] * along
        found_y += axes[3 + k] * along
    return found_x, found_y


@borrowing_kernel
def _corner(place: Floats, axes: Floats, half: Floats, corner: int, k: int) -> float:
    """A coordinate of one of the four lower corners of a block."""
    a = half[0] if corner % 2 == 0 else -half[0]
    b = half[1] if corner < 2 else -half[1]
    at: float = place[k] + axes[3 * k] * a + axes[3 * k + 1] * b - axes[3 * k + 2] * half[2]
    return at
