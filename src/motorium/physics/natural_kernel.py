"""The natural fish for populations: one vector lane a fish, fixed sparsity, no allocation.

The equations are those of `physics.natural_reference`. The system matrix has a 3 x 3 block for each
pair of nodes that a unit, a face or a fin joins; before elimination every block is symmetric, so
six rows of numbers hold it.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba.extending import register_jitable

from motorium.bodies.fish import MUSCLE_UNITS, MUSCLES, NODES, UNIT_NODES, UNITS
from motorium.compiled import kernel
from motorium.physics.fish_kernel import Array, Row, spread_units
from motorium.physics.simd import (
    Lanes,
    cross,
    dot,
    inverse_sqrt,
    load,
    load3,
    maximum,
    minimum,
    minus,
    plus,
    splat,
    store,
    store3,
    times,
    where_positive,
)
from motorium.physics.skyline import Skyline
from motorium.physics.water import (
    FIN_DRAG,
    PECTORAL_DRAG,
    SECTIONS,
    SHED_SPEED,
    SKIN_FRICTION,
    fin_weights,
)

__all__ = ["BLOCKS", "SCRATCH_ROWS", "step_natural_fishes"]

_X: Final = Row.POSITION
_V: Final = Row.VELOCITY
_LATELY: Final = Row.LATELY
_M: Final = Row.CONTRACTION
_DM: Final = Row.CONTRACTION_STEP
_DT: Final = Row.DT
_MU: Final = Row.WATER
_CURRENT: Final = Row.CURRENT
_FIN: Final = Row.FINS
_ROWS: Final = Row.COUNT

_FIN_WEIGHTS: Final = fin_weights()
_FIN_NODES = np.array([np.flatnonzero(w) for w in _FIN_WEIGHTS])
_FIN_SHARES = np.array([w[w != 0] for w in _FIN_WEIGHTS])


def _blocks() -> Skyline:
    """Pairs of nodes with a block: those of units, and those that a fin joins."""
    pairs = UNIT_NODES.tolist()
    for nodes in _FIN_NODES:
        pairs += [(a, b) for a in nodes for b in nodes if a < b]
    return Skyline.of_pairs(NODES, np.array(pairs, dtype=np.int32))


BLOCKS: Final = _blocks()
_TOP = BLOCKS.top.astype(np.int64)
_PLACE = BLOCKS.diagonal.astype(np.int64)
_BLOCK: Final = 9
_LOAD: Final = _BLOCK * BLOCKS.size
_WHERE: Final = _LOAD + 3 * NODES
_FLOW: Final = _WHERE + 3 * NODES
_AXES: Final = _FLOW + 3 * NODES
_PUSH: Final = _AXES + 3 * SECTIONS
SCRATCH_ROWS: Final = _PUSH + 3 * UNITS
"""Rows of the work space of one thread: matrix, load, where the nodes will be, how fast against
the water, the six axes of the body, and what each unit adds to the load."""

_ORDER = np.array([*spread_units(np.setdiff1d(np.arange(UNITS), MUSCLE_UNITS)), *MUSCLE_UNITS])
_UNIT = _ORDER.astype(np.int64)
_UNIT_I = UNIT_NODES[_ORDER, 0].astype(np.int64)
_UNIT_J = UNIT_NODES[_ORDER, 1].astype(np.int64)
_PASSIVE: Final = UNITS - MUSCLES
_OFF = (_PLACE[_UNIT_J] + _UNIT_J - _UNIT_I).astype(np.int64)
"""Block of each unit's pair of nodes, in the order of the loop."""
_EMPTY = np.setdiff1d(np.arange(BLOCKS.size), np.concatenate([_OFF, _PLACE[:-1]]))
"""Blocks within the skyline that no unit fills."""


def _incidence() -> tuple[Array, Array]:
    """Units at each node, one list after the other, and where each list begins."""
    lists = [np.flatnonzero((node == _UNIT_I) | (node == _UNIT_J)) for node in range(NODES)]
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
    compressed unit's negative stiffness the masses can bear; pull (23,): the righting couple; faces
    with the axis along which they lie and (drag, bluntness, crosswise) of their surface (n, 3);
    fin_areas (3,): dorsal, anal, pectoral; state and scratch: flat, of one floating type.
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
                theta,
                width,
                start,
                state,
                scratch,
            )
            _find_axes(lanes, width, scratch, state)
            _add_faces(lanes, quads, quad_axes, quad_surfaces, theta, width, start, state, scratch)
            _add_faces(
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
            _add_fins(lanes, fin_areas, theta, width, start, state, scratch)
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
            store(scratch, (_BLOCK * block + row) * width, zero)
    for i in range(NODES):
        mass = splat(lanes, masses[i])
        v = minus(load3(lanes, width, state, start + (_V + 3 * i) * width), current)
        lately = minus(load3(lanes, width, state, start + (_LATELY + 3 * i) * width), current)
        x = load3(lanes, width, state, start + (_X + 3 * i) * width)
        store3(width, scratch, (_FLOW + 3 * i) * width, lately)
        store3(width, scratch, (_WHERE + 3 * i) * width, plus(x, times(half, lately)))
        g = times(mass, v)
        lifted = g[2] + h * splat(lanes, pull[i])
        store3(width, scratch, (_LOAD + 3 * i) * width, (g[0], g[1], lifted))


@register_jitable
def _unit3(lanes: Lanes, a: Any, state: Array) -> Any:
    tiny = splat(lanes, state.dtype.type(1e-20))
    return times(inverse_sqrt(dot(a, a) + tiny), a)


@register_jitable
def _node(lanes: Lanes, width: int, scratch: Array, first: int, node: int) -> Any:
    return load3(lanes, width, scratch, (first + 3 * node) * width)


@register_jitable
def _centre(lanes: Lanes, width: int, scratch: Array, section: int, quarter: Any) -> Any:
    a = _node(lanes, width, scratch, _WHERE, 1 + 4 * section)
    b = _node(lanes, width, scratch, _WHERE, 2 + 4 * section)
    c = _node(lanes, width, scratch, _WHERE, 3 + 4 * section)
    d = _node(lanes, width, scratch, _WHERE, 4 + 4 * section)
    return times(quarter, plus(plus(a, b), plus(c, d)))


@kernel
def _find_axes(lanes: Lanes, width: int, scratch: Array, state: Array) -> None:
    """Forward directions of the six stretches of the body."""
    quarter = splat(lanes, state.dtype.type(0.25))
    half = splat(lanes, state.dtype.type(0.5))
    ahead = _node(lanes, width, scratch, _WHERE, 0)
    for section in range(SECTIONS):
        if section < SECTIONS - 1:
            behind = _centre(lanes, width, scratch, section, quarter)
        else:
            upper = _node(lanes, width, scratch, _WHERE, 21)
            behind = times(half, plus(upper, _node(lanes, width, scratch, _WHERE, 22)))
        axis = _unit3(lanes, minus(ahead, behind), state)
        store3(width, scratch, (_AXES + 3 * section) * width, axis)
        ahead = behind


@register_jitable
def _add_block(lanes: Lanes, width: int, scratch: Array, i: int, j: int, block: Any) -> None:
    """Add a symmetric block (xx, xy, xz, yy, yz, zz) to that of nodes i <= j."""
    p = _BLOCK * (_PLACE[j] + j - i) * width
    store(scratch, p, load(lanes, scratch, p) + block[0])
    store(scratch, p + width, load(lanes, scratch, p + width) + block[1])
    store(scratch, p + 2 * width, load(lanes, scratch, p + 2 * width) + block[2])
    store(scratch, p + 3 * width, load(lanes, scratch, p + 3 * width) + block[3])
    store(scratch, p + 4 * width, load(lanes, scratch, p + 4 * width) + block[4])
    store(scratch, p + 5 * width, load(lanes, scratch, p + 5 * width) + block[5])


@register_jitable
def _outer(factor: Any, n: Any) -> Any:
    a, b, c = factor * n[0], factor * n[1], factor * n[2]
    return a * n[0], a * n[1], a * n[2], b * n[1], b * n[2], c * n[2]


@register_jitable
def _both(a: Any, b: Any) -> Any:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]


@register_jitable
def _scaled(factor: Any, a: Any) -> Any:
    return (
        factor * a[0],
        factor * a[1],
        factor * a[2],
        factor * a[3],
        factor * a[4],
        factor * a[5],
    )


@kernel
def _add_faces(
    lanes: Lanes,
    faces: Array,
    axes: Array,
    surfaces: Array,
    theta: Any,
    width: int,
    start: int,
    state: Array,
    scratch: Array,
) -> None:
    """Add the drag of streamlined faces, and skin friction along them, to the matrix."""
    one = splat(lanes, state.dtype.type(1))
    zero = splat(lanes, state.dtype.type(0))
    tiny = splat(lanes, state.dtype.type(1e-20))
    corners = faces.shape[1]
    per_corner = splat(lanes, state.dtype.type(1.0 / corners))
    friction = splat(lanes, state.dtype.type(SKIN_FRICTION))
    h = load(lanes, state, start + _DT * width) * splat(lanes, theta)
    # Half for the area, and the square of a corner's share.
    scale = h * load(lanes, state, start + _MU * width)
    scale = scale * splat(lanes, state.dtype.type(0.5 / corners**2))
    for face in range(faces.shape[0]):
        a, b = np.int64(faces[face, 0]), np.int64(faces[face, 1])
        c, d = np.int64(faces[face, 2]), np.int64(faces[face, corners - 1])
        xa = _node(lanes, width, scratch, _WHERE, a)
        xb = _node(lanes, width, scratch, _WHERE, b)
        xc = _node(lanes, width, scratch, _WHERE, c)
        v = plus(
            plus(_node(lanes, width, scratch, _FLOW, a), _node(lanes, width, scratch, _FLOW, b)),
            _node(lanes, width, scratch, _FLOW, c),
        )
        if corners == 4:
            xd = _node(lanes, width, scratch, _WHERE, d)
            v = plus(v, _node(lanes, width, scratch, _FLOW, d))
            normal = cross(minus(xc, xa), minus(xd, xb))
        else:
            normal = cross(minus(xb, xa), minus(xc, xa))
        v = times(per_corner, v)
        square = dot(normal, normal) + tiny
        per_length = inverse_sqrt(square)
        twice_area = square * per_length
        normal = times(per_length, normal)
        axis = load3(lanes, width, scratch, (_AXES + 3 * axes[face]) * width)
        less = (one - splat(lanes, surfaces[face, 1])) * dot(normal, axis)
        normal = minus(normal, times(less, axis))
        forward = dot(v, axis)
        speed2 = dot(v, v)
        across2 = maximum(speed2 - splat(lanes, surfaces[face, 2]) * forward * forward, zero)
        across = across2 * inverse_sqrt(across2 + tiny)
        speed = speed2 * inverse_sqrt(speed2 + tiny)
        towards = dot(normal, v)
        pressed = splat(lanes, surfaces[face, 0]) * across
        pressed = scale * twice_area * where_positive(towards, pressed)
        rubbed = scale * twice_area * friction * speed
        block = _both(_outer(pressed, normal), _outer(rubbed, axis))
        for k in range(corners):
            for m in range(corners):
                i, j = np.int64(faces[face, k]), np.int64(faces[face, m])
                if i <= j:
                    _add_block(lanes, width, scratch, i, j, block)


@kernel
def _add_fins(
    lanes: Lanes,
    areas: Array,
    theta: Any,
    width: int,
    start: int,
    state: Array,
    scratch: Array,
) -> None:
    """Add the drag of dorsal, anal and pectoral fins to the matrix."""
    tiny = splat(lanes, state.dtype.type(1e-20))
    half = splat(lanes, state.dtype.type(0.5))
    h = load(lanes, state, start + _DT * width) * splat(lanes, theta)
    scale = h * load(lanes, state, start + _MU * width)
    n5, n6 = _node(lanes, width, scratch, _WHERE, 5), _node(lanes, width, scratch, _WHERE, 6)
    n7, n8 = _node(lanes, width, scratch, _WHERE, 7), _node(lanes, width, scratch, _WHERE, 8)
    nose = _node(lanes, width, scratch, _WHERE, 0)
    forward = _unit3(lanes, minus(nose, times(half, plus(n5, n7))), state)
    up = _unit3(lanes, cross(forward, minus(plus(n5, n8), plus(n6, n7))), state)
    across = minus(n5, n5)
    for section in range(2, 4):
        b = 1 + 4 * section
        left = plus(
            _node(lanes, width, scratch, _WHERE, b), _node(lanes, width, scratch, _WHERE, b + 3)
        )
        right = plus(
            _node(lanes, width, scratch, _WHERE, b + 1),
            _node(lanes, width, scratch, _WHERE, b + 2),
        )
        across = plus(across, minus(left, right))
    axis = load3(lanes, width, scratch, (_AXES + 9) * width)
    across = _unit3(lanes, minus(across, times(dot(across, axis), axis)), state)
    for fin in range(4):
        if fin < 2:
            normal = across
            drag = splat(lanes, areas[fin]) * splat(lanes, state.dtype.type(FIN_DRAG))
        else:
            p = start + (_FIN + 3 * (fin - 2)) * width
            cosine, sine = load(lanes, state, p), load(lanes, state, p + width)
            normal = plus(times(cosine, up), times(sine, forward))
            drag = splat(lanes, areas[2]) * splat(lanes, state.dtype.type(PECTORAL_DRAG))
            drag = drag * load(lanes, state, p + 2 * width)
        v = minus(n5, n5)
        for k in range(8):
            share = splat(lanes, state.dtype.type(_FIN_SHARES[fin, k]))
            v = plus(v, times(share, _node(lanes, width, scratch, _FLOW, _FIN_NODES[fin, k])))
        speed2 = dot(v, v)
        block = _outer(scale * drag * speed2 * inverse_sqrt(speed2 + tiny), normal)
        for k in range(8):
            share = splat(lanes, state.dtype.type(_FIN_SHARES[fin, k]))
            part = _scaled(share, block)
            for m in range(k, 8):
                other = splat(lanes, state.dtype.type(_FIN_SHARES[fin, m]))
                _add_block(
                    lanes,
                    width,
                    scratch,
                    _FIN_NODES[fin, k],
                    _FIN_NODES[fin, m],
                    _scaled(other, part),
                )


@kernel
def _add_units(
    lanes: Lanes,
    masses: Array,
    elasticity: Array,
    tension: Array,
    damping: Array,
    slack: Array,
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
    zero = splat(lanes, state.dtype.type(0))
    dt = load(lanes, state, start + _DT * width)
    h = dt * splat(lanes, theta)
    hh = h * dt * splat(lanes, state.dtype.type(0.5))
    for s in range(UNITS):
        i, j, unit = _UNIT_I[s], _UNIT_J[s], _UNIT[s]
        r = minus(_node(lanes, width, scratch, _WHERE, j), _node(lanes, width, scratch, _WHERE, i))
        u = minus(_node(lanes, width, scratch, _FLOW, j), _node(lanes, width, scratch, _FLOW, i))
        square = dot(r, r)
        per_length = inverse_sqrt(square)
        n = times(per_length, r)
        rest = splat(lanes, tension[unit])
        if s >= _PASSIVE:
            rest = rest * load(lanes, state, start + (_M + s - _PASSIVE) * width)
        c = splat(lanes, elasticity[unit])
        excess = c - rest * per_length
        force = excess * square * per_length
        crosswise = maximum(hh * excess, zero - splat(lanes, slack[unit]))
        axial = hh * c - crosswise
        q = plus(times(axial * dot(n, u) - h * force, n), times(crosswise, u))
        store3(width, scratch, (_PUSH + 3 * s) * width, q)
        b = _outer(zero - axial - h * splat(lanes, damping[unit]), n)
        _store_block(
            width,
            scratch,
            _OFF[s],
            (b[0] - crosswise, b[1], b[2], b[3] - crosswise, b[4], b[5] - crosswise),
        )
    for i in range(NODES):
        mass = splat(lanes, masses[i])
        own = (mass, zero, zero, mass, zero, mass)
        g = load3(lanes, width, scratch, (_LOAD + 3 * i) * width)
        for k in range(_UNITS_FROM[i], _UNITS_FROM[i + 1]):
            s = _UNITS_OF[k]
            shared = _symmetric(lanes, width, scratch, _BLOCK * _OFF[s] * width)
            own = _less(own, shared)
            q = load3(lanes, width, scratch, (_PUSH + 3 * s) * width)
            g = plus(g, q) if i == _UNIT_J[s] else minus(g, q)
        _store_block(width, scratch, _PLACE[i], own)
        store3(width, scratch, (_LOAD + 3 * i) * width, g)


@register_jitable
def _less(a: Any, b: Any) -> Any:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5]


@register_jitable
def _store_block(width: int, scratch: Array, place: int, block: Any) -> None:
    p = _BLOCK * place * width
    store(scratch, p, block[0])
    store(scratch, p + width, block[1])
    store(scratch, p + 2 * width, block[2])
    store(scratch, p + 3 * width, block[3])
    store(scratch, p + 4 * width, block[4])
    store(scratch, p + 5 * width, block[5])


@register_jitable
def _symmetric(lanes: Lanes, width: int, scratch: Array, p: int) -> Any:
    return (
        load(lanes, scratch, p),
        load(lanes, scratch, p + width),
        load(lanes, scratch, p + 2 * width),
        load(lanes, scratch, p + 3 * width),
        load(lanes, scratch, p + 4 * width),
        load(lanes, scratch, p + 5 * width),
    )


@register_jitable
def _root(lanes: Lanes, a: Any) -> Any:
    """Lower triangle C of a symmetric block C C^T: 1/xx, yx, zx, 1/yy, zy, 1/zz."""
    xx = inverse_sqrt(a[0])
    yx, zx = a[1] * xx, a[2] * xx
    yy = inverse_sqrt(a[3] - yx * yx)
    zy = (a[4] - zx * yx) * yy
    zz = inverse_sqrt(a[5] - zx * zx - zy * zy)
    return xx, yx, zx, yy, zy, zz


@register_jitable
def _forth(c: Any, v: Any) -> Any:
    """C^-1 v."""
    x = v[0] * c[0]
    y = (v[1] - c[1] * x) * c[3]
    return x, y, (v[2] - c[2] * x - c[4] * y) * c[5]


@register_jitable
def _back(c: Any, v: Any) -> Any:
    """C^-T v."""
    z = v[2] * c[5]
    y = (v[1] - c[4] * z) * c[3]
    return (v[0] - c[1] * y - c[2] * z) * c[0], y, z


@register_jitable
def _rows(lanes: Lanes, width: int, scratch: Array, p: int) -> Any:
    """The three rows of a full block."""
    return (
        load3(lanes, width, scratch, p),
        load3(lanes, width, scratch, p + 3 * width),
        load3(lanes, width, scratch, p + 6 * width),
    )


@register_jitable
def _store_rows(width: int, scratch: Array, p: int, a: Any) -> None:
    store3(width, scratch, p, a[0])
    store3(width, scratch, p + 3 * width, a[1])
    store3(width, scratch, p + 6 * width, a[2])


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
    edge = _edge(lanes, edge_mass, theta, width, start, state, scratch)
    quarter_drag = _outer(edge[2] * splat(lanes, state.dtype.type(0.25)), edge[0])
    _add_block(lanes, width, scratch, 21, 21, quarter_drag)
    _add_block(lanes, width, scratch, 22, 22, quarter_drag)
    _add_block(lanes, width, scratch, 21, 22, quarter_drag)
    g0 = _LOAD * width
    size = _BLOCK * width
    for j in range(NODES):
        top = _TOP[j]
        column = _PLACE[j]
        d = _symmetric(lanes, width, scratch, column * size)
        p = g0 + 3 * j * width
        g = load3(lanes, width, scratch, p)
        for i in range(top, j):
            q = (column + j - i) * size
            s = _symmetric(lanes, width, scratch, q)
            a, b, c = (s[0], s[1], s[2]), (s[1], s[3], s[4]), (s[2], s[4], s[5])
            above = _PLACE[i]
            for k in range(max(top, _TOP[i]), i):
                u = _rows(lanes, width, scratch, (column + j - k) * size)
                f = _rows(lanes, width, scratch, (above + i - k) * size)
                a = minus(a, (dot(u[0], f[0]), dot(u[0], f[1]), dot(u[0], f[2])))
                b = minus(b, (dot(u[1], f[0]), dot(u[1], f[1]), dot(u[1], f[2])))
                c = minus(c, (dot(u[2], f[0]), dot(u[2], f[1]), dot(u[2], f[2])))
            root = _symmetric(lanes, width, scratch, above * size)
            a, b, c = _forth(root, a), _forth(root, b), _forth(root, c)
            _store_rows(width, scratch, q, (a, b, c))
            d = _less(d, (dot(a, a), dot(a, b), dot(a, c), dot(b, b), dot(b, c), dot(c, c)))
            known = load3(lanes, width, scratch, g0 + 3 * i * width)
            g = minus(g, (dot(a, known), dot(b, known), dot(c, known)))
        root = _root(lanes, d)
        _store_block(width, scratch, column, root)
        store3(width, scratch, p, _forth(root, g))
    _turn_edge(lanes, edge, width, scratch, state)
    for j in range(NODES - 1, -1, -1):
        column = _PLACE[j]
        p = g0 + 3 * j * width
        v = load3(lanes, width, scratch, p)
        if j < 21:
            v = _back(_symmetric(lanes, width, scratch, column * size), v)
            store3(width, scratch, p, v)
        for i in range(_TOP[j], min(j, 21)):
            f = _rows(lanes, width, scratch, (column + j - i) * size)
            q = g0 + 3 * i * width
            known = load3(lanes, width, scratch, q)
            store3(width, scratch, q, minus(known, _transposed(f, v)))


@register_jitable
def _edge(
    lanes: Lanes,
    edge_mass: Any,
    theta: Any,
    width: int,
    start: int,
    state: Array,
    scratch: Array,
) -> Any:
    """Directions across and along the tail's edge, its drag, and the strength of its turn."""
    zero, one = splat(lanes, state.dtype.type(0)), splat(lanes, state.dtype.type(1))
    half = splat(lanes, state.dtype.type(0.5))
    axis = load3(lanes, width, scratch, (_AXES + 3 * (SECTIONS - 1)) * width)
    upper = _node(lanes, width, scratch, _WHERE, 21)
    span = minus(upper, _node(lanes, width, scratch, _WHERE, 22))
    across = _unit3(lanes, cross(span, axis), state)
    tips = times(
        half,
        plus(_node(lanes, width, scratch, _FLOW, 21), _node(lanes, width, scratch, _FLOW, 22)),
    )
    ahead = maximum(dot(tips, axis), zero)
    sideways = dot(tips, across)
    limit = ahead + splat(lanes, state.dtype.type(SHED_SPEED))
    shed = maximum(minimum(sideways, limit), zero - limit)
    h = load(lanes, state, start + _DT * width) * splat(lanes, theta)
    mass = h * load(lanes, state, start + _MU * width) * splat(lanes, edge_mass) * half
    return across, axis, mass * ahead, mass * shed * ahead / (ahead + one)


@register_jitable
def _turn_edge(lanes: Lanes, edge: Any, width: int, scratch: Array, state: Array) -> None:
    """Solve for the two tips with the edge's workless (skew) force, which no LDL^T can hold.

    The tips come last in the elimination, so only their 6 x 6 system is touched: Woodbury's formula
    on two directions.
    """
    half = splat(lanes, state.dtype.type(0.5))
    one = splat(lanes, state.dtype.type(1))
    size = _BLOCK * width
    f = _rows(lanes, width, scratch, (_PLACE[22] + 1) * size)
    upper = _symmetric(lanes, width, scratch, _PLACE[21] * size)
    lower = _symmetric(lanes, width, scratch, _PLACE[22] * size)
    a, b = times(half, edge[0]), times(half, edge[1])
    a21, a22 = _both_tips(upper, lower, f, a)
    b21, b22 = _both_tips(upper, lower, f, b)
    p21, p22 = (_LOAD + 63) * width, (_LOAD + 66) * width
    y22 = _back(lower, load3(lanes, width, scratch, p22))
    y21 = _back(upper, minus(load3(lanes, width, scratch, p21), _transposed(f, y22)))
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
    first = _forth(upper, a)
    second = _forth(lower, minus(a, (dot(f[0], first), dot(f[1], first), dot(f[2], first))))
    second = _back(lower, second)
    return _back(upper, minus(first, _transposed(f, second))), second


@register_jitable
def _transposed(f: Any, v: Any) -> Any:
    return plus(plus(times(v[0], f[0]), times(v[1], f[1])), times(v[2], f[2]))


@kernel
def _finish(lanes: Lanes, theta: Any, width: int, start: int, state: Array, scratch: Array) -> None:
    """Move the nodes by what was solved for."""
    dt = load(lanes, state, start + _DT * width)
    per_theta = splat(lanes, state.dtype.type(1)) / splat(lanes, theta)
    current = load3(lanes, width, state, start + _CURRENT * width)
    for i in range(NODES):
        middle = plus(load3(lanes, width, scratch, (_LOAD + 3 * i) * width), current)
        p = start + (_V + 3 * i) * width
        v = load3(lanes, width, state, p)
        store3(width, state, p, plus(v, times(per_theta, minus(middle, v))))
        store3(width, state, start + (_LATELY + 3 * i) * width, middle)
        p = start + (_X + 3 * i) * width
        store3(width, state, p, plus(load3(lanes, width, state, p), times(dt, middle)))
