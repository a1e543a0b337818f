"""How a submarine moves: propeller, trim and rudders against inertia and drag.

All numbers are ours: Yu & Terzopoulos (1999, section 8.2) name what theirs can do (it accelerates,
decelerates, reverses, turns, pitches, ascends, descends and stops) and print no equations.
"""

from __future__ import annotations

import math
from typing import Final

from motorium.compiled import kernel
from motorium.contracts.frames import Floats

__all__ = [
    "FASTEST",
    "FASTEST_ASTERN",
    "FASTEST_UP",
    "STATE",
    "ahead_of",
    "drive",
    "move",
    "orientation_of",
]

# A dive through a habitat of 9 m radius takes a dozen seconds from one end to the other.
FASTEST: Final = 1.5
"""Ahead, at full thrust [m/s]."""
FASTEST_ASTERN: Final = 0.8
"""[m/s]: a propeller that turns the other way round drives less."""
FASTEST_UP: Final = 0.5
"""And down, by its tanks [m/s]."""
DRAG: Final = 0.35
"""Along its axis [1/m]: for each metre of way that much of its speed is lost, quadratic drag."""
DRAG_ACROSS: Final = 2.0
"""Across it [1/m]: a hull hardly slips sideways, and goes where its bow points."""
FRICTION: Final = 0.12
FRICTION_ACROSS: Final = 1.0
"""What is lost of either in a second, however slow it is [1/s]: quadratic drag alone never brings
it to rest."""
BRAKE: Final = 1.2
"""At full stop its engines take off so much speed [m/s^2], until it lies still."""

FASTEST_TURN: Final = 0.6
"""[rad/s]: it turns round in five seconds."""
FASTEST_PITCH: Final = 0.35
"""[rad/s]"""
STEEPEST: Final = math.radians(30.0)
"""It pitches no farther."""
RESPONSE: Final = 0.5
"""In which time [s] rates of turning follow the helm, but for a share of 1/e."""
LEVELLING: Final = 1.5
"""And in which it trims itself level when nobody pitches it [s]."""
BANK: Final = 0.12
"""How far it leans into a turn [rad], at full speed and full rudder: for looks."""

AHEAD: Final = DRAG * FASTEST**2 + FRICTION * FASTEST
ASTERN: Final = DRAG * FASTEST_ASTERN**2 + FRICTION * FASTEST_ASTERN
UP: Final = DRAG_ACROSS * FASTEST_UP**2 + FRICTION_ACROSS * FASTEST_UP
"""Accelerations [m/s^2] that its engines give: what drag takes at those speeds."""

STATE: Final = ("heading", "pitch", "bank", "turning", "pitching")
"""Angles [rad] and rates of the first two [rad/s], in this order, beside place and velocity."""


@kernel
def ahead_of(heading: float, pitch: float) -> tuple[float, float, float]:
    """Where its bow points."""
    level = math.cos(pitch)
    return level * math.cos(heading), level * math.sin(heading), math.sin(pitch)


@kernel
def drive(helm: Floats, stop: bool, seconds: float, velocity: Floats, state: Floats) -> None:
    """What engines, rudders and drag make of velocity [m/s] and rates in a time [s].

    v' = thrust a + lift z - (DRAG |v_a| + FRICTION) v_a - (DRAG_ACROSS |v_n| + FRICTION_ACROSS)
    v_n, with v_a along the axis a and v_n across it. helm: thrust, turn, pitch, lift, -1 to 1.
    """
    thrust, turn, pitch, lift = helm
    if stop:
        thrust = turn = pitch = lift = 0.0
    a, b, c = ahead_of(state[0], state[1])
    along = velocity[0] * a + velocity[1] * b + velocity[2] * c
    u, v, w = velocity[0] - along * a, velocity[1] - along * b, velocity[2] - along * c
    across = math.sqrt(u * u + v * v + w * w)
    push = thrust * (AHEAD if thrust > 0.0 else ASTERN) - (DRAG * abs(along) + FRICTION) * along
    slip = DRAG_ACROSS * across + FRICTION_ACROSS
    velocity[0] += seconds * (push * a - slip * u)
    velocity[1] += seconds * (push * b - slip * v)
    velocity[2] += seconds * (push * c - slip * w + lift * UP)
    if stop:
        fast = math.sqrt(velocity[0] ** 2 + velocity[1] ** 2 + velocity[2] ** 2)
        left = max(1.0 - BRAKE * seconds / fast, 0.0) if fast > 0.0 else 0.0
        for axis in range(3):
            velocity[axis] *= left

    follows = 1.0 - math.exp(-seconds / RESPONSE)
    state[3] += follows * (turn * FASTEST_TURN - state[3])
    rate = pitch * FASTEST_PITCH if pitch != 0.0 else -state[1] / LEVELLING
    rate = min(max(rate, (-STEEPEST - state[1]) / RESPONSE), (STEEPEST - state[1]) / RESPONSE)
    state[4] += follows * (rate - state[4])
    leaning = -BANK * (state[3] / FASTEST_TURN) * min(max(along / FASTEST, -1.0), 1.0)
    state[2] += follows * (leaning - state[2])


@kernel
def move(seconds: float, place: Floats, velocity: Floats, state: Floats) -> None:
    """On for a time [s], as it goes and turns now."""
    for axis in range(3):
        place[axis] += seconds * velocity[axis]
    state[0] += seconds * state[3]
    state[1] += seconds * state[4]


@kernel
def orientation_of(state: Floats, orientation_out: Floats) -> None:
    """Quaternion of heading, then pitch, then bank."""
    h, p, b = 0.5 * state[0], -0.5 * state[1], 0.5 * state[2]
    # Heading about z, pitch about y (nose up is negative there), bank about x.
    w, y = math.cos(h) * math.cos(p), math.cos(h) * math.sin(p)
    x, z = -math.sin(h) * math.sin(p), math.sin(h) * math.cos(p)
    cosine, sine = math.cos(b), math.sin(b)
    orientation_out[0] = w * cosine - x * sine
    orientation_out[1] = w * sine + x * cosine
    orientation_out[2] = y * cosine + z * sine
    orientation_out[3] = z * cosine - y * sine
