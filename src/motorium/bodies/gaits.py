"""How a species uses its muscles: beats for speeds, one-sided contraction to steer, C-turns.

Muscles act by segment: anterior (turning), middle and posterior (swimming), each with a left and a
right side. Depths are shares of a muscle's length by which it shortens.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Final, Literal

from pydantic import Field, PositiveFloat, model_validator

from motorium.settings import Settings, StrictSettings

__all__ = ["DEEPEST", "EASY", "GAITS", "Gait", "GaitName", "Gaits", "Steering", "Turn"]

DEEPEST: Final = 0.6
"""A muscle never shortens by more than this share of its length."""

GaitName = Literal["slow", "medium", "fast"]
GAITS: Final[tuple[GaitName, ...]] = ("slow", "medium", "fast")

Depth = Annotated[float, Field(ge=0.0, le=DEEPEST)]
Bend = Annotated[float, Field(ge=-DEEPEST, le=DEEPEST)]


class Gait(StrictSettings):
    """One beat: how often, how deep each segment contracts, and who is early or late.

    speed [L/s] is what was measured; beat [Hz] of an individual of size 1; lag: how much of a beat
    the posterior segment comes after the middle one; lead: the anterior one before it.
    """

    speed: float = Field(gt=0.0, le=50.0)
    beat: float = Field(ge=0.05, le=20.0)
    depths: Annotated[list[Depth], Field(min_length=3, max_length=3)]
    lag: float = Field(ge=-0.5, le=0.5)
    lead: float = Field(ge=-0.5, le=0.5)


EASY: Final = (0.25, 0.5, 0.75)
"""Shares of the slow gait's depths with which a fish swims more slowly still."""


class Gaits(Settings):
    """Three beats, between which a fish interpolates.

    easy [L/s]: what was measured with shares `EASY` of the slow beat's depths.
    """

    slow: Gait
    medium: Gait
    fast: Gait
    easy: Annotated[list[PositiveFloat], Field(min_length=len(EASY), max_length=len(EASY))]

    @model_validator(mode="after")
    def _faster_and_faster(self) -> Gaits:
        for (slower, one), (faster, other) in pairwise(zip(GAITS, self.all, strict=True)):
            if one.speed >= other.speed:
                raise ValueError(
                    f"speeds must grow, but {slower} is {one.speed:g} L/s and {faster} "
                    f"{other.speed:g}"
                )
        speeds = [0.0, *self.easy, self.slow.speed]
        if any(b <= a for a, b in pairwise(speeds)):
            raise ValueError(f"easy: speeds must grow from 0 to the slow gait's, unlike {speeds}")
        return self

    @property
    def all(self) -> tuple[Gait, Gait, Gait]:
        return self.slow, self.medium, self.fast


class Steering(Settings):
    """Turning while beating, by shortening one side a little.

    curvature_per_bias [1/L]: of the path, for each unit of one-sided contraction; largest_bias: the
    most of it that still swims.
    """

    curvature_per_bias: PositiveFloat
    largest_bias: float = Field(ge=0.0, le=0.5)


class Turn(Settings):
    """A C-turn to the left: bend, hold, stroke back, hold, relax; to the right it is mirrored.

    angle [degrees] is what was measured; swimming: begun at the medium gait, or from rest; bend and
    stroke: one-sided depths of the three segments, left positive; times of the five phases, in
    beats of the medium gait.
    """

    angle: PositiveFloat
    swimming: bool
    bend: Annotated[list[Bend], Field(min_length=3, max_length=3)]
    stroke: Annotated[list[Bend], Field(min_length=3, max_length=3)]
    times: Annotated[list[Annotated[float, Field(ge=0.0)]], Field(min_length=5, max_length=5)]
