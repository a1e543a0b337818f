"""Attraction: how desirable a mate is (Tu 1999, section 7.9.3)."""

from __future__ import annotations

from typing import Final

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.perception import Kind
from motorium.minds.instinct.behaviours import MATE
from motorium.minds.instinct.scene import Brain, Scene
from motorium.senses import numbers as senses

__all__ = [
    "APART",
    "ASCENDING",
    "CIRCLING",
    "LOOPING",
    "NUZZLING",
    "attraction",
    "charm",
    "is_willing",
    "refuses",
    "suitor",
]

# Stages of a courtship, in their order: a finite-state machine.
APART: Final = 0
LOOPING: Final = 1
CIRCLING: Final = 2
ASCENDING: Final = 3
NUZZLING: Final = 4

# Ours: section 7.9.3 says what counts, but not how much.
OTHER_SPECIES: Final = 0.5
"""What one of another species is worth, against one of its own."""
SIZE_WEIGHT: Final = 0.8
"""How much size counts for a female; nearness counts for the rest."""
DISPLAYS: Final = 3.0
"""From how near a male must court a female who is courted already to be noticed [L]."""
LARGER: Final = 1.05
"""By which he must be larger than her partner."""
LARGE: Final = 2.0
"""Whose length is so many times her own cannot impress a female more."""

_MATE = int(Kind.MATE)


@kernel
def charm(nearness: float, size: float, same_species: bool, for_female: bool) -> float:
    """D, from 0 to 1. nearness: 1 where it is, 0 at the limit of sight; size: its length over that
    of who looks.

    For males D = k n, for females D = k (0.8 min(s / 2, 1) + 0.2 n); k is 1 for the same species
    and 0.5 for others.
    """
    nearness = min(max(nearness, 0.0), 1.0)
    worth = nearness
    if for_female:
        worth = SIZE_WEIGHT * min(size / LARGE, 1.0) + (1.0 - SIZE_WEIGHT) * nearness
    return worth if same_species else OTHER_SPECIES * worth


@kernel
def is_willing(brain: Brain) -> bool:
    """Whether it intends to mate, or will again after what interrupts it."""
    return bool(brain.intention == MATE or brain.stored == MATE)


@kernel
def refuses(brain: Brain, identity: int, seconds: float) -> bool:
    """Whether it has had enough of somebody for a while."""
    return bool(brain.refused == identity and seconds < brain.refused_until)


@kernel
def attraction(scene: Scene, slot: int, other: int, distance: float) -> float:
    """How desirable one finds another at a distance [m], from 0, not at all, to 1.

    Who is too young to mate is not, and who dances with a partner has eyes for nobody else; but
    see `suitor`.
    """
    perceived, brain = scene.perceived, scene.brains[slot]
    identity = perceived.ids[other]
    if not scene.tempers[other].mates or refuses(brain, identity, scene.seconds):
        return 0.0
    if brain.courtship > APART and identity != brain.mate:
        return 0.0
    sight = senses.SIGHT * perceived.lengths[other] / senses.STANDARD_LENGTH
    return charm(
        1.0 - distance / sight,
        perceived.lengths[other] / perceived.lengths[slot],
        perceived.species[other] == perceived.species[slot],
        perceived.female[slot] == 1,
    )


@kernel
def suitor(scene: Scene, female: int, partner: int) -> int:
    """Slot of the largest male who displays before a female and is larger than her partner, else
    that of the partner."""
    perceived, best = scene.perceived, partner
    for place in range(perceived.counts[female, _MATE]):
        if perceived.distances[female, _MATE, place] > DISPLAYS * perceived.lengths[female]:
            break
        other = perceived.which[female, _MATE, place]
        beheld = scene.brains[other]
        displays = is_willing(beheld) and beheld.mate == perceived.ids[female]
        if displays and perceived.lengths[other] > LARGER * perceived.lengths[best]:
            best = other
    return best
