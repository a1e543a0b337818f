"""Mating: choosing a partner, courting it, and spawning (Tu 1999, section 7.9.3).

Courtship is a finite-state machine: looping, circling, ascending, nuzzling. Each stage is completed
by one of the two, and the other follows.
"""

from __future__ import annotations

import math
from typing import Final

from motorium.compiled import borrowing_kernel as kernel
from motorium.contracts.population import Slots
from motorium.minds.instinct.attraction import (
    APART,
    ASCENDING,
    CIRCLING,
    LOOPING,
    NUZZLING,
    is_willing,
    suitor,
)
from motorium.minds.instinct.routines import dancing, names
from motorium.minds.instinct.routines.wandering import wander
from motorium.minds.instinct.scene import Brain, Scene
from motorium.minds.instinct.steering import heading_of, wrapped
from motorium.senses import numbers as senses

__all__ = ["courted", "enter_stage", "mate", "satisfied"]

# Ours: section 7.9.3 speaks of certain amounts and fixed numbers, and prints none.
LOOPS: Final = 3
"""So often he reaches the point before her head until they circle."""
AGAIN: Final = 0.4
"""Share of the point's period after which reaching it counts once more."""
TURNS: Final = 2.0
"""So many turns she makes until she ascends."""
RISE: Final = 5.0
"""How far she ascends [L]."""
RISE_LONGEST: Final = 5.0
"""And for how long at most [s]: there may be no more water above her."""
BESIDE: Final = 1.5
"""He has come up with her when he is as near to her abdomen as that [his L]."""
TOUCHES: Final = 3
"""So often he nuzzles her."""
PATIENCE: Final = 8.0
"""How long a male loops before a female who has another [s]."""
UNIMPRESSED: Final = 40.0
"""For how long who was left, or has spawned, is not looked for again [s]."""
TURNS_AWAY: Final = 6.0
"""Until it is as far from whom it leaves as that [L], it swims away."""
CLOSE: Final = 4.0
"""Who is as near to whom it courts as that [L] lets it come close."""
TIGHT: Final = (0.05, 0.0, 0.0)
"""How far the sensitivity region then reaches before the snout, aside and up [L]: section 7.9.3
sets it very close to the body."""


@kernel
def mate(scene: Scene, slots: Slots) -> None:
    """One step towards it."""
    for number in range(len(slots)):
        slot = slots[number]
        partner = courted(scene, slot)
        if partner < 0:
            _search(scene, slots[number : number + 1])
            continue
        _get_close(scene, slot, partner)
        beloved = scene.brains[partner]
        identity = scene.perceived.ids[slot]
        if not is_willing(beloved) or beloved.mate < 0:
            dancing.follow(scene, slot, partner)
        elif beloved.mate != identity:
            _insist(scene, slot, partner)
        else:
            _court(scene, slot, partner)


@kernel
def courted(scene: Scene, slot: int) -> int:
    """Slot of whom it courts, -1 for nobody; another than before begins anew.

    Who has a partner stays with it, even when for a moment it does not see it, as long as it is no
    farther than one could see it. Before they circle, a female turns to a larger male.
    """
    perceived, brain = scene.perceived, scene.brains[slot]
    kept = brain.mate_slot
    there = brain.mate >= 0 and perceived.ids[kept] == brain.mate
    if not there or not _within_sight(scene, slot, kept):
        kept = -1
    if brain.courtship > APART and kept < 0:
        _begin(brain, APART, scene.seconds)
    chosen = brain.target
    if kept >= 0 and (brain.courtship > APART or chosen < 0):
        chosen = kept
    if chosen >= 0 and brain.courtship == LOOPING and perceived.female[slot]:
        chosen = suitor(scene, slot, kept)
    if chosen < 0:
        brain.mate = -1
    elif chosen != kept:
        brain.mate, brain.mate_slot = perceived.ids[chosen], chosen
        _begin(brain, APART, scene.seconds)
    if chosen != brain.target:
        brain.target, brain.target_id = chosen, brain.mate
    return int(chosen)


@kernel
def _within_sight(scene: Scene, slot: int, other: int) -> bool:
    perceived = scene.perceived
    sight = senses.SIGHT * perceived.lengths[other] / senses.STANDARD_LENGTH
    return bool(_distance(scene, slot, other) < sight)


@kernel
def _distance(scene: Scene, slot: int, other: int) -> float:
    here, there = scene.perceived.positions[slot], scene.perceived.positions[other]
    return math.sqrt(
        (there[0] - here[0]) ** 2 + (there[1] - here[1]) ** 2 + (there[2] - here[2]) ** 2
    )


@kernel
def _begin(brain: Brain, stage: int, seconds: float) -> None:
    brain.courtship = brain.stage = stage
    brain.courtship_since = brain.stage_since = brain.attempt_since = seconds
    brain.progress = 0.0
    brain.attempt = 0


@kernel
def _advance(brain: Brain, seconds: float) -> None:
    """Once more he has done what this stage asks for; so he does not tire of it."""
    brain.progress += 1.0
    brain.stage_since = seconds


@kernel
def _get_close(scene: Scene, slot: int, partner: int) -> None:
    """Let it come close without shrinking back from it."""
    perceived = scene.perceived
    if _distance(scene, slot, partner) < CLOSE * perceived.lengths[slot]:
        for side in range(3):
            perceived.boxes[slot, side] = TIGHT[side]


@kernel
def _search(scene: Scene, one: Slots) -> None:
    """Nobody is desirable: turn away from who was, and look around."""
    slot = one[0]
    perceived, brain, wish = scene.perceived, scene.brains[slot], scene.wishes[slot]
    former = brain.mate_slot
    leaves = brain.refused >= 0 and perceived.ids[former] == brain.refused
    if leaves and _distance(scene, slot, former) < TURNS_AWAY * perceived.lengths[slot]:
        brain.routine = names.LEAVING
        here, there = perceived.positions[slot], perceived.positions[former]
        wish.heading = math.atan2(here[1] - there[1], here[0] - there[0])
        wish.climb = wish.brake = wish.backward = wish.turn = wish.mouth = 0.0
        wish.speed = scene.tempers[slot].cruise
    else:
        wander(scene, one)


@kernel
def _refuse(scene: Scene, slot: int, other: int) -> None:
    brain = scene.brains[slot]
    brain.refused = scene.perceived.ids[other]
    brain.refused_until = scene.seconds + UNIMPRESSED
    brain.mate = brain.target = -1
    _begin(brain, APART, scene.seconds)


@kernel
def _insist(scene: Scene, slot: int, partner: int) -> None:
    """Its partner is willing, but with another: a male displays for a while, a female does not."""
    perceived, brain = scene.perceived, scene.brains[slot]
    if brain.courtship > APART:
        _begin(brain, APART, scene.seconds)
    if perceived.female[slot]:
        _refuse(scene, slot, partner)
        dancing.hover(scene, slot, False)
        return
    dancing.loop(scene, slot, partner)
    if _distance(scene, slot, partner) > CLOSE * perceived.lengths[slot]:
        brain.attempt_since = scene.seconds
    elif scene.seconds - brain.attempt_since > PATIENCE:
        _refuse(scene, slot, partner)


@kernel
def _court(scene: Scene, slot: int, partner: int) -> None:
    """Both want each other: the stage that one has completed is completed for both."""
    brain, beloved = scene.brains[slot], scene.brains[partner]
    stage = max(brain.courtship, beloved.courtship, LOOPING)
    if stage != brain.courtship:
        enter_stage(scene, slot, stage)
    if beloved.stage_since > brain.stage_since:
        # What one of them achieves keeps both from tiring.
        brain.stage_since = scene.seconds
    if scene.perceived.female[slot]:
        _her_part(scene, slot, partner)
    else:
        _his_part(scene, slot, partner)


@kernel
def enter_stage(scene: Scene, slot: int, stage: int) -> None:
    perceived, brain = scene.perceived, scene.brains[slot]
    _begin(brain, stage, scene.seconds)
    w, i, j, k = perceived.orientations[slot]
    brain.course = heading_of(w, i, j, k)
    brain.height = perceived.positions[slot, 2]


@kernel
def _her_part(scene: Scene, slot: int, partner: int) -> None:
    perceived, brain = scene.perceived, scene.brains[slot]
    length = perceived.lengths[slot]
    if brain.courtship == LOOPING:
        brain.routine = names.LOOPING
        dancing.hover(scene, slot, True)
    elif brain.courtship == CIRCLING:
        w, i, j, k = perceived.orientations[slot]
        heading = heading_of(w, i, j, k)
        brain.progress += wrapped(heading - brain.course) / (2.0 * math.pi)
        brain.course = heading
        if brain.attempt == 0:
            brain.attempt = dancing.sense_of(scene, slot, partner)
        dancing.circle(scene, slot, partner, brain.attempt)
        if abs(brain.progress) >= TURNS:
            enter_stage(scene, slot, ASCENDING)
    elif brain.courtship == ASCENDING:
        risen = perceived.positions[slot, 2] - brain.height
        lasted = scene.seconds - brain.courtship_since
        if brain.progress < 1.0 and (risen >= RISE * length or lasted > RISE_LONGEST):
            brain.progress = 1.0
        if brain.progress < 1.0:
            dancing.ascend(scene, slot)
        else:
            brain.routine = names.ASCENDING
            dancing.hover(scene, slot, False)
            away = dancing.snout_distance(scene, partner, dancing.abdomen_of(scene, slot))
            if away < BESIDE * perceived.lengths[partner]:
                enter_stage(scene, slot, NUZZLING)
    else:
        brain.routine = names.NUZZLING
        dancing.hover(scene, slot, False)


@kernel
def _his_part(scene: Scene, slot: int, partner: int) -> None:
    brain = scene.brains[slot]
    if brain.courtship == LOOPING:
        reached = dancing.loop(scene, slot, partner)
        ready = scene.seconds - brain.attempt_since > AGAIN * dancing.PERIOD
        if reached and (ready or brain.progress == 0.0):
            _advance(brain, scene.seconds)
            brain.attempt_since = scene.seconds
            if brain.progress >= LOOPS:
                enter_stage(scene, slot, CIRCLING)
    elif brain.courtship == CIRCLING:
        # She says which way round, as soon as she joins in.
        sense = scene.brains[partner].attempt
        if scene.brains[partner].courtship == CIRCLING and sense != 0:
            dancing.circle(scene, slot, partner, sense)
        else:
            dancing.loop(scene, slot, partner)
    elif brain.courtship == ASCENDING:
        dancing.follow_abdomen(scene, slot, partner)
    elif dancing.nuzzle(scene, slot, partner):
        _advance(brain, scene.seconds)
        if brain.progress >= TOUCHES:
            _spawn(scene, slot, partner)


@kernel
def satisfied(scene: Scene, slot: int) -> None:
    """Its libido begins to grow anew, and with this partner it is finished for now."""
    brain = scene.brains[slot]
    brain.last_mating = scene.seconds
    brain.libido = 0.0


@kernel
def _spawn(scene: Scene, male: int, female: int) -> None:
    satisfied(scene, male)
    satisfied(scene, female)
    _refuse(scene, male, female)
    _refuse(scene, female, male)
    scene.brains[male].spawned = 1
