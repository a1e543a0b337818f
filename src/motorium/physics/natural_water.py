"""The water of the natural model in lanes: streamlined faces, fins and the tail's edge."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba.extending import register_jitable

from motorium.compiled import kernel
from motorium.physics.block_matrix import add_block, block_sum, block_times, outer
from motorium.physics.fish_kernel import Array, Row
from motorium.physics.natural_layout import (
    AXES,
    FIN_NODES,
    FIN_SHARES,
    FLOW,
    LOAD,
    WHERE,
    node3,
    unit3,
)
from motorium.physics.simd import Lanes, inverse_sqrt, load, maximum, minimum, splat, where_positive
from motorium.physics.triples import cross, dot, load3, minus, plus, store3, times
from motorium.physics.water import (
    FIN_DRAG,
    PECTORAL_DRAG,
    SECTIONS,
    SHED_SPEED,
    SKIN_FRICTION,
)

__all__ = ["add_faces", "add_fins", "edge_of_tail", "find_axes"]

_DT: Final = Row.DT
_MU: Final = Row.WATER
_FIN: Final = Row.FINS
_OAR: Final = Row.OARS


@register_jitable
def _centre(lanes: Lanes, width: int, scratch: Array, section: int, quarter: Any) -> Any:
    a = node3(lanes, width, scratch, WHERE, 1 + 4 * section)
    b = node3(lanes, width, scratch, WHERE, 2 + 4 * section)
    c = node3(lanes, width, scratch, WHERE, 3 + 4 * section)
    d = node3(lanes, width, scratch, WHERE, 4 + 4 * section)
    return times(quarter, plus(plus(a, b), plus(c, d)))


@kernel
def find_axes(lanes: Lanes, width: int, scratch: Array, state: Array) -> None:
    """Forward directions of the six stretches of the body."""
    quarter = splat(lanes, state.dtype.type(0.25))
    half = splat(lanes, state.dtype.type(0.5))
    ahead = node3(lanes, width, scratch, WHERE, 0)
    for section in range(SECTIONS):
        if section < SECTIONS - 1:
            behind = _centre(lanes, width, scratch, section, quarter)
        else:
            upper = node3(lanes, width, scratch, WHERE, 21)
            behind = times(half, plus(upper, node3(lanes, width, scratch, WHERE, 22)))
        axis = unit3(lanes, minus(ahead, behind), state)
        store3(width, scratch, (AXES + 3 * section) * width, axis)
        ahead = behind


@kernel
def add_faces(
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
        xa = node3(lanes, width, scratch, WHERE, a)
        xb = node3(lanes, width, scratch, WHERE, b)
        xc = node3(lanes, width, scratch, WHERE, c)
        v = plus(
            plus(node3(lanes, width, scratch, FLOW, a), node3(lanes, width, scratch, FLOW, b)),
            node3(lanes, width, scratch, FLOW, c),
        )
        if corners == 4:
            xd = node3(lanes, width, scratch, WHERE, d)
            v = plus(v, node3(lanes, width, scratch, FLOW, d))
            normal = cross(minus(xc, xa), minus(xd, xb))
        else:
            normal = cross(minus(xb, xa), minus(xc, xa))
        v = times(per_corner, v)
        square = dot(normal, normal) + tiny
        per_length = inverse_sqrt(square)
        twice_area = square * per_length
        normal = times(per_length, normal)
        axis = load3(lanes, width, scratch, (AXES + 3 * axes[face]) * width)
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
        block = block_sum(outer(pressed, normal), outer(rubbed, axis))
        for k in range(corners):
            for m in range(corners):
                i, j = np.int64(faces[face, k]), np.int64(faces[face, m])
                if i <= j:
                    add_block(lanes, width, scratch, i, j, block)


@kernel
def add_fins(
    lanes: Lanes,
    areas: Array,
    theta: Any,
    width: int,
    start: int,
    state: Array,
    scratch: Array,
) -> None:
    """Add the drag of dorsal, anal and pectoral fins to the matrix, and what oars push."""
    tiny = splat(lanes, state.dtype.type(1e-20))
    quarter = splat(lanes, state.dtype.type(0.25))
    h = load(lanes, state, start + _DT * width) * splat(lanes, theta)
    scale = h * load(lanes, state, start + _MU * width)
    n5, n6 = node3(lanes, width, scratch, WHERE, 5), node3(lanes, width, scratch, WHERE, 6)
    n7, n8 = node3(lanes, width, scratch, WHERE, 7), node3(lanes, width, scratch, WHERE, 8)
    nose = node3(lanes, width, scratch, WHERE, 0)
    middle = times(quarter, plus(plus(n5, n6), plus(n7, n8)))
    forward = unit3(lanes, minus(nose, middle), state)
    up = unit3(lanes, cross(forward, minus(plus(n5, n8), plus(n6, n7))), state)
    across = minus(n5, n5)
    for section in range(2, 4):
        b = 1 + 4 * section
        left = plus(
            node3(lanes, width, scratch, WHERE, b), node3(lanes, width, scratch, WHERE, b + 3)
        )
        right = plus(
            node3(lanes, width, scratch, WHERE, b + 1),
            node3(lanes, width, scratch, WHERE, b + 2),
        )
        across = plus(across, minus(left, right))
    axis = load3(lanes, width, scratch, (AXES + 9) * width)
    across = unit3(lanes, minus(across, times(dot(across, axis), axis)), state)
    for fin in range(4):
        stroke = splat(lanes, state.dtype.type(0))
        if fin < 2:
            normal = across
            drag = splat(lanes, areas[fin]) * splat(lanes, state.dtype.type(FIN_DRAG))
        else:
            p = start + (_FIN + 3 * (fin - 2)) * width
            cosine, sine = load(lanes, state, p), load(lanes, state, p + width)
            normal = plus(times(cosine, up), times(sine, forward))
            drag = splat(lanes, areas[2]) * splat(lanes, state.dtype.type(PECTORAL_DRAG))
            drag = drag * load(lanes, state, p + 2 * width)
            stroke = load(lanes, state, start + (_OAR + fin - 2) * width)
        v = times(stroke, forward)
        for k in range(8):
            share = splat(lanes, state.dtype.type(FIN_SHARES[fin, k]))
            v = plus(v, times(share, node3(lanes, width, scratch, FLOW, FIN_NODES[fin, k])))
        speed2 = dot(v, v)
        strength = scale * drag * speed2 * inverse_sqrt(speed2 + tiny)
        block = outer(strength, normal)
        push = times(strength * stroke * dot(normal, forward), normal)
        for k in range(8):
            share = splat(lanes, state.dtype.type(FIN_SHARES[fin, k]))
            part = block_times(share, block)
            if fin >= 2:
                p = (LOAD + 3 * FIN_NODES[fin, k]) * width
                less = minus(load3(lanes, width, scratch, p), times(share, push))
                store3(width, scratch, p, less)
            for m in range(k, 8):
                other = splat(lanes, state.dtype.type(FIN_SHARES[fin, m]))
                add_block(
                    lanes,
                    width,
                    scratch,
                    FIN_NODES[fin, k],
                    FIN_NODES[fin, m],
                    block_times(other, part),
                )


@register_jitable
def edge_of_tail(
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
    axis = load3(lanes, width, scratch, (AXES + 3 * (SECTIONS - 1)) * width)
    upper = node3(lanes, width, scratch, WHERE, 21)
    span = minus(upper, node3(lanes, width, scratch, WHERE, 22))
    across = unit3(lanes, cross(span, axis), state)
    tips = times(
        half,
        plus(node3(lanes, width, scratch, FLOW, 21), node3(lanes, width, scratch, FLOW, 22)),
    )
    ahead = maximum(dot(tips, axis), zero)
    sideways = dot(tips, across)
    limit = ahead + splat(lanes, state.dtype.type(SHED_SPEED))
    shed = maximum(minimum(sideways, limit), zero - limit)
    h = load(lanes, state, start + _DT * width) * splat(lanes, theta)
    mass = h * load(lanes, state, start + _MU * width) * splat(lanes, edge_mass) * half
    return across, axis, mass * ahead, mass * shed * ahead / (ahead + one)
