"""The fish of the natural model in float64, one fish, as plain as can be: the oracle.

Units are the seed's: cm, g, 0.1 s. The fast twin is `physics.natural_kernel`.

One step solves, for the velocity v* at time t + h, h = theta dt,

    (M + h D + h dt/2 K) v* = M v + h f(x') + h dt/2 K v' + h g,      x' = x + dt/2 v'

where v' is the v* of the step before, D the dampers and the water's drag, K the tangent stiffness
of the units (of compressed ones, what the masses can bear: see `slack`), f their elastic force and
g the righting couple; then x += dt v*, v += (v* - v) / theta. All geometry is that of x', near the
middle of the step, and all drag coefficients are those of v', which does not ring.

A force changes energy by its impulse times v*, exactly, but for (theta - 1/2) m |dv|^2, which is
always a loss. Elastic forces act at the middle of the step, not at theta: there they give back what
they took, to third order. The drag of water and dampers is implicit and so never drives; the
tail edge's reactive force is a drag and a turn of the tips' velocity, which does no work at all.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.fish import NODES, UNIT_NODES, UNITS, FishBody
from motorium.contracts.frames import Floats
from motorium.physics.fish_reference import FishState, Ledger, elastic_energy, muscle_rest_lengths
from motorium.physics.water import (
    FIN_DRAG,
    PECTORAL_DRAG,
    SECTIONS,
    SHED_SPEED,
    SKIN_FRICTION,
    edge_mass,
    fin_weights,
    surfaces,
    upward_pull,
)

__all__ = ["SHORT", "SQUEEZE", "THETA", "NaturalFish", "slack", "squeeze"]

THETA: Final = 0.505
"""Half would let what the step cannot resolve ring on for ever."""
SHORT: Final = 0.45
"""Share of its rest length below which a unit stiffens."""
SQUEEZE: Final = 4.0
"""Stiffness of a squeezed unit over its own."""
SAFELY: Final = 0.95
"""Share of the masses that compressed units may use up."""

_I, _J = UNIT_NODES.T
_DIFFERENCE = np.zeros((UNITS, NODES))
_DIFFERENCE[np.arange(UNITS), _J] = 1.0
_DIFFERENCE[np.arange(UNITS), _I] = -1.0
_FIN_WEIGHTS = fin_weights()
_STILL = np.zeros(3)
_FOLDED = np.zeros(2)


def squeeze(body: FishBody, lengths: Floats) -> Floats:
    """How far units are squeezed beyond `SHORT` of their rest length: short / length - 1, or 0.

    A spring can be pressed to nothing, tissue cannot: below that length l_s a unit pushes apart
    with SQUEEZE c (l_s - l) l_s / l more. In swimming and turning none is ever so short.
    """
    beyond: Floats = np.maximum(SHORT * body.rest_lengths / lengths - 1, 0)
    return beyond


def slack(body: FishBody) -> Floats:
    """How much negative stiffness [g] of a compressed unit the masses at its ends can bear, (91,).

    A compressed unit pushes its ends apart sideways: -k |v_i - v_j|^2 in the system matrix. With
    B_i the share of node i's mass for each of its units, k = B_i B_j / (B_i + B_j) keeps the sum of
    these below the masses for every v; scaled to the largest that still does (the first
    eigenvalue), the matrix stays positive whatever happens. Leaving the negative part out
    altogether loses four times as much energy.
    """
    units_of = np.bincount(UNIT_NODES.ravel(), minlength=NODES)
    share = body.masses / units_of
    allowed: Floats = share[_I] * share[_J] / (share[_I] + share[_J])
    per_root = _DIFFERENCE / np.sqrt(body.masses)
    most = np.linalg.eigvalsh(per_root.T @ (allowed[:, None] * per_root))[-1]
    return np.asarray(SAFELY * allowed / most)


def _unit(vectors: Floats) -> Floats:
    scaled: Floats = vectors / np.sqrt((vectors**2).sum(axis=-1, keepdims=True) + 1e-20)
    return scaled


class NaturalFish:
    """A body with the tables that a step needs; `step` advances a state in place."""

    def __init__(self, body: FishBody, theta: float = THETA) -> None:
        self.body = body
        self.theta = theta
        self._faces = []
        for faces in (body.quads, body.triangles):
            kinds, axes = surfaces(faces)
            share = np.zeros((len(faces), NODES))
            for row, face in enumerate(faces):
                share[row, face] = 1 / len(face)
            drag = np.array([kind.drag for kind in kinds])
            blunt = np.array([kind.bluntness for kind in kinds])
            crosswise = np.array([kind.crosswise for kind in kinds], dtype=float)
            self._faces.append((faces, axes, share, drag, blunt, crosswise))
        self._edge_mass = edge_mass(body)
        self._pull = np.zeros((NODES, 3))
        self._pull[:, 2] = upward_pull(body)
        self._slack = slack(body)
        self._inertia = np.repeat(body.masses, 3)

    def water(
        self,
        x: Floats,
        v: Floats,
        density: float,
        fin_angles: Floats,
        fin_spread: Floats,
        fin_strokes: Floats = _FOLDED,
    ) -> tuple[Floats, Floats, Floats, Floats, float]:
        """Directions (n, 69), coefficients (n,) and own speeds s (n,) of what drags, the edge's two
        directions, its turn.

        The water's force is
        -sum_e c_e b_e (b_e . v + s_e) + turn ((b_n . v) b_t - (b_t . v) b_n).
        """
        quads = x[1:21].reshape(5, 4, 3)
        centres = quads.mean(axis=1)
        tail = (x[21] + x[22]) / 2
        spine = np.vstack([x[:1], centres, tail[None]])
        axes = _unit(spine[:-1] - spine[1:])
        directions, coefficients = [], []
        for faces, axis, share, drag, blunt, crosswise in self._faces:
            if faces.shape[1] == 4:
                a, b, c, d = (x[faces[:, k]] for k in range(4))
                normal = np.cross(c - a, d - b)
            else:
                a, b, c = (x[faces[:, k]] for k in range(3))
                normal = np.cross(b - a, c - a)
            area = np.linalg.norm(normal, axis=1) / 2
            normal = _unit(normal)
            along = axes[axis]
            normal = normal - ((1 - blunt) * (normal * along).sum(axis=1))[:, None] * along
            velocity = share @ v
            square = (velocity**2).sum(axis=1)
            forward = (velocity * along).sum(axis=1)
            speed = np.sqrt(np.maximum(square - crosswise * forward**2, 0))
            towards = (normal * velocity).sum(axis=1) > 0
            directions += [_spread(share, normal), _spread(share, along)]
            coefficients += [
                drag * area * speed * towards,
                SKIN_FRICTION * area * np.sqrt(square),
            ]
        fins = self.body.fins
        normals = np.zeros((4, 3))
        across = (quads[2:4, [0, 3]] - quads[2:4, [1, 2]]).sum(axis=(0, 1))
        normals[:2] = _unit(across - (across @ axes[3]) * axes[3])
        forward = _unit(x[0] - x[5:9].mean(axis=0))
        left = x[5] + x[8] - x[6] - x[7]
        up = _unit(np.cross(forward, left))
        for fin in (0, 1):
            angle = fin_angles[fin]
            normals[2 + fin] = up * np.cos(angle) + forward * np.sin(angle)
        rowed = np.zeros((4, 3))
        rowed[2:] = np.outer(fin_strokes, forward)
        speed = np.linalg.norm(_FIN_WEIGHTS @ v + rowed, axis=1)
        passive = sum(len(part) for part in coefficients)
        own = np.concatenate([np.zeros(passive), (normals * rowed).sum(axis=1)])
        directions.append(_spread(_FIN_WEIGHTS, normals))
        areas = np.array([fins.dorsal, fins.anal, *(fins.pectoral * fin_spread)])
        coefficients.append(
            np.array([FIN_DRAG, FIN_DRAG, PECTORAL_DRAG, PECTORAL_DRAG]) * areas * speed
        )
        along = axes[SECTIONS - 1]
        span = _unit(np.cross(x[21] - x[22], along))
        tips = (v[21] + v[22]) / 2
        forward_speed, sideways = tips @ along, tips @ span
        ahead = max(forward_speed, 0.0)
        share = np.zeros((1, NODES))
        share[0, 21:] = 0.5
        across_edge, along_edge = _spread(share, span[None])[0], _spread(share, along[None])[0]
        directions.append(across_edge[None])
        coefficients.append(np.array([self._edge_mass * ahead / 2]))
        limit = ahead + SHED_SPEED
        gate = ahead / (ahead + 1.0)
        turn = self._edge_mass / 2 * gate * min(max(sideways, -limit), limit)
        return (
            np.vstack(directions),
            density * np.concatenate(coefficients),
            np.append(own, 0.0),
            np.stack([across_edge, along_edge]),
            density * turn,
        )

    def step(
        self,
        state: FishState,
        contraction: Floats,
        dt: float,
        density: float = 1.0,
        current: Floats = _STILL,
        fin_angles: Floats = _FOLDED,
        fin_spread: Floats = _FOLDED,
        fin_strokes: Floats = _FOLDED,
        ledger: Ledger | None = None,
        contraction_before: Floats | None = None,
    ) -> None:
        """Advance by dt [0.1 s]; current [cm / 0.1 s] is the velocity of the water around.

        Of the pectorals, left and right: fin_angles [rad], 0 edge-on and a right angle broadside to
        water from ahead; fin_spread; fin_strokes [cm / 0.1 s], how fast they are rowed forward.
        """
        body, h, half = self.body, self.theta * dt, dt / 2
        v = (state.velocities - current).ravel()
        lately = (state.velocities if state.lately is None else state.lately) - current
        x = state.positions + half * lately
        rest = muscle_rest_lengths(body, contraction)
        r = x[_J] - x[_I]
        length = np.linalg.norm(r, axis=1)
        n = r / length[:, None]
        units = _spread(_DIFFERENCE, n)
        beyond = squeeze(body, length)
        tension = body.elasticity * (length - rest - SQUEEZE * length * beyond * (1 + beyond))
        crosswise = np.maximum(tension / length, -self._slack / (h * half))
        axial = body.elasticity * (1 + SQUEEZE * (1 + beyond) ** 2 * (beyond > 0))
        laplacian = np.kron(_DIFFERENCE.T @ (crosswise[:, None] * _DIFFERENCE), np.eye(3))
        stiff = (units.T * (axial - crosswise)) @ units + laplacian
        drag, coefficient, own, edge, turn = self.water(
            x, lately, density, fin_angles, fin_spread, fin_strokes
        )
        system = (
            np.diag(self._inertia)
            + h * (units.T * body.damping) @ units
            + h * half * stiff
            + h * (drag.T * coefficient) @ drag
            + h * turn * (np.outer(edge[0], edge[1]) - np.outer(edge[1], edge[0]))
        )
        load = (
            self._inertia * v
            - h * (units.T @ tension)
            + h * half * (stiff @ lately.ravel())
            + h * self._pull.ravel()
            - h * drag.T @ (coefficient * own)
        )
        middle = np.linalg.solve(system, load)
        if ledger is not None:
            was = contraction if contraction_before is None else contraction_before
            ledger.muscles += elastic_energy(body, state, contraction)
            ledger.muscles -= elastic_energy(body, state, was)
            ledger.dashpots += dt * float(body.damping @ (units @ middle) ** 2)
            slip = drag @ middle + own
            ledger.oars += dt * float(coefficient @ (slip * own))
            ledger.water += dt * float(coefficient @ slip**2)
            push = -drag.T @ (coefficient * slip)
            push += turn * ((edge[0] @ middle) * edge[1] - (edge[1] @ middle) * edge[0])
            ledger.impulse = ledger.impulse + dt * push.reshape(NODES, 3).sum(axis=0)
        state.lately = middle.reshape(NODES, 3) + current
        state.positions = state.positions + dt * (middle.reshape(NODES, 3) + current)
        state.velocities = state.velocities + (middle - v).reshape(NODES, 3) / self.theta

    def potential(self, state: FishState) -> float:
        """Energy of the righting couple, and of units that are squeezed."""
        r = state.positions[_J] - state.positions[_I]
        short = SHORT * self.body.rest_lengths
        ratio = np.maximum(short / np.linalg.norm(r, axis=1), 1.0)
        squeezed = SQUEEZE * short**2 * (np.log(ratio) - 1 + 1 / ratio)
        return float(self.body.elasticity @ squeezed) - float((self._pull * state.positions).sum())


def _spread(share: Floats, directions: Floats) -> Floats:
    """Rows share (n, 23) and directions (n, 3) as directions of all coordinates, (n, 69)."""
    return (share[:, :, None] * directions[:, None, :]).reshape(len(share), 3 * NODES)
