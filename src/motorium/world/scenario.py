"""Scenario files: what a world begins with (`[world]`, `[habitat]`, `[[group]]`, `[[command]]`)."""

from __future__ import annotations

import math
from importlib import resources
from pathlib import Path
from typing import Literal

from pydantic import Field, StrictInt, field_validator, model_validator

from motorium.bodies.species import find_species, known_species
from motorium.contracts.commands import FISH
from motorium.minds.sequence import TimedCommand
from motorium.motors.medium import FASTEST_CURRENT
from motorium.settings import Settings, SettingsError, parse_settings, read_settings
from motorium.world.habitat.settings import HabitatSettings

__all__ = [
    "AUTOMATIC",
    "Command",
    "Group",
    "Scenario",
    "WorldSettings",
    "known_scenarios",
    "load_scenario",
]

MINDS = ("keep-swimming", "sequence")
AUTOMATIC = "automatic"
"""Between muscles and playback, as who watches and the budget will have it."""
MOTORS = ("muscle", "repertoire", AUTOMATIC)


class WorldSettings(Settings):
    """The table `[world]`."""

    title: str = "Untitled"
    seed: StrictInt = Field(default=1, ge=0)
    extent: float = Field(default=200.0, gt=0, le=4000.0)
    """Edge of the cube around the origin in which things can be shown [m]."""
    viscosity: float = Field(default=1.0, ge=0.0, le=4.0)
    """0 is air, 1 is water, more is oil."""
    current: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Velocity of the water [m/s], everywhere the same."""
    model: Literal["default", "published"] = "default"
    """The fish's physics: ours, or just as Tu printed it."""
    capacity: StrictInt = Field(default=16_384, ge=1, le=1_000_000)
    """The most individuals that can live at a time."""
    budget: float | None = Field(default=None, gt=0.0)
    """Milliseconds that a frame may take; left out, what it takes."""

    @model_validator(mode="after")
    def _printed_water_stands(self) -> WorldSettings:
        if self.model == "published" and any(self.current):
            raise ValueError('current: the model "published" knows no current')
        if not all(abs(part) <= FASTEST_CURRENT for part in self.current):
            raise ValueError(f"current: at most {FASTEST_CURRENT:g} m/s each way")
        return self


class Group(Settings):
    """A table `[[group]]`: individuals that begin alike, on circles around a place."""

    species: str
    """A shipped one by name, or a calibrated file of one's own, beside the scenario's (.toml)."""
    count: StrictInt = Field(ge=0, le=1_000_000)
    motor: str = "muscle"
    mind: str = "keep-swimming"
    speed: float | None = Field(default=None, ge=0.0, le=20.0)
    """What its minds cruise at [L/s]; left out, the species' medium gait."""
    center: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """[m]"""
    radius: tuple[float, float] = (0.5, 1.5)
    """Between which circles [m]."""
    height: float = Field(default=0.8, ge=0.0)
    """How far they are spread along z [m]."""
    size: tuple[float, float] = (1.0, 1.0)
    """Between which sizes, relative to the species' own."""
    seed: StrictInt | None = Field(default=None, ge=0)
    """Of its own chance: groups with the same one begin alike. Left out, the world's."""
    eats: list[Literal["plankton", "food"]] = Field(default_factory=list)
    """What it swallows when that comes into its mouth."""

    @field_validator("species")
    @classmethod
    def _known_species(cls, name: str) -> str:
        if name.endswith(".toml"):
            return name
        if name not in known_species():
            known = ", ".join(known_species())
            raise ValueError(f"must be one of {known}, or a file of one's own (.toml)")
        return name

    @field_validator("motor")
    @classmethod
    def _known_motor(cls, name: str) -> str:
        return _one_of(name, MOTORS)

    @field_validator("mind")
    @classmethod
    def _known_mind(cls, name: str) -> str:
        return _one_of(name, MINDS)

    @model_validator(mode="after")
    def _ranges(self) -> Group:
        if not 0 <= self.radius[0] <= self.radius[1]:
            raise ValueError("radius must be two numbers, the first not larger, from 0 upwards")
        if not 0.5 <= self.size[0] <= self.size[1] <= 2.0:
            raise ValueError("size must be two numbers, the first not larger, from 0.5 to 2")
        return self


def _asked(name: str) -> float | None:
    setpoint = FISH.setpoint(name)
    field: float | None = Field(default=None, ge=setpoint.low, le=setpoint.high)
    return field


class Command(Settings):
    """A table `[[command]]`: what all groups with the mind "sequence" are asked for at a time."""

    at: float = Field(ge=0.0, le=86_400.0)
    """[s]"""
    speed: float | None = _asked("speed")
    turn_rate: float | None = _asked("turn_rate")
    climb: float | None = _asked("climb")
    roll: float | None = _asked("roll")
    brake: float | None = _asked("brake")
    backward: float | None = _asked("backward")
    turn: float | None = Field(default=None, ge=-math.pi, le=math.pi)
    """A C-turn [rad], left positive."""

    @model_validator(mode="after")
    def _says_something(self) -> Command:
        if not self.model_dump(exclude={"at"}, exclude_none=True):
            known = ", ".join(name for name in Command.model_fields if name != "at")
            raise ValueError(f"says nothing; it needs at least one of {known}")
        return self

    def timed(self) -> TimedCommand:
        """The same for a mind."""
        setpoints = self.model_dump(exclude={"at", "turn"}, exclude_none=True)
        return TimedCommand(self.at, setpoints, self.turn)


class Scenario(Settings):
    """A whole scenario file."""

    format: Literal[1]
    world: WorldSettings = WorldSettings()
    habitat: HabitatSettings | None = None
    """Left out, open water without ground or surface."""
    group: list[Group] = Field(default_factory=list)
    command: list[Command] = Field(default_factory=list)

    @model_validator(mode="after")
    def _said_to_somebody(self) -> Scenario:
        listening = any(group.mind == "sequence" for group in self.group)
        if listening and not self.command:
            raise ValueError('a group has the mind "sequence", but there is no [[command]] to say')
        if self.command and not listening:
            raise ValueError('[[command]] is said to groups with the mind "sequence"; none has it')
        for index in range(1, len(self.command)):
            if self.command[index].at < self.command[index - 1].at:
                raise ValueError(f"command[{index}] is at an earlier time than the one before it")
        return self

    @model_validator(mode="after")
    def _room(self) -> Scenario:
        total = sum(group.count for group in self.group)
        if total > self.world.capacity:
            raise ValueError(
                f"groups hold {total} individuals, [world] capacity only {self.world.capacity}"
            )
        for index, group in enumerate(self.group):
            if self.world.model == "published" and group.motor != "muscle":
                raise ValueError(
                    f'group[{index}] is on the motor "{group.motor}", which knows no bodies of the '
                    'model "published"'
                )
            x, y, z = (abs(place) for place in group.center)
            reach = max(x + group.radius[1], y + group.radius[1], z + group.height / 2)
            if reach > self.world.extent / 2:
                raise ValueError(
                    f"group[{index}] reaches {reach:g} m from the origin, "
                    f"beyond half of [world] extent, {self.world.extent:g}"
                )
        return self


def known_scenarios() -> list[str]:
    """Names of the scenarios that ship with Motorium."""
    folder = resources.files("motorium.world") / "scenarios"
    return sorted(Path(f.name).stem for f in folder.iterdir() if f.name.endswith(".toml"))


def load_scenario(name: str | Path = "school") -> Scenario:
    """A shipped scenario by name, or one's own by the path of its file."""
    if str(name) in known_scenarios():
        file = resources.files("motorium.world") / "scenarios" / f"{name}.toml"
        return parse_settings(file.read_text(encoding="utf-8"), f"{name}.toml", Scenario)
    path = Path(name)
    if path.suffix != ".toml":
        raise SettingsError(
            f"no scenario is called {str(name)!r}; known are {', '.join(known_scenarios())}, "
            "and files that end in .toml"
        )
    return _beside(path, read_settings(path, Scenario))


def _beside(path: Path, scenario: Scenario) -> Scenario:
    """A scenario whose own species' files are found from where its file is, and can be read."""
    groups = list(scenario.group)
    for index, group in enumerate(scenario.group):
        if not group.species.endswith(".toml"):
            continue
        species = str(path.parent / group.species)
        try:
            find_species(species)
        except SettingsError as problem:
            raise SettingsError(f"{path}: group[{index}].species: {problem}") from None
        groups[index] = group.model_copy(update={"species": species})
    return scenario.model_copy(update={"group": groups})


def _one_of(name: str, known: list[str] | tuple[str, ...]) -> str:
    if name not in known:
        raise ValueError(f"must be one of {', '.join(known)}")
    return name
