"""Fishes that have not moved yet, ready to be taken on by a motor."""

from __future__ import annotations

import numpy as np

from motorium.bodies.fish import BODY_LENGTH, MUSCLES, NODES
from motorium.bodies.species import Species
from motorium.contracts.frames import Floats, quaternion_from_heading, world_to_body
from motorium.contracts.motor import Handover

__all__ = ["at_rest"]


def at_rest(
    species: Species,
    sizes: Floats,
    positions: Floats,
    headings: Floats,
    phases: Floats,
    drift: Floats,
) -> Handover:
    """Individuals that have not moved a muscle yet, level, looking along their headings; carried by
    the water, or gliding through it, drift [m/s], shape (3,) or (n, 3)."""
    count = len(sizes)
    orientations = quaternion_from_heading(headings)
    carried = np.empty((count, NODES, 3))
    carried[:] = np.broadcast_to(drift, (count, 3))[:, None]
    nodes = species.body.nodes * (species.length / BODY_LENGTH * sizes)[:, None, None]
    return Handover(
        positions=positions,
        orientations=orientations,
        velocities=carried[:, 0],
        angular_velocities=np.zeros((count, 3)),
        nodes=nodes,
        node_velocities=world_to_body(orientations, carried),
        contraction=np.ones((count, MUSCLES)),
        phase=phases,
    )
