"""Where parts are in a pose that is asked for."""

from __future__ import annotations

from motorium.compiled import borrowing_kernel
from motorium.contracts.frames import Floats
from motorium.motors.continuum.state import (
    HINGES,
    OWN_COORDINATES,
    OWN_FREEDOMS,
    PARENTS,
    Build,
    Targets,
)
from motorium.physics.quaternions import (
    Turn,
    Vector,
    about_y,
    inverse,
    log_of,
    product,
    rotated,
)

__all__ = ["joint_turn", "place_target", "rates_between"]


@borrowing_kernel
def joint_turn(coordinates: Floats, part: int) -> Turn:
    """How a part is turned against its parent; the first one against the world."""
    at = 3 if part == 0 else OWN_COORDINATES[part]
    if HINGES[part] != 0.0:
        return about_y(HINGES[part] * coordinates[at])
    return (coordinates[at], coordinates[at + 1], coordinates[at + 2], coordinates[at + 3])


@borrowing_kernel
def place_target(
    build: Build, character: int, coordinates: Floats, work: Floats, centres_out: Floats
) -> None:
    """Where the centres of all parts [m] (parts, 3) would be; work: (parts, 7)."""
    for part in range(len(PARENTS)):
        turn = joint_turn(coordinates, part)
        place = (coordinates[0], coordinates[1], coordinates[2])
        if part > 0:
            above = work[PARENTS[part]]
            parent_turn: Turn = (above[3], above[4], above[5], above[6])
            offset = build.offsets[character, part]
            hung: Vector = rotated(parent_turn, (offset[0], offset[1], offset[2]))
            place = (above[0] + hung[0], above[1] + hung[1], above[2] + hung[2])
            turn = product(parent_turn, turn)
        for k in range(3):
            work[part, k] = place[k]
        for k in range(4):
            work[part, 3 + k] = turn[k]
        middle = build.centres[character, part]
        out = rotated(turn, (middle[0], middle[1], middle[2]))
        for k in range(3):
            centres_out[part, k] = place[k] + out[k]


@borrowing_kernel
def rates_between(targets: Targets, character: int, rate: float) -> None:
    """How fast joints turn from the first target to the second [rad/s]; where the pelvis goes is
    left away."""
    one, two = targets.coordinates[character, 0], targets.coordinates[character, 1]
    for part in range(len(PARENTS)):
        to = 3 if part == 0 else OWN_FREEDOMS[part]
        if HINGES[part] != 0.0:
            at = OWN_COORDINATES[part]
            targets.rates[character, to] = rate * (two[at] - one[at])
            continue
        turn = product(inverse(joint_turn(one, part)), joint_turn(two, part))
        angle = log_of(turn)
        for k in range(3):
            targets.rates[character, to + k] = rate * angle[k]
