"""What clients may ask of the MOTION process: small JSON objects, checked before anybody acts.

Whoever says who (`id`) means an id of the roster. Nobody who is asked for something has to do it at
once: a posture is reached by the shortest way in time.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Final, Literal, get_args

from pydantic import AfterValidator, Field

from motorium.motors.posture.levels import DETAIL
from motorium.motors.posture.vocabulary import MOST_RISE, MOST_TURN
from motorium.wire.message import Message
from motorium.wire.reading import Reader
from motorium.wire.wishes import MAX_BUDGET, MIN_BUDGET, MOST_EYES, Eye

__all__ = [
    "FASTEST",
    "MAX_WISH_BYTES",
    "Aim",
    "Anew",
    "AnyFigureWish",
    "AskGesture",
    "AskMotion",
    "AskPosture",
    "AskState",
    "Budget",
    "Carry",
    "Choose",
    "Detail",
    "FigureWish",
    "LetGo",
    "Listen",
    "Look",
    "Paused",
    "Place",
    "PutDown",
    "Remove",
    "Step",
    "parse_figure_wish",
]

MAX_WISH_BYTES: Final = 4096
"""No message that a client has to send comes near this; anything larger is refused unread."""
FASTEST: Final = 8.0
"""[m/s]"""
FARTHEST: Final = 10_000.0
"""From the middle of the town [m] that anybody may be."""
_ANGLE: Final = 1e3
"""[rad]: any angle; whoever goes around often is far below it."""

_UNSEEN: Final = {"Cc", "Cf", "Zl", "Zp"}
"""Categories of characters that no name has: of control, of format, and ends of lines."""


def _checked_name(name: str) -> str:
    """Without blanks around it."""
    found = name.strip()
    if not found:
        raise ValueError("a name must not be blank")
    if any(unicodedata.category(character) in _UNSEEN for character in found):
        raise ValueError(f"a name must not have control characters: {found!a}")
    return found


_Who = Annotated[int, Field(ge=0, lt=2**32)]
_Name = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(_checked_name)]
_Angle = Annotated[float, Field(ge=-_ANGLE, le=_ANGLE)]
_Metres = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST)]
_Share = Annotated[float, Field(ge=0.0, le=1.0)]
_Velocity = Annotated[float, Field(ge=-FASTEST, le=FASTEST)]


class Look(Message):
    """What this page looks at now; no eye at all while nobody can see it."""

    type: Literal["look"] = "look"
    eyes: list[Eye] = Field(max_length=MOST_EYES)


class Choose(Message):
    """Tell this page what this figure does, a few times a second; of nobody: null."""

    type: Literal["choose"] = "choose"
    id: _Who | None


class AskPosture(Message):
    """Take a fixed posture, by its name, and stay in it."""

    type: Literal["posture"] = "posture"
    id: _Who
    posture: _Name


class AskMotion(Message):
    """Move at a speed [m/s], 0 to stop; heading: where it faces [rad]; course: the direction of its
    velocity against its heading [rad], pi for backward."""

    type: Literal["motion"] = "motion"
    id: _Who
    speed: float = Field(ge=0.0, le=FASTEST)
    heading: _Angle
    course: _Angle = 0.0


class Aim(Message):
    """Point the rifle to the left of straight ahead and above level [rad]; share: how much of that,
    0 to leave it as the motion has it."""

    type: Literal["aim"] = "aim"
    id: _Who
    turn: float = Field(ge=-MOST_TURN, le=MOST_TURN)
    rise: float = Field(ge=-MOST_RISE, le=MOST_RISE)
    share: _Share = 1.0


class AskGesture(Message):
    """Play a gesture once, by its name, on top of whatever the rest of the body does."""

    type: Literal["gesture"] = "gesture"
    id: _Who
    gesture: _Name


class AskState(Message):
    """The essential state of a soldier (Granieri et al., Fig. 2) as one request: posture and
    weapon, position [m], velocity [m/s] and heading [rad]; without a position it stays its own."""

    type: Literal["state"] = "state"
    id: _Who
    posture: Literal["standing", "kneeling", "prone", "dead"]
    weapon: Literal["deployed", "firing"] = "deployed"
    velocity: tuple[_Velocity, _Velocity, _Velocity] = (0.0, 0.0, 0.0)
    heading: _Angle
    position: tuple[_Metres, _Metres, _Metres] | None = None


class LetGo(Message):
    """Leave a figure to its own mind again."""

    type: Literal["let_go"] = "let_go"
    id: _Who


class Carry(Message):
    """Take somebody with this page's hand and bring him to a place [m]; again: move the hand."""

    type: Literal["carry"] = "carry"
    id: _Who
    place: tuple[_Metres, _Metres, _Metres]


class PutDown(Message):
    """Open this page's hand: whom it holds comes down, and does what he did."""

    type: Literal["put_down"] = "put_down"


class Place(Message):
    """Put somebody new on the ground [m], facing a heading [rad]; without a posture or a name he
    gets one."""

    type: Literal["place"] = "place"
    kind: _Name
    position: tuple[_Metres, _Metres]
    heading: _Angle = 0.0
    posture: _Name | None = None
    name: _Name | None = None


class Remove(Message):
    """Take a figure away."""

    type: Literal["remove"] = "remove"
    id: _Who


class Detail(Message):
    """The dial: how many times his size on a screen everybody counts for when levels are chosen."""

    type: Literal["detail"] = "detail"
    value: float = Field(ge=DETAIL[0], le=DETAIL[1])


class Budget(Message):
    """What a frame may cost [ms]: fewer are shown as human-high until it does; null for whatever it
    takes."""

    type: Literal["budget"] = "budget"
    milliseconds: float | None = Field(ge=MIN_BUDGET, le=MAX_BUDGET)


class Paused(Message):
    """Hold or continue the town."""

    type: Literal["paused"] = "paused"
    value: bool


class Step(Message):
    """Advance a held town by one frame; refused while it goes on by itself."""

    type: Literal["step"] = "step"


class Listen(Message):
    """Hear Entity State PDUs on a UDP port, or stop that: null; the port is everybody's."""

    type: Literal["listen"] = "listen"
    port: int | None = Field(ge=0, le=65_535)


class Anew(Message):
    """Tell this client everything again: it has lost its way."""

    type: Literal["anew"] = "anew"


AnyFigureWish = (
    Look
    | Choose
    | AskPosture
    | AskMotion
    | Aim
    | AskGesture
    | AskState
    | LetGo
    | Carry
    | PutDown
    | Place
    | Remove
    | Detail
    | Budget
    | Paused
    | Step
    | Listen
    | Anew
)
FigureWish = Annotated[AnyFigureWish, Field(discriminator="type")]

_WISH: Final[Reader[AnyFigureWish]] = Reader(
    FigureWish, get_args(AnyFigureWish), MAX_WISH_BYTES, {"eyes": Eye}
)


def parse_figure_wish(text: str | bytes) -> AnyFigureWish:
    """Read one message of a client, or raise a `WireError` that says what is wrong with it."""
    return _WISH.read(text)
