"""Body frames from courses and how bodies sway in them: the last stage of a frame of playback."""

from __future__ import annotations

import numpy as np

from motorium.compiled import inlined
from motorium.motors.rows import State
from motorium.motors.tables import SWAY_TURN
from motorium.motors.weighing import SMALL
from motorium.physics.fish_kernel import Array
from motorium.physics.simd import Lanes, choose, inverse_sqrt, lane_count, load, splat, store
from motorium.physics.vector_math import number, sine_cosine, wrapped
from motorium.physics.weaving import load_eights

__all__ = ["frame"]


@inlined
def frame(
    lanes: Lanes,
    at: int,
    readers: Array,
    swayed: Array,
    frame_seconds: float,
    drift: Array,
    carried: int,
    state: Array,
    steps_out: Array,
    spins_out: Array,
) -> None:
    """Body frames of a block from their courses and how they sway in them.

    readers, swayed: as `swaying.sway` has left them; drift [m], 3 * width from `carried` on: what
    the water moves in a frame; steps_out [m] and spins_out [rad/s], 3 * width: of the body frame.
    """
    width = lane_count(lanes)
    one, half = number(lanes, 1.0), number(lanes, 0.5)
    hs, hc = sine_cosine(lanes, load(lanes, state, at + State.HEADING * width) * half)
    ps, pc = sine_cosine(lanes, load(lanes, state, at + State.PITCH * width) * half)
    roll = wrapped(lanes, load(lanes, state, at + State.ROLL * width))
    rs, rc = sine_cosine(lanes, roll * half)
    # Heading, then pitch, then roll.
    w, x, y, z = hc * pc, hs * ps, number(lanes, 0.0) - hc * ps, hs * pc
    w, x, y, z = w * rc - x * rs, w * rs + x * rc, y * rc + z * rs, z * rc - y * rs
    two = number(lanes, 2.0)
    ahead = (one - two * (y * y + z * z), two * (x * y + w * z), two * (x * z - w * y))
    left = (two * (x * y - w * z), one - two * (x * x + z * z), two * (y * z + w * x))
    up = (two * (x * z + w * y), two * (y * z - w * x), one - two * (x * x + y * y))

    length = load(lanes, state, at + State.LENGTH * width)
    speed = load(lanes, state, at + State.SPEED * width)
    way = half * speed * length * load(lanes, state, at + State.DT * width)
    sways = load_eights(lanes, swayed, 0)
    beside = sways[0], sways[1], sways[2]
    dx = beside[0] - load(lanes, state, at + State.OFFSET * width)
    dy = beside[1] - load(lanes, state, at + (State.OFFSET + 1) * width)
    dz = beside[2] - load(lanes, state, at + (State.OFFSET + 2) * width)
    for k in range(3):
        before = load(lanes, state, at + (State.AHEAD + k) * width)
        step = way * (before + ahead[k]) + dx * ahead[k] + dy * left[k] + dz * up[k]
        store(steps_out, k * width, step + load(lanes, drift, carried + k * width))
        store(state, at + (State.AHEAD + k) * width, ahead[k])
        store(state, at + (State.OFFSET + k) * width, beside[k])

    small = load(lanes, readers, SMALL * width)
    a, b, c = sways[SWAY_TURN] * small, sways[SWAY_TURN + 1] * small, sways[SWAY_TURN + 2] * small
    square = a * a + b * b + c * c
    e = one + square * (number(lanes, -0.125) + square * number(lanes, 1.0 / 384.0))
    sine = half + square * (number(lanes, -1.0 / 48.0) + square * number(lanes, 1.0 / 3840.0))
    f, g, h = a * sine, b * sine, c * sine
    q0 = w * e - x * f - y * g - z * h
    q1 = w * f + x * e + y * h - z * g
    q2 = w * g - x * h + y * e + z * f
    q3 = w * h + x * g - y * f + z * e
    p0 = load(lanes, state, at + State.QUATERNION * width)
    p1 = load(lanes, state, at + (State.QUATERNION + 1) * width)
    p2 = load(lanes, state, at + (State.QUATERNION + 2) * width)
    p3 = load(lanes, state, at + (State.QUATERNION + 3) * width)
    near = q0 * p0 + q1 * p1 + q2 * p2 + q3 * p3
    unit = inverse_sqrt(q0 * q0 + q1 * q1 + q2 * q2 + q3 * q3)
    # Of the two quaternions of a rotation the one that is nearer to the last.
    unit = choose(near, unit, number(lanes, 0.0) - unit)
    q0, q1, q2, q3 = q0 * unit, q1 * unit, q2 * unit, q3 * unit
    store(state, at + State.QUATERNION * width, q0)
    store(state, at + (State.QUATERNION + 1) * width, q1)
    store(state, at + (State.QUATERNION + 2) * width, q2)
    store(state, at + (State.QUATERNION + 3) * width, q3)
    vx = q1 * p0 - q0 * p1 - q2 * p3 + q3 * p2
    vy = q2 * p0 - q0 * p2 + q1 * p3 - q3 * p1
    vz = q3 * p0 - q0 * p3 - q1 * p2 + q2 * p1
    s = vx * vx + vy * vy + vz * vz
    series = number(lanes, 945.0 / 42240.0)
    for term in (105.0 / 3456.0, 15.0 / 336.0, 3.0 / 40.0, 1.0 / 6.0, 1.0):
        series = series * s + number(lanes, term)
    rate = series * splat(lanes, np.float32(2.0 / frame_seconds))
    store(spins_out, 0, vx * rate)
    store(spins_out, width, vy * rate)
    store(spins_out, 2 * width, vz * rate)
