"""What pages may ask of the studio: small JSON objects, checked before anybody acts on them."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from pydantic import Field, model_validator

from motorium.contracts.commands import FISH
from motorium.contracts.viewing import Camera
from motorium.wire.behaving import Feel, MindReset, SetHabit, SetTrait
from motorium.wire.hands import Grab, LetGo
from motorium.wire.inspecting import Inspect
from motorium.wire.making import (
    AskScenarios,
    Load,
    PlanktonCount,
    Put,
    Save,
    Stock,
    TakeAway,
    Undo,
)
from motorium.wire.message import Message
from motorium.wire.panorama import Follow, Lead
from motorium.wire.physical import Physics, ResetPhysics
from motorium.wire.reading import Reader
from motorium.wire.recordings import Discard, Record, Watch
from motorium.wire.timing import Seed

__all__ = [
    "MAX_BUDGET",
    "MAX_CURRENT",
    "MAX_FLOW",
    "MAX_MESSAGE_BYTES",
    "MAX_POPULATION",
    "MAX_VISCOSITY",
    "AnyClientMessage",
    "Board",
    "Budget",
    "CastLine",
    "ClientMessage",
    "Compare",
    "Current",
    "Debark",
    "Discard",
    "Drive",
    "Eye",
    "FlowStrength",
    "Follow",
    "Food",
    "Grab",
    "Hour",
    "Inspect",
    "Lead",
    "Leave",
    "LetGo",
    "Look",
    "Motor",
    "MotorChoice",
    "Paused",
    "Physics",
    "Pilot",
    "Population",
    "PullLine",
    "Rate",
    "Record",
    "ResetPhysics",
    "Restart",
    "Seed",
    "Seek",
    "Speed",
    "Steer",
    "Step",
    "Turn",
    "Viscosity",
    "Watch",
    "Why",
    "parse_client_message",
]

MAX_MESSAGE_BYTES: Final = 4096
"""No message that a page has to send comes near this; anything larger is refused unread."""

MAX_POPULATION: Final = 20_000
MAX_VISCOSITY: Final = 4.0
MIN_BUDGET: Final = 0.1
MAX_BUDGET: Final = 100.0
"""For one frame [ms]; a frame lasts 17."""
MAX_FLOW: Final = 4.0
MAX_CURRENT: Final = 0.4
"""[m/s] along an axis: more would carry most fishes out of their sea, whatever they do."""
SLOWEST: Final = 0.05
FASTEST: Final = 16.0
"""That a recording is played at, against the world's own pace; a live world goes at most at 1."""
MOST_EYES: Final = 4
"""Of one page: a split picture has two."""


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
    """Advance a held simulation by one frame; back: only a recording can."""

    type: Literal["step"] = "step"
    back: bool = False


class Seek(Message):
    """Show a recording as it was at a time [s of the world's clock]."""

    type: Literal["seek"] = "seek"
    time: float = Field(ge=0.0, le=1e9)


class Rate(Message):
    """Play a recording so many times as fast as it was, or let a live world go slower."""

    type: Literal["rate"] = "rate"
    value: float = Field(ge=SLOWEST, le=FASTEST)


class Restart(Message):
    """Begin again as the scenario says, with the same seed."""

    type: Literal["restart"] = "restart"


def _asked(name: str) -> float:
    """A field with the range of a setpoint; required, for a pilot means all of them at once."""
    setpoint = FISH.setpoint(name)
    field: float = Field(ge=setpoint.low, le=setpoint.high)
    return field


def _lever() -> float:
    """A field of the submarine's helm."""
    field: float = Field(ge=-1.0, le=1.0)
    return field


_Place = Annotated[float, Field(ge=-1e6, le=1e6)]
_Speed = Annotated[float, Field(ge=-MAX_CURRENT, le=MAX_CURRENT)]
_Part = Annotated[float, Field(ge=-1e3, le=1e3)]
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


class Why(Message):
    """Tell this page from now on why a fish does what it does; null for no fish."""

    type: Literal["why"] = "why"
    id: int | None = Field(ge=0, le=2**53)


class Eye(Message):
    """A camera: position [m], ahead and up (z up, of any length), the whole vertical angle of view
    [rad], width over height, height [pixels], and the farthest that one makes out [m]."""

    position: tuple[_Place, _Place, _Place]
    ahead: tuple[_Part, _Part, _Part]
    up: tuple[_Part, _Part, _Part]
    field: float = Field(ge=0.01, le=3.1)
    aspect: float = Field(ge=0.01, le=100.0)
    height: float = Field(ge=1.0, le=20_000.0)
    far: float = Field(ge=0.1, le=100_000.0)

    @model_validator(mode="after")
    def _two_directions(self) -> Eye:
        self.camera()
        return self

    def camera(self) -> Camera:
        """The same for a world."""
        return Camera(**self.model_dump())


class Look(Message):
    """What this page looks at now; no eye at all while nobody can see it."""

    type: Literal["look"] = "look"
    eyes: list[Eye] = Field(max_length=MOST_EYES)


MotorChoice = Literal["muscle", "repertoire", "automatic"]


class Motor(Message):
    """Let a motor move a fish, null for all, or let it be chosen automatically."""

    type: Literal["motor"] = "motor"
    id: int | None = Field(ge=0, le=2**53)
    choice: MotorChoice


class Budget(Message):
    """What a frame may cost the simulation [ms]; null for whatever it takes."""

    type: Literal["budget"] = "budget"
    milliseconds: float | None = Field(ge=MIN_BUDGET, le=MAX_BUDGET)


class Compare(Message):
    """Put the world aside and compare muscles and replay of a fish like this one, null for the
    first; or bring the world back as it was."""

    type: Literal["compare"] = "compare"
    on: bool
    id: int | None = Field(ge=0, le=2**53)


class Food(Message):
    """Drop food around a place [m]."""

    type: Literal["food"] = "food"
    place: tuple[_Place, _Place, _Place]


class FlowStrength(Message):
    """A factor of all currents that belong to the habitat: 0 stills them."""

    type: Literal["flow"] = "flow"
    value: float = Field(ge=0.0, le=MAX_FLOW)


class Hour(Message):
    """The time of the day, from 0 to 24."""

    type: Literal["hour"] = "hour"
    value: float = Field(ge=0.0, lt=24.0)


class Current(Message):
    """The velocity of all water [m/s], added to what flows in the habitat."""

    type: Literal["current"] = "current"
    velocity: tuple[_Speed, _Speed, _Speed]


class Board(Message):
    """Let this page take the helm of a submarine: the first, or one of its own beside it."""

    type: Literal["board"] = "board"


class Debark(Message):
    """Leave the helm that this page has; the first submarine coasts to a stop, others go."""

    type: Literal["debark"] = "debark"


class Steer(Message):
    """How the helm stands: thrust ahead, turn to the left, pitch up, lift up, each -1 to 1; stop:
    all is done to lie still."""

    type: Literal["steer"] = "steer"
    thrust: float = _lever()
    turn: float = _lever()
    pitch: float = _lever()
    lift: float = _lever()
    stop: bool


class CastLine(Message):
    """Let the fishing line down at a place (x, y) [m]."""

    type: Literal["cast"] = "cast"
    place: tuple[_Place, _Place]


class PullLine(Message):
    """Pull the fishing line up."""

    type: Literal["pull"] = "pull"


AnyClientMessage = (
    Stock
    | Put
    | TakeAway
    | PlanktonCount
    | Undo
    | Save
    | Load
    | AskScenarios
    | Population
    | Speed
    | Viscosity
    | Paused
    | Step
    | Restart
    | Seed
    | Seek
    | Rate
    | Pilot
    | Leave
    | Drive
    | Turn
    | Why
    | Feel
    | SetTrait
    | SetHabit
    | MindReset
    | Look
    | Motor
    | Budget
    | Compare
    | Food
    | FlowStrength
    | Hour
    | Current
    | Board
    | Debark
    | Steer
    | CastLine
    | PullLine
    | Grab
    | LetGo
    | Record
    | Watch
    | Discard
    | Inspect
    | Physics
    | ResetPhysics
    | Lead
    | Follow
)
ClientMessage = Annotated[AnyClientMessage, Field(discriminator="type")]

_CLIENT: Final[Reader[AnyClientMessage]] = Reader(
    ClientMessage, get_args(AnyClientMessage), MAX_MESSAGE_BYTES, {"eyes": Eye}
)


def parse_client_message(text: str | bytes) -> AnyClientMessage:
    """Read one message of a page, or raise a `WireError` that says what is wrong with it."""
    return _CLIENT.read(text)
