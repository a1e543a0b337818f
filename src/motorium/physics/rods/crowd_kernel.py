"""Many puppets of one kind, one vector lane a figure: the mended scheme without branches.

The equations are those of `physics.rods.mended`, with as many iterations as each figure is given
and no test whether it could do with fewer. What is iterated are the ways that points go in a step,
not where they arrive: so float32 loses nothing of their momenta.
"""

from __future__ import annotations

import math

from motorium.compiled import borrowing_kernel, inlined
from motorium.contracts.frames import Floats
from motorium.physics.rods.crowd_bends import prepare_bends_in_plane, see_to_bends_in_plane
from motorium.physics.rods.crowd_books import close_books, open_books, restrain
from motorium.physics.rods.crowd_damping import damp
from motorium.physics.rods.crowd_layout import (
    ACTIVE,
    BOX,
    DT,
    PARTS,
    PER_UNIT,
    ROD_ROWS,
    SPARE,
    WAY,
    WRONG,
    Array,
    constant,
)
from motorium.physics.rods.crowd_rods import draw_to_rest, prepare_rods, see_to_rods
from motorium.physics.rods.crowd_space import prepare_bends_in_space, see_to_bends_in_space
from motorium.physics.rods.crowd_walls import bounced
from motorium.physics.rods.motion import LARGEST_WAY
from motorium.physics.simd import Lanes, choose, load, maximum, splat, store
from motorium.physics.triples import dot, load3, minus, plus, store3, times

__all__ = ["step_crowd"]


@borrowing_kernel
def step_crowd(
    lanes: Lanes,
    planar: bool,
    masses: Array,
    rods: Array,
    lengths: Array,
    natural: Array,
    joints: Array,
    angles: Array,
    tone: float,
    damping: float,
    gravity: Floats,
    walls: Floats,
    width: int,
    first_block: int,
    last_block: int,
    units: Floats,
    origins: Floats,
    seconds: float,
    steps: int,
    most_parts: int,
    state: Array,
    scratch: Array,
) -> None:
    """Advance the figures of blocks [first_block, last_block) by whole steps, in place.

    masses [kg] (n,); rods (r, 2), lengths (r, 2), their least and most, and natural (r,): lengths
    at rest; joints (j, 3) and angles [rad] (j, 2), planar: signed, in the plane y = 0; tone [1/s2]
    and damping [1/s]: see `Crowd`; gravity [m/s2] (3,); walls (8,): as `Walls.numbers`, in the
    world; width: that of `lanes`; units [m] (lanes,) and origins [m] (lanes, 3) of figures;
    seconds: of one step, which is made in at most most_parts parts; state and scratch: flat, of one
    floating type.
    """
    points = len(masses)
    count = (10 * points + 3) * width
    at_rods = WAY + 7 * points
    at_joints = at_rods + ROD_ROWS * len(rods)
    for block in range(first_block, last_block):
        start = block * count
        most = 0.0
        for lane in range(width):
            n = block * width + lane
            per_unit = 1.0 / units[n]
            scratch[PER_UNIT * width + lane] = per_unit
            for k in range(6):
                scratch[(BOX + k) * width + lane] = (walls[k] - origins[n, k % 3]) * per_unit
            most = max(most, state[start + 10 * points * width + lane])
        iterations = load(lanes, state, start + 10 * points * width)
        for step in range(steps):
            parts = _cut(
                lanes, width, start, masses, rods, lengths, gravity, seconds, steps - step,
                most_parts, state, scratch,
            )  # fmt: skip
            for part in range(parts):
                done = constant(lanes, state, part)
                store(scratch, ACTIVE * width, load(lanes, scratch, PARTS * width) - done)
                open_books(lanes, width, start, masses, state)
                _begin(lanes, width, start, masses, gravity, steps - step, state, scratch)
                longest = prepare_rods(
                    lanes, width, start, points, at_rods, rods, lengths, state, scratch
                )
                if tone > 0.0:
                    draw_to_rest(lanes, width, at_rods, rods, natural, tone, scratch)
                for row in range(3 * points):
                    alone = load(lanes, scratch, (WAY + row) * width)
                    store(scratch, (WAY + 4 * points + row) * width, alone)
                if planar:
                    prepare_bends_in_plane(
                        lanes, width, start, points, at_joints, joints, angles, longest, state,
                        scratch,
                    )  # fmt: skip
                else:
                    prepare_bends_in_space(
                        lanes, width, start, points, at_joints, joints, angles, longest, state,
                        scratch,
                    )  # fmt: skip
                for iteration in range(int(most)):
                    left = iterations - constant(lanes, state, iteration)
                    if planar:
                        see_to_bends_in_plane(
                            lanes, width, points, at_joints, joints, left, scratch
                        )
                    else:
                        see_to_bends_in_space(
                            lanes, width, points, at_joints, joints, angles, left, scratch
                        )
                    see_to_rods(lanes, width, at_rods, rods, left, scratch)
                restrain(lanes, width, start, masses, at_rods, rods, lengths, state, scratch)
                _end(lanes, width, start, points, gravity, walls, state, scratch)
                close_books(lanes, width, start, masses, state, scratch)
            if damping > 0.0:
                share = 1.0 - math.exp(-damping * seconds)
                damp(lanes, width, start, masses, share, state)


@inlined
def _cut(
    lanes: Lanes,
    width: int,
    start: int,
    masses: Array,
    rods: Array,
    lengths: Array,
    gravity: Floats,
    seconds: float,
    steps_left: int,
    most_parts: int,
    state: Array,
    scratch: Array,
) -> int:
    """Cut the step into parts for each figure, so that no rod turns too far in one of them; returns
    the most of them (`motion.parts_of_step`)."""
    one = constant(lanes, state, 1.0)
    store(scratch, PARTS * width, one)
    store(scratch, ACTIVE * width, one)
    store(scratch, DT * width, constant(lanes, state, seconds))
    _begin(lanes, width, start, masses, gravity, steps_left, state, scratch)
    most = constant(lanes, state, 0.0)
    for rod in range(len(rods)):
        apart = minus(
            load3(lanes, width, scratch, (WAY + 3 * rods[rod, 0]) * width),
            load3(lanes, width, scratch, (WAY + 3 * rods[rod, 1]) * width),
        )
        longest = max(lengths[rod, 1] * lengths[rod, 1], 1e-18)
        most = maximum(most, dot(apart, apart) * constant(lanes, state, 1.0 / longest))
    store(scratch, SPARE * width, most)
    parts = 1
    for lane in range(width):
        far = math.sqrt(scratch[SPARE * width + lane]) / LARGEST_WAY
        own = 1
        if far > 1.0:
            own = math.ceil(min(far, float(most_parts)))
        scratch[PARTS * width + lane] = own
        scratch[DT * width + lane] = seconds / own
        parts = max(parts, own)
    return parts


@inlined
def _begin(
    lanes: Lanes,
    width: int,
    start: int,
    masses: Array,
    gravity: Floats,
    steps_left: int,
    state: Array,
    scratch: Array,
) -> None:
    """Where points would go without rods and joints; held ones go to their places."""
    points = len(masses)
    dt, parts = load(lanes, scratch, DT * width), load(lanes, scratch, PARTS * width)
    later = parts * constant(lanes, state, steps_left - 1)
    share = constant(lanes, state, 1.0) / (load(lanes, scratch, ACTIVE * width) + later)
    falling = load(lanes, scratch, PER_UNIT * width) * dt * dt
    fall = (
        falling * constant(lanes, state, gravity[0]),
        falling * constant(lanes, state, gravity[1]),
        falling * constant(lanes, state, gravity[2]),
    )
    zero, one = constant(lanes, state, 0.0), constant(lanes, state, 1.0)
    store(scratch, WRONG * width, zero)
    for i in range(points):
        held = load(lanes, state, start + (9 * points + i) * width)
        x = load3(lanes, width, state, start + 3 * i * width)
        v = load3(lanes, width, state, start + 3 * (points + i) * width)
        place = load3(lanes, width, state, start + 3 * (2 * points + i) * width)
        led, free = times(share, minus(place, x)), plus(times(dt, v), fall)
        way = (
            choose(held, led[0], free[0]),
            choose(held, led[1], free[1]),
            choose(held, led[2], free[2]),
        )
        store3(width, scratch, (WAY + 3 * i) * width, way)
        weight = choose(held, zero, one / splat(lanes, masses[i]))
        store(scratch, (WAY + 3 * points + i) * width, weight)


@inlined
def _end(
    lanes: Lanes,
    width: int,
    start: int,
    points: int,
    gravity: Floats,
    walls: Floats,
    state: Array,
    scratch: Array,
) -> None:
    """Go these ways, and bounce off walls."""
    dt, active = load(lanes, scratch, DT * width), load(lanes, scratch, ACTIVE * width)
    rate = constant(lanes, state, 1.0) / dt
    bounce, friction = constant(lanes, state, walls[6]), constant(lanes, state, walls[7])
    low = load3(lanes, width, scratch, BOX * width)
    high = load3(lanes, width, scratch, (BOX + 3) * width)
    falling = load(lanes, scratch, PER_UNIT * width) * constant(lanes, state, 2.0) * dt
    push = (
        falling * constant(lanes, state, gravity[0]),
        falling * constant(lanes, state, gravity[1]),
        falling * constant(lanes, state, gravity[2]),
    )
    for i in range(points):
        way = load3(lanes, width, scratch, (WAY + 3 * i) * width)
        p, q = start + 3 * i * width, start + 3 * (points + i) * width
        held = load(lanes, state, start + (9 * points + i) * width)
        x_was, v_was = load3(lanes, width, state, p), load3(lanes, width, state, q)
        x, v = plus(x_was, way), times(rate, way)
        back, turned = bounced(lanes, state, bounce, friction, low, high, push, x, v)
        for k in range(3):
            store(state, p + k * width, choose(active, choose(held, x[k], back[k]), x_was[k]))
            store(state, q + k * width, choose(active, choose(held, v[k], turned[k]), v_was[k]))
