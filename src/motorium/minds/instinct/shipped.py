"""The behaviours that ship: the seven intentions of Tu's artificial fishes, and what came later."""

from __future__ import annotations

from typing import Final

from motorium.minds.instinct.behaviours import (
    AVOID,
    EAT,
    ERRAND,
    ESCAPE,
    LEAVE,
    LOOK,
    MATE,
    SCHOOL,
    SLEEP,
    WANDER,
    Behaviour,
    register,
)
from motorium.minds.instinct.routines.avoiding import avoid
from motorium.minds.instinct.routines.directed import go, is_asleep, is_sent, sleep
from motorium.minds.instinct.routines.eating import eat
from motorium.minds.instinct.routines.escaping import escape
from motorium.minds.instinct.routines.leaving import leave
from motorium.minds.instinct.routines.looking import is_curious, look
from motorium.minds.instinct.routines.mating import mate
from motorium.minds.instinct.routines.schooling import school
from motorium.minds.instinct.routines.wandering import wander

__all__ = ["make_known"]

SHIPPED: Final = {
    AVOID: Behaviour("avoid", avoid, level=6.0),
    ESCAPE: Behaviour("escape", escape, level=5.0),
    SCHOOL: Behaviour("school", school, level=4.0),
    EAT: Behaviour("eat", eat, level=3.0),
    MATE: Behaviour("mate", mate, level=3.0),
    LEAVE: Behaviour("leave", leave, level=2.0),
    WANDER: Behaviour("wander", wander, level=1.0),
    SLEEP: Behaviour("sleep", sleep, level=7.0, wants=is_asleep),
    ERRAND: Behaviour("errand", go, level=4.5, wants=is_sent),
    # It interrupts neither eating nor mating.
    LOOK: Behaviour("look", look, level=2.5, wants=is_curious),
}


def make_known() -> None:
    """To be called once, before anybody makes one of his own known: numbers are in that order."""
    for number, behaviour in SHIPPED.items():
        assert register(behaviour) == number
