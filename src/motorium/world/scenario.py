"""Scenario files: what a world begins with (`[world]`, `[habitat]`, `[[group]]`, `[[command]]`)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from importlib import resources
from pathlib import Path, PurePath
from typing import Annotated, Any, Final, Literal

from pydantic import Field, StrictBool, StrictInt, field_validator, model_validator

from motorium.bodies.species import find_species, known_species
from motorium.contracts.commands import FISH
from motorium.minds.instinct import numbers
from motorium.minds.sequence import TimedCommand
from motorium.motors.medium import FASTEST_CURRENT
from motorium.physics.settings import STANDARD, PhysicsSettings
from motorium.problems import Wrong, did_you_mean, shown
from motorium.settings import (
    Number,
    Settings,
    SettingsError,
    Span,
    parse_settings,
    read_settings,
)
from motorium.world.directing.cues import CameraKey, Cue, Expectation
from motorium.world.fishing.settings import LineSettings
from motorium.world.habitat.settings import HabitatSettings, Pair, Place, repeated
from motorium.world.scenario_checks import scenario_wrongs
from motorium.world.submarine.settings import SubmarineSettings

__all__ = [
    "AUTOMATIC",
    "DEFAULT",
    "Command",
    "Group",
    "HabitSettings",
    "InstinctSettings",
    "Scenario",
    "WorldSettings",
    "known_scenarios",
    "load_scenario",
    "scenario_text",
]

DEFAULT: Final = "reef"
"""The scenario that is shown when none is named."""
AUTOMATIC: Final = "automatic"
"""Between muscles and playback, as who watches and the budget will have it."""
MOST: Final = 1_000_000
"""Individuals."""
SIZES: Final = Span(0.5, 2.0)
"""Of individuals, relative to their species' own: the law of size holds between them."""
FREE_SHARE: Final = (0.2, 0.8)
"""Between which shares of the boundary's radius home is, for who lives anywhere in a habitat."""

Keeps = Literal["free", "constant"]
"""Whether populations are left to themselves, or held constant."""


class WorldSettings(Settings):
    """The table `[world]`."""

    title: str = Field(default="Untitled", max_length=100)
    """The title of the page."""
    description: str = Field(default="", max_length=400)
    """What there is to see, in a line."""
    seed: StrictInt = Field(default=1, ge=0)
    """Of all chance."""
    extent: Number = Field(default=200.0, gt=0, le=4000.0)
    """Edge of the cube around the origin in which things can be shown [m]."""
    viscosity: Number = Field(default=1.0, ge=0.0, le=4.0)
    """0 is air, 1 is water, more is oil."""
    current: tuple[Number, Number, Number] = (0.0, 0.0, 0.0)
    """Velocity of the water [m/s], everywhere the same; at most 10 each way; natural model only."""
    model: Literal["default", "published"] = "default"
    """The fish's physics: the [natural model](concepts/water.md), or
    [just as printed](concepts/physics.md)."""
    capacity: StrictInt = Field(default=16_384, ge=1, le=MOST)
    """The most individuals that can live at a time."""
    keeps: Keeps = "free"
    """Of all [groups](#group) that do not say it themselves."""
    budget: Number | None = Field(default=None, gt=0.0, le=1000.0)
    """Milliseconds that a frame may take; who is [automatic](concepts/levels.md) is simulated or
    replayed accordingly; left out, what it takes."""

    def wrongs(self) -> Iterator[Wrong]:
        if self.model == "published" and any(self.current):
            yield Wrong(("current",), 'the model "published" knows no current', ("model",))
        if not all(abs(part) <= FASTEST_CURRENT for part in self.current):
            fastest = f"must be at most {FASTEST_CURRENT:g} m/s each way"
            yield Wrong(("current",), fastest, given=list(self.current))

    @property
    def beyond_sight(self) -> str:
        """Said of what would be there."""
        return f"m from the origin, beyond half of world.extent, {self.extent:g}"

    def out_of_sight(
        self, place: Place, where: tuple[str | int, ...], *with_keys: str
    ) -> Iterator[Wrong]:
        """Whether a place of a table cannot be shown; with_keys: of that table."""
        reach = max(abs(part) for part in place)
        if reach > self.extent / 2:
            yield Wrong(where, f"lies {reach:g} {self.beyond_sight}", ("extent", *with_keys))


class HabitSettings(Settings):
    """The table `[group.habits]`: what its members are born with (Tu, section 7.3)."""

    sex: Literal["female", "male", "either"] = "either"
    """`"either"` is drawn for each."""
    light: Literal["bright", "dark", "any"] | None = None
    """What it likes; `"any"`: it does not care; left out, as its species."""
    warmth: Literal["warm", "cold", "any"] | None = None
    """What it likes; `"any"`: it does not care; left out, as its species."""
    schooling: StrictBool | None = None
    """Whether it likes to swim with others of its kind; left out, as its species."""


class InstinctSettings(Settings):
    """The table `[group.instinct]`: how its members feel and how easily they do (Tu, chapter 7)."""

    hunger: Number = Field(default=0.5, ge=0.0, le=1.0)
    """What they begin with."""
    libido: Number = Field(default=0.0, ge=0.0, le=1.0)
    """What they begin with."""
    appetite: Number | None = Field(default=None, gt=0.0, le=10_000.0)
    """How much one eats until it has enough; left out, more for larger ones."""
    digestion: Number = Field(default=numbers.DIGESTION, ge=0.0, le=1.0)
    """What share of a meal is digested in 0.1 s."""
    lust: Number = Field(default=numbers.LUST, ge=0.0, le=1.0)
    """By how much libido grows in 0.1 s."""
    timidity: Number = Field(default=numbers.TIMIDITY, ge=0.0, le=100.0)
    """From how far a predator is feared most [m]."""
    flees: Number = Field(default=numbers.FLEES, ge=0.0, le=1.0)
    """Above which fear it takes evasive action."""
    panics: Number = Field(default=numbers.PANICS, ge=0.0, le=1.0)
    """Above which fear of one predator it leaves its school and flees."""
    acts: Number = Field(default=numbers.ACTS, ge=0.0, le=1.0)
    """Above which hunger or libido it eats or mates."""
    loyalty: Number = Field(default=numbers.LOYALTY, ge=0.0, le=100.0)
    """By how much nearer another target must be to be taken instead [m]."""
    wariness: Number = Field(default=1.0, gt=0.0, le=10.0)
    """By which the region is multiplied in which it feels others come too close."""
    asleep: StrictBool = False
    """Whether they rest where they are until a [cue](#cue) wakes them."""
    leader: StrictBool = False
    """Whether the first of them leads those who school; else whoever is in front."""

    def wrongs(self) -> Iterator[Wrong]:
        if self.flees >= self.panics:
            more = f"must be above flees, {self.flees:g}: who is a little afraid schools"
            yield Wrong(("panics",), more, ("flees",), self.panics)


class Group(Settings):
    """A table `[[group]]`: individuals that begin alike, on circles around a place they call home,
    anywhere in the habitat, or where they are put."""

    species: str
    """The name of a [species](concepts/species.md) that ships, or a
    [file of one's own](adding-a-species.md) (`"trout.toml"`), found from where the scenario's file
    is."""
    name: str | None = Field(default=None, min_length=1, max_length=40)
    """By which [cues](#cue), [expectations](#expect) and [cameras](#camera) call it."""
    enters: Number = Field(default=0.0, ge=0.0, le=86_400.0)
    """When it comes into the world [s]."""
    count: StrictInt = Field(ge=0, le=MOST)
    """How many; may be left out where `places` or `sizes` tell."""
    motor: Literal["muscle", "repertoire", "automatic"] = "muscle"
    """Simulated; [replayed](concepts/repertoire.md), at a fraction of the cost; or
    [as who watches and the budget will have it](concepts/levels.md)."""
    mind: Literal["keep-swimming", "sequence", "instinct"] = "keep-swimming"
    """Round and round; what is written under [`[[command]]`](#command); or as
    [instinct](concepts/instinct.md) tells."""
    speed: Number | None = Field(default=None, ge=0.0, le=20.0)
    """What its minds cruise at [L/s]; left out, the species' medium gait; the motor does what it
    can, see the [table](concepts/species.md)."""
    spread: Literal["circles", "habitat"] = "circles"
    """Where they begin: on circles around home, or anywhere free in the habitat."""
    center: Place = (0.0, 0.0, 0.0)
    """Home [m]."""
    radius: Annotated[Pair, Span(0.0, 2000.0)] = (0.5, 1.5)
    """Between which circles around home [m]; with `spread = "habitat"`, 0.2 and 0.8 of its radius
    if left out."""
    height: Number = Field(default=0.8, ge=0.0, le=2000.0)
    """How far they are spread along z [m]."""
    places: list[Place] | None = Field(default=None, max_length=MOST)
    """Where each begins [m], instead."""
    headings: list[Annotated[Number, Field(ge=-6.3, le=6.3)]] | None = Field(
        default=None, max_length=MOST
    )
    """Where each place's fish looks to [rad], left of the x axis; left out, along its circle."""
    heading: Annotated[Number, Field(ge=-6.3, le=6.3)] | None = None
    """Where all look to [rad] whose heading is not given; left out, along their circles."""
    size: Annotated[Pair, SIZES] = (1.0, 1.0)
    """Between which sizes, relative to the species' own, each is drawn."""
    sizes: list[Annotated[Number, Field(ge=SIZES.low, le=SIZES.high)]] | None = Field(
        default=None, max_length=MOST
    )
    """The size of each, instead."""
    seed: StrictInt | None = Field(default=None, ge=0)
    """Of its own chance: groups with the same one begin alike; left out, the world's."""
    eats: list[Literal["plankton", "food"]] = Field(default_factory=list)
    """What it swallows when that comes into its mouth."""
    keeps: Keeps | None = None
    """`"free"`: it is left to itself; `"constant"`: who is eaten or caught is
    [replaced](concepts/food-chain.md); left out, as `[world]` says."""
    returns: Number = Field(default=20.0, ge=0.0, le=86_400.0)
    """After what time who was lost is replaced [s], if it is constant."""
    births: StrictInt = Field(default=0, ge=0, le=1000)
    """How many young a spawning brings."""
    most: StrictInt | None = Field(default=None, ge=1, le=MOST)
    """So many live at most that more are born; left out, twice as many as it began with."""
    habits: HabitSettings = HabitSettings()
    """A table of its own."""
    instinct: InstinctSettings = InstinctSettings()
    """A table of its own."""

    @model_validator(mode="before")
    @classmethod
    def _count_them(cls, data: Any) -> Any:
        if isinstance(data, dict) and "count" not in data:
            for key in ("places", "sizes"):
                if isinstance(data.get(key), list | tuple):
                    return {**data, "count": len(data[key])}
        return data

    @field_validator("species")
    @classmethod
    def _known_species(cls, name: str) -> str:
        if name.endswith(".toml"):
            return name
        if name not in known_species():
            known = ", ".join(known_species())
            meant = did_you_mean(name, known_species())
            raise ValueError(
                f"must be one of {known}, or a file of one's own (.toml), not {shown(name)}{meant}"
            )
        return name

    def wrongs(self) -> Iterator[Wrong]:
        for key in ("places", "sizes"):
            one_by_one = getattr(self, key)
            if one_by_one is not None and len(one_by_one) != self.count:
                disagrees = f"tells of {len(one_by_one)}, count of {self.count}"
                yield Wrong((key,), disagrees, ("count",))
        if self.headings is not None and self.places is None:
            yield Wrong(("headings",), "goes with places, which are missing", ("places",))
        elif self.headings is not None and len(self.headings) != len(self.places or ()):
            disagrees = f"tells of {len(self.headings)}, places of {len(self.places or ())}"
            yield Wrong(("headings",), disagrees, ("places",))
        if self.sizes is not None and "size" in self.model_fields_set:
            yield Wrong(("size",), "is for sizes that are drawn, but sizes are given", ("sizes",))
        if self.places is not None and self.spread == "habitat":
            yield Wrong(
                ("spread",), "is for places that are drawn, but places are given", ("places",)
            )
        if self.spread == "habitat" and "height" in self.model_fields_set:
            yield Wrong(
                ("height",), 'is for circles; with spread = "habitat" there is none', ("spread",)
            )
        if self.mind != "instinct" and "instinct" in self.model_fields_set:
            other = f'is for the mind "instinct", not {self.mind}'
            yield Wrong(("instinct",), other, ("mind",))
        if self.births and self.mind != "instinct":
            courts = f'needs the mind "instinct", by which they court, not {self.mind}'
            yield Wrong(("births",), courts, ("mind",))
        if self.most is not None and self.most < self.count:
            less = f"must not be less than count, {self.count}"
            yield Wrong(("most",), less, ("count",), self.most)
        yield from repeated(self.places or ())
        yield from repeated(self.eats, "eats")


def _asked(name: str) -> float | None:
    setpoint = FISH.setpoint(name)
    field: float | None = Field(default=None, strict=True, ge=setpoint.low, le=setpoint.high)
    return field


class Command(Settings):
    """A table `[[command]]`: what all groups with the mind "sequence" are asked for at a time."""

    at: Number = Field(ge=0.0, le=86_400.0)
    """When [s]; commands stand in the order of their times."""
    speed: float | None = _asked("speed")
    """[L/s]; 0 rests the tail."""
    turn_rate: float | None = _asked("turn_rate")
    """Steers while swimming [rad/s], left positive."""
    climb: float | None = _asked("climb")
    """Of the path [rad], upwards positive."""
    roll: float | None = _asked("roll")
    """[rad], left side up positive."""
    brake: float | None = _asked("brake")
    """How strongly."""
    backward: float | None = _asked("backward")
    """Rows backwards [L/s]."""
    turn: Number | None = Field(default=None, ge=-math.pi, le=math.pi)
    """Begins a C-turn [rad], left positive."""

    def wrongs(self) -> Iterator[Wrong]:
        if not self.model_dump(exclude={"at"}, exclude_none=True):
            known = ", ".join(name for name in Command.model_fields if name != "at")
            yield Wrong((), f"says nothing; it needs at least one of {known}")

    def timed(self) -> TimedCommand:
        """The same for a mind."""
        setpoints = self.model_dump(exclude={"at", "turn"}, exclude_none=True)
        return TimedCommand(self.at, setpoints, self.turn)


class Scenario(Settings):
    """A whole scenario file."""

    format: Literal[1]
    world: WorldSettings = WorldSettings()
    physics: PhysicsSettings = STANDARD
    """Of what fishes on muscles are made, and whether there is water."""
    habitat: HabitatSettings | None = None
    """Left out, open water without ground or surface."""
    submarine: SubmarineSettings | None = None
    """Left out, there is none."""
    line: LineSettings | None = None
    """Left out, no fishing line."""
    group: list[Group] = Field(default_factory=list, max_length=1000)
    command: list[Command] = Field(default_factory=list, max_length=10_000)
    cue: list[Cue] = Field(default_factory=list, max_length=1000)
    expect: list[Expectation] = Field(default_factory=list, max_length=1000)
    camera: list[CameraKey] = Field(default_factory=list, max_length=1000)

    @property
    def species_names(self) -> list[str]:
        """Of all groups, in the order in which a world counts its species: by their files' names
        alone, for it does not matter in which folder they are."""
        named = dict.fromkeys(group.species for group in self.group)
        return sorted(named, key=lambda name: PurePath(name).stem)

    @property
    def habitat_seed(self) -> int:
        """Of the ground and of all that is drawn on it."""
        own = None if self.habitat is None else self.habitat.seed
        return self.world.seed if own is None else own

    def with_seed(self, seed: int) -> Scenario:
        """The same with other chance."""
        return self.model_copy(update={"world": self.world.model_copy(update={"seed": seed})})

    @property
    def appointments(self) -> list[Cue]:
        """Cues that say what shall happen when, for which groups are released in time."""
        return [cue for cue in self.cue if cue.event is not None]

    def with_tables(self, **tables: Any) -> Scenario:
        """The same with other tables, checked anew."""
        told = {name: getattr(self, name) for name in self.model_fields_set}
        return Scenario(**{**told, **tables})

    def comes_later(self, group: Group) -> bool:
        """Whether a group is not there when the world begins."""
        released = [name for cue in self.appointments for name in cue.released]
        return group.enters > 0.0 or group.name in released

    def home(self, group: Group) -> tuple[tuple[float, float, float], tuple[float, float]]:
        """Around which place a group swims [m], and between which circles [m]."""
        if group.spread == "habitat" and self.habitat and "radius" not in group.model_fields_set:
            inner, outer = (share * self.habitat.radius for share in FREE_SHARE)
            return group.center, (inner, outer)
        return group.center, group.radius

    def wrongs(self) -> Iterator[Wrong]:
        return scenario_wrongs(self)


def known_scenarios() -> list[str]:
    """Names of the scenarios that ship with Motorium."""
    folder = resources.files("motorium.world") / "scenarios"
    return sorted(Path(f.name).stem for f in folder.iterdir() if f.name.endswith(".toml"))


def scenario_text(name: str) -> str:
    """The file of a shipped scenario."""
    known = known_scenarios()
    if name not in known:
        meant = did_you_mean(name, known)
        raise SettingsError(f"no scenario is called {name!r}; known are {', '.join(known)}{meant}")
    return (resources.files("motorium.world") / "scenarios" / f"{name}.toml").read_text("utf-8")


def load_scenario(name: str | Path = DEFAULT) -> Scenario:
    """A shipped scenario by name, or one's own by the path of its file."""
    if str(name) in known_scenarios():
        return parse_settings(scenario_text(str(name)), f"{name}.toml", Scenario)
    path = Path(name)
    if path.suffix != ".toml":
        known = known_scenarios()
        raise SettingsError(
            f"no scenario is called {str(name)!r}; known are {', '.join(known)}, "
            f"and files that end in .toml{did_you_mean(name, known)}"
        )
    return _beside(path, read_settings(path, Scenario))


def _beside(path: Path, scenario: Scenario) -> Scenario:
    """A scenario whose own species' files are found from where its file is, and can be read."""
    groups, problems = list(scenario.group), []
    for index, group in enumerate(scenario.group):
        if not group.species.endswith(".toml"):
            continue
        species = str(path.parent / group.species)
        try:
            find_species(species)
        except SettingsError as problem:
            problems.append(f"{path}: group[{index}].species: {problem}")
        groups[index] = group.model_copy(update={"species": species})
    if problems:
        raise SettingsError("\n".join(problems))
    return scenario.model_copy(update={"group": groups})
