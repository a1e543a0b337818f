"""Bodies for recorded fishes of whom only the way is known: they beat as fast as they go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.frames import Floats, world_to_body
from motorium.contracts.population import Ids, Population, Slots
from motorium.contracts.time import FRAME_SECONDS, time_scale
from motorium.motion.segments import SWIMS
from motorium.motion.store import ready_repertoire

__all__ = ["StandIns"]

DEEPEST: Final = 1.25
"""How much deeper than at the medium gait a body beats at most."""
CALM: Final = 0.12
"""How deep it beats at least, against the medium gait: who rests still breathes."""

BREATHING: Final = 0.3
"""Beats a second of who rests."""


class StandIns:
    """The medium gait of each species' repertoire, gone through by the way that a fish makes."""

    def __init__(self, species: Sequence[Species]) -> None:
        beats = [ready_repertoire(kind)[SWIMS[1]] for kind in species]
        self._rest = np.stack([kind.body.nodes / kind.body.length for kind in species])
        self._beats = [np.asarray(beat.nodes, dtype=np.float64) for beat in beats]
        self._speeds = np.array([beat.speed for beat in beats])
        self._strides = np.array([beat.speed * beat.seconds for beat in beats])
        """Lengths that a beat takes a fish ahead."""
        self._done: dict[int, float] = {}
        """Beats that each has made, by id."""

    def draw(self, people: Population, slots: Slots, frames: float) -> None:
        """Write nodes [m] of these, some recorded frames after the last time; negative: before."""
        kinds = people.species[slots]
        lengths = people.lengths[slots].astype(np.float64)
        through = world_to_body(people.orientations[slots], people.velocities[slots][:, None])
        ahead = np.abs(through[:, 0, 0]) / lengths
        deep = ahead * time_scale(people.sizes[slots].astype(np.float64)) / self._speeds[kinds]
        rates = ahead / self._strides[kinds] + BREATHING
        beats = self._beats_of(people.ids[slots], rates * frames * FRAME_SECONDS)
        for kind in np.unique(kinds):
            rows = np.flatnonzero(kinds == kind)
            drawn = self._rest[kind] + np.clip(deep[rows], CALM, DEEPEST)[:, None, None] * (
                _between(self._beats[kind], beats[rows]) - self._rest[kind]
            )
            people.nodes[slots[rows]] = drawn * lengths[rows, None, None]
        people.fins[slots] = 0.0

    def _beats_of(self, ids: Ids, made: Floats) -> Floats:
        beats = np.empty(len(ids))
        for row, identity in enumerate(ids.tolist()):
            # Everybody begins somewhere else in his beat.
            before = self._done.get(identity, 0.618 * identity)
            beats[row] = self._done[identity] = (before + made[row]) % 1.0
        return beats


def _between(beat: Floats, shares: Floats) -> Floats:
    """A cyclic stretch of nodes at shares of it, straight between frames."""
    places = shares * len(beat)
    first = places.astype(np.intp) % len(beat)
    weight = (places - np.floor(places))[:, None, None]
    mixed: Floats = beat[first] * (1.0 - weight) + beat[(first + 1) % len(beat)] * weight
    return mixed
