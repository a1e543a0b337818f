"""The energy books of a crowd, a vector of figures at a time: see `physics.rods.books`."""

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable

from motorium.compiled import inlined
from motorium.physics.rods.books import BRAKING, FORGETTING, HANDS_LEND, SLACK, TORN
from motorium.physics.rods.crowd_layout import (
    ACTIVE,
    DT,
    ROD_ROWS,
    SPARE,
    WAY,
    WRONG,
    Array,
    constant,
)
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

__all__ = ["close_books", "open_books", "restrain"]


@inlined
def _energy(lanes: Lanes, width: int, start: int, masses: Array, state: Array) -> Any:
    """Kinetic energy of what is free [kg units2/s2]."""
    points = len(masses)
    zero = constant(lanes, state, 0.0)
    total = zero
    for i in range(points):
        v = load3(lanes, width, state, start + 3 * (points + i) * width)
        own = splat(lanes, masses[i]) * dot(v, v)
        total = total + choose(load(lanes, state, start + (9 * points + i) * width), zero, own)
    return constant(lanes, state, 0.5) * total


@inlined
def open_books(lanes: Lanes, width: int, start: int, masses: Array, state: Array) -> None:
    """Before forces: enter what somebody changed since the last step."""
    book = start + (10 * len(masses) + 1) * width
    now = _energy(lanes, width, start, masses, state)
    more = maximum(now - load(lanes, state, book + width), constant(lanes, state, 0.0))
    store(state, book, load(lanes, state, book) + more)
    # For whoever has no part of a step left, that is all that is to be entered.
    store(state, book + width, now)


@inlined
def close_books(
    lanes: Lanes, width: int, start: int, masses: Array, state: Array, scratch: Array
) -> None:
    """After all: forget what was lost."""
    at = start + (10 * len(masses) + 1) * width
    now, book = _energy(lanes, width, start, masses, state), load(lanes, state, at)
    lost = maximum(book - now, constant(lanes, state, 0.0))
    share = load(lanes, scratch, DT * width) * constant(lanes, state, 1.0 / FORGETTING)
    share = where_positive(
        load(lanes, scratch, ACTIVE * width), minimum(share, constant(lanes, state, 1.0))
    )
    store(state, at, book - share * lost)
    store(state, at + width, now)


@inlined
def restrain(
    lanes: Lanes,
    width: int,
    start: int,
    masses: Array,
    begin: int,
    rods: Array,
    lengths: Array,
    state: Array,
    scratch: Array,
) -> None:
    """After the iterations: enter the work of forces and hands, and brake where there is no energy
    for what constraints did. Energies are times 2 dt^2 here."""
    points = len(masses)
    zero, one = constant(lanes, state, 0.0), constant(lanes, state, 1.0)
    free, alone, across, given, fastest = zero, zero, zero, zero, zero
    for i in range(points):
        mass = splat(lanes, masses[i])
        held = load(lanes, state, start + (9 * points + i) * width)
        own = load3(lanes, width, scratch, (WAY + 4 * points + 3 * i) * width)
        more = minus(load3(lanes, width, scratch, (WAY + 3 * i) * width), own)
        square = dot(own, own)
        across = across + mass * dot(own, more)
        given = given + mass * dot(more, more)
        fastest = maximum(fastest, where_positive(held, square))
        alone = alone + choose(held, zero, mass * square)
        free = free + choose(held, zero, mass)
    book_row = start + (10 * points + 1) * width
    dt, before = load(lanes, scratch, DT * width), load(lanes, state, book_row)
    per_unit = constant(lanes, state, 2.0) * dt * dt
    unit = one / per_unit
    work = alone * unit - load(lanes, state, book_row + width)
    lends = minimum(constant(lanes, state, HANDS_LEND) * dt, one)
    book = maximum(before + work, zero) + unit * free * fastest * lends
    store(state, book_row, choose(load(lanes, scratch, ACTIVE * width), book, before))
    slack = constant(lanes, state, SLACK)
    allowed = maximum(slack * (book * per_unit + load(lanes, scratch, WRONG * width)), alone)
    spent = alone + constant(lanes, state, 2.0) * across + given
    wild = where_positive(spent - allowed, one)
    kept = choose(wild, _affordable(lanes, alone, across, given, allowed, state), one)
    for i in range(points):
        p, q = (WAY + 3 * i) * width, (WAY + 4 * points + 3 * i) * width
        for k in range(3):
            own = load(lanes, scratch, q + k * width)
            more = load(lanes, scratch, p + k * width) - own
            way = own + kept * more
            store(scratch, p + k * width, way)
    loose = choose(wild, one, constant(lanes, state, TORN))
    if _too_long(lanes, width, begin, rods, lengths, loose, scratch):
        for _ in range(BRAKING):
            _brake(lanes, width, begin, rods, lengths, loose, scratch)


@register_jitable
def _affordable(
    lanes: Lanes, alone: Any, across: Any, given: Any, allowed: Any, state: Array
) -> Any:
    """The share of what constraints gave that there is energy for: see `books.affordable`."""
    tiny = constant(lanes, state, 1e-30)
    under_root = maximum(across * across + given * (allowed - alone), tiny)
    root = under_root * inverse_sqrt(under_root)
    share = (root - across) / maximum(given, tiny)
    return maximum(minimum(share, constant(lanes, state, 1.0)), constant(lanes, state, 0.0))


@register_jitable
def _excess(
    lanes: Lanes, width: int, p: int, a: int, b: int, most: Any, loose: Any, scratch: Array
) -> Any:
    """Whether (positive) a rod is too long and grows, the way that its ends go apart, and how far
    that is along the rod as it was."""
    e = load3(lanes, width, scratch, p)
    apart = minus(load3(lanes, width, scratch, a), load3(lanes, width, scratch, b))
    u, longest = plus(e, apart), loose * most
    along = dot(e, apart)
    grows = along - constant(lanes, scratch, 1e-9) * load(lanes, scratch, p + 3 * width)
    return where_positive(grows, dot(u, u) - longest * longest), e, along


@inlined
def _too_long(
    lanes: Lanes,
    width: int,
    begin: int,
    rods: Array,
    lengths: Array,
    loose: Any,
    scratch: Array,
) -> bool:
    """Whether there is a figure with a rod to be braked."""
    worst = constant(lanes, scratch, 0.0)
    for rod in range(len(rods)):
        a, b = (WAY + 3 * rods[rod, 0]) * width, (WAY + 3 * rods[rod, 1]) * width
        p = (begin + ROD_ROWS * rod) * width
        most = splat(lanes, lengths[rod, 1])
        excess, _, _ = _excess(lanes, width, p, a, b, most, loose, scratch)
        worst = maximum(worst, excess)
    store(scratch, SPARE * width, worst)
    longest = 0.0
    for lane in range(width):
        longest = max(longest, scratch[SPARE * width + lane])
    return longest > 0.0


@inlined
def _brake(
    lanes: Lanes,
    width: int,
    begin: int,
    rods: Array,
    lengths: Array,
    loose: Any,
    scratch: Array,
) -> None:
    """Take from the ends of rods what makes them too long, to first order: s = -e.(u - e) / e.e."""
    zero, tiny = constant(lanes, scratch, 0.0), constant(lanes, scratch, 1e-30)
    for rod in range(len(rods)):
        a, b = (WAY + 3 * rods[rod, 0]) * width, (WAY + 3 * rods[rod, 1]) * width
        p = (begin + ROD_ROWS * rod) * width
        most = splat(lanes, lengths[rod, 1])
        excess, e, along = _excess(lanes, width, p, a, b, most, loose, scratch)
        square = maximum(load(lanes, scratch, p + 3 * width), tiny)
        s = where_positive(excess, zero - along / square)
        first = s * load(lanes, scratch, p + 4 * width)
        second = s * load(lanes, scratch, p + 5 * width)
        way_a, way_b = load3(lanes, width, scratch, a), load3(lanes, width, scratch, b)
        store3(width, scratch, a, plus(way_a, times(first, e)))
        store3(width, scratch, b, minus(way_b, times(second, e)))
