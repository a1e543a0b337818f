"""Eating food: near it, then suck it in; and looking for some (Tu 1999, sections 7.8 and 7.9.1)."""

from __future__ import annotations

import math
from typing import Final

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.perception import NOBODY, Kind
from motorium.contracts.population import Slots
from motorium.minds.instinct.chance import drawn
from motorium.minds.instinct.routines import names
from motorium.minds.instinct.routines.chasing import chase, closeness
from motorium.minds.instinct.scene import Scene
from motorium.minds.instinct.steering import heading_of, wrapped
from motorium.senses import numbers as senses

__all__ = ["CHASES", "FORAGES", "RETURNS", "SUCKS_IN", "eat"]

# Stages.
FORAGES: Final = 0
CHASES: Final = 1
SUCKS_IN: Final = 2
RETURNS: Final = 3

# Ours: no threshold of distance is printed.
OPENS: Final = 0.3
"""How far from its snout what it wants may be when it opens its mouth [L]: a little farther than
water streams, for there is a tenth of a second until it decides again."""
SOON: Final = 0.1
"""So far ahead in time does it count with how fast that comes near [s]."""
POUNCES: Final = math.radians(60.0)
"""Prey that is farther off its course it turns to by a C-turn, if that is near: prey does not wait
until there is space for a curve."""
NEARBY: Final = 2.0
"""As near as that [L]; after what is farther it would only lose its speed."""
STRIKES: Final = 0.6
"""Share of its full speed at which it goes for prey that is less off its course: who is slower lets
it get away to the side, and who is faster goes past it, the more so the longer its turns take."""
RESTS: Final = 2.0
"""From one C-turn to the next [s]: motors differ in how they follow each other."""
MOST_POUNCE: Final = 1.55
"""What one C-turn makes [rad]."""
REMEMBERS: Final = 20.0
"""For so long it goes back to where it has lost what it was after [s]: who is large passes by, and
cannot turn before that is out of sight. A shark is back after ten."""
BACK: Final = 1.0
"""It is back when it is as near as that [L]."""
OFTEN: Final = 0.012
"""Chance of another way at a decision while it looks for food: every eight seconds, so that it goes
far, where who wanders would go round."""
FAR: Final = math.radians(120.0)
"""The most that it turns then."""
STEEP: Final = math.radians(12.0)
"""The most that it climbs or dives then."""

_FOOD = int(Kind.FOOD)
_PREY = int(Kind.PREY)


@kernel
def eat(scene: Scene, slots: Slots) -> None:
    """Chase the target of these, particles or prey; open the mouth when it is near."""
    perceived = scene.perceived
    for slot in slots:
        brain, wish = scene.brains[slot], scene.wishes[slot]
        if not _is_there(scene, slot):
            brain.target = NOBODY
            if not _return(scene, slot):
                _forage(scene, slot)
            continue
        temper, target = scene.tempers[slot], brain.target
        if brain.target_kind == _FOOD:
            place, velocity = perceived.food_places[target], perceived.food_velocities[target]
            fastest = temper.cruise
        else:
            place, velocity = perceived.positions[target], perceived.velocities[target]
            fastest = temper.top
        for axis in range(3):
            brain.mark[axis] = place[axis]
        brain.mark_since = scene.seconds
        goal = (place[0], place[1], place[2])
        moves = (velocity[0], velocity[1], velocity[2])
        own, at, length = (
            perceived.velocities[slot],
            perceived.positions[slot],
            perceived.lengths[slot],
        )
        x, y, z = goal[0] - at[0], goal[1] - at[1], goal[2] - at[2]
        far = max(math.sqrt(x * x + y * y + z * z), 1e-9)
        coming = ((own[0] - moves[0]) * x + (own[1] - moves[1]) * y + (own[2] - moves[2]) * z) / far
        distance = chase(scene, slot, goal, moves, closeness(far / length), fastest)
        if brain.target_kind == _PREY:
            _pounce(scene, slot, x, y, far)
        near = distance - SOON * max(coming, 0.0) < OPENS * length
        wish.mouth = 1.0 if near else 0.0
        brain.stage = SUCKS_IN if near else CHASES
        brain.routine = names.SUCKING_IN if near else names.CHASING


@kernel
def _is_there(scene: Scene, slot: int) -> bool:
    """Whether its target still is, so that it may be chased."""
    brain, perceived = scene.brains[slot], scene.perceived
    if brain.target == NOBODY:
        return False
    if brain.target_kind == _FOOD:
        return bool(perceived.food_there[brain.target] & scene.tempers[slot].eats)
    return bool(brain.target_kind == _PREY and perceived.ids[brain.target] == brain.target_id)


@kernel
def _pounce(scene: Scene, slot: int, x: float, y: float, far: float) -> None:
    """Turn sharply to prey that is so far off along x and y [m]; faster, if it is ahead."""
    wish = scene.wishes[slot]
    w, i, j, k = scene.perceived.orientations[slot]
    heading = heading_of(w, i, j, k)
    # When a C-turn is over, its middle is about where its snout was.
    snout = senses.EYE * scene.perceived.lengths[slot]
    x, y = x - snout * math.cos(heading), y - snout * math.sin(heading)
    turn = wrapped(math.atan2(y, x) - heading)
    brain = scene.brains[slot]
    if abs(turn) < POUNCES:
        wish.speed = max(wish.speed, STRIKES * scene.tempers[slot].top)
    near = far < NEARBY * scene.perceived.lengths[slot]
    if near and abs(turn) > POUNCES and scene.seconds - brain.stage_since > RESTS:
        brain.stage_since = scene.seconds
        wish.turn = min(max(turn, -MOST_POUNCE), MOST_POUNCE)
        wish.heading = heading + turn


@kernel
def _return(scene: Scene, slot: int) -> bool:
    """Go back to where its target was perceived last, if that was a short while ago."""
    brain = scene.brains[slot]
    if brain.mark_since == 0.0 or scene.seconds - brain.mark_since > REMEMBERS:
        return False
    goal = (brain.mark[0], brain.mark[1], brain.mark[2])
    still = (0.0, 0.0, 0.0)
    distance = chase(scene, slot, goal, still, 0.0, scene.tempers[slot].top)
    if distance < BACK * scene.perceived.lengths[slot]:
        brain.mark_since = 0.0
    brain.stage = RETURNS
    brain.routine = names.CHASING
    return True


@kernel
def _forage(scene: Scene, slot: int) -> None:
    """Look for food where it has not been: straight on, and seldom another way."""
    brain, wish, perceived = scene.brains[slot], scene.wishes[slot], scene.perceived
    identity, decision = perceived.ids[slot], brain.decisions
    if brain.since == scene.seconds or brain.stage != FORAGES:
        w, x, y, z = perceived.orientations[slot]
        wish.heading = heading_of(w, x, y, z)
        wish.climb = 0.0
    if drawn(scene.seed, identity, decision, 0) < OFTEN:
        wish.heading += FAR * (2.0 * drawn(scene.seed, identity, decision, 1) - 1.0)
        wish.climb = STEEP * (2.0 * drawn(scene.seed, identity, decision, 2) - 1.0)
    wish.speed = scene.tempers[slot].cruise
    wish.turn = wish.brake = wish.backward = wish.mouth = 0.0
    brain.stage = FORAGES
    brain.routine = names.EATING
