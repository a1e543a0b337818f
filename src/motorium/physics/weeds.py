"""Leaves of seaweed: chains of masses and springs that water lifts and carries along.

After Tu 1999, section 8.2: all springs of a leaf are alike, masses and the distances between them
decrease towards the tip, water lifts every mass, and a current pulls each with mu v. We take for v
the velocity of the water past the mass, which is the printed force where the leaf is at rest, and
lets it come to rest.

Beside its spring, a link has a weak stiffness of shape: a pull S along a direction of its own. So
a settled link points where the sum of all forces above it and of S point (`Leaves.settled`), and
the leaves of one root fan out instead of lying on one line.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined, kernel
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_SECONDS
from motorium.memory import aligned_zeros
from motorium.physics.simd import Lanes, choose, inverse_sqrt, load, maximum, minimum, splat, store
from motorium.physics.triples import dot, load3, minus, plus, store3, times

__all__ = ["GRAVITY", "NODES_PER_LEAF", "STEPS_PER_FRAME", "WIDTH", "Leaves"]

NODES_PER_LEAF: Final = 10
"""Besides the root."""
SHORTER: Final = 0.9
LIGHTER: Final = 0.85
"""A link and a mass, against the one below (Tu: both decrease): the last link has 0.39 of the
first's length, the last node 0.23 of its mass."""
MASS: Final = 0.003
"""Of a metre of leaf [kg]: a ribbon of 1 cm x 0.3 mm."""
DRAG: Final = 0.01
"""mu of each node of a leaf of one metre [kg/s]: 1 in the units of Tu's fish (g, 0.1 s), as the
viscosity of Eq. 4.3. Ours grows with the leaf as its mass does: long and short ones bend alike."""
SPRING: Final = 100.0
"""[N/m]. Half a metre a second stretches the first link by less than 1 %, ten by 6 %."""
WALL: Final = 1000.0
"""With which ground and surface hold a node back [N/m]: ten metres a second press it in by 1 mm."""
STIFFNESS: Final = 0.5
"""Of shape: S is this share of the weight above the link."""
GRAVITY: Final = 9.81
"""[m/s^2]"""
YIELDING: Final = 0.01
"""A node that is beyond ground or surface is put back by at most so much a step [m]: it slides out
of a sheer wall, and is not shot."""
STEPS_PER_FRAME: Final = 6
"""Of which no more change what a storm does: ten metres a second that turn at once stretch links by
24 % for a moment, with eight steps by 19 %, with four by 46 %."""

WIDTH: Final = 8
"""Leaves that are computed at once, in float64."""
MODEL: Final = 8
"""Numbers of a node: length, mass, lift, drag and pull, and a direction."""
SCRATCH: Final = 14
"""Vectors that a node keeps from the way down to the way up: see `_step`."""

Array = NDArray[Any]


class Leaves:
    """Model and state of many leaves; positions are relative to the root of each.

    Of the model: lengths of links [m], masses [kg], lifts and pulls of shape [N], shape (leaves,
    NODES_PER_LEAF); directions of shape, unit vectors, shape (leaves, NODES_PER_LEAF, 3); drags of
    each of a leaf's nodes [kg/s], shape (leaves,).

    In blocks of WIDTH leaves, shape (blocks, NODES_PER_LEAF, 3, WIDTH): positions [m] and
    velocities [m/s], and what a caller writes: flow, of the water at each node [m/s]; grip, how
    many times its drag a node feels, 1 unless somebody says so, shape (blocks, NODES_PER_LEAF,
    WIDTH); floor, likewise, and ceiling [m], shape (blocks, WIDTH): between which there is water.
    """

    def __init__(
        self,
        heights: Floats,
        buoyancy: Floats,
        directions: Floats,
        stiffness: float = STIFFNESS,
    ) -> None:
        """heights: how long leaves are [m]; buoyancy: what lifts them, in their weights."""
        count = len(heights)
        weights = GRAVITY * MASS * np.outer(heights, _shares(LIGHTER))
        self.lengths = np.outer(heights, _shares(SHORTER))
        self.masses = weights / GRAVITY
        self.lifts = buoyancy[:, None] * weights
        self.drags = DRAG * np.asarray(heights, dtype=np.float64)
        self.pulls = stiffness * _above(weights)
        self.directions = directions
        blocks = -(-count // WIDTH)
        drags = np.repeat(self.drags[:, None], NODES_PER_LEAF, axis=1)
        numbers = np.stack([self.lengths, self.masses, self.lifts, drags, self.pulls], axis=2)
        model = np.concatenate([numbers, directions], axis=2)
        self._model = _blocked(model.reshape(count, NODES_PER_LEAF * MODEL), blocks)
        shape = (blocks, NODES_PER_LEAF, 3, WIDTH)
        self.positions, self.velocities, self.flow = (_zeros(*shape) for _ in range(3))
        self.grip, self.floor = (_zeros(blocks, NODES_PER_LEAF, WIDTH) for _ in range(2))
        self.grip[:] = 1.0
        self.floor[:] = -np.inf
        self.ceiling = _zeros(blocks, WIDTH)
        self.ceiling[:] = np.inf
        self._scratch = _zeros(NODES_PER_LEAF * SCRATCH * WIDTH)
        self._lanes = Lanes(WIDTH)
        self.nodes = self.settled(np.zeros(3))

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def nodes(self) -> Floats:
        """A copy of the nodes' positions [m], shape (leaves, NODES_PER_LEAF, 3)."""
        rows: Floats = self.positions.transpose(0, 3, 1, 2).reshape(-1, NODES_PER_LEAF, 3)
        return rows[: len(self)].copy()

    @nodes.setter
    def nodes(self, nodes: Floats) -> None:
        """Put nodes there, at rest."""
        rows = nodes.reshape(len(self), NODES_PER_LEAF * 3)
        self.positions.reshape(-1)[:] = _blocked(rows, len(self.positions))
        self.velocities[:] = 0.0

    def settled(self, current: Floats) -> Floats:
        """Where nodes come to rest in a steady current [m/s], shape (leaves, NODES_PER_LEAF, 3).

        Link i, of length l in the direction d, balances P, the sum of lift and drag above it:
        k (l - l0) d + S / l0 (l d - l0 s) = P, so that d points along P + S s, and
        l = (k l0 + |P + S s|) / (k + S / l0).
        """
        pulled = self.drags[:, None, None] * np.ones((NODES_PER_LEAF, 1)) * current
        pulled[:, :, 2] += self.lifts
        total = _above(pulled) + self.pulls[:, :, None] * self.directions
        size = np.linalg.norm(total, axis=2)
        stretched = (SPRING * self.lengths + size) / (SPRING + self.pulls / self.lengths)
        settled: Floats = np.cumsum((stretched / size)[:, :, None] * total, axis=1)
        return settled

    def advance(self) -> None:
        """One frame."""
        _sway(
            self._lanes,
            self._model,
            self._scratch,
            self.flow.reshape(-1),
            self.grip.reshape(-1),
            self.floor.reshape(-1),
            self.ceiling.reshape(-1),
            self.positions.reshape(-1),
            self.velocities.reshape(-1),
        )


def _shares(ratio: float) -> Floats:
    """What each has of one whole, every next one by a ratio less."""
    powers = ratio ** np.arange(NODES_PER_LEAF)
    shares: Floats = powers / powers.sum()
    return shares


def _above(rows: Floats) -> Floats:
    """Sums over all nodes from each one to the tip."""
    sums: Floats = rows[:, ::-1].cumsum(axis=1)[:, ::-1]
    return sums


def _zeros(*shape: int) -> Array:
    return aligned_zeros(int(np.prod(shape)), np.float64).reshape(shape)


def _blocked(rows: Floats, blocks: int) -> Array:
    """Rows of leaves as blocks of columns, flat; the last leaf stands in where one is missing."""
    count, columns = rows.shape
    padded = np.pad(rows, ((0, blocks * WIDTH - count), (0, 0)), mode="edge") if count else rows
    blocked = aligned_zeros(blocks * columns * WIDTH, np.float64)
    blocked[:] = padded.reshape(blocks, WIDTH, columns).swapaxes(1, 2).ravel()
    return blocked


@kernel
def _sway(
    lanes: Lanes,
    model: Array,
    scratch_out: Array,
    flow: Array,
    grip: Array,
    floor: Array,
    ceiling: Array,
    positions_out: Array,
    velocities_out: Array,
) -> None:
    """A frame of all blocks; arrays are flat."""
    for block in range(len(ceiling) // WIDTH):
        for _ in range(STEPS_PER_FRAME):
            _step(
                lanes,
                block,
                model,
                scratch_out,
                flow,
                grip,
                floor,
                ceiling,
                positions_out,
                velocities_out,
            )


@inlined
def _step(
    lanes: Any,
    block: int,
    model: Array,
    scratch_out: Array,
    flow: Array,
    grip: Array,
    floor: Array,
    ceiling: Array,
    positions_out: Array,
    velocities_out: Array,
) -> None:
    """A step of h: (m / h + mu) v' + h K (v' - v'_next) = m v / h + mu u + forces, for v'.

    K, the tangent of a link's force, is k (a I + (1 - a) d d^T) + S / l0, with a = 1 - l0 / l or 0
    if the link is pressed. It joins neighbours only: on the way down from the tip each node is
    eliminated from the equation of the one below it, on the way up velocities follow. Implicit in
    all that is stiff, so that no current is too strong for it.
    """
    step = FRAME_SECONDS / STEPS_PER_FRAME
    zero, one, h = splat(lanes, 0.0), splat(lanes, 1.0), splat(lanes, step)
    rate, spring = splat(lanes, 1.0 / step), splat(lanes, SPRING)
    hard, yielding = splat(lanes, WALL), splat(lanes, YIELDING)
    top = load(lanes, ceiling, block * WIDTH)
    # What the link above adds to a node's matrix and force.
    matrix_above = (zero, zero, zero, zero, zero, zero)
    above = (zero, zero, zero)
    for node in range(NODES_PER_LEAF - 1, -1, -1):
        row = (block * NODES_PER_LEAF + node) * WIDTH
        x = load3(lanes, WIDTH, positions_out, 3 * row)
        v = load3(lanes, WIDTH, velocities_out, 3 * row)
        u = load3(lanes, WIDTH, flow, 3 * row)
        length, mass, lift = load3(lanes, WIDTH, model, MODEL * row)
        drag = load(lanes, model, MODEL * row + 3 * WIDTH) * load(lanes, grip, row)
        pull = load(lanes, model, MODEL * row + 4 * WIDTH)
        held = load3(lanes, WIDTH, model, MODEL * row + 5 * WIDTH)
        inertia = rate * mass

        along = x
        if node > 0:
            along = minus(x, load3(lanes, WIDTH, positions_out, 3 * (row - WIDTH)))
        squared = dot(along, along) + splat(lanes, 1e-18)
        shortness = inverse_sqrt(squared)
        d = times(shortness, along)
        shape = pull / length
        a = maximum(zero, one - length * shortness)
        even, axial = h * (spring * a + shape), h * spring * (one - a)
        tension = spring * (squared * shortness - length) + shape * squared * shortness
        force = minus(times(tension, d), times(pull, held))

        # Ground and surface hold back a node that is beyond them, or on its own would get there.
        going = (inertia * v[2] + drag * u[2] + lift) / (inertia + drag)
        under = load(lanes, floor, row) - x[2]
        over = x[2] - top
        sinking = maximum(under, under - h * going)
        rising = maximum(over, over + h * going)
        contact = choose(sinking, hard, zero) + choose(rising, hard, zero)
        up, down = minimum(under, yielding), zero - minimum(over, yielding)
        way = choose(sinking, up, choose(rising, down, zero))

        total = plus(minus(plus(times(inertia, v), times(drag, u)), force), above)
        total = (total[0], total[1], total[2] + lift + contact * way)
        matrix = _plus_link(matrix_above, inertia + drag + even, axial, d)
        matrix = (matrix[0], matrix[1], matrix[2] + h * contact, matrix[3], matrix[4], matrix[5])
        inverse = _inverse(lanes, matrix)

        kept = node * SCRATCH * WIDTH
        store3(WIDTH, scratch_out, kept, (inverse[0], inverse[1], inverse[2]))
        store3(WIDTH, scratch_out, kept + 3 * WIDTH, (inverse[3], inverse[4], inverse[5]))
        store3(WIDTH, scratch_out, kept + 6 * WIDTH, total)
        store3(WIDTH, scratch_out, kept + 9 * WIDTH, d)
        store(scratch_out, kept + 12 * WIDTH, even)
        store(scratch_out, kept + 13 * WIDTH, axial)

        across = _product(inverse, d)
        above = plus(force, _link(even, axial, d, _product(inverse, total)))
        matrix_above = _eliminated(lanes, inverse, even, axial, d, across)

    before = (zero, zero, zero)
    for node in range(NODES_PER_LEAF):
        row = (block * NODES_PER_LEAF + node) * WIDTH
        kept = node * SCRATCH * WIDTH
        diagonal = load3(lanes, WIDTH, scratch_out, kept)
        rest = load3(lanes, WIDTH, scratch_out, kept + 3 * WIDTH)
        total = load3(lanes, WIDTH, scratch_out, kept + 6 * WIDTH)
        d = load3(lanes, WIDTH, scratch_out, kept + 9 * WIDTH)
        even = load(lanes, scratch_out, kept + 12 * WIDTH)
        axial = load(lanes, scratch_out, kept + 13 * WIDTH)
        inverse = (diagonal[0], diagonal[1], diagonal[2], rest[0], rest[1], rest[2])
        before = _product(inverse, plus(total, _link(even, axial, d, before)))
        x = load3(lanes, WIDTH, positions_out, 3 * row)
        store3(WIDTH, velocities_out, 3 * row, before)
        store3(WIDTH, positions_out, 3 * row, plus(x, times(h, before)))


# Symmetric matrices of vectors: xx, yy, zz, xy, xz, yz.


@inlined
def _plus_link(matrix: Any, even: Any, axial: Any, d: Any) -> Any:
    """matrix + even I + axial d d^T."""
    e = times(axial, d)
    return (
        matrix[0] + even + e[0] * d[0],
        matrix[1] + even + e[1] * d[1],
        matrix[2] + even + e[2] * d[2],
        matrix[3] + e[0] * d[1],
        matrix[4] + e[0] * d[2],
        matrix[5] + e[1] * d[2],
    )


@inlined
def _link(even: Any, axial: Any, d: Any, v: Any) -> Any:
    """(even I + axial d d^T) v."""
    return plus(times(even, v), times(axial * dot(d, v), d))


@inlined
def _product(matrix: Any, v: Any) -> Any:
    return (
        matrix[0] * v[0] + matrix[3] * v[1] + matrix[4] * v[2],
        matrix[3] * v[0] + matrix[1] * v[1] + matrix[5] * v[2],
        matrix[4] * v[0] + matrix[5] * v[1] + matrix[2] * v[2],
    )


@inlined
def _inverse(lanes: Any, matrix: Any) -> Any:
    xx, yy, zz, xy, xz, yz = matrix
    first, second, third = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
    f = splat(lanes, 1.0) / (xx * first + xy * second + xz * third)
    return (
        f * first,
        f * (xx * zz - xz * xz),
        f * (xx * yy - xy * xy),
        f * second,
        f * third,
        f * (xy * xz - xx * yz),
    )


@inlined
def _eliminated(lanes: Any, inverse: Any, even: Any, axial: Any, d: Any, across: Any) -> Any:
    """K - K T K, with K = even I + axial d d^T, T the inverse and across = T d."""
    scale = splat(lanes, 0.0) - even * even
    mixed = even * axial
    a = times(mixed, across)
    rest = axial - axial * axial * dot(d, across)
    return (
        scale * inverse[0] + even + rest * d[0] * d[0] - a[0] * d[0] - a[0] * d[0],
        scale * inverse[1] + even + rest * d[1] * d[1] - a[1] * d[1] - a[1] * d[1],
        scale * inverse[2] + even + rest * d[2] * d[2] - a[2] * d[2] - a[2] * d[2],
        scale * inverse[3] + rest * d[0] * d[1] - a[0] * d[1] - a[1] * d[0],
        scale * inverse[4] + rest * d[0] * d[2] - a[0] * d[2] - a[2] * d[0],
        scale * inverse[5] + rest * d[1] * d[2] - a[1] * d[2] - a[2] * d[1],
    )
