"""A foot on the floor: on its heel, flat, over its ball and the tip of its toes; what stands
stays."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.motion.figures.walking.curves import (
    State,
    ease,
    still,
    through,
)
from motorium.motion.figures.walking.legs import Leg, turned_heading

__all__ = ["INSTANT", "FootWay", "Stance", "foot_standing"]

INSTANT: Final = 1e-9
"""Times nearer than this are the same [s]."""
SLAP: Final = 1.1
"""How fast a foot turns when it strikes, as a multiple of the mean until it is down."""
TOES_UP: Final = 0.5
"""How much toes are bent up at the strike, as a share of the foot's pitch."""


@dataclass(frozen=True)
class Stance:
    """A foot on the floor; places (x, y) [m], headings and pitches [rad], times [s].

    The heel is at `heel` from `strike` to `heel_off`, the ball at `ball` from `down` to
    `tip_off`, the tip of the toes at `tip` until `toe_off`. A foot may turn on its heel before it
    is down, and on its ball after its heel is off: heading is where it points when it lies flat.
    """

    side: str
    heel: Floats
    ball: Floats
    tip: Floats
    strike_heading: float
    heading: float
    off_heading: float
    strike: float
    down: float
    heel_off: float
    tip_off: float
    toe_off: float
    strike_pitch: float
    off_pitch: float
    off_toes: float
    push: float
    turned_by: float = math.inf
    """When it points where it will point when it leaves."""

    def holds(self, times: Floats) -> NDArray[np.bool_]:
        """At which times it stands."""
        return (times >= self.strike - INSTANT) & (times <= self.toe_off + INSTANT)


@dataclass(frozen=True)
class FootWay:
    """ankle [m] (frames, 3); heading, pitch (toes up) of the foot and bend of the toes [rad]
    (frames,)."""

    ankle: Floats
    heading: Floats
    pitch: Floats
    toes: Floats

    @property
    def rotation(self) -> Floats:
        """(frames, 3, 3)"""
        return turned_heading(self.heading, self.pitch)


def foot_standing(times: Floats, stance: Stance, leg: Leg) -> FootWay:
    """On the heel, flat, and over the ball; times may be a moment before and after."""
    pitch, toes = np.zeros((2, len(times)))
    heading = np.full(len(times), stance.heading)
    ankle = np.empty((len(times), 3))

    on_heel = times < stance.down
    if on_heel.any():
        own, span = times[on_heel], (stance.strike, stance.down)
        rate = -SLAP * stance.strike_pitch / (stance.down - stance.strike)
        pitch[on_heel] = through(own, span, _state(stance.strike_pitch, rate), still(0.0))
        toes[on_heel] = through(own, span, still(TOES_UP * stance.strike_pitch), still(0.0))
        turned = ease(own, *span)
        heading[on_heel] += (1.0 - turned) * (stance.strike_heading - stance.heading)
    flat = times <= stance.heel_off
    turns = turned_heading(heading[flat], pitch[flat])
    ankle[flat] = np.array([*stance.heel, 0.0]) - turns @ leg.heel

    off = ~flat
    if off.any():
        own, span = times[off], (stance.heel_off, stance.toe_off)
        rate = stance.push * stance.off_pitch / (stance.toe_off - stance.heel_off)
        pitch[off] = through(own, span, still(0.0), _state(stance.off_pitch, rate))
        sole = np.zeros(len(own))
        tipped = own > stance.tip_off
        tip_pitch = stance.off_pitch + stance.off_toes
        rate = 1.6 * tip_pitch / (stance.toe_off - stance.tip_off)
        sole[tipped] = through(
            own[tipped],
            (stance.tip_off, stance.toe_off),
            still(0.0),
            _state(tip_pitch, rate),
        )
        toes[off] = sole - pitch[off]
        turned = ease(own, stance.heel_off, stance.turned_by)
        heading[off] += turned * (stance.off_heading - stance.heading)
        joint = np.array([*stance.ball, 0.0]) - turned_heading(heading[off]) @ leg.ball
        over_tip = turned_heading(heading[off], sole) @ leg.tip
        joint[tipped] = (np.array([*stance.tip, 0.0]) - over_tip)[tipped]
        ankle[off] = joint - turned_heading(heading[off], pitch[off]) @ leg.toes_at
    return FootWay(ankle, heading, pitch, toes)


def _state(value: float, rate: float) -> State:
    return State(np.array(value), np.array(rate), np.array(0.0))
