"""The natural fish for populations: one vector lane a fish, fixed sparsity, no allocation.

The equations are those of `physics.natural_reference`; `natural_layout` says where numbers stand.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba.extending import register_jitable

from motorium.bodies.fish import MUSCLES, NODES, UNITS
from motorium.compiled import kernel
from motorium.physics.block_matrix import (
    add_block,
    back,
    block_difference,
    forth,
    load_block,
    load_rows,
    outer,
    root,
    store_block,
    store_rows,
    transposed_times,
)
from motorium.physics.fish_kernel import Array, Row
from motorium.physics.natural_layout import (
    BLOCK_ROWS,
    BLOCKS,
    FLOW,
    LOAD,
    PLACE,
    PUSH,
    TOP,
    WHERE,
    node3,
)
from motorium.physics.natural_reference import SQUEEZE
from motorium.physics.natural_water import add_faces, add_fins, edge_of_tail, find_axes
from motorium.physics.simd import Lanes, inverse_sqrt, load, maximum, splat, store, where_positive
from motorium.physics.triples import dot, load3, minus, plus, store3, times
from motorium.physics.unit_order import PASSIVE, UNIT, UNIT_I, UNIT_J

__all__ = ["step_natural_fishes"]

_X: Final = Row.POSITION
_V: Final = Row.VELOCITY
_LATELY: Final = Row.LATELY
_M: Final = Row.CONTRACTION
_DM: Final = Row.CONTRACTION_STEP
_DT: Final = Row.DT
_CURRENT: Final = Row.CURRENT
_ROWS: Final = Row.COUNT

_OFF = (PLACE[UNIT_J] + UNIT_J - UNIT_I).astype(np.int64)
"""Block of each unit's pair of nodes, in the order of the loop."""
_EMPTY = np.setdiff1d(np.arange(BLOCKS.size), np.concatenate([_OFF, PLACE[:-1]]))
"""Blocks within the skyline that no unit fills."""


def _incidence() -> tuple[Array, Array]:
    """Units at each node, one list after the other, and where each list begins."""
    lists = [np.flatnonzero((node == UNIT_I) | (node == UNIT_J)) for node in range(NODES)]
    starts = np.concatenate([[0], np.cumsum([len(units) for units in lists])])
    return np.concatenate(lists).astype(np.int64), starts.astype(np.int64)


_UNITS_OF, _UNITS_FROM = _incidence()


@kernel
def step_natural_fishes(
    lanes: Lanes,
    masses: Array,
    elasticity: Array,
    tension: Array,
    damping: Array,
    slack: Array,
    short: Array,
    pull: Array,
    quads: Array,
    quad_axes: Array,
    quad_surfaces: Array,
    triangles: Array,
    triangle_axes: Array,
    triangle_surfaces: Array,
    fin_areas: Array,
    edge_mass: Any,
    theta: Any,
    width: int,
    first_block: int,
    last_block: int,
    steps: int,
    state: Array,
    scratch: Array,
) -> None:
    """Advance the fishes of blocks [first_block, last_block) by whole steps, in place.

    masses [g] (23,); elasticity c, tension c l, damping kappa and slack [g] (91,): how much of a
    compressed unit's negative stiffness the masses can bear; short [cm] (91,): below which units
    stiffen; pull (23,): the righting couple; faces with the axis along which they lie and (drag,
    bluntness, crosswise) of their surface (n, 3); fin_areas (3,): dorsal, anal, pectoral; state and
    scratch: flat, of one floating type.
    """
    for block in range(first_block, last_block):
        start = block * _ROWS * width
        for _ in range(steps):
            _begin(lanes, masses, pull, theta, width, start, state, scratch)
            _add_units(
                lanes,
                masses,
                elasticity,
                tension,
                damping,
                slack,
                short,
                theta,
                width,
                start,
                state,
                scratch,
            )
            find_axes(lanes, width, scratch, state)
            add_faces(lanes, quads, quad_axes, quad_surfaces, theta, width, start, state, scratch)
            add_faces(
                lanes,
                triangles,
                triangle_axes,
                triangle_surfaces,
                theta,
                width,
                start,
                state,
                scratch,
            )
            add_fins(lanes, fin_areas, theta, width, start, state, scratch)
            _solve(lanes, edge_mass, theta, width, start, state, scratch)
            _finish(lanes, theta, width, start, state, scratch)


@kernel
def _begin(
    lanes: Lanes,
    masses: Array,
    pull: Array,
    theta: Any,
    width: int,
    start: int,
    state: Array,
    scratch: Array,
) -> None:
    """Contract the muscles, look half a step ahead, and start the load with the momenta."""
    zero = splat(lanes, state.dtype.type(0))
    dt = load(lanes, state, start + _DT * width)
    half = dt * splat(lanes, state.dtype.type(0.5))
    h = dt * splat(lanes, theta)
    current = load3(lanes, width, state, start + _CURRENT * width)
    for k in range(MUSCLES):
        p = start + (_M + k) * width
        store(state, p, load(lanes, state, p) + load(lanes, state, start + (_DM + k) * width))
    for block in _EMPTY:
        for row in range(6):
            store(scratch, (BLOCK_ROWS * block + row) * width, zero)
    for i in range(NODES):
        mass = splat(lanes, masses[i])
        v = minus(load3(lanes, width, state, start + (_V + 3 * i) * width), current)
        lately = minus(load3(lanes, width, state, start + (_LATELY + 3 * i) * width), current)
        x = load3(lanes, width, state, start + (_X + 3 * i) * width)
        store3(width, scratch, (FLOW + 3 * i) * width, lately)
        store3(width, scratch, (WHERE + 3 * i) * width, plus(x, times(half, lately)))
        g = times(mass, v)
        lifted = g[2] + h * splat(lanes, pull[i])
        store3(width, scratch, (LOAD + 3 * i) * width, (g[0], g[1], lifted))


@kernel
def _add_units(
    lanes: Lanes,
    masses: Array,
    elasticity: Array,
    tension: Array,
    damping: Array,
    slack: Array,
    short: Array,
    theta: Any,
    width: int,
    start: int,
    state: Array,
    scratch: Array,
) -> None:
    """Start the matrix with every unit's damping and tangent stiffness, and add its force.

    A unit writes its pair's block and its push; then every node gathers from its units. A node's
    own block is its mass less the blocks that it shares.
    """
    zero, one = splat(lanes, state.dtype.type(0)), splat(lanes, state.dtype.type(1))
    squeeze = splat(lanes, state.dtype.type(SQUEEZE))
    dt = load(lanes, state, start + _DT * width)
    h = dt * splat(lanes, theta)
    hh = h * dt * splat(lanes, state.dtype.type(0.5))
    for s in range(UNITS):
        i, j, unit = UNIT_I[s], UNIT_J[s], UNIT[s]
        r = minus(node3(lanes, width, scratch, WHERE, j), node3(lanes, width, scratch, WHERE, i))
        u = minus(node3(lanes, width, scratch, FLOW, j), node3(lanes, width, scratch, FLOW, i))
        square = dot(r, r)
        per_length = inverse_sqrt(square)
        n = times(per_length, r)
        rest = splat(lanes, tension[unit])
        if s >= PASSIVE:
            rest = rest * load(lanes, state, start + (_M + s - PASSIVE) * width)
        c = splat(lanes, elasticity[unit])
        beyond = maximum(splat(lanes, short[unit]) * per_length - one, zero)
        stiffer = squeeze * c * (one + beyond)
        excess = c - rest * per_length - stiffer * beyond
        force = excess * square * per_length
        crosswise = maximum(hh * excess, zero - splat(lanes, slack[unit]))
        axial = hh * (c + where_positive(beyond, stiffer * (one + beyond))) - crosswise
        q = plus(times(axial * dot(n, u) - h * force, n), times(crosswise, u))
        store3(width, scratch, (PUSH + 3 * s) * width, q)
        b = outer(zero - axial - h * splat(lanes, damping[unit]), n)
        store_block(
            width,
            scratch,
            _OFF[s],
            (b[0] - crosswise, b[1], b[2], b[3] - crosswise, b[4], b[5] - crosswise),
        )
    for i in range(NODES):
        mass = splat(lanes, masses[i])
        own = (mass, zero, zero, mass, zero, mass)
        g = load3(lanes, width, scratch, (LOAD + 3 * i) * width)
        for k in range(_UNITS_FROM[i], _UNITS_FROM[i + 1]):
            s = _UNITS_OF[k]
            shared = load_block(lanes, width, scratch, BLOCK_ROWS * _OFF[s] * width)
            own = block_difference(own, shared)
            q = load3(lanes, width, scratch, (PUSH + 3 * s) * width)
            g = plus(g, q) if i == UNIT_J[s] else minus(g, q)
        store_block(width, scratch, PLACE[i], own)
        store3(width, scratch, (LOAD + 3 * i) * width, g)


@kernel
def _solve(
    lanes: Lanes,
    edge_mass: Any,
    theta: Any,
    width: int,
    start: int,
    state: Array,
    scratch: Array,
) -> None:
    """Solve by Cholesky's method in 3 x 3 blocks; the solution replaces the load."""
    edge = edge_of_tail(lanes, edge_mass, theta, width, start, state, scratch)
    quarter_drag = outer(edge[2] * splat(lanes, state.dtype.type(0.25)), edge[0])
    add_block(lanes, width, scratch, 21, 21, quarter_drag)
    add_block(lanes, width, scratch, 22, 22, quarter_drag)
    add_block(lanes, width, scratch, 21, 22, quarter_drag)
    g0 = LOAD * width
    size = BLOCK_ROWS * width
    for j in range(NODES):
        top = TOP[j]
        column = PLACE[j]
        d = load_block(lanes, width, scratch, column * size)
        p = g0 + 3 * j * width
        g = load3(lanes, width, scratch, p)
        for i in range(top, j):
            q = (column + j - i) * size
            s = load_block(lanes, width, scratch, q)
            a, b, c = (s[0], s[1], s[2]), (s[1], s[3], s[4]), (s[2], s[4], s[5])
            above = PLACE[i]
            for k in range(max(top, TOP[i]), i):
                u = load_rows(lanes, width, scratch, (column + j - k) * size)
                f = load_rows(lanes, width, scratch, (above + i - k) * size)
                a = minus(a, (dot(u[0], f[0]), dot(u[0], f[1]), dot(u[0], f[2])))
                b = minus(b, (dot(u[1], f[0]), dot(u[1], f[1]), dot(u[1], f[2])))
                c = minus(c, (dot(u[2], f[0]), dot(u[2], f[1]), dot(u[2], f[2])))
            known_root = load_block(lanes, width, scratch, above * size)
            a, b, c = forth(known_root, a), forth(known_root, b), forth(known_root, c)
            store_rows(width, scratch, q, (a, b, c))
            d = block_difference(
                d, (dot(a, a), dot(a, b), dot(a, c), dot(b, b), dot(b, c), dot(c, c))
            )
            known = load3(lanes, width, scratch, g0 + 3 * i * width)
            g = minus(g, (dot(a, known), dot(b, known), dot(c, known)))
        own_root = root(d)
        store_block(width, scratch, column, own_root)
        store3(width, scratch, p, forth(own_root, g))
    _turn_edge(lanes, edge, width, scratch, state)
    for j in range(NODES - 1, -1, -1):
        column = PLACE[j]
        p = g0 + 3 * j * width
        v = load3(lanes, width, scratch, p)
        if j < 21:
            v = back(load_block(lanes, width, scratch, column * size), v)
            store3(width, scratch, p, v)
        for i in range(TOP[j], min(j, 21)):
            f = load_rows(lanes, width, scratch, (column + j - i) * size)
            q = g0 + 3 * i * width
            known = load3(lanes, width, scratch, q)
            store3(width, scratch, q, minus(known, transposed_times(f, v)))


@register_jitable
def _turn_edge(lanes: Lanes, edge: Any, width: int, scratch: Array, state: Array) -> None:
    """Solve for the two tips with the edge's workless (skew) force, which has no symmetric factors.

    The tips come last in the elimination, so only their 6 x 6 system is touched: Woodbury's formula
    on two directions.
    """
    half = splat(lanes, state.dtype.type(0.5))
    one = splat(lanes, state.dtype.type(1))
    size = BLOCK_ROWS * width
    f = load_rows(lanes, width, scratch, (PLACE[22] + 1) * size)
    upper = load_block(lanes, width, scratch, PLACE[21] * size)
    lower = load_block(lanes, width, scratch, PLACE[22] * size)
    a, b = times(half, edge[0]), times(half, edge[1])
    a21, a22 = _both_tips(upper, lower, f, a)
    b21, b22 = _both_tips(upper, lower, f, b)
    p21, p22 = (LOAD + 63) * width, (LOAD + 66) * width
    y22 = back(lower, load3(lanes, width, scratch, p22))
    y21 = back(upper, minus(load3(lanes, width, scratch, p21), transposed_times(f, y22)))
    turn = edge[3]
    aa = turn * (dot(a, a21) + dot(a, a22))
    ab = turn * (dot(a, b21) + dot(a, b22))
    bb = turn * (dot(b, b21) + dot(b, b22))
    across, along = dot(a, y21) + dot(a, y22), dot(b, y21) + dot(b, y22)
    per = turn / (one - ab * ab + aa * bb)
    alpha = per * ((one + ab) * across - aa * along)
    beta = per * (bb * across + (one - ab) * along)
    store3(width, scratch, p21, plus(y21, minus(times(alpha, b21), times(beta, a21))))
    store3(width, scratch, p22, plus(y22, minus(times(alpha, b22), times(beta, a22))))


@register_jitable
def _both_tips(upper: Any, lower: Any, f: Any, a: Any) -> Any:
    """What the same push on both tips of the tail moves them by."""
    first = forth(upper, a)
    second = forth(lower, minus(a, (dot(f[0], first), dot(f[1], first), dot(f[2], first))))
    second = back(lower, second)
    return back(upper, minus(first, transposed_times(f, second))), second


@kernel
def _finish(lanes: Lanes, theta: Any, width: int, start: int, state: Array, scratch: Array) -> None:
    """Move the nodes by what was solved for."""
    dt = load(lanes, state, start + _DT * width)
    per_theta = splat(lanes, state.dtype.type(1)) / splat(lanes, theta)
    current = load3(lanes, width, state, start + _CURRENT * width)
    for i in range(NODES):
        middle = plus(load3(lanes, width, scratch, (LOAD + 3 * i) * width), current)
        p = start + (_V + 3 * i) * width
        v = load3(lanes, width, state, p)
        store3(width, state, p, plus(v, times(per_theta, minus(middle, v))))
        store3(width, state, start + (_LATELY + 3 * i) * width, middle)
        p = start + (_X + 3 * i) * width
        store3(width, state, p, plus(load3(lanes, width, state, p), times(dt, middle)))
