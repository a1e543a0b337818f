"""Schooling: to where schoolmates are, and on with them, neither too near nor too far.

After Tu (1999, section 7.9.2), whose flow chart (Fig. 7.13) is lost. His text says: swim towards a
lead fish; once near others, match their speed and direction at about one body length, and behind
the leader; and have a smaller sensitivity region once in formation.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.frames import turned
from motorium.contracts.perception import NOBODY, Kind, Perception
from motorium.contracts.population import Slots
from motorium.minds.instinct import numbers
from motorium.minds.instinct.chance import drawn
from motorium.minds.instinct.routines import names
from motorium.minds.instinct.routines.chasing import chase
from motorium.minds.instinct.scene import Scene
from motorium.minds.instinct.steering import heading_of, wrapped

__all__ = ["FORMATION", "JOINING", "LEADING", "bond", "school"]

_SCHOOLMATE = int(Kind.SCHOOLMATE)

JOINING: Final = 0
FORMATION: Final = 1
LEADING: Final = 2
"""Stages."""

# Tu 1999, section 7.9.2: roughly one body length from neighbours on average.
KEEP: Final = 1.0
"""Who is nearer pushes [L]."""

# Ours.
LOOSE: Final = 1.4
"""Who is farther pulls [L]; in between a neighbour is where it should be."""
REACH: Final = 5.0
"""And so much farther on pulls with all his strength [L]."""
PUSH: Final = 1.5
"""How strongly who is nearest pushes, against the pull of all together, which is 1 at most."""
LOST: Final = 4.0
"""Who has no schoolmate as near as that has lost his school, and joins it [L]."""
FOUND: Final = 2.5
"""Who has one as near as that is in it again [L]."""
ASIDE: Final = 1.2
"""How far it turns aside for a push or pull of 1, against 1 for where the others go."""
HURRY: Final = 1.0
"""How much faster or slower it swims for a push or pull of 1 [of its cruising speed]."""
SLOWEST: Final = 0.4
"""Of its cruising speed: who waits still swims, and steers."""
LEVEL: Final = 0.3
"""What share of the others' climb it takes over: schools swim level in the end."""
STEEPEST: Final = 0.35
"""It climbs and dives at most so steeply after the others [rad]."""
BRAKES: Final = 0.15
"""Who is by so much too fast begins to brake [of its cruising speed]; gliding would take long."""
PASSED: Final = 1.0
"""Who leads goes on leading until somebody is so far ahead of it [L]."""
OFTEN: Final = 0.03
"""Chance at a decision that a leader takes another course: about every three seconds."""
FAR: Final = math.radians(60.0)
"""By how much at most."""
YIELDS: Final = 0.01
"""What share of the way a leader's course moves at each decision to where its school goes, and to
where it itself goes, if it was led astray by what stood in its way."""
FORWARD: Final = 0.75
"""By how much more than those beside it whom it has before its eyes says where all go, and less
who is behind: so a turn goes through a school from its front."""
FOLLOWS: Final = 10.0
"""For how many a leader that was appointed counts."""
STILL: Final = 0.1
"""Who is slower does not say where he goes [L/s]."""
MISSES: Final = 0.7
"""Who has seen nobody for so long looks back [s]; before that they may be right behind it."""
LOOKS_BACK: Final = 0.5 * math.pi
"""By turning to the left, and on, as far as that: behind it, it is blind."""
DREAD: Final = 2.0
"""How far it turns away from a predator for a fear of 1, against 1 for where the others go."""
SNUG: Final = (0.2, 0.08, 0.08)
"""The sensitivity region in formation: before the snout, to each side, up and down [L]."""
WIDE: Final = (0.5, 0.5, 0.5)
"""And of who is still joining."""


class Company(NamedTuple):
    """Those one schools with, in own lengths: how many they are, who is nearest, and how near; the
    sum of all pushes and the mean of all pulls; where they go [L/s]; who of them was appointed to
    lead, or NOBODY."""

    mates: int
    nearest: int
    distance: float
    x: float
    y: float
    z: float
    velocity_x: float
    velocity_y: float
    velocity_z: float
    leader: int


@kernel
def bond(distance: float) -> float:
    """How strongly a schoolmate at a distance [L] pulls, or, if that is negative, pushes."""
    if distance < KEEP:
        return PUSH * (distance / KEEP - 1.0)
    return min(max((distance - LOOSE) / REACH, 0.0), 1.0)


@kernel
def _schools_with(perceived: Perception, slot: int, other: int) -> bool:
    same = perceived.species[other] == perceived.species[slot]
    return bool(same and perceived.schooling[other])


@kernel
def company(scene: Scene, slot: int) -> Company:
    """Whom it perceives that schools as well."""
    perceived = scene.perceived
    place, length = perceived.positions[slot], perceived.lengths[slot]
    w, i, j, k = perceived.orientations[slot]
    bow_x, bow_y, bow_z = turned(w, i, j, k, 1.0, 0.0, 0.0)
    mates, nearest, least, leader = 0, NOBODY, math.inf, NOBODY
    push_x = push_y = push_z = pull_x = pull_y = pull_z = 0.0
    velocity_x = velocity_y = velocity_z = weights = 0.0
    count = perceived.counts[slot, _SCHOOLMATE]
    # Last the one that it feels: whoever is that near may be where it does not see.
    felt = perceived.fish[slot]
    for number in range(count + 1):
        mate = perceived.which[slot, _SCHOOLMATE, number] if number < count else felt
        if mate == NOBODY or not _schools_with(perceived, slot, mate):
            continue
        if number < count and mate == felt:
            felt = NOBODY
        x = (perceived.positions[mate, 0] - place[0]) / length
        y = (perceived.positions[mate, 1] - place[1]) / length
        z = (perceived.positions[mate, 2] - place[2]) / length
        distance = max(math.sqrt(x * x + y * y + z * z), 1e-6)
        x, y, z = x / distance, y / distance, z / distance
        strength = bond(distance)
        if strength < 0.0:
            push_x, push_y, push_z = (
                push_x + strength * x,
                push_y + strength * y,
                push_z + strength * z,
            )
        else:
            pull_x, pull_y, pull_z = (
                pull_x + strength * x,
                pull_y + strength * y,
                pull_z + strength * z,
            )
        weight = 1.0 + FORWARD * (x * bow_x + y * bow_y + z * bow_z)
        if scene.tempers[mate].leads:
            leader = mate
            weight *= FOLLOWS
        velocity = perceived.velocities[mate]
        velocity_x += weight * velocity[0]
        velocity_y += weight * velocity[1]
        velocity_z += weight * velocity[2]
        weights += weight
        if distance < least:
            nearest, least = mate, distance
        mates += 1
    each = 1.0 / max(mates, 1)
    per_length = 1.0 / (max(weights, 1e-6) * length)
    return Company(
        mates,
        nearest,
        least,
        push_x + each * pull_x,
        push_y + each * pull_y,
        push_z + each * pull_z,
        per_length * velocity_x,
        per_length * velocity_y,
        per_length * velocity_z,
        leader,
    )


@kernel
def school(scene: Scene, slots: Slots) -> None:
    """Join the others, or keep one's place among them; who is in front leads."""
    for slot in slots:
        brain = scene.brains[slot]
        others = company(scene, slot)
        stage = _stage(scene, slot, others)
        if stage == LEADING and brain.stage != LEADING:
            w, i, j, k = scene.perceived.orientations[slot]
            brain.mark[0] = heading_of(w, i, j, k)
        brain.stage = stage
        box = WIDE if stage == JOINING else SNUG
        for side in range(3):
            scene.perceived.boxes[slot, side] = scene.tempers[slot].wariness * box[side]
        brain.routine = names.CHASING if stage == JOINING else names.SCHOOLING
        if stage == JOINING:
            _join(scene, slot, others)
        else:
            _keep_place(scene, slot, others)


@kernel
def _stage(scene: Scene, slot: int, others: Company) -> int:
    if scene.tempers[slot].leads or others.mates == 0:
        return LEADING
    before = scene.brains[slot].stage
    if others.distance > (FOUND if before == JOINING else LOST):
        return JOINING
    if others.leader != NOBODY:
        return FORMATION
    ahead = _foremost(scene, slot, others)
    return LEADING if ahead < (PASSED if before == LEADING else 0.0) else FORMATION


@kernel
def _foremost(scene: Scene, slot: int, others: Company) -> float:
    """How far ahead the first one is [L], on the way that they go."""
    perceived = scene.perceived
    x, y, z = others.velocity_x, others.velocity_y, others.velocity_z
    pace = max(math.sqrt(x * x + y * y + z * z), 1e-6)
    place, foremost = perceived.positions[slot], -math.inf
    for number in range(perceived.counts[slot, _SCHOOLMATE]):
        mate = perceived.which[slot, _SCHOOLMATE, number]
        if perceived.schooling[mate]:
            there = perceived.positions[mate]
            ahead = (there[0] - place[0]) * x + (there[1] - place[1]) * y
            foremost = max(foremost, ahead + (there[2] - place[2]) * z)
    lengths: float = foremost / (pace * perceived.lengths[slot])
    return lengths


@kernel
def _join(scene: Scene, slot: int, others: Company) -> None:
    whom = others.nearest if others.leader == NOBODY else others.leader
    place, velocity = scene.perceived.positions[whom], scene.perceived.velocities[whom]
    chase(
        scene,
        slot,
        (place[0], place[1], place[2]),
        (velocity[0], velocity[1], velocity[2]),
        numbers.SCHOOLING_CLOSENESS,
        scene.tempers[slot].top,
    )


@kernel
def _keep_place(scene: Scene, slot: int, others: Company) -> None:
    """Aside by turning, forward and backward by swimming faster and slower."""
    perceived = scene.perceived
    temper, brain, wish = scene.tempers[slot], scene.brains[slot], scene.wishes[slot]
    w, i, j, k = perceived.orientations[slot]
    heading, length = heading_of(w, i, j, k), perceived.lengths[slot]
    level = math.sqrt(others.velocity_x**2 + others.velocity_y**2)
    course = math.atan2(others.velocity_y, others.velocity_x) if level > STILL else heading
    climb = LEVEL * math.atan2(others.velocity_z, max(level, STILL))
    if brain.stage == LEADING:
        course, climb = _lead(scene, slot, heading, course), 0.0
    cruise = temper.cruise
    if brain.afraid:
        course = _turned_away(scene, slot, course)
        cruise += brain.fear * max(temper.top - cruise, 0.0)

    ahead_x, ahead_y = math.cos(course), math.sin(course)
    forward = ahead_x * others.x + ahead_y * others.y
    left = ahead_x * others.y - ahead_y * others.x
    if others.leader != NOBODY:
        first, place = perceived.positions[others.leader], perceived.positions[slot]
        behind = (first[0] - place[0]) * ahead_x + (first[1] - place[1]) * ahead_y
        forward -= min(max(KEEP - behind / length, 0.0), 1.0)
    wish.heading = course + math.atan(ASIDE * left)
    if not temper.leads and scene.seconds - brain.accompanied > MISSES:
        wish.heading = heading + LOOKS_BACK
    wish.climb = min(max(climb + math.atan(ASIDE * others.z), -STEEPEST), STEEPEST)
    pace = cruise
    if brain.stage == FORMATION:
        pace = 0.5 * (cruise + ahead_x * others.velocity_x + ahead_y * others.velocity_y)
    wish.speed = min(max(pace + HURRY * cruise * forward, SLOWEST * cruise), temper.top)
    velocity = perceived.velocities[slot]
    bow_x, bow_y, bow_z = turned(w, i, j, k, 1.0, 0.0, 0.0)
    swims = (velocity[0] * bow_x + velocity[1] * bow_y + velocity[2] * bow_z) / length
    wish.brake = min(max((swims - wish.speed) / (BRAKES * cruise) - 1.0, 0.0), 1.0)
    wish.turn = wish.backward = wish.mouth = 0.0


@kernel
def _turned_away(scene: Scene, slot: int, course: float) -> float:
    """Of a course, what is left when one is afraid."""
    perceived, brain = scene.perceived, scene.brains[slot]
    if brain.danger == NOBODY:
        return course
    place, danger = perceived.positions[slot], perceived.positions[brain.danger]
    x, y = place[0] - danger[0], place[1] - danger[1]
    far = max(math.sqrt(x * x + y * y), 1e-6)
    afraid = DREAD * brain.danger_fear / far
    return math.atan2(math.sin(course) + afraid * y, math.cos(course) + afraid * x)


@kernel
def _lead(scene: Scene, slot: int, heading: float, theirs: float) -> float:
    """The course of who leads, remembered in `mark`."""
    brain = scene.brains[slot]
    identity = scene.perceived.ids[slot]
    course: float = brain.mark[0]
    if drawn(scene.seed, identity, brain.decisions, 0) < OFTEN:
        course += FAR * (2.0 * drawn(scene.seed, identity, brain.decisions, 1) - 1.0)
    course += YIELDS * (wrapped(heading - course) + wrapped(theirs - course))
    brain.mark[0] = course
    return course
