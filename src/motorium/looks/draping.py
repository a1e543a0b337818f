"""The skin of a puppet: a smooth field of the skeleton's displacements carries its vertices.

A part follows a few skeleton points. Its field is van Overveld's Eq. 3, distance-weighted
interpolation of what these points were displaced by; the rotation that fits them best is taken out
before and put back after (his steps 0 to 7, with a best fit instead of an average of rotation
vectors, which is none in three dimensions). With weights w_i that sum to 1 the steps come to

    q(t) = sum w_i r_i(t) + R (q_0 - sum w_i r_i0),    w_i ~ |q_0 - r_i0|^-2,

in which only the points r_i(t) and the rotation R change: everything else is compiled once. Where
parts meet, both their weights and their rotations are blended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from motorium.bodies.puppet.model import Part, Puppet
from motorium.contracts.frames import Floats
from motorium.looks.draping_kernel import THIN, Indices, Unsigned, drape

__all__ = ["Draping", "blend_radii", "interpolation_weights"]

CLEAR: Final = 0.95
"""A blend ends at this share of the way to the next skeleton point, so that this is met exactly."""


class Draping:
    """The vertices of all parts, for one pose of the skeleton after the other.

    every: rotations are looked for at every n-th call only; in between the skin still goes with
    the points, but parts that turn are bent a little. turning: take rotations out at all; without,
    this is plain Eq. 3.

    vertices [m], shape (all vertices of all parts, 3), at rest to begin with; spans: those of each
    part; turns, shape (fields, 3, 3): rotations since rest, all that is kept from call to call but
    their count. Parts that follow the same points have one field.

    Limitations: points on a line do not tell the twist around it. In three dimensions such a part
    keeps the twist it had, and in about a second takes that of a part that it meets, if there is
    one that knows. A part has one rotation: where it folds by a right angle or more, it gets thin.
    """

    def __init__(self, puppet: Puppet, every: int = 1, turning: bool = True) -> None:
        if every < 1:
            raise ValueError(f"every is {every}; it is a number of calls, 1 or more")
        for part in puppet.parts:
            if not len(part.follows):
                raise ValueError(f'the part "{part.name}" follows no point; it needs one or more')
        ends = np.cumsum([0, *(len(part.vertices) for part in puppet.parts)])
        self.spans = [slice(int(a), int(b)) for a, b in pairwise(ends)]
        self.vertices = np.concatenate([np.zeros((0, 3)), *(p.vertices for p in puppet.parts)])
        self.every = every
        self._turning = turning
        self._model = _Model.of(puppet)
        self._rest = puppet.rest.copy()
        self._scratch = np.zeros((5, 4))
        self.turns = np.zeros((len(self._model.fields), 3, 3))
        self.rest()

    @property
    def weights(self) -> Floats:
        """Of the skeleton's points in each vertex, shape (vertices, n); they sum to 1."""
        model = self._model
        return _dense(model.starts[:, 0], model.points, model.weights, len(self._rest))

    @property
    def shares(self) -> Floats:
        """Of the fields in each vertex' rotation, shape (vertices, fields); they sum to 1."""
        model = self._model
        return _dense(model.starts[:, 1], model.sharers, model.shares, len(self.turns))

    def drape(self, positions: Floats) -> None:
        """Write the vertices for the skeleton's positions [m], shape (n, 3)."""
        if positions.shape != self._rest.shape:
            raise ValueError(f"positions have shape {positions.shape}, not {self._rest.shape}")
        if positions.strides != self._rest.strides or positions.dtype != np.float64:
            # Else the kernel would be compiled anew for them.
            positions = np.ascontiguousarray(positions, dtype=np.float64)
        looking = self._turning and self._calls % self.every == 0
        self._calls += 1
        drape(*self._model, positions, looking, self._scratch, self.turns, self.vertices)

    def rest(self) -> None:
        """Begin anew, with all parts as they are at rest."""
        self._calls = 0
        self.turns[:] = np.eye(3)
        drape(*self._model, self._rest, False, self._scratch, self.turns, self.vertices)


def blend_radii(puppet: Puppet) -> Floats:
    """How far [m] around each skeleton point the parts that share it blend, shape (n,).

    Half as far as to the nearest point that not all of them follow; or as far as they want, but not
    as far as to that point, so that it is still met, nor, if others meet there, so far that their
    blend reaches the half in which all have one field.
    """
    follows = [set(part.follows.tolist()) for part in puppet.parts]
    points = range(len(puppet.rest))
    meeting = [[k for k, own in enumerate(follows) if n in own] for n in points]
    radii = np.zeros(len(puppet.rest))
    for shared in points:
        own = [follows[k] for k in meeting[shared]]
        if len(own) < 2:
            continue
        others = sorted(set.union(*own) - set.intersection(*own))
        if not others:
            # Parts that follow the same points have one field anyway.
            continue
        far = np.linalg.norm(puppet.rest[others] - puppet.rest[shared], axis=1)
        wanted = [blend for k in meeting[shared] if (blend := puppet.parts[k].blend) > 0.0]
        shy = [1.0 if len(meeting[other]) < 2 else 1.5 for other in others]
        room = float(np.min(CLEAR * far / shy))
        radii[shared] = min(*wanted, room) if wanted else 0.5 * float(far.min())
    return radii


@dataclass(frozen=True)
class _Fit:
    """What the rotation of a field is fitted to.

    points, shape (k,); arms [m], shape (k, 3): from their middle to them at rest. line: these do
    not tell a rotation; arms are then along the line.
    """

    points: Indices
    arms: Floats
    line: bool

    @classmethod
    def of(cls, followed: tuple[int, ...], puppet: Puppet) -> _Fit:
        points = np.array(followed, dtype=np.int64)
        # Points at one place have arms of exactly no length.
        arms = puppet.rest[points] - puppet.rest[points[0]]
        arms -= arms.mean(axis=0)
        if puppet.dimensions == 2:
            return cls(points, arms, not arms.any())
        _, spreads, axes = np.linalg.svd(np.concatenate([arms, np.zeros((3, 3))]))
        if spreads[1] > THIN * spreads[0]:
            return cls(points, arms, False)
        return cls(points, np.outer(arms @ axes[0], axes[0]), True)


def _dense(starts: Unsigned, columns: Unsigned, values: Floats, width: int) -> Floats:
    """A matrix of rows that each start somewhere among the values."""
    found = np.zeros((len(starts) - 1, width))
    found[np.repeat(np.arange(len(found)), np.diff(starts)), columns] = values
    return found


def _followed(part: Part) -> tuple[int, ...]:
    """The points that a part follows, in their own order."""
    return tuple(np.unique(part.follows).tolist())


class _Model(NamedTuple):
    """The first arguments of the kernel, which says what they are."""

    plane: bool
    fields: Indices
    followed: Indices
    arms: Floats
    starts: Unsigned
    points: Unsigned
    weights: Floats
    offsets: Floats
    sharers: Unsigned
    shares: Floats

    @classmethod
    def of(cls, puppet: Puppet) -> _Model:
        fits = [_Fit.of(points, puppet) for points in sorted(set(map(_followed, puppet.parts)))]
        ends = np.cumsum([0, *(len(fit.points) for fit in fits)])
        rows = [(k, lead, *ends[k : k + 2]) for k, lead in _leads(fits).items()]
        weights, offsets, shares = _bindings(puppet, fits)
        starts = np.zeros((len(offsets) + 1, 2), dtype=np.uint32)
        starts[1:, 0] = np.cumsum(np.count_nonzero(weights, axis=1))
        starts[1:, 1] = np.cumsum(np.count_nonzero(shares, axis=1))
        return cls(
            puppet.dimensions == 2,
            np.array(rows, dtype=np.int64).reshape(-1, 4),
            np.concatenate([np.zeros(0, np.int64), *(fit.points for fit in fits)]),
            np.concatenate([np.zeros((0, 3)), *(fit.arms for fit in fits)]),
            starts,
            np.nonzero(weights)[1].astype(np.uint32),
            weights[weights != 0.0],
            offsets,
            np.nonzero(shares)[1].astype(np.uint32),
            shares[shares != 0.0],
        )


def _leads(fits: Sequence[_Fit]) -> dict[int, int]:
    """Fields in the order in which rotations are looked for, each with the one that it leans on if
    its points are on a line: that which shares most points with it, then the largest; or -1."""
    leads = {k: -1 for k, fit in enumerate(fits) if not fit.line}
    waiting = [k for k, fit in enumerate(fits) if fit.line]
    while waiting:
        found = {}
        for k in waiting:
            shared = {j: np.intersect1d(fits[j].points, fits[k].points).size for j in leads}
            meeting = [j for j in leads if shared[j]]
            if meeting:
                found[k] = max(meeting, key=lambda j: (shared[j], np.square(fits[j].arms).sum()))
        leads |= found or dict.fromkeys(waiting, -1)
        waiting = [k for k in waiting if k not in leads]
    return leads


def _bindings(puppet: Puppet, fits: Sequence[_Fit]) -> tuple[Floats, Floats, Floats]:
    """Of all vertices: weights of skeleton points, shape (v, n), offsets from the places that these
    weights give at rest [m], shape (v, 3), and shares of fields in their rotation, shape (v, p)."""
    radii = blend_radii(puppet)
    fit_of = {tuple(fit.points.tolist()): fit for fit in fits}
    weights, offsets, shares = [np.zeros((0, len(puppet.rest)))], [np.zeros((0, 3))], []
    for part in puppet.parts:
        places, own = part.vertices, fit_of[_followed(part)]
        share = np.stack([_share(places, own, fit, puppet.rest, radii) for fit in fits], axis=1)
        share /= share.sum(axis=1, keepdims=True)
        weight = np.zeros((len(places), len(puppet.rest)))
        for fit, much in zip(fits, share.T, strict=True):
            if much.any():
                near = interpolation_weights(places[:, None] - puppet.rest[fit.points])
                weight[:, fit.points] += much[:, None] * near
        # So that a vertex that goes with one point does so to the bit.
        weight /= weight.sum(axis=1, keepdims=True)
        weights.append(weight)
        used = weight.any(axis=0)
        apart = places[:, None] - puppet.rest[used]
        offsets.append(np.einsum("vn,vnd->vd", weight[:, used], apart))
        shares.append(share)
    empty = np.zeros((0, len(fits)))
    return np.concatenate(weights), np.concatenate(offsets), np.concatenate([empty, *shares])


def interpolation_weights(apart: Floats) -> Floats:
    """Eq. 3's |r - r_i|^-2 over their sum, shape (v, k), of r - r_i [m], shape (v, k, 3).

    At a skeleton point, in the limit, 1 for it; if several are there, as much for each.
    """
    squares = np.square(apart).sum(axis=2)
    nearest = squares.min(axis=1, keepdims=True)
    there = squares == nearest
    weights = np.where(there, 1.0, nearest / np.where(there, 1.0, squares))
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares


def _share(vertices: Floats, own: _Fit, other: _Fit, rest: Floats, radii: Floats) -> Floats:
    """How much another field counts for vertices of a part, beside 1 for its own.

    1 within half the blend's radius of a point that both follow: there vertices of both have the
    same field. From there it falls to 0 at the radius, with a continuous slope.
    """
    if own is other:
        return np.ones(len(vertices))
    apart = np.ones(len(vertices))
    for shared in np.intersect1d(own.points, other.points):
        if radii[shared] > 0.0:
            far = np.linalg.norm(vertices - rest[shared], axis=1) / radii[shared]
            way = np.clip(2.0 * far - 1.0, 0.0, 1.0)
            apart *= way * way * (3.0 - 2.0 * way)
    share: Floats = 1.0 - apart
    return share
