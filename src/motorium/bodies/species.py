"""Species as data: one TOML file each, validated, with the body that it describes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Literal

from pydantic import Field, PositiveFloat, model_validator

from motorium.bodies.fish import CENTIMETRE, Faces, FishBody, Station, published_masses
from motorium.settings import Settings, SettingsError, parse_settings, read_settings

__all__ = ["Species", "SwimTable", "known_species", "load_species", "read_species"]


class _Station(Settings):
    behind_nose: PositiveFloat
    half_height: PositiveFloat
    half_width: PositiveFloat


class _Body(Settings):
    length: PositiveFloat
    tail_half_height: PositiveFloat
    tail_tip_mass: PositiveFloat
    station: list[_Station] = Field(min_length=5, max_length=5)

    @model_validator(mode="after")
    def _in_order(self) -> _Body:
        places = [0.0, *(s.behind_nose for s in self.station), self.length]
        if any(a >= b for a, b in pairwise(places)):
            raise ValueError("stations must lie one behind the other, between nose and tail")
        return self


class SwimTable(Settings):
    """Muscle action by speed: speeds [L/s], frequencies [Hz] and depths of contraction."""

    speeds: list[float]
    frequencies: list[PositiveFloat]
    depths: list[float]
    anterior_share: float = Field(ge=0.0, le=1.5)
    curvature_per_bias: PositiveFloat
    largest_bias: float = Field(ge=0.0, le=0.5)

    @model_validator(mode="after")
    def _one_table(self) -> SwimTable:
        if not len(self.speeds) == len(self.frequencies) == len(self.depths) >= 2:
            raise ValueError("speeds, frequencies and depths must be equally long, at least 2")
        if self.speeds[0] != 0.0 or self.depths[0] != 0.0:
            raise ValueError("the first speed and depth must be 0: a fish at rest")
        if any(a >= b for a, b in pairwise(self.speeds)):
            raise ValueError("speeds must grow")
        if max(self.depths) > 0.6 or min(self.depths) < 0:
            raise ValueError("depths must lie between 0 and 0.6")
        return self


class _SpeciesFile(Settings):
    format: Literal[1]
    name: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    label: str
    body: _Body
    swim: SwimTable


@dataclass(frozen=True)
class Species:
    """A kind of fish: its name, its body at size 1 and how it swims."""

    name: str
    label: str
    body: FishBody
    swim: SwimTable

    @property
    def length(self) -> float:
        """Of an individual of size 1 [m]."""
        return self.body.length * CENTIMETRE

    @property
    def top_speed(self) -> float:
        """The fastest that it can be asked for [L/s]."""
        return self.swim.speeds[-1]


def known_species() -> list[str]:
    """Names of the species that ship with Motorium."""
    folder = resources.files("motorium.bodies") / "species"
    return sorted(Path(f.name).stem for f in folder.iterdir() if f.name.endswith(".toml"))


@cache
def load_species(name: str, faces: Faces = "quads", tail_tip_mass: float | None = None) -> Species:
    """A species that ships with Motorium, by name; tail_tip_mass [g] replaces its own."""
    if name not in known_species():
        raise SettingsError(
            f"no species is called {name!r}; known are {', '.join(known_species())}"
        )
    file = resources.files("motorium.bodies") / "species" / f"{name}.toml"
    settings = parse_settings(file.read_text(encoding="utf-8"), f"{name}.toml", _SpeciesFile)
    return _build(settings, faces, tail_tip_mass)


def read_species(path: Path, faces: Faces = "quads", tail_tip_mass: float | None = None) -> Species:
    """A species from a file of one's own."""
    return _build(read_settings(path, _SpeciesFile), faces, tail_tip_mass)


def _build(file: _SpeciesFile, faces: Faces, tail_tip_mass: float | None) -> Species:
    body = FishBody.build(
        stations=[Station(s.behind_nose, s.half_height, s.half_width) for s in file.body.station],
        length=file.body.length,
        tail_half_height=file.body.tail_half_height,
        masses=published_masses(tail_tip_mass or file.body.tail_tip_mass),
        faces=faces,
    )
    return Species(name=file.name, label=file.label, body=body, swim=file.swim)
