"""How muscles move: the beat, its steering, the C-turn's bend, and how one passes into another.

Three pairs of muscle segments, left and right exactly out of phase: anterior (muscles 0-3), middle
(4-7) and posterior (8-11). As printed (Tu 1999, section 4.6.1) only the last two swim, and the
posterior lags by half a beat; then the direction of the wave comes from passive resonance.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES
from motorium.bodies.gaits import DEEPEST
from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.motors.controls import Memories
from motorium.physics.fish_kernel import Array

__all__ = [
    "HALF_LIFE",
    "STILL",
    "beat",
    "beat_rate",
    "bent",
    "contract",
    "inherit",
    "number",
    "row_of",
    "smooth",
    "take_on",
    "towards",
    "within",
    "wrap",
]

HALF_LIFE: Final = 0.25
"""Of the difference between what is asked for and what the muscles do [s]."""
FADE: Final = 0.1
"""A turn lets the beat that it interrupts die away in this time [s]."""
STILL: Final = 0.05
"""A fish that is asked for less [L/s] glides."""


@kernel
def contract(depth: float, angle: float, bias: float) -> tuple[float, float]:
    """Of the left and right muscles of a segment: how deep and where in its beat, and steering."""
    wave = 0.5 - 0.5 * math.cos(angle)
    left = 1.0 - depth * wave - max(bias, 0.0)
    right = 1.0 - depth * (1.0 - wave) - max(-bias, 0.0)
    return max(left, 1.0 - DEEPEST), max(right, 1.0 - DEEPEST)


@kernel
def smooth(time: float, duration: float) -> float:
    """From 0 to 1 within a duration, with level ends."""
    if duration <= 0.0:
        return 1.0 if time >= 0.0 else 0.0
    share = min(max(time / duration, 0.0), 1.0)
    return share * share * (3.0 - 2.0 * share)


@kernel
def row_of(value: float, table: Floats) -> tuple[int, float]:
    """The row of a rising table at or below this value, and how far it is to the next."""
    row = 0
    while row < len(table) - 2 and value >= table[row + 1]:
        row += 1
    way = (value - table[row]) / (table[row + 1] - table[row])
    return row, min(max(way, 0.0), 1.0)


@kernel
def beat_rate(own: Any, row: int, way: float) -> float:
    """Beats a second some way from a row of the table to the next."""
    slower: float = own.beats[row]
    faster: float = own.beats[row + 1]
    return slower + (faster - slower) * way


@kernel
def number(value: float) -> float:
    """A command that is no number asks for nothing."""
    return value if math.isfinite(value) else 0.0


@kernel
def within(value: float, most: float) -> float:
    """Held between -most and most."""
    return min(max(value, -most), most)


@kernel
def towards(value: float, target: float, most: float) -> float:
    """Nearer to a target, by so much at most."""
    return value + within(target - value, most)


@kernel
def wrap(angle: float) -> float:
    """The same angle between -pi and pi."""
    return angle - 2.0 * math.pi * math.floor(angle / (2.0 * math.pi) + 0.5)


@kernel
def beat(own: Any, me: Any, dt: float, muscles_out: Floats) -> None:
    """What the 12 muscles shall do: beat, steer, and bend in a turn."""
    kept = 0.5 ** (dt / HALF_LIFE)
    row, way = row_of(me.drive, own.speeds)
    me.phase = (me.phase + 2.0 * math.pi * beat_rate(own, row, way) * dt) % (2.0 * math.pi)
    turn, stroke, gone = 0.0, 0.0, 0.0
    clock = me.turn_clock
    if clock >= 0.0:
        t = own.turn_times
        s = me.turn_swimming
        t0 = t[0, 0] + (t[1, 0] - t[0, 0]) * s
        t1 = t0 + t[0, 1] + (t[1, 1] - t[0, 1]) * s
        d2 = t[0, 2] + (t[1, 2] - t[0, 2]) * s
        t3 = t1 + d2 + t[0, 3] + (t[1, 3] - t[0, 3]) * s
        d4 = t[0, 4] + (t[1, 4] - t[0, 4]) * s
        turn = smooth(clock, t0)
        stroke = smooth(clock - t1, d2)
        gone = smooth(clock - t3, d4)
    # A turn, and the wait for it, hush the beat; while it relaxes the beat comes back.
    if me.turn_due > 0.0 or (clock >= 0.0 and gone == 0.0):
        me.hush = min(me.hush + dt / FADE, 1.0)
    else:
        me.hush = max(me.hush - dt / HALF_LIFE, 0.0)
    left_over = 1.0 - smooth(me.hush, 1.0)
    inherited = me.inherited
    for segment in range(3):
        depth, late = own.depths[row, segment], own.offsets[row, segment]
        depth += (own.depths[row + 1, segment] - depth) * way
        late += (own.offsets[row + 1, segment] - late) * way
        left, right = contract(depth * left_over, me.phase - late, me.bias)
        if clock >= 0.0:
            s = me.turn_swimming
            bend = own.turn_bend[0, segment]
            bend += (own.turn_bend[1, segment] - bend) * s
            back = own.turn_stroke[0, segment]
            back += (own.turn_stroke[1, segment] - back) * s
            bend = me.turn_amplitude * (bend * turn * (1.0 - stroke) + back * stroke)
            bend *= 1.0 - gone
            left -= max(bend, 0.0)
            right -= max(-bend, 0.0)
        for corner in range(4):
            muscle = 4 * segment + corner
            inherited[muscle] *= kept
            one = left if corner == 0 or corner == 3 else right
            muscles_out[muscle] = min(max(one + inherited[muscle], 1.0 - DEEPEST), 1.0)


@kernel
def bent(me: Any) -> float:
    """The most that a muscle still differs from what it shall do."""
    most = 0.0
    for muscle in range(MUSCLES):
        most = max(most, abs(me.inherited[muscle]))
    return most


@kernel
def take_on(own: Any, me: Any, contraction: Array, muscles: Floats) -> None:
    """Let the muscles go on from where they are: the difference dies away."""
    for muscle in range(MUSCLES):
        me.inherited[muscle] = 0.0
    beat(own, me, 0.0, muscles)
    for muscle in range(MUSCLES):
        me.inherited[muscle] = contraction[muscle] - muscles[muscle]


@kernel
def inherit(controls: NDArray[np.void], contraction: Floats, memory: Memories) -> None:
    """Remember how the muscles (fishes, 12) of newly adopted fishes differ from their beat."""
    muscles = np.empty(MUSCLES)
    for n in range(len(memory)):
        take_on(controls[0], memory[n], contraction[n], muscles)
