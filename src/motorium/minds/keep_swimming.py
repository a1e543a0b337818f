"""The simplest mind: keep swimming, round and round a place that one calls home."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.commands import Advice, Commands
from motorium.contracts.frames import Floats
from motorium.contracts.mind import Senses
from motorium.contracts.time import FRAME_SECONDS
from motorium.minds.keeping_off import KeepingOff

__all__ = ["KeepSwimming"]

ATTENTION: Final = 2.0
"""How much it turns on each length of its way, for each radian that the heading is off [1/L]."""
PULL: Final = 0.4
"""How far it turns inwards for each length of its own that it is too far out [rad/L]."""
SHARPEST: Final = 1.0
"""The most that it turns away from the circle to get back to it [rad]."""
TIGHTEST: Final = 0.5
"""No circle that is asked for is smaller [L]: muscles cannot bend a path more than that."""

LIVELY: Final = 1.1
"""By how much faster or slower than it cruises a fish swims for a change."""
SHIFT: Final = 0.13
"""How far it moves to another circle for a change, as a share of all circles."""
GENTLE: Final = 0.2
"""How far outwards or inwards it moves on its way there, for each metre that it swims."""
_SLOWER: Final = int(Advice.SLOWER)
_FASTER: Final = int(Advice.FASTER)
_LEFT: Final = int(Advice.LEFT)

GOLDEN: Final = 0.6180339887498949
"""Multiples of the golden ratio, modulo 1, lie evenly however many are taken."""


class KeepSwimming:
    """Cruises at one speed along a circle around home, turning left.

    Everybody has a circle of its own, between `inner` and `outer` [m], spread evenly over the area.
    """

    name = "keep-swimming"

    def __init__(
        self, speed: float, home: tuple[float, float, float], inner: float, outer: float
    ) -> None:
        self.speed = speed
        self.home = np.array(home)
        self.inner = inner
        self.outer = outer
        self._paces = np.ones(0)
        self._shifts = np.zeros(0)
        self._circles = np.zeros(0)
        self._keeping_off = KeepingOff()

    def decide(self, senses: Senses, commands: Commands) -> None:
        """Ask for the cruising speed, and for the turn rate that keeps the circle.

        Who is recommended something else takes another pace, or another circle; and nobody swims
        into what is in the way.
        """
        if len(self._paces) != len(senses.positions):
            self._paces = np.ones(len(senses.positions))
            self._shifts = np.zeros(len(senses.positions))
            self._circles = np.full(len(senses.positions), np.nan)
        _circle(
            senses.slots,
            senses.positions,
            senses.orientations,
            senses.lengths,
            self.home,
            self.inner,
            self.outer,
            self.speed,
            self._paces,
            self._shifts,
            self._circles,
            commands.advice,
            commands["speed"],
            commands["turn_rate"],
        )
        if senses.room is not None:
            self._keeping_off.decide(senses, senses.room, commands)


@kernel
def _circle(
    slots: NDArray[np.intp],
    positions: Floats,
    orientations: Floats,
    lengths: NDArray[np.float32],
    home: Floats,
    inner: float,
    outer: float,
    cruise: float,
    paces: Floats,
    shifts: Floats,
    circles: Floats,
    advice: NDArray[np.int8],
    speed_out: Floats,
    turn_rate_out: Floats,
) -> None:
    for slot in slots:
        x = positions[slot, 0] - home[0]
        y = positions[slot, 1] - home[1]
        w, a, b, c = orientations[slot]
        ahead_x, ahead_y = 1 - 2 * (b * b + c * c), 2 * (a * b + w * c)
        radius = math.sqrt(x * x + y * y)
        length = lengths[slot]
        if advice[slot] != 0:
            if advice[slot] == _SLOWER:
                paces[slot] = max(paces[slot] / LIVELY, 1.0 / LIVELY)
            elif advice[slot] == _FASTER:
                paces[slot] = min(paces[slot] * LIVELY, LIVELY)
            else:
                shifts[slot] += SHIFT if advice[slot] == _LEFT else -SHIFT
            advice[slot] = 0
        pace = cruise * paces[slot]
        # Beyond the outermost circle it goes back again.
        share = slot * GOLDEN
        share += shifts[slot] - math.floor(share)
        share = abs(share - 2.0 * math.floor(0.5 * share + 0.5))
        own = math.sqrt(inner * inner + share * (outer * outer - inner * inner))
        step = GENTLE * pace * length * FRAME_SECONDS
        if math.isnan(circles[slot]):
            circles[slot] = own
        circles[slot] += min(max(own - circles[slot], -step), step)
        off = (radius - circles[slot]) / length
        inwards = min(max(PULL * off, -SHARPEST), SHARPEST)
        # From where it looks to along the circle, (-y, x), and inwards of that.
        error = math.atan2(ahead_x * x + ahead_y * y, ahead_y * x - ahead_x * y) + inwards
        if error > math.pi:
            error -= 2 * math.pi
        elif error < -math.pi:
            error += 2 * math.pi
        circling = pace / max(radius / length, TIGHTEST)
        speed_out[slot] = pace
        turn_rate_out[slot] = circling + ATTENTION * pace * error
