"""What pages may wish of the Performance stage; what one does happens on all of them."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from pydantic import Field

from motorium.bodies.rigid.parts import PARTS
from motorium.wire.message import Message
from motorium.wire.reading import Reader

__all__ = [
    "FASTEST_TOSS",
    "HIGHEST_PULL",
    "MAX_PERFORMANCE_BYTES",
    "SLOWEST_PACE",
    "AnyPerformanceWish",
    "CancelClip",
    "GetsUp",
    "Grip",
    "Keep",
    "LetGo",
    "LineUp",
    "OpenScene",
    "Pace",
    "Paused",
    "PerformActs",
    "PerformClip",
    "PerformanceWish",
    "Printed",
    "Pull",
    "ReadScene",
    "Release",
    "Restart",
    "Rise",
    "Step",
    "Take",
    "Throw",
    "Toss",
    "parse_performance_wish",
]

MAX_PERFORMANCE_BYTES: Final = 16_000_000
"""Of a message with a clip in it; anything larger is refused unread."""
MOST_ACTS: Final = 20
MOST_PERFORMERS: Final = 24
FASTEST_TOSS: Final = 20.0
"""[m/s]"""
SLOWEST_PACE: Final = 0.05
HIGHEST_PULL: Final = 6.0
"""Hands pull nobody higher [m]."""
_Place = Annotated[float, Field(ge=-30.0, le=30.0)]
_Speed = Annotated[float, Field(ge=-FASTEST_TOSS, le=FASTEST_TOSS)]
_Height = Annotated[float, Field(ge=0.0, le=HIGHEST_PULL)]
_HandPlace = tuple[_Place, _Place, _Height]
Hand = Literal["left", "right", "both"]


def _performer() -> int:
    """A field that names a performer: his number."""
    field: int = Field(default=0, ge=0, lt=MOST_PERFORMERS)
    return field


class OpenScene(Message):
    """Begin a scene that ships."""

    type: Literal["open"] = "open"
    scene: str = Field(max_length=40)


class ReadScene(Message):
    """Begin the scene of a TOML file: its text, and what the file is called."""

    type: Literal["read"] = "read"
    name: str = Field(max_length=120)
    text: str = Field(max_length=200_000)


class PerformActs(Message):
    """Let the built-in performer do this again and again; nothing: what the scene asks for."""

    type: Literal["acts"] = "acts"
    acts: list[Annotated[str, Field(max_length=40)]] = Field(max_length=MOST_ACTS)


class PerformClip(Message):
    """Let somebody real perform: the text of a BVH file, and what the file is called."""

    type: Literal["clip"] = "clip"
    name: str = Field(max_length=120)
    text: str


class CancelClip(Message):
    """Fit the clip no longer that is being fitted."""

    type: Literal["cancel"] = "cancel"


class Throw(Message):
    """Let go of a prop that waits."""

    type: Literal["throw"] = "throw"
    prop: str = Field(max_length=80)


class Toss(Message):
    """Toss one of the pages' own balls from a place [m], at a velocity [m/s]."""

    type: Literal["toss"] = "toss"
    ball: Literal["light", "heavy"] = "light"
    at: tuple[_Place, _Place, _Place]
    velocity: tuple[_Speed, _Speed, _Speed]


class LineUp(Message):
    """Set a performer to where his double is, and turn him as it faces: what he would do who lies
    down beside it (Soriano, chapter 3)."""

    type: Literal["line_up"] = "line_up"
    performer: int = _performer()


class Rise(Message):
    """Let a double that has fallen come back to its performer."""

    type: Literal["rise"] = "rise"
    performer: int = _performer()


class Grip(Message):
    """Close a hand, or both, around what is within reach."""

    type: Literal["grip"] = "grip"
    hand: Hand = "both"
    performer: int = _performer()


class LetGo(Message):
    """Open a hand, or both."""

    type: Literal["let_go"] = "let_go"
    hand: Hand = "both"
    performer: int = _performer()


class Take(Message):
    """Take a part of a double with this page's hand, at a place [m] on it; what the hand held
    before it lets go."""

    type: Literal["take"] = "take"
    performer: int = _performer()
    part: int = Field(ge=0, lt=len(PARTS))
    place: _HandPlace


class Pull(Message):
    """Move this page's hand to a place [m], and what it holds with it. An empty hand moves nothing:
    the scene may have begun anew meanwhile."""

    type: Literal["pull"] = "pull"
    place: _HandPlace


class Release(Message):
    """Open this page's hand."""

    type: Literal["release"] = "release"


class GetsUp(Message):
    """Whether who has fallen gets up by himself."""

    type: Literal["gets_up"] = "gets_up"
    value: bool


class Printed(Message):
    """Whether controllers are as the thesis prints them; the scene begins anew."""

    type: Literal["printed"] = "printed"
    value: bool


class Pace(Message):
    """How fast time goes, 1 as it is."""

    type: Literal["pace"] = "pace"
    value: float = Field(ge=SLOWEST_PACE, le=1.0)


class Paused(Message):
    """Hold time, or let it go on."""

    type: Literal["paused"] = "paused"
    value: bool


class Step(Message):
    """One frame further while time is held."""

    type: Literal["step"] = "step"


class Restart(Message):
    """From the beginning, everything where it was."""

    type: Literal["restart"] = "restart"


class Keep(Message):
    """Tell this page what a double did in the last minute, as BVH."""

    type: Literal["keep"] = "keep"
    performer: int = _performer()


AnyPerformanceWish = (
    OpenScene
    | ReadScene
    | PerformActs
    | PerformClip
    | CancelClip
    | Throw
    | Toss
    | LineUp
    | Rise
    | Grip
    | LetGo
    | Take
    | Pull
    | Release
    | GetsUp
    | Printed
    | Pace
    | Paused
    | Step
    | Restart
    | Keep
)
PerformanceWish = Annotated[AnyPerformanceWish, Field(discriminator="type")]

_WISH: Final[Reader[AnyPerformanceWish]] = Reader(
    PerformanceWish, get_args(AnyPerformanceWish), MAX_PERFORMANCE_BYTES, {}
)


def parse_performance_wish(text: str | bytes) -> AnyPerformanceWish:
    """Read one message of a page, or raise a `WireError` that says what is wrong with it.

    What a scene or a clip holds is not looked at here.
    """
    return _WISH.read(text)
