"""The swim controller: speed in, muscle contractions out (Tu 1999, section 4.6.1, swim-MC).

Three pairs of muscle segments, left and right exactly out of phase: anterior (muscles 0-3), middle
(4-7) and posterior (8-11). As printed only the last two swim, the posterior lags by half a beat,
and then the direction of the wave comes from passive resonance and even reverses. Steering shortens
all muscles of one side a little.

Starts and stops are smooth: what the muscles do approaches what is asked for with a half-life, and
a fish that is taken over in the middle of a movement is led from there into its own beat.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES
from motorium.bodies.gaits import DEEPEST, Steering
from motorium.bodies.species import Species
from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.physics.fish_kernel import Array, Row

__all__ = [
    "LAG",
    "LAG_AS_PRINTED",
    "SwimModel",
    "SwimState",
    "contract",
    "drive_muscles",
    "inherit",
]

LAG: Final = math.pi / 2
"""Between the swimming segments of the printed body [rad]: steady."""
LAG_AS_PRINTED: Final = math.pi
HALF_LIFE: Final = 0.25
"""Of the difference between what is asked for and what the muscles do [s, for a fish of 20 cm]."""

# What muscle action gives which speed, measured on the printed body of 20 cm.
PRINTED_SPEEDS: Final = (0.0, 0.067, 0.194, 0.298, 0.357)
PRINTED_BEATS: Final = (0.8, 0.8, 1.0, 1.2, 1.2)
PRINTED_DEPTHS: Final = (0.0, 0.1, 0.2, 0.3, 0.4)
PRINTED_MIDDLE_SHARE: Final = 0.8
PRINTED_STEERING: Final = Steering(curvature_per_bias=4.9, largest_bias=0.3)

_CONTRACTION: Final = Row.CONTRACTION
_STEP: Final = Row.CONTRACTION_STEP
_ROWS: Final = Row.COUNT


@dataclass
class SwimState:
    """The controller's memory of each fish, by lane; shape (lanes,).

    phase of the beat [rad]; drive: the speed that its muscles now work for [L/s of 20 cm]; bias:
    one-sided contraction, left positive; inherited, shape (lanes, 12): what is still left of the
    difference between the muscles that were taken over and the beat.
    """

    phase: Floats
    drive: Floats
    bias: Floats
    inherited: Floats

    @classmethod
    def resting(cls, lanes: int) -> SwimState:
        return cls(
            phase=np.zeros(lanes),
            drive=np.zeros(lanes),
            bias=np.zeros(lanes),
            inherited=np.zeros((lanes, MUSCLES)),
        )

    def arrays(self) -> tuple[Floats, Floats, Floats, Floats]:
        return self.phase, self.drive, self.bias, self.inherited


@dataclass(frozen=True)
class SwimModel:
    """Muscle action by speed, as arrays in the units of a fish of 20 cm, and how to steer.

    speeds [L/s] and beats [Hz], shape (n,), from rest; depths, shape (n, 3); offsets [rad], shape
    (n, 3): by how much each segment is late.
    """

    speeds: Floats
    beats: Floats
    depths: Floats
    offsets: Floats
    curvature_per_bias: float
    largest_bias: float

    @classmethod
    def of(cls, species: Species) -> SwimModel:
        """Of a living body."""
        gaits, pace = species.gaits, species.pace
        rows = [gaits.slow, *gaits.all]
        depths = np.array([gait.depths for gait in rows])
        depths[0] = 0.0
        return cls(
            speeds=np.array([0.0, *(gait.speed * pace for gait in gaits.all)]),
            beats=np.array([gait.beat * pace for gait in rows]),
            depths=depths,
            offsets=2 * np.pi * np.array([(-gait.lead, 0.0, gait.lag) for gait in rows]),
            curvature_per_bias=species.steering.curvature_per_bias,
            largest_bias=species.steering.largest_bias,
        )

    @classmethod
    def printed(cls, lag: float) -> SwimModel:
        """Of the printed body; lag [rad]."""
        depths = np.zeros((len(PRINTED_DEPTHS), 3))
        depths[:, 2] = PRINTED_DEPTHS
        depths[:, 1] = PRINTED_MIDDLE_SHARE * depths[:, 2]
        return cls(
            speeds=np.array(PRINTED_SPEEDS),
            beats=np.array(PRINTED_BEATS),
            depths=depths,
            offsets=np.tile([0.0, 0.0, lag], (len(depths), 1)),
            curvature_per_bias=PRINTED_STEERING.curvature_per_bias,
            largest_bias=PRINTED_STEERING.largest_bias,
        )

    def arguments(self) -> tuple[Floats, Floats, Floats, Floats, float, float]:
        return (
            self.speeds,
            self.beats,
            self.depths,
            self.offsets,
            self.curvature_per_bias,
            self.largest_bias,
        )


@kernel
def contract(depth: float, angle: float, bias: float) -> tuple[float, float]:
    """Of the left and right muscles of a segment: how deep and where in its beat, and steering."""
    wave = 0.5 - 0.5 * math.cos(angle)
    left = 1.0 - depth * wave - max(bias, 0.0)
    right = 1.0 - depth * (1.0 - wave) - max(-bias, 0.0)
    return max(left, 1.0 - DEEPEST), max(right, 1.0 - DEEPEST)


@kernel
def _row_of(drive: float, speeds: Floats) -> tuple[int, float]:
    """The row of the table at or below this drive, and how far it is to the next."""
    row = 0
    while row < len(speeds) - 2 and drive >= speeds[row + 1]:
        row += 1
    way = (drive - speeds[row]) / (speeds[row + 1] - speeds[row])
    return row, min(max(way, 0.0), 1.0)


@kernel
def drive_muscles(
    speeds: Floats,
    beats: Floats,
    depths: Floats,
    offsets: Floats,
    curvature_per_bias: float,
    largest_bias: float,
    width: int,
    first: int,
    last: int,
    steps: int,
    frame_seconds: float,
    slots: NDArray[np.intp],
    scales: Floats,
    wanted_speed: Floats,
    wanted_turn_rate: Floats,
    phase: Floats,
    drive: Floats,
    bias: Floats,
    inherited: Floats,
    state: Array,
) -> None:
    """Let every muscle of the fishes in lanes [first, last) move in a ramp over the coming frame.

    wanted_speed [L/s] and wanted_turn_rate [rad/s] by population slot; scales (length over 20 cm)
    and phase to inherited by lane, in place.
    """
    own = np.empty(MUSCLES)
    for n in range(first, last):
        slot = slots[n]
        # An individual lives slower by the root of its size (contracts.time.time_scale).
        slower = math.sqrt(scales[n])
        seconds = frame_seconds / slower
        # A command that is no number asks for nothing.
        asked = wanted_speed[slot] if math.isfinite(wanted_speed[slot]) else 0.0
        turning = wanted_turn_rate[slot] if math.isfinite(wanted_turn_rate[slot]) else 0.0
        speed = min(max(asked, 0.0) * slower, speeds[-1])
        kept = 0.5 ** (seconds / HALF_LIFE)
        drive[n] = speed + (drive[n] - speed) * kept
        bend = 0.0
        if speed > 0.0:
            bend = turning * slower / (speed * curvature_per_bias)
        bend = min(max(bend, -largest_bias), largest_bias)
        bias[n] = bend + (bias[n] - bend) * kept
        row, way = _row_of(drive[n], speeds)
        beat = beats[row] + (beats[row + 1] - beats[row]) * way
        phase[n] = (phase[n] + 2.0 * math.pi * beat * seconds) % (2.0 * math.pi)
        _beat(depths, offsets, row, way, phase[n], bias[n], own)
        base = (n // width) * _ROWS * width + n % width
        for muscle in range(MUSCLES):
            inherited[n, muscle] *= kept
            now = state[base + (_CONTRACTION + muscle) * width]
            target = own[muscle] + inherited[n, muscle]
            state[base + (_STEP + muscle) * width] = (target - now) / steps


@kernel
def _beat(
    depths: Floats,
    offsets: Floats,
    row: int,
    way: float,
    phase: float,
    bias: float,
    contraction_out: Floats,
) -> None:
    """What a row of the table, and some way to the next, ask of the 12 muscles."""
    for segment in range(3):
        depth, late = depths[row, segment], offsets[row, segment]
        depth += (depths[row + 1, segment] - depth) * way
        late += (offsets[row + 1, segment] - late) * way
        left, right = contract(depth, phase - late, bias)
        for corner in range(4):
            contraction_out[4 * segment + corner] = left if corner == 0 or corner == 3 else right


@kernel
def inherit(
    speeds: Floats,
    depths: Floats,
    offsets: Floats,
    phase: Floats,
    drive: Floats,
    contraction: Floats,
    inherited_out: Floats,
) -> None:
    """How the muscles (fishes, 12) of newly adopted fishes differ from their beat."""
    own = np.empty(MUSCLES)
    for n in range(len(phase)):
        row, way = _row_of(drive[n], speeds)
        _beat(depths, offsets, row, way, phase[n], 0.0, own)
        for muscle in range(MUSCLES):
            inherited_out[n, muscle] = contraction[n, muscle] - own[muscle]
