"""How remote entities are shown: dead reckoning, and corrections that nobody sees.

A PDU says where an entity is, and it is not where we have shown it. What is off, in place and
velocity, is kept and fades like a spring that is damped critically: the entity moves on as it is
dead-reckoned, plus e, with e'' = -2 k e' - k^2 e. So neither place nor velocity ever jumps, and a
PDU that comes while an older correction still fades needs no case of its own. Turns are corrected
likewise, as rotation vectors in the world.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel, inlined
from motorium.contracts.frames import Floats
from motorium.wire.dis.appearance import DEACTIVATED
from motorium.wire.dis.dead_reckoning import reckon_row
from motorium.wire.dis.pdu import Refusal
from motorium.wire.dis.registry import Registry, enter, find, leave
from motorium.wire.dis.timestamps import update_delay
from motorium.wire.dis.told import Frame, Looks, Told, look_row, tell_row

__all__ = ["LEFT", "Off", "Shown", "follow", "stiffness", "take"]

LEFT: Final = 0.01
"""What is left of a correction after the time that it may take."""
_DECAYED: Final = 6.638352
"""(1 + x) exp(-x) = LEFT."""

_EXERCISE, _OWN = int(Refusal.EXERCISE), int(Refusal.OWN)
_LATE, _FULL = int(Refusal.LATE), int(Refusal.FULL)


class Shown(NamedTuple):
    """As it is shown: positions [m], velocities [m/s], orientations, angular_velocities [rad/s]
    about the world's axes, headings [rad]. A row an entity."""

    positions: Floats
    velocities: Floats
    orientations: Floats
    angular_velocities: Floats
    headings: Floats


class Off(NamedTuple):
    """Shown less dead-reckoned: places [m], velocities [m/s], turns [rad] and rates [rad/s]."""

    places: Floats
    velocities: Floats
    turns: Floats
    rates: Floats


def stiffness(seconds: float) -> float:
    """k [1/s] of corrections of which a hundredth is left after this time."""
    return _DECAYED / seconds


@borrowing_kernel
def take(
    # Model
    frame: Frame,
    jump: float,
    codes: NDArray[np.int8],
    exercise: int,
    own: int,
    # In
    count: int,
    states: NDArray[Any],
    sources: NDArray[np.int64],
    received: Floats,
    now: float,
    # State out
    registry: Registry,
    told: Told,
    shown: Shown,
    off: Off,
    looks: Looks,
    refused_out: NDArray[np.int64],
) -> int:
    """The first `count` PDUs, each of the row of its source; how many were taken.

    jump [m]: what is off by more is shown there at once; codes: of postures, by state, weapon and
    health; exercise and own: as of `Entities`, site and application in one number, -1 for none;
    received, a row a datagram, and now [s]: UTC, 0 if nobody knows.
    """
    taken = 0
    for row in range(count):
        state = states[row]
        who = (np.int64(state.key[0]) << 16) | np.int64(state.key[1])
        # Exercises count their sites for themselves.
        key = int((np.int64(state.exercise) << 48) | (who << 16) | np.int64(state.key[2]))
        if exercise >= 0 and state.exercise != exercise:
            refused_out[_EXERCISE] += 1
            continue
        if who == own:
            refused_out[_OWN] += 1
            continue
        slot = find(key, registry)
        if state.appearance & DEACTIVATED:
            if slot >= 0:
                leave(slot, registry)
            continue
        fresh = slot < 0
        if fresh:
            slot = enter(key, registry)
            if slot < 0:
                refused_out[_FULL] += 1
                continue
        delay = 0.0
        if now > 0.0:
            came = received[sources[row]]
            delay = update_delay(
                *(slot, fresh, state.timestamp, came, told.stamps, told.clocks, told.received)
            )
            if delay < 0.0:
                refused_out[_LATE] += 1
                continue
            delay += max(now - came, 0.0)
        taken += 1
        tell_row(frame, state, slot, told)
        look_row(codes, state, slot, looks)
        told.ages[slot] = 0.0 if told.frozen[slot] else delay
        told.silences[slot] = 0.0
        x, y, z = shown.positions[slot, 0], shown.positions[slot, 1], shown.positions[slot, 2]
        u, v, w = shown.velocities[slot, 0], shown.velocities[slot, 1], shown.velocities[slot, 2]
        p = shown.angular_velocities[slot, 0]
        q = shown.angular_velocities[slot, 1]
        r = shown.angular_velocities[slot, 2]
        a, b = shown.orientations[slot, 0], shown.orientations[slot, 1]
        c, d = shown.orientations[slot, 2], shown.orientations[slot, 3]
        _reckon(slot, told, shown)
        places, velocities, orientations = shown.positions, shown.velocities, shown.orientations
        x, y, z = x - places[slot, 0], y - places[slot, 1], z - places[slot, 2]
        if fresh or math.sqrt(x * x + y * y + z * z) > jump:
            for axis in range(3):
                off.places[slot, axis] = off.velocities[slot, axis] = 0.0
                off.turns[slot, axis] = off.rates[slot, axis] = 0.0
        else:
            off.places[slot, 0], off.places[slot, 1], off.places[slot, 2] = x, y, z
            off.velocities[slot, 0] = u - velocities[slot, 0]
            off.velocities[slot, 1] = v - velocities[slot, 1]
            off.velocities[slot, 2] = w - velocities[slot, 2]
            e, f = orientations[slot, 0], -orientations[slot, 1]
            g, h = -orientations[slot, 2], -orientations[slot, 3]
            _rotation_vector(
                a * e - b * f - c * g - d * h,
                a * f + b * e + c * h - d * g,
                a * g - b * h + c * e + d * f,
                a * h + b * g - c * f + d * e,
                slot,
                off.turns,
            )
            off.rates[slot, 0] = p - shown.angular_velocities[slot, 0]
            off.rates[slot, 1] = q - shown.angular_velocities[slot, 1]
            off.rates[slot, 2] = r - shown.angular_velocities[slot, 2]
        _add(slot, off, shown)
    return taken


@borrowing_kernel
def follow(
    slots: NDArray[np.int64], seconds: float, stiff: float, told: Told, shown: Shown, off: Off
) -> None:
    """Let time pass for the entities in these slots."""
    decay = math.exp(-stiff * seconds)
    for slot in slots:
        told.silences[slot] += seconds
        if not told.frozen[slot]:
            told.ages[slot] += seconds
        _reckon(slot, told, shown)
        _fade(slot, seconds, stiff, decay, off.places, off.velocities)
        _fade(slot, seconds, stiff, decay, off.turns, off.rates)
        _add(slot, off, shown)


@inlined
def _reckon(slot: int, told: Told, shown: Shown) -> None:
    reckon_row(
        *(slot, told.ages[slot], told.models, told.positions, told.velocities, told.accelerations),
        *(told.orientations, told.angular_velocities),
        *(shown.positions, shown.velocities, shown.orientations, shown.angular_velocities),
    )
    if told.frozen[slot]:
        for axis in range(3):
            shown.velocities[slot, axis] = shown.angular_velocities[slot, axis] = 0.0


@inlined
def _fade(slot: int, seconds: float, stiff: float, decay: float, off: Any, rates: Any) -> None:
    """e and e' of e'' = -2 k e' - k^2 e after some time, exactly."""
    for axis in range(3):
        e, rate = off[slot, axis], rates[slot, axis]
        push = rate + stiff * e
        e = (e + push * seconds) * decay
        rate = (rate - stiff * push * seconds) * decay
        # Else they would become numbers that processors are slow with.
        tiny = abs(e) < 1e-12 and abs(rate) < 1e-12
        off[slot, axis] = 0.0 if tiny else e
        rates[slot, axis] = 0.0 if tiny else rate


@inlined
def _add(slot: int, off: Off, shown: Shown) -> None:
    """Put what is off on top of what is dead-reckoned."""
    for axis in range(3):
        shown.positions[slot, axis] += off.places[slot, axis]
        shown.velocities[slot, axis] += off.velocities[slot, axis]
        shown.angular_velocities[slot, axis] += off.rates[slot, axis]
    q = shown.orientations
    a, b, c, d = q[slot, 0], q[slot, 1], q[slot, 2], q[slot, 3]
    x, y, z = off.turns[slot, 0], off.turns[slot, 1], off.turns[slot, 2]
    angle = math.sqrt(x * x + y * y + z * z)
    if angle > 1e-12:
        sine = math.sin(0.5 * angle) / angle
        e, f, g, h = math.cos(0.5 * angle), sine * x, sine * y, sine * z
        a, b, c, d = (
            e * a - f * b - g * c - h * d,
            e * b + f * a + g * d - h * c,
            e * c - f * d + g * a + h * b,
            e * d + f * c - g * b + h * a,
        )
    length = 1.0 / math.sqrt(a * a + b * b + c * c + d * d)
    a, b, c, d = a * length, b * length, c * length, d * length
    q[slot, 0], q[slot, 1], q[slot, 2], q[slot, 3] = a, b, c, d
    shown.headings[slot] = math.atan2(2.0 * (b * c + a * d), 1.0 - 2.0 * (c * c + d * d))


@inlined
def _rotation_vector(a: float, b: float, c: float, d: float, slot: int, out: Floats) -> None:
    """Of a quaternion, the short way round."""
    if a < 0.0:
        a, b, c, d = -a, -b, -c, -d
    sine = math.sqrt(b * b + c * c + d * d)
    scale = 2.0 * math.atan2(sine, a) / sine if sine > 1e-12 else 2.0
    out[slot, 0], out[slot, 1], out[slot, 2] = scale * b, scale * c, scale * d
