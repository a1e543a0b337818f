"""What stands and grows in a habitat and how much drifts, one by one, so that it can be changed
while the habitat lives."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError

from motorium.world.habitat.settings import (
    MOST_CLUSTERS,
    MOST_OBSTACLES,
    MOST_PARTICLES,
    HabitatSettings,
    Obstacle,
    Weed,
)

if TYPE_CHECKING:
    from motorium.world.habitat.habitat import Habitat

__all__ = ["Furniture", "Plant", "Stone", "carried_over", "furnished", "furniture_of"]

LOOKS: Final = 2**16
"""So many there are."""
APART: Final = 40503
"""Odd: looks of plants that were drawn together are all different."""
DIGITS: Final = 4
"""Of metres in a file."""


StoneKind = Literal["cylinder", "rock", "coral"]


class _Thing(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    place: tuple[float, float]
    """Seen from above [m]."""
    looks: StrictInt = Field(ge=0, lt=LOOKS)


class Stone(_Thing):
    """An obstacle: how far it reaches to the sides and above the ground [m]."""

    kind: StoneKind
    radius: float
    height: float
    source: float = 0.0

    def table(self) -> Obstacle:
        """The same for a scenario."""
        told: dict[str, Any] = {
            "kind": self.kind,
            "places": [self.place],
            "radius": (self.radius, self.radius),
            "height": (self.height, self.height),
            "looks": self.looks,
        }
        if self.source:
            told["source"] = self.source
        return Obstacle(**told)


class Plant(_Thing):
    """A cluster of seaweed; height: between which its leaves are long [m]."""

    kind: Literal["kelp", "ribbon", "grass"]
    leaves: StrictInt
    height: tuple[float, float]
    buoyancy: float = 1.0

    def table(self) -> Weed:
        """The same for a scenario."""
        told: dict[str, Any] = {
            "kind": self.kind,
            "places": [self.place],
            "leaves": self.leaves,
            "height": self.height,
            "looks": self.looks,
        }
        if self.buoyancy != 1.0:
            told["buoyancy"] = self.buoyancy
        return Weed(**told)


class Furniture(BaseModel):
    """All of it, in the order in which a habitat counts it; plankton: how many drift about."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    stones: tuple[Stone, ...] = Field(max_length=MOST_OBSTACLES)
    plants: tuple[Plant, ...] = Field(max_length=MOST_CLUSTERS)
    plankton: StrictInt = Field(ge=0, le=MOST_PARTICLES)


def furniture_of(habitat: Habitat) -> Furniture:
    """What is there now."""
    standing, weeds = habitat.obstacles, habitat.weeds
    ground = habitat.terrain.height(standing.cylinders["x"], standing.cylinders["y"])
    stones = tuple(
        Stone(
            kind=cast(StoneKind, kind),
            place=(_rounded(each["x"]), _rounded(each["y"])),
            radius=_rounded(each["radius"]),
            height=_rounded(each["top"] - low),
            source=float(each["source"]),
            looks=int(looks),
        )
        for kind, each, low, looks in zip(
            standing.kinds, standing.cylinders, ground, standing.seeds, strict=True
        )
    )
    tables = [one for table in habitat.settings.weed for one in repeat(table, table.number)]
    plants = tuple(
        Plant(
            kind=table.kind,
            place=(_rounded(root[0]), _rounded(root[1])),
            leaves=table.leaves,
            height=table.height,
            buoyancy=table.buoyancy,
            looks=number * APART % LOOKS if table.looks is None else table.looks,
        )
        for number, (table, root) in enumerate(zip(tables, weeds.roots, strict=True))
    )
    return Furniture(stones=stones, plants=plants, plankton=habitat.settings.plankton.count)


def furnished(settings: HabitatSettings, furniture: Furniture) -> HabitatSettings:
    """A habitat with other furniture, checked; refused with the sentences that say why not."""
    told = {name: getattr(settings, name) for name in settings.model_fields_set}
    told["obstacle"] = [stone.table() for stone in furniture.stones]
    told["weed"] = [plant.table() for plant in furniture.plants]
    told["plankton"] = settings.plankton.model_copy(update={"count": furniture.plankton})
    try:
        return HabitatSettings(**told)
    except ValidationError as problem:
        wrong = problem.errors(include_url=False)
        raise ValueError(
            "; ".join(f"{_place(one['loc'])}: {one['msg']}" for one in wrong)
        ) from None


def carried_over(before: Furniture, after: Furniture) -> list[int | None]:
    """Which plant each plant was before; None: a new one."""
    known = {plant.looks: number for number, plant in enumerate(before.plants)}
    return [known.get(plant.looks) for plant in after.plants]


def _place(location: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in ("habitat", *location))


def _rounded(metres: float) -> float:
    return round(float(metres), DIGITS)
