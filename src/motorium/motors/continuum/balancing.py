"""Who is supported by what, and who is in balance (Soriano 2009, chapters 2.3 and 3)."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel
from motorium.contracts.frames import Floats
from motorium.motors.continuum.state import LINKS, Balance, Build, Scratch
from motorium.physics.rigid.polygon import MOST_CORNERS, exit_distance, hull, is_inside
from motorium.physics.rigid.posing import PARENTS

__all__ = ["Rules", "Seen", "balance_term", "find_support", "judge_balance", "weigh"]

TOUCHES: Final = 0.002
"""Contacts that are less far off count [m]."""
SOLE: Final = 0.02
"""Corners of a sole that are so much higher than its lowest one are off the ground [m]."""
LOWER: Final = 0.15
"""Who is this much lower than the performer [m] has fallen, and not lain down."""


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


class Rules(NamedTuple):
    """See `ContinuumOptions`. kinematic: 1 if all weights are 1, -1 if they are 0, else 0."""

    kinematic: int
    discount: float
    threshold: float
    aware: bool
    near: float
    slack: float
    by_height: bool
    fallen_below: float
    patience: float
    sticky: float
    relative: bool
    carries: bool
    most: float


@borrowing_kernel
def balance_term(
    corners: Floats, count: int, x: float, y: float, vx: float, vy: float, threshold: float
) -> float:
    """Eq. 3.1: 0 outside of the polygon, and rising to 1 at a threshold from where the centre of
    mass would leave it."""
    if not is_inside(corners, count, x, y):
        return 0.0
    left = exit_distance(corners, count, x, y, vx, vy)
    return 1.0 if left > threshold else math.sin(0.5 * math.pi * left / threshold)


@borrowing_kernel
def find_support(
    build: Build,
    seen: Seen,
    geoms: NDArray[np.int32],
    places: Floats,
    gaps: Floats,
    seconds: float,
    scratch: Scratch,
    balance: Balance,
) -> None:
    """Which parts touch the ground, and the polygon of where."""
    for character in range(len(build.bodies)):
        for part in range(len(PARENTS)):
            balance.touched[character, part] += seconds
        balance.corner_count[character] = 0
        count = 0
        for contact in range(len(gaps)):
            one, two = geoms[contact, 0], geoms[contact, 1]
            mine = two if build.ground[one] == 1 else one
            other = one if build.ground[one] == 1 else two
            if gaps[contact] > TOUCHES or build.ground[other] == 0:
                continue
            if build.owner[mine] != character:
                continue
            balance.touched[character, build.part[mine]] = 0.0
            if build.foot[mine] == 0 and count < MOST_CORNERS:
                scratch.points[count, 0] = places[contact, 0]
                scratch.points[count, 1] = places[contact, 1]
                count += 1
        count = _add_soles(build, seen, character, balance, scratch, count)
        corners = hull(scratch.points, count, scratch.chain)
        for k in range(corners):
            balance.corners[character, k, 0] = scratch.chain[k, 0]
            balance.corners[character, k, 1] = scratch.chain[k, 1]
        balance.corner_count[character] = corners


@borrowing_kernel
def _add_soles(
    build: Build, seen: Seen, character: int, balance: Balance, scratch: Scratch, count: int
) -> int:
    """Corners of soles that stand, and are not lifted."""
    for geom in range(len(build.owner)):
        if build.foot[geom] == 0 or build.owner[geom] != character:
            continue
        if balance.touched[character, build.part[geom]] > 0.0:
            continue
        axes, half = seen.geom_axes[geom], build.sizes[geom]
        lowest = np.inf
        for corner in range(4):
            lowest = min(lowest, _corner(seen.geom_places[geom], axes, half, corner, 2))
        for corner in range(4):
            high = _corner(seen.geom_places[geom], axes, half, corner, 2)
            if high < lowest + SOLE and count < MOST_CORNERS:
                for k in range(2):
                    scratch.points[count, k] = _corner(
                        seen.geom_places[geom], axes, half, corner, k
                    )
                count += 1
    return count


@borrowing_kernel
def _corner(place: Floats, axes: Floats, half: Floats, corner: int, k: int) -> float:
    """A coordinate of one of the four lower corners of a block."""
    a = half[0] if corner % 2 == 0 else -half[0]
    b = half[1] if corner < 2 else -half[1]
    at: float = place[k] + axes[3 * k] * a + axes[3 * k + 1] * b - axes[3 * k + 2] * half[2]
    return at


@borrowing_kernel
def judge_balance(build: Build, rules: Rules, seconds: float, balance: Balance) -> None:
    """The balance term of everybody, and who falls."""
    for character in range(len(build.bodies)):
        x, y, z = balance.centre[character]
        own = balance_term(
            balance.corners[character],
            balance.corner_count[character],
            x,
            y,
            balance.velocity[character, 0],
            balance.velocity[character, 1],
            rules.threshold,
        )
        balance.own[character] = own
        beta = own
        px, py, pz = balance.performed[character]
        if rules.aware:
            away = math.sqrt((x - px) ** 2 + (y - py) ** 2 + (z - pz) ** 2)
            near = rules.near + rules.slack * balance.pace[character]
            kept = min(max(2.0 - away / near, 0.0), 1.0)
            beta = own + (1.0 - own) * kept
        if balance.held[character] == 1:
            balance.beta[character], balance.off[character] = 1.0, 0.0
            continue
        # Who jumps is in the air, and near the performer.
        is_off = beta <= 0.0 and (rules.aware or balance.corner_count[character] > 0)
        balance.off[character] = balance.off[character] + seconds if is_off else 0.0
        low = z < rules.fallen_below * build.standing[character] and z < pz - LOWER
        if balance.off[character] > rules.patience or (rules.by_height and low):
            balance.fallen[character] = 1
        balance.beta[character] = 0.0 if balance.fallen[character] == 1 else beta


@borrowing_kernel
def weigh(build: Build, rules: Rules, balance: Balance) -> None:
    """Eq. 2.4: y = beta alpha^j, j links from the nearest part that the ground supports; 0 in the
    air."""
    parts = len(PARENTS)
    for character in range(len(build.bodies)):
        for part in range(parts):
            if rules.kinematic != 0:
                balance.weights[character, part] = 1.0 if rules.kinematic > 0 else 0.0
                continue
            sticky = np.inf if balance.held[character] == 1 else rules.sticky
            nearest = np.inf
            for other in range(parts):
                if balance.touched[character, other] <= min(sticky, 1e6):
                    nearest = min(nearest, LINKS[part, other])
            weight = 0.0 if nearest == np.inf else rules.discount**nearest
            balance.weights[character, part] = balance.beta[character] * weight
