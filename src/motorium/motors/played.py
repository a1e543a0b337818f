"""How replayed fishes are: rows of their state by slot, and turns and warps under way."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motorium.bodies.fish import NODES
from motorium.bodies.species import Species
from motorium.contracts.frames import Floats
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS, time_scale
from motorium.memory import aligned_zeros
from motorium.motors.beat import HALF_LIFE
from motorium.motors.following import QUICK
from motorium.motors.readings import Readings, read_fishes
from motorium.motors.rows import State
from motorium.motors.tables import MUSCLE, OFFSET, ROW, TURN, Tables, Trait
from motorium.motors.warping import PASSAGE
from motorium.motors.writing import SLACK
from motorium.physics.simd import Lanes

__all__ = ["Played"]


class Played:
    """Of a whole population, in blocks of some width; a fish stands where its slot is.

    state: rows of `State`, flat; passages: of who turns or is warped, busy: with what; warped,
    shape (capacity, 2, ROW): what warps began with, and how fast it changed; stale: whose fins have
    been left out, up to the end of the last block.
    """

    def __init__(
        self, people: Population, species: Sequence[Species], tables: Tables, width: int
    ) -> None:
        self.people = people
        self.species = list(species)
        self.tables = tables
        self.width = width
        self.lanes = Lanes(width)
        self.blocks = -(-people.capacity // width)
        self.state = aligned_zeros(self.blocks * State.COUNT * width, np.float32)
        self.passages = np.zeros(people.capacity, dtype=PASSAGE)
        self.busy = np.zeros(people.capacity, dtype=np.uint8)
        self.warped = np.zeros((people.capacity, 2, ROW), dtype=np.float32)
        self.stale = np.zeros(self.blocks * width, dtype=np.uint8)

    def columns(self) -> NDArray[np.float32]:
        """The state as blocks, shape (blocks, State.COUNT, width)."""
        return self.state.reshape(-1, State.COUNT, self.width)

    def set(self, slots: Slots, row: int, values: ArrayLike) -> None:
        """One row of the state of some fishes."""
        self.columns()[slots // self.width, row, slots % self.width] = values

    def get(self, slots: Slots, row: int) -> Floats:
        values: Floats = self.columns()[slots // self.width, row, slots % self.width].astype(
            np.float64
        )
        return values

    def trait(self, slots: Slots, trait: int) -> Floats:
        """A number of their species."""
        traits = self.tables.traits.reshape(-1, Trait.COUNT, self.width)
        values: Floats = traits[self.people.species[slots], trait, 0].astype(np.float64)
        return values

    def measure_out(self, slots: Slots) -> None:
        """Size and the times that follow from it; nothing else is known of a fish yet."""
        people = self.people
        for row in range(State.COUNT):
            self.set(slots, row, 0.0)
        sizes = people.sizes[slots].astype(np.float64)
        scales = np.array([kind.scale for kind in self.species])[people.species[slots]]
        own_dt = FRAME_SECONDS / time_scale(sizes * scales)
        self.set(slots, State.DT, FRAME_SECONDS / time_scale(sizes))
        self.set(slots, State.OWN_DT, own_dt)
        self.set(slots, State.SLOWER, time_scale(sizes))
        self.set(slots, State.LENGTH, people.lengths[slots])
        self.set(slots, State.KEPT, 0.5 ** (own_dt / HALF_LIFE))
        self.set(slots, State.SPRING, np.exp(-QUICK * own_dt))
        self.stale[slots] = 0
        for k in range(4):
            self.set(slots, State.FIN + k, people.fins[slots].reshape(-1, 4)[:, k])

    def show(self, slots: Slots) -> None:
        """Write bodies and muscles of some fishes, as they are now, into the population."""
        people, seen = self.people, self.read(slots)
        rows = seen.rows + seen.warps
        lengths = people.lengths[slots].astype(np.float64)[:, None, None]
        people.nodes[slots] = rows[:, :OFFSET].reshape(-1, NODES, 3) * lengths
        people.contraction[slots] = np.clip(rows[:, MUSCLE:TURN], SLACK, 1.0)

    def read(self, slots: Slots) -> Readings:
        """What the tables say of some fishes as they are now."""
        return read_fishes(
            self.tables,
            self.lanes,
            self.width,
            slots,
            self.people.species,
            self.state,
            self.passages,
            self.busy,
            self.warped,
        )
