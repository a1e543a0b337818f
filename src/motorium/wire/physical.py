"""What pages ask of the physics of a world, and are told of it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from motorium.physics.settings import MOST_STEPS, RANGES
from motorium.wire.message import Message

__all__ = ["Physics", "PhysicsRanges", "PhysicsStatus", "ResetPhysics"]

Range = tuple[float, float]


def _factor(name: str) -> float | None:
    low, high = RANGES[name]
    field: float | None = Field(ge=low, le=high)
    return field


class Physics(Message):
    """Let fishes on muscles be made otherwise, by factors of their species; steps a frame, 0 for
    what each species takes by itself; and whether there is water. Null: as it is."""

    type: Literal["physics"] = "physics"
    mass: float | None = _factor("mass")
    stiffness: float | None = _factor("stiffness")
    damping: float | None = _factor("damping")
    steps: int | None = Field(ge=0, le=MOST_STEPS)
    hydrodynamics: bool | None


class ResetPhysics(Message):
    """Physics, water and current as the scenario has them."""

    type: Literal["reset-physics"] = "reset-physics"


class PhysicsRanges(Message):
    """Between which bounds every species is whole."""

    mass: Range
    stiffness: Range
    damping: Range
    steps: tuple[int, int]
    own_steps: list[int]
    """That each species takes by itself, in the order of `Hello.species`."""


class PhysicsStatus(Message):
    """How the physics of a world is now."""

    mass: float
    stiffness: float
    damping: float
    steps: int
    """A frame, as was asked for; 0: each species its own."""
    hydrodynamics: bool
    current: tuple[float, float, float]
    """Of all water [m/s]."""
    taken: list[int]
    """Steps a frame that each species takes."""
    standard: bool
    """Whether it is that in which the repertoires were filmed."""
    note: str
    """What was done so that nobody breaks, in a sentence; empty for nothing."""
