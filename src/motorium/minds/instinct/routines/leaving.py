"""Leaving where it is too bright or dark, too warm or cold (Tu 1999, section 7.8)."""

from __future__ import annotations

import math
from typing import Final

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.perception import Perception
from motorium.contracts.population import Slots
from motorium.minds.instinct.chance import drawn
from motorium.minds.instinct.routines import names
from motorium.minds.instinct.routines.wandering import choose_way, go_on
from motorium.minds.instinct.scene import Scene
from motorium.minds.instinct.steering import heading_of, wrapped

__all__ = ["comfort", "leave"]

# Ours: the text says that leaving is similar to wandering.
WAY: Final = 1.5
"""How far it swims between two times that it asks whether it got better [L]."""
DEGREES: Final = 0.1
"""How much comfort a degree Celsius is, against 1 for all the difference between night and day."""
SENSED: Final = 0.002
"""Less of a difference is none."""
LEAST_TURN: Final = math.radians(100.0)
MOST_TURN: Final = math.radians(170.0)
"""By how much it turns when it got worse, to either side."""
STRAY: Final = math.radians(40.0)
"""And at most when nothing changed."""
THERE: Final = math.radians(25.0)
"""It has turned when its course is less off than that."""
LONGEST_TURN: Final = 4.0
"""Or when so much time has passed [s]: something may keep it from turning there."""
STEEP: Final = math.radians(30.0)
"""It goes up or down at most so steeply."""


TURNING: Final = 1
TRYING: Final = 2
"""Stages: another way is only tried when it has turned there."""


@kernel
def comfort(perceived: Perception, slot: int) -> float:
    """How much light and warmth are what it likes; more is better."""
    light: float = perceived.light_liking[slot] * perceived.light[slot]
    warmth: float = perceived.warmth_liking[slot] * perceived.warmth[slot]
    return light + DEGREES * warmth


@kernel
def leave(scene: Scene, slots: Slots) -> None:
    """On as long as it gets better, else another way: so it comes to where it likes to be, up or
    down any slope of light or warmth.

    `mark` holds the comfort that it had when it asked last, at `mark_since`.
    """
    for slot in slots:
        perceived, brain, wish = scene.perceived, scene.brains[slot], scene.wishes[slot]
        brain.routine = names.LEAVING
        go_on(scene, slot)
        wish.speed = scene.tempers[slot].cruise
        now = comfort(perceived, slot)
        w, i, j, k = perceived.orientations[slot]
        off = abs(wrapped(wish.heading - heading_of(w, i, j, k)))
        if brain.since == scene.seconds:
            brain.stage = TURNING
        if brain.stage == TURNING:
            if off > THERE and scene.seconds - brain.mark[2] < LONGEST_TURN:
                continue
            brain.stage = TRYING
            brain.mark[0], brain.mark_since = now, scene.seconds
        if scene.seconds - brain.mark_since < WAY / max(wish.speed, 1e-6):
            continue
        better = now - brain.mark[0]
        brain.mark[0], brain.mark_since = now, scene.seconds
        if better > SENSED:
            continue
        identity, decision = perceived.ids[slot], brain.decisions
        way = 2.0 * drawn(scene.seed, identity, decision, 0) - 1.0
        turn = STRAY * way
        if better < -SENSED:
            turn = math.copysign(LEAST_TURN, way) + (MOST_TURN - LEAST_TURN) * way
        steep = STEEP * drawn(scene.seed, identity, decision, 1)
        up = drawn(scene.seed, identity, decision, 2) - 0.5
        # What was up or down before was not better.
        climb = math.copysign(steep, -wish.climb if wish.climb != 0.0 else up)
        choose_way(scene, slot, wish.heading + turn, climb)
        brain.stage = TURNING
