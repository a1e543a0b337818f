"""A simulated population of one body: blocks of lanes, and how cores share them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import DTypeLike, NDArray

from motorium.bodies.fish import MUSCLES, NODES, FishBody
from motorium.contracts.frames import Floats
from motorium.cores import Job, share_blocks, usable_cores
from motorium.memory import aligned_zeros
from motorium.physics import natural_kernel, natural_layout
from motorium.physics.fish_frame import LOOK_ROWS
from motorium.physics.fish_kernel import SCRATCH_ROWS, Array, Row, step_fishes
from motorium.physics.natural_reference import SHORT, THETA, slack
from motorium.physics.simd import Lanes, host_width
from motorium.physics.water import edge_mass, surfaces, upward_pull

__all__ = ["FishBlocks", "Physics"]

Physics = Literal["natural", "printed"]
"""The natural model (physics.natural_reference) or Tu's (physics.fish_reference)."""

SERIAL_BLOCKS: Final = 64
"""Fewer blocks than this a core are stepped faster than another thread is woken."""

AS_PRINTED: Final = -1e30


def _scalar(value: float, dtype: np.dtype[Any]) -> Any:
    return np.array(value, dtype=dtype)[()]


class FishBlocks:
    """Fishes of one body, densely packed: lane n holds the n-th fish, `count` of them live.

    Lanes beyond `count` hold fishes at rest, which cost time but disturb nobody.
    """

    def __init__(
        self,
        body: FishBody,
        physics: Physics = "natural",
        clamp: bool = True,
        width: int | None = None,
        dtype: DTypeLike = np.float32,
    ) -> None:
        self.body = body
        self.width = width or host_width()
        self.lanes = Lanes(self.width)
        self.dtype = np.dtype(dtype)
        self.count = 0
        self._step: Callable[..., None]
        self._model: tuple[Any, ...]
        if physics not in ("natural", "printed"):
            raise ValueError(f"no physics is called {physics!r}; known are natural, printed")
        if physics == "natural":
            self._step, self._model = natural_kernel.step_natural_fishes, self._natural(body)
            self._scratch_rows = natural_layout.SCRATCH_ROWS
        else:
            self._step, self._model = step_fishes, self._printed(clamp)
            self._scratch_rows = SCRATCH_ROWS
        self.state: Array = aligned_zeros(0, self.dtype)
        self._scratch = [self._new_scratch()]
        self._looks = [self._new_look()]

    @property
    def rows(self) -> Array:
        """The state as blocks, shape (blocks, Row.COUNT, width)."""
        return self.state.reshape(-1, Row.COUNT, self.width)

    @property
    def blocks(self) -> int:
        """Blocks with a living fish."""
        return -(-self.count // self.width)

    def add(self, count: int) -> NDArray[np.intp]:
        """Append fishes at rest; returns their lanes. Their step and water are still 0."""
        if count < 0:
            raise ValueError(f"cannot add {count} fishes")
        first = self.count
        self.count += count
        missing = self.blocks - len(self.rows)
        if missing > 0:
            self._grow(max(missing, len(self.rows) // 2))
        lanes = np.arange(first, self.count)
        self.rest(lanes)
        return lanes

    def remove(self, lane: int) -> int:
        """Take a fish out; the last one moves into its lane. Returns the lane that moved."""
        last = self.count - 1
        if not 0 <= lane <= last:
            raise IndexError(f"there is no fish in lane {lane}; there are {self.count}")
        width = self.width
        self.rows[lane // width, :, lane % width] = self.rows[last // width, :, last % width]
        self.rest(np.array([last]))
        self.count = last
        return last

    def rest(self, lanes: NDArray[np.intp]) -> None:
        """Put fishes into their rest shape at their origin, without motion or contraction."""
        block, column = lanes // self.width, lanes % self.width
        view = self.rows
        view[block, Row.POSITION : Row.VELOCITY, column] = self.body.nodes.ravel()
        view[block, Row.VELOCITY : Row.CONTRACTION, column] = 0.0
        view[block, Row.CONTRACTION : Row.CONTRACTION_STEP, column] = 1.0
        view[block, Row.CONTRACTION_STEP : Row.DT, column] = 0.0
        view[block, Row.LATELY : Row.COUNT, column] = 0.0

    def set_row(self, row: int, lanes: NDArray[np.intp], values: Array | float) -> None:
        """Set one row of many fishes."""
        self.rows[lanes // self.width, row, lanes % self.width] = values

    def get(self, first: int, shape: tuple[int, ...], lanes: NDArray[np.intp]) -> Floats:
        """Consecutive rows from `first` of many fishes, shape (fishes, *shape), in float64."""
        size = int(np.prod(shape))
        part = self.rows[lanes // self.width, first : first + size, lanes % self.width]
        return part.astype(np.float64).reshape(len(lanes), *shape)

    def put(self, first: int, lanes: NDArray[np.intp], values: Floats) -> None:
        """Set consecutive rows from `first` of many fishes."""
        if len(lanes) == 0:
            return
        flat = np.asarray(values).reshape(len(lanes), -1)
        stop = first + flat.shape[1]
        self.rows[lanes // self.width, first:stop, lanes % self.width] = flat

    def positions(self, lanes: NDArray[np.intp]) -> Floats:
        """Node positions [cm] from each fish's origin, shape (fishes, 23, 3)."""
        return self.get(Row.POSITION, (NODES, 3), lanes)

    def velocities(self, lanes: NDArray[np.intp]) -> Floats:
        """Node velocities [cm / 0.1 s], shape (fishes, 23, 3)."""
        return self.get(Row.VELOCITY, (NODES, 3), lanes)

    def contraction(self, lanes: NDArray[np.intp]) -> Floats:
        """Of each muscle, 1 at rest, shape (fishes, 12)."""
        return self.get(Row.CONTRACTION, (MUSCLES,), lanes)

    def alter(self, made: FishBody) -> None:
        """Let the same body have other masses, springs and dampers from now on; natural model only.

        What belongs to the water that it displaces, as the righting couple, stays.
        """
        self._model = self._natural(made)

    def step(self, steps: int, cores: int | None = None) -> None:
        """Advance everybody by whole steps."""
        self.share(lambda core, first, last: self.step_part(core, first, last, steps), cores)

    def step_part(self, core: int, first_block: int, last_block: int, steps: int) -> None:
        """Advance some blocks, with the work space of this core."""
        self._step(*self._model, first_block, last_block, steps, self.state, self._scratch[core])

    def look(self, core: int) -> Floats:
        """The work space in which this core looks at fishes (physics.fish_frame)."""
        return self._looks[core]

    def share(self, job: Job, cores: int | None = None) -> None:
        """Run `job(core, first_block, last_block)` over all blocks, on as many cores as pay.

        Who computes a block has no influence on its numbers.
        """
        blocks = self.blocks
        if cores is None:
            cores = max(1, min(usable_cores(), blocks // SERIAL_BLOCKS))
        while len(self._scratch) < cores:
            self._scratch.append(self._new_scratch())
            self._looks.append(self._new_look())
        share_blocks(job, blocks, cores)

    def _printed(self, clamp: bool) -> tuple[Any, ...]:
        body, dtype = self.body, self.dtype
        return (
            self.lanes,
            body.masses.astype(dtype),
            body.elasticity.astype(dtype),
            (body.elasticity * body.rest_lengths).astype(dtype),
            _scalar(body.damping[0], dtype),
            _scalar(0.0 if clamp else AS_PRINTED, dtype),
            body.quads,
            body.triangles,
            self.width,
        )

    def _natural(self, made: FishBody) -> tuple[Any, ...]:
        body, dtype = self.body, self.dtype
        faces: list[Array] = []
        for corners in (body.quads, body.triangles):
            kinds, axes = surfaces(corners)
            table = [(kind.drag, kind.bluntness, float(kind.crosswise)) for kind in kinds]
            faces += [corners, axes, np.array(table, dtype=dtype).reshape(-1, 3)]
        return (
            self.lanes,
            made.masses.astype(dtype),
            made.elasticity.astype(dtype),
            (made.elasticity * made.rest_lengths).astype(dtype),
            made.damping.astype(dtype),
            slack(made).astype(dtype),
            (SHORT * body.rest_lengths).astype(dtype),
            upward_pull(body).astype(dtype),
            *faces,
            np.array([body.fins.dorsal, body.fins.anal, body.fins.pectoral], dtype=dtype),
            _scalar(edge_mass(body), dtype),
            _scalar(THETA, dtype),
            self.width,
        )

    def _grow(self, blocks: int) -> None:
        before = self.state
        self.state = aligned_zeros(before.size + blocks * Row.COUNT * self.width, self.dtype)
        self.state[: before.size] = before
        fresh = self.rows[before.size // (Row.COUNT * self.width) :]
        fresh[:, Row.POSITION : Row.VELOCITY] = self.body.nodes.reshape(1, -1, 1)
        fresh[:, Row.CONTRACTION : Row.CONTRACTION_STEP] = 1.0
        fresh[:, Row.DT] = 0.05

    def _new_scratch(self) -> Array:
        return aligned_zeros(self._scratch_rows * self.width, self.dtype)

    def _new_look(self) -> Floats:
        return aligned_zeros(LOOK_ROWS * self.width, np.float64)
