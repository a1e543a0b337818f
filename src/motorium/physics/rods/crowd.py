"""A crowd of puppets of one kind: blocks of lanes, and how cores share them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from motorium.bodies.puppet.model import Puppet
from motorium.contracts.frames import Floats
from motorium.cores import Job, share_blocks, usable_cores
from motorium.memory import aligned_zeros
from motorium.physics.rods.crowd_kernel import step_crowd
from motorium.physics.rods.crowd_layout import Array, rows_of, scratch_rows
from motorium.physics.rods.stepping import MOST_PARTS
from motorium.physics.rods.walls import NO_WALLS, Walls
from motorium.physics.simd import Lanes, host_width

__all__ = ["MOST_ITERATIONS", "Crowd"]

SERIAL_BLOCKS: Final = 16
"""Fewer blocks than this a core are stepped faster than another thread is woken."""
MOST_ITERATIONS: Final = 100

Which = NDArray[np.intp]


class Crowd:
    """Puppets of one kind, densely packed: lane n holds the n-th figure, `count` of them are there.

    units [m], shape (lanes,): how long a figure's unit of length is, in which the puppet is given
    (1 m, unless figures are larger or smaller); origins [m], shape (lanes, 3): where its own
    coordinates begin, in float32 from there. Lanes beyond `count` hold figures at rest, which cost
    time but disturb nobody.

    gravity [m/s2], shape (3,); walls: of all alike, None for none; tone [1/s2]: how strongly rods
    are drawn to rest_lengths, shape (rods,), in figures' units; damping [1/s]: how fast motion dies
    away by which a figure differs from a rigid body; none of these, at first. most_parts: as of a
    `Stepper`.

    Limitations: it knows rods and bends, but neither cones nor twists. Every figure takes the
    iterations that it is given, also where fewer would do. A rod that begins a step without any
    length waits for the next.
    """

    def __init__(
        self,
        puppet: Puppet,
        iterations: int = 7,
        width: int | None = None,
        dtype: DTypeLike = np.float32,
    ) -> None:
        if len(puppet.cones) or len(puppet.twists):
            raise ValueError(
                f"{puppet.title!r} has {len(puppet.cones)} cones and {len(puppet.twists)} twists; "
                "a crowd knows rods and joints only"
            )
        if not 0 <= iterations <= MOST_ITERATIONS:
            raise ValueError(f"a step has 0 to {MOST_ITERATIONS} iterations, not {iterations}")
        self.puppet = puppet
        self.points = len(puppet.rest)
        self.iterations = iterations
        self.width = width or host_width()
        self.lanes = Lanes(self.width)
        self.dtype = np.dtype(dtype)
        self.count = 0
        self.most_parts = MOST_PARTS
        self.tone = 0.0
        self.damping = 0.0
        self.gravity: Floats = np.zeros(3)
        self.walls: Walls | None = None
        self.rest_lengths = _rest_lengths(puppet)
        self.place = rows_of(self.points)
        self.state: Array = aligned_zeros(0, self.dtype)
        self.units: Floats = np.ones(0)
        self.origins: Floats = np.zeros((0, 3))
        self._model = (
            self.lanes,
            puppet.dimensions == 2,
            puppet.masses.astype(self.dtype),
            np.ascontiguousarray(puppet.rods, dtype=np.int64).reshape(-1, 2),
            puppet.lengths.astype(self.dtype).reshape(-1, 2),
            self.rest_lengths.astype(self.dtype),
            np.ascontiguousarray(puppet.joints, dtype=np.int64).reshape(-1, 3),
            puppet.angles.astype(self.dtype).reshape(-1, 2),
        )
        self._scratch = [self._new_scratch()]

    @property
    def rows(self) -> Array:
        """The state as blocks, shape (blocks, rows, width)."""
        return self.state.reshape(-1, self.place.total, self.width)

    @property
    def blocks(self) -> int:
        """Blocks with a figure."""
        return -(-self.count // self.width)

    # ------------------------------------------------------------ who is there

    def add(self, count: int) -> Which:
        """Append figures at rest at the world's origin; returns their lanes."""
        if count < 0:
            raise ValueError(f"cannot add {count} figures")
        first = self.count
        self.count += count
        missing = self.blocks - len(self.rows)
        if missing > 0:
            self._grow(max(missing, len(self.rows) // 2))
        lanes = np.arange(first, self.count)
        self.rest(lanes)
        return lanes

    def remove(self, lane: int) -> int:
        """Take a figure out; the last one moves into its lane. Returns the lane that moved."""
        last = self.count - 1
        if not 0 <= lane <= last:
            raise IndexError(f"there is no figure in lane {lane}; there are {self.count}")
        width, rows = self.width, self.rows
        rows[lane // width, :, lane % width] = rows[last // width, :, last % width]
        self.units[lane], self.origins[lane] = self.units[last], self.origins[last]
        self.rest(np.array([last]))
        self.count = last
        return last

    def rest(self, lanes: Which) -> None:
        """Put figures into their rest shape at the world's origin, of unit 1, without motion."""
        place, block, column = self.place, lanes // self.width, lanes % self.width
        self.units[lanes] = 1.0
        self.origins[lanes] = 0.0
        rows = self.rows
        rows[block, place.position : place.velocity, column] = self.puppet.rest.ravel()
        rows[block, place.velocity : place.place, column] = 0.0
        rows[block, place.place : place.held, column] = self.puppet.rest.ravel()
        rows[block, place.held : place.iterations, column] = self.puppet.pinned
        rows[block, place.iterations, column] = self.iterations
        rows[block, place.book : place.total, column] = 0.0

    # ------------------------------------------------------------ how they are

    def positions(self, lanes: Which) -> Floats:
        """Of points in the world [m], shape (figures, points, 3)."""
        own = self._get(self.place.position, lanes)
        where: Floats = self.origins[lanes][:, None] + self.units[lanes][:, None, None] * own
        return where

    def velocities(self, lanes: Which) -> Floats:
        """Of points in the world [m/s], shape (figures, points, 3)."""
        return self.units[lanes][:, None, None] * self._get(self.place.velocity, lanes)

    def place_figures(
        self, lanes: Which, positions: Floats, velocities: Floats, units: ArrayLike = 1.0
    ) -> None:
        """Put figures somewhere: positions [m] and velocities [m/s] of their points in the world,
        shape (figures, points, 3); units [m]. Pinned points are held where they are put."""
        self.units[lanes] = units
        self.origins[lanes] = positions.mean(axis=1)
        per_unit = 1.0 / self.units[lanes][:, None, None]
        own = (positions - self.origins[lanes][:, None]) * per_unit
        self._put(self.place.position, lanes, own)
        self._put(self.place.velocity, lanes, velocities * per_unit)
        self._put(self.place.place, lanes, own)
        block, column = lanes // self.width, lanes % self.width
        held = slice(self.place.held, self.place.iterations)
        self.rows[block, held, column] = self.puppet.pinned
        self.rows[block, self.place.book : self.place.total, column] = 0.0

    def hold(self, lanes: Which, points: Which, places: Floats) -> None:
        """Lead a point of each of these figures to a place [m] in the world, shape (figures, 3),
        which it reaches at the end of a frame."""
        block, column = lanes // self.width, lanes % self.width
        own = (places - self.origins[lanes]) / self.units[lanes][:, None]
        for k in range(3):
            self.rows[block, self.place.place + 3 * points + k, column] = own[:, k]
        self.rows[block, self.place.held + points, column] = 1.0

    def let_go(self, lanes: Which) -> None:
        """Of all points of these figures, but the pinned ones; they fly on as they were led."""
        block, column = lanes // self.width, lanes % self.width
        held = slice(self.place.held, self.place.iterations)
        self.rows[block, held, column] = self.puppet.pinned

    # ------------------------------------------------------------ how they move

    def step(self, seconds: float, steps: int = 1, cores: int | None = None) -> None:
        """Advance everybody by whole steps of so many seconds each."""
        self.share(lambda core, a, b: self.step_part(core, a, b, seconds, steps), cores)

    def step_part(
        self, core: int, first_block: int, last_block: int, seconds: float, steps: int
    ) -> None:
        """Advance some blocks, with the work space of this core."""
        step_crowd(
            *self._model,
            self.tone,
            self.damping,
            self.gravity,
            NO_WALLS if self.walls is None else self.walls.numbers,
            self.width,
            first_block,
            last_block,
            self.units,
            self.origins,
            seconds,
            steps,
            self.most_parts,
            self.state,
            self._scratch[core],
        )

    @property
    def usual_cores(self) -> int:
        """As many as pay."""
        return max(1, min(usable_cores(), self.blocks // SERIAL_BLOCKS))

    def share(self, job: Job, cores: int | None = None) -> None:
        """Run `job(core, first_block, last_block)` over all blocks, on as many cores as pay.

        Who computes a block has no influence on its numbers.
        """
        if cores is None:
            cores = self.usual_cores
        while len(self._scratch) < cores:
            self._scratch.append(self._new_scratch())
        share_blocks(job, self.blocks, cores)

    def _get(self, first: int, lanes: Which) -> Floats:
        stop = first + 3 * self.points
        part = self.rows[lanes // self.width, first:stop, lanes % self.width]
        return part.astype(np.float64).reshape(len(lanes), self.points, 3)

    def _put(self, first: int, lanes: Which, values: Floats) -> None:
        stop = first + 3 * self.points
        flat = values.reshape(len(lanes), -1)
        self.rows[lanes // self.width, first:stop, lanes % self.width] = flat

    def _grow(self, blocks: int) -> None:
        before, lanes = self.state, len(self.units)
        self.state = aligned_zeros(before.size + blocks * self.place.total * self.width, self.dtype)
        self.state[: before.size] = before
        more = blocks * self.width
        self.units = np.concatenate([self.units, np.ones(more)])
        self.origins = np.concatenate([self.origins, np.zeros((more, 3))])
        self.rest(np.arange(lanes, lanes + more))

    def _new_scratch(self) -> Any:
        rows = scratch_rows(self.points, len(self.puppet.rods), len(self.puppet.joints))
        return aligned_zeros(rows * self.width, self.dtype)


def _rest_lengths(puppet: Puppet) -> Floats:
    along = puppet.rest[puppet.rods[:, 0]] - puppet.rest[puppet.rods[:, 1]]
    lengths: Floats = np.linalg.norm(along, axis=1)
    return lengths
