"""How several windows show one picture: one page leads, the others follow it frame by frame."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from motorium.contracts.viewing import Camera
from motorium.wire.message import Message

__all__ = ["Follow", "Lead", "Led"]

_Place = Annotated[float, Field(ge=-1e6, le=1e6)]
_Part = Annotated[float, Field(ge=-1e3, le=1e3)]


class _Glance(Message):
    """Which moment is shown, and from where: tick, with parts of a frame; seconds: a clock for what
    waves; position [m], ahead and up (z up, of any length)."""

    tick: float = Field(ge=0.0, le=2**53)
    seconds: float = Field(ge=0.0, le=1e9)
    position: tuple[_Place, _Place, _Place]
    ahead: tuple[_Part, _Part, _Part]
    up: tuple[_Part, _Part, _Part]

    @model_validator(mode="after")
    def _two_directions(self) -> _Glance:
        Camera(self.position, self.ahead, self.up)
        return self


class Lead(_Glance):
    """Let all channels of the panorama show this; the first page that says so leads until it is
    closed."""

    type: Literal["lead"] = "lead"


class Follow(Message):
    """Tell this page from now on what the channels of the panorama show."""

    type: Literal["follow"] = "follow"


class Led(_Glance):
    """What all channels of the panorama show now; number: counts these messages."""

    type: Literal["led"] = "led"
    number: int
