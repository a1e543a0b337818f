"""Overlays: what a page asks of one fish besides its looks, and what it is told of that."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from motorium.wire.message import Message

__all__ = ["Inside", "Inspect", "Inspected", "Push", "Sensed", "SensedFish"]

_Vector = tuple[float, float, float]
_Node = Annotated[int, Field(ge=0, lt=23)]


class Inspect(Message):
    """Tell this page more of a fish: its muscles in every snapshot, what the water does to it, what
    it senses; id null, or nothing wanted: no longer."""

    type: Literal["inspect"] = "inspect"
    id: int | None = Field(ge=0, le=2**53)
    muscles: bool
    forces: bool
    senses: bool


class Push(Message):
    """What the water does to a face or a fin [mN], in the world; it acts in the middle of some
    nodes."""

    nodes: list[_Node] = Field(min_length=2, max_length=4)
    force: _Vector


class SensedFish(Message):
    """A fish that is perceived, by id, as what it is to whoever perceives it."""

    id: int
    kind: Literal["schoolmate", "predator", "prey", "mate"]


class Sensed(Message):
    """The view volume and the sensitivity region of a fish, and whom it perceives."""

    eye: float
    """The cyclopean eye, ahead of the origin of its body [m]."""
    view: float = Field(ge=0.0, le=3.15)
    """To each side of straight ahead [rad]."""
    sight: float = Field(ge=0.0)
    """How far it sees a fish as large as it is [m]."""
    low: _Vector
    """Corner of the sensitivity region behind, to the right and below, in the body frame [m]."""
    high: _Vector
    """The corner opposite."""
    fishes: list[SensedFish] = Field(max_length=64)
    danger: int | None
    """Whom it may run into, of all in the region; null for nobody, or for nobody with an id."""


class Inside(Message):
    """What was asked for of a fish; null is what was not asked for, or what there is none of."""

    id: int
    forces: list[Push] | None = Field(max_length=64)
    """Null also of a fish that is replayed."""
    senses: Sensed | None
    """Null also of a fish that does not live by instinct, or has a pilot."""


class Inspected(Message):
    """To one page, ten times a second: the fish that it inspects, null for none; why no longer."""

    type: Literal["inspected"] = "inspected"
    fish: Inside | None
    reason: str
