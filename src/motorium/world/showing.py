"""What there is to be drawn of a world, or of a recording of one, as plain arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.population import Population
from motorium.looks.drawing.moment import OPEN_WATER, Fishes, Moment, Water
from motorium.world.habitat.habitat import Habitat

__all__ = ["Shown", "moment_of"]


class Shown(Protocol):
    """A world, or a recording that is shown as one."""

    @property
    def population(self) -> Population: ...

    @property
    def species(self) -> Sequence[Species]: ...

    @property
    def habitat(self) -> Habitat | None: ...

    @property
    def seconds(self) -> float: ...


def moment_of(world: Shown) -> Moment:
    """A copy of all that is seen now; fishes whose bodies nobody has calculated are left out."""
    people = world.population
    slots = people.living
    slots = slots[people.seen[slots] != 0]
    fishes = Fishes(
        ids=people.ids[slots],
        kinds=people.species[slots],
        positions=people.positions[slots],
        orientations=people.orientations[slots],
        lengths=people.lengths[slots],
        seeds=people.looks[slots],
        nodes=people.nodes[slots],
        fins=people.fins[slots],
        expression=people.expression[slots],
    )
    return Moment(
        seconds=world.seconds,
        species=tuple(world.species),
        fishes=fishes,
        water=OPEN_WATER if world.habitat is None else _water_of(world.habitat),
    )


def _water_of(habitat: Habitat) -> Water:
    settings, light = habitat.settings, habitat.light
    below_surface = np.array([[0.0, 0.0, settings.surface]])
    return Water(
        surface=settings.surface,
        hour=light.hour,
        sun=float(light.at(below_surface)[0]),
        clarity=settings.light.clarity,
    )
