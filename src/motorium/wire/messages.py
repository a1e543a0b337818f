"""What the studio tells its pages: small JSON objects, written once, here and in `wire.wishes`.

`motorium.wire.typescript` turns these classes into `web/src/wire/messages.ts`, so that the page
cannot disagree with the server about a field.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from motorium.wire.diving import BoatStatus, Helm, Hull, LineStatus, Shot
from motorium.wire.inspecting import Inspected
from motorium.wire.making import Furnished, Kind, Scenarios
from motorium.wire.message import Message
from motorium.wire.panorama import Led
from motorium.wire.physical import PhysicsRanges, PhysicsStatus
from motorium.wire.recordings import Shelf, Taping
from motorium.wire.scenery import Habitat, HabitatStatus
from motorium.wire.thoughts import Because

__all__ = [
    "Asked",
    "Comparison",
    "Cue",
    "Driven",
    "Driving",
    "Happening",
    "Hello",
    "Levels",
    "Limits",
    "Mark",
    "Progress",
    "Recorded",
    "Refusal",
    "Roster",
    "ServerMessage",
    "Skin",
    "SkinEye",
    "SkinFalseEye",
    "SkinMouth",
    "SkinPalette",
    "SkinPatch",
    "SkinSpots",
    "SpeciesInfo",
    "Status",
    "TurnState",
]

_Binding = tuple[int, float, float, float, float, float]
"""Face, place (u, v) on it, and the offset along its axes t, s and n [L]."""

_NODES = 23
_MOST_FACES = 52
"""As many as the page has room for."""
_Node = Annotated[int, Field(ge=0, lt=_NODES)]
_Colour = Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]
_Share = Annotated[float, Field(ge=0.0, le=1.0)]


class SkinPatch(Message):
    """A B-spline surface with clamped uniform knots; `flip` if dP/du x dP/dv points inwards."""

    name: str
    rows: int = Field(ge=2, le=64)
    columns: int = Field(ge=2, le=64)
    degrees: tuple[int, int]
    flip: bool
    bindings: list[float]
    """Six numbers for each control point, row by row: face, u, v, dt, ds, dn."""


class SkinSpots(Message):
    """Spots: radius [L], the share of places that have one, and where: behind the nose [L], and
    from the belly, -1, to the back, 1."""

    color: _Colour
    size: float = Field(gt=0.0)
    density: _Share
    start: float
    end: float
    low: float
    high: float


class SkinFalseEye(Message):
    """A dark spot in a pale ring: where, and its radius [L]."""

    behind_nose: float
    height: float
    radius: float = Field(gt=0.0)


class SkinPalette(Message):
    """Colours and marks: accent bands, from and to behind the nose [L], and what lines them;
    stripes in the fins' colour; edges of fins; clouds of accent, 0 to 1; rows of scales; gill
    slits, 0 for a cover; the colour of courtship; how much individuals differ, 0 to 1."""

    back: _Colour
    flank: _Colour
    belly: _Colour
    fin: _Colour
    accent: _Colour
    bands: list[tuple[float, float]] = Field(max_length=12)
    edge: _Colour | None
    stripes: int = Field(ge=0, le=40)
    margin: _Colour | None
    spots: SkinSpots | None
    false_eye: SkinFalseEye | None
    mottle: _Share
    scales: int = Field(ge=0, le=60)
    gill_slits: int = Field(ge=0, le=7)
    courtship: _Colour | None
    variety: _Share


class SkinEye(Message):
    """Where the eyes are: on the side patches (u, v), and as bindings; radius [L]."""

    radius: float = Field(gt=0.0, le=0.2)
    iris: _Colour
    uv: tuple[float, float]
    left: _Binding
    right: _Binding


class SkinMouth(Message):
    """The line of the mouth on the side patches: (u, v) of its front and of its corner."""

    uv: tuple[float, float, float, float]


class Skin(Message):
    """Surfaces that ride on the faces of the body: a face is four nodes."""

    faces: list[tuple[_Node, _Node, _Node, _Node]] = Field(min_length=1, max_length=_MOST_FACES)
    patches: list[SkinPatch]
    palette: SkinPalette
    eye: SkinEye
    mouth: SkinMouth


class SpeciesInfo(Message):
    """What the page has to know of a species to draw it."""

    name: str
    label: str
    length: float
    """Body length of an individual of size 1 [m]."""
    nodes: list[float] = Field(min_length=3 * _NODES, max_length=3 * _NODES)
    """The body at rest, in the body frame [L]."""
    skin: Skin
    photo: str | None = Field(pattern="^data:image/png;base64,[A-Za-z0-9+/=]+$")
    """Its texture, laid out as docs/concepts/texture.md says, if it has one of its own."""


class Limits(Message):
    """The range of every control, so that the page never offers what the studio refuses."""

    population: tuple[int, int]
    speed: tuple[float, float]
    viscosity: tuple[float, float]
    budget: tuple[float, float]
    flow: tuple[float, float]
    current: float
    """Of all water [m/s], in any direction."""
    rate: tuple[float, float]
    """Seconds of a live world for one on the wall."""


class Cue(Message):
    """A command of a sequence: when it is given [s], and what it says."""

    at: float
    text: str


class Comparison(Message):
    """Two twins with the same commands, one on muscles and one replayed."""

    muscle: int
    """Its id."""
    repertoire: int
    """Its id."""
    cues: list[Cue]
    seconds: float
    """Then it begins again."""
    leavable: bool
    """Whether a world waits behind it."""


class Mark(Message):
    """Something that happened in a recording, for its time line; count: how many alike."""

    at: float
    """[s]"""
    kind: str
    count: int
    text: str


class Recorded(Message):
    """A recording instead of a live world: what it is called, when it was made, and what is in
    it."""

    file: str
    made: str
    """Date and time, ISO 8601."""
    first: float
    """World's time of its first frame [s]."""
    seconds: float
    """How long it is."""
    every: int
    """Of how many frames one was recorded."""
    bodies: bool
    """Whether bodies are as they were; else they are drawn from how fast the fishes swam."""
    problem: str
    """Why it is not whole, in a sentence; empty if it is."""
    rates: tuple[float, float]
    """The slowest and the fastest that it can be played at."""
    marks: list[Mark] = Field(max_length=2000)
    leavable: bool = False
    """Whether a living world waits behind it."""


class Hello(Message):
    """First message on a connection, and whenever there is another world to show: what was said
    before is void."""

    type: Literal["hello"] = "hello"
    protocol: int
    version: str
    stage: str
    scenario: str
    frame_rate: float
    seed: int
    """Of all chance."""
    species: list[SpeciesInfo]
    limits: Limits
    comparison: Comparison | None
    recording: Recorded | None = None
    """None for a live world."""
    habitat: Habitat | None
    """None in open water."""
    submarine: Hull | None = None
    """None without one."""
    line: bool = False
    """Whether there is a fishing line."""
    groups: list[str] = Field(default_factory=list)
    """Names of the scenario's groups, empty for those without."""
    physics: PhysicsRanges | None = None
    """None where it cannot be changed."""
    camera: list[Shot] = Field(default_factory=list)
    """How a film of it goes, in the order of time; empty without one."""
    kinds: list[Kind] = Field(default_factory=list)
    """Of whom some can be let in; empty where nothing can be changed."""


class Progress(Message):
    """What takes long before the first frame; `done == total` ends it."""

    type: Literal["progress"] = "progress"
    label: str
    done: int
    total: int


class Roster(Message):
    """Who the records of the following snapshots are, in their order."""

    type: Literal["roster"] = "roster"
    revision: int
    ids: list[int]
    species: list[int]
    """Index into `Hello.species`."""
    sizes: list[float]
    seeds: list[int]
    """Seed of the individual's looks, 0 to 65535."""
    groups: list[int]
    """Index into `Hello.groups`, -1 for none."""


class Levels(Message):
    """How many fishes are simulated, how many replayed, and of how many only the frame is made."""

    muscles: int
    playback: int
    frame: int
    automatic: int
    """How many of all these have their level chosen for them."""
    changes: float
    """For each fish and minute, lately."""
    governor: str
    """What was done to keep the budget, in a sentence; empty without one."""


class Status(Message):
    """The state of controls and costs; sent when a control changes and a few times a second."""

    type: Literal["status"] = "status"
    running: bool
    """False until kernels are compiled."""
    paused: bool
    population: int
    counts: list[int] = Field(default_factory=list)
    """How many of each of `Hello.species` live."""
    speed: float
    viscosity: float
    time: float
    """Simulated time [s]."""
    rate: float = 1.0
    """How many times as fast as it was a recording is played, or as its clock says a world goes."""
    frames_per_second: float
    """Frames simulated a second, lately."""
    frame_milliseconds: float
    """What one frame costs the simulation, lately [ms]."""
    budget: float | None
    """What it may cost [ms]."""
    levels: Levels
    preparing: str
    """What is being made ready before a wish can be granted, in a sentence; empty for nothing."""
    habitat: HabitatStatus | None
    submarine: BoatStatus | None = None
    line: LineStatus | None = None
    taping: Taping | None = None
    """None while nothing is recorded from the page."""
    physics: PhysicsStatus | None = None


TurnState = Literal["none", "asked", "running", "done", "refused"]


class Asked(Message):
    """The setpoints of a fish as they stand [L/s, rad/s, rad, rad, 1, L/s]."""

    speed: float
    turn_rate: float
    climb: float
    roll: float
    brake: float
    backward: float


class Driven(Message):
    """The fish that a page drives: how it is, and what it was asked for."""

    id: int
    species: int
    """Index into `Hello.species`."""
    top_speed: float
    """The fastest that it can be asked for [L/s]."""
    speed: float
    """Ahead through the water [L/s]; negative backwards."""
    heading: float
    """Left of the world's x axis [rad]."""
    climb: float
    """Of its path [rad]."""
    roll: float
    """Left side up is positive [rad]."""
    asked: Asked
    turn: TurnState
    turn_angle: float
    """Of the newest turn [rad], left positive."""


class Driving(Message):
    """To one page: the fish that it drives, null for none, and why it lost the last one."""

    type: Literal["driving"] = "driving"
    fish: Driven | None
    reason: str


class Happening(Message):
    """An event of the world that a person should see."""

    type: Literal["happening"] = "happening"
    time: float
    kind: str
    text: str


class Refusal(Message):
    """Something that was asked for and refused; nothing has changed."""

    type: Literal["refusal"] = "refusal"
    message: str


ServerMessage = Annotated[
    Furnished
    | Scenarios
    | Hello
    | Progress
    | Roster
    | Status
    | Shelf
    | Driving
    | Helm
    | Because
    | Inspected
    | Led
    | Happening
    | Refusal,
    Field(discriminator="type"),
]
