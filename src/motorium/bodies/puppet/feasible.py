"""Whether all of a puppet's rods, joints, cones and twists can be met at once: it is tried out.

From rest, the sum of the squares of all violations is made smaller by Gauss and Newton's steps,
damped as Levenberg and Marquardt do. Where that ends in a pose that is not free of violations, it
is tried again from poses that are a little shaken: a stretched chain does not know to which side it
shall fold.

What can be met is tried again between the walls of the stage, unless it fits there as it is.

Limitation: who finds no pose has not proved that there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from motorium.bodies.puppet.model import Indices, Puppet, bends
from motorium.bodies.puppet.naming import call
from motorium.bodies.puppet.room import walls_of
from motorium.contracts.frames import Floats
from motorium.problems import Wrong

if TYPE_CHECKING:
    from motorium.bodies.puppet.document import PuppetDocument

__all__ = ["infeasible", "relaxed", "violations"]

TOLERATED: Final = 0.02
"""Of a rod's length, and of angles [rad]."""
GOOD: Final = 0.005
"""Nobody looks for better."""
STEPS: Final = 30
STALLED: Final = 0.02
"""Who gains less than this share in a step, as often as there are patient steps, gives up."""
PATIENCE: Final = 4
SHAKES: Final = (0.0, 0.1, 0.5, 1.0, 1.0)
"""By which part of the mean rod's length a pose is shaken before a try."""
STEP: Final = 1e-6
"""Of differences for gradients, relative to the mean rod's length."""
_ANGLES: Final = ("joint", "cone", "twist")

Walls = tuple[Floats, Floats]
"""The lower and the upper corner of a box [m]."""
_Measure = Callable[[Floats], Floats]


def infeasible(document: PuppetDocument, puppet: Puppet) -> Iterator[Wrong]:
    """What stays violated most, in a sentence."""
    pose, left = relaxed(puppet)
    if not len(left) or np.abs(left).max() <= TOLERATED:
        yield from _no_room(document, puppet, pose)
        return
    worst = int(np.abs(left).argmax())
    off = abs(float(left[worst]))
    kinds = (("rod", puppet.lengths), *zip(_ANGLES, _intervals(puppet), strict=True))
    rows = [(kind, index, *pair) for kind, pairs in kinds for index, pair in enumerate(pairs)]
    table, index, low, high = rows[worst]
    unit, by = ("m", f"{100 * off:.0f} %") if table == "rod" else ("rad", f"{off:.2g} rad")
    others = int(np.count_nonzero(np.abs(left) > TOLERATED)) - 1
    and_others = f"; {others} more with it" if others else ""
    limits = f"from {low:.4g} to {high:.4g} {unit}" if high > low else f"{low:.4g} {unit}"
    what = call(getattr(document, table)[index])
    said = f"{what} cannot be {limits} together with all the others: tried out, it stays"
    yield Wrong((table, index), f"{said} {by} off{and_others}")


def _no_room(document: PuppetDocument, puppet: Puppet, pose: Floats) -> Iterator[Wrong]:
    """Whether a puppet that can be, in a pose [m], has room between the walls of its stage."""
    walls = walls_of(document.stage, puppet.dimensions)
    if np.abs(_outside(_moved_in(puppet, pose, walls), walls)).max(initial=0.0) == 0.0:
        return
    _, left = relaxed(puppet, walls)
    off = float(np.abs(left).max())
    if off > TOLERATED:
        x, y, z = np.subtract(document.stage.high, document.stage.low).tolist()
        size = f"{x:g} by {z:g} m" if puppet.dimensions == 2 else f"{x:g} by {y:g} by {z:g} m"
        said = f"the puppet has no room in its stage of {size}: tried out, it stays"
        share = f"{100 * off:.0f} % of a rod's length off"
        yield Wrong(("stage",), f"{said} {share}", ("stage", "low", "high"))


def _moved_in(puppet: Puppet, pose: Floats, walls: Walls) -> Floats:
    """Each piece of a puppet that is linked and not pinned, moved between the walls as it is, as
    far as that goes."""
    count = len(pose)
    links = coo_array(
        (np.ones(len(puppet.rods)), (puppet.rods[:, 0], puppet.rods[:, 1])), shape=(count, count)
    )
    moved = pose.copy()
    _, piece = connected_components(links, directed=False)
    for number in range(piece.max(initial=-1) + 1):
        own = piece == number
        if not puppet.pinned[own].any():
            below, above = walls[0] - moved[own].min(axis=0), moved[own].max(axis=0) - walls[1]
            moved[own] += np.maximum(below, 0.0)
            moved[own] -= np.where(below > 0.0, 0.0, np.maximum(above, 0.0))
    return moved


def relaxed(puppet: Puppet, walls: Walls | None = None) -> tuple[Floats, Floats]:
    """A pose [m], shape (n, 3), near rest in which as little is violated as was found, and what is,
    as `violations` tells; between walls, if there are any: then it is followed by how far points
    are beyond them, in usual lengths."""
    solver = _Solver(puppet, walls)
    chance = np.random.default_rng(1)
    begin = puppet.rest if walls is None else _moved_in(puppet, puppet.rest, walls)
    best, least = begin, solver.violations(begin)
    for shake in SHAKES:
        if not len(least) or np.abs(least).max() <= GOOD:
            break
        noise = chance.standard_normal(puppet.rest.shape) * solver.free
        pose = solver.solve(begin + shake * solver.scale * noise)
        left = solver.violations(pose)
        if np.abs(left).max() < np.abs(least).max():
            best, least = pose, left
    return best, least


def violations(puppet: Puppet, pose: Floats) -> Floats:
    """By how much each rod, joint, cone and twist, in this order, is beyond its interval, 0 if it
    is not: of a rod's length, and of angles [rad]; shape (r + j + c + t,)."""
    lengths = np.linalg.norm(pose[puppet.rods[:, 1]] - pose[puppet.rods[:, 0]], axis=-1)
    found = [_beyond(lengths, puppet.lengths) / puppet.lengths[:, 1]]
    for (points, measure), limits in zip(_measures(puppet), _intervals(puppet), strict=True):
        if len(points):
            found.append(_beyond_around(measure(pose[points]), limits))
    return np.concatenate(found)


class _Solver:
    """scale [m]: a usual length; free: who may move along which axis, shape (n, 3)."""

    def __init__(self, puppet: Puppet, walls: Walls | None = None) -> None:
        self.puppet = puppet
        self.walls = walls
        self.scale = float(puppet.lengths[:, 1].mean()) if len(puppet.lengths) else 1.0
        self.free = np.repeat(~puppet.pinned[:, None], 3, axis=1)
        if puppet.dimensions == 2:
            self.free[:, 1] = False
        self.stiff = np.concatenate(
            [limits[:, 0] == limits[:, 1] for limits in (puppet.lengths, *_intervals(puppet))]
        )
        if walls is not None:
            self.stiff = np.concatenate([self.stiff, np.zeros(puppet.rest.size, dtype=np.bool_)])

    def violations(self, pose: Floats) -> Floats:
        """And how far all points are beyond walls, in usual lengths."""
        found = violations(self.puppet, pose)
        if self.walls is None:
            return found
        return np.concatenate([found, _outside(pose, self.walls).ravel() / self.scale])

    def solve(self, pose: Floats) -> Floats:
        """From a pose [m] to one in which less is violated."""
        damping = 1e-3
        now = self.violations(pose)
        columns = self.free.ravel()
        stalled = 0
        for _ in range(STEPS):
            if np.abs(now).max() <= GOOD or stalled == PATIENCE:
                break
            active = (now != 0.0) | self.stiff
            gradient = self._gradient(pose)[active][:, columns]
            normal = gradient.T @ gradient
            downhill = gradient.T @ now[active]
            for _ in range(6):
                normal_damped = normal + damping * np.eye(len(normal))
                way = np.zeros(pose.size)
                way[columns] = -self.scale * np.linalg.solve(normal_damped, downhill)
                trial = pose + way.reshape(pose.shape)
                then = self.violations(trial)
                before, after = float(now @ now), float(then @ then)
                if after < before:
                    stalled = stalled + 1 if after > (1 - STALLED) * before else 0
                    pose, now = trial, then
                    damping = max(damping / 5, 1e-9)
                    break
                damping = min(10 * damping, 1e6)
            else:
                break
        return pose

    def _gradient(self, pose: Floats) -> Floats:
        """Of all violations by where points are, in usual lengths; shape (rows, 3 n)."""
        puppet = self.puppet
        rods, arms = puppet.rods, pose[puppet.rods[:, 1]] - pose[puppet.rods[:, 0]]
        found = np.zeros((len(self.stiff), *pose.shape))
        row = np.arange(len(rods))
        lengths = np.maximum(np.linalg.norm(arms, axis=-1), 1e-12)
        slope = arms / (lengths * puppet.lengths[:, 1])[:, None] * self.scale
        found[row, rods[:, 0]], found[row, rods[:, 1]] = -slope, slope
        first = len(rods)
        for points, measure in _measures(puppet):
            if not len(points):
                continue
            count, corners = points.shape
            nudges = STEP * self.scale * np.eye(3 * corners).reshape(-1, 1, corners, 3)
            here = pose[points]
            both = np.concatenate([here + nudges, here - nudges]).reshape(-1, corners, 3)
            ahead, behind = measure(both).reshape(2, 3 * corners, count)
            slopes = _turn(ahead - behind).T.reshape(count, corners, 3) / (2 * STEP)
            found[first + np.arange(count)[:, None], points] = slopes
            first += count
        if self.walls is not None:
            found[first:] = np.eye(pose.size).reshape(-1, *pose.shape)
        return found.reshape(len(found), -1)


# ---------------------------------------------------------------- what is measured


def _measures(puppet: Puppet) -> list[tuple[Indices, _Measure]]:
    """Of joints, cones and twists: their points, and their angles [rad] from where these are."""

    def of_joints(points: Floats) -> Floats:
        return bends(points, puppet.dimensions)

    def of_cones(points: Floats) -> Floats:
        axis = _axes(puppet.cone_axes, points[:, [0, 2, 3]])
        bone = points[:, 1] - points[:, 0]
        across = np.linalg.norm(np.cross(axis, bone), axis=-1)
        return _angle(across, (axis * bone).sum(axis=-1))

    def of_twists(points: Floats) -> Floats:
        from_there = _axes(puppet.twist_axes, points[:, [0, 3, 4]])
        bone, side = points[:, 1] - points[:, 0], points[:, 2] - points[:, 1]
        bone = bone / np.maximum(np.linalg.norm(bone, axis=-1, keepdims=True), 1e-12)
        from_there = from_there - (from_there * bone).sum(axis=-1, keepdims=True) * bone
        across = (np.cross(from_there, side) * bone).sum(axis=-1)
        return _angle(across, (from_there * side).sum(axis=-1))

    return [(puppet.joints, of_joints), (puppet.cones, of_cones), (puppet.twists, of_twists)]


def _intervals(puppet: Puppet) -> tuple[Floats, Floats, Floats]:
    """Of joints, cones and twists [rad]."""
    cones = np.stack([np.zeros_like(puppet.cone_angles), puppet.cone_angles], axis=-1)
    return puppet.angles, cones, puppet.twist_angles


def _axes(coefficients: Floats, frames: Floats) -> Floats:
    """a e1 + b e2 + c e1 x e2 of frames of hinge, u and v, shape (m, 3, 3), as many times over as
    there are coefficients, shape (k, 3)."""
    first, second = frames[:, 1] - frames[:, 0], frames[:, 2] - frames[:, 0]
    by = np.tile(coefficients, (len(frames) // max(len(coefficients), 1), 1))
    axes: Floats = by[:, :1] * first + by[:, 1:2] * second + by[:, 2:] * np.cross(first, second)
    return axes


def _angle(across: Floats, along: Floats) -> Floats:
    angle: Floats = np.arctan2(across, along)
    return angle


def _beyond(values: Floats, limits: Floats) -> Floats:
    """How far values are beyond the nearer end of their intervals, below negative."""
    return values - np.clip(values, limits[:, 0], limits[:, 1])


def _outside(pose: Floats, walls: Walls) -> Floats:
    """How far points are beyond walls along each axis [m], shape (n, 3)."""
    outside: Floats = pose - np.clip(pose, *walls)
    return outside


def _beyond_around(angles: Floats, limits: Floats) -> Floats:
    """The same on a circle."""
    below, above = _turn(angles - limits[:, 0]), _turn(angles - limits[:, 1])
    nearer = np.where(np.abs(below) < np.abs(above), below, above)
    inside = (angles >= limits[:, 0]) & (angles <= limits[:, 1])
    return np.where(inside, 0.0, nearer)


def _turn(angles: Floats) -> Floats:
    """Into -pi to pi."""
    return (angles + np.pi) % (2 * np.pi) - np.pi
