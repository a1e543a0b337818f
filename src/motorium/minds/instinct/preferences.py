"""Motor preferences: in which directions the surroundings draw one, or from which they drive one
away (Tu 1999, sections 6.5.2 and 7.6)."""

from __future__ import annotations

import math
from typing import Final

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.frames import Floats
from motorium.contracts.perception import Kind
from motorium.minds.instinct.bearing import bearing, in_body
from motorium.minds.instinct.behaviours import EAT, ESCAPE, MATE
from motorium.minds.instinct.mental_state import eats_it
from motorium.minds.instinct.scene import Brain, Scene

__all__ = ["BACK", "DOWN", "FRONT", "LEFT", "RIGHT", "UP", "prefer", "sector", "weigh"]

LEFT: Final = 0
RIGHT: Final = 1
FRONT: Final = 2
BACK: Final = 3
UP: Final = 4
DOWN: Final = 5
"""As `scene.DIRECTIONS`."""

# Ours: the text says "close" and "nearby".
CLOSE_OBSTACLE: Final = 2.0
"""[L]"""
CLOSE_FISH: Final = 1.0
"""[L]"""

_AVOID, _FEAR, _EAT, _MATE_DESIRE = range(4)
"""As `scene.STRENGTHS`."""
_FOR, _AGAINST = 0, 1
_SCHOOLMATE = int(Kind.SCHOOLMATE)
_PREDATOR = int(Kind.PREDATOR)
_PREY = int(Kind.PREY)
_MATE = int(Kind.MATE)
_FOOD = int(Kind.FOOD)
_OBSTACLE = int(Kind.OBSTACLE)


@kernel
def weigh(brain: Brain) -> None:
    """tau of the four desires, against that of the intention; at most 1."""
    own = 1.0
    if brain.intention == ESCAPE:
        own = brain.fear
    elif brain.intention == EAT:
        own = brain.hunger
    elif brain.intention == MATE:
        own = brain.libido
    if own <= 0.0:
        own = 1.0
    brain.strengths[_AVOID] = 1.0
    brain.strengths[_FEAR] = min(brain.fear / own, 1.0)
    brain.strengths[_EAT] = min(brain.hunger / own, 1.0)
    brain.strengths[_MATE_DESIRE] = min(brain.libido / own, 1.0)


@kernel
def sector(x: float, y: float, z: float) -> int:
    """For which direction something counts that lies forward x, left y and up z: for the nearest of
    the six, so that each has a cone of at least 45 degrees around it."""
    if abs(x) >= abs(y) and abs(x) >= abs(z):
        return FRONT if x > 0.0 else BACK
    if abs(y) >= abs(z):
        return LEFT if y > 0.0 else RIGHT
    return UP if z > 0.0 else DOWN


@kernel
def prefer(scene: Scene, slot: int, sums: Floats, counts: Floats) -> None:
    """M of the six directions: the mean of what speaks for each, less the mean of what speaks
    against it. sums and counts, shape (2, 6), are only scratch.

    What it eats does not count for who intends to eat, nor mates for who intends to mate: they are
    what it chooses from, and preferences are what else speaks for one of them.
    """
    perceived, brain, temper = scene.perceived, scene.brains[slot], scene.tempers[slot]
    sums[:] = 0.0
    counts[:] = 0.0
    _repelled_by_obstacles(scene, slot, sums, counts)
    length = perceived.lengths[slot]
    for place in range(perceived.counts[slot, _SCHOOLMATE]):
        if perceived.distances[slot, _SCHOOLMATE, place] > CLOSE_FISH * length:
            break
        which = perceived.which[slot, _SCHOOLMATE, place]
        if perceived.ids[which] != brain.target_id:
            _count(scene, slot, perceived.positions[which], _AGAINST, _AVOID, sums, counts)
    if brain.strengths[_FEAR] > 0.0:
        _all_fishes(scene, slot, _PREDATOR, _AGAINST, _FEAR, sums, counts)
    if brain.strengths[_EAT] > 0.0 and brain.intention != EAT:
        if temper.hunts:
            _all_fishes(scene, slot, _PREY, _FOR, _EAT, sums, counts)
        for place in range(perceived.counts[slot, _FOOD]):
            which = int(perceived.which[slot, _FOOD, place])
            if eats_it(perceived, temper.eats, which):
                _count(scene, slot, perceived.food_places[which], _FOR, _EAT, sums, counts)
    if temper.mates and brain.strengths[_MATE_DESIRE] > 0.0 and brain.intention != MATE:
        _all_fishes(scene, slot, _MATE, _FOR, _MATE_DESIRE, sums, counts)
    for direction in range(6):
        drawn = sums[_FOR, direction] / max(counts[_FOR, direction], 1.0)
        driven = sums[_AGAINST, direction] / max(counts[_AGAINST, direction], 1.0)
        brain.preferences[direction] = drawn - driven


@kernel
def _all_fishes(
    scene: Scene, slot: int, kind: int, sign: int, desire: int, sums: Floats, counts: Floats
) -> None:
    perceived = scene.perceived
    for place in range(perceived.counts[slot, kind]):
        which = perceived.which[slot, kind, place]
        _count(scene, slot, perceived.positions[which], sign, desire, sums, counts)


@kernel
def _count(
    scene: Scene, slot: int, there: Floats, sign: int, desire: int, sums: Floats, counts: Floats
) -> None:
    x, y, z = bearing(scene.perceived, slot, there)
    direction = sector(x, y, z)
    sums[sign, direction] += scene.brains[slot].strengths[desire]
    counts[sign, direction] += 1.0


@kernel
def _repelled_by_obstacles(scene: Scene, slot: int, sums: Floats, counts: Floats) -> None:
    perceived = scene.perceived
    for place in range(perceived.counts[slot, _OBSTACLE]):
        if perceived.distances[slot, _OBSTACLE, place] > CLOSE_OBSTACLE * perceived.lengths[slot]:
            break
        cylinder = perceived.cylinders[perceived.which[slot, _OBSTACLE, place]]
        here = perceived.positions[slot]
        x, y = cylinder.x - here[0], cylinder.y - here[1]
        outside = max(math.sqrt(x * x + y * y) - cylinder.radius, 1e-6)
        shrunk = outside / (outside + cylinder.radius)
        z = min(max(here[2], cylinder.bottom), cylinder.top) - here[2]
        x, y, z = in_body(perceived, slot, shrunk * x, shrunk * y, z)
        direction = sector(x, y, z)
        sums[_AGAINST, direction] += scene.brains[slot].strengths[_AVOID]
        counts[_AGAINST, direction] += 1.0
