"""The swim controller: speed in, muscle contractions out (Tu 1999, section 4.6.1, swim-MC).

Two muscle segments drive the tail: the anterior swimming segment (muscles 4-7) and the posterior
one (8-11), left and right exactly out of phase. As printed the posterior lags by pi, and then the
direction of the wave comes from passive resonance and even reverses; a quarter of a beat (pi / 2)
is steady and is our default. Steering shortens all muscles of one side a little, the turning
segment's (0-3) too.

Starts and stops are smooth: frequency, depth and bias approach what is asked for with a half-life.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES
from motorium.bodies.species import SwimTable
from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.physics.fish_kernel import Array, Row

__all__ = ["LAG", "LAG_AS_PRINTED", "SwimModel", "SwimState", "drive_muscles"]

LAG: Final = math.pi / 2
LAG_AS_PRINTED: Final = math.pi
HALF_LIFE: Final = 0.25
"""Of the difference between what is asked for and what the muscles do [s, at size 1]."""

_CONTRACTION: Final = Row.CONTRACTION
_STEP: Final = Row.CONTRACTION_STEP
_ROWS: Final = Row.COUNT


@dataclass
class SwimState:
    """The controller's memory of each fish, by lane; shape (lanes,).

    phase of the beat [rad]; frequency [Hz, at size 1]; depth of the posterior contraction; bias:
    one-sided contraction, left positive.
    """

    phase: Floats
    frequency: Floats
    depth: Floats
    bias: Floats

    @classmethod
    def resting(cls, lanes: int) -> SwimState:
        return cls(*(np.zeros(lanes) for _ in range(4)))

    def arrays(self) -> tuple[Floats, Floats, Floats, Floats]:
        return self.phase, self.frequency, self.depth, self.bias


@dataclass(frozen=True)
class SwimModel:
    """A species' swim table as arrays, and the lag between its segments [rad]."""

    speeds: Floats
    frequencies: Floats
    depths: Floats
    anterior_share: float
    curvature_per_bias: float
    largest_bias: float
    lag: float

    @classmethod
    def of(cls, table: SwimTable, lag: float) -> SwimModel:
        return cls(
            np.array(table.speeds),
            np.array(table.frequencies, dtype=np.float64),
            np.array(table.depths),
            table.anterior_share,
            table.curvature_per_bias,
            table.largest_bias,
            lag,
        )

    def arguments(self) -> tuple[Floats, Floats, Floats, float, float, float, float]:
        return (
            self.speeds,
            self.frequencies,
            self.depths,
            self.anterior_share,
            self.curvature_per_bias,
            self.largest_bias,
            self.lag,
        )


@kernel
def drive_muscles(
    speeds: Floats,
    frequencies: Floats,
    depths: Floats,
    anterior_share: float,
    curvature_per_bias: float,
    largest_bias: float,
    lag: float,
    width: int,
    first: int,
    last: int,
    steps: int,
    frame_seconds: float,
    slots: NDArray[np.intp],
    sizes: Array,
    wanted_speed: Floats,
    wanted_turn_rate: Floats,
    phase: Floats,
    frequency: Floats,
    depth: Floats,
    bias: Floats,
    state: Array,
) -> None:
    """Let every muscle of the fishes in lanes [first, last) move in a ramp over the coming frame.

    wanted_speed [L/s] and wanted_turn_rate [rad/s] by population slot; phase to bias by lane, in
    place.
    """
    for n in range(first, last):
        slot = slots[n]
        # An individual lives slower by the root of its size (contracts.time.time_scale).
        seconds = frame_seconds / math.sqrt(sizes[slot])
        slower = math.sqrt(sizes[slot])
        # A command that is no number asks for nothing.
        asked = wanted_speed[slot] if math.isfinite(wanted_speed[slot]) else 0.0
        turning = wanted_turn_rate[slot] if math.isfinite(wanted_turn_rate[slot]) else 0.0
        speed = min(max(asked, 0.0) * slower, speeds[-1])
        approach = 1.0 - 0.5 ** (seconds / HALF_LIFE)
        depth[n] += (np.interp(speed, speeds, depths) - depth[n]) * approach
        frequency[n] += (np.interp(speed, speeds, frequencies) - frequency[n]) * approach
        bend = 0.0
        if speed > 0.0:
            bend = turning * slower / (speed * curvature_per_bias)
        bend = min(max(bend, -largest_bias), largest_bias)
        bias[n] += (bend - bias[n]) * approach
        phase[n] = (phase[n] + 2.0 * math.pi * frequency[n] * seconds) % (2.0 * math.pi)
        ahead = 0.5 - 0.5 * math.cos(phase[n])
        behind = 0.5 - 0.5 * math.cos(phase[n] - lag)
        base = (n // width) * _ROWS * width + n % width
        for muscle in range(MUSCLES):
            left = muscle % 4 == 0 or muscle % 4 == 3
            wave = 0.0
            if muscle >= 8:
                wave = depth[n] * (behind if left else 1.0 - behind)
            elif muscle >= 4:
                wave = depth[n] * anterior_share * (ahead if left else 1.0 - ahead)
            held = max(bias[n], 0.0) if left else max(-bias[n], 0.0)
            target = 1.0 - wave - held
            now = state[base + (_CONTRACTION + muscle) * width]
            state[base + (_STEP + muscle) * width] = (target - now) / steps
