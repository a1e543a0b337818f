"""The figures of a courtship: looping, circling, ascending and nuzzling (Tu 1999, section 7.9.3).

Each is one part of one of the two; what completes it is decided in `mating`.
"""

from __future__ import annotations

import math
from typing import Final

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.frames import turned
from motorium.minds.instinct.routines import names
from motorium.minds.instinct.routines.chasing import chase
from motorium.minds.instinct.scene import Scene
from motorium.minds.instinct.steering import heading_of, wrapped
from motorium.senses import numbers as senses

__all__ = [
    "TOUCHED",
    "abdomen_of",
    "ascend",
    "attempt",
    "circle",
    "follow",
    "follow_abdomen",
    "hover",
    "loop",
    "loop_point",
    "nuzzle",
    "sense_of",
    "snout_distance",
    "tail_of",
]

Triple = tuple[float, float, float]

# Ours: the text names the figures, but gives neither sizes nor times.
CLOSENESS: Final = math.pi / 9
"""sigma of who chases a partner [rad]."""
ASIDE: Final = 0.8
"""How far beside a head one swims who follows it [L]."""
BEFORE: Final = 0.6
"""How far before her snout the point moves that he loops after [her L]."""
MIDDLE: Final = 0.3
"""How far above her it moves up and down about [her L]."""
UP_AND_DOWN: Final = 0.5
"""And how far to each side of that [her L]."""
PERIOD: Final = 4.0
"""In which time [s]."""
REACHED: Final = 0.6
"""He has reached the point when his snout is as near as that [his L]."""
BRISKLY: Final = 0.4
"""Share of its top speed at which one dances."""
BACK: Final = math.radians(30.0)
"""So far they turn back while they circle."""
TIGHTLY: Final = math.radians(70.0)
"""Their course is at most so far off: they steer, and make no C-turns."""
TAIL: Final = -0.55
"""Where a tail begins, ahead of the origin of the body [L]."""
BELLY: Final = -0.1
"""Where an abdomen is, ahead of the origin of the body [L]."""
STEEPLY: Final = math.radians(60.0)
"""At which she ascends."""
RAPIDLY: Final = 0.8
"""Share of her top speed at which she ascends."""
BOB: Final = math.radians(20.0)
"""How far her head nods up and down."""
BOB_PERIOD: Final = 1.5
"""[s]"""
STANDS: Final = 0.35
"""Who hovers brakes until he is as slow as that [L/s]: then fins may tilt him instead."""
ROOM: Final = 2.0
"""How much room he takes to come to her [his L]: nearer than that he cannot turn towards her."""
CRAMPED: Final = 1.2
"""Who is nearer than that, and not on the way to her, has to make room first [his L]."""
ALIGNED: Final = 0.4
"""Within that of the direction to her he goes straight for her abdomen [rad]."""
BELOW: Final = 0.5
"""How far below it he comes [his L]."""
TOUCHED: Final = 0.2
"""He touches what his snout is as near to as that [her L]."""
RETREAT: Final = 0.8
"""How far from her abdomen he retreats [his L]."""
LONGEST: Final = 3.0
"""For which he rises, retreats or makes room at most [s]."""
ROW: Final = 1.0
"""Backwards [L/s]."""
WAIT: Final = 0.7
"""How long he waits there [s]."""
PUSH: Final = 0.3
"""Share of his top speed at which he comes to touch her."""

# What he is about while he nuzzles.
NEARING: Final = 0
MAKING_ROOM: Final = 1
RISING: Final = 2
RETREATING: Final = 3
WAITING: Final = 4


@kernel
def _place_on(scene: Scene, slot: int, ahead: float, up: float) -> Triple:
    """A place on somebody's body [m], so far ahead and up of its origin [L]."""
    perceived = scene.perceived
    length = perceived.lengths[slot]
    w, i, j, k = perceived.orientations[slot]
    x, y, z = turned(w, i, j, k, ahead * length, 0.0, up * length)
    place = perceived.positions[slot]
    return (place[0] + x, place[1] + y, place[2] + z)


@kernel
def tail_of(scene: Scene, slot: int) -> Triple:
    """[m]"""
    return _place_on(scene, slot, TAIL, 0.0)


@kernel
def abdomen_of(scene: Scene, slot: int) -> Triple:
    """[m]"""
    half_height = scene.perceived.half_sizes[scene.perceived.species[slot], 1]
    return _place_on(scene, slot, BELLY, -half_height)


@kernel
def loop_point(scene: Scene, female: int) -> Triple:
    """Where the point is now that a male loops after [m]: before her head, going up and down."""
    perceived = scene.perceived
    length, place = perceived.lengths[female], perceived.positions[female]
    w, i, j, k = perceived.orientations[female]
    heading = heading_of(w, i, j, k)
    ahead = (senses.EYE + BEFORE) * length
    up = (MIDDLE + UP_AND_DOWN * math.sin(2.0 * math.pi * scene.seconds / PERIOD)) * length
    return (
        place[0] + ahead * math.cos(heading),
        place[1] + ahead * math.sin(heading),
        place[2] + up,
    )


@kernel
def snout_distance(scene: Scene, slot: int, goal: Triple) -> float:
    """From somebody's snout [m]."""
    x, y, z = _place_on(scene, slot, senses.EYE, 0.0)
    return math.sqrt((goal[0] - x) ** 2 + (goal[1] - y) ** 2 + (goal[2] - z) ** 2)


@kernel
def _velocity_of(scene: Scene, slot: int) -> Triple:
    velocity = scene.perceived.velocities[slot]
    return (velocity[0], velocity[1], velocity[2])


@kernel
def follow(scene: Scene, slot: int, other: int) -> None:
    """Go after somebody, to the side of its head: behind it one would never be seen."""
    perceived = scene.perceived
    scene.brains[slot].routine = names.CHASING
    length, place = perceived.lengths[other], perceived.positions[other]
    w, i, j, k = perceived.orientations[other]
    heading = heading_of(w, i, j, k)
    x, y = perceived.positions[slot, 0] - place[0], perceived.positions[slot, 1] - place[1]
    side = 1.0 if y * math.cos(heading) - x * math.sin(heading) >= 0.0 else -1.0
    ahead, left = senses.EYE * length, side * ASIDE * length
    goal = (
        place[0] + ahead * math.cos(heading) - left * math.sin(heading),
        place[1] + ahead * math.sin(heading) + left * math.cos(heading),
        place[2],
    )
    chase(scene, slot, goal, _velocity_of(scene, other), CLOSENESS, scene.tempers[slot].top)


@kernel
def hover(scene: Scene, slot: int, bobs: bool) -> None:
    """Stay, on the course that it had when this stage began; bobs: nod all the while."""
    perceived, wish = scene.perceived, scene.wishes[slot]
    velocity = perceived.velocities[slot]
    speed = math.sqrt(velocity[0] ** 2 + velocity[1] ** 2 + velocity[2] ** 2)
    standing = speed < STANDS * perceived.lengths[slot]
    wish.heading = scene.brains[slot].course
    wish.speed = wish.backward = wish.turn = wish.mouth = wish.climb = 0.0
    wish.brake = 0.0 if bobs and standing else 1.0
    if bobs and standing:
        wish.climb = BOB * math.sin(2.0 * math.pi * scene.seconds / BOB_PERIOD)


@kernel
def loop(scene: Scene, male: int, female: int) -> bool:
    """He swims up and down before her; returns whether he has reached the point."""
    scene.brains[male].routine = names.LOOPING
    wish, brisk = scene.wishes[male], BRISKLY * scene.tempers[male].top
    goal = loop_point(scene, female)
    away = chase(scene, male, goal, _velocity_of(scene, female), CLOSENESS, scene.tempers[male].top)
    wish.speed = max(wish.speed, brisk)
    wish.brake = 0.0
    return bool(away < REACHED * scene.perceived.lengths[male])


@kernel
def sense_of(scene: Scene, slot: int, other: int) -> int:
    """Which way round to circle after somebody: 1 to the left, -1 to the right, where it is."""
    w, i, j, k = scene.perceived.orientations[slot]
    here, there = scene.perceived.positions[slot], scene.perceived.positions[other]
    bearing = math.atan2(there[1] - here[1], there[0] - here[0])
    return 1 if wrapped(bearing - heading_of(w, i, j, k)) >= 0.0 else -1


@kernel
def circle(scene: Scene, slot: int, other: int, sense: int) -> None:
    """Chase the other's tail, round and round in a sense, 1 or -1."""
    perceived, wish = scene.perceived, scene.wishes[slot]
    scene.brains[slot].routine = names.CIRCLING
    tail, place = tail_of(scene, other), perceived.positions[slot]
    chase(scene, slot, tail, _velocity_of(scene, other), 0.0, 1.0)
    w, i, j, k = perceived.orientations[slot]
    heading = heading_of(w, i, j, k)
    error = sense * wrapped(math.atan2(tail[1] - place[1], tail[0] - place[0]) - heading)
    # Who would have to turn back goes the long way round: two who turn against each other weave.
    if error < -BACK:
        error = TIGHTLY
    wish.heading = heading + sense * min(error, TIGHTLY)
    wish.speed = BRISKLY * scene.tempers[slot].top
    wish.brake = wish.turn = 0.0


@kernel
def ascend(scene: Scene, female: int) -> None:
    """She swims up fast."""
    brain, wish = scene.brains[female], scene.wishes[female]
    brain.routine = names.ASCENDING
    wish.heading = brain.course
    wish.climb = STEEPLY
    wish.speed = RAPIDLY * scene.tempers[female].top
    wish.brake = wish.backward = wish.turn = wish.mouth = 0.0


@kernel
def follow_abdomen(scene: Scene, male: int, female: int) -> None:
    """He follows her."""
    scene.brains[male].routine = names.ASCENDING
    goal = abdomen_of(scene, female)
    top = scene.tempers[male].top
    chase(scene, male, goal, _velocity_of(scene, female), CLOSENESS, 2.0 * top)


@kernel
def attempt(scene: Scene, male: int, what: int) -> None:
    """He now is about to do this."""
    brain = scene.brains[male]
    brain.attempt = what
    brain.attempt_since = scene.seconds
    w, i, j, k = scene.perceived.orientations[male]
    brain.course = heading_of(w, i, j, k)


@kernel
def nuzzle(scene: Scene, male: int, female: int) -> bool:
    """He comes to her abdomen from below, touches it with his mouth, retreats and waits, again and
    again; returns whether he has just touched her."""
    perceived, brain, wish = scene.perceived, scene.brains[male], scene.wishes[male]
    brain.routine = names.NUZZLING
    belly = abdomen_of(scene, female)
    touched = False
    what = _next_attempt(scene, male, female, belly)
    if what != brain.attempt:
        touched = brain.attempt == RISING and what == RETREATING
        attempt(scene, male, what)

    top = scene.tempers[male].top
    if what == NEARING:
        below = (belly[0], belly[1], belly[2] - BELOW * perceived.lengths[male])
        chase(scene, male, below, _velocity_of(scene, female), 0.0, top)
        wish.speed, wish.brake = PUSH * top, 0.0
    elif what == RISING:
        chase(scene, male, belly, _velocity_of(scene, female), 0.0, top)
        wish.speed, wish.brake = PUSH * top, 0.0
    else:
        hover(scene, male, False)
        if what == MAKING_ROOM:
            wish.speed, wish.brake = PUSH * top, 0.0
        elif what == RETREATING:
            wish.backward, wish.brake = ROW, 0.0
    return touched


@kernel
def _next_attempt(scene: Scene, male: int, female: int, belly: Triple) -> int:
    perceived, brain = scene.perceived, scene.brains[male]
    length, place = perceived.lengths[male], perceived.positions[male]
    w, i, j, k = perceived.orientations[male]
    x, y = belly[0] - place[0], belly[1] - place[1]
    level = math.sqrt(x * x + y * y)
    off = abs(wrapped(math.atan2(y, x) - heading_of(w, i, j, k)))
    away = snout_distance(scene, male, belly)
    lasted = scene.seconds - brain.attempt_since
    if brain.attempt == RISING:
        if away < TOUCHED * perceived.lengths[female]:
            return RETREATING
        if lasted > LONGEST or (off > 0.5 * math.pi and level > senses.EYE * length):
            return NEARING
    elif brain.attempt == RETREATING:
        if lasted > LONGEST or away > RETREAT * length:
            return WAITING
    elif brain.attempt == WAITING:
        if lasted > WAIT:
            return RISING
    elif brain.attempt == MAKING_ROOM:
        if lasted > LONGEST or level > ROOM * length:
            return NEARING
    elif off < ALIGNED:
        return RISING
    elif level < CRAMPED * length:
        return MAKING_ROOM
    return int(brain.attempt)
