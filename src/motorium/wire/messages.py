"""Control messages between the studio and its pages: small JSON objects, written once, here.

`motorium.wire.typescript` turns these classes into `web/src/wire/messages.ts`, so that the page
cannot disagree with the server about a field.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from motorium.contracts.commands import FISH

__all__ = [
    "MAX_MESSAGE_BYTES",
    "MAX_POPULATION",
    "MAX_VISCOSITY",
    "PROTOCOL",
    "Asked",
    "ClientMessage",
    "Drive",
    "Driven",
    "Driving",
    "Happening",
    "Hello",
    "Leave",
    "Limits",
    "Message",
    "Paused",
    "Pilot",
    "Population",
    "Progress",
    "Refusal",
    "Restart",
    "Roster",
    "ServerMessage",
    "Skin",
    "SkinEye",
    "SkinMouth",
    "SkinPalette",
    "SkinPatch",
    "SpeciesInfo",
    "Speed",
    "Status",
    "Step",
    "Turn",
    "TurnState",
    "Viscosity",
    "WireError",
    "parse_client_message",
]

PROTOCOL = 3
"""Version of messages and snapshots together; a page of another version says so and stops."""

MAX_MESSAGE_BYTES = 4096
"""No message that a page has to send comes near this; anything larger is refused unread."""

MAX_POPULATION = 20_000
MAX_VISCOSITY = 4.0


class WireError(ValueError):
    """A message that is refused; its text is meant for the person who sent it."""


class Message(BaseModel):
    """Strict and closed: a wrong type or an unknown key is an error, never a guess."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


# ---------------------------------------------------------------- from the page to the studio


class Population(Message):
    """Let this many characters live in the world."""

    type: Literal["population"] = "population"
    count: int = Field(ge=0, le=MAX_POPULATION)


class Speed(Message):
    """The speed that the fishes are asked for [body lengths / s]."""

    type: Literal["speed"] = "speed"
    value: float = Field(ge=0.0, le=20.0)


class Viscosity(Message):
    """The water's mu of Tu's Eq. 4.3: 0 is air, 1 is water, more is oil."""

    type: Literal["viscosity"] = "viscosity"
    value: float = Field(ge=0.0, le=MAX_VISCOSITY)


class Paused(Message):
    """Hold or continue the simulation."""

    type: Literal["paused"] = "paused"
    value: bool


class Step(Message):
    """Advance a held simulation by one frame."""

    type: Literal["step"] = "step"


class Restart(Message):
    """Begin again as the scenario says, with the same seed."""

    type: Literal["restart"] = "restart"


def _asked(name: str) -> float:
    """A field with the range of a setpoint; required, for a pilot means all of them at once."""
    setpoint = FISH.setpoint(name)
    field: float = Field(ge=setpoint.low, le=setpoint.high)
    return field


_TURN = FISH.actions[FISH.action_index("turn")]


class Pilot(Message):
    """Let this page drive a fish; null for the first that nobody drives."""

    type: Literal["pilot"] = "pilot"
    id: int | None = Field(ge=0, le=2**53)


class Leave(Message):
    """Give the fish that this page drives back to its mind."""

    type: Literal["leave"] = "leave"


class Drive(Message):
    """All setpoints of the fish that this page drives [L/s, rad/s, rad, rad, 1, L/s]."""

    type: Literal["drive"] = "drive"
    speed: float = _asked("speed")
    turn_rate: float = _asked("turn_rate")
    climb: float = _asked("climb")
    roll: float = _asked("roll")
    brake: float = _asked("brake")
    backward: float = _asked("backward")


class Turn(Message):
    """A C-turn of the fish that this page drives [rad], left positive."""

    type: Literal["turn"] = "turn"
    angle: float = Field(ge=_TURN.low, le=_TURN.high)


AnyClientMessage = (
    Population | Speed | Viscosity | Paused | Step | Restart | Pilot | Leave | Drive | Turn
)
ClientMessage = Annotated[AnyClientMessage, Field(discriminator="type")]


# ---------------------------------------------------------------- from the studio to the page


_Binding = tuple[int, float, float, float, float, float]
"""Face, place (u, v) on it, and the offset along its axes t, s and n [L]."""

_NODES = 23
_MOST_FACES = 52
"""As many as the page has room for."""
_Node = Annotated[int, Field(ge=0, lt=_NODES)]
_Colour = Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]


class SkinPatch(Message):
    """A B-spline surface with clamped uniform knots; `flip` if dP/du x dP/dv points inwards."""

    name: str
    rows: int = Field(ge=2, le=64)
    columns: int = Field(ge=2, le=64)
    degrees: tuple[int, int]
    flip: bool
    bindings: list[float]
    """Six numbers for each control point, row by row: face, u, v, dt, ds, dn."""


class SkinPalette(Message):
    """Colours; accent bands, from and to behind the nose [L]; stripes in the fins' colour."""

    back: _Colour
    flank: _Colour
    belly: _Colour
    fin: _Colour
    accent: _Colour
    bands: list[tuple[float, float]] = Field(max_length=12)
    stripes: int = Field(ge=0, le=40)


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


class Limits(Message):
    """The range of every control, so that the page never offers what the studio refuses."""

    population: tuple[int, int]
    speed: tuple[float, float]
    viscosity: tuple[float, float]


class Hello(Message):
    """First message on a connection."""

    type: Literal["hello"] = "hello"
    protocol: int
    version: str
    stage: str
    scenario: str
    frame_rate: float
    species: list[SpeciesInfo]
    limits: Limits


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


class Status(Message):
    """The state of controls and costs; sent when a control changes and a few times a second."""

    type: Literal["status"] = "status"
    running: bool
    """False until kernels are compiled."""
    paused: bool
    population: int
    speed: float
    viscosity: float
    time: float
    """Simulated time [s]."""
    frames_per_second: float
    """Frames simulated a second, lately."""
    frame_milliseconds: float
    """What one frame costs the simulation, lately [ms]."""


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
    Hello | Progress | Roster | Status | Driving | Happening | Refusal,
    Field(discriminator="type"),
]

_CLIENT: TypeAdapter[AnyClientMessage] = TypeAdapter(ClientMessage)
_MODELS: dict[str, type[Message]] = {
    str(model.model_fields["type"].default): model for model in get_args(AnyClientMessage)
}


def parse_client_message(text: str | bytes) -> AnyClientMessage:
    """Read one message of a page, or raise a `WireError` that says what is wrong with it."""
    data = text.encode() if isinstance(text, str) else text
    if len(data) > MAX_MESSAGE_BYTES:
        raise WireError(f"message of {len(data)} bytes; at most {MAX_MESSAGE_BYTES} are read")
    try:
        return _CLIENT.validate_json(data)
    except ValidationError as error:
        raise WireError(_sentence(error)) from None


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    kind = first["type"]
    if kind == "json_invalid":
        return "message is not JSON"
    if kind in {"union_tag_invalid", "union_tag_not_found"}:
        return f"unknown message type; known types are {', '.join(_MODELS)}"
    if kind in {"model_attributes_type", "model_type", "dict_type"}:
        return 'message must be a JSON object with a key "type"'
    if kind == "extra_forbidden":
        known = ", ".join(_MODELS[str(first["loc"][0])].model_fields)
        return f"{where}: unknown key; known keys are {known}"
    return f"{where}: {first['msg'][0].lower()}{first['msg'][1:]}"
