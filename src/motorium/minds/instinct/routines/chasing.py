"""Chasing a target: the routine that most others are made of (Tu 1999, section 7.8.2)."""

from __future__ import annotations

import math
from typing import Final

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.frames import turned
from motorium.minds.instinct.behaviours import EAT
from motorium.minds.instinct.scene import Scene
from motorium.minds.instinct.steering import heading_of, wrapped
from motorium.senses import numbers as senses

__all__ = ["chase", "climb_to", "closeness", "lead", "pace"]

Triple = tuple[float, float, float]

# Ours: section 7.8.2 prints neither distances nor speeds.
NEAR: Final = 2.0
"""Nearer than that it steers for the very place [L]; Tu's fishes would wait for longer, but with
motors that turn in steps careful steering has to begin earlier (Yu & Terzopoulos 1999, 6.2)."""
FAR: Final = 8.0
"""From here on only the rough direction matters, and it goes at full speed [L]."""
ROUGHLY: Final = math.pi / 6
"""sigma of who eats, when its target is far [rad]."""
SHARP: Final = math.radians(75.0)
"""Beyond that it makes a C-turn to what is not near; steering needs more space."""
MOST_TURN: Final = 1.55
"""What one C-turn makes [rad]: more is two of them, between which all has changed."""
TURN_SPACE: Final = 4.0
"""Nearer than that it does not: after a C-turn it goes on straight for about that far [L]."""
CURVE: Final = 0.9
"""Radius of the tightest curve that it can steer [L], however slow it is."""
WIDER: Final = 1.5
"""What lies within that curve it would go round for ever: it swims on until there is space for a
curve that is so much wider."""
EVER_WIDER: Final = 0.4
MOST_PASSES: Final = 6
"""And each time that it has missed it the curve is by so much wider still, so many times: else it
might go round it on the same way for ever."""
ASIDE: Final = math.radians(30.0)
"""What is less off its course it reaches by a few beats."""
AT_LEAST: Final = 0.35
"""Share of full speed at which who eats still comes near: a fish that stands still cannot steer."""
MOST_LEAD: Final = math.pi / 4
TOO_FAST: Final = 0.3
"""It brakes fully when it is faster than it wants to be by so much [L/s]."""


@kernel
def climb_to(elevation: float) -> float:
    """Climb [rad] towards what is seen at an elevation [rad]: f of section 7.8.2, without the
    quarter turn between a path and the fins that lead along it."""
    return min(max(elevation, -0.25 * math.pi), 0.25 * math.pi)


@kernel
def closeness(lengths_away: float) -> float:
    """sigma of who eats [rad]: how far off its course may be, at a distance [L]."""
    return ROUGHLY * min(max((lengths_away - NEAR) / (FAR - NEAR), 0.0), 1.0)


@kernel
def pace(lengths_away: float, fastest: float) -> float:
    """How fast to come near [L/s]: at full speed from afar, slower and slower from there on."""
    return fastest * min(max(lengths_away / FAR, 0.0), 1.0)


@kernel
def lead(sideways: float, speed: float) -> float:
    """delta E: how far ahead of a target to aim [rad] which moves aside so fast against one's own
    speed."""
    return min(max(sideways / max(speed, 1e-6), -MOST_LEAD), MOST_LEAD)


@kernel
def chase(
    scene: Scene, slot: int, goal: Triple, velocity: Triple, sigma: float, fastest: float
) -> float:
    """Wish to come to a goal [m] that moves [m/s]; returns how far the snout is from it [m].

    sigma: how far off its course may be [rad]; 0 always steers. fastest: full speed [L/s], counted
    from the goal's own, so that who follows somebody arrives at his pace. Who eats aims ahead of
    its target and does not slow down to a stop; others brake. Who needs something else writes it
    into the wish afterwards.
    """
    perceived, brain, wish = scene.perceived, scene.brains[slot], scene.wishes[slot]
    eats = brain.intention == EAT
    length = perceived.lengths[slot]
    w, i, j, k = perceived.orientations[slot]
    ahead_x, ahead_y, ahead_z = turned(w, i, j, k, 1.0, 0.0, 0.0)
    x = goal[0] - perceived.positions[slot, 0]
    y = goal[1] - perceived.positions[slot, 1]
    z = goal[2] - perceived.positions[slot, 2]
    snout = senses.EYE * length
    from_snout = math.sqrt(
        (x - snout * ahead_x) ** 2 + (y - snout * ahead_y) ** 2 + (z - snout * ahead_z) ** 2
    )
    level = math.sqrt(x * x + y * y)
    distance = max(math.sqrt(level * level + z * z), 1e-9)
    lengths_away = from_snout / length
    heading = heading_of(w, i, j, k)
    error = wrapped(math.atan2(y, x) - heading)

    along = (velocity[0] * x + velocity[1] * y + velocity[2] * z) / distance
    speed = pace(lengths_away, fastest) + max(along, 0.0) / length
    own = perceived.velocities[slot]
    if eats:
        speed = max(speed, AT_LEAST * fastest)
        if level > 0.0:
            # The water carries the two of them: what counts is how the target leaves its drift.
            slip = own[1] * math.cos(heading) - own[0] * math.sin(heading)
            aside_x = velocity[0] + slip * math.sin(heading)
            aside_y = velocity[1] - slip * math.cos(heading)
            error = wrapped(error + lead((aside_y * x - aside_x * y) / level, speed * length))
    speed = min(speed, scene.tempers[slot].top)

    wish.turn = 0.0
    wish.mouth = 0.0
    wish.backward = 0.0
    wish.climb = climb_to(math.atan2(z, max(level, snout)))
    # From its snout: until it turns, it will have gone so far.
    cosine, sine = math.cos(heading), math.sin(heading)
    before = x * cosine + y * sine - snout
    beside = abs(y * cosine - x * sine)
    if lengths_away > FAR:
        brain.passes = 0
    wider = WIDER + EVER_WIDER * max(brain.passes - 1, 0)
    radius = CURVE * (wider if brain.passing else 1.0) * length
    within = before * before + (beside - radius) ** 2 < radius * radius
    passing = within and abs(error) > ASIDE
    if passing and not brain.passing:
        brain.passes = min(brain.passes + 1, MOST_PASSES)
    brain.passing = passing
    if abs(error) > ASIDE:
        # Slow muscles turn badly.
        speed = max(speed, min(scene.tempers[slot].cruise, fastest))
    wish.heading = heading
    if abs(error) > sigma and not brain.passing:
        wish.heading += error
        if abs(error) > SHARP and lengths_away > TURN_SPACE:
            wish.turn = min(max(error, -MOST_TURN), MOST_TURN)
    swims = (own[0] * ahead_x + own[1] * ahead_y + own[2] * ahead_z) / length
    wish.speed = speed
    wish.brake = 0.0 if eats else min(max((swims - speed) / TOO_FAST - 0.5, 0.0), 1.0)
    return from_snout
