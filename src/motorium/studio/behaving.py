"""Pages look into the minds of fishes, and change them."""

from __future__ import annotations

from typing import get_args

from motorium.wire import behaving
from motorium.wire.behaving import Character, HabitSet, TraitSet
from motorium.world.influence import Influence

__all__ = ["change_mind", "character"]


def change_mind(influence: Influence, wish: behaving.MindChange) -> None:
    """Do what a page wishes."""
    match wish:
        case behaving.Feel():
            influence.feel(wish.id, wish.drive, wish.value, wish.everybody)
        case behaving.SetTrait():
            influence.set_trait(wish.id, wish.trait, wish.value, wish.everybody)
        case behaving.SetHabit():
            influence.set_habit(wish.id, wish.habit, wish.on, wish.everybody)
        case behaving.MindReset():
            influence.reset(wish.id, wish.everybody)


def character(influence: Influence, identity: int) -> Character | None:
    """Of a fish; None if it has no instinct."""
    if not influence.has_mind(identity):
        return None
    return Character.model_validate(
        {
            "feels": influence.drives(identity),
            "traits": [_trait(influence, identity, name) for name in get_args(behaving.TraitName)],
            "habits": [
                HabitSet(
                    name=name,
                    on=influence.habit(identity, name),
                    own=influence.own_habit(identity, name),
                )
                for name in get_args(behaving.HabitName)
            ],
        }
    )


def _trait(influence: Influence, identity: int, name: behaving.TraitName) -> TraitSet:
    low, high = influence.range_of(identity, name)
    value, own = influence.trait(identity, name), influence.own_trait(identity, name)
    return TraitSet(name=name, value=value, own=own, low=low, high=high)
