"""Recordings that are made on the page: what is asked, and what pages are told of them."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from motorium.wire.message import Message

__all__ = ["MOST_RECORDINGS", "Discard", "Kept", "Record", "Shelf", "Taping", "Watch"]

MOST_RECORDINGS: Final = 50

Name = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9-]{0,79}$")]
"""The studio makes them; a page only names what it was told of."""


class Record(Message):
    """Record the living world from now on, or no longer."""

    type: Literal["record"] = "record"
    on: bool


class Watch(Message):
    """Put the world aside and show everybody a recording, or null: bring the world back."""

    type: Literal["watch"] = "watch"
    name: Name | None


class Discard(Message):
    """Delete a recording for good."""

    type: Literal["discard"] = "discard"
    name: Name


class Kept(Message):
    """A recording that can be watched."""

    name: Name
    scenario: str
    made: str
    """Date and time, ISO 8601; empty where it cannot be read."""
    seconds: float
    """How long it is."""
    bytes: int
    problem: str
    """Why it is not whole, in a sentence; empty if it is."""


class Shelf(Message):
    """All recordings that there are, the newest first."""

    type: Literal["shelf"] = "shelf"
    recordings: list[Kept] = Field(max_length=1000)


class Taping(Message):
    """What is being recorded."""

    name: Name
    seconds: float
    bytes: int
