"""One puppet that moves: the public entry to rods and joints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, get_args

import numpy as np

from motorium.bodies.puppet.model import Puppet
from motorium.physics.rods.mended import mended_step
from motorium.physics.rods.newton import newton_step, room_for
from motorium.physics.rods.printed import limits_as_printed
from motorium.physics.rods.printed_kernel import printed_kernel
from motorium.physics.rods.table import BOOKS, FORCES, MASSES, MOMENTA, PLACES, POSITIONS, Table
from motorium.physics.rods.walls import NO_WALLS, Walls

__all__ = ["SCHEMES", "Scheme", "Stepper"]

Scheme = Literal["printed", "mended", "newton"]
SCHEMES: Final[tuple[Scheme, ...]] = get_args(Scheme)
"""How constraints are met: as van Overveld printed it, one after the other, or all at once."""

MOST_PARTS: Final = 8


class Stepper:
    """A puppet's state, and its step.

    positions [m], momenta [kg m/s], places [m] and forces [N], shape (n, 3), all to be read and
    written; forces are constant over a step, and begin as zeros. held, shape (n,): at the end of a
    step a held point is at its place, and its momentum is mass * way / time, so that it flies on
    when it is let go. At first the puppet's pinned points are held, where they are at rest.

    iterations: at most so many; with few of them a puppet is squashed and stretched. tolerance: of
    a rod's length by its share, of angles in radians. most_parts: a step in which a rod would turn
    by more than about half a radian is made in parts, at most so many, each with its iterations.

    Limitations: walls are met after rods and joints, so they may bend those by what one step does;
    "printed" knows no cones and no twists, and needs masses of about 1 (see the documentation).
    """

    def __init__(
        self,
        puppet: Puppet,
        scheme: Scheme = "mended",
        iterations: int = 7,
        tolerance: float = 1e-4,
    ) -> None:
        if scheme not in SCHEMES:
            raise ValueError(f"there is no scheme {scheme!r}; there are {', '.join(SCHEMES)}")
        if iterations < 1:
            raise ValueError(f"a step needs at least one iteration, not {iterations}")
        if not (np.all(puppet.masses > 0) and np.all(np.isfinite(puppet.masses))):
            light = puppet.names[int(np.argmin(puppet.masses > 0))]
            raise ValueError(f"masses are more than 0 and finite, and that of {light!r} is not")
        self.puppet = puppet
        self.scheme = scheme
        self.iterations = iterations
        self.tolerance = tolerance
        self.most_parts = MOST_PARTS
        self._table = Table.of(puppet)
        points = len(puppet.masses)
        self._state = np.zeros((8, points, 3))
        self._state[MASSES, :, 0] = puppet.masses
        self.positions = self._state[POSITIONS]
        self.momenta = self._state[MOMENTA]
        self.places = self._state[PLACES]
        self.forces = self._state[FORCES]
        self.held = np.zeros(points, dtype=np.uint8)
        self._walls: Walls | None = None
        self._wall_numbers = NO_WALLS
        self._prepare()
        self.rest()

    def _prepare(self) -> None:
        """What this scheme needs besides."""
        self._kernel: Callable[..., int]
        self._scratch: Any
        table, size = self._table, len(self._table.links)
        self._links, self._bounds = table.links, table.bounds
        if self.scheme == "printed":
            joints = len(self.puppet.joints)
            self._links = np.ascontiguousarray(table.links[: table.rods + joints])
            self._bounds = np.ascontiguousarray(table.bounds[: table.rods + joints])
            self._bounds[table.rods :, :2] = limits_as_printed(self.puppet)
            self._scratch = np.zeros((len(self.held), 3))
            self._kernel = printed_kernel
        elif self.scheme == "mended":
            self._scratch = np.zeros((2, size, 7, 3))
            self._kernel = mended_step
        else:
            self._scratch = room_for(size, len(self.held))
            self._kernel = newton_step

    @property
    def walls(self) -> Walls | None:
        """The box around the puppet, if there is one."""
        return self._walls

    @walls.setter
    def walls(self, walls: Walls | None) -> None:
        self._walls = walls
        self._wall_numbers = NO_WALLS if walls is None else walls.numbers

    def step(self, seconds: float) -> int:
        """Advance by a time [s]; returns how many iterations it took."""
        if not 0.0 < seconds < np.inf:
            raise ValueError(f"a step lasts more than 0 s and not for ever, not {seconds}")
        used: int = self._kernel(
            self._links,
            self._bounds,
            self._table.rods,
            self.held,
            self._wall_numbers,
            seconds,
            self.iterations,
            self.tolerance,
            self.most_parts,
            self._state,
            self._scratch,
        )
        return used

    @property
    def deviation(self) -> float:
        """By how much all rods together are off their nearest allowed lengths, of the sum of their
        lengths at rest."""
        rods, (least, most) = self.puppet.rods, self.puppet.lengths.T
        along = self.positions[rods[:, 0]] - self.positions[rods[:, 1]]
        length = np.sqrt(np.einsum("rk,rk->r", along, along))
        off = np.maximum(np.maximum(least - length, length - most), 0.0).sum()
        at_rest = self.puppet.rest[rods[:, 0]] - self.puppet.rest[rods[:, 1]]
        total = np.linalg.norm(at_rest, axis=1).sum() or most.sum()
        return float(off / total) if total else 0.0

    def rest(self) -> None:
        """Back to the puppet's rest, without momentum; held are again those who are pinned."""
        self.positions[:] = self.puppet.rest
        self.momenta[:] = 0.0
        self._state[BOOKS] = 0.0
        self.held[:] = self.puppet.pinned
        self.places[:] = self.puppet.rest
