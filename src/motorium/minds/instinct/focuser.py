"""The focuser: attention to what the intention needs (Tu 1999, sections 6.5 and 7.6)."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.frames import Floats
from motorium.contracts.perception import NOBODY, Kind
from motorium.contracts.population import Slots
from motorium.minds.instinct import numbers
from motorium.minds.instinct.attraction import attraction
from motorium.minds.instinct.bearing import bearing
from motorium.minds.instinct.behaviours import AVOID, EAT, ESCAPE, MATE, SCHOOL
from motorium.minds.instinct.mental_state import eats_it
from motorium.minds.instinct.preferences import FRONT, LEFT, RIGHT, prefer, weigh
from motorium.minds.instinct.scene import Scene
from motorium.senses import numbers as senses

__all__ = ["compromised", "cost_of", "focus", "side"]

DEAREST: Final = senses.SMELL * (1.0 + numbers.SCHOOL_COST + numbers.TURN_COST)
"""The cost of prey that is worth nothing [m]: schooled, behind, and as far off as can be smelled.
Ours; section 7.9.1 says that the least cost wins."""
TOGETHER: Final = 4.0
"""Who likes schooling is in a school with somebody as near as that, whatever he does [L]."""
CLEARLY: Final = 2.0 * numbers.PREFERENCE_WEIGHT
"""Our reading of D[1] >> D[2]: so much more desirable that no preferences can outweigh it."""

Integers = NDArray[np.int64]

_SCHOOLMATE = int(Kind.SCHOOLMATE)
_PREDATOR = int(Kind.PREDATOR)
_PREY = int(Kind.PREY)
_MATE = int(Kind.MATE)
_FOOD = int(Kind.FOOD)
_OBSTACLE = int(Kind.OBSTACLE)


def focus(scene: Scene, slots: Slots) -> None:
    """Strengths of desires, preferences and the target of each of these; routines of other
    intentions than to avoid, to escape, to eat and to mate choose their targets themselves."""
    best, who = np.zeros((numbers.CHOICES, 2)), np.zeros((numbers.CHOICES, 2), dtype=np.int64)
    _focus(scene, slots, np.zeros((2, 6)), np.zeros((2, 6)), best, who)


@kernel
def _focus(
    scene: Scene, slots: Slots, sums: Floats, counts: Floats, best: Floats, who: Integers
) -> None:
    for slot in slots:
        brain = scene.brains[slot]
        weigh(brain)
        prefer(scene, slot, sums, counts)
        if brain.intention == AVOID:
            _face_danger(scene, slot)
        elif brain.intention == ESCAPE:
            _attend(scene, slot, _PREDATOR, int(brain.danger), float(brain.danger_fear))
        elif brain.intention == EAT or brain.intention == MATE:
            _choose_target(scene, slot, best, who)


@kernel
def compromised(angle: float, preference: float) -> float:
    """An angle of turn [rad], less of it where it is against a preference (section 6.5.3)."""
    if preference >= 0.0:
        return angle
    return min(1.0, 1.5 + preference) * angle


@kernel
def cost_of(distance: float, schooled: bool, angle: float) -> float:
    """C_k of prey at a distance [m], at an angle from straight ahead [rad] (section 7.9.1)."""
    share = numbers.TURN_COST * angle / math.pi
    return distance * (1.0 + (numbers.SCHOOL_COST if schooled else 0.0) + share)


@kernel
def side(x: float, y: float) -> int:
    """RelPos of a target, forward x and left y of the snout: in front within 45 degrees, else left
    or right."""
    if x > 0.0 and abs(y) <= x:
        return FRONT
    return LEFT if y > 0.0 else RIGHT


@kernel
def _face_danger(scene: Scene, slot: int) -> None:
    """What it is about to run into; what does not move goes first, for it gives no way."""
    perceived = scene.perceived
    if perceived.obstacle[slot] != NOBODY:
        _attend(scene, slot, _OBSTACLE, int(perceived.obstacle[slot]), 1.0)
    elif perceived.fish[slot] != NOBODY:
        share = float(perceived.fish_share[slot])
        _attend(scene, slot, _SCHOOLMATE, int(perceived.fish[slot]), share)


@kernel
def _attend(scene: Scene, slot: int, kind: int, which: int, worth: float) -> None:
    brain = scene.brains[slot]
    brain.target, brain.target_kind, brain.worth = which, kind, worth
    brain.target_id = _identity(scene, kind, which)
    brain.rival, brain.rival_worth = NOBODY, 0.0


@kernel
def _identity(scene: Scene, kind: int, which: int) -> int:
    """An id that is not used again, or the number of a thing."""
    if which == NOBODY or kind >= _FOOD:
        return which
    return int(scene.perceived.ids[which])


@kernel
def _is_schooled(scene: Scene, which: int) -> bool:
    """Whether it is in a school: it schools, or would but for what it makes way for or flees from,
    and others are near."""
    perceived, brain = scene.perceived, scene.brains[which]
    if brain.intention == SCHOOL or (brain.intention == AVOID and brain.stored == SCHOOL):
        return True
    if not perceived.schooling[which] or perceived.counts[which, _SCHOOLMATE] == 0:
        return False
    nearest = perceived.distances[which, _SCHOOLMATE, 0]
    return bool(nearest < TOGETHER * perceived.lengths[which])


@kernel
def _worth(scene: Scene, slot: int, kind: int, which: int, distance: float) -> float:
    """How desirable a target is, D, from 0 to 1; 0 is none."""
    if kind == _FOOD:
        if not eats_it(scene.perceived, scene.tempers[slot].eats, which):
            return 0.0
        return max(1.0 - distance / senses.SMELL, 0.0)
    if kind == _MATE:
        return attraction(scene, slot, which, distance)
    x, y, z = bearing(scene.perceived, slot, scene.perceived.positions[which])
    angle = math.atan2(math.sqrt(y * y + z * z), x)
    cost = cost_of(distance, _is_schooled(scene, which), angle)
    return max(1.0 - cost / DEAREST, 0.0)


@kernel
def _choose_target(scene: Scene, slot: int, best: Floats, who: Integers) -> None:
    """The pseudo code of section 6.5.3, then loyalty (section 7.7.3). best: worth and distance of
    the most desirable, who: kind and number; both are only scratch."""
    brain, temper, perceived = scene.brains[slot], scene.tempers[slot], scene.perceived
    number = 0
    if brain.intention == MATE:
        number = _rank(scene, slot, _MATE, number, best, who)
    else:
        if temper.hunts:
            number = _rank(scene, slot, _PREY, number, best, who)
        number = _rank(scene, slot, _FOOD, number, best, who)
    if number > 1 and best[0, 0] - best[1, 0] <= CLEARLY:
        for place in range(number):
            x, y, _ = _direction(scene, slot, who[place, 0], who[place, 1])
            best[place, 0] += numbers.PREFERENCE_WEIGHT * brain.preferences[side(x, y)]
        _sort(number, best, who)
    distance = _distance_of_target(scene, slot)
    if number and distance >= 0.0:
        kind, target = int(brain.target_kind), int(brain.target)
        worth = _worth(scene, slot, kind, target, distance)
        same = who[0, 0] == brain.target_kind and who[0, 1] == brain.target
        # A female looks at size, not at nearness.
        by_nearness = brain.intention == EAT or not perceived.female[slot]
        loyal = by_nearness and distance - best[0, 1] <= temper.loyalty
        if worth > 0.0 and not same and (brain.resumed or loyal):
            brain.worth = worth
            brain.rival, brain.rival_worth = who[0, 1], best[0, 0]
            return
    if number == 0:
        _attend(scene, slot, int(brain.target_kind), NOBODY, 0.0)
        return
    _attend(scene, slot, who[0, 0], who[0, 1], best[0, 0])
    if number > 1:
        brain.rival, brain.rival_worth = who[1, 1], best[1, 0]


@kernel
def _distance_of_target(scene: Scene, slot: int) -> float:
    """How far off what it goes for is now [m], -1 if it is not perceived any longer."""
    perceived, brain = scene.perceived, scene.brains[slot]
    if brain.target == NOBODY:
        return -1.0
    kind = int(brain.target_kind)
    for place in range(perceived.counts[slot, kind]):
        which = int(perceived.which[slot, kind, place])
        if which == brain.target and _identity(scene, kind, which) == brain.target_id:
            return float(perceived.distances[slot, kind, place])
    return -1.0


@kernel
def _direction(scene: Scene, slot: int, kind: int, which: int) -> tuple[float, float, float]:
    if kind == _FOOD:
        return bearing(scene.perceived, slot, scene.perceived.food_places[which])
    return bearing(scene.perceived, slot, scene.perceived.positions[which])


@kernel
def _rank(scene: Scene, slot: int, kind: int, number: int, best: Floats, who: Integers) -> int:
    """Insert all of a kind among the most desirable; returns how many these are."""
    perceived = scene.perceived
    for place in range(perceived.counts[slot, kind]):
        which = int(perceived.which[slot, kind, place])
        distance = float(perceived.distances[slot, kind, place])
        worth = _worth(scene, slot, kind, which, distance)
        if worth <= 0.0 or (number == numbers.CHOICES and worth <= best[number - 1, 0]):
            continue
        number = min(number + 1, numbers.CHOICES)
        best[number - 1, 0], best[number - 1, 1] = worth, distance
        who[number - 1, 0], who[number - 1, 1] = kind, which
        _sort(number, best, who)
    return number


@kernel
def _sort(number: int, best: Floats, who: Integers) -> None:
    """The most desirable first; of equals, who came first."""
    for last in range(1, number):
        place = last
        while place > 0 and best[place, 0] > best[place - 1, 0]:
            for column in range(2):
                best[place, column], best[place - 1, column] = (
                    best[place - 1, column],
                    best[place, column],
                )
                who[place, column], who[place - 1, column] = (
                    who[place - 1, column],
                    who[place, column],
                )
            place -= 1
