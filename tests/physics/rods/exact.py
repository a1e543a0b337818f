"""The exact motion of a hanging chain, from its Lagrangian and SciPy; how far ours is from it."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from motorium.bodies.puppet.model import Puppet
from motorium.contracts.frames import Floats
from motorium.physics.rods.stepping import Scheme, Stepper
from tests.physics.rods.figures import puppet

__all__ = ["GRAVITY", "errors", "exact_chain", "start_of"]

GRAVITY = 9.81


def exact_chain(
    lengths: Floats, masses: Floats, angles: Floats, rates: Floats, seconds: float
) -> Floats:
    """Where the points of a chain that hangs from the origin are after a time, shape (links, 2).

    Angles t_i [rad] are from hanging down, in the plane of x and z. With mu_ij the mass that hangs
    below both i and j, L = 1/2 sum mu_ij l_i l_j cos(t_i - t_j) t_i' t_j' + sum mu_ii g l_i cos t_i
    gives sum_j M_ij t_j'' = -sum_j mu_ij l_i l_j sin(t_i - t_j) t_j'^2 - mu_ii g l_i sin t_i.
    """
    below = np.cumsum(masses[::-1])[::-1]
    links = np.arange(len(lengths))
    shared = below[np.maximum.outer(links, links)] * np.outer(lengths, lengths)
    weight = below * GRAVITY * lengths

    def slope(_: float, y: Floats) -> Floats:
        t, w = y.reshape(2, -1)
        apart = np.subtract.outer(t, t)
        push = -(shared * np.sin(apart)) @ w**2 - weight * np.sin(t)
        return np.concatenate([w, np.linalg.solve(shared * np.cos(apart), push)])

    begin = np.concatenate([angles, rates])
    found = solve_ivp(slope, (0, seconds), begin, method="DOP853", rtol=1e-11, atol=1e-12)
    assert found.success
    t = found.y[: len(lengths), -1]
    steps = lengths[:, None] * np.column_stack([np.sin(t), -np.cos(t)])
    places: Floats = np.cumsum(steps, axis=0)
    return places


def start_of(links: int, masses: Floats | None = None) -> tuple[Puppet, Floats, Floats]:
    """A bent chain that hangs from the origin, with the lengths [m] and angles [rad] of its links;
    masses [kg], shape (links + 1,), the first one's being of no matter."""
    angles = np.linspace(1.2, 0.3, links)
    lengths = np.full(links, 0.3)
    ways = lengths[:, None] * np.column_stack([np.sin(angles), -np.cos(angles)])
    made = puppet(
        np.concatenate([np.zeros((1, 2)), np.cumsum(ways, axis=0)]),
        rods=[(n, n + 1) for n in range(links)],
        pinned=np.arange(links + 1) == 0,
        masses=np.ones(links + 1) if masses is None else masses,
    )
    return made, lengths, angles


def errors(
    links: int,
    scheme: Scheme,
    steps: list[int],
    iterations: int = 7,
    tolerance: float = 1e-4,
    seconds: float = 0.5,
    masses: Floats | None = None,
    half_start: bool = False,
) -> Floats:
    """How far the worst point is from where it should be after a time [m], by numbers of steps."""
    made, lengths, angles = start_of(links, masses)
    end = exact_chain(lengths, made.masses[1:], angles, np.zeros(links), seconds)
    found = []
    for count in steps:
        stepper = Stepper(made, scheme, iterations, tolerance)
        for n in range(count):
            share = 0.5 if half_start and n == 0 else 1.0
            stepper.forces[:, 2] = -share * GRAVITY * made.masses
            stepper.step(seconds / count)
        off = stepper.positions[1:, ::2] - end
        found.append(np.linalg.norm(off, axis=1).max())
    return np.array(found)
