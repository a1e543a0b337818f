"""Where parts are in a pose that is asked for."""

from __future__ import annotations

from motorium.compiled import borrowing_kernel
from motorium.contracts.frames import Floats
from motorium.motors.continuum.state import Build
from motorium.physics.quaternions import Turn, Vector, product, rotated
from motorium.physics.rigid.posing import PARENTS, joint_turn

__all__ = ["place_target"]


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
