"""Gliding just as published (Yu & Terzopoulos 1999, appendix A): between two segments every node
goes straight to where the next segment begins, and meanwhile the fish waits.

Mended only in what cannot be run as printed: the change of a node is a vector, and the number of
frames is whole. Our own way is to warp the body while its frame goes on (motors.passing).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import NODES
from motorium.contracts.frames import Floats, body_to_world, multiply, rotation_vector
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS
from motorium.physics.fish_frame import body_frame

__all__ = ["Stretching"]

MOST: Final = 0.1
"""The farthest that the tail may move in a frame [L]: M_max, 2.0 of the 20 units of a body."""
TAIL: Final = 22
"""The node whose way is looked at."""
CONJUGATE: Final = np.array([1.0, -1.0, -1.0, -1.0])


class Stretching:
    """Fishes that are held between two segments, by slot.

    Limitation: for comparison, not for speed.
    """

    def __init__(self, population: Population, state_rows: int) -> None:
        capacity = population.capacity
        self._people = population
        self.held = np.zeros(capacity, dtype=np.bool_)
        self._frames = np.ones(capacity, dtype=np.int64)
        self._made = np.zeros(capacity, dtype=np.int64)
        self._begin = np.zeros((capacity, NODES, 3))
        self._end = np.zeros((capacity, NODES, 3))
        self._columns = np.zeros((capacity, state_rows), dtype=np.float32)
        self._before = (
            np.zeros_like(population.positions),
            np.zeros_like(population.orientations),
            np.zeros_like(population.nodes),
        )

    def remember(self) -> None:
        """How everybody is before a frame."""
        people = self._people
        for kept, now in zip(
            self._before, (people.positions, people.orientations, people.nodes), strict=True
        ):
            np.copyto(kept, now)

    def hold(self, jumped: Slots, columns: NDArray[np.float32]) -> None:
        """Hold those who have changed their segment, if their tails would move too far at once."""
        positions, orientations, nodes = (kept[jumped] for kept in self._before)
        people = self._people
        begin = positions[:, None] + body_to_world(orientations, nodes)
        end = people.positions[jumped][:, None] + body_to_world(
            people.orientations[jumped], people.nodes[jumped].astype(np.float64)
        )
        far = np.linalg.norm(end[:, TAIL] - begin[:, TAIL], axis=-1)
        frames = np.ceil(far / (MOST * people.lengths[jumped])).astype(np.int64)
        slow = frames > 1
        slots = jumped[slow]
        self.held[slots] = True
        self._frames[slots], self._made[slots] = frames[slow], 0
        self._begin[slots], self._end[slots] = begin[slow], end[slow]
        self._columns[slots] = columns[slow]

    def stretch(self) -> tuple[Slots, NDArray[np.float32]]:
        """Move the held ones on; who has arrived, and their columns of the state."""
        slots: Slots = np.flatnonzero(self.held)
        self._made[slots] += 1
        share = (self._made[slots] / self._frames[slots])[:, None, None]
        nodes = self._begin[slots] * (1 - share) + self._end[slots] * share
        self._show(slots, nodes)
        arrived: Slots = slots[self._made[slots] >= self._frames[slots]]
        self.held[arrived] = False
        return arrived, self._columns[arrived]

    def _show(self, slots: Slots, nodes: Floats) -> None:
        """Nodes in the world, and the body frame that is established by them (Eqs. 1-4)."""
        people = self._people
        positions, orientations, _ = (kept[slots] for kept in self._before)
        origins, turns = body_frame(nodes)
        inverse = turns * CONJUGATE
        people.nodes[slots] = body_to_world(inverse, nodes - origins[:, None])
        people.positions[slots], people.orientations[slots] = origins, turns
        people.velocities[slots] = (origins - positions) / FRAME_SECONDS
        turned = rotation_vector(multiply(turns, orientations * CONJUGATE))
        people.angular_velocities[slots] = turned / FRAME_SECONDS
