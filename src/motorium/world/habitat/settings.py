"""The table `[habitat]` of a scenario and all that it holds; metres, seconds, degrees Celsius.

Where a table has `count`, as many are drawn; `places` gives them instead, one by one.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Annotated, Final, Literal

from pydantic import Field, StrictBool, StrictInt

from motorium.problems import Wrong
from motorium.settings import Number, Settings, Span

__all__ = [
    "BubbleSettings",
    "Flow",
    "FoodSettings",
    "HabitatSettings",
    "LightSettings",
    "Obstacle",
    "Place",
    "PlanktonSettings",
    "Spot",
    "TemperatureSettings",
    "WarmSpot",
    "Weed",
    "repeated",
]

MOST_OBSTACLES: Final = 500
MOST_CLUSTERS: Final = 1_000
MOST_LEAVES: Final = 5_000
MOST_PARTICLES: Final = 20_000
MOST_VENTS: Final = 100
SHALLOWEST: Final = 0.5
"""Water over the highest ground [m], at least."""

Length = Annotated[Number, Field(gt=0.0, le=1000.0)]
Coordinate = Annotated[Number, Field(ge=-2000.0, le=2000.0)]
Speed = Annotated[Number, Field(ge=-10.0, le=10.0)]
Place = tuple[Coordinate, Coordinate, Coordinate]
Spot = tuple[Coordinate, Coordinate]
"""On the ground, seen from above."""
Pair = tuple[Number, Number]

AROUND: Final = Span(0.0, 500.0)


class Flow(Settings):
    """A table `[[habitat.flow]]`: water that moves, added to all other.

    uniform: everywhere `velocity` [m/s], with a `period` [s] times the sine of the time, steady
    without. source, sink: away from `place` or towards it, `strength` [m/s] fast at one metre;
    vortex: around an axis through `place`. They fall with the distance, for a `line` (upright) as
    1/r, for a point as 1/r^2, both within a `core` [m] where they do not grow.
    """

    kind: Literal["uniform", "source", "sink", "vortex"]
    """`"uniform"`: everywhere the same; or `"source"`, `"sink"`, `"vortex"`: around a place."""
    velocity: tuple[Speed, Speed, Speed] | None = None
    """Of the water [m/s]; uniform only, which needs it."""
    period: Number | None = Field(default=None, gt=0.0, le=86_400.0)
    """The velocity times the sine of the time, so long [s]; left out, steady; uniform only."""
    place: Place | None = None
    """Its middle [m]; all but uniform need it."""
    strength: Number | None = Field(default=None, gt=-100.0, lt=100.0)
    """How fast at one metre [m/s], a vortex to the left; all but uniform need it."""
    core: Number = Field(default=0.3, gt=0.0, le=100.0)
    """Within so much of the middle it grows no faster [m]; not uniform."""
    line: StrictBool = True
    """Around an upright line, falling as 1/r; else around a point, as 1/r²; not uniform."""

    def wrongs(self) -> Iterator[Wrong]:
        needs, may = _FLOW_KEYS[self.kind]
        for key in needs:
            if getattr(self, key) is None:
                yield Wrong((key,), f'is missing; the kind "{self.kind}" needs it', ("kind",))
        for key in sorted(self.model_fields_set - {"kind", *needs, *may}):
            known = ", ".join((*needs, *may))
            yield Wrong(
                (key,), f'the kind "{self.kind}" knows no such key; it has {known}', ("kind",)
            )


_AROUND_A_PLACE: Final = (("place", "strength"), ("core", "line"))
_FLOW_KEYS: Final = {
    "uniform": (("velocity",), ("period",)),
    "source": _AROUND_A_PLACE,
    "sink": _AROUND_A_PLACE,
    "vortex": _AROUND_A_PLACE,
}
"""What each kind needs, and what else it knows."""


class _Standing(Settings):
    """What stands on the ground, drawn or given place by place."""

    @property
    def number(self) -> int:
        """How many there will be."""
        places: Sequence[Spot] | None = getattr(self, "places", None)
        count: int = getattr(self, "count", 0)
        return count if places is None else len(places)

    def wrongs(self) -> Iterator[Wrong]:
        places: Sequence[Spot] | None = getattr(self, "places", None)
        if places is None:
            return
        given = len(places)
        if "count" in self.model_fields_set and getattr(self, "count", 0) != given:
            yield Wrong(
                ("count",),
                f"does not agree with the {given} places; leave one of them out",
                ("places",),
            )
        if "around" in self.model_fields_set:
            yield Wrong(
                ("around",), "is for places that are drawn, but places are given", ("places",)
            )
        yield from repeated(places)


class Obstacle(_Standing):
    """A table `[[habitat.obstacle]]`: cylinders, and rocks and coral heads that they bound.

    It stands on the ground, from a bit below it up to `height` above. Drawn ones stand between the
    circles `around` the middle. `source`: strength a [m^3/s^1, as printed] of Tu's flow around it.
    """

    kind: Literal["cylinder", "rock", "coral"] = "rock"
    """How it looks."""
    count: StrictInt = Field(default=1, ge=0, le=MOST_OBSTACLES)
    """How many are drawn."""
    places: list[Spot] | None = Field(default=None, max_length=MOST_OBSTACLES)
    """Where they stand, seen from above [m], instead."""
    around: Annotated[Pair, AROUND] = (1.0, 4.0)
    """Between which circles around the middle they are drawn [m]."""
    radius: Annotated[Pair, Span(0.01, 100.0)] = (0.2, 0.5)
    """Between which each is drawn [m]."""
    height: Annotated[Pair, Span(0.01, 1000.0)] = (0.3, 0.8)
    """Above the ground, between which each is drawn [m]."""
    source: Number = Field(default=0.0, ge=0.0, le=10.0)
    """Strength of the flow away from each: a of Tu's a/(d-r)² [m³/s]."""
    looks: StrictInt | None = Field(default=None, ge=0, le=65_535)
    """By which its shape is drawn; left out, each its own."""


class Weed(_Standing):
    """A table `[[habitat.weed]]`: clusters of leaves that grow from one root each."""

    kind: Literal["kelp", "ribbon", "grass"] = "ribbon"
    """How it looks."""
    count: StrictInt = Field(default=1, ge=0, le=MOST_CLUSTERS)
    """How many clusters are drawn."""
    places: list[Spot] | None = Field(default=None, max_length=MOST_CLUSTERS)
    """Where they grow, seen from above [m], instead."""
    around: Annotated[Pair, AROUND] = (1.0, 4.0)
    """Between which circles around the middle they are drawn [m]."""
    leaves: StrictInt = Field(default=8, ge=1, le=64)
    """Of each cluster."""
    height: Annotated[Pair, Span(0.05, 100.0)] = (0.6, 1.4)
    """How long leaves are, between which each is drawn [m]."""
    buoyancy: Number = Field(default=1.0, gt=0.0, le=20.0)
    """How strongly water lifts a leaf, against its weight in air."""
    looks: StrictInt | None = Field(default=None, ge=0, le=65_535)
    """By which its leaves are drawn; left out, each cluster its own."""


class PlanktonSettings(Settings):
    """The table `[habitat.plankton]`: what drifts, is eaten, and comes back elsewhere."""

    count: StrictInt = Field(default=0, ge=0, le=MOST_PARTICLES)
    """How many drift about."""
    back: Number = Field(default=10.0, ge=0.0, le=3600.0)
    """How long one that was eaten stays away [s], on average."""


class BubbleSettings(_Standing):
    """The table `[habitat.bubbles]`: chains of bubbles that rise from the ground."""

    count: StrictInt = Field(default=0, ge=0, le=MOST_VENTS)
    """How many vents are drawn."""
    places: list[Spot] | None = Field(default=None, max_length=MOST_VENTS)
    """Where the vents are, seen from above [m], instead."""
    around: Annotated[Pair, AROUND] = (0.5, 4.0)
    """Between which circles around the middle they are drawn [m]."""
    rate: Number = Field(default=4.0, gt=0.0, le=60.0)
    """Bubbles a second of each."""
    diameter: Annotated[Pair, Span(0.0005, 0.2)] = (0.004, 0.012)
    """Between which each bubble's is drawn [m]."""


class FoodSettings(Settings):
    """The table `[habitat.food]`: what a person drops."""

    pieces: StrictInt = Field(default=12, ge=1, le=200)
    """At a time."""
    sinks: Number = Field(default=0.04, ge=0.0, le=1.0)
    """How fast [m/s]."""
    lasts: Number = Field(default=120.0, gt=0.0, le=3600.0)
    """How long [s], if nobody eats it."""


class LightSettings(Settings):
    """The table `[habitat.light]`: 1 at noon under the surface, less below, 0 never quite."""

    hour: Number = Field(default=12.0, ge=0.0, lt=24.0)
    """At which it begins."""
    day: Number | None = Field(default=None, gt=0.0, le=864_000.0)
    """How long a day lasts [s]; left out, the sun stands still."""
    clarity: Length = 12.0
    """At which depth light has fallen to 37 % of it [m]."""
    night: Number = Field(default=0.03, ge=0.0, le=1.0)
    """What moon and stars give, against noon."""


class WarmSpot(Settings):
    """A table `[[habitat.temperature.spot]]`: water that is warmer than around it, or colder."""

    place: Place
    """Its middle [m]."""
    warmer: Number = Field(ge=-20.0, le=40.0)
    """By how much in the middle [°C]; negative is colder."""
    radius: Length = 1.0
    """How far it reaches [m]."""


class TemperatureSettings(Settings):
    """The table `[habitat.temperature]`: warm above a thermocline, cold below it."""

    surface: Number = Field(default=26.0, ge=-2.0, le=40.0)
    """Above the thermocline [°C]."""
    deep: Number = Field(default=19.0, ge=-2.0, le=40.0)
    """Below it [°C]."""
    depth: Number = Field(default=2.0, ge=0.0, le=1000.0)
    """Of the middle of the thermocline [m]."""
    thickness: Length = 0.8
    """Of the thermocline [m]."""
    spot: list[WarmSpot] = Field(default_factory=list, max_length=100)
    """Tables of its own."""


class HabitatSettings(Settings):
    """The table `[habitat]`: a round piece of sea around the origin.

    ground: mean height of the seabed; surface: of the water; relief: how far the ground rises and
    falls about its mean; crevices: how many, and how deep.
    """

    radius: Number = Field(default=8.0, gt=0.5, le=500.0)
    """Of the boundary, an upright cylinder [m]."""
    ground: Number = Field(default=-2.0, ge=-1000.0, le=1000.0)
    """Mean height of the seabed [m]."""
    surface: Number = Field(default=3.0, ge=-1000.0, le=1000.0)
    """Height of the water [m]."""
    relief: Number = Field(default=0.5, ge=0.0, le=50.0)
    """How far the ground rises and falls about its mean [m]."""
    crevices: StrictInt = Field(default=0, ge=0, le=50)
    """How many."""
    crevice_depth: Number = Field(default=0.5, ge=0.0, le=50.0)
    """How deep they are [m]."""
    seed: StrictInt | None = Field(default=None, ge=0)
    """Of ground and of all that is drawn; left out, the world's."""
    flow: list[Flow] = Field(default_factory=list, max_length=100)
    """Tables of its own."""
    obstacle: list[Obstacle] = Field(default_factory=list, max_length=MOST_OBSTACLES)
    """Tables of its own."""
    weed: list[Weed] = Field(default_factory=list, max_length=MOST_CLUSTERS)
    """Tables of its own."""
    plankton: PlanktonSettings = PlanktonSettings()
    """A table of its own."""
    bubbles: BubbleSettings = BubbleSettings()
    """A table of its own."""
    food: FoodSettings = FoodSettings()
    """A table of its own."""
    light: LightSettings = LightSettings()
    """A table of its own."""
    temperature: TemperatureSettings = TemperatureSettings()
    """A table of its own."""

    @property
    def highest(self) -> float:
        """Where the ground may reach to, before it is drawn [m]."""
        return self.ground + self.relief

    def wrongs(self) -> Iterator[Wrong]:
        if self.surface < SHALLOWEST + self.highest:
            yield Wrong(
                ("surface",),
                f"must be at least {SHALLOWEST:g} m above the highest ground, {self.highest:g}",
                ("ground", "relief"),
                self.surface,
            )
        obstacles = sum(table.number for table in self.obstacle)
        if obstacles > MOST_OBSTACLES:
            yield Wrong(("obstacle",), f"{obstacles} together; at most {MOST_OBSTACLES} may stand")
        leaves = sum(table.number * table.leaves for table in self.weed)
        if leaves > MOST_LEAVES:
            yield Wrong(("weed",), f"{leaves} leaves together; at most {MOST_LEAVES} may grow")
        for index, obstacle in enumerate(self.obstacle):
            yield from self._outside(obstacle, ("obstacle", index))
        for index, weed in enumerate(self.weed):
            yield from self._outside(weed, ("weed", index))
        yield from self._outside(self.bubbles, ("bubbles",))
        for index, spot in enumerate(self.temperature.spot):
            yield from self.beyond(spot.place, ("temperature", "spot", index, "place"))

    def _outside(
        self, table: Obstacle | Weed | BubbleSettings, where: tuple[str | int, ...]
    ) -> Iterator[Wrong]:
        if table.places is not None:
            for index, place in enumerate(table.places):
                yield from self.beyond(place, (*where, "places", index), "places")
        elif table.number and table.around[1] > self.radius:
            yield Wrong(
                (*where, "around"),
                f"reaches {table.around[1]:g} m from the middle, beyond the boundary; "
                f"habitat.radius is {self.radius:g}",
                ("radius",),
            )

    def beyond(
        self, place: Sequence[float], where: tuple[str | int, ...], *with_keys: str
    ) -> Iterator[Wrong]:
        """Whether a place of a table is beyond the boundary; with_keys: of that table."""
        away = math.hypot(*place[:2])
        if away > self.radius:
            far = f"lies {away:g} m from the middle, beyond the boundary"
            told = f"{far}; habitat.radius is {self.radius:g}"
            yield Wrong(where, told, (*with_keys, "radius"))

    def out_of_water(
        self, place: Place, where: tuple[str | int, ...], *with_keys: str
    ) -> Iterator[Wrong]:
        """Whether it is beyond the boundary, in the ground or in the air.

        Limitation: the relief is drawn later, so the ground is taken to be as high as it may
        become.
        """
        yield from self.beyond(place, where, *with_keys)
        z = place[2]
        if z < self.highest:
            told = f"lies at {z:g} m, {self.below_ground}"
            yield Wrong(where, told, (*with_keys, "ground", "relief"))
        if z > self.surface:
            yield Wrong(where, f"lies at {z:g} m, {self.above_water}", (*with_keys, "surface"))

    @property
    def below_ground(self) -> str:
        """Said of what would be there."""
        return f"below the highest ground, {self.highest:g} (habitat.ground + habitat.relief)"

    @property
    def above_water(self) -> str:
        """Said of what would be there."""
        return f"above the water; habitat.surface is {self.surface:g}"


def repeated(entries: Iterable[Hashable], key: str = "places") -> Iterator[Wrong]:
    """Entries that were given before."""
    first: dict[Hashable, int] = {}
    for index, entry in enumerate(entries):
        before = first.setdefault(entry, index)
        if before != index:
            yield Wrong((key, index), f"is the same as {key}[{before}]")
