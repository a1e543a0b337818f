"""The population: struct of arrays, one slot an individual.

A slot may be used again after its individual has left; an id never is. The capacity is fixed, so
that arrays never move: motors and minds may keep hold of them.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from motorium.contracts.frames import Floats, body_to_world, heading_pitch_roll
from motorium.contracts.perception import VISITOR
from motorium.memory import aligned_zeros

__all__ = ["Ids", "Individual", "Population", "Slots"]

Ids = NDArray[np.int64]
Slots = NDArray[np.intp]


class Population:
    """All individuals of a world.

    ids, -1 in a free slot, shape (capacity,); species: index of the world's species; sizes:
    relative to the species' own; lengths [m]; looks: seed of appearance; motors: index of the
    world's motors; positions [m] and orientations of the body frames, shapes (capacity, 3),
    (capacity, 4); velocities [m/s] and angular_velocities [rad/s] of the body frames in world axes,
    means over the last frame; nodes [m] in the body frame, shape (capacity, points, 3).

    For who draws fishes: fins [rad], shape (capacity, 2, 2): of the left and the right pectoral as
    seen, how far it is swung out and how far its leading edge is raised, against its place at rest;
    expression, 0 to 1, shape (capacity, 3): how far its mouth is open, how brightly it courts, and
    how pale it is with fear; contraction, shape (capacity, muscles): rest length of each muscle
    over its natural one.

    For who chooses levels of detail: seen, 1 where somebody may see the individual: of who is not
    seen a motor need not write nodes, fins and contraction; automatic, 1 where its motor is chosen
    for it; importance: how many times its size on a screen it counts for.

    For the habitat: eats, what it swallows when that comes into its mouth: 1 plankton, 2 food, 3
    both.

    visitors: slots beyond the capacity, for who is perceived like an individual but is none, as a
    submarine; of them there are ids, VISITOR while somebody `visit`s, species, lengths, positions,
    orientations and velocities, which whoever steers them writes.
    """

    def __init__(self, capacity: int, points: int, muscles: int = 0, visitors: int = 0) -> None:
        if capacity < 1:
            raise ValueError(f"a population needs room for at least one, not {capacity}")
        self.capacity = capacity
        everybody = capacity + visitors
        self.visitors: Slots = np.arange(capacity, everybody)
        self.ids: Ids = np.full(everybody, -1, dtype=np.int64)
        self.species = np.zeros(everybody, dtype=np.int16)
        self.sizes = np.ones(capacity, dtype=np.float32)
        self.lengths = np.ones(everybody, dtype=np.float32)
        self.looks = np.zeros(capacity, dtype=np.uint16)
        self.motors = np.zeros(capacity, dtype=np.int8)
        self.positions: Floats = _rows(everybody, 3)
        self.orientations: Floats = _rows(everybody, 4)
        self.velocities: Floats = _rows(everybody, 3)
        self.angular_velocities: Floats = _rows(capacity, 3)
        self.nodes = _rows(capacity, points, 3, dtype=np.float32)
        self.fins = _rows(capacity, 2, 2, dtype=np.float32)
        self.expression = _rows(capacity, 3, dtype=np.float32)
        self.contraction = _rows(capacity, muscles, dtype=np.float32)
        self.contraction[:] = 1.0
        self.seen = np.ones(capacity, dtype=np.uint8)
        self.automatic = np.zeros(capacity, dtype=np.uint8)
        self.importance = np.ones(capacity, dtype=np.float32)
        self.eats = np.zeros(capacity, dtype=np.uint8)
        self.revision = 0
        """Grows whenever somebody enters or leaves."""
        self._next_id = 0
        self._slot_of: dict[int, int] = {}
        self._living: Slots = np.zeros(0, dtype=np.intp)
        self._present: Slots = self._living

    def __len__(self) -> int:
        return len(self._slot_of)

    def __contains__(self, identity: object) -> bool:
        return identity in self._slot_of

    def __getitem__(self, identity: int) -> Individual:
        return Individual(self, int(self.slots([identity])[0]))

    @property
    def living(self) -> Slots:
        """Slots in use, ascending."""
        return self._living

    @property
    def present(self) -> Slots:
        """Slots of the living and of visitors, ascending."""
        return self._present

    def slots(self, ids: Sequence[int] | Ids) -> Slots:
        """Where these individuals are kept; nobody may be named twice."""
        try:
            wanted = [operator.index(identity) for identity in ids]
        except TypeError:
            raise ValueError(f"ids are a list of whole numbers, not {ids!r}") from None
        if len(set(wanted)) != len(wanted):
            raise ValueError(f"an id is named twice among {wanted}")
        try:
            return np.array([self._slot_of[identity] for identity in wanted], dtype=np.intp)
        except KeyError as unknown:
            raise KeyError(f"nobody has id {unknown}; {len(self)} individuals live") from None

    def enter(self, count: int) -> Slots:
        """Give slots and fresh ids to `count` individuals; the caller fills in what they are."""
        if count > self.capacity - len(self):
            raise ValueError(
                f"no room for {count} more: {len(self)} of {self.capacity} slots are taken"
            )
        slots: Slots = np.flatnonzero(self.ids[: self.capacity] < 0)[:count]
        for slot in slots:
            self.ids[slot] = self._next_id
            self._slot_of[self._next_id] = int(slot)
            self._next_id += 1
        self._changed()
        return slots

    def leave(self, ids: Sequence[int] | Ids) -> None:
        """Free the slots of these individuals; their ids are gone for good."""
        slots = self.slots(ids)
        for identity in ids:
            del self._slot_of[int(identity)]
        self.ids[slots] = -1
        self.fins[slots] = 0.0
        self.expression[slots] = 0.0
        self.contraction[slots] = 1.0
        self.seen[slots] = 1
        self.automatic[slots] = 0
        self.importance[slots] = 1.0
        self.eats[slots] = 0
        self._changed()

    def visit(self, slot: int) -> None:
        """A visitor comes, into a slot of theirs."""
        self.ids[slot] = VISITOR
        self._meet()

    def part(self, slot: int) -> None:
        """He goes."""
        self.ids[slot] = -1
        self._meet()

    def _changed(self) -> None:
        self._living = np.flatnonzero(self.ids >= 0)
        self._meet()
        self.revision += 1

    def _meet(self) -> None:
        here = self.visitors[self.ids[self.visitors] == VISITOR]
        self._present = np.concatenate([self._living, here])


def _rows(*shape: int, dtype: DTypeLike = np.float64) -> NDArray[Any]:
    """Zeros, one row an individual, from a cache line on: motors write them in vectors."""
    return aligned_zeros(math.prod(shape), dtype).reshape(shape)


@dataclass(frozen=True)
class Individual:
    """A view of one row of a population; it owns no numbers.

    Limitation: it follows its slot, so drop it when its individual has left.
    """

    population: Population
    slot: int

    @property
    def id(self) -> int:
        return int(self.population.ids[self.slot])

    @property
    def position(self) -> Floats:
        """Of the body frame [m]."""
        row: Floats = self.population.positions[self.slot]
        return row

    @property
    def orientation(self) -> Floats:
        row: Floats = self.population.orientations[self.slot]
        return row

    @property
    def velocity(self) -> Floats:
        """Of the body frame, in world axes [m/s]."""
        row: Floats = self.population.velocities[self.slot]
        return row

    @property
    def length(self) -> float:
        """Body length [m]."""
        return float(self.population.lengths[self.slot])

    @property
    def heading(self) -> float:
        """Left of the world's x axis [rad]."""
        return float(heading_pitch_roll(self.orientation)[0])

    @property
    def world_nodes(self) -> Floats:
        """Node positions [m], shape (points, 3)."""
        body: NDArray[Any] = self.population.nodes[self.slot]
        nodes: Floats = self.position + body_to_world(self.orientation[None], body[None])[0]
        return nodes
