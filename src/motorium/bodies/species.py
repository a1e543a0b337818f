"""Species as data: a TOML file for the shape and one for what was found by calibrating it."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal

from pydantic import Field, PositiveFloat, model_validator

from motorium.bodies.calibration import Calibration
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
from motorium.settings import Settings, SettingsError, StrictSettings, read_settings

__all__ = [
    "Habits",
    "Role",
    "Shape",
    "Species",
    "build_species",
    "calibration_file",
    "find_species",
    "known_species",
    "load_species",
    "own_file",
    "read_shape",
    "read_species",
    "shape_file",
    "species_file",
    "texture_file",
]

Role = Literal["predator", "prey", "pacifist"]
CALIBRATED: Final = ".calibration.toml"
TEXTURE_BYTES: Final = 6_000_000
TEXTURE_SIDE: Final = 2048
"""What a texture may have at most [bytes, pixels]."""

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
    length: float = Field(ge=0.05, le=20.0)
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


class _Fins(StrictSettings):
    dorsal: float = Field(default=0.015, ge=0.0, le=0.1)
    anal: float = Field(default=0.015, ge=0.0, le=0.1)
    pectoral: float = Field(default=0.015, ge=0.005, le=0.1)


class Habits(Settings):
    """What an individual likes, from 0 to 1 (Tu 1999, section 6.3)."""

    brightness: float = Field(default=0.0, ge=0.0, le=1.0)
    darkness: float = Field(default=0.0, ge=0.0, le=1.0)
    cold: float = Field(default=0.0, ge=0.0, le=1.0)
    warmth: float = Field(default=0.0, ge=0.0, le=1.0)
    schooling: float = Field(default=0.0, ge=0.0, le=1.0)


class Shape(Settings):
    """A species' own file: what it looks like and what it is, before anything is calibrated."""

    format: Literal[1]
    name: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    label: str
    role: Role = "pacifist"
    style: str = "carangiform"
    habits: Habits = Habits()
    body: _Body
    fins: _Fins = _Fins()
    skin: Outline = Outline()

    def digest(self) -> str:
        """A hash of what calibration depends on."""
        text = self.body.model_dump_json() + self.fins.model_dump_json()
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def stations(self) -> list[Station]:
        """In the units of the kernels."""
        unit = BODY_LENGTH
        return [
            Station(s.behind_nose * unit, s.half_height * unit, s.half_width * unit)
            for s in self.body.station
        ]

    def body_of(self, tissue: Tissue) -> FishBody:
        """This shape made of some tissue."""
        unit = BODY_LENGTH
        return FishBody.build(
            stations=self.stations,
            length=BODY_LENGTH,
            tail_half_height=self.body.tail_half_height * unit,
            masses=masses_by_volume(self.stations, BODY_LENGTH),
            tissue=tissue,
            fins=Fins(**{name: area * unit**2 for name, area in self.fins.model_dump().items()}),
            buoyancy=self.body.buoyancy * unit,
        )


@dataclass(frozen=True)
class Species:
    """A kind of fish: its body at size 1, in the kernels' units, and how it uses it.

    length [m] of an individual of size 1; style: of swimming, in a word; texture: the PNG file
    of its skin, if it has one.
    """

    name: str
    label: str
    role: Role
    style: str
    habits: Habits
    length: float
    body: FishBody
    stations: tuple[Station, ...]
    calibration: Calibration
    skin: Outline
    texture: bytes | None = field(default=None, repr=False)

    @property
    def gaits(self) -> Gaits:
        return self.calibration.gaits

    @property
    def steering(self) -> Steering:
        return self.calibration.steering

    @property
    def turns(self) -> list[Turn]:
        """C-turns from rest and while swimming."""
        return self.calibration.turn

    @property
    def scale(self) -> float:
        """Its length over that of the fish of 20 cm, in whose units the kernels calculate."""
        return self.length / (BODY_LENGTH * CENTIMETRE)

    @property
    def flatness(self) -> float:
        """1 of a body as flat as a butterflyfish's, 0 of all that are rounder than twice as high
        as wide."""
        high, wide = (
            max(getattr(station, half) for station in self.stations)
            for half in ("half_height", "half_width")
        )
        return float(min(max(2.0 * (high / wide - 2.0), 0.0), 1.0))

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
    files = [file.name for file in folder.iterdir()]
    return sorted(
        name.removesuffix(".toml")
        for name in files
        if name.endswith(".toml") and not name.endswith(CALIBRATED)
    )


def shape_file(name: str) -> Path:
    """Where a shipped species' shape is kept."""
    if name not in known_species():
        raise SettingsError(
            f"no species is called {name!r}; known are {', '.join(known_species())}"
        )
    return Path(str(resources.files("motorium.bodies") / "species" / f"{name}.toml"))


@cache
def load_species(name: str) -> Species:
    """A species that ships with Motorium, by name."""
    return read_species(shape_file(name))


def find_species(name: str) -> Species:
    """A shipped species by name, or one of the user's own by the path of its file (.toml)."""
    if not name.endswith(".toml"):
        try:
            return load_species(name)
        except SettingsError as problem:
            raise SettingsError(f"{problem}; or name a file of your own (.toml)") from None
    return read_species(own_file(name))


def species_file(name: str) -> Path:
    """Where a shipped species' shape is kept, or one of the user's own, which must be there."""
    if not name.endswith(".toml"):
        return shape_file(name)
    path = own_file(name)
    if path.name.endswith(CALIBRATED):
        raise SettingsError(f"{name} is a calibration; name the shape's file beside it")
    return path


def own_file(name: str) -> Path:
    """A species' file of the user's own, which must be there."""
    path = Path(name)
    if not path.is_file():
        kind = "a folder, not a species' file" if path.is_dir() else "missing"
        raise SettingsError(f"{name} is {kind}")
    return path


def calibration_file(path: Path) -> Path:
    """Where the calibration of a shape's file is kept: beside it."""
    return path.with_suffix(CALIBRATED)


def read_shape(path: Path) -> Shape:
    """A shape that need not have been calibrated."""
    return read_settings(path, Shape)


def read_species(path: Path) -> Species:
    """A species from a file, with the calibration beside it."""
    shape = read_shape(path)
    texture = _texture(path, shape.skin.texture)
    beside = calibration_file(path)
    if not beside.is_file():
        raise SettingsError(
            f"{path}: has not been calibrated, {beside.name} is missing; "
            f"run: motorium calibrate {path}"
        )
    calibration = read_settings(beside, Calibration)
    if calibration.shape != shape.digest():
        raise SettingsError(
            f"{beside}: was found for another shape than that of {path.name}; "
            f"run: motorium calibrate {path}"
        )
    return build_species(shape, calibration, texture)


def texture_file(path: Path) -> Path | None:
    """Where the texture of a shape's file is kept: beside it; None if it has none."""
    name = read_shape(path).skin.texture
    return None if name is None else path.parent / name


def _texture(path: Path, name: str | None) -> bytes | None:
    """A texture must lie beside its species, be a PNG image, and not be huge."""
    if name is None:
        return None
    file = path.parent / name
    if not file.is_file():
        raise SettingsError(f"{path}: skin.texture: {name} is missing beside it")
    if file.stat().st_size > TEXTURE_BYTES:
        raise SettingsError(
            f"{path}: skin.texture: {name} has more than {TEXTURE_BYTES / 1e6:.0f} MB"
        )
    data = file.read_bytes()
    if len(data) < 24 or data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR":
        raise SettingsError(f"{path}: skin.texture: {name} is no PNG image")
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    if not (1 <= width <= TEXTURE_SIDE and 1 <= height <= TEXTURE_SIDE):
        raise SettingsError(
            f"{path}: skin.texture: {name} has {width} x {height} pixels; at most {TEXTURE_SIDE} "
            "are drawn a side"
        )
    return data


def build_species(shape: Shape, calibration: Calibration, texture: bytes | None = None) -> Species:
    """A shape and what was found out about it; texture: a PNG file."""
    return Species(
        name=shape.name,
        label=shape.label,
        role=shape.role,
        style=shape.style,
        habits=shape.habits,
        length=shape.body.length,
        body=shape.body_of(Tissue(**calibration.tissue.model_dump())),
        stations=tuple(shape.stations),
        calibration=calibration,
        skin=shape.skin,
        texture=texture,
    )
