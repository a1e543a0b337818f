"""The algorithm as van Overveld printed it (1990, section 2), in plain Python: the reference.

All is in his terms: a step lasts 1, and what he calls velocities v are momenta, as
n = r + v / m. Statement numbers in comments are his. Corrections of one iteration do not see each
other. Limitations, kept as they are: statements 5 and 6 of S2 leave the torque in, the shift by a
third brings angular momentum back, and every rod is drawn by halves, whatever the masses.

Where print leaves it open: in two dimensions S2 turns within the plane (its axis h12 x h23 would
turn joints that bend to the right the wrong way), and a joint in space that is straight has no axis
and is let be. A tolerance widens the guards: exact ones are hardly ever met in floating point.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.puppet.model import Puppet
from motorium.contracts.frames import Floats

__all__ = ["bend_as_printed", "limits_as_printed", "printed_step", "rotated"]

PLANE = np.array([0.0, -1.0, 0.0])
"""About which turns in the plane y = 0 are to the left, with x to the right and z up."""


def printed_step(
    puppet: Puppet,
    positions: Floats,
    velocities: Floats,
    held: NDArray[np.uint8],
    places: Floats,
    iterations: int,
    tolerance: float = 0.0,
    put_right: bool = False,
) -> int:
    """Statements 3 to 16, in place: positions r [m] and v [kg m], shape (n, 3); returns the count
    of iterations. S0 (forces) comes before and S3 (walls) after it.

    put_right: with statements 5 and 6 of S2 as they must have been meant.
    """
    r, v, m = positions, velocities, puppet.masses[:, None]
    free = held == 0
    n = np.where(free[:, None], r + v / m, places)  # 3, 4
    limits = limits_as_printed(puppet)
    loop_count = 0  # 5
    ok = False
    while not ok and loop_count < iterations:  # 6, 15
        ok = True  # 7
        loop_count += 1  # 8
        for (e1, e2), (l1, l2) in zip(puppet.rods, puppet.lengths, strict=True):  # 9, 10
            length = np.linalg.norm(n[e1] - n[e2])
            if length < l1 * (1 - tolerance) or length > l2 * (1 + tolerance):  # G1
                ok = False
                _draw_rod(n, v, e1, e2, l1, l2)
        for (e1, e2, e3), (a1, a2) in zip(puppet.joints, limits, strict=True):  # 11, 12
            a = bend_as_printed(n[e1], n[e2], n[e3], puppet.dimensions)
            if a < a1 - tolerance or a > a2 + tolerance:  # G2
                ok = False
                da = a2 - a if a > a2 else a1 - a  # S2, 2
                _turn_joint(n, v, (e1, e2, e3), da, puppet.dimensions, put_right)
        n[free] = r[free] + v[free] / m[free]  # 13, 14
    r[:] = n  # 16
    return loop_count


def _draw_rod(n: Floats, v: Floats, e1: int, e2: int, l1: float, l2: float) -> None:
    """S1."""
    length = np.linalg.norm(n[e1] - n[e2])
    if length == 0.0:
        return
    d = (length - l1) / length if length < l1 else (length - l2) / length  # 4
    c = d * (n[e1] - n[e2])  # 5
    v[e1] -= c / 2  # 6
    v[e2] += c / 2  # 7


def _turn_joint(
    n: Floats,
    v: Floats,
    points: tuple[int, int, int],
    da: float,
    dimensions: int,
    put_right: bool,
) -> None:
    """S2, from statement 3 on."""
    e1, e2, e3 = points
    h12, h23 = n[e2] - n[e1], n[e3] - n[e2]
    axis = PLANE if dimensions == 2 else np.cross(h12, h23)
    if not h12.any() or not axis.any():
        return
    ch3 = rotated(h23, axis, da) - h23  # 3
    torque = np.cross(ch3, h23)  # 4
    if put_right:
        t_corr = torque / (h12 @ h12 + h23 @ h23)
        ch3 = ch3 - np.cross(h23, t_corr)
    else:
        t_corr = torque * (1 / (h12 @ h12) + h23 @ h23)  # 5, as it stands
        ch3 = ch3 + np.cross(h23, t_corr)  # 6, as it stands
    ch1 = np.cross(h12, t_corr)  # 7
    m_corr = ch3 + ch1  # 8
    v[e1] += ch1 - m_corr / 3  # 9, 12
    v[e2] += -m_corr / 3  # 10, 13
    v[e3] += ch3 - m_corr / 3  # 11, 14


def bend_as_printed(h1: Floats, h2: Floats, h3: Floats, dimensions: int) -> float:
    """Angle a [rad] of a joint: from 0 to 2 pi in two dimensions, from 0 to pi in three; 0 where a
    side has no length."""
    h12, h23 = h2 - h1, h3 - h2
    lengths = np.sqrt(h12 @ h12) * np.sqrt(h23 @ h23)
    if lengths == 0.0:
        return 0.0
    a = float(np.arccos(np.clip((h23 @ h12) / lengths, -1.0, 1.0)))
    if dimensions == 2 and h12[0] * h23[2] < h12[2] * h23[0]:
        a = 2 * np.pi - a
    return a


def limits_as_printed(puppet: Puppet) -> Floats:
    """Least and most angle [rad] of joints as print has them, shape (j, 2).

    In two dimensions, angles to the right are those from pi to 2 pi. An interval with straight
    inside has no such form: print cannot say it, and the joint is free.
    """
    limits = puppet.angles.astype(np.float64)
    if puppet.dimensions == 2:
        least, most = puppet.angles.T
        limits[most <= 0] += 2 * np.pi
        limits[(least < 0) & (most > 0)] = 0.0, 2 * np.pi
    return limits


def rotated(vector: Floats, axis: Floats, angle: float) -> Floats:
    """A vector turned about an axis of any length (Rodrigues)."""
    k = axis / np.linalg.norm(axis)
    turned: Floats = (
        vector * np.cos(angle)
        + np.cross(k, vector) * np.sin(angle)
        + k * (k @ vector) * (1 - np.cos(angle))
    )
    return turned
