"""What the Performance stage tells its pages, over a socket of its own: `/performance`.

Messages are small JSON objects, frames are binary (`wire.performing.frame`), and what pages may
wish is in `wire.performing.wishes`. `motorium.wire.typescript` turns all of it into
`web/src/wire/performing.ts`.

A page is told `performance` first: the parts of a physical character, and which segments of a
drawn figure ride on which. Then `progress` while motions are built and kernels compiled, then
`scene` whenever another one begins, and `status` a few times a second. What figures look like is no
part of this: `GET /figures/models` (`wire.figures.models`).

Audiences have a socket of their own, `/audience`: they are told `performance`, `progress` and
`scene`, and then nothing but samples of packets (`wire.mocap.state`), one or more a message.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from motorium.wire.message import Message
from motorium.wire.messages import Happening, Progress, Refusal

__all__ = [
    "PERFORMANCE_PROTOCOL",
    "Dress",
    "Kept",
    "PartInfo",
    "PerformanceHello",
    "PerformanceMessage",
    "PerformanceStatus",
    "PerformerInfo",
    "PerformerStatus",
    "PropInfo",
    "SceneChoice",
    "SceneShown",
    "SegmentInfo",
]

PERFORMANCE_PROTOCOL: Final = 2
"""Version of messages and frames together; a page of another version says so and stops."""

_Three = tuple[float, float, float]
_Four = tuple[float, float, float, float]


class PartInfo(Message):
    """A part of a physical character. parent: its number, -1 of the first; hinge: 0 for a ball
    joint, else it bends about the y axis, or against it (-1)."""

    name: str
    parent: int
    hinge: float


class SegmentInfo(Message):
    """A segment of a drawn figure: the parts that it rides on, and how much on the upper one; rest
    [m]: where it is at rest, seen from the pelvis, in the figure whose flesh is drawn."""

    name: str
    rest: _Three
    lower: int
    upper: int
    share: float


class SceneChoice(Message):
    """A scene that can be opened by its name."""

    name: str
    title: str
    description: str


class PerformanceHello(Message):
    """First message on a connection.

    acts: what the built-in performer knows; figure: whose flesh of `models` is drawn; rate: frames
    of a performance in a second.
    """

    type: Literal["performance"] = "performance"
    protocol: int
    rate: int
    scenes: list[SceneChoice]
    acts: list[str]
    parts: list[PartInfo]
    segments: list[SegmentInfo]
    figure: str
    models: str


class PropInfo(Message):
    """Something in a scene. object: what packets call it (`wire.mocap.state`), None of what does
    not move; size [m]: radius of a ball, half edges of a box, radius and half length
    of a bar, which is upright and round at its ends; at [m] and turn (w, x, y, z): of its middle at
    the beginning; moves: frames say where it is; hangs [m]: how far above its middle it is hung up;
    waits: it can be thrown by its name; grip: hands can hold it."""

    name: str
    object: str | None
    shape: Literal["ball", "box", "bar"]
    size: list[float]
    at: _Three
    turn: _Four
    color: str
    moves: bool
    hangs: float | None
    waits: bool
    grip: bool


class Dress(Message):
    """How segments lie at rest, with hands at ease or closed: places [m] seen from the pelvis, and
    turns (w, x, y, z)."""

    places: list[_Three]
    turns: list[_Four]


class PerformerInfo(Message):
    """A performer and his double. object: what packets call him; look: seed of his appearance, 0 to
    65535; offsets [m]: of each part's joint from its parent's; scales: by how much the flesh of
    each segment is larger, along its axes."""

    name: str
    object: str
    look: int
    offsets: list[_Three]
    at_ease: Dress
    closed: Dress
    scales: list[_Three]


class SceneShown(Message):
    """What is performed, whenever that begins.

    name: of a scene that ships, or of the file that it was read from; tossed: the props that pages
    toss, the light and the heavy one; doing: what is performed, in a line; acts: what the built-in
    performer does, none of a clip; clip: whose it is.
    """

    type: Literal["scene"] = "scene"
    revision: int
    """Of frames that belong to it."""
    name: str
    title: str
    description: str
    props: list[PropInfo]
    performers: list[PerformerInfo]
    tossed: tuple[str, str]
    doing: str
    acts: list[str]
    clip: str | None


class PerformerStatus(Message):
    """How a double is. balance: 0 to 1, as it counts (Eq. 3.1 and what was mended); own: without
    looking at the performer; off [m]: how far its parts are on average from the performer's; pull:
    of all forces that hold it up, as a share of its weight; holds: what each hand holds; pulled:
    whether it is in a page's hand."""

    balance: float
    own: float
    off: float
    pull: float
    fallen: bool
    rising: bool
    holds: tuple[str | None, str | None]
    pulled: bool


class PerformanceStatus(Message):
    """How it goes: at changes and a few times a second.

    pace: of time, 1 as it is; printed: controllers are as the thesis prints them; gets_up: who has
    fallen gets up by himself; milliseconds: what a frame of 1/60 s costs; fitting: the clip that is
    being fitted to a double; kept [s]: how much of what was simulated can be had.
    """

    type: Literal["status"] = "status"
    running: bool
    seconds: float
    pace: float
    printed: bool
    gets_up: bool
    milliseconds: float
    pages: int
    fitting: str | None
    kept: float
    performers: list[PerformerStatus]


class Kept(Message):
    """To one page: what a double did, as the text of a BVH file, and what it may be called."""

    type: Literal["kept"] = "kept"
    text: str
    filename: str


PerformanceMessage = Annotated[
    PerformanceHello | Progress | SceneShown | PerformanceStatus | Kept | Refusal | Happening,
    Field(discriminator="type"),
]
