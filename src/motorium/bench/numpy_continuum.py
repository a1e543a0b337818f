"""The controllers of the continuum in plain NumPy: the peer of `bench continuum`, its oracle."""

from __future__ import annotations

import numpy as np

from motorium.bodies.rigid.parts import PARTS, coordinate_of, freedom_of
from motorium.contracts.frames import Floats, multiply, rotation_vector
from motorium.motors.continuum.options import RATE
from motorium.motors.continuum.stepping import Continuum

__all__ = ["NumpyController"]


def _saturated(x: Floats) -> Floats:
    return 1.0 / (1.0 + np.exp(-np.minimum(x, 60.0))) - 0.5


class NumpyController:
    """Forces (parts, 3) and torques (FREEDOMS,) of the first character, with the weights that it
    has."""

    def __init__(self, continuum: Continuum) -> None:
        self.continuum = continuum

    def control(self, share: float) -> tuple[Floats, Floats]:
        """Eqs. 2.1 to 2.3, so far into the frame."""
        return self._forces(share), self._torques(share)

    def _forces(self, share: float) -> Floats:
        continuum = self.continuum
        data, bodies = continuum.scene.data, continuum.scene.bodies[0]
        gains, rules = continuum.gains, continuum.rules
        one, two = continuum.targets.centres[0]
        centres = data.xipos[bodies]
        spatial = data.cvel[bodies]
        arms = centres - data.subtree_com[bodies[0]]
        velocities = spatial[:, 3:] + np.cross(spatial[:, :3], arms)
        off = (1.0 - share) * one + share * two - centres
        far = np.linalg.norm(off, axis=1) + 1e-12
        pull = (gains.pull[0] * _saturated(gains.rise * far) / far)[:, None] * off
        wanted = (two - one) * RATE * float(rules.relative)
        drag = gains.drag[0][:, None] * (velocities - wanted)
        forces: Floats = continuum.balance.weights[0][:, None] * (pull - drag)
        whole = np.linalg.norm(forces, axis=1).sum()
        most = rules.most * continuum.build.masses[0].sum()
        held: Floats = forces * min(1.0, most / max(whole, 1e-12))
        return held

    def _torques(self, share: float) -> Floats:
        continuum = self.continuum
        gains, rules, balance = continuum.gains, continuum.rules, continuum.balance
        mine = continuum.coordinates()
        one, two = continuum.targets.coordinates[0]
        carried = balance.beta[0] * float(rules.carries and balance.corner_count[0] > 0)
        data, begin = continuum.scene.data, continuum.scene.freedoms[0]
        torques = np.zeros_like(gains.damping)
        for number, part in enumerate(PARTS[1:], start=1):
            at, to = coordinate_of(number), freedom_of(number)
            if part.hinge is None:
                off = _between(mine[at : at + 4], one[at : at + 4], two[at : at + 4], share)
            else:
                off = (1.0 - share) * one[at : at + 1] + share * two[at : at + 1] - mine[at]
            own = slice(to, to + len(off))
            size = np.linalg.norm(off) + 1e-12
            pull = gains.torque[number] * _saturated(gains.bend[number] * size) / size
            there = slice(begin + to, begin + to + len(off))
            against = gains.damping[own] * continuum.targets.rates[0, own] * float(rules.relative)
            wanted = pull * off + against + carried * data.qfrc_bias[there]
            whole = np.linalg.norm(wanted) + 1e-12
            damped = float(wanted @ (gains.damping[own] * data.qvel[there])) / whole
            torques[own] = wanted * min(1.0, (gains.strength[number] + max(damped, 0.0)) / whole)
        return torques


def _between(mine: Floats, one: Floats, two: Floats, share: float) -> Floats:
    other = two if one @ two >= 0.0 else -two
    goal = (1.0 - share) * one + share * other
    goal /= np.linalg.norm(goal)
    return rotation_vector(multiply(mine * [1.0, -1.0, -1.0, -1.0], goal))
