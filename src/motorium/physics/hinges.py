"""What keeps a body from turning inside out.

Units know distances only: the tail fin folded forwards, or a quad pushed through its neighbour,
strains none of them, and a fish that was pulled about would stay so. Seven hinges know the
difference. Each looks along the normal of one quad at what lies beyond it, and pushes only where
that has come closer than a share of its distance at rest, or lies on the wrong side. In swimming
and turning none of them ever acts.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.fish import NODES, UNIT_NODES, FishBody, quad
from motorium.contracts.frames import Floats

__all__ = [
    "HINGES",
    "HINGE_NODES",
    "HINGE_QUADS",
    "HINGE_WEIGHTS",
    "hinge_stiffness",
    "hinge_stops",
]

STOP: Final = 0.35
"""Share of its distance at rest below which a hinge pushes."""
STRENGTH: Final = 2.0
"""Stiffness over that of all units which it has to overcome."""
HINGE_DAMPING: Final = 0.05
"""Damping over stiffness [0.1 s]."""


def _hinges() -> tuple[list[int], Floats]:
    """The quad whose normal each hinge uses, and its weights of nodes: distance = w.x along it."""
    quads = [0, 0, 1, 2, 3, 4, 4]
    weights = np.zeros((len(quads), NODES))
    weights[0, 0] = 1.0
    weights[0, quad(0)] = -0.25
    for section in range(4):
        weights[1 + section, quad(section)] = 0.25
        weights[1 + section, quad(section + 1)] = -0.25
    for hinge, tip in ((5, 21), (6, 22)):
        weights[hinge, quad(4)] = 0.25
        weights[hinge, tip] = -1.0
    return quads, weights


_quads, HINGE_WEIGHTS = _hinges()
HINGES: Final = len(_quads)
HINGE_QUADS = np.array(_quads)
HINGE_NODES = np.array([np.argsort(w == 0, kind="stable")[:8] for w in HINGE_WEIGHTS])
"""Nodes of each hinge, shape (7, 8); where it has fewer, others with weight 0 fill up."""


def hinge_stops(body: FishBody) -> Floats:
    """Distances [cm] below which the hinges push, shape (7,)."""
    stops: Floats = STOP * (HINGE_WEIGHTS @ body.nodes[:, 0])
    return stops


def hinge_stiffness(body: FishBody) -> Floats:
    """[g / (0.1 s)^2], shape (7,)."""
    stiffness = np.zeros(HINGES)
    sides = HINGE_WEIGHTS[:, UNIT_NODES]
    for hinge in range(HINGES):
        across = sides[hinge, :, 0] * sides[hinge, :, 1] < 0
        stiffness[hinge] = STRENGTH * body.elasticity[across].sum()
    return stiffness
