"""What there is to be drawn of a world, or of a recording of one, as plain arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.population import Population
from motorium.looks.drawing.moment import OPEN_WATER, Fishes, Moment, Water
from motorium.world.habitat.habitat import Habitat
from motorium.world.scenery import Surrounded, setting_of

__all__ = ["Shown", "moment_of"]


class Shown(Surrounded, Protocol):
    """A world, or a recording that is shown as one."""

    @property
    def population(self) -> Population: ...

    @property
    def species(self) -> Sequence[Species]: ...

    @property
    def seconds(self) -> float: ...


def moment_of(world: Shown, everybody: bool = False) -> Moment:
    """A copy of all that is seen now.

    Who is not seen by anybody has an old body, as motors need not write it: he is left out, or with
    `everybody` straight as at rest, where he is.
    """
    people = world.population
    slots = people.living
    bodies = people.nodes[slots]
    stale = people.seen[slots] == 0
    if everybody:
        for row in np.flatnonzero(stale):
            species = world.species[int(people.species[slots[row]])]
            at_rest = species.body.nodes / species.body.length
            bodies[row] = at_rest * people.lengths[slots[row]]
    elif stale.any():
        slots, bodies = slots[~stale], bodies[~stale]
    fishes = Fishes(
        ids=people.ids[slots],
        kinds=people.species[slots],
        positions=people.positions[slots],
        orientations=people.orientations[slots],
        lengths=people.lengths[slots],
        seeds=people.looks[slots],
        nodes=bodies,
        fins=people.fins[slots],
        expression=people.expression[slots],
    )
    return Moment(
        seconds=world.seconds,
        species=tuple(world.species),
        fishes=fishes,
        water=OPEN_WATER if world.habitat is None else _water_of(world.habitat),
        setting=setting_of(world),
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
