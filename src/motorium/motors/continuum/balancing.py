"""Who is in balance, and what that is worth to his parts (Soriano 2009, chapters 2.3 and 3)."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from motorium.compiled import borrowing_kernel
from motorium.contracts.frames import Floats
from motorium.motors.continuum.state import LINKS, Balance, Build
from motorium.physics.rigid.polygon import exit_distance, is_inside
from motorium.physics.rigid.posing import PARENTS

__all__ = ["Rules", "balance_term", "judge_balance", "weigh"]

LOWER: Final = 0.15
"""Who is this much lower than the performer [m] has fallen, and not lain down."""


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
def judge_balance(build: Build, rules: Rules, seconds: float, balance: Balance) -> None:
    """The balance term of everybody, and who falls: as fast and as high as he is over the ground
    that is beneath him, wherever that is and goes."""
    for character in range(len(build.bodies)):
        x, y, z = balance.centre[character]
        own = balance_term(
            balance.corners[character],
            balance.corner_count[character],
            x,
            y,
            balance.velocity[character, 0] - balance.drift[character, 0],
            balance.velocity[character, 1] - balance.drift[character, 1],
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
        high = z - balance.ground[character]
        low = high < rules.fallen_below * build.standing[character] and z < pz - LOWER
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
