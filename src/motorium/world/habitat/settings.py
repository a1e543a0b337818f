"""The table `[habitat]` of a scenario and all that it holds; metres, seconds, degrees Celsius.

Where a table has `count`, as many are drawn; `places` gives them instead, one by one.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt, model_validator

from motorium.settings import Settings

__all__ = [
    "BubbleSettings",
    "Flow",
    "FoodSettings",
    "HabitatSettings",
    "LightSettings",
    "Obstacle",
    "PlanktonSettings",
    "TemperatureSettings",
    "WarmSpot",
    "Weed",
]

MOST_OBSTACLES: Final = 500
MOST_LEAVES: Final = 5_000
MOST_PARTICLES: Final = 20_000

Length = Annotated[float, Field(gt=0.0, le=1000.0)]
Place = tuple[float, float, float]
Spot = tuple[float, float]
"""On the ground, seen from above."""


class Flow(Settings):
    """A table `[[habitat.flow]]`: water that moves, added to all other.

    uniform: everywhere `velocity` [m/s], with a `period` [s] times the sine of the time, steady
    without. source, sink: away from `place` or towards it, `strength` [m/s] fast at one metre;
    vortex: around an axis through `place`. They fall with the distance, for a `line` (upright) as
    1/r, for a point as 1/r^2, both within a `core` [m] where they do not grow.
    """

    kind: Literal["uniform", "source", "sink", "vortex"]
    velocity: Place | None = None
    period: float | None = Field(default=None, gt=0.0, le=86_400.0)
    place: Place | None = None
    strength: float | None = Field(default=None, gt=-100.0, lt=100.0)
    core: float = Field(default=0.3, gt=0.0, le=100.0)
    line: bool = True


class Obstacle(Settings):
    """A table `[[habitat.obstacle]]`: cylinders, and rocks and coral heads that they bound.

    It stands on the ground, from a bit below it up to `height` above. Drawn ones stand between the
    circles `around` the middle. `source`: strength a [m^3/s^1, as printed] of Tu's flow around it.
    """

    kind: Literal["cylinder", "rock", "coral"] = "rock"
    count: StrictInt = Field(default=1, ge=0, le=MOST_OBSTACLES)
    places: list[Spot] | None = None
    around: tuple[float, float] = (1.0, 4.0)
    radius: tuple[float, float] = (0.2, 0.5)
    """Between which each is drawn."""
    height: tuple[float, float] = (0.3, 0.8)
    source: float = Field(default=0.0, ge=0.0, le=10.0)


class Weed(Settings):
    """A table `[[habitat.weed]]`: clusters of leaves that grow from one root each."""

    count: StrictInt = Field(default=1, ge=0, le=1000)
    places: list[Spot] | None = None
    around: tuple[float, float] = (1.0, 4.0)
    leaves: StrictInt = Field(default=8, ge=1, le=64)
    height: tuple[float, float] = (0.6, 1.4)
    """How long leaves are, between which each is drawn."""
    buoyancy: float = Field(default=1.0, gt=0.0, le=20.0)
    """How strongly water lifts a leaf, against its weight in air."""
    kind: Literal["kelp", "ribbon", "grass"] = "ribbon"
    """How it looks."""


class PlanktonSettings(Settings):
    """The table `[habitat.plankton]`: what drifts, is eaten, and comes back elsewhere."""

    count: StrictInt = Field(default=0, ge=0, le=MOST_PARTICLES)
    back: float = Field(default=10.0, ge=0.0, le=3600.0)
    """How long one that was eaten stays away [s], on average."""


class BubbleSettings(Settings):
    """The table `[habitat.bubbles]`: chains of bubbles that rise from the ground."""

    count: StrictInt = Field(default=0, ge=0, le=100)
    """Of vents."""
    places: list[Spot] | None = None
    around: tuple[float, float] = (0.5, 4.0)
    rate: float = Field(default=4.0, gt=0.0, le=60.0)
    """Bubbles a second of each."""
    diameter: tuple[float, float] = (0.004, 0.012)


class FoodSettings(Settings):
    """The table `[habitat.food]`: what a person drops."""

    pieces: StrictInt = Field(default=12, ge=1, le=200)
    """At a time."""
    sinks: float = Field(default=0.04, ge=0.0, le=1.0)
    """[m/s]"""
    lasts: float = Field(default=120.0, gt=0.0, le=3600.0)
    """[s]"""


class LightSettings(Settings):
    """The table `[habitat.light]`: 1 at noon under the surface, less below, 0 never quite."""

    hour: float = Field(default=12.0, ge=0.0, lt=24.0)
    """At which it begins."""
    day: float | None = Field(default=None, gt=0.0, le=864_000.0)
    """How long a day lasts [s]; left out, the sun stands still."""
    clarity: Length = 12.0
    """At which depth light has fallen to 37 % of it."""
    night: float = Field(default=0.03, ge=0.0, le=1.0)
    """What moon and stars give."""


class WarmSpot(Settings):
    """A table `[[habitat.temperature.spot]]`."""

    place: Place
    warmer: float = Field(ge=-20.0, le=40.0)
    radius: Length = 1.0


class TemperatureSettings(Settings):
    """The table `[habitat.temperature]`: warm above a thermocline, cold below it."""

    surface: float = Field(default=26.0, ge=-2.0, le=40.0)
    deep: float = Field(default=19.0, ge=-2.0, le=40.0)
    depth: float = Field(default=2.0, ge=0.0, le=1000.0)
    """Of the middle of the thermocline."""
    thickness: Length = 0.8
    spot: list[WarmSpot] = Field(default_factory=list, max_length=100)


class HabitatSettings(Settings):
    """The table `[habitat]`: a round piece of sea around the origin.

    ground: mean height of the seabed; surface: of the water; relief: how far the ground rises and
    falls about its mean; crevices: how many, and how deep.
    """

    radius: float = Field(default=8.0, gt=0.5, le=500.0)
    ground: float = -2.0
    surface: float = 3.0
    relief: float = Field(default=0.5, ge=0.0, le=50.0)
    crevices: StrictInt = Field(default=0, ge=0, le=50)
    crevice_depth: float = Field(default=0.5, ge=0.0, le=50.0)
    seed: StrictInt | None = Field(default=None, ge=0)
    """Of ground and of all that is drawn; left out, the world's."""
    flow: list[Flow] = Field(default_factory=list, max_length=100)
    obstacle: list[Obstacle] = Field(default_factory=list, max_length=100)
    weed: list[Weed] = Field(default_factory=list, max_length=100)
    plankton: PlanktonSettings = PlanktonSettings()
    bubbles: BubbleSettings = BubbleSettings()
    food: FoodSettings = FoodSettings()
    light: LightSettings = LightSettings()
    temperature: TemperatureSettings = TemperatureSettings()

    @model_validator(mode="after")
    def _room(self) -> HabitatSettings:
        if self.surface - self.ground < 0.5 + self.relief:
            raise ValueError(
                f"surface {self.surface:g} must be at least 0.5 m above the highest ground, "
                f"{self.ground + self.relief:g}"
            )
        return self
