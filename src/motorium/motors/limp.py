"""Fishes as puppets: nodes are points, units are rods that give as far as they do in swimming."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.fish import (
    KIND_CROSS,
    KIND_MUSCLE,
    KIND_OTHER,
    NODES,
    UNIT_KINDS,
    UNIT_NODES,
    FishBody,
)
from motorium.bodies.puppet.model import Puppet
from motorium.contracts.frames import Floats

__all__ = ["DAMPING", "TONE", "at_ease", "limp"]

GIVES: Final = {KIND_OTHER: (0.8, 1.45), KIND_CROSS: (0.8, 1.15), KIND_MUSCLE: (0.45, 1.1)}
"""Least and most length of units, of their length at rest. Measured of herrings, sharks and
clownfishes that swim as fast and turn as sharply as they can: 0.81 to 1.41, 0.81 to 1.13, 0.45 to
1.07. So nothing pulls at a fish when it is let go in the midst of that."""

DAMPING: Final = 15.0
"""[1/s], how fast motion within a fish dies away: a beat is over in a few frames, not at once."""
TONE: Final = 400.0
"""[1/s2], of each unit: so weak that all of them together bring a bent body back to its rest shape
in a third of a second, without swinging."""


def limp(body: FishBody) -> Puppet:
    """A fish without muscles, in its own units [cm], [g]."""
    gives = np.array([GIVES[int(kind)] for kind in UNIT_KINDS])
    return Puppet(
        title="a limp fish",
        dimensions=3,
        names=tuple(f"n{node}" for node in range(NODES)),
        rest=body.nodes,
        masses=body.masses,
        pinned=np.zeros(NODES, dtype=np.bool_),
        rods=UNIT_NODES.astype(np.intp),
        lengths=gives * body.rest_lengths[:, None],
        joints=np.zeros((0, 3), dtype=np.intp),
        angles=np.zeros((0, 2)),
        cones=np.zeros((0, 4), dtype=np.intp),
        cone_axes=np.zeros((0, 3)),
        cone_angles=np.zeros(0),
        twists=np.zeros((0, 5), dtype=np.intp),
        twist_axes=np.zeros((0, 3)),
        twist_angles=np.zeros((0, 2)),
        parts=(),
    )


def at_ease(
    rest: Floats, masses: Floats, nodes: Floats, velocities: Floats
) -> tuple[Floats, Floats]:
    """The rest shape in the best-fit pose of bodies, and its velocities as a rigid body that has
    all their linear and angular momentum.

    rest, as large as they are, nodes and velocities: shape (bodies, points, 3). Springs of such a
    body are in balance, whatever shape it was found in.
    """
    mass = masses.sum()
    own = rest - (masses @ rest / mass)[..., None, :]
    centres, drifts = masses @ nodes / mass, masses @ velocities / mass
    arms = nodes - centres[:, None]
    left, _, right = np.linalg.svd(np.einsum("p,bpi,bpj->bij", masses, arms, own))
    upright = np.sign(np.linalg.det(left @ right))
    left[..., 2] *= upright[:, None]
    shape = np.einsum("bij,bpj->bpi", left @ right, own)
    spins = np.einsum("p,bpi->bi", masses, np.cross(arms, velocities))
    spread = np.einsum("p,bpi,bpj->bij", masses, shape, shape)
    inertia = np.trace(spread, axis1=1, axis2=2)[:, None, None] * np.eye(3) - spread
    turning = np.linalg.solve(inertia, spins[..., None])[..., 0]
    return centres[:, None] + shape, drifts[:, None] + np.cross(turning[:, None], shape)
