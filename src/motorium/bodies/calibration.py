"""What `motorium calibrate` finds out about a species: one TOML file beside that of its shape."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field, PositiveFloat, model_validator

from motorium.bodies.gaits import Gaits, Steering, Turn
from motorium.settings import Settings, StrictSettings

__all__ = ["Calibration", "FinMap", "Loops", "SteeringMap", "TissueSettings"]

Amplitude = Annotated[float, Field(ge=0.0, le=2.0)]
Gain = Annotated[float, Field(ge=0.0, le=100.0)]


class TissueSettings(StrictSettings):
    """See `bodies.fish.Tissue`."""

    stiffness: float = Field(ge=1.0, le=200.0)
    muscle: float = Field(ge=0.5, le=10.0)
    tail: float = Field(default=1.0, ge=0.2, le=20.0)
    damping: float = Field(ge=0.005, le=0.2)


class SteeringMap(StrictSettings):
    """How deep a C-turn must be for an angle, at a speed (Tu 1999, Fig. 4.9).

    speeds [L/s], from rest; angles [degrees], from 0; amplitudes: for every speed those of all
    angles, 1 is the turn as its table says; reach [degrees]: the most that one turn does at a
    speed; what is more is composed of several.
    """

    speeds: Annotated[list[float], Field(min_length=2, max_length=8)]
    angles: Annotated[list[float], Field(min_length=2, max_length=16)]
    amplitudes: list[list[Amplitude]]
    reach: list[PositiveFloat]

    @model_validator(mode="after")
    def _fits(self) -> SteeringMap:
        for name, values in (("speeds", self.speeds), ("angles", self.angles)):
            if values[0] != 0 or any(b <= a for a, b in pairwise(values)):
                raise ValueError(f"{name} must rise from 0, unlike {values}")
        if len(self.amplitudes) != len(self.speeds) or len(self.reach) != len(self.speeds):
            raise ValueError(f"amplitudes and reach need {len(self.speeds)} rows, one for a speed")
        if any(len(row) != len(self.angles) for row in self.amplitudes):
            raise ValueError(f"every row of amplitudes needs {len(self.angles)} numbers")
        return self


class FinMap(StrictSettings):
    """What the pectoral fins must do for a climb, and how fast to row.

    righting: angle [rad] by which the leading edges are raised to hold the body upright, at the
    speed of the medium gait; elsewhere as the pressure of the water allows; rowing: speed of the
    oars over the backward speed that it gives; fastest_backward [L/s].
    """

    righting: Gain
    rowing: Gain
    fastest_backward: PositiveFloat


class Loops(StrictSettings):
    """How strongly errors are answered; see docs/concepts/controllers.md.

    heading [1/rad] and heading_trim [1/(rad s)] act on the one-sided contraction; speed and
    speed_trim [1/s] on the drive; climb and climb_damping [s] on the fins [rad for each rad],
    climb_trim [1/s] on where the body points; roll and roll_damping [s] on the difference of the
    fins. Seconds are those of a fish of 20 cm.
    """

    heading: Gain
    heading_trim: Gain
    speed: Gain
    speed_trim: Gain
    climb: Gain
    climb_damping: Gain
    climb_trim: Gain
    roll: Gain
    roll_damping: Gain


class Calibration(Settings):
    """Tissue, beats, turns, maps and gains of one species, and what was measured with them."""

    format: Literal[1] = 1
    species: str
    shape: str
    """Digest of the shape that this was found for."""
    tissue: TissueSettings
    gaits: Gaits
    steering: Steering
    turn: list[Turn] = Field(min_length=2, max_length=2)
    steering_map: SteeringMap
    fin_map: FinMap
    loops: Loops
    figures: dict[str, dict[str, float]] = Field(default_factory=dict)
    """By quantity and case, as `motorium measure` reported them."""

    @model_validator(mode="after")
    def _one_turn_of_each_kind(self) -> Calibration:
        if [turn.swimming for turn in self.turn] != [False, True]:
            raise ValueError("turn: the first must be from rest, the second while swimming")
        return self
