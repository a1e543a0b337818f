"""What pages are told of a submarine, a fishing line and the camera of a film."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from motorium.wire.message import Message

__all__ = ["BoatStatus", "Helm", "Hull", "LineStatus", "Shot"]

Place = tuple[float, float, float]


class Hull(Message):
    """How large a submarine is [m]."""

    length: float = Field(gt=0.0, le=100.0)
    radius: float = Field(gt=0.0, le=50.0)


class Shot(Message):
    """Where the camera of a film is at a time, and at which place, or at the middle of which group,
    it looks; between two shots it glides."""

    at: float
    """[s]"""
    position: Place
    """[m]"""
    target: Place | None
    """[m]"""
    follow: int | None
    """Index into `Hello.groups`."""


class BoatStatus(Message):
    """Who is at a helm: numbers of the submarines that somebody steers; and how many there can be
    at most."""

    taken: list[int]
    most: int


class LineStatus(Message):
    """What a fishing line does, and who hangs on it, by id."""

    state: Literal["up", "sinks", "waits", "pulls"]
    caught: int | None


class Helm(Message):
    """To one page: whether it is at the helm of a submarine, which then stands at zero, the number
    of that, and why no longer."""

    type: Literal["helm"] = "helm"
    aboard: bool
    boat: int | None
    reason: str
