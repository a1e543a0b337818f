"""What a scenario says of its play: cues, what should happen, and how a camera goes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field, StrictBool, StrictInt

from motorium.problems import Wrong
from motorium.settings import Number, Settings
from motorium.world.habitat.settings import Place

__all__ = ["FEWEST", "OF_SCHOOLS", "CameraKey", "Cue", "Expectation", "Happening"]

Seconds = Annotated[Number, Field(ge=0.0, le=86_400.0)]
Drive = Annotated[Number, Field(ge=0.0, le=1.0)]

Happening = Literal[
    "courted",
    "circled",
    "ascended",
    "nudged",
    "spawned",
    "turned-away",
    "hunted",
    "fled",
    "schooled",
    "scattered",
    "split",
    "rejoined",
    "passed",
    "arrived",
    "looked",
]
"""What the actors of a group can be seen doing (`happenings`)."""
OF_SCHOOLS: Final = ("schooled", "scattered", "split", "rejoined")
"""What only schools do."""
FEWEST: Final = 4
"""So many at least are a school."""


class Cue(Settings):
    """A table `[[cue]]`: what a group is told at a time, or what it shall just be doing then.

    With `event` the director releases the group so early that this happens at the time, by trial
    runs; without, motives are set then. Nobody is ever moved.
    """

    at: Seconds
    """When [s]."""
    who: str
    """The name of a [group](#group) with the mind "instinct"."""
    event: Happening | None = None
    """What shall happen then: the group comes into the world so much earlier."""
    along: list[str] = Field(default_factory=list, max_length=100)
    """Names of groups that come with it for that, as a school's leader does."""
    place: Place | None = None
    """Where it passes [m]; for the event "passed"."""
    within: Number = Field(default=1.5, gt=0.0, le=100.0)
    """How near its middle comes to that place [m]."""
    wake: StrictBool = False
    """Who was put to sleep ([`[group.instinct]`](#group-instinct) asleep) wakes."""
    lead: list[Place] | None = Field(default=None, min_length=1, max_length=1000)
    """Along which places [m] its leader leads; without a leader all of it goes there."""
    hunger: Drive | None = None
    """How hungry they are from then on."""
    libido: Drive | None = None
    """And how lustful."""

    @property
    def released(self) -> list[str]:
        """Names of the groups that the director lets come for it."""
        return [] if self.event is None else [self.who, *self.along]

    def wrongs(self) -> Iterator[Wrong]:
        told = (self.lead, self.hunger, self.libido)
        tells = self.wake or any(part is not None for part in told)
        if self.event is None and not tells:
            known = ("event", "wake", "lead", "hunger", "libido")
            nothing = f"says nothing; it needs at least one of {', '.join(known)}"
            yield Wrong((), nothing, known)
        if self.event is not None and tells:
            both = (
                "goes with a cue of its own: a cue either tells what shall happen, or sets motives"
            )
            yield Wrong(("event",), both)
        if self.along and self.event is None:
            yield Wrong(("along",), "goes with an event, for which they all come", ("event",))
        if (self.event == "passed") != (self.place is not None):
            yield Wrong(("place",), 'goes with the event "passed", which needs it', ("event",))
        elif "within" in self.model_fields_set and self.place is None:
            yield Wrong(("within",), "goes with a place, which is missing", ("place",))


class Expectation(Settings):
    """A table `[[expect]]`: what should happen, and what `motorium rehearse` looks for.

    Either an `event` or how many are `alive` in the end.
    """

    who: str | None = None
    """The name of a [group](#group); left out, anybody."""
    event: str | None = None
    """A kind of event of which somebody of the group is the subject."""
    by: Seconds
    """Until when [s]; for `alive`: when it is counted."""
    since: Seconds = 0.0
    """Not before [s]."""
    times: StrictInt = Field(default=1, ge=1, le=10_000)
    """At least so often."""
    alive: tuple[StrictInt, StrictInt] | None = None
    """Between which numbers of the group live."""
    say: str = Field(default="", max_length=200)
    """In words."""

    @property
    def told(self) -> str:
        """What is expected, in words."""
        return self.say or f"{self.who or 'somebody'}: {self.event or 'alive'}"

    def wrongs(self) -> Iterator[Wrong]:
        if (self.event is None) == (self.alive is None):
            either = "needs either an event or alive, the numbers between which they live"
            yield Wrong((), either, ("event", "alive"))
        if self.since > self.by:
            yield Wrong(("since",), f"must not be after by, {self.by:g}", ("by",), self.since)
        if self.alive is not None and not 0 <= self.alive[0] <= self.alive[1]:
            yield Wrong(
                ("alive",), "must be two numbers from 0, the first not larger", given=self.alive
            )


class CameraKey(Settings):
    """A table `[[camera]]`: where the camera of a film is at a time; between them it glides."""

    at: Seconds
    """When [s]; they stand in the order of their times."""
    position: Place
    """Of the camera [m]."""
    target: Place | None = None
    """What it looks at [m]."""
    follow: str | None = None
    """The name of a [group](#group) at whose middle it looks instead."""

    def wrongs(self) -> Iterator[Wrong]:
        if (self.target is None) == (self.follow is None):
            either = "needs either a target or a group to follow"
            yield Wrong((), either, ("target", "follow"))
