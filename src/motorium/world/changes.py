"""What can come from outside while a world lives, each with the frame before which it came.

Each knows how to be done again: `apply`. Whatever a mind, a motor or the habitat does follows from
the scenario and from these.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from contextlib import nullcontext, suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt

from motorium.contracts.viewing import Camera
from motorium.motion.levels import UNLIMITED
from motorium.physics.settings import PhysicsSettings
from motorium.world.habitat.furniture import Furniture

if TYPE_CHECKING:
    from motorium.world.world import World

__all__ = [
    "Allowance",
    "Asked",
    "CastLine",
    "Change",
    "Current",
    "DropFood",
    "Exchange",
    "Feel",
    "FlowStrength",
    "Foreign",
    "Furnish",
    "Grab",
    "Hour",
    "Input",
    "InputsError",
    "Launch",
    "LetGo",
    "Look",
    "MindReset",
    "Physics",
    "PullLine",
    "Recover",
    "ReleasePilot",
    "Remove",
    "Resize",
    "SetHabit",
    "SetTrait",
    "Speed",
    "Steer",
    "Stock",
    "TakePilot",
    "View",
    "Viscosity",
]

Place = tuple[float, float, float]


class InputsError(ValueError):
    """Inputs that cannot be used; the text says why."""


class Change(BaseModel):
    """Anything that comes from outside."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    frame: StrictInt = Field(ge=0)
    """Before which it came."""

    @abstractmethod
    def apply(self, world: World) -> None:
        """Do it again."""


# ---------------------------------------------------------------- who watches


class View(BaseModel):
    """A `Camera` as it is written; far: left out if it sees all."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    position: Place
    ahead: Place
    up: Place
    field: float
    aspect: float
    height: float
    far: float | None = None

    @classmethod
    def of(cls, camera: Camera) -> View:
        far = camera.far if math.isfinite(camera.far) else None
        return cls(**{**asdict(camera), "far": far})

    def camera(self) -> Camera:
        far = math.inf if self.far is None else self.far
        return Camera(**{**self.model_dump(), "far": far})


class Look(Change):
    """A viewer, by number, looks from here, or no longer looks."""

    kind: Literal["look"] = "look"
    viewer: StrictInt = Field(ge=0)
    view: View | None

    def apply(self, world: World) -> None:
        world.look(self.viewer, None if self.view is None else self.view.camera())


class Allowance(Change):
    """So many who are automatic may be on muscles; None: all. What a governor decides by the clock
    is written as this, and the clock never is."""

    kind: Literal["allowance"] = "allowance"
    count: StrictInt | None = Field(ge=0)

    @property
    def limit(self) -> int:
        return UNLIMITED if self.count is None else self.count

    def apply(self, world: World) -> None:
        world.allow(self.limit)


# ---------------------------------------------------------------- how many, and how they live


class Resize(Change):
    """So many individuals live; failed: as far as there was room for them."""

    kind: Literal["resize"] = "resize"
    count: StrictInt = Field(ge=0)
    failed: bool = False

    def apply(self, world: World) -> None:
        with suppress(ValueError) if self.failed else nullcontext():
            world.resize(self.count)


class Stock(Change):
    """So many of a species live, as the scenario calls it; failed: as far as there was room."""

    kind: Literal["stock"] = "stock"
    species: str
    count: StrictInt = Field(ge=0)
    failed: bool = False

    def apply(self, world: World) -> None:
        with suppress(ValueError) if self.failed else nullcontext():
            world.stock(self.species, self.count)


class Remove(Change):
    """These leave the world."""

    kind: Literal["remove"] = "remove"
    ids: list[StrictInt]

    def apply(self, world: World) -> None:
        world.remove(self.ids)


class Exchange(Change):
    """These go to another motor."""

    kind: Literal["exchange"] = "exchange"
    ids: list[StrictInt]
    motor: str

    def apply(self, world: World) -> None:
        world.exchange(self.ids, self.motor)


class Speed(Change):
    """Minds of the first group cruise so fast [L/s], the others in proportion."""

    kind: Literal["speed"] = "speed"
    value: float

    def apply(self, world: World) -> None:
        world.speed = self.value


class Viscosity(Change):
    """Of the water."""

    kind: Literal["viscosity"] = "viscosity"
    value: float

    def apply(self, world: World) -> None:
        world.viscosity = self.value


class Current(Change):
    """Of the water, everywhere [m/s]."""

    kind: Literal["current"] = "current"
    velocity: Place

    def apply(self, world: World) -> None:
        world.current = self.velocity


class Physics(Change):
    """Of what fishes on muscles are made, how time is cut, and whether there is water."""

    kind: Literal["physics"] = "physics"
    settings: PhysicsSettings

    def apply(self, world: World) -> None:
        world.physics = self.settings


class Foreign(Change):
    """Something of one's own that no file can hold."""

    kind: Literal["foreign"] = "foreign"
    what: str

    def apply(self, world: World) -> None:
        raise InputsError(f"{self.what} was added at frame {self.frame}; a file cannot hold it")


# ---------------------------------------------------------------- by hand


class Grab(Change):
    """A hand takes a fish by a node and pulls it to a place [m]."""

    kind: Literal["grab"] = "grab"
    id: StrictInt
    node: StrictInt
    place: Place

    def apply(self, world: World) -> None:
        world.grab(self.id, self.node, self.place)


class LetGo(Change):
    """The hand is taken away."""

    kind: Literal["let-go"] = "let-go"
    id: StrictInt

    def apply(self, world: World) -> None:
        world.let_go(self.id)


class TakePilot(Change):
    """Somebody drives a fish from now on."""

    kind: Literal["pilot"] = "pilot"
    id: StrictInt

    def apply(self, world: World) -> None:
        world.pilot(self.id)


class Asked(Change):
    """A pilot asks for setpoints by name, or for a C-turn [rad], left positive."""

    kind: Literal["asked"] = "asked"
    id: StrictInt
    setpoints: dict[str, float] = Field(default_factory=dict)
    turn: float | None = None

    def apply(self, world: World) -> None:
        if self.id not in world.pilots:
            raise InputsError(f"nobody drives fish {self.id} at frame {self.frame}")
        pilot = world.pilots[self.id]
        pilot.ask(**self.setpoints)
        if self.turn is not None:
            left = math.copysign(1.0, self.turn) > 0
            (pilot.left_turn if left else pilot.right_turn)(abs(self.turn))


class ReleasePilot(Change):
    """A fish goes back to its mind."""

    kind: Literal["release"] = "release"
    id: StrictInt

    def apply(self, world: World) -> None:
        world.release_pilot(self.id)


class Launch(Change):
    """One more submarine is put into the water, and has this number."""

    kind: Literal["launch"] = "launch"
    boat: StrictInt = Field(ge=1)

    def apply(self, world: World) -> None:
        world.launch(self.boat)


class Recover(Change):
    """The submarine of this number is taken out of the water."""

    kind: Literal["recover"] = "recover"
    boat: StrictInt = Field(ge=1)

    def apply(self, world: World) -> None:
        world.recover(self.boat)


class Steer(Change):
    """The helm of a submarine is set (`submarine.Helm`): of the first, where it is not said."""

    kind: Literal["steer"] = "steer"
    boat: StrictInt = Field(default=1, ge=1)
    thrust: float
    turn: float
    pitch: float
    lift: float
    stop: bool

    def apply(self, world: World) -> None:
        world.steer(self.thrust, self.turn, self.pitch, self.lift, self.stop, self.boat)


# ---------------------------------------------------------------- in minds


class Feel(Change):
    """A drive of one, or of all of its species, is so strong now (`influence.DRIVES`)."""

    kind: Literal["feel"] = "feel"
    id: StrictInt
    everybody: bool
    drive: str
    value: float

    def apply(self, world: World) -> None:
        world.influence.feel(self.id, self.drive, self.value, self.everybody)


class SetTrait(Change):
    """A number of the temper of one, or of all of its species, changes (`traits.TRAITS`)."""

    kind: Literal["trait"] = "trait"
    id: StrictInt
    everybody: bool
    trait: str
    value: float

    def apply(self, world: World) -> None:
        world.influence.set_trait(self.id, self.trait, self.value, self.everybody)


class SetHabit(Change):
    """A habit is given to one, or to all of its species, or taken (`habits.HABITS`)."""

    kind: Literal["habit"] = "habit"
    id: StrictInt
    everybody: bool
    habit: str
    on: bool

    def apply(self, world: World) -> None:
        world.influence.set_habit(self.id, self.habit, self.on, self.everybody)


class MindReset(Change):
    """Temper and habits of one, or of all of its species, are again as they were at birth."""

    kind: Literal["mind-reset"] = "mind-reset"
    id: StrictInt
    everybody: bool

    def apply(self, world: World) -> None:
        world.influence.reset(self.id, self.everybody)


# ---------------------------------------------------------------- in the habitat


class DropFood(Change):
    """Food falls into the water at a place [m]."""

    kind: Literal["food"] = "food"
    place: Place

    def apply(self, world: World) -> None:
        world.drop_food(self.place)


class CastLine(Change):
    """The fishing line is let down at a place, x and y [m]."""

    kind: Literal["cast"] = "cast"
    place: tuple[float, float]

    def apply(self, world: World) -> None:
        world.cast_line(self.place)


class PullLine(Change):
    """It is pulled up."""

    kind: Literal["pull"] = "pull"

    def apply(self, world: World) -> None:
        world.pull_line()


class Furnish(Change):
    """All that stands and grows there, and how much drifts, from now on."""

    kind: Literal["furnish"] = "furnish"
    furniture: Furniture

    def apply(self, world: World) -> None:
        world.furnish(self.furniture)


class Hour(Change):
    """Of the day."""

    kind: Literal["hour"] = "hour"
    value: float

    def apply(self, world: World) -> None:
        world.hour = self.value


class FlowStrength(Change):
    """By which the habitat's currents are multiplied."""

    kind: Literal["flow-strength"] = "flow-strength"
    value: float

    def apply(self, world: World) -> None:
        world.flow_strength = self.value


Input = Annotated[
    Look
    | Allowance
    | Resize
    | Stock
    | Remove
    | Exchange
    | Speed
    | Viscosity
    | Current
    | Physics
    | Foreign
    | Grab
    | LetGo
    | TakePilot
    | Asked
    | ReleasePilot
    | Launch
    | Recover
    | Steer
    | Feel
    | SetTrait
    | SetHabit
    | MindReset
    | DropFood
    | CastLine
    | PullLine
    | Furnish
    | Hour
    | FlowStrength,
    Field(discriminator="kind"),
]
