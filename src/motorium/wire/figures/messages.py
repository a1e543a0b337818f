"""What the MOTION process tells its clients, over a socket of its own: `/figures`.

Messages are small JSON objects, frames are binary (`wire.figures.frame`), and what clients may ask
is in `wire.figures.wishes`. `motorium.wire.typescript` turns all of it into
`web/src/wire/figures.ts`.

A client is told `figures` first: the skeletons of the three levels. Then `progress` while motions
are built and kernels compiled, then `town`, `roster` and `lights`, each again when it changes, and
`status` a few times a second. `chosen` goes to who has chosen somebody. What the levels look like
is no part of this: `GET /figures/models` (`wire.figures.models`).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from motorium.wire.message import Message
from motorium.wire.messages import Happening, Progress, Refusal

__all__ = [
    "FIGURES_PROTOCOL",
    "Chosen",
    "FigureMessage",
    "FigureStatus",
    "FiguresHello",
    "Hold",
    "Kind",
    "Lights",
    "NetworkStatus",
    "Posture",
    "Resident",
    "RifleInfo",
    "SkeletonInfo",
    "TownRoster",
    "TownShown",
]

FIGURES_PROTOCOL: Final = 1
"""Version of messages and frames together; a client of another version says so and stops."""

_Three = tuple[float, float, float]
_Four = tuple[float, float, float, float]
_Source = Literal["town", "network", "client"]
_Document = Annotated[dict[str, Any], Field(json_schema_extra={"typescript": "TownDocument"})]


class Hold(Message):
    """A place on a segment: its number, and where, seen from its origin [m]."""

    segment: int
    at: _Three


class SkeletonInfo(Message):
    """A level: the figure that it shows.

    rate: frames a second; parents: of each segment its parent's number, earlier than its own (-1:
    none); offsets [m] from the parent's origin; joints: of each segment how many named joints
    connect it, which its update counts for; sliding: segments that also slide, in the order of a
    frame; right and left: where hands hold a rifle; wrist: whether the right hand alone turns it.
    """

    name: str
    rate: int
    segments: list[str]
    parents: list[int]
    offsets: list[_Three]
    joints: list[int]
    sliding: list[int]
    right: Hold
    left: Hold
    wrist: bool


class RifleInfo(Message):
    """The rifle in the right hand: turn (w, x, y, z) of its axes into those of the hand; support:
    where the left hand holds it, and muzzle, in its own frame [m].

    Whoever has no wrist points it with both hands, as much as the left one is where it would
    support it, within `near` [m]; its muzzle is not lower than `floor` [m].
    """

    turn: _Four
    support: _Three
    muzzle: _Three
    near: float
    floor: float


class FiguresHello(Message):
    """First message on a connection; models: where the levels' flesh is, from the server's root."""

    type: Literal["figures"] = "figures"
    protocol: int
    levels: list[SkeletonInfo]
    rifle: RifleInfo
    models: str


class Posture(Message):
    """A node of a posture graph; whoever is in one of locomotion goes on."""

    name: str
    kind: Literal["fixed", "locomotion"]


class Kind(Message):
    """Somebody who can be placed: what he can be asked for."""

    name: str
    postures: list[Posture]
    gestures: list[str]


class TownShown(Message):
    """The town: its document, with the keys of its TOML file, and who can live there."""

    type: Literal["town"] = "town"
    document: _Document
    kinds: list[Kind]
    most: int
    """Figures that there is room for."""


class Resident(Message):
    """kind: by its name; armed: has a rifle; look: seed of its appearance; source: who commands."""

    id: int
    kind: str
    name: str
    armed: bool
    look: int
    source: _Source


class TownRoster(Message):
    """Who is there, whenever that changes."""

    type: Literal["roster"] = "roster"
    revision: int
    """Of frames that belong to it."""
    residents: list[Resident]


class Lights(Message):
    """How the street lights stand, in the order of the document's, whenever one changes."""

    type: Literal["lights"] = "lights"
    states: list[str]


class NetworkStatus(Message):
    """DIS: the port that is heard, entities that are known, PDUs a second and in all, and those
    that were no Entity State PDU or not whole."""

    port: int
    entities: int
    rate: float
    received: int
    refused: int


class FigureStatus(Message):
    """How the town goes: at changes and a few times a second."""

    type: Literal["status"] = "status"
    running: bool
    seconds: float
    """Of the town."""
    figures: list[int]
    """Rows shown on each level; who changes his level is on two."""
    milliseconds: float
    """What a frame costs lately [ms]: minds, motion and the picture of it."""
    detail: float
    """How many times his size everybody counts for when levels are chosen."""
    budget: float | None
    """What a frame may cost [ms]."""
    joint_updates: float
    """A second, that the motor makes."""
    bytes: float
    """A second, that go to all clients together."""
    clients: int
    network: NetworkStatus | None


class Chosen(Message):
    """To one page, of whom it has chosen: the posture that he is in or leaves, what he does and
    why, at which level he is shown, and whether he waits for what he is asked.

    speed [m/s], heading and course [rad], aim_turn and aim_rise [rad] and aim (0 to 1): as his
    mind, or whoever commands him, has asked last.
    """

    type: Literal["chosen"] = "chosen"
    id: int
    posture: str
    doing: str
    why: str
    level: int
    taken: bool
    speed: float
    heading: float
    course: float
    aim_turn: float
    aim_rise: float
    aim: float


FigureMessage = Annotated[
    FiguresHello
    | Progress
    | TownShown
    | TownRoster
    | Lights
    | FigureStatus
    | Chosen
    | Happening
    | Refusal,
    Field(discriminator="type"),
]
