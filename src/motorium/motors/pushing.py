"""What the water does to one simulated fish, in units that a person knows."""

from __future__ import annotations

import numpy as np

from motorium.bodies.fish import NODES
from motorium.motors.school import School
from motorium.physics.fish_kernel import Row
from motorium.physics.pushes import Pushes, places_of_pushes, pushes

__all__ = ["pushes_on"]


def pushes_on(school: School, lane: int) -> Pushes:
    """Forces [mN], in the world, on a fish of the natural model as its last step left it.

    The kernels' unit of force, g cm / (0.1 s)^2, is a millinewton for a fish of 20 cm; mass grows
    with the cube of size, and length as the square of time: so does force with the cube.
    """
    blocks, one = school.blocks, np.array([lane])
    dt = float(blocks.get(Row.DT, (), one)[0])
    lately = blocks.get(Row.LATELY, (NODES, 3), one)[0]
    fins = blocks.get(Row.FINS, (2, 3), one)[0]
    forces = pushes(
        school.reference,
        blocks.positions(one)[0] + dt / 2 * lately,
        lately - blocks.get(Row.CURRENT, (3,), one)[0],
        float(blocks.get(Row.WATER, (), one)[0]),
        np.arctan2(fins[:, 1], fins[:, 0]),
        fins[:, 2],
        blocks.get(Row.OARS, (2,), one)[0],
    )
    return Pushes(places_of_pushes(blocks.body), forces * school.scales[lane] ** 3)
