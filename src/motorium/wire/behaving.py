"""What pages are told of the character of a fish, and how they may change its mind."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from motorium.wire.message import Message

__all__ = [
    "Character",
    "DriveName",
    "Feel",
    "HabitName",
    "HabitSet",
    "MindChange",
    "MindReset",
    "SetHabit",
    "SetTrait",
    "TraitName",
    "TraitSet",
]

DriveName = Literal["hunger", "libido", "fear"]
TraitName = Literal[
    "appetite",
    "meal",
    "longing",
    "acts",
    "timidity",
    "flees",
    "panics",
    "loyalty",
    "wariness",
]
HabitName = Literal["female", "schooling", "bright", "dark", "warm", "cold"]


class TraitSet(Message):
    """A number of a temper, as the fish was born with it, and within which it can be set."""

    name: TraitName
    value: float
    own: float
    low: float
    high: float


class HabitSet(Message):
    """Whether a fish has a habit, and whether it was born with it."""

    name: HabitName
    on: bool
    own: bool


class Character(Message):
    """What can be changed in the mind of a fish; feels: the drives that it knows."""

    feels: list[DriveName]
    traits: list[TraitSet]
    habits: list[HabitSet]


class MindChange(Message):
    """Changes the mind of a fish; everybody: or of all of its species."""

    id: int = Field(ge=0, le=2**53)
    everybody: bool


class Feel(MindChange):
    """It feels a drive so strongly now."""

    type: Literal["feel"] = "feel"
    drive: DriveName
    value: float = Field(ge=0.0, le=1.0)


class SetTrait(MindChange):
    """A number of its temper is this."""

    type: Literal["trait"] = "trait"
    trait: TraitName
    value: float = Field(ge=0.0, le=1e6)


class SetHabit(MindChange):
    """It has a habit, or has it no more."""

    type: Literal["habit"] = "habit"
    habit: HabitName
    on: bool


class MindReset(MindChange):
    """Its temper and habits are as it was born with."""

    type: Literal["mind-reset"] = "mind-reset"
