"""A hash of all that a world is in one frame, bodies and habitat to the last bit."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motorium.world.world import World

__all__ = ["world_digest"]


def world_digest(world: World) -> bytes:
    """16 bytes; two worlds that were given the same have the same."""
    found = hashlib.blake2b(digest_size=16)
    for array in _arrays(world):
        found.update(array.tobytes())
    return found.digest()


def _arrays(world: World) -> Iterator[NDArray[Any]]:
    people = world.population
    slots = people.living
    for whole in (
        people.ids,
        people.species,
        people.lengths,
        people.motors,
        people.automatic,
        people.seen,
        people.positions,
        people.orientations,
        people.velocities,
        people.angular_velocities,
        people.nodes,
        people.fins,
    ):
        yield whole[slots]
    for boat in world.submarines:
        yield boat.noted()
    sea = world.habitat
    if sea is None:
        return
    yield np.array([sea.light.hour, sea.currents.strength])
    yield sea.weeds.nodes
    if world.line is not None:
        yield world.line.hook
    for drifting in (sea.plankton, sea.bubbles, sea.food):
        yield drifting.there
        yield drifting.positions[drifting.there > 0]
