"""How a world is made from its page: what may be asked, and what is told of it."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from motorium.wire.message import Message
from motorium.wire.scenery import Habitat

__all__ = [
    "AskScenarios",
    "Furnished",
    "Kind",
    "Listed",
    "Load",
    "MakingWish",
    "PlanktonCount",
    "Put",
    "Save",
    "Scenarios",
    "Stock",
    "TakeAway",
    "Undo",
]

MOST_OF_A_KIND: Final = 20_000
MOST_PLANKTON: Final = 5_000
SMALLEST: Final = 0.05
WIDEST: Final = 3.0
HIGHEST: Final = 6.0
MOST_THINGS: Final = 1_000
MOST_LETTERS: Final = 40
"""Of a scenario's name."""

_Metres = Annotated[float, Field(ge=-2_000.0, le=2_000.0)]
Sort = Literal["obstacle", "weed"]


class MakingWish(Message):
    """Anything that makes the world another one."""


class Stock(MakingWish):
    """Let so many of a species live, by its name (`Kind.name`)."""

    type: Literal["stock"] = "stock"
    species: str = Field(min_length=1, max_length=80)
    count: int = Field(ge=0, le=MOST_OF_A_KIND)


class Put(MakingWish):
    """Let an obstacle or a seaweed stand at a place [m], so wide and so high [m]: the one of its
    sort with this number (in the order of `Habitat`), or, with null, one more. A seaweed's width is
    its own affair."""

    type: Literal["put"] = "put"
    index: int | None = Field(ge=0, lt=MOST_THINGS)
    kind: Literal["rock", "coral", "cylinder", "kelp", "ribbon", "grass"]
    place: tuple[_Metres, _Metres]
    radius: float = Field(ge=SMALLEST, le=WIDEST)
    height: float = Field(ge=SMALLEST, le=HIGHEST)


class TakeAway(MakingWish):
    """Take away the obstacle or the seaweed with this number."""

    type: Literal["take-away"] = "take-away"
    sort: Sort
    index: int = Field(ge=0, lt=MOST_THINGS)


class PlanktonCount(MakingWish):
    """Let so much plankton drift about."""

    type: Literal["plankton"] = "plankton"
    count: int = Field(ge=0, le=MOST_PLANKTON)


class Undo(MakingWish):
    """Let things stand, grow and drift as before the last time that somebody changed it."""

    type: Literal["undo"] = "undo"


class Save(MakingWish):
    """Keep the world as it is now as a scenario of this name; replace: even if there is one."""

    type: Literal["save"] = "save"
    name: str = Field(max_length=MOST_LETTERS)
    replace: bool


class Load(MakingWish):
    """Begin a scenario that ships, or one that was saved, by its name."""

    type: Literal["load"] = "load"
    name: str = Field(max_length=MOST_LETTERS)


class AskScenarios(MakingWish):
    """Tell this page which scenarios there are."""

    type: Literal["ask-scenarios"] = "ask-scenarios"


class Listed(Message):
    """A scenario that can be begun; own: it was saved here, and can be replaced."""

    name: str
    title: str
    description: str
    own: bool


class Scenarios(Message):
    """Which there are; to one page that asks, and to all when one was saved."""

    type: Literal["scenarios"] = "scenarios"
    scenarios: list[Listed]


class Kind(Message):
    """A species of which individuals can be let in."""

    name: str
    label: str
    role: Literal["pacifist", "prey", "predator"]


class Furnished(Message):
    """The habitat is another one from the next snapshot on; all else stays."""

    type: Literal["furnished"] = "furnished"
    habitat: Habitat
