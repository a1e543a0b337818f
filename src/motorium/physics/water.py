"""What water does to a fish: the numbers of the natural model, and who pushes against the water.

The printed law (Tu 1999, Eq. 4.3) treats every face alike. Here the body is streamlined, the tail
fin is not, fins that have no nodes of their own act through the nodes beside them, and the edge of
the tail sheds a wake (Lighthill's reactive force). Coefficients are in g / cm^3: half the density
of water times a drag coefficient.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import NODES, FishBody
from motorium.contracts.frames import Floats

__all__ = [
    "FIN_DRAG",
    "GRAVITY",
    "PECTORAL_DRAG",
    "SECTIONS",
    "SHED_SPEED",
    "SKIN_FRICTION",
    "Surface",
    "edge_mass",
    "fin_weights",
    "surfaces",
    "upward_pull",
]

SECTIONS: Final = 6
"""Axes along a body: nose to quad 0, four between quads, the last one to the tips of the tail."""

SKIN_FRICTION: Final = 0.003
"""Drag along the body of a face's whole area."""
FIN_DRAG: Final = 1.0
"""Normal force of dorsal and anal fins."""
PECTORAL_DRAG: Final = 1.5
"""Normal force of a spread pectoral fin."""
FIN_ARM: Final = 2.0
"""Dorsal and anal fins act this many half heights from the axis, pectorals half widths."""
SHED_SPEED: Final = 3.0
"""The wake's sideways speed is at most the forward one and this [cm / 0.1 s]: an edge that sweeps
faster than that has stalled."""
GRAVITY: Final = 9.81
"""[cm / (0.1 s)^2]"""


@dataclass(frozen=True)
class Surface:
    """A group of faces: normal drag, and how much of the normal along the body counts.

    A streamlined face turns the water that comes from ahead instead of stopping it: its normal n
    becomes n' = n - (1 - bluntness) (n.t) t, with t the body's axis there. `crosswise`: the speed
    that makes the force is that across the axis only, as for a fin.
    """

    drag: float
    bluntness: float
    crosswise: bool


BODY: Final = Surface(drag=0.6, bluntness=0.35, crosswise=False)
PEDUNCLE: Final = Surface(drag=0.6, bluntness=0.2, crosswise=False)
TAIL_FIN: Final = Surface(drag=1.0, bluntness=0.0, crosswise=True)


def surfaces(faces: NDArray[np.int32]) -> tuple[list[Surface], NDArray[np.int64]]:
    """Which kind of surface each face (n, 3 or 4) is, and along which of the six axes it lies."""
    kinds: list[Surface] = []
    axes: list[int] = []
    for face in faces.tolist():
        if 0 in face:
            kinds.append(BODY)
            axes.append(0)
        elif 21 in face or 22 in face:
            kinds.append(TAIL_FIN if len(face) == 4 else BODY)
            axes.append(5)
        else:
            section = (min(face) - 1) // 4
            kinds.append(PEDUNCLE if section == 3 else BODY)
            axes.append(section + 1)
    return kinds, np.array(axes, dtype=np.int64)


def fin_weights() -> Floats:
    """How much of each node's velocity a fin has: dorsal, anal, left and right pectoral, (4, 23).

    Each fin extrapolates the two sections that carry it to its own place above, below or beside
    them; its force goes back to the nodes by the same weights, and so does its torque. Dorsal and
    anal fin stand opposite each other on the rear half: one before the other would pitch the fish
    up with every beat (measured: 4 degrees of climb at the medium gait).
    """
    weights = np.zeros((4, NODES))
    near, far = (1 + FIN_ARM) / 8, (1 - FIN_ARM) / 8
    for fin, first, side in ((0, 9, (0, 1)), (1, 9, (2, 3)), (2, 1, (0, 3)), (3, 1, (1, 2))):
        for node in range(first, first + 8):
            beside = (node - 1) % 4 in side
            weights[fin, node] = near if beside else far
    return weights


def edge_mass(body: FishBody) -> float:
    """Water that the tail's edge throws sideways, by length of path: pi / 4 span^2 [g / cm]."""
    span = body.nodes[21, 2] - body.nodes[22, 2]
    return float(np.pi / 4 * span**2)


def upward_pull(body: FishBody) -> Floats:
    """The righting couple as a force along the vertical on each node [g cm / (0.1 s)^2], (23,).

    The centre of buoyancy lies above the centre of mass: the upper nodes are pulled up as strongly
    as the lower ones down, in proportion to their weight.
    """
    pull = np.zeros(NODES)
    for node in range(1, 21):
        height = body.nodes[node, 2]
        pull[node] = body.masses[node] * GRAVITY * body.buoyancy / height
    return pull
