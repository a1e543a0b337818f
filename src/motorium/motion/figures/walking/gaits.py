"""How people walk and run, in numbers: what a gait is, and the usual one at a speed.

Sources, for adults; tables below are ours, drawn through what these report:

- Steps of walking: step length over cadence (the walk ratio) hardly changes with speed, about
  0.0065 m a step a minute (Sekiya and Nagasaki 1998; Murakami and Otaka 2017 find it above 62
  m/min).
- Shares of walking: stance about 62 % of a stride, less at speed (Perry 1992; Murray 1967).
- Foot, knee and pelvis of walking: the foot strikes at some 20 degrees, lies flat at about 8 % of
  the stride, the heel rises at 30 to 40 %, the foot leaves at some 60 degrees; the knee bends 15
  to 20 degrees under load and about 60 in swing; the pelvis turns and lists by about 5 degrees
  each way and rises and sinks by 4 to 5 cm (Perry 1992; Winter 1991; Saunders, Inman and Eberhart
  1953); toes clear the floor by 1 to 2 cm (Winter 1992); steps are about 0.1 m wide, toes out by
  some 7 degrees.
- Backwards: the joints' angles are almost those of forward walking run backwards (Winter, Pluck
  and Yang 1989, but for the ankle; Lee and others 2013); steps are shorter, double support lasts
  longer, cadence is the same (Laufer 2005).
- Running: 2.74 steps/s at 3.15 m/s and 2.86 at 4.12 (Cavanagh and Kram 1989); stance 30 to 40 %
  of a stride, less at speed (Novacheck 1998); vertical force is nearly half a sine (Alexander
  1989), between landings the body falls freely; the knee bends to some 40 degrees in stance and
  90 to 110 in swing.
- Other statures: alike at equal Froude numbers, v²/(g × leg) (Alexander 1989): lengths grow with
  the leg, times with its root.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Final

import numpy as np

from motorium.bodies.figure.skeleton import Skeleton
from motorium.motion.figures.channels import MADE_AT
from motorium.motion.figures.walking.legs import leg_of
from motorium.problems import did_you_mean

__all__ = ["GRAVITY", "KINDS", "SPEEDS", "Gait", "gait_at", "size_of"]

GRAVITY: Final = 9.81
LEG_HEIGHT: Final = 0.92
"""From the floor to the hips [m] of the figure that all lengths here are for."""
KINDS: Final = ("walking forward", "walking backward", "running")
SPEEDS: Final = {
    "walking forward": (0.6, 2.0),
    "walking backward": (0.4, 1.2),
    "running": (2.2, 4.5),
}
"""From the slowest to the fastest [m/s]."""
USUAL: Final = {"walking forward": 1.35, "walking backward": 0.8, "running": 3.0}
WALK_RATIO: Final = {"walking forward": 0.0065, "walking backward": 0.0045}
"""Step length over cadence [m min]."""


Way = tuple[tuple[float, float], ...]
"""Points on the way: (share of it, value)."""


@dataclass(frozen=True)
class Gait:
    """What a kind of steps is like; lengths [m], angles [rad], as of a figure of this size.

    A step lasts from one foot's strike to the other's. Times within the stance of a foot are shares
    of it. Walking backward is described as if it was seen running backwards.
    """

    kind: str
    step_length: float
    step_frames: int
    width: float
    """Between the lines on which left and right ankles stand."""
    toe_out: float
    stance: float
    """Share of a stride (two steps) that a foot stands; below a half there is flight."""
    reach: float | None
    """How far the foot strikes ahead of the pelvis, as a share of the step; None: where this leg
    and the other one can carry the pelvis equally high."""

    flat: float
    """When in its stance the whole foot is down."""
    heel_off: float
    tip_off: float
    """When the ball rises, too, and the foot turns over the tip of its toes."""
    strike_pitch: float
    """How much the toes are up when the heel strikes."""
    off_pitch: float
    """The same when the foot leaves: negative."""
    off_toes: float
    """How much the toes are bent up then."""
    push: float
    """How fast it turns then, as a multiple of the mean since its heel rose."""
    flight: tuple[Way, Way, Way]
    """What hip, knee and ankle go over in a swing, at rest there: (share of the swing, angle)."""
    clearance: float
    """How far above the floor the foot is at least in the middle of its swing."""
    around: float
    """How far it swings out, past the other leg."""

    knee: float
    """The least that a knee is bent."""
    loading: float
    """How much more when the weight comes upon it."""
    softness: float
    """How gently the pelvis turns from sinking to rising: what it stays below the highest [m]."""
    bounce: bool
    """Whether the pelvis flies and lands (running) instead of riding on a stiff leg."""

    sway: float
    """How far the pelvis goes to each side [m]."""
    pelvis_list: float
    pelvis_turn: float
    pelvis_tilt: float
    """Forward, all the time."""
    chest_turn: float
    """Against that of the pelvis."""
    lean: float
    """Of the chest forward, all the time."""

    arm_swing: float
    """Of each upper arm, to either side of `arm_rest`."""
    arm_rest: float
    arm_out: float
    arm_turn: float
    elbow: float
    elbow_swing: float

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, float) and not math.isfinite(value):
                raise ValueError(f"a gait's {field.name} must be a number, not {value}")
        for name in ("step_length", "step_frames", "softness"):
            if not getattr(self, name) > 0:
                raise ValueError(f"a gait's {name} must be above 0, not {getattr(self, name)}")
        order = (0.0, self.flat, self.heel_off, self.tip_off, 1.0)
        if not 0.0 < self.stance < 1.0 or any(a >= b for a, b in pairwise(order)):
            raise ValueError(
                f"a gait's stance must be a share between 0 and 1, and flat, heel_off and tip_off "
                f"must follow each other within it, not {self.stance:g} and "
                f"{self.flat:g}, {self.heel_off:g}, {self.tip_off:g}"
            )

    @property
    def step_seconds(self) -> float:
        return self.step_frames / MADE_AT

    @property
    def speed(self) -> float:
        """[m/s]"""
        return self.step_length / self.step_seconds

    @property
    def cadence(self) -> float:
        """Steps a minute."""
        return 60.0 / self.step_seconds


def size_of(skeleton: Skeleton) -> float:
    """How long its legs are, as a multiple of those of a figure of 1.75 m."""
    leg = leg_of(skeleton, "left")
    return (leg.length + leg.foot_height) / LEG_HEIGHT


def checked_kind(kind: str) -> str:
    if kind not in KINDS:
        known = ", ".join(KINDS)
        raise ValueError(
            f"no gait is called {kind!r}; known are {known}{did_you_mean(kind, KINDS)}"
        )
    return kind


def gait_at(kind: str, speed: float | None = None, skeleton: Skeleton | None = None) -> Gait:
    """The usual gait of a kind at a speed [m/s], or at its usual one, for a skeleton's size (by
    default that of human-high). Out of its range a ValueError says what the range is."""
    checked_kind(kind)
    size = 1.0 if skeleton is None else size_of(skeleton)
    pace = math.sqrt(size)
    alike = USUAL[kind] if speed is None else speed / pace
    slowest, fastest = SPEEDS[kind]
    if not slowest - 1e-9 <= alike <= fastest + 1e-9:
        of = "" if size == 1.0 else " for a figure of this size"
        raise ValueError(
            f"{kind} goes at {slowest * pace:.2f} to {fastest * pace:.2f} m/s{of}, "
            f"not at {speed} m/s"
        )
    make = {
        "walking forward": _walking,
        "walking backward": _backward,
        "running": _running,
    }[kind]
    return make(alike, size)


def _table(speed: float, at: tuple[float, ...], *values: float) -> float:
    return float(np.interp(speed, at, values))


def _steps(speed: float, length: float, size: float) -> tuple[float, int]:
    """Step length [m] and frames, such that the speed is right and the frames are whole."""
    frames = round(MADE_AT * length / speed * math.sqrt(size))
    return speed * math.sqrt(size) * frames / MADE_AT, frames


def _degrees(*values: float) -> tuple[float, ...]:
    return tuple(math.radians(value) for value in values)


def _walking(speed: float, size: float) -> Gait:
    at = (0.6, 1.0, 1.4, 2.0)
    length, frames = _steps(speed, math.sqrt(WALK_RATIO["walking forward"] * 60.0 * speed), size)
    return Gait(
        kind="walking forward",
        step_length=length,
        step_frames=frames,
        width=0.10 * size,
        toe_out=math.radians(7.0),
        stance=_table(speed, at, 0.66, 0.635, 0.615, 0.585),
        reach=None,
        flat=0.14,
        heel_off=_table(speed, at, 0.62, 0.58, 0.54, 0.48),
        tip_off=0.84,
        strike_pitch=_table(speed, at, *_degrees(14, 18, 21, 25)),
        off_pitch=_table(speed, at, *_degrees(-52, -58, -62, -66)),
        off_toes=math.radians(30.0),
        push=1.7,
        flight=(
            ((0.64, _table(speed, at, *_degrees(25, 29, 32, 37))),),
            ((0.32, _table(speed, at, *_degrees(54, 58, 61, 66))),),
            ((0.50, math.radians(3.0)),),
        ),
        clearance=0.014 * size,
        around=0.015 * size,
        knee=math.radians(4.0),
        loading=_table(speed, at, *_degrees(6, 10, 14, 18)),
        softness=_table(speed, at, 0.006, 0.008, 0.011, 0.015) * size,
        bounce=False,
        sway=_table(speed, at, 0.030, 0.025, 0.021, 0.016) * size,
        pelvis_list=_table(speed, at, *_degrees(2.0, 3.0, 4.0, 5.0)),
        pelvis_turn=_table(speed, at, *_degrees(2.5, 4.0, 5.0, 8.0)),
        pelvis_tilt=math.radians(2.0),
        chest_turn=_table(speed, at, *_degrees(1.5, 2.5, 4.0, 6.0)),
        lean=_table(speed, at, *_degrees(1.5, 2.0, 3.0, 5.0)),
        arm_swing=_table(speed, at, *_degrees(8, 14, 20, 28)),
        arm_rest=math.radians(-3.0),
        arm_out=math.radians(6.0),
        arm_turn=math.radians(10.0),
        elbow=_table(speed, at, *_degrees(18, 22, 26, 38)),
        elbow_swing=_table(speed, at, *_degrees(4, 8, 12, 18)),
    )


def _backward(speed: float, size: float) -> Gait:
    at = (0.4, 0.8, 1.2)
    length, frames = _steps(speed, math.sqrt(WALK_RATIO["walking backward"] * 60.0 * speed), size)
    return Gait(
        kind="walking backward",
        step_length=length,
        step_frames=frames,
        width=0.13 * size,
        toe_out=math.radians(7.0),
        stance=_table(speed, at, 0.67, 0.645, 0.62),
        reach=None,
        flat=0.16,
        heel_off=_table(speed, at, 0.64, 0.62, 0.60),
        tip_off=0.90,
        strike_pitch=_table(speed, at, *_degrees(9, 12, 15)),
        off_pitch=_table(speed, at, *_degrees(-26, -32, -38)),
        off_toes=math.radians(14.0),
        push=1.5,
        flight=(
            ((0.75, _table(speed, at, *_degrees(20, 25, 30))),),
            ((0.42, _table(speed, at, *_degrees(46, 52, 58))),),
            ((0.50, math.radians(4.0)),),
        ),
        clearance=0.025 * size,
        around=0.015 * size,
        knee=math.radians(7.0),
        loading=_table(speed, at, *_degrees(5, 7, 9)),
        softness=_table(speed, at, 0.006, 0.008, 0.011) * size,
        bounce=False,
        sway=_table(speed, at, 0.032, 0.028, 0.024) * size,
        pelvis_list=_table(speed, at, *_degrees(2.0, 3.0, 3.5)),
        pelvis_turn=_table(speed, at, *_degrees(2.5, 4.0, 5.0)),
        pelvis_tilt=math.radians(3.0),
        chest_turn=_table(speed, at, *_degrees(1.0, 2.0, 3.0)),
        lean=_table(speed, at, *_degrees(3.0, 4.0, 5.0)),
        arm_swing=_table(speed, at, *_degrees(5, 9, 13)),
        arm_rest=math.radians(0.0),
        arm_out=math.radians(8.0),
        arm_turn=math.radians(10.0),
        elbow=_table(speed, at, *_degrees(22, 25, 28)),
        elbow_swing=_table(speed, at, *_degrees(3, 5, 8)),
    )


def _running(speed: float, size: float) -> Gait:
    at = (2.2, 3.0, 3.8, 4.5)
    length, frames = _steps(speed, speed / (2.74 + 0.124 * (speed - 3.15)), size)
    stance = _table(speed, at, 0.39, 0.345, 0.315, 0.29)
    return Gait(
        kind="running",
        step_length=length,
        step_frames=frames,
        width=0.08 * size,
        toe_out=math.radians(6.0),
        stance=stance,
        reach=2.0 * stance * _table(speed, at, 0.36, 0.34, 0.345, 0.36),
        flat=0.16,
        heel_off=_table(speed, at, 0.42, 0.37, 0.30, 0.25),
        tip_off=0.74,
        strike_pitch=_table(speed, at, *_degrees(12, 13, 14, 15)),
        off_pitch=_table(speed, at, *_degrees(-50, -55, -60, -65)),
        off_toes=math.radians(28.0),
        push=1.2,
        flight=(
            ((0.68, _table(speed, at, *_degrees(44, 52, 60, 66))),),
            (
                (0.46, _table(speed, at, *_degrees(80, 93, 105, 115))),
                (0.87, _table(speed, at, *_degrees(20, 21, 24, 27))),
            ),
            ((0.50, math.radians(6.0)),),
        ),
        clearance=0.02 * size,
        around=0.03 * size,
        knee=math.radians(7.0),
        loading=_table(speed, at, *_degrees(11, 12, 14, 16)),
        softness=0.001 * size,
        bounce=True,
        sway=0.010 * size,
        pelvis_list=math.radians(4.0),
        pelvis_turn=_table(speed, at, *_degrees(5, 7, 8, 9)),
        pelvis_tilt=_table(speed, at, *_degrees(6, 7, 8, 9)),
        chest_turn=_table(speed, at, *_degrees(7, 9, 11, 13)),
        lean=_table(speed, at, *_degrees(7, 9, 11, 13)),
        arm_swing=_table(speed, at, *_degrees(22, 30, 36, 42)),
        arm_rest=math.radians(-12.0),
        arm_out=math.radians(10.0),
        arm_turn=math.radians(22.0),
        elbow=_table(speed, at, *_degrees(85, 90, 92, 95)),
        elbow_swing=_table(speed, at, *_degrees(6, 8, 10, 12)),
    )
