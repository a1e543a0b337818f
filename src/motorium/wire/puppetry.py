"""What the puppet stage and its pages tell each other, over a socket of its own: `/puppet`.

Messages are small JSON objects, frames are binary (`wire.puppet_frame`); only a document may be
large. `motorium.wire.typescript` turns the classes into `web/src/wire/puppetry.ts`.

Which stages a studio has it says over HTTP: `GET /stages` answers
`{"stages": ["ocean", "puppet", "figures", "performance", "audience", "texture"]}`, the one to begin
with first.
`motorium puppet` has only "puppet" and no `/socket`; `motorium replay` only "ocean", no `/puppet`.

A page is told `theatre` first, then `progress` while kernels are compiled (as on `/socket`), then
`puppet` and `playing`; a frame of a revision that it has no `puppet` for it drops. Points are
numbers: indices into `document.point`. Whoever grabs a point holds it until `let_go`; whoever grabs
what another page holds takes it over. When a page goes, its hands let go, its recording ends, and
what nobody else holds plays on. What a page does to the play the others are told (`happening`).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, get_args

from pydantic import Field

from motorium.wire.message import Message
from motorium.wire.messages import Happening, Progress, Refusal
from motorium.wire.reading import Reader

__all__ = [
    "MAX_PUPPET_BYTES",
    "MOST_GRIPS",
    "PUPPET_PROTOCOL",
    "AnyPuppetWish",
    "Build",
    "Carry",
    "Grab",
    "Grip",
    "LetGo",
    "Load",
    "LoopTake",
    "Open",
    "Play",
    "Playing",
    "Problem",
    "PuppetMessage",
    "PuppetRefusal",
    "PuppetWish",
    "RecordTake",
    "Redo",
    "Rest",
    "Save",
    "Saved",
    "SetStage",
    "Shipped",
    "ShownPart",
    "ShownPuppet",
    "Step",
    "TheatreHello",
    "Undo",
    "parse_puppet_wish",
]

PUPPET_PROTOCOL: Final = 4
"""Version of these messages and frames together."""
MAX_PUPPET_BYTES: Final = 2_000_000
"""Of a document with meshes; anything larger is refused unread."""
MOST_GRIPS: Final = 32
"""Points that one message carries; a person has ten fingers."""
MOST_NUMBER: Final = 199
"""Of a point."""

_Place = Annotated[float, Field(ge=-1e3, le=1e3)]
Place = tuple[_Place, _Place, _Place]
"""[m]"""
_Speed = Annotated[float, Field(ge=-1e6, le=1e6)]
_Acceleration = Annotated[float, Field(ge=-100.0, le=100.0)]
_Document = Annotated[dict[str, Any], Field(json_schema_extra={"typescript": "PuppetDocument"})]
Scheme = Literal["printed", "mended", "newton"]


def _number() -> int:
    """A field that names a point."""
    field: int = Field(ge=0, le=MOST_NUMBER)
    return field


# ---------------------------------------------------------------- from pages


class Build(Message):
    """Let this document be the stage's: whole, with the keys of its TOML file."""

    type: Literal["build"] = "build"
    document: _Document


class Open(Message):
    """Let a shipped puppet come on."""

    type: Literal["open"] = "open"
    name: str = Field(max_length=80)


class Load(Message):
    """Let the puppet of a TOML file come on: its text."""

    type: Literal["load"] = "load"
    text: str


class Save(Message):
    """Tell this page the text of a TOML file."""

    type: Literal["save"] = "save"


class Undo(Message):
    """Back to the document before."""

    type: Literal["undo"] = "undo"


class Redo(Message):
    """What was undone, again."""

    type: Literal["redo"] = "redo"


class Play(Message):
    """Let physics run, or let all points stand still as they are.

    drawing: that is to draw on it, or drawing has ended: then it plays on if nobody else holds it.
    """

    type: Literal["play"] = "play"
    value: bool
    drawing: bool = False


class Step(Message):
    """One frame further, and hold it there."""

    type: Literal["step"] = "step"


class Rest(Message):
    """Put all points back to where the document has them, without momentum; if it plays, it stands
    there until somebody takes it."""

    type: Literal["rest"] = "rest"


class Grab(Message):
    """Take a point by the hand and bring it to a place [m]."""

    type: Literal["grab"] = "grab"
    point: int = _number()
    place: Place


class Grip(Message):
    """A point that is held, and where it is to be [m]."""

    point: int = _number()
    place: Place


class Carry(Message):
    """Bring points that this page holds to other places; others are left out."""

    type: Literal["carry"] = "carry"
    grips: list[Grip] = Field(max_length=MOST_GRIPS)


class LetGo(Message):
    """Let go of a point: it flies on as the hand moved.

    velocity: of the hand [m/s], by the clock of its pointer; left out, it is what the stage saw.
    """

    type: Literal["let_go"] = "let_go"
    point: int = _number()
    velocity: tuple[_Speed, _Speed, _Speed] | None = None


class SetStage(Message):
    """Change parts of the document's table [stage]; what is left out stays. Changes of the same
    parts that follow within a second are one step back."""

    type: Literal["stage"] = "stage"
    gravity: tuple[_Acceleration, _Acceleration, _Acceleration] | None = None
    low: Place | None = None
    high: Place | None = None
    bounce: float | None = Field(default=None, ge=0.0, le=1.0)
    friction: float | None = Field(default=None, ge=0.0, le=10.0)
    damping: float | None = Field(default=None, ge=0.0, le=10.0)
    scheme: Scheme | None = None
    iterations: int | None = Field(default=None, ge=1, le=100)
    steps: int | None = Field(default=None, ge=1, le=16)

    @property
    def said(self) -> dict[str, Any]:
        """What is not left out."""
        return self.model_dump(exclude={"type"}, exclude_none=True)


class RecordTake(Message):
    """Begin to note all that hands do, or end it: then it is the document's take."""

    type: Literal["record"] = "record"
    on: bool


class LoopTake(Message):
    """Play the take again and again from its beginning, or stop that."""

    type: Literal["loop"] = "loop"
    on: bool


AnyPuppetWish = (
    Build
    | Open
    | Load
    | Save
    | Undo
    | Redo
    | Play
    | Step
    | Rest
    | Grab
    | Carry
    | LetGo
    | SetStage
    | RecordTake
    | LoopTake
)
PuppetWish = Annotated[AnyPuppetWish, Field(discriminator="type")]


# ---------------------------------------------------------------- to pages


class Shipped(Message):
    """A puppet that can be opened by its name."""

    name: str
    title: str
    dimensions: int


class TheatreHello(Message):
    """First message on a connection."""

    type: Literal["theatre"] = "theatre"
    protocol: int
    puppets: list[Shipped]


class ShownPart(Message):
    """A part of the skin: its vertices are `count` of a frame's, from `first` on; faces count from
    0 at `first`, three numbers each: without any, the vertices are a closed outline."""

    name: str
    color: str
    first: int
    count: int
    faces: list[tuple[int, int, int]]


class ShownPuppet(Message):
    """Who is on the stage, whenever that changes."""

    type: Literal["puppet"] = "puppet"
    revision: int
    """Of frames that belong to it."""
    document: _Document
    undoable: bool
    redoable: bool
    parts: list[ShownPart]


class Playing(Message):
    """How the play goes: at changes and a few times a second."""

    type: Literal["playing"] = "playing"
    playing: bool
    poised: bool
    """It stands at rest, and plays as soon as somebody takes it or says so."""
    recording: bool
    looping: bool
    seconds: float
    """Since it was put to rest, or since its take began: the time of paths."""
    iterations: int
    """That the last frame took, the most of its steps."""
    deviation: float
    """Of rods from their allowed lengths, as a share of all lengths at rest."""
    microseconds: float
    """What a frame costs lately: steps and skin [us]."""
    held: list[int]
    """Points in somebody's hand."""
    pages: int
    """On this stage: what one does happens on all of them."""


class Saved(Message):
    """To one page: the text of a file, and what it may be called."""

    type: Literal["saved"] = "saved"
    text: str
    filename: str


class Problem(Message):
    """What is wrong with a document: where, like "rod[3].ends", empty for the whole; and why."""

    where: str
    sentence: str


class PuppetRefusal(Refusal):
    """Something that was asked for and refused; nothing has changed."""

    problems: list[Problem] = Field(default_factory=list)


PuppetMessage = Annotated[
    TheatreHello | Progress | ShownPuppet | Playing | Saved | PuppetRefusal | Happening,
    Field(discriminator="type"),
]


# ---------------------------------------------------------------- reading

_WISH: Final[Reader[AnyPuppetWish]] = Reader(
    PuppetWish, get_args(AnyPuppetWish), MAX_PUPPET_BYTES, {"grips": Grip}
)


def parse_puppet_wish(text: str | bytes) -> AnyPuppetWish:
    """Read one message of a page, or raise a `WireError` that says what is wrong with it.

    What a document holds is not looked at here.
    """
    return _WISH.read(text)
