"""Mental state: hunger, libido and fear (Tu 1999, section 7.4)."""

from __future__ import annotations

from typing import Final

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.perception import Kind, Perception
from motorium.contracts.population import Slots
from motorium.minds.instinct import numbers
from motorium.minds.instinct.scene import Scene

__all__ = [
    "digested",
    "eats_it",
    "fear_of",
    "feel",
    "fright_left",
    "hunger",
    "libido",
    "nearest_food",
    "stimulus",
]

NOWHERE: Final = 1e9
"""How far off is what is not perceived [m]."""
ENOUGH: Final = 2.0
"""Who has eaten so many times its appetite wants nothing until all of it is digested."""

CALMS: Final = 3.0
"""Ours: after that time half of a fright is left [s]."""

_PREDATOR = int(Kind.PREDATOR)
_PREY = int(Kind.PREY)
_MATE = int(Kind.MATE)
_FOOD = int(Kind.FOOD)
_FOOD_LOW, _FOOD_HIGH = numbers.FOOD_STIMULUS
_MATE_LOW, _MATE_HIGH = numbers.MATE_STIMULUS


@kernel
def stimulus(distance: float, low: float, high: float) -> float:
    """S(t), from 0 to 1, of what is at a distance [m]; low and high: q_1 and q_2 [1/cm]."""
    if distance * low >= numbers.CENTIMETRE:
        return 0.0
    if distance * high <= numbers.CENTIMETRE:
        return 1.0
    strength = numbers.CENTIMETRE / distance
    return (strength - low) / (2.0 * high - low - strength)


@kernel
def digested(since_meal: float, digestion: float) -> float:
    """r: what is left of a meal after a time [s], 1 to 0 and below; digestion: p_0 [1/0.1 s]."""
    return 1.0 - digestion * since_meal / numbers.DRIVE_TIME


@kernel
def hunger(eaten: float, appetite: float, left: float, food: float) -> float:
    """H of who has eaten n^e, of which a share r is left, and perceives the stimulus S^h."""
    if left > 0.0 and eaten > ENOUGH * appetite:
        return 0.0
    urge = 1.0 - eaten * max(left, 0.0) / appetite
    return min(max(urge + numbers.FOOD_WEIGHT * food, 0.0), 1.0)


@kernel
def libido(since_mating: float, lust: float, hungry: float, mate: float) -> float:
    """L, a time [s] after the last mating, at a hunger H, with the stimulus S^l; lust: p_1
    [1/0.1 s]."""
    urge = lust * since_mating / numbers.DRIVE_TIME * (1.0 - hungry)
    return min(max(urge + numbers.MATE_WEIGHT * mate, 0.0), 1.0)


@kernel
def fear_of(distance: float, timidity: float) -> float:
    """F^i of a predator at a distance [m]; timidity: D_0 [m]."""
    if distance <= timidity:
        return 1.0
    return timidity / distance


@kernel
def fright_left(fright: float, since: float) -> float:
    """What is left of a fright after a time [s]; there is none unless somebody gives one."""
    return float(fright * 0.5 ** (since / CALMS))


@kernel
def eats_it(perceived: Perception, eats: int, food: int) -> bool:
    """Whether who eats these sorts eats this particle."""
    return bool(perceived.food_there[food] & eats)


@kernel
def nearest_food(scene: Scene, slot: int) -> float:
    """How far off is the nearest that it eats and perceives [m]: prey, or a particle."""
    perceived, temper = scene.perceived, scene.tempers[slot]
    nearest = NOWHERE
    if temper.hunts and perceived.counts[slot, _PREY]:
        nearest = float(perceived.distances[slot, _PREY, 0])
    for place in range(perceived.counts[slot, _FOOD]):
        if eats_it(perceived, temper.eats, perceived.which[slot, _FOOD, place]):
            return min(nearest, float(perceived.distances[slot, _FOOD, place]))
    return nearest


@kernel
def feel(scene: Scene, slots: Slots) -> None:
    """How hungry, lustful and afraid these are now, and of whom most; who eats nothing is never
    hungry."""
    perceived = scene.perceived
    for slot in slots:
        brain, temper = scene.brains[slot], scene.tempers[slot]
        left = digested(scene.seconds - brain.last_meal, temper.digestion)
        if left <= 0.0:
            brain.eaten = 0.0
        food = stimulus(nearest_food(scene, slot), _FOOD_LOW, _FOOD_HIGH)
        brain.hunger = 0.0
        if temper.eats or temper.hunts:
            brain.hunger = hunger(brain.eaten, temper.appetite, left, food)
        brain.libido = brain.fear = brain.danger_fear = 0.0
        brain.danger = -1
        if temper.mates:
            mate = 0.0
            if perceived.counts[slot, _MATE]:
                mate = stimulus(perceived.distances[slot, _MATE, 0], _MATE_LOW, _MATE_HIGH)
            waited = scene.seconds - brain.last_mating
            brain.libido = libido(waited, temper.lust, brain.hunger, mate)
        if temper.fears and perceived.counts[slot, _PREDATOR]:
            total = worst = 0.0
            for place in range(perceived.counts[slot, _PREDATOR]):
                which = perceived.which[slot, _PREDATOR, place]
                far = perceived.distances[slot, _PREDATOR, place]
                fear = perceived.menace[which] * fear_of(far, temper.timidity)
                total += fear
                # Of those who are feared as much, the nearest.
                if place == 0 or fear > worst:
                    brain.danger, worst = which, fear
            brain.fear, brain.danger_fear = min(total, 1.0), worst
        if brain.fright > 0.0:
            left = fright_left(brain.fright, scene.seconds - brain.frightened)
            brain.fear = min(brain.fear + left, 1.0)
            brain.danger_fear = max(brain.danger_fear, left)
