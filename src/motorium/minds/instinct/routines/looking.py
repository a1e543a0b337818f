"""Coming to look at a visitor: pacifists are curious (Yu & Terzopoulos 1999, section 9.1).

The text wishes that those who do not fear a submarine come to look at it; the rest is ours.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.frames import turned
from motorium.contracts.perception import NOBODY, VISITOR, Kind, Role
from motorium.contracts.population import Slots
from motorium.minds.instinct.chance import drawn
from motorium.minds.instinct.routines import names
from motorium.minds.instinct.routines.chasing import chase, climb_to
from motorium.minds.instinct.scene import Scene
from motorium.minds.instinct.steering import heading_of, wrapped

__all__ = ["COMING", "GAZING", "KEEPING_OFF", "is_curious", "look"]

NOTICED: Final = 6.0
"""From how far its middle a visitor is worth a look [m]."""
CALM: Final = 0.4
"""Up to which speed one dares to come [m/s]: a third of what a submarine makes, or less."""
ALARMING: Final = 0.7
"""And up to which one stays [m/s]."""
TOO_CLOSE: Final = 2.0
"""Nearer than that to its hull one keeps away from a faster one [m]."""
OFF: Final = 1.6
"""How far off its hull one looks at it [L]: what is nearer than a length is in the way."""
ARRIVED: Final = 0.6
"""It has come when it is no farther from the spot that it chose [L]."""
GAZE: Final = (2.0, 5.0)
"""Between which times it lingers at a spot [s]."""
ALONG: Final = 0.3
AROUND: Final = math.radians(40.0)
"""By how much the next spot is off this one at most: lengths of the hull, and about its axis."""
STEEPEST: Final = math.radians(50.0)
"""Spots are not higher or lower than that, seen from the axis: fishes climb slowly."""
SPOT_PATIENCE: Final = 8.0
"""It takes another spot if it does not come to one in this time [s]."""
INTEREST: Final = 30.0
"""For about so long a visitor is interesting [s]: from 0.7 to 1.3 times that, each its own."""
FORGETS: Final = 0.25
"""How much of a second of looking is forgotten in a second."""
ANEW: Final = 0.25
"""It is interesting again when no more than that of it is remembered."""
SMALL: Final = (0.4, 0.25, 0.25)
"""The sensitivity region of who looks closely [L]."""
BOLDNESS: Final = 0.8
"""Share of its top speed at which it keeps away."""

COMING: Final = 1
GAZING: Final = 2
KEEPING_OFF: Final = 3
"""Stages."""

_PREDATOR = int(Kind.PREDATOR)
_IS_PACIFIST = int(Role.PACIFIST)
_PURPOSE: Final = 17
"""Of the chance drawn here."""


def is_curious(scene: Scene, slots: Slots) -> NDArray[np.bool_]:
    """Whether there is a visitor worth a look."""
    wanting = np.zeros(len(slots), dtype=np.bool_)
    if (scene.perceived.ids == VISITOR).any():
        _consider(scene, slots, wanting)
    return wanting


@kernel
def _consider(scene: Scene, slots: Slots, wanting_out: NDArray[np.bool_]) -> None:
    """Who is curious enough, or would rather keep away.

    looked' = 1 while it looks, else -FORGETS: a leaky memory that makes it lose interest.
    """
    perceived = scene.perceived
    for row in range(len(slots)):
        slot = slots[row]
        brain = scene.brains[slot]
        looks = brain.routine == names.LOOKING
        passed = scene.seconds - brain.looked_at
        brain.looked_at = scene.seconds
        curious = looks and brain.stage != KEEPING_OFF
        brain.looked = max(brain.looked + (passed if curious else -FORGETS * passed), 0.0)
        visitor = _visitor(scene, slot)
        if visitor == NOBODY or perceived.roles[slot] != _IS_PACIFIST:
            continue
        if _is_fast(scene, visitor, ALARMING if looks else CALM):
            wanting_out[row] = _off_hull(scene, slot, visitor) < TOO_CLOSE
            continue
        own = INTEREST * (0.7 + 0.6 * drawn(scene.seed, perceived.ids[slot], 0, _PURPOSE))
        brain.bored = brain.looked > (ANEW * own if brain.bored else own)
        wanting_out[row] = not brain.bored


@kernel
def _visitor(scene: Scene, slot: int) -> int:
    """The slot of the nearest visitor that it notices, or NOBODY."""
    perceived = scene.perceived
    for place in range(perceived.counts[slot, _PREDATOR]):
        if perceived.distances[slot, _PREDATOR, place] > NOTICED:
            break
        which = perceived.which[slot, _PREDATOR, place]
        if perceived.ids[which] == VISITOR:
            return int(which)
    return NOBODY


@kernel
def _is_fast(scene: Scene, visitor: int, limit: float) -> bool:
    velocity = scene.perceived.velocities[visitor]
    return bool(velocity[0] ** 2 + velocity[1] ** 2 + velocity[2] ** 2 > limit * limit)


@kernel
def _seen_from(scene: Scene, slot: int, visitor: int) -> tuple[float, float, float]:
    """Where one is as a visitor has it [m]: ahead, left and up of its middle."""
    here, there = scene.perceived.positions[slot], scene.perceived.positions[visitor]
    w, i, j, k = scene.perceived.orientations[visitor]
    return turned(w, -i, -j, -k, here[0] - there[0], here[1] - there[1], here[2] - there[2])


@kernel
def _thickness(scene: Scene, visitor: int) -> float:
    """Half of it [m]."""
    perceived = scene.perceived
    half = perceived.half_sizes[perceived.species[visitor], 0]
    return float(half * perceived.lengths[visitor])


@kernel
def _off_hull(scene: Scene, slot: int, visitor: int) -> float:
    """How far one is off the hull of a visitor, a capsule [m]."""
    x, y, z = _seen_from(scene, slot, visitor)
    thick = _thickness(scene, visitor)
    beyond = max(abs(x) - 0.5 * scene.perceived.lengths[visitor] + thick, 0.0)
    return math.sqrt(beyond * beyond + y * y + z * z) - thick


@kernel
def look(scene: Scene, slots: Slots) -> None:
    """To a spot off the hull, look for a while, and on to the next one; away from who is fast.

    `mark` holds the spot: how far ahead of the middle [m], at which angle about the axis [rad],
    and when it was chosen or reached [s].
    """
    perceived = scene.perceived
    for slot in slots:
        brain, wish = scene.brains[slot], scene.wishes[slot]
        wish.turn = wish.brake = wish.backward = wish.mouth = 0.0
        brain.routine = names.LOOKING
        visitor = _visitor(scene, slot)
        if visitor == NOBODY:
            continue
        brain.target, brain.target_kind, brain.target_id = visitor, _PREDATOR, VISITOR
        brain.worth = 1.0
        if _is_fast(scene, visitor, ALARMING):
            _keep_off(scene, slot, visitor)
            continue
        for side in range(3):
            perceived.boxes[slot, side] = SMALL[side]
        if brain.stage != COMING and brain.stage != GAZING:
            _choose_spot(scene, slot, visitor, 0.0)
        _go_and_gaze(scene, slot, visitor)


@kernel
def _choose_spot(scene: Scene, slot: int, visitor: int, stray: float) -> None:
    """Near where it is: by a share, 0 to 1, of what spots may be apart."""
    perceived, brain = scene.perceived, scene.brains[slot]
    x, y, z = _seen_from(scene, slot, visitor)
    identity, decision = perceived.ids[slot], brain.decisions
    length = perceived.lengths[visitor]
    aft = 2.0 * drawn(scene.seed, identity, decision, _PURPOSE + 1) - 1.0
    about = 2.0 * drawn(scene.seed, identity, decision, _PURPOSE + 2) - 1.0
    end = 0.5 * length - _thickness(scene, visitor)
    brain.mark[0] = min(max(x + stray * ALONG * length * aft, -end), end)
    up = math.atan2(z, abs(y)) + stray * AROUND * about
    up = min(max(up, -STEEPEST), STEEPEST)
    brain.mark[1] = up if y > 0.0 else math.pi - up
    brain.mark[2] = scene.seconds
    brain.stage, brain.stage_since = COMING, scene.seconds


@kernel
def _go_and_gaze(scene: Scene, slot: int, visitor: int) -> None:
    perceived, brain, wish = scene.perceived, scene.brains[slot], scene.wishes[slot]
    length, there = perceived.lengths[slot], perceived.positions[visitor]
    off = _thickness(scene, visitor) + OFF * length
    w, i, j, k = perceived.orientations[visitor]
    x, y, z = turned(
        w, i, j, k, brain.mark[0], off * math.cos(brain.mark[1]), off * math.sin(brain.mark[1])
    )
    goal = (there[0] + x, there[1] + y, there[2] + z)
    velocity = perceived.velocities[visitor]
    moving = (velocity[0], velocity[1], velocity[2])
    far = chase(scene, slot, goal, moving, 0.0, scene.tempers[slot].cruise)
    brain.routine = names.LOOKING
    waited = scene.seconds - brain.mark[2]
    if brain.stage == COMING:
        if far < ARRIVED * length:
            brain.stage, brain.stage_since = GAZING, scene.seconds
            low, high = GAZE
            chance = drawn(scene.seed, perceived.ids[slot], brain.decisions, _PURPOSE + 3)
            brain.mark[2] = scene.seconds + low + (high - low) * chance
        elif waited > SPOT_PATIENCE:
            _choose_spot(scene, slot, visitor, 1.0)
    elif waited > 0.0:
        _choose_spot(scene, slot, visitor, 1.0)
    elif far < 2.0 * OFF * length and not _is_fast(scene, visitor, 0.5 * CALM):
        # Who is there stays there, with its head to what it looks at.
        wish.turn = wish.speed = 0.0
        wish.brake = 1.0


@kernel
def _keep_off(scene: Scene, slot: int, visitor: int) -> None:
    """Straight away from the axis of the hull."""
    perceived, brain, wish = scene.perceived, scene.brains[slot], scene.wishes[slot]
    x, y, z = _seen_from(scene, slot, visitor)
    end = 0.5 * perceived.lengths[visitor]
    w, i, j, k = perceived.orientations[visitor]
    x, y, z = turned(w, i, j, k, x - min(max(x, -end), end), y, z)
    if brain.stage != KEEPING_OFF:
        brain.stage, brain.stage_since = KEEPING_OFF, scene.seconds
    w, i, j, k = perceived.orientations[slot]
    wish.heading = heading_of(w, i, j, k)
    wish.heading += wrapped(math.atan2(y, x) - wish.heading)
    wish.climb = climb_to(0.5 * math.atan2(z, math.sqrt(x * x + y * y)))
    wish.speed = BOLDNESS * scene.tempers[slot].top
