"""Avoiding collisions with what stands in the way, and with other fishes (Tu 1999, section 7.8.1).

Which side it goes round is a matter of the angle and of motor preferences (section 6.5.3). Ground,
surface and boundary are for `minds.keeping_off`.
"""

from __future__ import annotations

import math
from typing import Final

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.frames import turned
from motorium.contracts.perception import NOBODY, Kind
from motorium.contracts.population import Slots
from motorium.minds.instinct.chance import drawn
from motorium.minds.instinct.focuser import compromised
from motorium.minds.instinct.preferences import DOWN, LEFT, RIGHT, UP
from motorium.minds.instinct.routines import names
from motorium.minds.instinct.scene import Scene
from motorium.minds.instinct.steering import heading_of, wrapped
from motorium.senses import numbers as senses

__all__ = ["avoid", "free_course", "half_angle", "stay_alert", "steer_clear"]

# Ours: how far it feels for danger. Tu prints a body length for the antenna; Yu & Terzopoulos
# (1999, section 6.2) enlarge the region for motors that turn in steps, and do not say by how much.
ANTENNA: Final = senses.ANTENNA + 0.6
"""Of who stands still [L]: a curve takes 0.9 L, and half a beat until it begins."""
ANTENNA_SECONDS: Final = 0.4
"""And how much of the way that it swims then [s]."""
REGION: Final = (0.8, 0.4, 0.3)
"""The sensitivity region: before the snout, to each side, up and down [L]."""

# Ours, about obstacles.
SPARE: Final = 0.2
"""How much farther than the antenna demands it keeps off [L]."""
BEYOND: Final = 1.0
"""Obstacles up to so far behind one count when it looks for a way round that [L]."""
CLOSE: Final = 1.2
"""It never takes a course into what is as near as that [L]: a curve takes 0.9 L."""
ROUNDING: Final = 1e-6
"""[rad]"""
ROUNDS: Final = 4
"""So often it looks whether the way round one leads into another."""
SAME: Final = 0.1
"""Angles that differ by less are equal [rad]; chance chooses."""
WEIGHT: Final = 0.5
"""By how much a preference of 1 makes up for a longer way round [rad]."""
GENTLE: Final = math.radians(30.0)
"""It swims over what it can climb over at that angle, if it would have to turn by more."""
FUTILE: Final = math.radians(50.0)
"""It changes its mind about the side when it would have to turn so much more on that one."""
SHARP: Final = math.radians(60.0)
"""Beyond that steering takes too long if it is near, and it makes a C-turn."""
NEAR: Final = 1.2
"""[L]: a curve takes 0.9 L, and some time to begin."""
MOST_TURN: Final = 1.55
"""What one C-turn makes [rad]."""

# Ours, about fishes.
FORESEEN: Final = 1.0
"""How far ahead it foresees another's way [s]."""
ROOMY: Final = 0.2
"""What it wants to have between them [L]."""
ABREAST: Final = math.radians(100.0)
"""Who is farther aside than that is not in the way: it only gives way a little."""
A_LITTLE: Final = math.radians(25.0)
MOST: Final = math.radians(75.0)
"""It turns by no more."""
OVER_OR_UNDER: Final = math.radians(20.0)
"""How steeply."""
SLOWER: Final = 0.8
"""Of the speed of whom it would run into from behind."""
SLOWEST: Final = 0.5
"""Of its cruising speed: a fish that stands still cannot steer."""

_OBSTACLE = int(Kind.OBSTACLE)
_PURPOSE: Final = 11
"""Of the chance drawn here."""


@kernel
def stay_alert(scene: Scene, slot: int) -> None:
    """Antenna and sensitivity region of who does nothing special; routines make them smaller."""
    perceived, wary = scene.perceived, scene.tempers[slot].wariness
    perceived.antenna[slot] = ANTENNA + ANTENNA_SECONDS * scene.wishes[slot].speed
    for side in range(3):
        perceived.boxes[slot, side] = wary * REGION[side]


@kernel
def avoid(scene: Scene, slots: Slots) -> None:
    """Round what is nearest to be run into; where nothing is any longer, on."""
    for slot in slots:
        perceived, brain, wish = scene.perceived, scene.brains[slot], scene.wishes[slot]
        wish.turn = wish.brake = wish.backward = wish.mouth = 0.0
        wish.speed = max(wish.speed, SLOWEST * scene.tempers[slot].cruise)
        if perceived.obstacle[slot] != NOBODY:
            brain.routine = names.AVOIDING_OBSTACLE
            _avoid_obstacle(scene, slot, perceived.obstacle[slot])
        elif perceived.fish[slot] != NOBODY:
            brain.routine = names.AVOIDING_FISH
            _avoid_fish(scene, slot, perceived.fish[slot])
        else:
            brain.routine = names.NONE


# ------------------------------------------------------------ what stands in the way


@kernel
def half_angle(distance: float, radius: float) -> float:
    """Between the middle of a circle and its tangent [rad]; from within it, away from the middle
    and the more so the deeper."""
    if distance >= radius:
        return math.asin(radius / max(distance, 1e-9))
    return 0.5 * math.pi + 0.5 * (1.0 - distance / radius)


@kernel
def free_course(scene: Scene, slot: int, course: float, side: float, reach: float) -> float:
    """The first course left (side 1) or right (side -1) of one [rad] on which no obstacle stands
    nearer than a reach [L]."""
    perceived = scene.perceived
    length, species = perceived.lengths[slot], perceived.species[slot]
    margin = (2.0 * senses.BODY_WIDTHS * perceived.half_sizes[species, 0] + SPARE) * length
    here = perceived.positions[slot]
    for _ in range(ROUNDS):
        before = course
        for place in range(perceived.counts[slot, _OBSTACLE]):
            if perceived.distances[slot, _OBSTACLE, place] > reach * length:
                break
            other = perceived.cylinders[perceived.which[slot, _OBSTACLE, place]]
            if here[2] > other.top + length * perceived.half_sizes[species, 1]:
                continue
            x, y = other.x - here[0], other.y - here[1]
            half = half_angle(math.sqrt(x * x + y * y), other.radius + margin)
            off = wrapped(math.atan2(y, x) - course)
            if abs(off) < half - ROUNDING:
                course += off + side * half
        if course == before:
            break
    return course


@kernel
def steer_clear(scene: Scene, slots: Slots) -> None:
    """Whatever they want, not into what stands close by: the nearest free course instead."""
    for slot in slots:
        perceived, brain, wish = scene.perceived, scene.brains[slot], scene.wishes[slot]
        length = perceived.lengths[slot]
        if (
            brain.routine == names.AVOIDING_OBSTACLE
            or perceived.counts[slot, _OBSTACLE] == 0
            or perceived.distances[slot, _OBSTACLE, 0] > CLOSE * length
        ):
            continue
        w, i, j, k = perceived.orientations[slot]
        heading = heading_of(w, i, j, k)
        course = wish.heading
        left = free_course(scene, slot, course, 1.0, CLOSE)
        if left == course:
            if wish.turn == 0.0:
                continue
            # A C-turn sweeps over all that is between.
            end = heading + wish.turn
            if free_course(scene, slot, end, 1.0, CLOSE) != end:
                wish.turn = 0.0
            continue
        right = free_course(scene, slot, course, -1.0, CLOSE)
        # The edge that it has less to turn to, and that is less off what it wants.
        off_left = abs(wrapped(left - heading)) + 0.5 * abs(left - course)
        off_right = abs(wrapped(right - heading)) + 0.5 * abs(right - course)
        wish.heading = left if off_left < off_right else right
        wish.turn = 0.0


@kernel
def _avoid_obstacle(scene: Scene, slot: int, number: int) -> None:
    perceived, brain, wish = scene.perceived, scene.brains[slot], scene.wishes[slot]
    length = perceived.lengths[slot]
    w, i, j, k = perceived.orientations[slot]
    heading = heading_of(w, i, j, k)
    cylinder, here = perceived.cylinders[number], perceived.positions[slot]
    straight = math.atan2(cylinder.y - here[1], cylinder.x - here[0])
    reach = perceived.obstacle_distance[slot] / length + BEYOND
    left = free_course(scene, slot, straight, 1.0, reach) - heading
    right = free_course(scene, slot, straight, -1.0, reach) - heading
    left, right = wrapped(left), wrapped(right)
    shorter = abs(right) - abs(left)
    # Who has begun to go round it on one side does not change his mind for nothing.
    if brain.stage == 0 or brain.tally != number + 1 or shorter * brain.stage < -FUTILE:
        shorter += WEIGHT * (brain.preferences[LEFT] - brain.preferences[RIGHT])
        if abs(shorter) < SAME:
            shorter = drawn(scene.seed, perceived.ids[slot], brain.decisions, _PURPOSE) - 0.5
        brain.stage = 1 if shorter > 0.0 else -1
        brain.tally = number + 1
    angle = left if brain.stage > 0 else right

    over = _climb_over(scene, slot, number)
    if over < min(GENTLE, abs(angle)) and brain.preferences[UP] >= 0.0:
        wish.climb = over
        return
    if perceived.obstacle_distance[slot] > CLOSE * length:
        angle = compromised(angle, brain.preferences[LEFT if brain.stage > 0 else RIGHT])
    wish.heading = heading + angle
    if abs(angle) > SHARP and perceived.obstacle_distance[slot] < NEAR * length:
        wish.turn = min(max(angle, -MOST_TURN), MOST_TURN)


@kernel
def _climb_over(scene: Scene, slot: int, number: int) -> float:
    """How steeply [rad] to swim over a cylinder."""
    perceived = scene.perceived
    cylinder, here = perceived.cylinders[number], perceived.positions[slot]
    length = perceived.lengths[slot]
    height = 2.0 * perceived.half_sizes[perceived.species[slot], 1] * length
    x, y = cylinder.x - here[0], cylinder.y - here[1]
    before = math.sqrt(x * x + y * y) - cylinder.radius - senses.EYE * length
    up = cylinder.top + height + SPARE * length - here[2]
    return math.atan2(max(up, 0.0), max(before, 1e-9))


# ------------------------------------------------------------ other fishes


@kernel
def _avoid_fish(scene: Scene, slot: int, other: int) -> None:
    """Another fish is a box that moves on as it does now."""
    perceived, brain, wish = scene.perceived, scene.brains[slot], scene.wishes[slot]
    cruise, length = scene.tempers[slot].cruise, perceived.lengths[slot]
    w, i, j, k = perceived.orientations[slot]
    heading = heading_of(w, i, j, k)
    cosine, sine = math.cos(heading), math.sin(heading)
    here, there = perceived.positions[slot], perceived.positions[other]
    own, its = perceived.velocities[slot], perceived.velocities[other]
    x, y, z = there[0] - here[0], there[1] - here[1], there[2] - here[2]
    v_x, v_y, v_z = its[0] - own[0], its[1] - own[1], its[2] - own[2]
    fast = max(v_x * v_x + v_y * v_y + v_z * v_z, 1e-12)
    soon = min(max(-(x * v_x + y * v_y + z * v_z) / fast, 0.0), FORESEEN)
    # Where it will be when they are closest: forward, left and up.
    left = (cosine * (y + soon * v_y) - sine * (x + soon * v_x)) / length
    up = (z + soon * v_z) / length

    if brain.stage == 0 or brain.tally != -other - 1:
        # Who is met head-on is passed on the right, by both.
        away = left if abs(left) > SAME else 0.5 * SAME
        away += WEIGHT * (brain.preferences[RIGHT] - brain.preferences[LEFT])
        brain.stage = -1 if away > 0.0 else 1
        brain.tally = -other - 1
    off = wrapped(math.atan2(y, x) - heading)
    angle = A_LITTLE * brain.stage
    if abs(off) < ABREAST:
        a, b, _ = _bow(scene, other)
        across = abs(cosine * b - sine * a)
        half = perceived.half_sizes[perceived.species[other], 0]
        extent = perceived.lengths[other] * (half + 0.5 * across)
        extent += length * (perceived.half_sizes[perceived.species[slot], 0] + ROOMY)
        angle = off + brain.stage * half_angle(math.sqrt(x * x + y * y), extent)
        angle = brain.stage * min(max(brain.stage * angle, 0.0), MOST)
    angle = compromised(angle, brain.preferences[LEFT if brain.stage > 0 else RIGHT])
    wish.heading = heading + angle

    way = UP if up < 0.0 else DOWN
    steep = OVER_OR_UNDER * (1.0 if way == UP else -1.0)
    wish.climb = compromised(steep, brain.preferences[way])
    if abs(off) < SHARP:
        along = (its[0] * cosine + its[1] * sine) / length
        if along > 0.0:
            wish.speed = min(wish.speed, max(SLOWER * along, SLOWEST * cruise))
            swims = (own[0] * cosine + own[1] * sine) / length
            wish.brake = min(max(swims - wish.speed, 0.0), 1.0)


@kernel
def _bow(scene: Scene, slot: int) -> tuple[float, float, float]:
    """Where somebody looks to."""
    w, i, j, k = scene.perceived.orientations[slot]
    return turned(w, i, j, k, 1.0, 0.0, 0.0)
