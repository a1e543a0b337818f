"""A measuring tank: fishes of one species, no mind and no controller, muscles by the clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES, UNIT_NODES, FishBody
from motorium.bodies.gaits import Gait
from motorium.bodies.species import Species
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.motors.patterns import beating
from motorium.physics.fish_blocks import FishBlocks
from motorium.physics.fish_frame import LONGEST, SHORTEST
from motorium.physics.fish_kernel import Row

__all__ = ["RAMP", "BrokenBody", "Tank", "centre_of_mass", "frames_of", "heading"]

RAMP: Final = 1.5
"""Beats within which a fish at rest reaches the full depth of its beat."""

Muscles = Callable[[float], Floats]
"""Contraction (12,) or (fishes, 12) at a time [s]."""


class BrokenBody(ValueError):
    """A body that does not bear what is asked of it."""


class Tank:
    """Fishes at rest at the origin, looking along x, in the units of the kernels (20 a length).

    One frame at a time, as the muscle motor does it: muscles move in ramps over the whole steps of
    a frame. `step_factor` lengthens the time step.
    """

    def __init__(self, species: Species, count: int = 1, step_factor: float = 1.0) -> None:
        self.species = species
        self.steps = species.steps_per_frame
        self.time = 0.0
        self._step_factor = step_factor
        self.fishes = FishBlocks(species.body)
        self.lanes = self.fishes.add(count)
        self.fishes.set_row(Row.DT, self.lanes, species.step * step_factor)
        self.fishes.set_row(Row.WATER, self.lanes, 1.0)

    @property
    def body(self) -> FishBody:
        return self.species.body

    @property
    def frame_seconds(self) -> float:
        """What a frame lasts in the tank."""
        return FRAME_SECONDS * self._step_factor

    @property
    def positions(self) -> Floats:
        """Nodes, shape (fishes, 23, 3)."""
        return self.fishes.positions(self.lanes)

    def frame(self, contraction: Floats) -> None:
        """One frame, at whose end the muscles have contracted so; (12,) or (fishes, 12)."""
        wanted = np.broadcast_to(contraction, (len(self.lanes), MUSCLES))
        now = self.fishes.contraction(self.lanes)
        self.fishes.put(Row.CONTRACTION_STEP, self.lanes, (wanted - now) / self.steps)
        self.fishes.step(self.steps)
        self.time += self.frame_seconds

    def run(self, frames: int, muscles: Muscles, forgiving: bool = False) -> Floats:
        """Nodes before the first and after each frame, shape (frames + 1, fishes, 23, 3).

        A body that breaks is an error; if forgiving, `whole` says afterwards whose did not.
        """
        path = np.empty((frames + 1, *self.positions.shape))
        path[0] = self.positions
        start = self.time
        for frame in range(frames):
            self.frame(muscles(start + (frame + 1) * self.frame_seconds))
            path[frame + 1] = self.positions
        if not forgiving and not (np.isfinite(path).all() and self.whole().all()):
            raise BrokenBody(
                "its body breaks; is its tissue too stiff or too limp, its damping too low, or a "
                "muscle too strong?"
            )
        return path

    def swim(self, gait: Gait, beats: float, bias: float = 0.0) -> Floats:
        """Beat from rest, or go on beating; the path as from `run`."""

        def muscles(time: float) -> Floats:
            done = time * gait.beat
            return beating(gait, done, min(1.0, done / RAMP), bias)

        return self.run(frames_of(gait, beats), muscles)

    def whole(self) -> NDArray[np.bool_]:
        """Of which fishes every unit is within its bounds, shape (fishes,)."""
        x = self.positions
        i, j = UNIT_NODES.T
        stretch = np.linalg.norm(x[:, j] - x[:, i], axis=2) / self.body.rest_lengths
        return np.asarray(((stretch > SHORTEST) & (stretch < LONGEST)).all(axis=1))


def frames_of(gait: Gait, beats: float) -> int:
    """Frames nearest to so many beats."""
    return round(beats / gait.beat * FRAME_RATE)


def heading(nodes: Floats) -> Floats:
    """Where the body's axis, from the root of the tail to the nose, points to [rad], (...,)."""
    axis = nodes[..., 0, :] - nodes[..., 17:21, :].mean(axis=-2)
    pointed: Floats = np.arctan2(axis[..., 1], axis[..., 0])
    return pointed


def centre_of_mass(body: FishBody, nodes: Floats) -> Floats:
    """Of nodes (..., 23, 3)."""
    centre: Floats = np.einsum("n,...nk->...k", body.masses, nodes) / body.mass
    return centre
