"""What a page is told of the mind of a fish that somebody has clicked on."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from motorium.wire.behaving import Character
from motorium.wire.message import Message

__all__ = ["Because", "Thinking", "Urge"]


class Urge(Message):
    """Hunger, libido or fear, from 0 to 1, and above what it is acted on."""

    name: str
    value: float
    threshold: float


class Thinking(Message):
    """Why a fish does what it does, as of its last decision; without an instinct there is the
    sentence only, and all else is empty."""

    time: float
    """Of the world's clock [s]."""
    id: int
    species: int
    """Index into `Hello.species`."""
    sentence: str
    intention: str
    routine: str
    stage: str
    """Of the routine; empty if it has none."""
    seconds: float
    """For how long it has intended this."""
    drives: list[Urge]
    memory: str
    """What was interrupted and is kept; empty for nothing."""
    target: str
    choice: str
    """Why this target won; empty if there was no choice."""
    sees: str
    command: str
    preferences: list[float] = Field(max_length=6)
    """Left, right, forward, backward, ascend, descend: positive towards, negative away."""
    target_id: int | None
    """If it is a fish."""
    place: tuple[float, float, float] | None
    """Of a target that is no fish [m], if it is known."""
    character: Character | None
    """What can be changed; nothing in a recording, or of who has no instinct."""


class Because(Message):
    """To one page: the reasons of the fish that it asked for, null for none; why no longer."""

    type: Literal["because"] = "because"
    fish: Thinking | None
    reason: str
