"""What the stage "Your fish" and its pages tell each other, over a socket of its own: `/texture`.

A page sends a photograph as one binary message, all else as small JSON objects. Each page works on
a photograph of its own, one at a time; it is dropped when the page goes. Places are pixels (x, y)
of the photograph's working size, which `photo` tells; nodes are called by row, from back to belly,
and column, from nose to tail. `motorium.wire.typescript` turns the classes into
`web/src/wire/texturing.ts`.

A page is told `fish_maker` first; after a photograph `photo`, `mesh` and `cut`; then `mesh`
whenever it moves, and `cut` when it has moved for a while or rests. `made` ends it.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from pydantic import Field

from motorium.wire.message import Message
from motorium.wire.messages import Progress, Refusal
from motorium.wire.reading import Reader

__all__ = [
    "MAX_PHOTO_BYTES",
    "MAX_TEXTURE_BYTES",
    "MESH_COLUMNS",
    "MESH_ROWS",
    "MOST_NEWCOMERS",
    "TEXTURE_PROTOCOL",
    "Anchored",
    "AnyTextureWish",
    "Cut",
    "Drag",
    "FarBody",
    "Find",
    "Finish",
    "FishMade",
    "FishMaker",
    "Flip",
    "HoldNode",
    "PhotoRead",
    "Regular",
    "Relax",
    "Release",
    "Shift",
    "ShownMesh",
    "Template",
    "TextureMessage",
    "TextureWish",
    "parse_texture_wish",
]

TEXTURE_PROTOCOL: Final = 1
MAX_TEXTURE_BYTES: Final = 4096
"""Of a message that is no photograph."""
MAX_PHOTO_BYTES: Final = 8_388_608
MESH_ROWS: Final = 9
MESH_COLUMNS: Final = 21
MOST_NEWCOMERS: Final = 50
"""Fishes that come into the ocean at once."""

_Row = Annotated[int, Field(ge=0, lt=MESH_ROWS)]
_Column = Annotated[int, Field(ge=0, lt=MESH_COLUMNS)]
_Pixel = Annotated[float, Field(ge=-1e5, le=1e5)]


# ---------------------------------------------------------------- from pages


class Drag(Message):
    """Bring a node of the border to a place: while the mesh relaxes it is pulled there by a spring,
    else it goes there, and its neighbours part of the way."""

    type: Literal["drag"] = "drag"
    row: _Row
    column: _Column
    x: _Pixel
    y: _Pixel


class Shift(Message):
    """Move the whole mesh by so much, anchors too."""

    type: Literal["shift"] = "shift"
    x: _Pixel
    y: _Pixel


class Release(Message):
    """Let go of the node that is dragged."""

    type: Literal["release"] = "release"


class HoldNode(Message):
    """Anchor a node of the border where it is, or set it free."""

    type: Literal["anchor"] = "anchor"
    row: _Row
    column: _Column
    on: bool


class Relax(Message):
    """Let the mesh move by its forces until it rests, or stop that."""

    type: Literal["relax"] = "relax"
    on: bool


class Regular(Message):
    """Begin with a regular mesh, without anchors."""

    type: Literal["regular"] = "regular"


class Find(Message):
    """Begin where a fish seems to be, without anchors."""

    type: Literal["find"] = "find"


class Flip(Message):
    """The head is at the other end."""

    type: Literal["flip"] = "flip"


class Finish(Message):
    """Make a species of it: its file's name and what it is called; template: the species whose body
    and way of swimming it gets; count: so many come into the ocean, which begins again."""

    type: Literal["finish"] = "finish"
    name: str = Field(pattern=r"^[a-z][a-z0-9-]*$", max_length=40)
    label: str = Field(pattern=r"^[^\x00-\x1f\x7f]+$", max_length=60)
    template: str = Field(max_length=80)
    count: int = Field(default=0, ge=0, le=MOST_NEWCOMERS)


AnyTextureWish = Drag | Shift | Release | HoldNode | Relax | Regular | Find | Flip | Finish
TextureWish = Annotated[AnyTextureWish, Field(discriminator="type")]


# ---------------------------------------------------------------- to pages


class Template(Message):
    """A species that a new one can be made after."""

    name: str
    label: str


class FishMaker(Message):
    """First message on a connection; ocean: whether fishes can be put into one here."""

    type: Literal["fish_maker"] = "fish_maker"
    protocol: int
    templates: list[Template]
    ocean: bool


class PhotoRead(Message):
    """A photograph can be worked on: its working size [pixels]; problem: why no fish was found in
    it, in a sentence, or empty."""

    type: Literal["photo"] = "photo"
    width: int
    height: int
    problem: str


class Anchored(Message):
    """A node that is held, and where."""

    row: int
    column: int
    x: float
    y: float


class ShownMesh(Message):
    """The mesh as it is now: x and y of all nodes, row by row; moved: how far its quickest node
    went lately [pixels]."""

    type: Literal["mesh"] = "mesh"
    nodes: list[float]
    anchors: list[Anchored]
    relaxing: bool
    rested: bool
    """Whether it relaxed until nothing moved, and nobody has moved it since."""
    moved: float
    template: str
    """The species that it resembles most; empty if that is not known."""


class FarBody(Message):
    """A template whose body the outline leaves by far, and how, in a sentence."""

    template: str
    note: str


class Cut(Message):
    """What the mesh cuts out now, nose to the left, as a data URL; far: whose bodies its outline
    leaves, as far as that is known: not while it moves."""

    type: Literal["cut"] = "cut"
    picture: str
    far: list[FarBody]


class FishMade(Message):
    """A species was written: where, and how it is used, in a sentence; swimming: how many come into
    the ocean."""

    type: Literal["made"] = "made"
    name: str
    label: str
    path: str
    usage: str
    swimming: int


TextureMessage = Annotated[
    FishMaker | Progress | PhotoRead | ShownMesh | Cut | FishMade | Refusal,
    Field(discriminator="type"),
]


# ---------------------------------------------------------------- reading

_WISH: Final[Reader[AnyTextureWish]] = Reader(
    TextureWish, get_args(AnyTextureWish), MAX_TEXTURE_BYTES, {}
)


def parse_texture_wish(text: str | bytes) -> AnyTextureWish:
    """Read one message of a page, or raise a `WireError` that says what is wrong with it."""
    return _WISH.read(text)
