"""Rods of a crowd of puppets, a vector of figures at a time."""

from __future__ import annotations

from typing import Any

from motorium.compiled import inlined
from motorium.physics.rods.crowd_bends import LEAST_SQUARE, add_wrong
from motorium.physics.rods.crowd_layout import DT, ROD_ROWS, WAY, Array, constant
from motorium.physics.rods.table import RECOVERY
from motorium.physics.simd import (
    Lanes,
    choose,
    inverse_sqrt,
    load,
    maximum,
    minimum,
    splat,
    store,
    where_positive,
)
from motorium.physics.triples import dot, load3, minus, plus, store3, times

__all__ = ["draw_to_rest", "prepare_rods", "see_to_rods"]


@inlined
def prepare_rods(
    lanes: Lanes,
    width: int,
    start: int,
    points: int,
    begin: int,
    rods: Array,
    lengths: Array,
    state: Array,
    scratch: Array,
) -> float:
    """What rods know of the beginning of a step: along them they push and pull. Returns the most
    that one of them may be long."""
    none, least_square = constant(lanes, state, 1e-30), constant(lanes, state, LEAST_SQUARE)
    rate = constant(lanes, state, RECOVERY) * load(lanes, scratch, DT * width)
    longest = 0.0
    for rod in range(len(rods)):
        a, b = rods[rod, 0], rods[rod, 1]
        p = (begin + ROD_ROWS * rod) * width
        along = minus(
            load3(lanes, width, state, start + 3 * a * width),
            load3(lanes, width, state, start + 3 * b * width),
        )
        own = dot(along, along)
        store3(width, scratch, p, along)
        store(scratch, p + 3 * width, own)
        first = load(lanes, scratch, (WAY + 3 * points + a) * width)
        second = load(lanes, scratch, (WAY + 3 * points + b) * width)
        both = first + second
        share = constant(lanes, state, 1.0) / maximum(both, none)
        store(scratch, p + 4 * width, first * share)
        store(scratch, p + 5 * width, second * share)
        length = own * inverse_sqrt(maximum(own, least_square))
        least, most = splat(lanes, lengths[rod, 0]), splat(lanes, lengths[rod, 1])
        recovery = rate * most
        low, high = minimum(least, length + recovery), maximum(most, length - recovery)
        store(scratch, p + 6 * width, low * low)
        store(scratch, p + 7 * width, high * high)
        longest = max(longest, lengths[rod, 1])
        add_wrong(
            lanes,
            width,
            maximum(least - length, length - most),
            maximum(low - length, length - high),
            both,
            maximum(first, second),
            longest,
            scratch,
        )
    return longest


@inlined
def draw_to_rest(
    lanes: Lanes,
    width: int,
    begin: int,
    rods: Array,
    natural: Array,
    tone: float,
    scratch: Array,
) -> None:
    """Let every rod go a share of the way back to its length at rest."""
    dt, one = load(lanes, scratch, DT * width), constant(lanes, scratch, 1.0)
    part = constant(lanes, scratch, tone) * dt * dt
    least = constant(lanes, scratch, LEAST_SQUARE)
    for rod in range(len(rods)):
        a, b = (WAY + 3 * rods[rod, 0]) * width, (WAY + 3 * rods[rod, 1]) * width
        p = (begin + ROD_ROWS * rod) * width
        along = load3(lanes, width, scratch, p)
        own = maximum(load(lanes, scratch, p + 3 * width), least)
        push = part * (splat(lanes, natural[rod]) * inverse_sqrt(own) - one)
        first = push * load(lanes, scratch, p + 4 * width)
        second = push * load(lanes, scratch, p + 5 * width)
        way_a, way_b = load3(lanes, width, scratch, a), load3(lanes, width, scratch, b)
        store3(width, scratch, a, plus(way_a, times(first, along)))
        store3(width, scratch, b, minus(way_b, times(second, along)))


@inlined
def see_to_rods(
    lanes: Lanes, width: int, begin: int, rods: Array, left: Any, scratch: Array
) -> None:
    """Correct the ways of rods' ends, one rod after the other.

    With e the rod as it was and u as it would be, u + s e is to have the nearest length that is
    allowed: s^2 e.e + 2 s e.u + u.u = L^2, of whose roots the smaller is taken; where there is none
    the length comes as near as it can, s = -e.u / e.e.
    """
    zero, one = constant(lanes, scratch, 0.0), constant(lanes, scratch, 1.0)
    tiny, least = constant(lanes, scratch, 1e-30), constant(lanes, scratch, LEAST_SQUARE)
    for rod in range(len(rods)):
        a, b = (WAY + 3 * rods[rod, 0]) * width, (WAY + 3 * rods[rod, 1]) * width
        p = (begin + ROD_ROWS * rod) * width
        e = load3(lanes, width, scratch, p)
        way_a, way_b = load3(lanes, width, scratch, a), load3(lanes, width, scratch, b)
        u = plus(e, minus(way_a, way_b))
        ee, eu, uu = load(lanes, scratch, p + 3 * width), dot(e, u), dot(u, u)
        allowed = maximum(uu, load(lanes, scratch, p + 6 * width))
        missing = minimum(allowed, load(lanes, scratch, p + 7 * width)) - uu
        within = eu * eu + ee * missing
        root = within * inverse_sqrt(maximum(within, tiny))
        over = choose(within, missing, zero - eu)
        under = choose(within, choose(zero - eu, eu - root, eu + root), ee)
        # What began without a length has no direction.
        push = where_positive(ee - least, over / choose(under * under, under, one))
        push = where_positive(left, where_positive(missing * missing, push))
        first = push * load(lanes, scratch, p + 4 * width)
        second = push * load(lanes, scratch, p + 5 * width)
        store3(width, scratch, a, plus(way_a, times(first, e)))
        store3(width, scratch, b, minus(way_b, times(second, e)))
