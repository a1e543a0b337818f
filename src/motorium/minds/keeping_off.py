"""Keeping off: another course, where what a mind asks for would lead into something solid."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.commands import FISH, STEEPEST, ActionState, Commands
from motorium.contracts.frames import Floats
from motorium.contracts.mind import Room, Senses
from motorium.contracts.population import Slots

__all__ = ["KeepingOff"]

# Ours; Yu & Terzopoulos (1999, section 6.2) say only: early enough to have space and time to turn.
MARGIN: Final = 0.7
"""How much room a fish wants on all sides of the middle of its body [L]."""
MOST: Final = 2.0
"""The most that lacks of it counts [margins]."""
PUSH: Final = 0.8
"""How strongly it is turned away for each margin that lacks, against 1 for where it wants to go."""
ATTENTION: Final = 2.5
"""How much it turns on each length of its way, for each radian that its course is off [1/L]."""
BARRED: Final = 0.5
"""Its way is barred when it has not even this share of the margin."""
SHARP: Final = 1.2
"""At least so far off is its course then [rad]."""
HEAD_ON: Final = 0.2
"""Sine of the angle within which it meets something head-on, and either side will do."""
CLEARLY: Final = 0.5
"""By how much farther a way must lead on one side than on the other to be taken for that [L]."""
HOPELESS: Final = 2.0
"""By how much farther a way must lead on the other side that one changes to it [L]."""
UPRIGHT: Final = 0.7
"""What faces up or down more than that is no wall: a fish climbs over or dives under it."""
TOWARDS: Final = -0.4
"""Cosine of the angle to what it must keep off; below it steering is too slow, and it makes a
C-turn."""
FORESEEN: Final = 6.0
"""How far it looks where a C-turn would lead [L]."""
BACK: Final = 0.3
"""How steeply it goes back to the height that it had, for each length that it is off [rad/L]."""
GENTLY: Final = 0.3
"""And at most [rad]."""
THERE: Final = 0.1
"""It is back when it is as near as that [L]."""

_MOST_RATE: Final = FISH.setpoint("turn_rate").high


class KeepingOff:
    """keeps_height: whether it goes back to the height that it had; else climbs as it is asked to.

    Bends what others have asked for, and remembers for each individual the height that it left
    and the side on which it goes round what stands in its way.

    Limitation: it looks along one line, and knows nothing of gaps that are too narrow; who is led
    among obstacles closer together than two lengths of its own may touch them.
    """

    def __init__(self, keeps_height: bool = True) -> None:
        self._keeps_height = keeps_height
        self._heights = np.zeros(0)
        self._sides = np.zeros(0, dtype=np.int8)
        self._breaking = np.zeros(0)

    def decide(self, senses: Senses, room: Room, commands: Commands) -> None:
        """Where there is room enough, speed and turn rate stay as they were asked for."""
        if len(self._heights) != len(senses.positions):
            self._heights = np.full(len(senses.positions), np.nan)
            self._sides = np.zeros(len(senses.positions), dtype=np.int8)
            self._breaking = np.zeros(len(senses.positions))
        _bend(
            senses.slots,
            senses.positions,
            senses.orientations,
            senses.lengths,
            room.free,
            room.away,
            room.open,
            self._keeps_height,
            self._heights,
            self._sides,
            commands["speed"],
            commands["turn_rate"],
            commands["climb"],
            self._breaking,
        )
        urgent = senses.slots[self._breaking[senses.slots] != 0.0]
        if not len(urgent):
            return
        doing = commands.action_state[urgent]
        urgent = urgent[(doing != ActionState.ASKED) & (doing != ActionState.RUNNING)]
        if len(urgent):
            urgent = urgent[self._helps(senses, room, urgent)]
            commands.begin("turn", urgent, self._breaking[urgent])

    def _helps(self, senses: Senses, room: Room, slots: Slots) -> NDArray[np.bool_]:
        """Whose C-turn leads farther than straight on."""
        w, x, y, z = senses.orientations[slots].T
        headings = np.arctan2(2.0 * (x * y + w * z), 1.0 - 2.0 * (y * y + z * z))
        far = FORESEEN * senses.lengths[slots].astype(np.float64)
        turned = room.along(slots, headings + self._breaking[slots], far)
        return np.asarray(turned > room.along(slots, headings, far))


@kernel
def _bend(
    slots: NDArray[np.intp],
    positions: Floats,
    orientations: Floats,
    lengths: NDArray[np.float32],
    free: Floats,
    away: Floats,
    opened: Floats,
    keeps_height: bool,
    heights: Floats,
    sides: NDArray[np.int8],
    speeds: Floats,
    turn_rates_out: Floats,
    climbs_out: Floats,
    turns_out: Floats,
) -> None:
    for slot in slots:
        length, z = lengths[slot], positions[slot, 2]
        margin = MARGIN * length
        crowded = free[slot].min() < margin
        turns_out[slot] = 0.0
        climb = 0.0 if keeps_height else climbs_out[slot]
        if keeps_height and crowded and math.isnan(heights[slot]):
            heights[slot] = z
        if not math.isnan(heights[slot]):
            off = (heights[slot] - z) / length
            climb = min(max(BACK * off, -GENTLY), GENTLY)
            if not crowded and abs(off) < THERE:
                heights[slot] = math.nan
        climbs_out[slot] = climb
        if not crowded:
            sides[slot] = 0
            continue
        w, a, b, c = orientations[slot]
        ahead_x, ahead_y = 1 - 2 * (b * b + c * c), 2 * (a * b + w * c)
        level = max(math.sqrt(ahead_x * ahead_x + ahead_y * ahead_y), 1e-9)
        ahead_x, ahead_y = ahead_x / level, ahead_y / level
        # Where it wants to go: forward, left and up of a level body.
        keen = ATTENTION * max(speeds[slot], 0.1)
        wished = min(max(turn_rates_out[slot] / keen, -0.5 * math.pi), 0.5 * math.pi)
        forward = math.cos(wished) * math.cos(climb)
        left = math.sin(wished) * math.cos(climb)
        up = math.sin(climb)
        for feeler in range(free.shape[1]):
            lack = min(1.0 - free[slot, feeler] / margin, MOST)
            if lack <= 0.0:
                continue
            x, y, away_up = away[slot, feeler]
            away_forward = ahead_x * x + ahead_y * y
            away_left = ahead_x * y - ahead_y * x
            # Along it instead of into it, and off it.
            into = forward * away_forward + left * away_left + up * away_up
            gain = PUSH * lack - min(lack, 1.0) * min(into, 0.0)
            forward += gain * away_forward
            left += gain * away_left
            up += gain * away_up
        error = math.atan2(left, forward)
        # Who goes round something goes on that way until it is open: between two, or with where he
        # wants to go behind it, he would go to and fro, and on into it.
        # Nothing bars the way of who swims away from what is near; and who is beyond a limit just
        # goes back: all ways are barred there.
        leads_off = ahead_x * away[slot, 1, 0] + ahead_y * away[slot, 1, 1] >= 0.0
        unbarred = leads_off or free[slot, 0] < 0.0
        if free[slot, 1] >= margin or unbarred:
            sides[slot] = 0
        barred = free[slot, 1] < BARRED * margin and abs(away[slot, 1, 2]) < UPRIGHT
        barred = barred and not unbarred
        better = opened[slot, 0] - opened[slot, 1]
        if barred and better * sides[slot] < -HOPELESS * length:
            sides[slot] = 0
        if sides[slot] == 0 and barred:
            x, y, _ = away[slot, 1]
            aside = ahead_x * y - ahead_y * x
            if abs(better) < CLEARLY * length:
                better = aside if abs(aside) > HEAD_ON else error
            sides[slot] = 1 if better >= 0.0 else -1
        if sides[slot] != 0:
            error = max(error * sides[slot], SHARP if barred else 0.0) * sides[slot]
        towards = ahead_x * away[slot, 0, 0] + ahead_y * away[slot, 0, 1]
        if barred and free[slot, 0] < margin and towards < TOWARDS:
            turns_out[slot] = min(max(error, -0.5 * math.pi), 0.5 * math.pi)
        turn_rates_out[slot] = min(max(keen * error, -_MOST_RATE), _MOST_RATE)
        steep = math.atan2(up, math.sqrt(forward * forward + left * left))
        climbs_out[slot] = min(max(steep, -STEEPEST), STEEPEST)
