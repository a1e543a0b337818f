"""What a page's hand does in the ocean."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from motorium.wire.message import Message

__all__ = ["Grab", "LetGo"]

NODES = 23
_Place = Annotated[float, Field(ge=-1e6, le=1e6)]


class Grab(Message):
    """Take a fish by a node and pull it to a place [m]; again: move the hand."""

    type: Literal["grab"] = "grab"
    id: int = Field(ge=0, le=2**53)
    node: int = Field(ge=0, lt=NODES)
    place: tuple[_Place, _Place, _Place]


class LetGo(Message):
    """Let go of the fish that this page holds."""

    type: Literal["let-go"] = "let-go"
