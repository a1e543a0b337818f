"""Species as data: one TOML file each, validated, with the body that it describes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal

from pydantic import Field, PositiveFloat, model_validator

from motorium.bodies.fish import (
    BODY_LENGTH,
    CENTIMETRE,
    TENTH_SECOND,
    Faces,
    Fins,
    FishBody,
    Station,
    Tissue,
    masses_by_volume,
    published_masses,
)
from motorium.bodies.gaits import Gaits, Steering, Turn
from motorium.bodies.outline import Outline
from motorium.contracts.time import FRAME_SECONDS
from motorium.settings import Settings, SettingsError, StrictSettings, parse_settings, read_settings

__all__ = ["Habits", "Role", "Species", "known_species", "load_species", "read_species"]

Role = Literal["predator", "prey", "pacifist"]

LONGEST_STEP: Final = 0.00575
"""Of the natural model [s of a fish of 20 cm]; docs/concepts/water.md says why."""
FEWEST_STEPS: Final = 2
MENDED_TAIL_TIP: Final = 0.5
"""Mass of a tail tip [g] with which the printed step may be twice as long."""


class _Station(StrictSettings):
    behind_nose: PositiveFloat
    half_height: float = Field(ge=0.01, le=0.5)
    half_width: float = Field(ge=0.01, le=0.5)


class _Body(StrictSettings):
    length: float = Field(ge=0.01, le=20.0)
    tail_half_height: float = Field(ge=0.02, le=0.5)
    buoyancy: float = Field(default=0.0075, ge=0.0, le=0.05)
    station: list[_Station] = Field(min_length=5, max_length=5)

    @model_validator(mode="after")
    def _in_order(self) -> _Body:
        places = [0.0, *(s.behind_nose for s in self.station), 1.0]
        for number, (before, place) in enumerate(pairwise(places)):
            if place <= before:
                what = "the tail (1.0)" if number == 5 else f"station[{number}] at {place:g}"
                raise ValueError(
                    f"{what} does not lie behind what comes before it, at {before:g}; stations go "
                    "from nose (0) to tail (1)"
                )
        return self


class _Tissue(StrictSettings):
    stiffness: float = Field(ge=1.0, le=200.0)
    muscle: float = Field(ge=0.5, le=10.0)
    tail: float = Field(default=1.0, ge=0.2, le=20.0)
    damping: float = Field(ge=0.005, le=0.2)


class _Fins(StrictSettings):
    dorsal: float = Field(ge=0.0, le=0.1)
    anal: float = Field(ge=0.0, le=0.1)
    pectoral: float = Field(ge=0.0, le=0.1)


class Habits(Settings):
    """What an individual likes, from 0 to 1 (Tu 1999, section 6.3)."""

    brightness: float = Field(default=0.0, ge=0.0, le=1.0)
    darkness: float = Field(default=0.0, ge=0.0, le=1.0)
    cold: float = Field(default=0.0, ge=0.0, le=1.0)
    warmth: float = Field(default=0.0, ge=0.0, le=1.0)
    schooling: float = Field(default=0.0, ge=0.0, le=1.0)


class _SpeciesFile(Settings):
    format: Literal[1]
    name: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    label: str
    role: Role
    style: str
    habits: Habits = Habits()
    body: _Body
    tissue: _Tissue
    fins: _Fins
    gaits: Gaits
    steering: Steering
    turn: list[Turn] = Field(default_factory=list)
    skin: Outline = Outline()


@dataclass(frozen=True)
class Species:
    """A kind of fish: its body at size 1, in the kernels' units, and how it uses it.

    length [m] of an individual of size 1; style: of swimming, in a word; turns: its C-turns.
    """

    name: str
    label: str
    role: Role
    style: str
    habits: Habits
    length: float
    body: FishBody
    stations: tuple[Station, ...]
    gaits: Gaits
    steering: Steering
    turns: tuple[Turn, ...]
    skin: Outline

    @property
    def scale(self) -> float:
        """Its length over that of the fish of 20 cm, in whose units the kernels calculate."""
        return self.length / (BODY_LENGTH * CENTIMETRE)

    @property
    def pace(self) -> float:
        """How much slower it lives than the fish of 20 cm (contracts.time.time_scale)."""
        return math.sqrt(self.scale)

    @property
    def steps_per_frame(self) -> int:
        """Whole steps of the natural model: small fishes are quick, and need more."""
        return max(FEWEST_STEPS, math.ceil(FRAME_SECONDS / self.pace / LONGEST_STEP))

    @property
    def step(self) -> float:
        """One of these, of an individual of size 1, in the kernels' unit of time [0.1 s]."""
        return FRAME_SECONDS / self.steps_per_frame / TENTH_SECOND / self.pace

    @property
    def top_speed(self) -> float:
        """The fastest that it can be asked for [L/s]."""
        return self.gaits.fast.speed

    def printed_body(
        self, faces: Faces = "quads", tail_tip_mass: float = MENDED_TAIL_TIP
    ) -> FishBody:
        """This shape made of the printed tissue, with the printed masses but for the tail tips."""
        return FishBody.build(
            stations=list(self.stations),
            length=BODY_LENGTH,
            tail_half_height=float(self.body.nodes[21, 2]),
            masses=published_masses(tail_tip_mass),
            faces=faces,
        )


def known_species() -> list[str]:
    """Names of the species that ship with Motorium."""
    folder = resources.files("motorium.bodies") / "species"
    return sorted(Path(f.name).stem for f in folder.iterdir() if f.name.endswith(".toml"))


@cache
def load_species(name: str) -> Species:
    """A species that ships with Motorium, by name."""
    if name not in known_species():
        raise SettingsError(
            f"no species is called {name!r}; known are {', '.join(known_species())}"
        )
    file = resources.files("motorium.bodies") / "species" / f"{name}.toml"
    return _build(parse_settings(file.read_text(encoding="utf-8"), f"{name}.toml", _SpeciesFile))


def read_species(path: Path) -> Species:
    """A species from a file of one's own."""
    return _build(read_settings(path, _SpeciesFile))


def _build(file: _SpeciesFile) -> Species:
    unit = BODY_LENGTH
    stations = [
        Station(s.behind_nose * unit, s.half_height * unit, s.half_width * unit)
        for s in file.body.station
    ]
    body = FishBody.build(
        stations=stations,
        length=BODY_LENGTH,
        tail_half_height=file.body.tail_half_height * unit,
        masses=masses_by_volume(stations, BODY_LENGTH),
        tissue=Tissue(**file.tissue.model_dump()),
        fins=Fins(**{name: area * unit**2 for name, area in file.fins.model_dump().items()}),
        buoyancy=file.body.buoyancy * unit,
    )
    return Species(
        name=file.name,
        label=file.label,
        role=file.role,
        style=file.style,
        habits=file.habits,
        length=file.body.length,
        body=body,
        stations=tuple(stations),
        gaits=file.gaits,
        steering=file.steering,
        turns=tuple(file.turn),
        skin=file.skin,
    )
