"""What a page must know of a habitat: its ground, what stands on it, and how it is now."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from motorium.wire.message import Message

__all__ = ["Habitat", "HabitatStatus", "Obstacle", "Terrain", "WeedCluster"]


class Terrain(Message):
    """A square height field around the origin: height(i, j) is at x = i * step - reach, y = j *
    step - reach; beyond it, as at its edge [m]."""

    size: int = Field(ge=2, le=4096)
    """Points along an edge."""
    step: float
    reach: float
    lowest: float
    highest: float
    heights: str
    """Base64 of size x size little-endian uint16: from lowest (0) to highest (65535), j first."""


class Obstacle(Message):
    """An upright cylinder that is solid [m], and what is drawn within it."""

    kind: Literal["cylinder", "rock", "coral"]
    x: float
    y: float
    bottom: float
    top: float
    radius: float
    seed: int = Field(ge=0, le=65_535)
    """Of its looks."""
    height: float
    """Above the ground, as it was asked for."""


class WeedCluster(Message):
    """Leaves that grow around one root [m]; in the snapshot they follow those of the cluster
    before."""

    kind: Literal["kelp", "ribbon", "grass"]
    root: tuple[float, float, float]
    leaves: int = Field(ge=0)
    height: float
    """Of its longest leaf, as it was asked for."""


class Habitat(Message):
    """A round piece of sea around the origin [m]."""

    radius: float
    ground: float
    """Its mean height."""
    surface: float
    clarity: float
    """At which depth light has fallen to 37 %."""
    terrain: Terrain
    obstacles: list[Obstacle]
    weeds: list[WeedCluster]


class HabitatStatus(Message):
    """How a habitat is now."""

    hour: float
    """Of the day."""
    sun: float
    """Brightness just below the surface, 0 to 1."""
    flow: float
    """A factor of all currents that belong to the habitat."""
    current: tuple[float, float, float]
    """Of all water, added to them [m/s]."""
    plankton: int
    food: int
    """How many there are."""
    eaten: int
    """How much was eaten since the scenario began."""
