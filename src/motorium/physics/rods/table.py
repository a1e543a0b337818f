"""The constraints of a puppet as one table, and what each of them measures.

A row of `links`: a kind, and its points (-1: none). A row of `bounds`: the least and the most of
its value, and the axis of a cone or twist. Rods come first.

All that moves is in one array, so that few are handed to a kernel: state, shape (8, points, 3).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.puppet.model import Puppet
from motorium.compiled import inlined
from motorium.contracts.frames import Floats
from motorium.physics.rods.constraints import (
    bend_in_plane,
    bend_in_space,
    cone,
    nearest_turn,
    rod,
    twist,
)
from motorium.physics.triples import cross, minus

__all__ = [
    "ALONE",
    "BEND_IN_PLANE",
    "BEND_IN_SPACE",
    "BOOKS",
    "CONE",
    "FORCES",
    "GOALS",
    "MASSES",
    "MOMENTA",
    "OLD",
    "PLACES",
    "POINTS_OF",
    "POSITIONS",
    "ROD",
    "TRIAL",
    "TWIST",
    "WAYS",
    "Table",
    "bend_at_trial",
    "measure",
    "old_gradients",
    "remember",
]

ROD: Final = 0
BEND_IN_PLANE: Final = 1
BEND_IN_SPACE: Final = 2
CONE: Final = 3
TWIST: Final = 4
POINTS_OF: Final = (2, 3, 3, 4, 5)
"""How many points each kind has."""

POSITIONS: Final = 0
MOMENTA: Final = 1
PLACES: Final = 2
FORCES: Final = 3
WAYS: Final = 4
"""From the old to the trial positions [m]."""
MASSES: Final = 5
"""Of a point: its mass [kg], and 1 / mass, which is 0 while it is held."""
ALONE: Final = 6
"""Its way [m] without constraints."""
BOOKS: Final = 7
"""In its first row: energy in the books, and kinetic energy at the end of the last step [J]."""

OLD: Final = 0
TRIAL: Final = 1
"""Of gradients, shape (2, constraints, 7, 3): those of up to five points, a normal, and of the old
ones the goals of this step: its bounds, and the middle of the turn that angles are taken in."""
NORMAL: Final = 5
GOALS: Final = 6

RECOVERY: Final = 30.0
"""[1/s] Of its length, by which a rod that a step finds too long or too short is put right: half of
it in a frame."""
ANGLE_RECOVERY: Final = 12.0
"""[rad/s] Likewise of an angle. What was wrong before gives speed when it is put right: a hand that
jumps would shoot the puppet away."""

Array = NDArray[Any]


@dataclass(frozen=True)
class Table:
    """links, shape (constraints, 6); bounds, shape (constraints, 5); rods: how many come first."""

    links: NDArray[np.int64]
    bounds: Floats
    rods: int

    @classmethod
    def of(cls, puppet: Puppet) -> Table:
        bend = BEND_IN_PLANE if puppet.dimensions == 2 else BEND_IN_SPACE
        cone_angles = np.column_stack([-puppet.cone_angles, puppet.cone_angles])
        kinds = (
            (ROD, puppet.rods, puppet.lengths, None),
            (bend, puppet.joints, puppet.angles, None),
            (CONE, puppet.cones, cone_angles, puppet.cone_axes),
            (TWIST, puppet.twists, puppet.twist_angles, puppet.twist_axes),
        )
        links, bounds = [], []
        for kind, points, interval, axes in kinds:
            rows = np.full((len(points), 6), -1, dtype=np.int64)
            rows[:, 0] = kind
            rows[:, 1 : 1 + points.shape[1]] = points
            links.append(rows)
            numbers = np.zeros((len(points), 5))
            numbers[:, :2] = interval
            if axes is not None:
                numbers[:, 2:] = axes
            bounds.append(numbers)
        return cls(np.concatenate(links), np.concatenate(bounds), len(puppet.rods))


@inlined
def _at(state: Array, point: int, trial: float) -> Any:
    """Where a point is [m]: old if trial is 0, trial if it is 1."""
    return (
        state[POSITIONS, point, 0] + trial * state[WAYS, point, 0],
        state[POSITIONS, point, 1] + trial * state[WAYS, point, 1],
        state[POSITIONS, point, 2] + trial * state[WAYS, point, 2],
    )


@inlined
def _keep(gradients_out: Array, row: int, vector: Any) -> None:
    gradients_out[row, 0] = vector[0]
    gradients_out[row, 1] = vector[1]
    gradients_out[row, 2] = vector[2]


@inlined
def _evaluate(
    links: Array, bounds: Array, state: Array, side: Any, trial: float, gradients_out: Array
) -> Any:
    """The value of a constraint, its gradients and its normal; see `constraints`."""
    kind = links[0]
    a, b = _at(state, links[1], trial), _at(state, links[2], trial)
    if kind == ROD:
        value, g0, g1 = rod(a, b)
        _keep(gradients_out, 0, g0)
        _keep(gradients_out, 1, g1)
        return value
    c = _at(state, links[3], trial)
    if kind == BEND_IN_PLANE:
        value, g0, g1, g2 = bend_in_plane(a, b, c)
    elif kind == BEND_IN_SPACE:
        value, g0, g1, g2, normal = bend_in_space(a, b, c, side)
        _keep(gradients_out, NORMAL, normal)
    else:
        axis = (bounds[2], bounds[3], bounds[4])
        d = _at(state, links[4], trial)
        if kind == CONE:
            value, g0, g1, g2, g3, normal = cone(a, b, c, d, axis, side)
            _keep(gradients_out, NORMAL, normal)
        else:
            e = _at(state, links[5], trial)
            value, g0, g1, g2, g3, g4 = twist(a, b, c, d, e, axis)
            _keep(gradients_out, 4, g4)
        _keep(gradients_out, 3, g3)
    _keep(gradients_out, 0, g0)
    _keep(gradients_out, 1, g1)
    _keep(gradients_out, 2, g2)
    return value


@inlined
def measure(links: Array, bounds: Array, state: Array, old: Array, gradients_out: Array) -> Any:
    """The value of a constraint at the trial positions; its gradients and normal are written.

    links, shape (6,); bounds, shape (5,); old: what `remember` wrote; gradients_out: shape (7, 3).
    A bend in space that may not be straight counts as negative when it went through straight.
    """
    side = (0.0, 0.0, 0.0)
    if links[0] == BEND_IN_SPACE and bounds[0] > 0.0:
        before, hinge = _at(state, links[1], 0.0), _at(state, links[2], 0.0)
        side = cross(minus(hinge, before), minus(_at(state, links[3], 0.0), hinge))
    value = _evaluate(links, bounds, state, side, 1.0, gradients_out)
    if links[0] != ROD:
        value = nearest_turn(value, old[GOALS, 2])
    return value


@inlined
def bend_at_trial(links: Array, state: Array, middle: float) -> float:
    """Of a joint in the plane, alone; most are within their bounds."""
    before, hinge = _at(state, links[1], 1.0), _at(state, links[2], 1.0)
    a, b = minus(hinge, before), minus(_at(state, links[3], 1.0), hinge)
    angle = math.atan2(a[0] * b[2] - a[2] * b[0], a[0] * b[0] + a[2] * b[2])
    return nearest_turn(angle, middle)


@inlined
def old_gradients(
    links: Array, bounds: Array, state: Array, trial: Array, gradients_out: Array
) -> None:
    """Gradients at the old positions, on the side of the trial normal; after `measure`.

    trial: what that wrote.
    """
    side = (trial[NORMAL, 0], trial[NORMAL, 1], trial[NORMAL, 2])
    _evaluate(links, bounds, state, side, 0.0, gradients_out)


@inlined
def remember(
    links: Array, bounds: Array, state: Array, seconds: float, gradients_out: Array
) -> float:
    """Old rods e = r1 - r2 [m], not of unit length, and -e; and the goals of this step, for all
    constraints. gradients_out, shape (constraints, 7, 3).

    Returns what it takes to put right what is wrong before the step begins [kg m2]: the sum of
    x^2 / (w g.g), where x is how far a value is to be moved, and g.g is 1 for each end of a rod;
    at most as if the lightest point were put right by the longest rod.
    """
    to_put_right = longest = 0.0
    for k in range(len(links)):
        least, most = bounds[k, 0], bounds[k, 1]
        old = gradients_out[k]
        old[GOALS, 2] = 0.5 * (least + most)
        if links[k, 0] == ROD:
            for axis in range(3):
                a, b = links[k, 1], links[k, 2]
                along = state[POSITIONS, a, axis] - state[POSITIONS, b, axis]
                old[0, axis] = along
                old[1, axis] = -along
            value = math.sqrt(old[0, 0] ** 2 + old[0, 1] ** 2 + old[0, 2] ** 2)
            recovery = RECOVERY * seconds * most
            longest = max(longest, most)
        else:
            value = _evaluate(links[k], bounds[k], state, (0.0, 0.0, 0.0), 0.0, old)
            value = nearest_turn(value, old[GOALS, 2])
            recovery = ANGLE_RECOVERY * seconds
            if value < least or value > most:
                old[GOALS, 2] = value
        old[GOALS, 0] = min(least, value + recovery)
        old[GOALS, 1] = max(most, value - recovery)
        if value < least or value > most:
            way = max(old[GOALS, 0] - value, value - old[GOALS, 1])
            gives, largest = _gives(links[k], state, old)
            if gives > 0.0:
                reach = RECOVERY * seconds * longest
                to_put_right += min(way * way / gives, reach * reach / largest)
    return to_put_right


@inlined
def _gives(links: Array, state: Array, gradients: Array) -> Any:
    """How far a constraint's value gives way to a unit of impulse, sum of w g.g; and the largest w
    of its points."""
    total = largest = 0.0
    for i in range(POINTS_OF[links[0]]):
        w = state[MASSES, links[1 + i], 1]
        largest = max(largest, w)
        if links[0] == ROD:
            total += w
        else:
            for axis in range(3):
                total += w * gradients[i, axis] ** 2
    return total, largest
