"""Behaviour memory: a single item, to resume what was interrupted (Tu 1999, section 7.7.1)."""

from __future__ import annotations

from typing import Final

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.perception import NOBODY, Kind
from motorium.minds.instinct.behaviours import EAT, LEAVE, MATE, SCHOOL, WANDER
from motorium.minds.instinct.scene import Brain, Scene

__all__ = ["forget", "is_due", "is_interrupted", "perceived_again", "store"]

PATIENCE: Final = 5.0
"""For so long [s] one looks for a target that was lost during an interruption. Ours: behind an
obstacle one sees nobody for a while."""
JUST_NOW: Final = 0.2
"""[s]: two decisions."""

_SCHOOLMATE = int(Kind.SCHOOLMATE)
_FOOD = int(Kind.FOOD)


@kernel
def is_interrupted(brain: Brain, seconds: float) -> bool:
    """Whether what is chosen interrupts a lasting intention, instead of following on its end: on
    success, or when it was given up."""
    if brain.chosen == LEAVE or brain.chosen == WANDER:
        return False
    if brain.stored >= 0 and (brain.intention == EAT or brain.intention == MATE):
        # An opportunity that is interrupted in its turn; what it interrupted stays in memory.
        return False
    if brain.chosen == SCHOOL and not brain.afraid:
        return False
    rivals = brain.chosen == EAT or brain.chosen == MATE
    if brain.intention == EAT:
        return not (rivals and (brain.resting[0] or seconds - brain.last_meal < JUST_NOW))
    if brain.intention == MATE:
        return not (rivals and (brain.resting[1] or seconds - brain.last_mating < JUST_NOW))
    # Who has eaten enough schools again without having to remember it.
    return bool(brain.intention == SCHOOL and not rivals)


@kernel
def store(brain: Brain, seconds: float) -> None:
    """The intention, with its target."""
    brain.stored = brain.intention
    brain.stored_kind = brain.target_kind
    brain.stored_target = brain.target_id
    brain.stored_since = seconds


@kernel
def forget(brain: Brain) -> None:
    """Empty it."""
    brain.stored = brain.stored_target = -1
    brain.stored_kind = 0


@kernel
def is_due(scene: Scene, slot: int, best: int) -> bool:
    """Whether to resume now what is stored; best: what hunger and libido would have now.

    Not while the opportunity lasts that interrupted it; nor without its target, which is forgotten
    after a while.
    """
    brain = scene.brains[slot]
    opportunity = brain.intention == EAT or brain.intention == MATE
    if opportunity and brain.intention == best and best != brain.stored:
        brain.stored_since = scene.seconds
        return False
    if perceived_again(scene, slot) != NOBODY:
        return True
    if scene.seconds - brain.stored_since > PATIENCE:
        forget(brain)
    return False


@kernel
def perceived_again(scene: Scene, slot: int) -> int:
    """The slot or number of the stored target, if it is perceived, else NOBODY; for schools: of
    the nearest schoolmate."""
    perceived, brain = scene.perceived, scene.brains[slot]
    if brain.stored == SCHOOL:
        count = perceived.counts[slot, _SCHOOLMATE]
        return perceived.which[slot, _SCHOOLMATE, 0] if count else NOBODY
    kind = brain.stored_kind
    for place in range(perceived.counts[slot, kind]):
        which = perceived.which[slot, kind, place]
        identity = which if kind >= _FOOD else perceived.ids[which]
        if identity == brain.stored_target:
            return int(which)
    return NOBODY
