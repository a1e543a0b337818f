"""What the water does to each face and fin of a fish of the natural model, as arrows for teaching.

The law is that of `physics.natural_reference`, which the kernel is held to; here its terms are
summed over the nodes of a face instead of over the faces of a node.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from motorium.bodies.fish import NODES, FishBody
from motorium.contracts.frames import Floats
from motorium.physics.natural_reference import NaturalFish

__all__ = ["Pushes", "places_of_pushes", "pushes"]

_FINS = [[9, 10, 13, 14], [11, 12, 15, 16], [1, 4, 5, 8], [2, 3, 6, 7]]
"""Where dorsal, anal, left and right pectoral fins sit: nodes of their side of the body."""
_TIPS = [21, 22]


class Pushes(NamedTuple):
    """Nodes in whose middle each acts, and forces, shape (n, 3)."""

    nodes: list[list[int]]
    forces: Floats


def places_of_pushes(body: FishBody) -> list[list[int]]:
    """Nodes in whose middle each of the forces of `pushes` is drawn."""
    return [*body.quads.tolist(), *body.triangles.tolist(), *_FINS, _TIPS]


def pushes(
    fish: NaturalFish,
    x: Floats,
    v: Floats,
    density: float,
    fin_angles: Floats,
    fin_spread: Floats,
    fin_strokes: Floats,
) -> Floats:
    """On quads, triangles, four fins and the tail's edge [g cm / (0.1 s)^2], shape (n, 3).

    x [cm], v [cm / 0.1 s], shape (23, 3): nodes, and how they move through the water. Their sum is
    all that the water does to the fish. Limitation: it is the force of a moment; the step itself
    takes the drag at its end, which differs by what speeds change in a step.
    """
    directions, coefficients, own, edge, turn = fish.water(
        x, v, density, fin_angles, fin_spread, fin_strokes
    )
    flat = v.ravel()
    pressure = -coefficients * (directions @ flat + own)
    each = pressure[:, None] * _total(directions)
    quads, triangles = len(fish.body.quads), len(fish.body.triangles)
    on_quads, on_triangles, rest = np.split(each, [2 * quads, 2 * (quads + triangles)])
    across, along = _total(edge)
    rest[-1] += turn * ((edge[0] @ flat) * along - (edge[1] @ flat) * across)
    return np.concatenate(
        [on_quads[:quads] + on_quads[quads:], on_triangles[:triangles] + on_triangles[triangles:],
         rest]
    )  # fmt: skip


def _total(directions: Floats) -> Floats:
    """Sums over nodes, (n, 69) to (n, 3)."""
    sums: Floats = directions.reshape(len(directions), NODES, 3).sum(axis=1)
    return sums
