"""The artificial fish in float64, as literal to Tu's Eqs. 4.1-4.15 as can be: the oracle.

Units are the seed's: cm, g, 0.1 s. The fast twin is `physics.fish_kernel`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from motorium.bodies.fish import MUSCLE_UNITS, NODES, UNIT_NODES, FishBody
from motorium.contracts.frames import Floats
from motorium.physics.skyline import Skyline

__all__ = [
    "SKYLINE",
    "FishState",
    "Ledger",
    "angular_momentum",
    "effective_stiffness",
    "elastic_energy",
    "hydrodynamic_forces",
    "kinetic_energy",
    "momentum",
    "muscle_rest_lengths",
    "step",
]

SKYLINE = Skyline.of_pairs(NODES, UNIT_NODES)
_I, _J = UNIT_NODES.T


@dataclass
class FishState:
    """How a fish is now: positions [cm] and velocities [cm / 0.1 s], shape (23, 3) each.

    lately: velocities in the middle of the last step, of the natural model; None before the first.
    """

    positions: Floats
    velocities: Floats
    lately: Floats | None = None

    @classmethod
    def at_rest(cls, body: FishBody) -> FishState:
        return cls(body.nodes.copy(), np.zeros_like(body.nodes))


@dataclass
class Ledger:
    """Where energy went [g cm^2 / (0.1 s)^2]: work of muscles and of rowing fins, and what dashpots
    and water took.

    impulse [g cm / 0.1 s]: of the water on the fish, shape (3,); the natural model's books only.
    """

    muscles: float = 0.0
    oars: float = 0.0
    dashpots: float = 0.0
    water: float = 0.0
    impulse: Floats = field(default_factory=lambda: np.zeros(3))


def muscle_rest_lengths(body: FishBody, contraction: Floats) -> Floats:
    """Rest lengths l_ij [cm], shape (91,); `contraction` (12,) is l_ij over its natural value."""
    lengths = body.rest_lengths.copy()
    lengths[MUSCLE_UNITS] *= contraction
    return lengths


def effective_stiffness(
    body: FishBody, state: FishState, rest_lengths: Floats
) -> tuple[Floats, Floats, Floats]:
    """eta_ij = (c e + kappa r') / r (Eq. 4.1), with r and r'; shapes (91,), (91, 3), (91,)."""
    r = state.positions[_J] - state.positions[_I]
    u = state.velocities[_J] - state.velocities[_I]
    length = np.linalg.norm(r, axis=1)
    rate = np.einsum("nk,nk->n", u, r) / length
    eta = (body.elasticity * (length - rest_lengths) + body.damping * rate) / length
    return eta, r, rate


def hydrodynamic_forces(body: FishBody, state: FishState, viscosity: float) -> Floats:
    """Sum over faces of min[0, -mu A |v| (n.v)] n, shared by their nodes (Eq. 4.3); shape (23, 3).

    A face that moves away from the water (n.v < 0) feels nothing. A quad's normal is half the cross
    product of its diagonals, its velocity the mean of its corners.
    """
    forces = np.zeros((NODES, 3))
    x = state.positions
    for faces, first, second in (
        (body.quads, (0, 2), (1, 3)),
        (body.triangles, (0, 1), (0, 2)),
    ):
        corners = faces.shape[1]
        area_normal = 0.5 * np.cross(
            x[faces[:, first[1]]] - x[faces[:, first[0]]],
            x[faces[:, second[1]]] - x[faces[:, second[0]]],
        )
        area = np.linalg.norm(area_normal, axis=1)
        normal = area_normal / np.maximum(area, 1e-12)[:, None]
        velocity = state.velocities[faces].mean(axis=1)
        speed = np.linalg.norm(velocity, axis=1)
        towards = np.einsum("nk,nk->n", normal, velocity)
        push = np.minimum(0.0, -viscosity * area * speed * towards)
        share = push[:, None] * normal / corners
        for corner in range(corners):
            np.add.at(forces, faces[:, corner], share)
    return forces


def step(
    body: FishBody,
    state: FishState,
    contraction: Floats,
    dt: float,
    viscosity: float = 1.0,
    clamp: bool = True,
    ledger: Ledger | None = None,
    contraction_before: Floats | None = None,
) -> None:
    """Advance one step of the semi-implicit Euler method (Eqs. 4.9-4.14, section 4.5.2), in place.

    With `clamp`, a compressed unit's negative eta is left out of A (never of the force): as printed
    it makes A indefinite and the fish explodes. `clamp=False` is the printed scheme.
    `contraction_before` is what the muscles were set to in the step before; the ledger needs it.
    """
    rest = muscle_rest_lengths(body, contraction)
    eta, r, rate = effective_stiffness(body, state, rest)
    water = hydrodynamic_forces(body, state, viscosity)
    storage = np.zeros(SKYLINE.size)
    load = water + (body.masses / dt)[:, None] * state.velocities
    implicit = dt * (np.maximum(eta, 0.0) if clamp else eta)
    diagonal = SKYLINE.diagonal
    np.add.at(storage, diagonal[_I], implicit)
    np.add.at(storage, diagonal[_J], implicit)
    np.add.at(storage, diagonal[_J] + (_J - _I), -implicit)
    np.add.at(storage, diagonal[:-1], body.masses / dt)
    pull = eta[:, None] * r
    np.add.at(load, _I, pull)
    np.add.at(load, _J, -pull)

    SKYLINE.factorize(storage)
    before = state.velocities
    state.velocities = SKYLINE.solve(storage, load)
    if ledger is not None:
        was = contraction if contraction_before is None else contraction_before
        ledger.muscles += elastic_energy(body, state, contraction)
        ledger.muscles -= elastic_energy(body, state, was)
        ledger.dashpots += dt * float((body.damping * rate**2).sum())
        # A force changes kinetic energy by its impulse times the mean velocity, exactly.
        ledger.water -= dt * float((water * (before + state.velocities)).sum()) / 2
    state.positions = state.positions + dt * state.velocities


def momentum(body: FishBody, state: FishState) -> Floats:
    """Sum of m v, shape (3,)."""
    total: Floats = body.masses @ state.velocities
    return total


def angular_momentum(body: FishBody, state: FishState) -> Floats:
    """Sum of x cross m v about the world's origin, shape (3,)."""
    total: Floats = np.cross(state.positions, body.masses[:, None] * state.velocities).sum(axis=0)
    return total


def kinetic_energy(body: FishBody, state: FishState) -> float:
    """Sum of m v^2 / 2."""
    return float(0.5 * body.masses @ (state.velocities**2).sum(axis=1))


def elastic_energy(body: FishBody, state: FishState, contraction: Floats) -> float:
    """Sum of c e^2 / 2 over all units."""
    r = state.positions[_J] - state.positions[_I]
    extension = np.linalg.norm(r, axis=1) - muscle_rest_lengths(body, contraction)
    return float(0.5 * (body.elasticity * extension**2).sum())
