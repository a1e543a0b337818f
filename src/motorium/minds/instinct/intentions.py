"""The intention generator: what each individual intends next (Tu 1999, sections 7.5 and 7.7).

The flow chart (Fig. 7.4) is lost; this is our reading of the text about it. `choose` says what
shall be intended, behaviours of one's own may object, and `take_up` makes it the intention.
"""

from __future__ import annotations

from typing import Final

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.perception import NOBODY, Kind, Role
from motorium.contracts.population import Slots
from motorium.minds.instinct import memory, numbers
from motorium.minds.instinct.behaviours import AVOID, EAT, ESCAPE, LEAVE, MATE, SCHOOL, WANDER
from motorium.minds.instinct.chance import drawn
from motorium.minds.instinct.fatigue import give_up, refresh, tire, vigour
from motorium.minds.instinct.mental_state import NOWHERE, nearest_food
from motorium.minds.instinct.routines.avoiding import stay_alert
from motorium.minds.instinct.scene import Brain, Scene

__all__ = ["choose", "discontent", "intend", "may_collide", "take_up"]

# Ours: what keeps an intention from changing to and fro where a drive lies near a threshold.
STEADY: Final = 0.8
"""What began above a threshold goes on down to so much of it."""
TIE: Final = 0.02
"""Hunger and libido that differ by less are equal."""
CLEARED: Final = 0.35
"""A collision is cleared when nothing threatened for so long [s]: four decisions."""
CROWDED: Final = 0.5
"""Schoolmates who feed mind each other only when so much of one's centre line is too close."""
FRIGHT: Final = 1.0
"""Who flees goes on so long when he does not see the predator any more [s]: it may be right behind
him, where he is blind. Likewise who schools for fear, and would feed in between."""
ALONE: Final = 2.0
"""Who has perceived no schoolmate for so long is alone [s]: the first of a school sees nobody."""

# Ours: what counts as bright and warm, and how far beyond that one swims to be content again.
BRIGHT: Final = 0.5
"""Half of what noon gives under the surface; shadows are darker."""
BRIGHT_MARGIN: Final = 0.1
WARM: Final = 22.5
"""[degrees Celsius]: between what habitats have above and below their thermocline."""
WARM_MARGIN: Final = 1.0

OPPORTUNITY: Final = numbers.CENTIMETRE / numbers.FOOD_STIMULUS[0]
"""From how near food is a stimulus [m]: there even who has given it up tries again."""

_PURPOSE: Final = 7
"""Of the chance drawn here."""

_SCHOOLMATE = int(Kind.SCHOOLMATE)
_IS_PREY = int(Role.PREY)


@kernel
def choose(scene: Scene, slots: Slots) -> None:
    """What each of these shall intend; writes `chosen` and `recalled`."""
    for slot in slots:
        brain = scene.brains[slot]
        tire(brain, scene.seconds)
        brain.decisions += 1
        brain.decided = scene.seconds
        brain.recalled = 0
        brain.chosen = _choice(scene, slot)


@kernel
def take_up(scene: Scene, slots: Slots) -> None:
    """Intend what was chosen: an interrupted intention is stored, a recalled one goes on with its
    target."""
    for slot in slots:
        brain = scene.brains[slot]
        if brain.recalled:
            target, kind = brain.stored_target, brain.stored_kind
            which = memory.perceived_again(scene, slot)
            intend(brain, brain.chosen, scene.seconds)
            brain.target, brain.target_kind, brain.target_id = which, kind, target
            brain.resumed = 1
            memory.forget(brain)
        elif brain.chosen != brain.intention:
            if memory.is_interrupted(brain, scene.seconds):
                memory.store(brain, scene.seconds)
            intend(brain, brain.chosen, scene.seconds)
        if brain.intention != AVOID:
            # Routines make the region smaller again; who avoids keeps that of what he interrupted.
            stay_alert(scene, slot)


@kernel
def intend(brain: Brain, intention: int, seconds: float) -> None:
    """Take up an intention, or go on with it."""
    if brain.intention == intention:
        return
    brain.before = brain.intention
    brain.intention = intention
    brain.since = brain.stage_since = seconds
    brain.changes += 1
    brain.resumed = 0
    brain.target = brain.rival = NOBODY
    brain.target_id = -1
    brain.worth = brain.rival_worth = 0.0
    brain.routine = brain.stage = brain.tally = 0
    brain.partner = -1
    brain.mark[:] = 0.0
    brain.mark_since = 0.0


@kernel
def may_collide(scene: Scene, slot: int) -> bool:
    """Whether it is about to run into something that it shall avoid.

    Not into whom it deals with in another way: schoolmates of who schools, between whom schooling
    keeps the distance; prey and mates that it wants; the predator that it flees from.
    """
    perceived, brain = scene.perceived, scene.brains[slot]
    if perceived.obstacle[slot] != NOBODY:
        return True
    other = perceived.fish[slot]
    if other == NOBODY:
        return False
    doing = brain.intention
    if doing == AVOID and brain.stored >= 0:
        doing = brain.stored
    if doing < 0 or doing in (SCHOOL, ESCAPE):
        # Who begins among schoolmates, or flees with them, minds them as little.
        same = perceived.species[other] == perceived.species[slot]
        if same and perceived.schooling[slot] and perceived.schooling[other]:
            return False
    if doing == EAT:
        same = perceived.species[other] == perceived.species[slot]
        if same and perceived.schooling[slot] and perceived.fish_share[slot] < CROWDED:
            return False
        return not (scene.tempers[slot].hunts and perceived.roles[other] == _IS_PREY)
    if doing == MATE:
        return bool(perceived.ids[other] != brain.target_id)
    return not (doing == ESCAPE and other == brain.danger)


@kernel
def discontent(scene: Scene, slot: int) -> bool:
    """Whether light and warmth are not what it likes; who leaves for that does so until they
    clearly are."""
    perceived = scene.perceived
    share = 1.0 if scene.brains[slot].intention == LEAVE else 0.0
    liking = perceived.light_liking[slot]
    if liking != 0 and liking * (perceived.light[slot] - BRIGHT) < share * BRIGHT_MARGIN:
        return True
    liking = perceived.warmth_liking[slot]
    return bool(liking != 0 and liking * (perceived.warmth[slot] - WARM) < share * WARM_MARGIN)


@kernel
def _choice(scene: Scene, slot: int) -> int:
    perceived, brain, temper = scene.perceived, scene.brains[slot], scene.tempers[slot]
    if may_collide(scene, slot):
        brain.threatened = scene.seconds
    if brain.threatened == scene.seconds or (
        brain.intention == AVOID and scene.seconds - brain.threatened < CLEARED
    ):
        return AVOID

    if perceived.counts[slot, _SCHOOLMATE]:
        brain.accompanied = scene.seconds
    together = (
        perceived.schooling[slot] and not temper.hunts and scene.seconds - brain.accompanied < ALONE
    )
    brain.afraid = brain.fear > temper.flees * (STEADY if brain.afraid else 1.0)
    if brain.afraid:
        brain.alarmed = scene.seconds
        panics = temper.panics * (STEADY if brain.intention == ESCAPE else 1.0)
        return SCHOOL if together and brain.danger_fear < panics else ESCAPE
    if scene.seconds - brain.alarmed < FRIGHT:
        if brain.intention == ESCAPE:
            return ESCAPE
        if brain.intention == SCHOOL and together:
            return SCHOOL

    best = _hungry_or_lustful(scene, slot)
    if best == EAT and together and nearest_food(scene, slot) == NOWHERE:
        # Schools look for food together.
        best = SCHOOL
    if brain.stored >= 0 and memory.is_due(scene, slot, best):
        brain.recalled = 1
        return int(brain.stored)
    if best >= 0:
        return best
    if together:
        return SCHOOL
    if not temper.hunts and discontent(scene, slot):
        return LEAVE
    return WANDER


@kernel
def _hungry_or_lustful(scene: Scene, slot: int) -> int:
    """EAT, MATE, or -1 for neither; who would go on but for his fatigue gives it up for a while."""
    brain, temper = scene.brains[slot], scene.tempers[slot]
    if brain.resting[0] and nearest_food(scene, slot) < OPPORTUNITY:
        refresh(brain, 0)
    eat, mate = brain.hunger * vigour(brain, 0), brain.libido * vigour(brain, 1)
    if brain.resumed and brain.intention == MATE:
        eat -= numbers.INHIBITION * mate
    elif brain.resumed and brain.intention == EAT:
        mate -= numbers.INHIBITION * eat
    brain.activations[0], brain.activations[1] = eat, mate
    best = _stronger(scene, slot, eat, mate)
    if brain.intention == EAT and best != EAT and brain.hunger > max(temper.acts, mate):
        give_up(brain, 0)
    elif brain.intention == MATE and best != MATE and brain.libido > max(temper.acts, eat):
        give_up(brain, 1)
    return best


@kernel
def _stronger(scene: Scene, slot: int, eat: float, mate: float) -> int:
    brain, temper = scene.brains[slot], scene.tempers[slot]
    if max(eat, mate) <= temper.acts * (
        STEADY if brain.intention == EAT or brain.intention == MATE else 1.0
    ):
        return -1
    if abs(eat - mate) > TIE:
        return EAT if eat > mate else MATE
    if brain.intention == EAT or brain.intention == MATE:
        return int(brain.intention)
    identity = scene.perceived.ids[slot]
    return EAT if drawn(scene.seed, identity, brain.decisions, _PURPOSE) < 0.5 else MATE
