"""Wandering about: on at an easy pace, and now and then another way (Tu 1999, section 7.8)."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.commands import Advice
from motorium.contracts.population import Slots
from motorium.minds.instinct.behaviours import WANDER
from motorium.minds.instinct.chance import drawn
from motorium.minds.instinct.routines import names
from motorium.minds.instinct.scene import Scene
from motorium.minds.instinct.steering import heading_of, wrapped

__all__ = ["choose_way", "go_on", "heed", "liveliness", "wander"]

# Ours; the text says "intermittently". Times are of a fish of 20 cm; larger ones live more slowly,
# by the root of their size.
OFTEN: Final = 0.025
"""Chance of another course at a decision: about every four seconds."""
FAR: Final = math.radians(60.0)
"""The most that it turns then."""
CLIMBS: Final = 0.03
"""Chance of going up or down, or level again."""
STEEP: Final = math.radians(18.0)
"""At most so steeply."""
LEVEL: Final = 0.5
"""Half of the time it swims level."""
PACES: Final = (0.8, 1.15)
"""Between which shares of its cruising speed it swims."""
TURNED_AWAY: Final = math.radians(50.0)
"""Who swims by so much another course than it wants to was turned away from something."""
HELD_DOWN: Final = math.radians(12.0)
"""And whose path is by so much less steep, from the surface or the ground."""
PATIENCE: Final = 1.2
"""It takes so long [s] until it swims as it wants to."""
ON: Final = math.radians(40.0)
"""By how much it turns on that way, so that it does not come back to it at once."""
TURN: Final = math.radians(45.0)
"""How far it turns when it is recommended to."""
CHANGE: Final = 0.15
"""By which share of its cruising speed it swims faster or slower when it is recommended to."""
TWENTY_CENTIMETRES: Final = 0.2

_SLOWER, _FASTER = int(Advice.SLOWER), int(Advice.FASTER)
_LEFT, _RIGHT = int(Advice.LEFT), int(Advice.RIGHT)


@kernel
def wander(scene: Scene, slots: Slots) -> None:
    """Random turns, intermittently, and gentle changes of depth and pace, which `mark` holds."""
    for slot in slots:
        brain, wish = scene.brains[slot], scene.wishes[slot]
        identity, decision = scene.perceived.ids[slot], brain.decisions
        brain.routine = names.WANDERING
        go_on(scene, slot)
        lively = liveliness(scene.perceived.lengths[slot])
        if drawn(scene.seed, identity, decision, 0) < OFTEN * lively:
            way = 2.0 * drawn(scene.seed, identity, decision, 1) - 1.0
            choose_way(scene, slot, wish.heading + FAR * way, wish.climb)
            low, high = PACES
            brain.mark[0] = low + (high - low) * drawn(scene.seed, identity, decision, 2)
        if drawn(scene.seed, identity, decision, 3) < CLIMBS * lively:
            way = 2.0 * drawn(scene.seed, identity, decision, 4) - 1.0
            choose_way(scene, slot, wish.heading, 0.0 if abs(way) < LEVEL else STEEP * way)
        if brain.mark[0] == 0.0:
            brain.mark[0] = 1.0
        wish.speed = brain.mark[0] * scene.tempers[slot].cruise


@kernel
def liveliness(length: float) -> float:
    """How much faster one of a length [m] lives than one of 20 cm."""
    return math.sqrt(TWENTY_CENTIMETRES / length)


@kernel
def choose_way(scene: Scene, slot: int, heading: float, climb: float) -> None:
    """Take another course and climb [rad]; `mark` remembers when."""
    wish = scene.wishes[slot]
    wish.heading, wish.climb = heading, climb
    scene.brains[slot].mark[2] = scene.seconds


@kernel
def go_on(scene: Scene, slot: int) -> None:
    """The way that it has chosen; who was turned away from something goes on where it was turned
    to: it does not know the world's ends, but who swims another way than it wants to met one."""
    brain, wish = scene.brains[slot], scene.wishes[slot]
    w, i, j, k = scene.perceived.orientations[slot]
    heading = heading_of(w, i, j, k)
    wish.brake = wish.backward = wish.turn = wish.mouth = 0.0
    if brain.since == scene.seconds:
        choose_way(scene, slot, heading, 0.0)
    patience = PATIENCE / liveliness(scene.perceived.lengths[slot])
    if scene.seconds - brain.mark[2] < patience:
        return
    off = wrapped(heading - wish.heading)
    if abs(off) > TURNED_AWAY:
        choose_way(scene, slot, heading + math.copysign(ON, off), wish.climb)
    velocity = scene.perceived.velocities[slot]
    level = math.sqrt(velocity[0] ** 2 + velocity[1] ** 2)
    path = math.atan2(velocity[2], max(level, 0.1 * scene.perceived.lengths[slot]))
    if abs(wish.climb) - math.copysign(path, path * wish.climb) > HELD_DOWN:
        choose_way(scene, slot, wish.heading, -wish.climb)


@kernel
def heed(scene: Scene, slots: Slots, advice: NDArray[np.int8]) -> None:
    """Who wanders does what the monitor recommends (Yu & Terzopoulos 1999, section 6.1); nobody
    else is free to."""
    for slot in slots:
        brain, wish = scene.brains[slot], scene.wishes[slot]
        if advice[slot] != 0 and brain.intention == WANDER:
            if advice[slot] == _LEFT:
                choose_way(scene, slot, wish.heading + TURN, wish.climb)
            elif advice[slot] == _RIGHT:
                choose_way(scene, slot, wish.heading - TURN, wish.climb)
            elif advice[slot] == _SLOWER:
                brain.mark[0] = 1.0 - CHANGE
            elif advice[slot] == _FASTER:
                brain.mark[0] = 1.0 + CHANGE
        advice[slot] = 0
