"""Playback of many fishes at once: commands move a course, tables give the body that sways in it.

Fishes stand in the order of the population's slots, a vector of them in a block. A block is played
in four stages: what is asked for (`follow`), turns and warps of single fishes (motors.passing),
poses from the tables (motors.poses), and body frames (`frame`).
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numba.extending import register_jitable

from motorium.compiled import kernel
from motorium.motors.tables import OFFSET, ROW, TAIL, TURN, Trait
from motorium.physics.fish_kernel import Array
from motorium.physics.simd import (
    Lanes,
    choose,
    gather,
    inverse_sqrt,
    lane_count,
    load,
    maximum,
    minimum,
    nearest,
    splat,
    store,
)

__all__ = ["STILL", "Ask", "Reader", "State", "follow", "frame"]

HALF_LIFE: Final = 0.25
"""Of the difference between what is asked for and what the muscles do [s of a fish of 20 cm]."""
STILL: Final = 0.05
"""A fish that is asked for less [L/s] glides."""
HEADWAY: Final = 0.4
STERNWAY: Final = 0.12
"""One that is faster forward [L/s] brakes before it rows back, and faster backward before it
swims."""
BRAKE_SECONDS: Final = 0.2
QUICK: Final = 6.0
"""How quickly pitch and roll follow, critically damped [1/s of a fish of 20 cm]."""
FIN_PACE: Final = 0.25
"""Share of the medium speed from which on fins can pitch and roll a body as asked."""
SLUGGISH: Final = 0.35
"""Share of the medium speed below which a fish does not turn in smaller circles, but slower."""
MOST_BEND: Final = 1.5
"""Of the body in a curve, against the recorded one."""
FLAP_RATE: Final = 9.0
"""Of fins that are held out [rad/s]."""
OAR_REACH: Final = 0.2
"""How far an oar is moved forth and back [L]."""
DRAWN_SECONDS: Final = 0.05
"""Within which what is drawn follows what is done."""


class _States(NamedTuple):
    """Rows of a block; times are those of an individual of size 1, lengths L, angles rad."""

    SHARE: int = 0
    """Of the beat, from 0 to 1."""
    DRIVE: int = 1
    """Speed that the muscles work for."""
    SPEED: int = 2
    TURNING: int = 3
    """Of the course [rad/s]."""
    HEADING: int = 4
    PITCH: int = 5
    PITCHING: int = 6
    ROLL: int = 7
    ROLLING: int = 8
    AHEAD: int = 9
    """Of the course, in the world: three rows."""
    OFFSET: int = 12
    """Of the body frame beside its course, in the course's axes [m]: three rows."""
    QUATERNION: int = 15
    BRAKE: int = 19
    ROWING: int = 20
    """Speed of the oars."""
    FLAP: int = 21
    STROKE: int = 22
    FIN: int = 23
    """As drawn: four rows."""
    PATTERN: int = 27
    LASTED: int = 28
    """For how long this pattern has been swum."""
    TURNS: int = 29
    """1 while a passage is played."""
    DT: int = 30
    """A frame, in the time of an individual of size 1, and of a fish of 20 cm."""
    OWN_DT: int = 31
    SLOWER: int = 32
    """Root of the size."""
    LENGTH: int = 33
    """[m]"""
    KEPT: int = 34
    """What is left after a frame of what dies away with `HALF_LIFE`."""
    SPRING: int = 35
    """Likewise of what follows with `QUICK`."""
    COUNT: int = 36


State: Final = _States()


class _Asks(NamedTuple):
    """Rows of what is asked for."""

    SPEED: int = 0
    TURN_RATE: int = 1
    CLIMB: int = 2
    ROLL: int = 3
    BRAKE: int = 4
    BACKWARD: int = 5
    COUNT: int = 6


Ask: Final = _Asks()


class _Readers(NamedTuple):
    """Rows of what is read of the tables: three readers, each with row, way to the next, weight and
    rows a second."""

    ROW: int = 0
    WAY: int = 1
    WEIGHT: int = 2
    RATE: int = 3
    SIZE: int = 4
    COUNT: int = 12


Reader: Final = _Readers()


@register_jitable
def _number(lanes: Any, value: float) -> Any:
    return splat(lanes, np.float32(value))


@register_jitable
def _clipped(value: Any, most: Any) -> Any:
    return maximum(minimum(value, most), most - most - most)


@register_jitable
def _size(lanes: Any, value: Any) -> Any:
    return maximum(value, _number(lanes, 0.0) - value)


@register_jitable
def _floor(lanes: Any, value: Any) -> Any:
    """Of a value that is not negative."""
    whole = nearest(value)
    return whole - choose(whole - value, _number(lanes, 1.0), _number(lanes, 0.0))


@register_jitable
def _calm(lanes: Any, value: Any) -> Any:
    """Nothing, where there is next to nothing: numbers that die away must not become denormal,
    which processors are slow with."""
    return choose(_size(lanes, value) - _number(lanes, 1e-9), value, _number(lanes, 0.0))


@register_jitable
def _wrapped(lanes: Any, angle: Any) -> Any:
    """Between -pi and pi."""
    turns = nearest(angle * _number(lanes, 0.5 / math.pi))
    return angle - turns * _number(lanes, 2.0 * math.pi)


@register_jitable
def _sine_cosine(lanes: Any, x: Any) -> Any:
    """To float32 rounding between -pi/2 and pi/2, and to a thousandth between -pi and pi."""
    a = x * x
    sine = _number(lanes, -2.5052108e-8)
    cosine = _number(lanes, 2.0876757e-9)
    for odd, even in (
        (2.7557319e-6, -2.7557319e-7),
        (-1.9841270e-4, 2.4801587e-5),
        (8.3333333e-3, -1.3888889e-3),
        (-0.16666667, 4.1666667e-2),
        (1.0, -0.5),
    ):
        sine = sine * a + _number(lanes, odd)
        cosine = cosine * a + _number(lanes, even)
    return sine * x, cosine * a + _number(lanes, 1.0)


@register_jitable
def _follow_spring(lanes: Any, angle: Any, rate: Any, goal: Any, spring: Any, dt: Any) -> Any:
    """Critically damped: reaches a goal from rest without overshooting it."""
    quick = _number(lanes, QUICK)
    off = _calm(lanes, angle - goal)
    pull = rate + off * quick
    rate = spring * (rate - pull * quick * dt)
    return goal + spring * (off + pull * dt), _calm(lanes, rate)


@kernel
def follow(
    lanes: Lanes,
    traits: Array,
    trait: int,
    ask: Array,
    at: int,
    state: Array,
    readers_out: Array,
) -> None:
    """Let course and beat of a block follow what is asked for, and find the rows to be read.

    trait, at: where the numbers of the species, and the rows of the block begin.
    """
    width = lane_count(lanes)
    zero, one = _number(lanes, 0.0), _number(lanes, 1.0)
    dt = load(lanes, state, at + State.DT * width)
    own_dt = load(lanes, state, at + State.OWN_DT * width)
    slower = load(lanes, state, at + State.SLOWER * width)
    kept = load(lanes, state, at + State.KEPT * width)
    slow = load(lanes, traits, trait + Trait.SLOW_SPEED * width)
    medium = load(lanes, traits, trait + Trait.MEDIUM_SPEED * width)
    fast = load(lanes, traits, trait + Trait.FAST_SPEED * width)

    # Speed: what is asked for, what the muscles work for, what comes of it.
    speed = load(lanes, state, at + State.SPEED * width)
    backing = maximum(load(lanes, ask, Ask.BACKWARD * width), zero) * slower
    braking = minimum(maximum(load(lanes, ask, Ask.BRAKE * width), zero), one)
    asked = minimum(maximum(load(lanes, ask, Ask.SPEED * width), zero) * slower, fast)
    asked = choose(backing, zero, asked) * (one - braking)
    asked = choose(asked - _number(lanes, STILL), asked, zero)
    wrong_way = choose(backing, speed - _number(lanes, HEADWAY), _number(lanes, -STERNWAY) - speed)
    braking = choose(wrong_way, one, braking)
    backing = choose(wrong_way, zero, backing)
    brake = load(lanes, state, at + State.BRAKE * width)
    brake = brake + _clipped(braking - brake, own_dt * _number(lanes, 1.0 / BRAKE_SECONDS))
    drive = load(lanes, state, at + State.DRIVE * width)
    drive = asked + _calm(lanes, (drive - asked) * kept)
    pace = _size(lanes, speed)
    eager = choose(asked, _number(lanes, 0.5) * medium, zero)
    missing = drive - speed
    gained = load(lanes, traits, trait + Trait.THRUST * width) * (drive + pace + eager)
    lost = load(lanes, traits, trait + Trait.DRAG * width) * (drive + pace)
    speed = speed + dt * missing * choose(missing, gained, lost)
    stopping = load(lanes, traits, trait + Trait.BRAKING * width) * brake
    speed = speed / (one + dt * stopping * _size(lanes, speed))
    backing = minimum(backing, load(lanes, traits, trait + Trait.BACKWARD * width))
    gathering = load(lanes, traits, trait + Trait.GATHERING * width)
    speed = choose(backing, speed - (speed + backing) * dt / (gathering + dt), speed)

    # Course: heading by the turn rate, pitch and roll as asked for.
    passing = load(lanes, state, at + State.TURNS * width)
    tightest = load(lanes, traits, trait + Trait.TIGHTEST * width)
    moving = maximum(_size(lanes, speed), _number(lanes, SLUGGISH) * medium)
    wanted = load(lanes, ask, Ask.TURN_RATE * width) * slower
    wanted = _clipped(wanted, tightest * moving) * (one - passing)
    turning = load(lanes, state, at + State.TURNING * width)
    turning = wanted + _calm(lanes, (turning - wanted) * kept * kept)
    heading = load(lanes, state, at + State.HEADING * width)
    heading = _wrapped(lanes, heading + turning * dt)
    spring = load(lanes, state, at + State.SPRING * width)
    # Fins need water that passes them; a body that stands rights itself.
    able = minimum(maximum(speed, zero) / (_number(lanes, FIN_PACE) * medium), one)
    climb = _clipped(load(lanes, ask, Ask.CLIMB * width), _number(lanes, math.pi / 3)) * able
    tilt = _clipped(load(lanes, ask, Ask.ROLL * width), _number(lanes, math.pi / 6)) * able
    pitch = load(lanes, state, at + State.PITCH * width)
    roll = load(lanes, state, at + State.ROLL * width)
    steep, lean = climb - pitch, _wrapped(lanes, tilt - roll)
    pitch, pitching = _follow_spring(
        lanes, pitch, load(lanes, state, at + State.PITCHING * width), climb, spring, own_dt
    )
    roll, rolling = _follow_spring(
        lanes,
        zero - lean,
        load(lanes, state, at + State.ROLLING * width),
        zero,
        spring,
        own_dt,
    )
    roll = roll + tilt

    # Beat, and how much the body bends.
    bend = turning / moving
    leftwards = load(lanes, traits, trait + Trait.LEFT_CURVATURE * width)
    rightwards = load(lanes, traits, trait + Trait.RIGHT_CURVATURE * width)
    curved = _size(lanes, bend) / choose(bend, leftwards, rightwards)
    curved = minimum(curved, _number(lanes, MOST_BEND))
    above_slow, above_medium = drive - slow, drive - medium
    low = choose(above_medium, medium, choose(above_slow, slow, zero))
    high = choose(above_medium, fast, choose(above_slow, medium, slow))
    way = minimum((drive - low) / (high - low), one)
    slow_beat = load(lanes, traits, trait + Trait.SLOW_BEAT * width)
    medium_beat = load(lanes, traits, trait + Trait.MEDIUM_BEAT * width)
    fast_beat = load(lanes, traits, trait + Trait.FAST_BEAT * width)
    low_beat = choose(above_medium, medium_beat, slow_beat)
    high_beat = choose(above_medium, fast_beat, choose(above_slow, medium_beat, slow_beat))
    beat = low_beat + (high_beat - low_beat) * way
    beat = beat * (one + curved * load(lanes, traits, trait + Trait.CURVE_BEAT * width))
    share = load(lanes, state, at + State.SHARE * width) + beat * dt
    share = share - _floor(lanes, share)

    _read(
        lanes,
        width,
        0,
        choose(
            above_medium,
            load(lanes, traits, trait + Trait.MEDIUM_ROW * width),
            choose(
                above_slow,
                load(lanes, traits, trait + Trait.SLOW_ROW * width),
                load(lanes, traits, trait + Trait.HOVER_ROW * width),
            ),
        ),
        choose(
            above_medium,
            load(lanes, traits, trait + Trait.MEDIUM_FRAMES * width),
            choose(
                above_slow,
                load(lanes, traits, trait + Trait.SLOW_FRAMES * width),
                load(lanes, traits, trait + Trait.HOVER_FRAMES * width),
            ),
        ),
        share,
        beat,
        one - way,
        readers_out,
    )
    _read(
        lanes,
        width,
        1,
        choose(
            above_medium,
            load(lanes, traits, trait + Trait.FAST_ROW * width),
            choose(
                above_slow,
                load(lanes, traits, trait + Trait.MEDIUM_ROW * width),
                load(lanes, traits, trait + Trait.SLOW_ROW * width),
            ),
        ),
        choose(
            above_medium,
            load(lanes, traits, trait + Trait.FAST_FRAMES * width),
            choose(
                above_slow,
                load(lanes, traits, trait + Trait.MEDIUM_FRAMES * width),
                load(lanes, traits, trait + Trait.SLOW_FRAMES * width),
            ),
        ),
        share,
        beat,
        way,
        readers_out,
    )
    _read(
        lanes,
        width,
        2,
        choose(
            bend,
            load(lanes, traits, trait + Trait.LEFT_ROW * width),
            load(lanes, traits, trait + Trait.RIGHT_ROW * width),
        ),
        choose(
            bend,
            load(lanes, traits, trait + Trait.LEFT_FRAMES * width),
            load(lanes, traits, trait + Trait.RIGHT_FRAMES * width),
        ),
        share,
        beat,
        curved,
        readers_out,
    )

    # For how long has the fish done the same?
    half = _number(lanes, 0.5)
    pattern = choose(drive - half * slow, one, zero)
    pattern = pattern + choose(drive - half * (slow + medium), one, zero)
    pattern = pattern + choose(drive - half * (medium + fast), one, zero)
    bent = choose(bend, _number(lanes, 4.0), _number(lanes, 8.0))
    pattern = pattern + choose(curved - half, bent, zero)
    pattern = choose(passing, _number(lanes, 16.0), pattern)
    differs = _size(lanes, pattern - load(lanes, state, at + State.PATTERN * width))
    lasted = load(lanes, state, at + State.LASTED * width) + dt

    store(state, at + State.SHARE * width, share)
    store(state, at + State.DRIVE * width, drive)
    store(state, at + State.SPEED * width, speed)
    store(state, at + State.TURNING * width, turning)
    store(state, at + State.HEADING * width, heading)
    store(state, at + State.PITCH * width, pitch)
    store(state, at + State.PITCHING * width, pitching)
    store(state, at + State.ROLL * width, roll)
    store(state, at + State.ROLLING * width, rolling)
    store(state, at + State.BRAKE * width, brake)
    store(state, at + State.PATTERN * width, pattern)
    store(state, at + State.LASTED * width, choose(differs, zero, lasted))
    _draw_fins(lanes, width, at, backing, steep, lean, brake, own_dt, state)


@register_jitable
def _read(
    lanes: Any,
    width: int,
    reader: int,
    row: Any,
    frames: Any,
    share: Any,
    beat: Any,
    weight: Any,
    readers_out: Any,
) -> None:
    place = share * frames
    whole = _floor(lanes, place)
    at = reader * Reader.SIZE * width
    store(readers_out, at + Reader.ROW * width, row + whole)
    store(readers_out, at + Reader.WAY * width, place - whole)
    store(readers_out, at + Reader.WEIGHT * width, weight)
    store(readers_out, at + Reader.RATE * width, beat * frames)


@register_jitable
def _draw_fins(
    lanes: Any,
    width: int,
    at: int,
    backing: Any,
    steep: Any,
    lean: Any,
    brake: Any,
    own_dt: Any,
    state: Any,
) -> None:
    """Pectorals as they are seen: they flap, lift, brake and row (Tu 1999, section 5.5)."""
    zero, one = _number(lanes, 0.0), _number(lanes, 1.0)
    share = own_dt / (own_dt + _number(lanes, DRAWN_SECONDS))
    rowing = load(lanes, state, at + State.ROWING * width)
    rowing = backing + _calm(lanes, (rowing - backing) * (one - share))
    manned = minimum(rowing * _number(lanes, 5.0), one)
    lifts = minimum(_size(lanes, steep) + _size(lanes, lean), one) * (one - manned)
    flap = load(lanes, state, at + State.FLAP * width)
    flap = _wrapped(lanes, flap + _number(lanes, FLAP_RATE) * (one + lifts) * own_dt)
    stroke = load(lanes, state, at + State.STROKE * width)
    strokes = maximum(rowing, _number(lanes, 0.3)) * _number(lanes, 2.0 / OAR_REACH)
    stroke = choose(manned, _wrapped(lanes, stroke + strokes * own_dt), zero)
    flapping, _ = _sine_cosine(lanes, flap)
    sine, cosine = _sine_cosine(lanes, stroke)
    out = _number(lanes, 0.25) * lifts + _number(lanes, 0.9) * brake
    out = out + (_number(lanes, 0.1) + _number(lanes, 0.15) * lifts) * flapping
    out = out + manned * (_number(lanes, 0.5) - _number(lanes, 0.6) * cosine)
    most = _number(lanes, math.pi / 4)
    store(state, at + State.ROWING * width, rowing)
    store(state, at + State.FLAP * width, flap)
    store(state, at + State.STROKE * width, stroke)
    for side in range(2):
        leaning = lean if side == 0 else zero - lean
        raised = _clipped(steep + leaning, most) * (one - brake)
        raised = raised + manned * (_number(lanes, 0.6) * sine - raised)
        raised = raised - _number(lanes, 1.1) * brake
        p = at + (State.FIN + 2 * side) * width
        drawn = load(lanes, state, p)
        store(state, p, drawn + (out - drawn) * share)
        drawn = load(lanes, state, p + width)
        store(state, p + width, drawn + (raised - drawn) * share)


@kernel
def frame(
    lanes: Lanes,
    at: int,
    tails: Array,
    frame_seconds: float,
    drift: Array,
    state: Array,
    steps_out: Array,
    spins_out: Array,
) -> None:
    """Body frames of a block from their courses and how they sway in them.

    tails: of the rows of all lanes, from TAIL on; drift [m], (3,): what the water moves in a frame;
    steps_out [m] and spins_out [rad/s], 3 * width: of the body
    frame.
    """
    width = lane_count(lanes)
    one, half = _number(lanes, 1.0), _number(lanes, 0.5)
    hs, hc = _sine_cosine(lanes, load(lanes, state, at + State.HEADING * width) * half)
    ps, pc = _sine_cosine(lanes, load(lanes, state, at + State.PITCH * width) * half)
    roll = _wrapped(lanes, load(lanes, state, at + State.ROLL * width))
    rs, rc = _sine_cosine(lanes, roll * half)
    # Heading, then pitch, then roll.
    w, x, y, z = hc * pc, hs * ps, _number(lanes, 0.0) - hc * ps, hs * pc
    w, x, y, z = w * rc - x * rs, w * rs + x * rc, y * rc + z * rs, z * rc - y * rs
    two = _number(lanes, 2.0)
    ahead = (one - two * (y * y + z * z), two * (x * y + w * z), two * (x * z - w * y))
    left = (two * (x * y - w * z), one - two * (x * x + z * z), two * (y * z + w * x))
    up = (two * (x * z + w * y), two * (y * z - w * x), one - two * (x * x + y * y))

    length = load(lanes, state, at + State.LENGTH * width)
    speed = load(lanes, state, at + State.SPEED * width)
    way = half * speed * length * load(lanes, state, at + State.DT * width)
    apart = ROW - TAIL
    beside = (
        gather(lanes, tails, OFFSET - TAIL, apart),
        gather(lanes, tails, OFFSET - TAIL + 1, apart),
        gather(lanes, tails, OFFSET - TAIL + 2, apart),
    )
    dx = beside[0] - load(lanes, state, at + State.OFFSET * width)
    dy = beside[1] - load(lanes, state, at + (State.OFFSET + 1) * width)
    dz = beside[2] - load(lanes, state, at + (State.OFFSET + 2) * width)
    for k in range(3):
        before = load(lanes, state, at + (State.AHEAD + k) * width)
        step = way * (before + ahead[k]) + dx * ahead[k] + dy * left[k] + dz * up[k]
        store(steps_out, k * width, step + splat(lanes, drift[k]))
        store(state, at + (State.AHEAD + k) * width, ahead[k])
        store(state, at + (State.OFFSET + k) * width, beside[k])

    a = gather(lanes, tails, TURN - TAIL, apart)
    b = gather(lanes, tails, TURN - TAIL + 1, apart)
    c = gather(lanes, tails, TURN - TAIL + 2, apart)
    square = a * a + b * b + c * c
    e = one + square * (_number(lanes, -0.125) + square * _number(lanes, 1.0 / 384.0))
    sine = half + square * (_number(lanes, -1.0 / 48.0) + square * _number(lanes, 1.0 / 3840.0))
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
    unit = choose(near, unit, _number(lanes, 0.0) - unit)
    q0, q1, q2, q3 = q0 * unit, q1 * unit, q2 * unit, q3 * unit
    store(state, at + State.QUATERNION * width, q0)
    store(state, at + (State.QUATERNION + 1) * width, q1)
    store(state, at + (State.QUATERNION + 2) * width, q2)
    store(state, at + (State.QUATERNION + 3) * width, q3)
    vx = q1 * p0 - q0 * p1 - q2 * p3 + q3 * p2
    vy = q2 * p0 - q0 * p2 + q1 * p3 - q3 * p1
    vz = q3 * p0 - q0 * p3 - q1 * p2 + q2 * p1
    s = vx * vx + vy * vy + vz * vz
    series = _number(lanes, 945.0 / 42240.0)
    for term in (105.0 / 3456.0, 15.0 / 336.0, 3.0 / 40.0, 1.0 / 6.0, 1.0):
        series = series * s + _number(lanes, term)
    rate = series * splat(lanes, np.float32(2.0 / frame_seconds))
    store(spins_out, 0, vx * rate)
    store(spins_out, width, vy * rate)
    store(spins_out, 2 * width, vz * rate)
