"""Taking a body's motion as a whole away, as a hand does that holds it until it only wriggles."""

from __future__ import annotations

import numpy as np

from motorium.contracts.frames import Floats

__all__ = ["without_way"]


def without_way(masses: Floats, positions: Floats, velocities: Floats) -> Floats:
    """Node velocities (n, 23, 3) without momentum and angular momentum.

    With x0 and v0 of the centre of mass, L the angular momentum about it and I the inertia of the
    body as it is bent now:

        v - v0 - w x (x - x0),      I w = L

    Masses (23,) and positions (n, 23, 3) in any units that go with the velocities.
    """
    share = masses / masses.sum()
    arms = positions - (share @ positions)[:, None]
    drifting = velocities - (share @ velocities)[:, None]
    spin = (masses[:, None] * np.cross(arms, drifting)).sum(axis=1)
    moments = np.einsum("p,npi,npj->nij", masses, arms, arms)
    inertia = np.trace(moments, axis1=1, axis2=2)[:, None, None] * np.eye(3) - moments
    turning = np.linalg.solve(inertia, spin[:, :, None])[:, :, 0]
    still: Floats = drifting - np.cross(turning[:, None], arms)
    return still
