"""What there is to be drawn around the fishes of a world: its ground, what stands, grows and drifts
on it, submarines and a fishing line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol
from weakref import WeakKeyDictionary

import numpy as np

from motorium.contracts.frames import Floats
from motorium.looks.scenery.heights import HeightField
from motorium.looks.scenery.hull import Boat
from motorium.looks.scenery.setting import Adrift, Boats, Cast, Reef, Setting
from motorium.world.fishing.line import Line
from motorium.world.habitat.drifting import Particles
from motorium.world.habitat.flora import Weeds
from motorium.world.habitat.furniture import furniture_of
from motorium.world.habitat.habitat import Habitat
from motorium.world.submarine.boat import Submarine
from motorium.world.submarine.settings import LENGTH, RADIUS

__all__ = ["Surrounded", "setting_of"]


class Surrounded(Protocol):
    """A world, or a recording that is shown as one."""

    @property
    def habitat(self) -> Habitat | None: ...

    @property
    def submarines(self) -> Sequence[Submarine]: ...

    @property
    def line(self) -> Line | None: ...


@dataclass(frozen=True)
class _Stone:
    kind: str
    x: float
    y: float
    bottom: float
    top: float
    radius: float
    seed: int


@dataclass(frozen=True)
class _Cluster:
    kind: str
    root: tuple[float, float, float]
    leaves: int


_reefs: WeakKeyDictionary[Weeds, Reef] = WeakKeyDictionary()
"""Of weeds, which are other ones whenever a habitat is furnished anew."""


def setting_of(world: Surrounded) -> Setting:
    """A copy of what moves; what stays is the same object from call to call."""
    habitat, line = world.habitat, world.line
    return Setting(
        reef=None if habitat is None else _reef_of(habitat),
        adrift=None if habitat is None else _adrift_in(habitat),
        boats=_boats_of(world.submarines),
        line=None
        if line is None or line.state == "up"
        else Cast(line.hook.copy(), line.top.copy(), line.caught is not None),
    )


def _reef_of(habitat: Habitat) -> Reef:
    known = _reefs.get(habitat.weeds)
    if known is None:
        known = _reefs[habitat.weeds] = _looked_at(habitat)
    return known


def _looked_at(habitat: Habitat) -> Reef:
    terrain, weeds = habitat.terrain, habitat.weeds
    furniture = furniture_of(habitat)
    standing = zip(habitat.obstacles.cylinders, furniture.stones, strict=True)
    clusters = zip(weeds.kinds, weeds.roots.tolist(), np.diff(weeds.first_leaf), strict=True)
    return Reef(
        HeightField(terrain.step, terrain.reach, terrain.heights.astype(np.float32)),
        tuple(
            _Stone(
                kind=stone.kind,
                seed=stone.looks,
                **{name: float(place[name]) for name in ("x", "y", "bottom", "top", "radius")},
            )
            for place, stone in standing
        ),
        tuple(_Cluster(kind, (x, y, z), int(leaves)) for kind, (x, y, z), leaves in clusters),
    )


def _adrift_in(habitat: Habitat) -> Adrift:
    return Adrift(
        habitat.weeds.nodes.astype(np.float64),
        *(_specks(small) for small in (habitat.plankton, habitat.bubbles, habitat.food)),
    )


def _specks(small: Particles) -> Floats:
    sizes = np.where(small.there != 0, small.sizes, 0.0)
    return np.column_stack([small.positions, sizes])


def _boats_of(submarines: Sequence[Submarine]) -> Boats | None:
    if not submarines:
        return None
    return Boats(
        Boat(LENGTH, RADIUS),
        np.array([boat.number for boat in submarines]),
        np.array([boat.position for boat in submarines]),
        np.array([boat.orientation for boat in submarines]),
        np.array([boat.helm.thrust for boat in submarines]),
    )
