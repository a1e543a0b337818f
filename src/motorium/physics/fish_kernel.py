"""The artificial fish for populations: one vector lane a fish, fixed sparsity, no allocation.

The equations are those of `physics.fish_reference`. State is kept in blocks of `width` fishes; in a
block, row after row, each row one vector. Rows are listed in `Row`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES, NODES, UNITS
from motorium.compiled import kernel
from motorium.physics.fish_reference import SKYLINE
from motorium.physics.simd import Lanes, inverse_sqrt, load, maximum, splat, store
from motorium.physics.triples import cross, dot, load3, minus, plus, store3, times
from motorium.physics.unit_order import PASSIVE, UNIT, UNIT_I, UNIT_J

__all__ = ["FLOPS_PER_STEP", "SCRATCH_ROWS", "Array", "Row", "step_fishes"]

Array = NDArray[Any]


class Row:
    """Where a fish's numbers stand in its block."""

    POSITION: Final = 0
    """[cm] from the fish's own origin, node after node, x y z."""
    VELOCITY: Final = 3 * NODES
    """[cm / 0.1 s]"""
    CONTRACTION: Final = 6 * NODES
    """Rest length of each muscle over its natural one."""
    CONTRACTION_STEP: Final = 6 * NODES + MUSCLES
    """What is added to the contraction before each step: muscles move in ramps, not in stairs."""
    DT: Final = 6 * NODES + 2 * MUSCLES
    """Step [0.1 s]; an individual's size scales it."""
    WATER: Final = DT + 1
    """mu of Eq. 4.3; of the natural model, density of the medium over that of water."""
    LATELY: Final = DT + 2
    """Velocity in the middle of the last step [cm / 0.1 s], of the natural model."""
    CURRENT: Final = LATELY + 3 * NODES
    """Velocity of the water around [cm / 0.1 s]."""
    FINS: Final = CURRENT + 3
    """Cosine and sine of the angle and spread, 0 folded to 1, of the left pectoral, then of the
    right."""
    OARS: Final = FINS + 6
    """How fast the left and the right pectoral are rowed forward [cm / 0.1 s], against the body."""
    COUNT: Final = OARS + 2


_X: Final = Row.POSITION
_V: Final = Row.VELOCITY
_M: Final = Row.CONTRACTION
_DM: Final = Row.CONTRACTION_STEP
_DT: Final = Row.DT
_MU: Final = Row.WATER
_ROWS: Final = Row.COUNT


_TOP = SKYLINE.top.astype(np.int64)
_DIAGONAL = SKYLINE.diagonal.astype(np.int64)
_ENTRIES: Final = SKYLINE.size
_LOAD: Final = SKYLINE.size
SCRATCH_ROWS: Final = SKYLINE.size + 3 * NODES
"""Rows of the work space of one thread: the system matrix, then the load."""


def _count_flops() -> int:
    """Additions, multiplications, divisions and roots that one step of one fish needs.

    An inverse root counts 2 (root, division), however it is computed.
    """
    heights = (np.arange(NODES) - SKYLINE.top).tolist()
    factorize = 0
    for j, top in enumerate(SKYLINE.top):
        for i in range(int(top), j):
            factorize += 2 * (i - max(int(top), int(SKYLINE.top[i])))
    factorize += sum(3 * h + 1 for h in heights)
    substitute = 2 * sum(3 * 2 * h for h in heights) + 3 * NODES
    quads = 18 * (6 + 9 + 9 + 10 + 5 + 4 + 3 + 12 + 2)
    triangles = 6 * (6 + 6 + 9 + 10 + 5 + 4 + 3 + 9 + 2)
    units = UNITS * (3 + 5 + 2 + 3 + 6 + 5 + 1 + 2 + 3 + 6) + 2 * MUSCLES
    start = NODES * 4 + 1
    return int(start + quads + triangles + units + factorize + substitute + 6 * NODES)


FLOPS_PER_STEP: Final = _count_flops()


@kernel
def step_fishes(
    lanes: Lanes,
    masses: Array,
    elasticity: Array,
    tension: Array,
    viscosity: float,
    stiffness_floor: float,
    quads: Array,
    triangles: Array,
    width: int,
    first_block: int,
    last_block: int,
    steps: int,
    state: Array,
    scratch: Array,
) -> None:
    """Advance the fishes of blocks [first_block, last_block) by whole steps, in place.

    masses [g] (23,); elasticity c_ij (91,); tension c_ij l_ij (91,); stiffness_floor: 0 keeps a
    compressed unit out of A, a large negative number is the printed scheme; quads (n, 4) and
    triangles (n, 3): faces; width: that of `lanes`; state and scratch: flat, of one floating type.
    """
    for block in range(first_block, last_block):
        for _ in range(steps):
            _step_block(
                lanes,
                masses,
                elasticity,
                tension,
                viscosity,
                stiffness_floor,
                quads,
                triangles,
                width,
                block * _ROWS * width,
                state,
                scratch,
            )


@kernel
def _step_block(
    lanes: Lanes,
    masses: Array,
    elasticity: Array,
    tension: Array,
    viscosity: float,
    stiffness_floor: float,
    quads: Array,
    triangles: Array,
    width: int,
    start: int,
    state: Array,
    scratch: Array,
) -> None:
    unit = splat(lanes, state.dtype.type(1))
    zero = splat(lanes, state.dtype.type(0))
    dt = load(lanes, state, start + _DT * width)
    per_dt = unit / dt
    for k in range(MUSCLES):
        p = start + (_M + k) * width
        store(state, p, load(lanes, state, p) + load(lanes, state, start + (_DM + k) * width))
    for entry in range(_ENTRIES):
        store(scratch, entry * width, zero)
    for i in range(NODES):
        inertia = splat(lanes, masses[i]) * per_dt
        store(scratch, _DIAGONAL[i] * width, inertia)
        for k in range(3):
            v = load(lanes, state, start + (_V + 3 * i + k) * width)
            store(scratch, (_LOAD + 3 * i + k) * width, inertia * v)
    _add_water(lanes, quads, triangles, width, start, state, scratch)
    _add_units(
        lanes, elasticity, tension, viscosity, stiffness_floor, dt, width, start, state, scratch
    )
    _solve(lanes, unit, width, scratch)
    for row in range(3 * NODES):
        v = load(lanes, scratch, (_LOAD + row) * width)
        p = start + (_X + row) * width
        store(state, start + (_V + row) * width, v)
        store(state, p, load(lanes, state, p) + dt * v)


@kernel
def _add_water(
    lanes: Lanes,
    quads: Array,
    triangles: Array,
    width: int,
    start: int,
    state: Array,
    scratch: Array,
) -> None:
    """Add Eq. 4.3 to the load, face by face."""
    x0, v0 = start + _X * width, start + _V * width
    mu = load(lanes, state, start + _MU * width)
    per_quad = mu * splat(lanes, state.dtype.type(-0.5 / 4**3))
    per_triangle = mu * splat(lanes, state.dtype.type(-0.5 / 3**3))
    for face in range(quads.shape[0]):
        a, b = 3 * width * np.int64(quads[face, 0]), 3 * width * np.int64(quads[face, 1])
        c, d = 3 * width * np.int64(quads[face, 2]), 3 * width * np.int64(quads[face, 3])
        first = minus(load3(lanes, width, state, x0 + c), load3(lanes, width, state, x0 + a))
        second = minus(load3(lanes, width, state, x0 + d), load3(lanes, width, state, x0 + b))
        front = plus(load3(lanes, width, state, v0 + a), load3(lanes, width, state, v0 + b))
        rear = plus(load3(lanes, width, state, v0 + c), load3(lanes, width, state, v0 + d))
        push = _push(lanes, cross(first, second), plus(front, rear), per_quad, state)
        for corner in range(4):
            _add(lanes, width, scratch, np.int64(quads[face, corner]), push)
    for face in range(triangles.shape[0]):
        a = 3 * width * np.int64(triangles[face, 0])
        b = 3 * width * np.int64(triangles[face, 1])
        c = 3 * width * np.int64(triangles[face, 2])
        here = load3(lanes, width, state, x0 + a)
        first = minus(load3(lanes, width, state, x0 + b), here)
        second = minus(load3(lanes, width, state, x0 + c), here)
        front = plus(load3(lanes, width, state, v0 + a), load3(lanes, width, state, v0 + b))
        rear = load3(lanes, width, state, v0 + c)
        push = _push(lanes, cross(first, second), plus(front, rear), per_triangle, state)
        for corner in range(3):
            _add(lanes, width, scratch, np.int64(triangles[face, corner]), push)


@register_jitable
def _push(lanes: Lanes, normal: Any, velocities: Any, per_corner: Any, state: Array) -> Any:
    """A corner's share of the water's force on a face (Eq. 4.3).

    With N = 2 A n and S the sum of the corners' velocities it is
    -mu max(0, N.S) |S| / |N| N / (2 corners^3); |S| / |N| is taken as S.S / sqrt(S.S N.N).
    """
    zero, tiny = splat(lanes, state.dtype.type(0)), splat(lanes, state.dtype.type(1e-20))
    square = dot(velocities, velocities)
    ratio = square * inverse_sqrt(square * dot(normal, normal) + tiny)
    return times(ratio * per_corner * maximum(dot(normal, velocities), zero), normal)


@register_jitable
def _add(lanes: Lanes, width: int, scratch: Array, node: int, force: Any) -> None:
    """To a node's load."""
    p = (_LOAD + 3 * node) * width
    store3(width, scratch, p, plus(load3(lanes, width, scratch, p), force))


@kernel
def _add_units(
    lanes: Lanes,
    elasticity: Array,
    tension: Array,
    viscosity: float,
    stiffness_floor: float,
    dt: Any,
    width: int,
    start: int,
    state: Array,
    scratch: Array,
) -> None:
    """Add every unit's eta (Eq. 4.1) to A and its force to the load (section 4.5.1).

    eta = c + (kappa r' - c l) / r
    """
    x0, v0 = start + _X * width, start + _V * width
    kappa = splat(lanes, viscosity)
    floor = splat(lanes, stiffness_floor)
    zero = splat(lanes, state.dtype.type(0))
    for s in range(UNITS):
        i = UNIT_I[s]
        j = UNIT_J[s]
        a, b = 3 * width * i, 3 * width * j
        r = minus(load3(lanes, width, state, x0 + b), load3(lanes, width, state, x0 + a))
        u = minus(load3(lanes, width, state, v0 + b), load3(lanes, width, state, v0 + a))
        per_length = inverse_sqrt(dot(r, r))
        pull = splat(lanes, tension[UNIT[s]])
        if s >= PASSIVE:
            pull = pull * load(lanes, state, start + (_M + s - PASSIVE) * width)
        rate = dot(u, r) * per_length
        eta = splat(lanes, elasticity[UNIT[s]]) + per_length * (kappa * rate - pull)
        implicit = dt * maximum(eta, floor)
        p = _DIAGONAL[i] * width
        store(scratch, p, load(lanes, scratch, p) + implicit)
        p = _DIAGONAL[j] * width
        store(scratch, p, load(lanes, scratch, p) + implicit)
        store(scratch, (_DIAGONAL[j] + j - i) * width, zero - implicit)
        force = times(eta, r)
        _add(lanes, width, scratch, i, force)
        q = (_LOAD + 3 * j) * width
        store3(width, scratch, q, minus(load3(lanes, width, scratch, q), force))


@kernel
def _solve(lanes: Lanes, unit: Any, width: int, scratch: Array) -> None:
    """Solve A x = load by LDL^T within the skyline; x replaces the load."""
    g0 = _LOAD * width
    for j in range(NODES):
        top = _TOP[j]
        column = _DIAGONAL[j]
        for i in range(top + 1, j):
            above = _DIAGONAL[i]
            u = load(lanes, scratch, (column + j - i) * width)
            for k in range(max(top, _TOP[i]), i):
                u = u - load(lanes, scratch, (column + j - k) * width) * load(
                    lanes, scratch, (above + i - k) * width
                )
            store(scratch, (column + j - i) * width, u)
        d = load(lanes, scratch, column * width)
        p = g0 + 3 * j * width
        g = load3(lanes, width, scratch, p)
        for i in range(top, j):
            u = load(lanes, scratch, (column + j - i) * width)
            factor = u * load(lanes, scratch, _DIAGONAL[i] * width)
            store(scratch, (column + j - i) * width, factor)
            d = d - u * factor
            g = minus(g, times(factor, load3(lanes, width, scratch, g0 + 3 * i * width)))
        store(scratch, column * width, unit / d)
        store3(width, scratch, p, g)
    for j in range(NODES):
        inverse = load(lanes, scratch, _DIAGONAL[j] * width)
        p = g0 + 3 * j * width
        store3(width, scratch, p, times(inverse, load3(lanes, width, scratch, p)))
    for j in range(NODES - 1, -1, -1):
        column = _DIAGONAL[j]
        g = load3(lanes, width, scratch, g0 + 3 * j * width)
        for i in range(_TOP[j], j):
            factor = load(lanes, scratch, (column + j - i) * width)
            q = g0 + 3 * i * width
            store3(width, scratch, q, minus(load3(lanes, width, scratch, q), times(factor, g)))
